// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static BrnTetReport report_of(BrnContext* ctx, BrnMesh* mesh, int label) {
  BrnTetReport report;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, label, &report));
  brn_mesh_destroy(ctx, mesh);
  return report;
}

static void regular_tet_is_regular(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[4][3] = {{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
  static const int t[1][4] = {{0, 1, 2, 3}};
  BrnTetReport r = report_of(ctx, MESH_TETS(ctx, p, t), BRN_ALL_LABELS);
  ENSURE(r.tet_count == 1 && r.component_count == 1 && r.inverted_count == 0);
  ENSURE(r.first_inverted == -1 && r.first_degenerate == -1 && r.first_duplicate == -1);
  double dihedral = acos(1.0 / 3) * 180 / acos(-1); // 70.53 degrees
  ENSURE_NEAR(r.min_dihedral, dihedral, 1e-12);
  ENSURE_NEAR(r.max_dihedral, dihedral, 1e-12);
  ENSURE_INT(r.dihedral_histogram[7], 6);
  ENSURE_NEAR(r.min_aspect, 1, 1e-14);
  ENSURE_NEAR(r.mean_aspect, 1, 1e-14);
  ENSURE_NEAR(r.max_aspect, 1, 1e-14);
  ENSURE_NEAR(r.volume, 8.0 / 3, 1e-14);
  ENSURE_NEAR(r.mean_edge, sqrt(8), 1e-14);
  test_context_done(ctx);
}

static void unit_tet_has_known_numbers(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTetReport r = report_of(ctx, mesh_unit_tet(ctx), BRN_ALL_LABELS);
  ENSURE(r.volume == 1.0 / 6 && r.min_volume == r.volume && r.max_volume == r.volume);
  // three right angles, three between the slope and a wall, of cosine 1/sqrt(3)
  ENSURE_NEAR(r.min_dihedral, acos(1 / sqrt(3)) * 180 / acos(-1), 1e-12);
  ENSURE(r.max_dihedral == 90);
  ENSURE_INT(r.dihedral_histogram[9], 3);
  ENSURE_INT(r.dihedral_histogram[5], 3);
  ENSURE(r.min_edge == 1 && r.max_edge == sqrt(2));
  ENSURE_NEAR(r.mean_edge, (3 + 3 * sqrt(2)) / 6, 1e-15);
  double inradius = 0.5 / (1.5 + sqrt(3) / 2);
  ENSURE_NEAR(r.max_aspect, sqrt(2) / (2 * sqrt(6) * inradius), 1e-14);
  test_context_done(ctx);
}

// a sliver: a square with one diagonal lifted by h has two dihedrals near 180, four near 0
static void sliver_angles_are_precise(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double h = 1e-7;
  const double p[4][3] = {{1, 0, 0}, {-1, 0, 0}, {0, -1, h}, {0, 1, h}};
  static const int t[1][4] = {{0, 1, 2, 3}};
  BrnTetReport r = report_of(ctx, MESH_TETS(ctx, p, t), BRN_ALL_LABELS);
  ENSURE(r.degenerate_count + r.inverted_count == 0);
  ENSURE(r.sliver_count == 1 && r.first_sliver == 0);
  ENSURE_INT(r.dihedral_histogram[0], 4);
  ENSURE_INT(r.dihedral_histogram[17], 2);
  double degrees = 180 / acos(-1);
  ENSURE_NEAR(180 - r.max_dihedral, 2 * atan(h) * degrees, 1e-12);
  // at the rim the faces slope by h one along x and one along y, towards each other
  ENSURE_NEAR(r.min_dihedral / (sqrt(2) * h * degrees), 1, 1e-6);
  ENSURE(r.max_aspect > 1e6);
  test_context_done(ctx);
}

static void kuhn_cube_is_whole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTetReport r = report_of(ctx, mesh_grid(ctx, 1, 0), BRN_ALL_LABELS);
  ENSURE(r.tet_count == 6 && r.component_count == 1);
  ENSURE(r.inverted_count + r.degenerate_count + r.duplicate_count + r.bad_face_count == 0);
  ENSURE(r.sliver_count == 0 && r.first_sliver == -1);
  ENSURE_NEAR(r.volume, 1, 1e-15);
  ENSURE(r.min_edge == 1 && r.max_edge == sqrt(3));
  ENSURE_NEAR(r.min_dihedral, 45, 1e-12);
  ENSURE_NEAR(r.max_dihedral, 90, 1e-12);
  int sum = 0;
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) sum += r.dihedral_histogram[i];
  ENSURE_INT(sum, 36);
  test_context_done(ctx);
}

