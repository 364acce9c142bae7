// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "mesh_test.h"

static void faces_of_the_unit_tet_face_out(void** state) {
  (void)state;
  for (int k = 0; k < 4; k++) {
    const int* f = brn_tet_face[k];
    double normal[3], inward[3];
    brn__triangle_normal(normal, unit_corner[f[0]], unit_corner[f[1]], unit_corner[f[2]]);
    brn__sub3(inward, unit_corner[k], unit_corner[f[0]]);
    ENSURE(f[0] != k && f[1] != k && f[2] != k);
    ENSURE(brn__dot3(normal, inward) == -1); // -6 x the volume
  }
}

static void two_tets_are_neighbours(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_two_tets(ctx);
  int neighbour[8];
  const int expected[8] = {-1, -1, -1, 1, -1, -1, -1, 0};
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  assert_memory_equal(neighbour, expected, sizeof expected);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// three tets on one triangle, and one more on a good face of the first
static void face_of_three_tets_has_no_neighbour(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[7][3] = {{0, 0, 0},  {1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                 {0, 0, -1}, {1, 1, 1}, {1, 1, 2}};
  static const int t[4][4] = {{0, 1, 2, 3}, {0, 2, 1, 4}, {0, 1, 2, 5}, {1, 2, 3, 6}};
  BrnMesh* mesh = MESH_TETS(ctx, p, t);
  int neighbour[16];
  const int expected[16] = {3, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0};
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  assert_memory_equal(neighbour, expected, sizeof expected);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// two faces of tet 1 have the corners 0 1 2, which must not hide tet 2 from tet 0
static void tet_with_a_repeated_corner_is_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[5][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
  static const int t[3][4] = {{0, 1, 2, 3}, {0, 0, 1, 2}, {0, 2, 1, 4}};
  BrnMesh* mesh = MESH_TETS(ctx, p, t);
  int neighbour[12];
  const int expected[12] = {-1, -1, -1, 2, -1, -1, -1, -1, -1, -1, -1, 0};
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  assert_memory_equal(neighbour, expected, sizeof expected);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static bool has_corner(const int* tet, int v) {
  return tet[0] == v || tet[1] == v || tet[2] == v || tet[3] == v;
}

// the other tet that has the three corners of a face
static int twin(const BrnMesh* mesh, int tet, int face) {
  const int* f = brn_tet_face[face];
  for (int t = 0; t < mesh->tet_count; t++) {
    bool shared = t != tet;
    for (int i = 0; i < 3; i++) {
      shared = shared && has_corner(mesh->tet + 4 * t, mesh->tet[4 * tet + f[i]]);
    }
    if (shared) return t;
  }
  return -1;
}

static void grid_agrees_with_a_naive_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_grid(ctx, 4, 0);
  int* neighbour = malloc(sizeof(int) * 4 * (size_t)mesh->tet_count);
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, neighbour));
  int inner = 0;
  for (int i = 0; i < 4 * mesh->tet_count; i++) {
    ENSURE_INT(neighbour[i], twin(mesh, i / 4, i % 4));
    inner += neighbour[i] >= 0;
  }
  ENSURE_INT(inner, 4 * 6 * 64 - 2 * 6 * 16); // all but two triangles on each square of the box
  free(neighbour);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void empty_and_huge_meshes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL);
  ENSURE_OK(ctx, brn_tet_neighbours(ctx, mesh, NULL));
  brn_mesh_destroy(ctx, mesh);
  BrnMesh huge = {.tet_count = 1 << 29}; // refused before anything of it is read
  int none;
  ENSURE_STATUS(ctx, brn_tet_neighbours(ctx, &huge, &none), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "too large");
  test_context_done(ctx);
}

static BrnStatus find_neighbours(BrnContext* ctx, BrnMesh* mesh) {
  int* neighbour = malloc(sizeof(int) * 4 * (size_t)mesh->tet_count);
  BrnStatus status = brn_tet_neighbours(ctx, mesh, neighbour);
  free(neighbour);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(mesh_large_grid, find_neighbours);
}

TEST_MAIN(cmocka_unit_test(faces_of_the_unit_tet_face_out),
          cmocka_unit_test(two_tets_are_neighbours),
          cmocka_unit_test(face_of_three_tets_has_no_neighbour),
          cmocka_unit_test(tet_with_a_repeated_corner_is_left_out),
          cmocka_unit_test(grid_agrees_with_a_naive_twin), cmocka_unit_test(empty_and_huge_meshes),
          cmocka_unit_test(every_failed_allocation_is_clean))
