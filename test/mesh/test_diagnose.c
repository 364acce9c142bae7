// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

static const BrnFinding* find(const BrnDiagnosis* d, const char* kind) {
  for (int i = 0; i < d->finding_count; i++) {
    if (strcmp(d->finding[i].kind, kind) == 0) return &d->finding[i];
  }
  return NULL;
}

// errors first, counts right, every finding with a sentence and a cure that were not cut off
static void check_sound(const BrnDiagnosis* d) {
  int count[3] = {0};
  for (int i = 0; i < d->finding_count; i++) {
    const BrnFinding* f = &d->finding[i];
    count[f->severity]++;
    ENSURE(i == 0 || d->finding[i - 1].severity >= f->severity);
    ENSURE(f->count > 0 && f->first >= -1);
    ENSURE(strlen(f->message) > 10 && strlen(f->message) < sizeof f->message - 1);
    ENSURE(strlen(f->cure) > 10 && strlen(f->cure) < sizeof f->cure - 1);
  }
  ENSURE_INT(d->error_count, count[BRN_ERROR]);
  ENSURE_INT(d->warning_count, count[BRN_WARNING]);
}

// The findings must be exactly these, separated by blanks, in this order. Frees the mesh.
static void check_kinds(BrnContext* ctx, BrnMesh* mesh, const char* kinds) {
  BrnDiagnosis* d;
  char found[400] = "";
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  check_sound(d);
  for (int i = 0; i < d->finding_count; i++) {
    if (i > 0) strcat(found, " ");
    strcat(found, d->finding[i].kind);
  }
  assert_string_equal(found, kinds);
  brn_diagnosis_destroy(ctx, d);
  brn_mesh_destroy(ctx, mesh);
}

// One finding, in full. Frees the mesh.
static void check_finding(BrnContext* ctx, BrnMesh* mesh, const char* kind, BrnSeverity severity,
                          int count, int first, const char* message) {
  BrnDiagnosis* d;
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  check_sound(d);
  const BrnFinding* f = find(d, kind);
  ENSURE(f);
  assert_string_equal(f->message, message);
  ENSURE_INT(f->severity, severity);
  ENSURE_INT(f->count, count);
  ENSURE_INT(f->first, first);
  brn_diagnosis_destroy(ctx, d);
  brn_mesh_destroy(ctx, mesh);
}

static void clean_meshes_have_no_findings(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  check_kinds(ctx, mesh_octahedron(ctx), "");
  check_kinds(ctx, bvh_bumpy_torus(ctx, 30, 20), "");
  check_kinds(ctx, mesh_unit_tet(ctx), "");
  check_kinds(ctx, mesh_grid(ctx, 3, 0.1), "");
  test_context_done(ctx);
}

static void reports_come_with_the_findings(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  BrnDiagnosis* d;
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  ENSURE_INT(d->surface.triangle_count, 8);
  ENSURE_NEAR(d->surface.volume, 4.0 / 3, 1e-15);
  ENSURE_INT(d->surface.self_intersection_count, 0);
  brn_diagnosis_destroy(ctx, d);
  brn_diagnosis_destroy(ctx, NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- vertices

static BrnMesh* points_only(BrnContext* ctx) {
  return mesh_make(ctx, 4, &unit_corner[0][0], 0, NULL, 0, NULL);
}

static void mesh_without_cells_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  check_kinds(ctx, points_only(ctx), "no_cells orphan_vertices");
  check_finding(ctx, points_only(ctx), "no_cells", BRN_WARNING, 1, -1,
                "there are 4 points, but neither triangles nor tets");
  check_kinds(ctx, mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL), "no_cells");
  test_context_done(ctx);
}

// an octahedron after some loose points
static BrnMesh* with_loose_points(BrnContext* ctx, int count) {
  BrnMesh *mesh, *solid = mesh_octahedron(ctx);
  ENSURE_OK(ctx, brn_mesh_create(ctx, 6 + count, 8, 0, &mesh));
  for (int i = 0; i < count; i++) mesh->position[3 * i] = 10 + i;
  memcpy(mesh->position + 3 * count, solid->position, sizeof(double) * 18);
  for (int i = 0; i < 24; i++) mesh->triangle[i] = solid->triangle[i] + count;
  brn_mesh_destroy(ctx, solid);
  return mesh;
}

static void loose_points_are_listed(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  check_kinds(ctx, with_loose_points(ctx, 1), "orphan_vertices");
  check_finding(ctx, with_loose_points(ctx, 1), "orphan_vertices", BRN_WARNING, 1, 0,
                "1 point belongs to no cell: 0");
  check_finding(ctx, with_loose_points(ctx, 6), "orphan_vertices", BRN_WARNING, 6, 0,
                "6 points belong to no cell: 0, 1, 2, 3, 4, 5");
  check_finding(ctx, with_loose_points(ctx, 9), "orphan_vertices", BRN_WARNING, 9, 0,
                "9 points belong to no cell: 0, 1, 2, 3, 4, 5, ...");
  test_context_done(ctx);
}

