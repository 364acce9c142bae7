// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static BrnMesh* with_strays(BrnContext* ctx) {
  static const double p[9][3] = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0},   {0, 0, 1},
                                 {2, 0, 0}, {1, 0, 0}, {0, 0, 0}, {-4, 0, 0.0}};
  static const int f[1][3] = {{1, 2, 5}}, t[1][4] = {{1, 2, 3, 4}};
  return mesh_make(ctx, 9, p[0], 1, f[0], 1, t[0]);
}

static void orphans_are_listed_ascending(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_strays(ctx);
  int *list, count;
  ENSURE_OK(ctx, brn_mesh_orphans(ctx, mesh, &list, &count));
  ENSURE_INT(count, 4);
  const int expected[4] = {0, 6, 7, 8};
  assert_memory_equal(list, expected, sizeof expected);
  brn_free(ctx, list);
  brn_mesh_destroy(ctx, mesh);
  mesh = mesh_octahedron(ctx);
  ENSURE_OK(ctx, brn_mesh_orphans(ctx, mesh, &list, &count));
  ENSURE(count == 0 && list == NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void duplicates_are_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_strays(ctx);
  int count;
  ENSURE_OK(ctx, brn_mesh_duplicate_vertices(ctx, mesh, &count));
  ENSURE_INT(count, 2);
  mesh->position[3 * 7] = -0.0; // the same place
  ENSURE_OK(ctx, brn_mesh_duplicate_vertices(ctx, mesh, &count));
  ENSURE_INT(count, 2);
  mesh->position[3 * 6] = nextafter(1, 2); // not quite
  ENSURE_OK(ctx, brn_mesh_duplicate_vertices(ctx, mesh, &count));
  ENSURE_INT(count, 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void duplicates_agree_with_a_naive_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  enum { N = 1000 };
  TestRandom random = {5};
  ENSURE_OK(ctx, brn_mesh_create(ctx, N, 0, 0, &mesh));
  for (int i = 0; i < 3 * N; i++) mesh->position[i] = floor(test_random(&random, -4, 5)) / 3;
  int count, expected = 0;
  for (int v = 0; v < N; v++) {
    bool found = false;
    for (int u = 0; u < v && !found; u++) {
      const double *p = mesh->position + 3 * u, *q = mesh->position + 3 * v;
      found = p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
    }
    expected += found;
  }
  ENSURE_OK(ctx, brn_mesh_duplicate_vertices(ctx, mesh, &count));
  ENSURE_INT(count, expected);
  ENSURE(expected > 300 && expected < N);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void bounds_hold_all_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_strays(ctx);
  double low[3], high[3];
  brn_mesh_bounds(mesh, low, high);
  ENSURE(low[0] == -4 && low[1] == 0 && low[2] == 0);
  ENSURE(high[0] == 9 && high[1] == 9 && high[2] == 9);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void empty_mesh_has_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL);
  int *list, count = -1;
  ENSURE_OK(ctx, brn_mesh_orphans(ctx, mesh, &list, &count));
  ENSURE(count == 0 && list == NULL);
  count = -1;
  ENSURE_OK(ctx, brn_mesh_duplicate_vertices(ctx, mesh, &count));
  ENSURE_INT(count, 0);
  double low[3] = {1, 1, 1}, high[3] = {1, 1, 1};
  brn_mesh_bounds(mesh, low, high);
  for (int i = 0; i < 3; i++) ENSURE(low[i] == 0 && high[i] == 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus find_orphans(BrnContext* ctx, BrnMesh* mesh) {
  int *list, count;
  BrnStatus status = brn_mesh_orphans(ctx, mesh, &list, &count);
  ENSURE(status == BRN_OK || (count == 0 && list == NULL));
  brn_free(ctx, list);
  return status;
}
static BrnStatus count_duplicates(BrnContext* ctx, BrnMesh* mesh) {
  int count;
  return brn_mesh_duplicate_vertices(ctx, mesh, &count);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(with_strays, find_orphans);
  mesh_trial_no_memory(with_strays, count_duplicates);
}

TEST_MAIN(cmocka_unit_test(orphans_are_listed_ascending), cmocka_unit_test(duplicates_are_exact),
          cmocka_unit_test(duplicates_agree_with_a_naive_twin),
          cmocka_unit_test(bounds_hold_all_vertices), cmocka_unit_test(empty_mesh_has_nothing),
          cmocka_unit_test(every_failed_allocation_is_clean))
