// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static void ensure_ints(const int* actual, int count, const int* expected) {
  for (int i = 0; i < count; i++) ENSURE_INT(actual[i], expected[i]);
}

static void boundary_of_the_unit_tet(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_INT(surface->mesh->vertex_count, 4);
  ENSURE_INT(surface->mesh->triangle_count, 4);
  ENSURE(surface->mesh->triangle_label == NULL);
  ensure_ints(surface->mesh->triangle, 12, &brn_tet_face[0][0]);
  assert_memory_equal(surface->mesh->position, unit_corner, sizeof unit_corner);
  ensure_ints(surface->vertex, 4, (int[]){0, 1, 2, 3});
  ensure_ints(surface->tet, 4, (int[]){0, 0, 0, 0});
  ensure_ints(surface->tet_in_front, 4, (int[]){-1, -1, -1, -1});
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void triangles_of_an_inverted_tet_face_in(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  mesh->tet[0] = 1, mesh->tet[1] = 0;
  BrnSurface* surface;
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, false, &report));
  ENSURE(report.closed && report.oriented && report.volume < 0);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void boundary_keeps_labels_and_their_names(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 5, "biceps"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 2, "bone"));
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TRIANGLE, 2, "of no use"));
  mesh->label_array = brn__strdup(ctx, "part");
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  BrnMesh* out = surface->mesh;
  ENSURE_INT(out->triangle_count, 6);
  ensure_ints(out->triangle, 9, (int[]){1, 2, 3, 0, 3, 2, 0, 1, 3});
  ensure_ints(out->triangle + 9, 9, (int[]){2, 1, 4, 0, 4, 1, 0, 2, 4});
  ensure_ints(out->triangle_label, 6, (int[]){5, 5, 5, 2, 2, 2});
  ensure_ints(surface->tet, 6, (int[]){0, 0, 0, 1, 1, 1});
  ENSURE_INT(out->label_count, 2);
  assert_string_equal(brn_mesh_label_name(out, BRN_ON_TRIANGLE, 5), "biceps");
  assert_string_equal(brn_mesh_label_name(out, BRN_ON_TRIANGLE, 2), "bone");
  assert_string_equal(out->label_array, "part");
  brn_surface_destroy(ctx, surface);
  ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, 5, &surface));
  ENSURE_INT(surface->mesh->label_count, 1);
  assert_string_equal(brn_mesh_label_name(surface->mesh, BRN_ON_TRIANGLE, 5), "biceps");
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void boundary_of_one_label_is_closed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, 2, &surface));
  BrnMesh* out = surface->mesh;
  ENSURE_INT(out->vertex_count, 4);
  ENSURE_INT(out->triangle_count, 4);
  ensure_ints(surface->vertex, 4, (int[]){0, 1, 2, 4});
  ensure_ints(surface->tet, 4, (int[]){1, 1, 1, 1});
  ensure_ints(surface->tet_in_front, 4, (int[]){-1, -1, -1, 0});
  ensure_ints(out->triangle, 12, (int[]){2, 1, 3, 0, 3, 1, 0, 2, 3, 0, 1, 2});
  ensure_ints(out->triangle_label, 4, (int[]){2, 2, 2, 2});
  ENSURE(out->position[3 * 3 + 2] == -1);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void lowest_integer_is_a_label_like_any_other(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, INT32_MIN, &surface));
  ENSURE_INT(surface->mesh->triangle_count, 0);
  brn_surface_destroy(ctx, surface);
  mesh->tet_label[1] = INT32_MIN;
  ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, INT32_MIN, &surface));
  ENSURE_INT(surface->mesh->triangle_count, 4);
  brn_surface_destroy(ctx, surface);
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, INT32_MIN, 5, &surface));
  ENSURE_INT(surface->mesh->triangle_count, 1);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void interface_faces_out_of_the_first_label(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, 5, 2, &surface));
  ENSURE_INT(surface->mesh->triangle_count, 1);
  ensure_ints(surface->mesh->triangle, 3, (int[]){0, 2, 1});
  ensure_ints(surface->mesh->triangle_label, 1, (int[]){5});
  ENSURE(surface->tet[0] == 0 && surface->tet_in_front[0] == 1);
  brn_surface_destroy(ctx, surface);
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, 2, 5, &surface));
  ensure_ints(surface->mesh->triangle, 3, (int[]){0, 1, 2});
  ENSURE(surface->tet[0] == 1 && surface->tet_in_front[0] == 0);
  brn_surface_destroy(ctx, surface);
  ENSURE_STATUS(ctx, brn_mesh_interface(ctx, mesh, 2, 2, &surface), BRN_INVALID);
  ENSURE(surface == NULL);
  ENSURE_ERROR_HAS(ctx, "label 2");
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void label_that_is_not_there_has_no_boundary(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* list[] = {mesh_two_tets(ctx), mesh_unit_tet(ctx), NULL};
  list[2] = mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL);
  for (int i = 0; i < 3; i++) {
    BrnSurface* surface;
    ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, list[i], 0, &surface));
    ENSURE(surface->mesh->triangle_count == 0 && surface->mesh->vertex_count == 0);
    brn_surface_destroy(ctx, surface);
    ENSURE_OK(ctx, brn_mesh_interface(ctx, list[i], 0, 5, &surface));
    ENSURE(surface->mesh->triangle_count == 0);
    brn_surface_destroy(ctx, surface);
    ENSURE_OK(ctx, brn_mesh_boundary(ctx, list[i], &surface));
    ensure_ints(&surface->mesh->triangle_count, 1, (int[]){6, 4, 0} + i);
    brn_surface_destroy(ctx, surface);
    brn_mesh_destroy(ctx, list[i]);
  }
  brn_surface_destroy(ctx, NULL);
  test_context_done(ctx);
}

