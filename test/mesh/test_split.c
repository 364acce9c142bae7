// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh_test.h"

static bool cut_all(void* user, int a, int b) {
  (void)user;
  ENSURE(a < b);
  return true;
}

static bool cut_none(void* user, int a, int b) {
  (void)user, (void)a, (void)b;
  return false;
}

// user: pairs of labels that are cut, ended by a negative one
static bool cut_listed(void* user, int a, int b) {
  for (const int* pair = user; pair[0] >= 0; pair += 2) {
    if (pair[0] == a && pair[1] == b) return true;
  }
  return false;
}

static void middle_of(const BrnMesh* mesh, int tet, double* middle) {
  for (int a = 0; a < 3; a++) {
    middle[a] = 0;
    for (int k = 0; k < 4; k++) {
      middle[a] += mesh->position[3 * mesh->tet[4 * tet + k] + a] / 4;
    }
  }
}

/// n x n x n cubes, labelled by their place: label[4 x + 2 y + z] with x, y, z telling whether the
/// middle is beyond n / 2.
static BrnMesh* labelled_grid(BrnContext* ctx, int n, const int* label) {
  BrnMesh* mesh = mesh_grid(ctx, n, 0);
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  for (int t = 0; t < mesh->tet_count; t++) {
    double m[3];
    middle_of(mesh, t, m);
    int at = 4 * (2 * m[0] > n) + 2 * (2 * m[1] > n) + (2 * m[2] > n);
    mesh->tet_label[t] = label[at];
  }
  return mesh;
}

// what must hold for every result
static void check(BrnContext* ctx, const BrnMesh* mesh, const BrnMesh* split, const int* original) {
  ENSURE_OK(ctx, brn_mesh_validate(ctx, split));
  ENSURE_INT(split->tet_count, mesh->tet_count);
  for (int v = 0; v < split->vertex_count; v++) {
    if (v < mesh->vertex_count) ENSURE_INT(original[v], v);
    if (v > mesh->vertex_count) ENSURE(original[v] >= original[v - 1]);
    ENSURE(memcmp(split->position + 3 * v, mesh->position + 3 * original[v], 24) == 0);
  }
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    ENSURE_INT(original[split->tet[i]], mesh->tet[i]);
    ENSURE_INT(split->tet_label[i / 4], mesh->tet_label[i / 4]);
  }
  int *label, count;
  ENSURE_OK(ctx, brn_mesh_labels(ctx, mesh, BRN_ON_TET, &label, &count));
  for (int i = 0; i < count; i++) {
    BrnTetReport before, after;
    BrnSurface* surface;
    BrnSurfaceReport report;
    ENSURE_OK(ctx, brn_tet_report(ctx, mesh, label[i], &before));
    ENSURE_OK(ctx, brn_tet_report(ctx, split, label[i], &after));
    ENSURE(before.volume == after.volume);
    ENSURE_INT(after.component_count, before.component_count);
    ENSURE_OK(ctx, brn_mesh_label_boundary(ctx, split, label[i], &surface));
    ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, false, &report));
    ENSURE(report.closed && report.oriented);
    brn_surface_destroy(ctx, surface);
  }
  brn_free(ctx, label);
  int* list;
  ENSURE_OK(ctx, brn_mesh_orphans(ctx, split, &list, &count));
  ENSURE_INT(count, 0);
  brn_free(ctx, list);
}

static int interface_count(BrnContext* ctx, const BrnMesh* mesh, int a, int b) {
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_interface(ctx, mesh, a, b, &surface));
  int count = surface->mesh->triangle_count;
  brn_surface_destroy(ctx, surface);
  return count;
}

/// Splits, checks, and tells how many vertices were added.
static int added(BrnContext* ctx, const BrnMesh* mesh, const BrnSplitDef* def) {
  BrnMesh* split;
  int* original;
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, def, &split, &original));
  check(ctx, mesh, split, original);
  int count = split->vertex_count - mesh->vertex_count;
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  return count;
}