static void faults_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[7][3] = {{0, 0, 0},  {1, 0, 0}, {0, 1, 0},    {0, 0, 1},
                                 {0, 0, -1}, {1, 1, 1}, {0.3, 0.3, 0}};
  static const int t[7][4] = {
      {0, 1, 2, 3}, // good
      {0, 1, 2, 6}, // flat
      {0, 1, 2, 4}, // inverted
      {3, 1, 2, 0}, // the first again, inverted
      {5, 5, 1, 2}, // a repeated corner
      {0, 1, 2, 5}, // good
      {3, 2, 0, 1}  // the first again, inverted
  };
  BrnTetReport r = report_of(ctx, MESH_TETS(ctx, p, t), BRN_ALL_LABELS);
  ENSURE_INT(r.tet_count, 7);
  ENSURE_INT(r.degenerate_count, 2);
  ENSURE_INT(r.first_degenerate, 1);
  ENSURE_INT(r.inverted_count, 3);
  ENSURE_INT(r.first_inverted, 2);
  ENSURE_INT(r.duplicate_count, 2);
  ENSURE_INT(r.first_duplicate, 3);
  ENSURE_INT(r.bad_face_count, 4); // 0 1 2 of six tets, and the other faces of the first one
  ENSURE_INT(r.component_count, 1);
  ENSURE(r.min_volume == -1.0 / 6 && r.max_volume == 1.0 / 6);
  ENSURE_NEAR(r.volume, -1.0 / 6, 1e-15);
  int sum = 0;
  for (int i = 0; i < BRN_DIHEDRAL_BINS; i++) sum += r.dihedral_histogram[i];
  ENSURE_INT(sum, 12); // only of the two good ones
  test_context_done(ctx);
}

static void labels_are_looked_at_alone(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 3, 0);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  for (int t = 0; t < mesh->tet_count; t++) mesh->tet_label[t] = t / 54; // three slabs
  for (int t = 54; t < 60; t++) mesh->tet_label[t] = 0;   // a cube of the middle one, at its corner
  for (int t = 108; t < 162; t++) mesh->tet_label[t] = 0; // and all of the last
  BrnTetReport r;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 0, &r));
  ENSURE(r.tet_count == 114 && r.component_count == 1);
  ENSURE_NEAR(r.volume, 19, 1e-13);
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 1, &r));
  ENSURE(r.tet_count == 48 && r.component_count == 1);
  for (int t = 54; t < 60; t++) mesh->tet_label[t] = 7;
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 0, &r));
  ENSURE(r.tet_count == 108 && r.component_count == 2);
  ENSURE_OK(ctx, brn_tet_report(ctx, mesh, 5, &r));
  ENSURE(r.tet_count == 0 && r.component_count == 0 && r.max_volume == 0 && r.first_inverted == -1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void only_inverted_tets_leave_shapes_at_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_unit_tet(ctx);
  mesh->tet[0] = 1, mesh->tet[1] = 0;
  BrnTetReport r = report_of(ctx, mesh, BRN_ALL_LABELS);
  ENSURE(r.inverted_count == 1 && r.volume == -1.0 / 6);
  ENSURE(r.min_dihedral == 0 && r.max_dihedral == 0 && r.min_aspect == 0 && r.mean_aspect == 0);
  ENSURE(r.max_edge == sqrt(2));
  test_context_done(ctx);
}

static void empty_mesh_gives_zeros(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTetReport r = report_of(ctx, mesh_octahedron(ctx), BRN_ALL_LABELS), zero = {0};
  zero.first_inverted = zero.first_degenerate = zero.first_duplicate = zero.first_sliver = -1;
  assert_memory_equal(&r, &zero, sizeof r);
  test_context_done(ctx);
}

// FNV-1a
static uint64_t hash_bytes(const void* data, size_t size) {
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++) h = (h ^ ((const unsigned char*)data)[i]) * 0x100000001b3u;
  return h;
}

static void bits_do_not_depend_on_workers(void** state) {
  (void)state;
  static const int workers[] = {1, 2, 3, 8};
  uint64_t hash[4];
  for (int k = 0; k < 4; k++) {
    BrnContext* ctx = test_context_with(workers[k]);
    BrnTetReport r;
    memset(&r, 0, sizeof r);
    BrnMesh* mesh = mesh_grid(ctx, 12, 0.3);
    ENSURE_OK(ctx, brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &r));
    ENSURE(r.tet_count == 6 * 12 * 12 * 12 && r.component_count == 1);
    ENSURE(r.inverted_count > 0 && r.first_inverted >= 0);
    brn_mesh_destroy(ctx, mesh);
    hash[k] = hash_bytes(&r, sizeof r);
    ENSURE(hash[k] == hash[0]);
    test_context_done(ctx);
  }
}

static BrnStatus make_report(BrnContext* ctx, BrnMesh* mesh) {
  BrnTetReport r;
  return brn_tet_report(ctx, mesh, BRN_ALL_LABELS, &r);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, make_report);
}

TEST_MAIN(cmocka_unit_test(regular_tet_is_regular), cmocka_unit_test(unit_tet_has_known_numbers),
          cmocka_unit_test(sliver_angles_are_precise), cmocka_unit_test(kuhn_cube_is_whole),
          cmocka_unit_test(faults_are_counted), cmocka_unit_test(labels_are_looked_at_alone),
          cmocka_unit_test(only_inverted_tets_leave_shapes_at_zero),
          cmocka_unit_test(empty_mesh_gives_zeros), cmocka_unit_test(bits_do_not_depend_on_workers),
          cmocka_unit_test(every_failed_allocation_is_clean))
