// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static BrnArray* add_array(BrnContext* ctx, BrnMesh* mesh, const char* name, BrnDomain on,
                           int components) {
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, name, on, components, BRN_F64, &array));
  int count = brn_mesh_item_count(mesh, on) * components;
  for (int i = 0; i < count; i++) array->value[i] = 100 + i;
  return array;
}

// ----------------------------------------------------------------------------------------- orphans

// vertices 0, 3 and 6 are used by nothing; a triangle and a tet share the others
static BrnMesh* with_orphans(BrnContext* ctx) {
  static const double p[][3] = {{9, 0, 0}, {0, 0, 0}, {1, 0, 0}, {9, 3, 0},
                                {0, 1, 0}, {0, 0, 1}, {9, 6, 0}};
  static const int triangle[][3] = {{1, 2, 4}}, tet[][4] = {{1, 2, 4, 5}};
  return mesh_make(ctx, 7, &p[0][0], 1, &triangle[0][0], 1, &tet[0][0]);
}

static void orphans_are_dropped_and_the_rest_keeps_its_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_orphans(ctx);
  add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 2);
  add_array(ctx, mesh, "fibre", BRN_ON_TET, 3);
  int dropped = -1;
  ENSURE_OK(ctx, brn_mesh_drop_orphans(ctx, mesh, &dropped));
  ENSURE_INT(dropped, 3);
  ENSURE_INT(mesh->vertex_count, 4);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  assert_memory_equal(mesh->position, unit_corner, sizeof unit_corner);
  static const int triangle[3] = {0, 1, 2}, tet[4] = {0, 1, 2, 3};
  assert_memory_equal(mesh->triangle, triangle, sizeof triangle);
  assert_memory_equal(mesh->tet, tet, sizeof tet);
  static const double speed[8] = {102, 103, 104, 105, 108, 109, 110, 111};
  assert_memory_equal(mesh->array[0].value, speed, sizeof speed);
  static const double fibre[3] = {100, 101, 102};
  assert_memory_equal(mesh->array[1].value, fibre, sizeof fibre);
  ENSURE_OK(ctx, brn_mesh_drop_orphans(ctx, mesh, &dropped));
  ENSURE_INT(dropped, 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void mesh_of_orphans_becomes_empty(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = mesh_make(ctx, 4, &unit_corner[0][0], 0, NULL, 0, NULL), *copy;
  add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 3);
  int dropped;
  ENSURE_OK(ctx, brn_mesh_drop_orphans(ctx, mesh, &dropped));
  ENSURE_INT(dropped, 4);
  ENSURE_INT(mesh->vertex_count, 0);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  ENSURE_OK(ctx, brn_mesh_copy(ctx, mesh, &copy));
  ENSURE_OK(ctx, brn_mesh_drop_orphans(ctx, mesh, &dropped));
  ENSURE_INT(dropped, 0);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, copy);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- welding

// a square of two triangles that do not share their vertices, and a loose one
static BrnMesh* unwelded(BrnContext* ctx) {
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0},      {1, 1, 0}, {0, 0, -0.0},
                                {1, 1, 0}, {0, 1, 1e-300}, {1, 1, 0}};
  static const int f[][3] = {{0, 1, 2}, {3, 4, 5}};
  return MESH_TRIANGLES(ctx, p, f);
}

static void vertices_in_one_place_become_the_first(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = unwelded(ctx);
  add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 1);
  int welded = -1;
  ENSURE_OK(ctx, brn_mesh_weld(ctx, mesh, &welded));
  ENSURE_INT(welded, 3);
  ENSURE_INT(mesh->vertex_count, 4);
  ENSURE_OK(ctx, brn_mesh_validate(ctx, mesh));
  static const int f[6] = {0, 1, 2, 0, 2, 3};
  assert_memory_equal(mesh->triangle, f, sizeof f);
  static const double p[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 1e-300}};
  assert_memory_equal(mesh->position, p, sizeof p);
  static const double speed[4] = {100, 101, 102, 105};
  assert_memory_equal(mesh->array[0].value, speed, sizeof speed);
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &report));
  ENSURE_INT(report.component_count, 1);
  ENSURE_OK(ctx, brn_mesh_weld(ctx, mesh, &welded));
  ENSURE_INT(welded, 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// near is not the same
static void nearly_the_same_place_is_not_welded(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = unwelded(ctx);
  mesh->position[3 * 4] = nextafter(1, 2);
  mesh->position[3 * 6 + 1] = nextafter(1, 0);
  int welded;
  ENSURE_OK(ctx, brn_mesh_weld(ctx, mesh, &welded));
  ENSURE_INT(welded, 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// orphans stay: this changes one thing only
static void welding_keeps_what_no_cell_uses(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_orphans(ctx);
  int welded;
  ENSURE_OK(ctx, brn_mesh_weld(ctx, mesh, &welded));
  ENSURE_INT(welded, 0);
  ENSURE_INT(mesh->vertex_count, 7);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a torus of loose triangles becomes the torus again
static void loose_triangles_become_a_surface(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *torus = mesh_torus(ctx, 20, 12), *loose;
  int nf = torus->triangle_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3 * nf, nf, 0, &loose));
  for (int i = 0; i < 3 * nf; i++) {
    loose->triangle[i] = i;
    memcpy(loose->position + 3 * i, torus->position + 3 * torus->triangle[i], 3 * sizeof(double));
  }
  int welded;
  ENSURE_OK(ctx, brn_mesh_weld(ctx, loose, &welded));
  ENSURE_INT(welded, 3 * nf - torus->vertex_count);
  for (int i = 0; i < 3 * nf; i++) { // each corner is where it was
    const double* a = loose->position + 3 * loose->triangle[i];
    assert_memory_equal(a, torus->position + 3 * torus->triangle[i], 3 * sizeof(double));
  }
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_surface_report(ctx, loose, false, &report));
  ENSURE(report.closed && report.manifold && report.euler_characteristic == 0);
  brn_mesh_destroy(ctx, loose);
  brn_mesh_destroy(ctx, torus);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- flipping

static void flipping_turns_everything_inside_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  BrnSurfaceReport before, after;
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, false, &before));
  brn_mesh_flip(mesh);
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, false, &after));
  ENSURE(after.volume == -before.volume && after.inside_out_component_count == 1);
  brn_mesh_destroy(ctx, mesh);
  mesh = mesh_two_tets(ctx);
  BrnTetReport tets;
  brn_mesh_flip(mesh);
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &tets));
  ENSURE_INT(tets.inverted_count, 2);
  ENSURE_INT(mesh->tet_label[0], 5);
  brn_mesh_flip(mesh);
  static const int tet[8] = {0, 1, 2, 3, 0, 2, 1, 4}; // twice is not at all
  assert_memory_equal(mesh->tet, tet, sizeof tet);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// polygon 0 is a pentagon 0 1 2 3 4, polygon 1 a triangle, polygon 2 a quad
