// SPDX-License-Identifier: Apache-2.0

#include "shape/shape_test.h"

static BrnMesh* make(BrnContext* ctx, int tets, double jitter, int seed) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BLOCK);
  def.tets = tets;
  def.jitter = jitter;
  def.seed = seed;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  return mesh;
}

static bool on_surface(const double* p) {
  return fabs(fabs(p[0]) - 0.05) < 1e-12 || fabs(fabs(p[2]) - 0.05) < 1e-12 || p[1] < 1e-12 ||
         p[1] > 0.1 - 1e-12;
}

// 10 x 10 x 10 cells of 1 cm: a vertex moves by at most jitter cells along each axis.
static void inner_vertices_move_and_outer_stay(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *still = make(ctx, 6000, 0, 1), *moved = make(ctx, 6000, 0.25, 1);
  ENSURE_INT(still->vertex_count, 11 * 11 * 11);
  int inner = 0;
  double sum = 0, most = 0;
  for (int v = 0; v < still->vertex_count; v++) {
    const double *p = still->position + 3 * (size_t)v, *q = moved->position + 3 * (size_t)v;
    bool outer = on_surface(p);
    for (int d = 0; d < 3; d++) {
      if (outer) ENSURE(p[d] == q[d]);
      sum += fabs(q[d] - p[d]), most = fmax(most, fabs(q[d] - p[d]));
    }
    inner += !outer;
  }
  ENSURE_INT(inner, 9 * 9 * 9);
  ENSURE(most <= 0.0025 && most > 0.0024);
  ENSURE_NEAR(sum / (3 * inner), 0.00125, 0.0001); // few of them had to be calmed
  brn_mesh_destroy(ctx, still);
  brn_mesh_destroy(ctx, moved);
  test_context_done(ctx);
}

static void wildest_jitter_inverts_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int seed = 0; seed < 4; seed++) {
    BrnMesh* mesh = make(ctx, 8000, 0.5, seed);
    ShapeCount count = {0};
    shape_measure(mesh, &count);
    ENSURE_INT(count.inverted, 0);
    ENSURE(count.low_angle > 10);
    ENSURE_NEAR(count.volume, 0.001, 1e-15);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void seeds_differ(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *a = make(ctx, 6000, 0.25, 1), *b = make(ctx, 6000, 0.25, 2);
  int same = 0;
  for (int i = 0; i < 3 * a->vertex_count; i++) same += a->position[i] == b->position[i];
  ENSURE_INT(same, 3 * (11 * 11 * 11 - 9 * 9 * 9)); // the surface
  brn_mesh_destroy(ctx, a);
  brn_mesh_destroy(ctx, b);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(inner_vertices_move_and_outer_stay),
          cmocka_unit_test(wildest_jitter_inverts_nothing), cmocka_unit_test(seeds_differ))
