// SPDX-License-Identifier: Apache-2.0

#include "cut_twin.h"
#include "mesh_test.h"

// two octahedra, the second moved by (x, y, z)
static BrnMesh* two_octahedra(BrnContext* ctx, double x, double y, double z) {
  BrnMesh *one = mesh_octahedron(ctx), *two;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 12, 16, 0, &two));
  for (int i = 0; i < 36; i++) {
    double moved = (const double[]){x, y, z}[i % 3];
    two->position[i] = one->position[i % 18] + (i < 18 ? 0 : moved);
  }
  for (int i = 0; i < 48; i++) two->triangle[i] = one->triangle[i % 24] + (i < 24 ? 0 : 6);
  brn_mesh_destroy(ctx, one);
  return two;
}

static int count_cut(BrnContext* ctx, const BrnMesh* mesh) {
  int count;
  ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, mesh, NULL, &count));
  return count;
}

static void octahedra_cut_touch_or_stay_apart(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const struct {
    double way[3];
    int count;
  } list[] = {{{3, 0, 0}, 0},
              {{2, 0, 0}, 8},           // corner on corner: the four triangles at each
              {{2 + 0x1p-50, 0, 0}, 0}, // just not
              {{1.5, 0.1, 0.07}, 8},    // a corner pokes into the other
              {{1, 1, 0}, 12},          // edge on edge: those at the ends of the edges
              {{0, 0, 0}, 16},          // the same place
              // of each pair of parallel faces, one is outside of the other octahedron
              {{0.25, 0.125, 0.5}, 8}};
  for (int i = 0; i < COUNT_OF(list); i++) {
    BrnMesh* mesh = two_octahedra(ctx, list[i].way[0], list[i].way[1], list[i].way[2]);
    ENSURE_INT(count_cut(ctx, mesh), list[i].count);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// a fin that pierces triangle 0 of a large floor, listed by index; a degenerate one does not count
static void culprits_are_listed_ascending(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[8][3] = {{0, 0, 0},  {9, 0, 0}, {0, 9, 0}, {-9, 0, 0},
                                 {1, 1, -1}, {1, 1, 1}, {2, 1, 1}, {1, 1, 0}};
  static const int f[5][3] = {{0, 3, 2}, {4, 5, 7}, {4, 5, 6}, {0, 1, 2}, {4, 4, 5}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, p, f);
  int *list, count;
  ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, mesh, &list, &count));
  ENSURE_INT(count, 2);
  ENSURE(list[0] == 2 && list[1] == 3); // 1 and 4 have no area
  brn_free(ctx, list);
  ENSURE_INT(count_cut(ctx, mesh), 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void clean_meshes_have_none(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* clean[] = {mesh_octahedron(ctx), mesh_torus(ctx, 40, 20),
                      mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL), mesh_unit_tet(ctx)};
  for (int i = 0; i < 4; i++) {
    int *list, count = -1;
    ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, clean[i], &list, &count));
    ENSURE(count == 0 && list == NULL);
    brn_mesh_destroy(ctx, clean[i]);
  }
  test_context_done(ctx);
}

static void duplicates_cut_each_other(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[3][3] = {{0, 1, 2}, {0, 3, 1}, {2, 1, 0}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  int *list, count;
  ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, mesh, &list, &count));
  ENSURE(count == 2 && list[0] == 0 && list[1] == 2);
  brn_free(ctx, list);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a torus whose vertices are thrown about, so that it cuts itself in many places
static BrnMesh* tangle(BrnContext* ctx, int m, int n, double jitter) {
  BrnMesh* mesh = mesh_torus(ctx, m, n);
  TestRandom random = {21};
  for (int i = 0; i < 3 * mesh->vertex_count; i++) {
    mesh->position[i] += test_random(&random, -jitter, jitter);
  }
  return mesh;
}

static void tangles_agree_with_all_pairs(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double jitter[] = {0.1, 0.2, 0.3, 0.6};
  for (int k = 0; k < COUNT_OF(jitter); k++) {
    BrnMesh* mesh = tangle(ctx, 30, 13, jitter[k]);
    int nf = mesh->triangle_count, *list, count, expected = 0;
    bool* cut = calloc((size_t)nf, sizeof *cut);
    for (int a = 0; a < nf; a++) {
      for (int b = a + 1; b < nf; b++) {
        Cut twin = cut_twin(mesh->position, mesh->triangle + 3 * a, mesh->triangle + 3 * b);
        ENSURE(twin != CUT_UNCLEAR); // or choose another seed
        if (twin == CUT_YES) cut[a] = cut[b] = true;
      }
    }
    ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, mesh, &list, &count));
    for (int t = 0; t < nf; t++) {
      if (cut[t]) ENSURE_INT(expected < count ? list[expected++] : -1, t);
    }
    ENSURE_INT(count, expected);
    ENSURE(k < 2 || count > 50);
    brn_free(ctx, list);
    free(cut);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

static void answer_does_not_depend_on_workers(void** state) {
  (void)state;
  static const int workers[] = {1, 2, 3, 8};
  int *first = NULL, first_count = 0;
  for (int k = 0; k < COUNT_OF(workers); k++) {
    BrnContext* ctx = test_context_with(workers[k]);
    BrnMesh* mesh = tangle(ctx, 60, 30, 0.1);
    int *list, count;
    ENSURE_OK(ctx, brn_mesh_self_intersections(ctx, mesh, &list, &count));
    if (k == 0) {
      first_count = count;
      first = malloc(sizeof(int) * (size_t)count);
      memcpy(first, list, sizeof(int) * (size_t)count);
    }
    ENSURE(count == first_count && count > 100);
    assert_memory_equal(list, first, sizeof(int) * (size_t)count);
    brn_free(ctx, list);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
  free(first);
}

static BrnMesh* large_tangle(BrnContext* ctx) { return tangle(ctx, 160, 120, 0.03); }

static BrnStatus list_cut(BrnContext* ctx, BrnMesh* mesh) {
  int *list, count;
  BrnStatus status = brn_mesh_self_intersections(ctx, mesh, &list, &count);
  ENSURE((count > 0) == (status == BRN_OK) && (list != NULL) == (status == BRN_OK));
  brn_free(ctx, list);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(large_tangle, list_cut);
}

TEST_MAIN(cmocka_unit_test(octahedra_cut_touch_or_stay_apart),
          cmocka_unit_test(culprits_are_listed_ascending), cmocka_unit_test(clean_meshes_have_none),
          cmocka_unit_test(duplicates_cut_each_other),
          cmocka_unit_test(tangles_agree_with_all_pairs),
          cmocka_unit_test(answer_does_not_depend_on_workers),
          cmocka_unit_test(every_failed_allocation_is_clean))