static void face_of_three_tets_is_on_no_boundary(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}, {1, 1, 1}};
  static const int t[3][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}};
  BrnMesh* mesh = MESH_TETS(ctx, p, t);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_INT(surface->mesh->triangle_count, 9);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnMesh* labelled_grid(BrnContext* ctx, int n) {
  BrnMesh* mesh = mesh_grid(ctx, n, 0.1);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  for (int t = 0; t < mesh->tet_count; t++) { // the slabs of cubes along x: 0 1 2 0 1 2 ...
    mesh->tet_label[t] = t / (6 * n * n) % 3;
  }
  return mesh;
}

// The boundaries of the labels are closed, fill the volume, and their parts add up.
static void boundaries_of_a_grid_add_up(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { N = 5 };
  BrnMesh* mesh = labelled_grid(ctx, N);
  BrnSurface* surface;
  BrnSurfaceReport report;
  double volume = 0;
  for (int label = 0; label < 3; label++) {
    ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, mesh, label, &surface));
    ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, true, &report));
    int slabs = label == 2 ? 1 : 2;
    ENSURE(report.closed && report.oriented && report.manifold);
    ENSURE_INT(report.component_count, slabs);
    ENSURE_INT(report.triangle_count, slabs * (4 * N * N + 8 * N));
    ENSURE_INT(report.inside_out_component_count, 0);
    ENSURE_INT(report.self_intersection_count, 0);
    volume += report.volume;
    brn_surface_destroy(ctx, surface);
    for (int other = 0; other < 3; other++) {
      if (other == label) continue;
      ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, label, other, &surface));
      ENSURE_INT(surface->mesh->triangle_count, (label + other == 1 ? 2 : 1) * 2 * N * N);
      brn_surface_destroy(ctx, surface);
    }
  }
  ENSURE_NEAR(volume, N * N * N, 1e-12 * N * N * N);
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, true, &report));
  ENSURE_INT(report.triangle_count, 12 * N * N);
  ENSURE_INT(report.used_vertex_count, surface->mesh->vertex_count);
  ENSURE_INT(report.euler_characteristic, 2);
  ENSURE_NEAR(report.volume, N * N * N, 1e-12); // only inner vertices are moved
  ENSURE(report.area == 6 * N * N);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnMesh* named_grid(BrnContext* ctx) {
  BrnMesh* mesh = labelled_grid(ctx, 15);
  ENSURE_OK(ctx, brn_mesh_name_label(ctx, mesh, BRN_ON_TET, 1, "slab"));
  mesh->label_array = brn__strdup(ctx, "part");
  return mesh;
}

static BrnStatus dispose(BrnContext* ctx, BrnStatus status, BrnSurface* surface) {
  ENSURE((status == BRN_OK) == (surface != NULL));
  brn_surface_destroy(ctx, surface);
  return status;
}
static BrnStatus whole(BrnContext* ctx, BrnMesh* mesh) {
  BrnSurface* surface;
  BrnStatus status = brn_mesh_boundary(ctx, mesh, &surface);
  return dispose(ctx, status, surface);
}
static BrnStatus of_label(BrnContext* ctx, BrnMesh* mesh) {
  BrnSurface* surface;
  BrnStatus status = brn_mesh_label_boundary(ctx, mesh, 1, &surface);
  return dispose(ctx, status, surface);
}
static BrnStatus between(BrnContext* ctx, BrnMesh* mesh) {
  BrnSurface* surface;
  BrnStatus status = brn_mesh_interface(ctx, mesh, 1, 2, &surface);
  return dispose(ctx, status, surface);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(named_grid, whole);
  mesh_trial_no_memory(named_grid, of_label);
  mesh_trial_no_memory(named_grid, between);
}

TEST_MAIN(cmocka_unit_test(boundary_of_the_unit_tet),
          cmocka_unit_test(triangles_of_an_inverted_tet_face_in),
          cmocka_unit_test(boundary_keeps_labels_and_their_names),
          cmocka_unit_test(boundary_of_one_label_is_closed),
          cmocka_unit_test(lowest_integer_is_a_label_like_any_other),
          cmocka_unit_test(interface_faces_out_of_the_first_label),
          cmocka_unit_test(label_that_is_not_there_has_no_boundary),
          cmocka_unit_test(face_of_three_tets_is_on_no_boundary),
          cmocka_unit_test(boundaries_of_a_grid_add_up),
          cmocka_unit_test(every_failed_allocation_is_clean))
