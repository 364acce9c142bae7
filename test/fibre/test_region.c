// SPDX-License-Identifier: Apache-2.0

#include "fibre_test.h"

static void labels_choose_tets_in_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  def.tets = 2000;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  BrnRegion* region;
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, (int[]){5}, 1, &region));
  int at = 0;
  for (int t = 0; t < mesh->tet_count; t++) {
    if (mesh->tet_label[t] != 5) continue;
    ENSURE_INT(region->tet[at], t);
    for (int k = 0; k < 4; k++) {
      ENSURE_INT(region->vertex[region->mesh->tet[4 * at + k]], mesh->tet[4 * t + k]);
    }
    at++;
  }
  ENSURE_INT(region->mesh->tet_count, at);
  ENSURE(at > 0 && at < mesh->tet_count);
  for (int v = 1; v < region->mesh->vertex_count; v++) {
    ENSURE(region->vertex[v] > region->vertex[v - 1]);
    ENSURE(region->mesh->position[3 * v] == mesh->position[3 * region->vertex[v]]);
  }
  ENSURE_INT(region->component_count, 1);
  ENSURE_INT(region->source_tet_count, mesh->tet_count);
  ENSURE_INT(region->source_vertex_count, mesh->vertex_count);
  brn_region_destroy(ctx, region);
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, (int[]){2, 1}, 2, &region));
  ENSURE_INT(region->component_count, 2); // the two bones
  ENSURE_INT(region->mesh->tet_count, mesh->tet_count - at);
  brn_region_destroy(ctx, region);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// sum of x_i g_i^T is the identity, and the volumes add up
static void slopes_differentiate_positions(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0.2);
  BrnRegion* region;
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, NULL, 0, &region));
  double volume = 0;
  for (int t = 0; t < region->mesh->tet_count; t++) {
    double D[9] = {0}, centre[3] = {0};
    for (int k = 0; k < 4; k++) {
      const double* p = mesh->position + 3 * mesh->tet[4 * t + k];
      for (int i = 0; i < 9; i++) D[i] += p[i / 3] * region->slope[12 * t + 3 * k + i % 3];
      brn__axpy3(centre, centre, 0.25, p);
    }
    for (int i = 0; i < 9; i++) ENSURE_NEAR(D[i], i % 4 == 0, 1e-13);
    ENSURE_NEAR(brn__distance3(centre, region->centre + 3 * t), 0, 1e-15);
    volume += region->volume[t];
  }
  ENSURE_NEAR(volume, 27, 1e-12);
  int* neighbour = malloc(sizeof(int) * 4 * (size_t)mesh->tet_count);
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  assert_memory_equal(neighbour, region->neighbour, sizeof(int) * 4 * (size_t)mesh->tet_count);
  free(neighbour);
  brn_region_destroy(ctx, region);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// three tets in a row of their own vertices, the second and third joined at a vertex
static void pieces_are_numbered_by_their_first_vertex(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[11][3] = {{5, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {6, 0, 0},
                                  {5, 1, 0}, {5, 0, 1}, {7, 0, 0}, {6, 1, 0}, {6, 0, 1}};
  static const int t[3][4] = {{1, 2, 3, 4}, {5, 8, 9, 10}, {0, 5, 6, 7}};
  static const int expected[11] = {0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
  BrnMesh* mesh = MESH_TETS(ctx, p, t);
  BrnRegion* region;
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, NULL, 0, &region));
  ENSURE_INT(region->component_count, 2);
  assert_memory_equal(region->component, expected, sizeof expected);
  brn_region_destroy(ctx, region);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void bad_input_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnRegion* region;
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, (int[]){5, 7}, 2, &region), BRN_INVALID);
  ENSURE(!region);
  ENSURE_ERROR_HAS(ctx, "label 7");
  mesh->position[3 * 4 + 2] = 0.5; // tet 1 is inverted now
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, NULL, 0, &region), BRN_INVALID);
  ENSURE(!region);
  ENSURE_ERROR_HAS(ctx, "tet 1 has the volume -0.08");
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, (int[]){5}, 1, &region)); // it is not in there
  brn_region_destroy(ctx, region);
  mesh->position[3 * 4 + 2] = 0; // flat
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, NULL, 0, &region), BRN_INVALID);
  mesh->position[3 * 4 + 2] = NAN;
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, NULL, 0, &region), BRN_INVALID);
  brn_mesh_destroy(ctx, mesh);
  mesh = mesh_octahedron(ctx);
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, NULL, 0, &region), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "no tets");
  ENSURE_STATUS(ctx, brn_region_create(ctx, mesh, (int[]){1}, 1, &region), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "no labels");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus make(BrnContext* ctx, BrnMesh* mesh) {
  BrnRegion* region;
  BrnStatus status = brn_region_create(ctx, mesh, NULL, 0, &region);
  ENSURE((region != NULL) == (status == BRN_OK));
  brn_region_destroy(ctx, region);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, make);
}

TEST_MAIN(cmocka_unit_test(labels_choose_tets_in_order),
          cmocka_unit_test(slopes_differentiate_positions),
          cmocka_unit_test(pieces_are_numbered_by_their_first_vertex),
          cmocka_unit_test(bad_input_is_named), cmocka_unit_test(every_failed_allocation_is_clean))