static void points_in_one_place_are_a_note(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                {0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  static const int tet[][4] = {{0, 1, 2, 3}, {4, 6, 5, 7}};
  BrnMesh* mesh = MESH_TETS(ctx, p, tet);
  check_finding(ctx, mesh, "duplicate_vertices", BRN_NOTE, 1, -1,
                "1 point lies exactly on another one");
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- surfaces

static BrnMesh* with_triangles(BrnContext* ctx, int count, const int (*extra)[3]) {
  BrnMesh *mesh, *solid = mesh_octahedron(ctx);
  ENSURE_OK(ctx, brn_mesh_create(ctx, 6, 8 + count, 0, &mesh));
  memcpy(mesh->position, solid->position, sizeof(double) * 18);
  memcpy(mesh->triangle, solid->triangle, sizeof(int) * 24);
  if (count) memcpy(mesh->triangle + 24, extra, sizeof(int) * 3 * (size_t)count);
  brn_mesh_destroy(ctx, solid);
  return mesh;
}

static void open_surface_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  mesh->triangle_count = 7;
  check_finding(ctx, mesh, "open_edges", BRN_WARNING, 3, 3,
                "the surface is open: 3 edges on 1 hole, the first at triangle 3");
  mesh = mesh_octahedron(ctx);
  mesh->triangle_count = 7;
  check_kinds(ctx, mesh, "open_edges");
  test_context_done(ctx);
}

static void turned_triangle_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int k = 0; k < 2; k++) {
    BrnMesh* mesh = mesh_octahedron(ctx);
    int* corner = mesh->triangle + 15;
    int swap = corner[0];
    corner[0] = corner[1], corner[1] = swap;
    if (k == 0) check_kinds(ctx, mesh, "misoriented_edges");
    if (k == 1) {
      BrnSurfaceReport report;
      ENSURE_OK(ctx, brn_surface_report(ctx, mesh, false, &report));
      check_finding(ctx, mesh, "misoriented_edges", BRN_WARNING, 3,
                    report.first_misoriented_triangle,
                    "3 edges between triangles that face opposite ways");
    }
  }
  test_context_done(ctx);
}

static void surface_inside_out_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  brn_mesh_flip(mesh);
  check_finding(ctx, mesh, "inside_out", BRN_WARNING, 1, -1,
                "1 closed piece of the surface faces inwards");
  test_context_done(ctx);
}

static void inner_wall_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int wall[][3] = {{0, 2, 1}, {0, 1, 3}};
  check_kinds(ctx, with_triangles(ctx, 2, wall), "nonmanifold_edges");
  BrnDiagnosis* d;
  BrnMesh* mesh = with_triangles(ctx, 2, wall);
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  const BrnFinding* f = find(d, "nonmanifold_edges");
  ENSURE(f && f->count == 4 && f->first == d->surface.first_nonmanifold_triangle && f->first >= 0);
  brn_diagnosis_destroy(ctx, d);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// two tetrahedra that touch in one vertex
static void touching_pieces_are_notes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {0, 0, 1},
                                {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  static const int f[][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3},
                             {0, 4, 5}, {0, 6, 4}, {0, 5, 6}, {4, 6, 5}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, p, f);
  BrnDiagnosis* d;
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  const BrnFinding* vertices = find(d, "nonmanifold_vertices");
  const BrnFinding* pieces = find(d, "components");
  ENSURE(vertices && vertices->severity == BRN_NOTE && vertices->count == 1);
  ENSURE(pieces && pieces->severity == BRN_NOTE && pieces->count == 2);
  assert_string_equal(pieces->message, "the surface has 2 separate pieces");
  brn_diagnosis_destroy(ctx, d);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void bad_triangles_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int none[][3] = {{0, 0, 2}, {1, 1, 1}};
  check_finding(ctx, with_triangles(ctx, 2, none), "degenerate_triangles", BRN_WARNING, 2, 8,
                "2 triangles without area, the first is 8");
  static const int twice[][3] = {{4, 0, 2}};
  check_finding(ctx, with_triangles(ctx, 1, twice), "duplicate_triangles", BRN_WARNING, 1, 8,
                "1 triangle is there twice");
  test_context_done(ctx);
}

static void triangles_that_cut_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {1, 2, 1}};
  static const int f[][3] = {{0, 1, 2}, {3, 4, 5}};
  check_finding(ctx, MESH_TRIANGLES(ctx, p, f), "self_intersections", BRN_WARNING, 2, 0,
                "2 triangles cut another one, the first is 0");
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------------- tets

