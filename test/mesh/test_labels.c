// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static void labels_are_listed_once_and_ascending(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 1, 0);
  const int label[6] = {7, INT32_MAX, -3, 7, 0, -3}, expected[4] = {-3, 0, 7, INT32_MAX};
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  memcpy(mesh->tet_label, label, sizeof label);
  int *list, count;
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TET, &list, &count));
  ENSURE_INT(count, 4);
  assert_memory_equal(list, expected, sizeof expected);
  brn_free(ctx, list);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void labels_of_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  int *list, count = -1;
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TRIANGLE, &list, &count));
  ENSURE(count == 0 && list == NULL); // none yet
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int i = 0; i < 8; i++) mesh->triangle_label[i] = INT32_MIN + i % 3 * 1000000000;
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TRIANGLE, &list, &count));
  ENSURE_INT(count, 3);
  for (int i = 0; i < 3; i++) ENSURE_INT(list[i], INT32_MIN + i * 1000000000);
  brn_free(ctx, list);
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TET, &list, &count));
  ENSURE(count == 0 && list == NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnMesh* many_labels(BrnContext* ctx) {
  BrnMesh* mesh = mesh_large_grid(ctx);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  for (int t = 0; t < mesh->tet_count; t++) mesh->tet_label[t] = -t;
  return mesh;
}

static BrnStatus list_labels(BrnContext* ctx, BrnMesh* mesh) {
  int *list, count;
  BrnStatus status = brn_mesh_labels(ctx, mesh, BRN_ON_TET, &list, &count);
  ENSURE_INT(count, status == BRN_OK ? mesh->tet_count : 0);
  ENSURE(!list || (list[0] == 1 - mesh->tet_count && list[count - 1] == 0));
  brn_free(ctx, list);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(many_labels, list_labels);
}

TEST_MAIN(cmocka_unit_test(labels_are_listed_once_and_ascending),
          cmocka_unit_test(labels_of_triangles), cmocka_unit_test(every_failed_allocation_is_clean))