// the grid of 2 x 2 x 2 cubes has 9 vertices in each middle plane, 3 on each middle line
static void interfaces_are_doubled(void** state) {
  (void)state;
  static const struct {
    int label[8], cut[8], added;
  } row[] = {
      {{0, 0, 0, 0, 1, 1, 1, 1}, {0, 1, -1}, 9},              // two halves
      {{0, 0, 0, 0, 1, 1, 1, 1}, {1, 2, -1}, 0},              // other labels are cut
      {{0, 0, 1, 1, 2, 2, 2, 2}, {0, 1, 0, 2, 1, 2, -1}, 15}, // three that meet in a line
      {{0, 0, 1, 1, 2, 2, 2, 2}, {0, 2, 1, 2, -1}, 9},
      {{0, 0, 1, 1, 2, 2, 2, 2}, {0, 1, 0, 2, -1}, 9}, // 1 and 2 hang together around 0
      {{0, 0, 1, 1, 2, 2, 2, 2}, {0, 1, -1}, 3},       // the line stays: 2 joins both
      {{0, 0, 1, 1, 2, 2, 3, 3}, {0, 3, -1}, 0},       // they meet in a line, joined by others
      {{5, 0, 0, 0, 0, 0, 0, 0}, {0, 5, -1}, 7},       // a cube out of the corner
  };
  BrnContext* ctx = test_context();
  for (int i = 0; i < COUNT_OF(row); i++) {
    BrnMesh* mesh = labelled_grid(ctx, 2, row[i].label);
    BrnSplitDef def = {.is_cut = cut_listed, .user = (void*)row[i].cut};
    ENSURE_INT(added(ctx, mesh, &def), row[i].added);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// every cube apart: 8 x 8 corners, of which 27 were there
static void eight_labels_come_apart(void** state) {
  (void)state;
  static const int label[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  BrnContext* ctx = test_context();
  BrnMesh* mesh = labelled_grid(ctx, 2, label);
  BrnSplitDef all = {.is_cut = cut_all}, none = {.is_cut = cut_none};
  ENSURE_INT(added(ctx, mesh, &all), 64 - 27);
  ENSURE_INT(added(ctx, mesh, &none), 0);
  brn__free(ctx, mesh->tet_label);
  mesh->tet_label = NULL;
  BrnMesh* split;
  int* original;
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, &all, &split, &original));
  ENSURE_INT(split->vertex_count, 27); // without labels nothing is cut
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void first_tet_keeps_the_vertex(void** state) {
  (void)state;
  static const int expected[2][4] = {{0, 1, 2, 3}, {5, 7, 6, 4}};
  static const int original_of[8] = {0, 1, 2, 3, 4, 0, 1, 2};
  BrnContext* ctx = test_context();
  BrnMesh *mesh = mesh_two_tets(ctx), *split;
  BrnSplitDef def = {.is_cut = cut_all};
  int* original;
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original));
  ENSURE_INT(split->vertex_count, 8);
  ENSURE(memcmp(split->tet, expected, sizeof expected) == 0);
  ENSURE(memcmp(original, original_of, sizeof original_of) == 0);
  ENSURE_INT(interface_count(ctx, split, 5, 2), 0);
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// the rim y = 0 of the interface stays, as where a muscle is attached
static void joined_vertices_stay_single(void** state) {
  (void)state;
  static const int label[8] = {0, 0, 0, 0, 1, 1, 1, 1};
  int joined[5] = {9, 10, 11, 9, 2};
  BrnContext* ctx = test_context();
  BrnMesh *mesh = labelled_grid(ctx, 2, label), *split;
  BrnSplitDef def = {.is_cut = cut_all, .joined = joined, .joined_count = 5};
  int* original;
  ENSURE_INT(added(ctx, mesh, &def), 6);
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original));
  for (int v = 27; v < split->vertex_count; v++) ENSURE(original[v] >= 12 && original[v] <= 17);
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  joined[3] = 27;
  ENSURE_STATUS(ctx, brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "joined[3] is vertex 27, but there are 27 vertices");
  ENSURE(!split && !original);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// Two tets that meet in a vertex only: nothing is between them, so their labels decide.