static BrnMesh* with_polygons(BrnContext* ctx) {
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {0, 1, 0}, {5, 5, 5}};
  static const int f[][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {4, 3, 5}, {5, 3, 2}, {5, 2, 1}};
  static const int polygon[] = {0, 0, 0, 1, 2, 2};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, p, f);
  mesh->polygon = brn__new(ctx, 6, int);
  memcpy(mesh->polygon, polygon, sizeof polygon);
  return mesh;
}

// corners of the polygon whose fan begins at triangle `begin`; checks that it is a fan
static void check_fan(const BrnMesh* mesh, int begin, int count, const int* expected) {
  for (int t = 0; t < count; t++) {
    const int* corner = mesh->triangle + 3 * (begin + t);
    ENSURE_INT(corner[0], expected[0]);
    ENSURE_INT(corner[1], expected[t + 1]);
    ENSURE_INT(corner[2], expected[t + 2]);
  }
}

static void flipped_polygons_are_still_fans(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_polygons(ctx);
  brn_mesh_flip(mesh);
  check_fan(mesh, 0, 3, (int[]){0, 4, 3, 2, 1});
  check_fan(mesh, 3, 1, (int[]){4, 5, 3});
  check_fan(mesh, 4, 2, (int[]){5, 1, 2, 3});
  brn_mesh_flip(mesh);
  check_fan(mesh, 0, 3, (int[]){0, 1, 2, 3, 4});
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a fan turned round has its triangles in reverse: what belongs to them goes with them
static void labels_and_arrays_follow_their_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = with_polygons(ctx);
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  for (int t = 0; t < 6; t++) mesh->triangle_label[t] = 10 + t;
  add_array(ctx, mesh, "stress", BRN_ON_TRIANGLE, 2);
  add_array(ctx, mesh, "speed", BRN_ON_VERTEX, 1);
  brn_mesh_flip(mesh);
  static const int label[6] = {12, 11, 10, 13, 15, 14};
  assert_memory_equal(mesh->triangle_label, label, sizeof label);
  for (int t = 0; t < 6; t++) {
    ENSURE(mesh->array[0].value[2 * t] == 100 + 2 * (label[t] - 10));
    ENSURE(mesh->array[0].value[2 * t + 1] == 101 + 2 * (label[t] - 10));
    ENSURE(mesh->array[1].value[t] == 100 + t);
  }
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ memory

static BrnStatus drop(BrnContext* ctx, BrnMesh* mesh) {
  int dropped = -1;
  BrnStatus status = brn_mesh_drop_orphans(ctx, mesh, &dropped);
  ENSURE(dropped >= 0);
  return status;
}

static BrnStatus weld(BrnContext* ctx, BrnMesh* mesh) {
  int welded = -1, first = mesh->vertex_count;
  BrnStatus status = brn_mesh_weld(ctx, mesh, &welded);
  ENSURE(welded >= 0 && (status == BRN_OK || (welded == 0 && mesh->vertex_count == first)));
  return status;
}

static BrnMesh* large(BrnContext* ctx) { return mesh_torus(ctx, 250, 250); }

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(with_orphans, drop);
  mesh_trial_no_memory(large, weld);
}

TEST_MAIN(cmocka_unit_test(orphans_are_dropped_and_the_rest_keeps_its_order),
          cmocka_unit_test(mesh_of_orphans_becomes_empty),
          cmocka_unit_test(vertices_in_one_place_become_the_first),
          cmocka_unit_test(nearly_the_same_place_is_not_welded),
          cmocka_unit_test(welding_keeps_what_no_cell_uses),
          cmocka_unit_test(loose_triangles_become_a_surface),
          cmocka_unit_test(flipping_turns_everything_inside_out),
          cmocka_unit_test(flipped_polygons_are_still_fans),
          cmocka_unit_test(labels_and_arrays_follow_their_triangles),
          cmocka_unit_test(every_failed_allocation_is_clean))