static void inverted_tets_are_errors(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  brn_mesh_flip(mesh);
  BrnDiagnosis* d;
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  ENSURE(find(d, "inverted_tets") && strstr(find(d, "inverted_tets")->cure, "--flip"));
  brn_diagnosis_destroy(ctx, d);
  check_kinds(ctx, mesh, "inverted_tets"); // and nothing about thin ones
  mesh = mesh_two_tets(ctx);
  int swap = mesh->tet[4];
  mesh->tet[4] = mesh->tet[5], mesh->tet[5] = swap;
  ENSURE_OK(ctx, brn_mesh_diagnose(ctx, mesh, &d));
  ENSURE(!strstr(find(d, "inverted_tets")->cure, "--flip")); // some only
  brn_diagnosis_destroy(ctx, d);
  check_finding(ctx, mesh, "inverted_tets", BRN_ERROR, 1, 1, "1 tet is inside out, the first is 1");
  test_context_done(ctx);
}

static void flat_tets_are_errors(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  static const int tet[][4] = {{0, 1, 2, 3}};
  check_kinds(ctx, MESH_TETS(ctx, p, tet), "flat_tets");
  check_finding(ctx, MESH_TETS(ctx, p, tet), "flat_tets", BRN_ERROR, 1, 0,
                "1 tet has no volume, the first is 0");
  test_context_done(ctx);
}

static void doubled_tets_are_errors(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int tet[][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}};
  check_finding(ctx, MESH_TETS(ctx, unit_corner, tet), "duplicate_tets", BRN_ERROR, 1, 1,
                "1 tet is there twice");
  static const int three[][4] = {{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}};
  check_finding(ctx, MESH_TETS(ctx, unit_corner, three), "bad_faces", BRN_WARNING, 4, -1,
                "4 faces of three or more tets: parts overlap");
  test_context_done(ctx);
}

static void thin_tets_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.9, 0.9, 0.01}};
  static const int tet[][4] = {{0, 1, 2, 3}};
  check_kinds(ctx, MESH_TETS(ctx, p, tet), "slivers");
  test_context_done(ctx);
}

// errors come first, whatever was looked at first
static void errors_come_before_warnings_before_notes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{9, 9, 9}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                {0, 0, 1}, {0, 0, 0}, {9, 9, 9}};
  static const int tet[][4] = {{1, 3, 2, 4}};
  check_kinds(ctx, MESH_TETS(ctx, p, tet), "inverted_tets orphan_vertices duplicate_vertices");
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ memory

// Fails each allocation in turn: either all of it comes out or nothing.
static void check_no_memory(BrnMesh* (*make)(BrnContext*), int expected) {
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnContext* ctx = test_context();
    BrnMesh* mesh = make(ctx);
    size_t before = brn_byte_count(ctx);
    BrnDiagnosis* d;
    brn_fail_allocation(ctx, k);
    status = brn_mesh_diagnose(ctx, mesh, &d);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == (d ? BRN_OK : BRN_NO_MEMORY));
    if (d) ENSURE_INT(d->finding_count, expected);
    brn_diagnosis_destroy(ctx, d);
    ENSURE(brn_byte_count(ctx) == before);
    brn_mesh_destroy(ctx, mesh);
    test_context_done(ctx);
  }
}

static BrnMesh* two_loose(BrnContext* ctx) { return with_loose_points(ctx, 2); }

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  check_no_memory(points_only, 2);
  check_no_memory(two_loose, 1);
  check_no_memory(mesh_octahedron, 0);
}

TEST_MAIN(cmocka_unit_test(clean_meshes_have_no_findings),
          cmocka_unit_test(reports_come_with_the_findings),
          cmocka_unit_test(mesh_without_cells_is_told), cmocka_unit_test(loose_points_are_listed),
          cmocka_unit_test(points_in_one_place_are_a_note), cmocka_unit_test(open_surface_is_told),
          cmocka_unit_test(turned_triangle_is_told), cmocka_unit_test(surface_inside_out_is_told),
          cmocka_unit_test(inner_wall_is_told), cmocka_unit_test(touching_pieces_are_notes),
          cmocka_unit_test(bad_triangles_are_told), cmocka_unit_test(triangles_that_cut_are_told),
          cmocka_unit_test(inverted_tets_are_errors), cmocka_unit_test(flat_tets_are_errors),
          cmocka_unit_test(doubled_tets_are_errors), cmocka_unit_test(thin_tets_are_told),
          cmocka_unit_test(errors_come_before_warnings_before_notes),
          cmocka_unit_test(every_failed_allocation_is_clean))