static void tets_that_meet_in_a_vertex_part_by_their_labels(void** state) {
  (void)state;
  static const double p[7][3] = {{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {0, 0, 1},
                                 {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  static const int tet[2][4] = {{0, 1, 2, 3}, {0, 5, 4, 6}};
  BrnContext* ctx = test_context();
  BrnMesh* mesh = MESH_TETS(ctx, p, tet);
  BrnSplitDef def = {.is_cut = cut_all};
  ENSURE_OK(ctx, brn__mesh_need_tet_labels(ctx, mesh));
  ENSURE_INT(added(ctx, mesh, &def), 0);
  mesh->tet_label[1] = 1;
  ENSURE_INT(added(ctx, mesh, &def), 1);
  int joined = 0;
  def.joined = &joined, def.joined_count = 1;
  ENSURE_INT(added(ctx, mesh, &def), 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void arrays_and_triangles_go_along(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = mesh_two_tets(ctx), *split;
  BrnArray *warm, *heavy;
  int* original;
  BrnSplitDef def = {.is_cut = cut_all};
  // 0 2 1 faces out of the first tet, 0 1 2 out of the second, 3 0 1 is a face of the first alone
  static const int triangle[4][3] = {{0, 2, 1}, {0, 1, 2}, {3, 0, 1}, {3, 4, 1}};
  static const int moved[4][3] = {{0, 2, 1}, {5, 6, 7}, {3, 0, 1}, {3, 4, 1}};
  ENSURE_OK(ctx, brn__mesh_set_triangle_count(ctx, mesh, 4));
  memcpy(mesh->triangle, triangle, sizeof triangle);
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "warm", BRN_ON_VERTEX, 2, BRN_F32, NULL));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "heavy", BRN_ON_TET, 1, BRN_F64, &heavy));
  warm = &mesh->array[0];
  for (int i = 0; i < 10; i++) warm->value[i] = i;
  heavy->value[1] = 3;
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original));
  ENSURE(memcmp(split->triangle, moved, sizeof moved) == 0);
  const BrnArray* found = brn_mesh_find_array(split, "warm", BRN_ON_VERTEX);
  ENSURE(found && found->number == BRN_F32);
  for (int i = 0; i < 16; i++) ENSURE_NEAR(found->value[i], 2 * original[i / 2] + i % 2, 0);
  ENSURE_NEAR(brn_mesh_find_array(split, "heavy", BRN_ON_TET)->value[1], 3, 0);
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void tet_with_a_repeated_corner_does_no_harm(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *mesh = mesh_two_tets(ctx), *split;
  BrnSplitDef def = {.is_cut = cut_all};
  int* original;
  mesh->tet[7] = 0; // 0 2 1 0, labelled 2
  ENSURE_OK(ctx, brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original));
  ENSURE_INT(split->tet[4], split->tet[7]);
  for (int i = 0; i < 4; i++) ENSURE(split->tet[4 + i] >= 5);
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnMesh* make_large(BrnContext* ctx) {
  static const int label[8] = {0, 0, 1, 1, 2, 2, 2, 2};
  BrnMesh* mesh = labelled_grid(ctx, 16, label);
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "warm", BRN_ON_VERTEX, 1, BRN_F64, NULL));
  return mesh;
}

static BrnStatus split_large(BrnContext* ctx, BrnMesh* mesh) {
  BrnSplitDef def = {.is_cut = cut_all};
  BrnMesh* split;
  int* original;
  BRN_TRY(brn_mesh_split_interfaces(ctx, mesh, &def, &split, &original));
  ENSURE_INT(split->vertex_count - mesh->vertex_count, 17 * 17 + 9 * 17);
  brn_free(ctx, original);
  brn_mesh_destroy(ctx, split);
  return BRN_OK;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(make_large, split_large);
}

TEST_MAIN(cmocka_unit_test(interfaces_are_doubled), cmocka_unit_test(eight_labels_come_apart),
          cmocka_unit_test(first_tet_keeps_the_vertex),
          cmocka_unit_test(joined_vertices_stay_single),
          cmocka_unit_test(tets_that_meet_in_a_vertex_part_by_their_labels),
          cmocka_unit_test(arrays_and_triangles_go_along),
          cmocka_unit_test(tet_with_a_repeated_corner_does_no_harm),
          cmocka_unit_test(every_failed_allocation_is_clean))
