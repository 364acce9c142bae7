// SPDX-License-Identifier: Apache-2.0

#include "brawn/shape.h"
#include "replay/replay_test.h"

typedef struct DistanceTest {
  BrnContext* ctx;
  char folder[64];
} DistanceTest;

static DistanceTest distance_make(void) {
  DistanceTest test = {.ctx = test_context()};
  model_folder(test.folder);
  return test;
}

static void distance_done(DistanceTest* test) {
  model_remove_folder(test->folder);
  test_context_done(test->ctx);
}

// A block of so many tets at time 0, and pulled and moved at time 1: x to 1.2 x + by.
static BrnReplay* open_block(DistanceTest* test, const char* name, int tets, int seed, double by) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  BrnMesh* mesh;
  BrnReplay* replay;
  char path[200], list[300];
  def.tets = tets;
  def.seed = seed;
  ENSURE_OK(test->ctx, brn_shape_make(test->ctx, &def, &mesh));
  for (int i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s%d.vtu", test->folder, name, i);
    ENSURE_OK(test->ctx, brn_mesh_write(test->ctx, mesh, path, NULL));
    for (int v = 0; v < mesh->vertex_count; v++) {
      mesh->position[3 * v] = 1.2 * mesh->position[3 * v] + by;
    }
  }
  brn_mesh_destroy(test->ctx, mesh);
  int size =
      snprintf(list, sizeof list,
               "<VTKFile type='Collection'><Collection><DataSet timestep='0' file='%s0.vtu'/>"
               "<DataSet timestep='1' file='%s1.vtu'/></Collection></VTKFile>",
               name, name);
  snprintf(path, sizeof path, "%s.pvd", name);
  model_write_file(test->folder, path, list, (size_t)size);
  snprintf(path, sizeof path, "%s/%s.pvd", test->folder, name);
  ENSURE_OK(test->ctx, brn_replay_open(test->ctx, path, NULL, &replay));
  return replay;
}

static void all_are(DistanceTest* test, BrnReplay* a, int index, BrnReplay* b, double expected) {
  double* out = calloc((size_t)a->mesh->vertex_count, sizeof *out);
  ENSURE_OK(test->ctx, brn_replay_distance(a, index, b, out));
  for (int v = 0; v < a->mesh->vertex_count; v++) ENSURE_NEAR(out[v], expected, 1e-12);
  free(out);
}

static void equal_meshes_are_compared_vertex_by_vertex(void** state) {
  (void)state;
  DistanceTest test = distance_make();
  BrnReplay *a = open_block(&test, "a", 600, 1, 0), *b = open_block(&test, "b", 600, 1, 0.25);
  all_are(&test, a, 0, b, 0);
  all_are(&test, a, 1, b, 0.25);
  all_are(&test, a, 1, a, 0);
  ENSURE(a->inside->in_other == NULL); // nothing had to ride
  brn_replay_close(test.ctx, a);
  brn_replay_close(test.ctx, b);
  distance_done(&test);
}

// linear tets carry an affine map exactly, whatever they are
static void other_meshes_carry_the_vertices(void** state) {
  (void)state;
  DistanceTest test = distance_make();
  BrnReplay *a = open_block(&test, "a", 600, 1, 0), *b = open_block(&test, "b", 2000, 2, 0.25);
  BrnReplay* c = open_block(&test, "c", 1000, 3, -0.5);
  ENSURE(a->mesh->vertex_count != b->mesh->vertex_count);
  for (int again = 0; again < 2; again++) { // what is kept for one must not serve another
    all_are(&test, a, 0, b, 0);
    all_are(&test, a, 1, b, 0.25);
    all_are(&test, b, 1, a, 0.25);
    all_are(&test, a, 1, c, 0.5);
  }
  const BrnEmbedding* kept = a->inside->in_other;
  all_are(&test, a, 0, c, 0);
  ENSURE(a->inside->in_other == kept);
  brn_replay_close(test.ctx, a);
  brn_replay_close(test.ctx, b);
  brn_replay_close(test.ctx, c);
  distance_done(&test);
}

static void frame_without_a_partner_is_told(void** state) {
  (void)state;
  DistanceTest test = distance_make();
  BrnReplay *a = open_block(&test, "a", 600, 1, 0), *b = open_block(&test, "b", 600, 1, 0.25);
  double* out = calloc((size_t)a->mesh->vertex_count, sizeof *out);
  b->frame[1].time = 2;
  ENSURE_STATUS(test.ctx, brn_replay_distance(a, 1, b, out), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "b: it has no frame at 1 s");
  free(out);
  brn_replay_close(test.ctx, a);
  brn_replay_close(test.ctx, b);
  distance_done(&test);
}

// a still shape has no time
static void still_shape_is_compared_with_any_frame(void** state) {
  (void)state;
  DistanceTest test = distance_make();
  BrnReplay *a = open_block(&test, "a", 600, 1, 0.25), *still;
  char path[100];
  snprintf(path, sizeof path, "%s/a1.vtu", test.folder);
  ENSURE_OK(test.ctx, brn_replay_open(test.ctx, path, NULL, &still));
  all_are(&test, a, 1, still, 0);
  brn_replay_close(test.ctx, a);
  brn_replay_close(test.ctx, still);
  distance_done(&test);
}

TEST_MAIN(cmocka_unit_test(equal_meshes_are_compared_vertex_by_vertex),
          cmocka_unit_test(other_meshes_carry_the_vertices),
          cmocka_unit_test(frame_without_a_partner_is_told),
          cmocka_unit_test(still_shape_is_compared_with_any_frame))
