// SPDX-License-Identifier: Apache-2.0

#include "inner_test.h"

// ------------------------------------------------------------------------------------- a fusiform

static int by_x(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

// 20 cm, 21 rings of 12, the middle ring as root and 2.5 cm between inner points at most
static void fusiform_has_eleven_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  ENSURE_INT(mesh->vertex_count, 254);
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  inner_check(mesh, inner);
  ENSURE_INT(inner->count, 11);
  ENSURE_INT(inner_count_roots(inner), 1);
  ENSURE_INT(inner_count_children(inner, 0), 2);
  ENSURE_INT(inner_count_leaves(inner), 2);
  ENSURE_NEAR(inner->position[0], 0.1, 1e-15);
  double x[11];
  for (int i = 0; i < 11; i++) {
    x[i] = inner->position[3 * i];
    ENSURE(hypot(inner->position[3 * i + 1], inner->position[3 * i + 2]) < 1e-15);
  }
  qsort(x, 11, sizeof *x, by_x);
  for (int i = 0; i < 11; i++) ENSURE_NEAR(x[i], 0.02 * i, 1e-14);
  ENSURE_NEAR(brn_inner_length(inner), 0.2, 1e-14);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ten links of the branch, and one for every vertex but the tips, which are on their points
static void fusiform_has_ten_and_252_links(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int root[12], branch = 0, links = 0;
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  for (int i = 0; i < inner->count; i++) branch += inner->parent[i] >= 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    const double* b = inner->position + 3 * inner->of_vertex[v];
    double across = brn__distance3(mesh->position + 3 * v, b);
    links += across > 1e-6 * 0.2;
    // 1 cm to a point at most; a ring half-way between two goes to the one towards the root
    double x = mesh->position[3 * v], away = fabs(b[0] - x);
    ENSURE(away < 0.0101);
    if (away > 0.0099) ENSURE(fabs(b[0] - 0.1) < fabs(x - 0.1));
  }
  ENSURE_INT(branch, 10);
  ENSURE_INT(links, 252);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// an eighth of 20 cm is the spacing when none is given
static void spacing_is_an_eighth_of_the_length(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* standard = inner_grow(ctx, mesh, root, 12, 0);
  ENSURE_INT(standard->count, 11);
  BrnInner* wide = inner_grow(ctx, mesh, root, 12, 1);
  ENSURE_INT(wide->count, 3); // root and leaves stay in any case
  BrnInner* exact = inner_grow(ctx, mesh, root, 12, 0.03);
  ENSURE_INT(exact->count, 9); // 0.10, 0.13, 0.16, 0.19, 0.20: three rings are not too far
  BrnInner* dense = inner_grow(ctx, mesh, root, 12, 1e-4);
  ENSURE_INT(dense->count, 23); // the mesh has no more
  brn_inner_destroy(ctx, standard);
  brn_inner_destroy(ctx, wide);
  brn_inner_destroy(ctx, exact);
  brn_inner_destroy(ctx, dense);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- a branching

// shaft of 12 cells, then two heads that part; cells of 1 cm
static bool is_in_fork(int i, int j, int k) {
  int middle = INNER_CELLS / 2, out = i < 12 ? 0 : (i - 11) / 2, width = 2;
  if (i >= 26 || k < middle - width || k >= middle + width) return false;
  int up = j - (middle + out), down = j - (middle - out);
  return (up >= -width && up < width) || (down >= -width && down < width);
}

static void fork_has_three_leaves(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_cells(ctx, is_in_fork, 0.01);
  int root[64], count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (fabs(mesh->position[3 * v] - 0.06) < 1e-9) root[count++] = v;
  }
  ENSURE_INT(count, 16);
  BrnInner* inner = inner_grow(ctx, mesh, root, count, 0.02);
  inner_check(mesh, inner);
  ENSURE_INT(inner_count_roots(inner), 1);
  ENSURE_INT(inner_count_leaves(inner), 3);
  int forks = 0;
  for (int i = 1; i < inner->count; i++) {
    if (inner_count_children(inner, i) < 2) continue;
    forks++;
    ENSURE_INT(inner_count_children(inner, i), 2);
    // fronts part where the surface does, somewhat after the shaft
    ENSURE(inner->position[3 * i] > 0.12 && inner->position[3 * i] < 0.20);
    ENSURE_NEAR(inner->position[3 * i + 1], 0.16, 0.005);
  }
  ENSURE_INT(forks, 1);
  ENSURE_INT(inner_count_children(inner, 0), 2);
  brn_inner_destroy(ctx, inner);
  inner = inner_grow(ctx, mesh, root, count, 1);
  ENSURE_INT(inner->count, 5); // the root, the fork and the leaves
  ENSURE_INT(inner_count_leaves(inner), 3);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------- other surfaces

static void orphans_and_other_shells_have_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* one = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int n = one->vertex_count, t = one->triangle_count;
  BrnMesh* mesh; // twice the same, 10 cm apart, and a vertex that no triangle uses
  ENSURE_OK(ctx, brn_mesh_create(ctx, 2 * n + 1, 2 * t, 0, &mesh));
  for (int i = 0; i < 3 * n; i++) {
    mesh->position[i] = one->position[i];
    mesh->position[3 * n + i] = one->position[i] + (i % 3 == 1 ? 0.1 : 0);
  }
  inner_set(mesh, 2 * n, 0.201, 0.1, 0);
  for (int i = 0; i < 3 * t; i++) {
    mesh->triangle[i] = one->triangle[i];
    mesh->triangle[3 * t + i] = one->triangle[i] + n;
  }
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  inner_check(mesh, inner);
  ENSURE_INT(inner->count, 22);
  ENSURE_INT(inner_count_roots(inner), 2);
  for (int v = 0; v < 2 * n; v++) { // nobody is linked to the other one
    double y = inner->position[3 * inner->of_vertex[v] + 1];
    ENSURE_NEAR(y, v < n ? 0 : 0.1, 1e-12);
  }
  const double* b = inner->position + 3 * inner->of_vertex[2 * n];
  ENSURE_NEAR(b[0], 0.2, 1e-12);
  ENSURE_NEAR(b[1], 0.1, 1e-12);
  ENSURE_NEAR(brn_inner_length(inner), 0.2, 1e-14);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, one);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// every triangle with its own three vertices, as some files have it
static void soup_is_like_the_welded_surface(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  BrnMesh* soup;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3 * mesh->triangle_count, mesh->triangle_count, 0, &soup));
  for (int i = 0; i < 3 * mesh->triangle_count; i++) {
    soup->triangle[i] = i;
    brn__copy3(soup->position + 3 * i, mesh->position + 3 * mesh->triangle[i]);
  }
  int root[12], count = 0, soup_root[200];
  inner_ring(root, 10, 12);
  for (int i = 0; i < soup->vertex_count; i++) {
    if (fabs(soup->position[3 * i] - 0.1) < 1e-9) soup_root[count++] = i;
  }
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  BrnInner* same = inner_grow(ctx, soup, soup_root, count, 0.025);
  inner_check(soup, same);
  ENSURE_INT(same->count, 11);
  for (int i = 0; i < soup->vertex_count; i++) {
    const double* a = inner->position + 3 * inner->of_vertex[mesh->triangle[i]];
    const double* b = same->position + 3 * same->of_vertex[i];
    ENSURE(brn__distance3(a, b) < 1e-15);
  }
  brn_inner_destroy(ctx, inner);
  brn_inner_destroy(ctx, same);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, soup);
  test_context_done(ctx);
}

static void single_triangle_has_a_structure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 3, 1, 0, &mesh));
  inner_set(mesh, 1, 1, 0, 0);
  inner_set(mesh, 2, 0, 1, 0);
  inner_put(mesh->triangle, 0, 1, 2);
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  inner_check(mesh, inner);
  brn_inner_destroy(ctx, inner);
  int all[3] = {0, 1, 2}; // all of it is root
  inner = inner_grow(ctx, mesh, all, 3, 0);
  inner_check(mesh, inner);
  ENSURE_INT(inner->count, 1);
  ENSURE_NEAR(inner->position[0], 1.0 / 3, 1e-15);
  ENSURE(brn_inner_length(inner) == 0);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// triangles without area, a third triangle at an edge, a hole: nothing that stops a front
static void rough_surfaces_have_a_structure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  int* corner = mesh->triangle;
  inner_put(corner, corner[0], corner[0], corner[1]); // a hole, and a repeated corner
  inner_put(corner + 60, 30, 40, 35);                 // across the inside
  brn__copy3(mesh->position + 3 * 100, mesh->position + 3 * 101);
  for (int a = 0; a < 12; a++) { // a ring that is one point
    inner_set(mesh, 36 + a, 0.03, 0, 0);
  }
  int root[12];
  inner_ring(root, 10, 12);
  BrnInner* inner = inner_grow(ctx, mesh, root, 12, 0.025);
  inner_check(mesh, inner);
  brn_inner_destroy(ctx, inner);
  inner = inner_grow(ctx, mesh, NULL, 0, 0.025);
  inner_check(mesh, inner);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static bool is_in_ring(int i, int j, int k) {
  double x = i - 15.5, y = j - 15.5;
  return k >= 14 && k < 18 && hypot(x, y) > 8 && hypot(x, y) < 13;
}

static void hole_does_not_stop_the_fronts(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_cells(ctx, is_in_ring, 0.01);
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  inner_check(mesh, inner);
  for (int v = 0; v < mesh->vertex_count; v++) { // no link leads across the hole
    const double* b = inner->position + 3 * inner->of_vertex[v];
    ENSURE(brn__distance3(mesh->position + 3 * v, b) < 0.12);
  }
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// ----------------------------------------------------------------------------------------- manners

static void wrong_input_is_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 5, 6, 0.2, 0.02);
  int root[] = {0, 32};
  BrnInnerDef def = brn_inner_def_default();
  BrnInner* inner;
  def.root = root;
  def.root_count = 2;
  ENSURE_STATUS(ctx, brn_inner_create(ctx, mesh, &def, &inner), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "root 1 is vertex 32; the surface has 32 vertices");
  ENSURE(!inner);
  def.root_count = 1;
  def.spacing = NAN;
  ENSURE_STATUS(ctx, brn_inner_create(ctx, mesh, &def, &inner), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "spacing");
  def.spacing = 0;
  mesh->position[5] = INFINITY;
  ENSURE_STATUS(ctx, brn_inner_create(ctx, mesh, &def, &inner), BRN_INVALID);
  mesh->position[5] = 0;
  mesh->triangle_count = 0;
  ENSURE_STATUS(ctx, brn_inner_create(ctx, mesh, &def, &inner), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "no triangle");
  mesh->triangle_count = 60;
  brn_inner_destroy(ctx, NULL);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* maker = test_context();
  BrnMesh* mesh = inner_fusiform(maker, 5, 6, 0.2, 0.02);
  BrnInnerDef def = brn_inner_def_default();
  BrnInner* inner = NULL;
  int k = 0;
  for (; !inner; k++) {
    BrnContext* ctx = test_context();
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_inner_create(ctx, mesh, &def, &inner);
    brn_fail_allocation(ctx, -1);
    ENSURE_INT(status, inner ? BRN_OK : BRN_NO_MEMORY);
    brn_inner_destroy(ctx, inner);
    test_context_done(ctx);
  }
  ENSURE(k > 15);
  brn_mesh_destroy(maker, mesh);
  test_context_done(maker);
}

// turned by an angle and shifted
static void turn(const double* from, double* to, bool shift) {
  static const double m[9] = {0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6};
  brn__mul3(to, m, from);
  if (shift) to[0] += 0.3, to[1] -= 0.1, to[2] += 0.05;
}

static void compare_turned(BrnContext* ctx, const BrnMesh* mesh, double size) {
  BrnMesh* turned;
  ENSURE_OK(ctx, brn_mesh_copy(ctx, mesh, &turned));
  for (int v = 0; v < mesh->vertex_count; v++) {
    turn(mesh->position + 3 * v, turned->position + 3 * v, true);
  }
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  BrnInner* other = inner_grow(ctx, turned, NULL, 0, 0);
  ENSURE_INT(other->count, inner->count);
  for (int i = 0; i < inner->count; i++) {
    double x[3];
    turn(inner->position + 3 * i, x, true);
    ENSURE(brn__distance3(x, other->position + 3 * i) < 1e-12 * size);
    ENSURE_INT(other->parent[i], inner->parent[i]);
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    ENSURE_INT(other->of_vertex[v], inner->of_vertex[v]);
  }
  for (int i = 0; i < mesh->vertex_count + inner->count; i++) {
    double f[3];
    turn(inner->fibre + 3 * i, f, false);
    ENSURE(brn__distance3(f, other->fibre + 3 * i) < 1e-12);
  }
  brn_inner_destroy(ctx, inner);
  brn_inner_destroy(ctx, other);
  brn_mesh_destroy(ctx, turned);
}

// shapes full of ties: rings half-way between points, two equal sides, two equal heads
static void turned_surface_has_the_turned_structure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* fusiform = inner_fusiform(ctx, 21, 12, 0.2, 0.02);
  compare_turned(ctx, fusiform, 0.2);
  BrnMesh* fork = inner_cells(ctx, is_in_fork, 0.01);
  compare_turned(ctx, fork, 0.3);
  BrnMesh* ring = inner_cells(ctx, is_in_ring, 0.01);
  compare_turned(ctx, ring, 0.3);
  brn_mesh_destroy(ctx, fusiform);
  brn_mesh_destroy(ctx, fork);
  brn_mesh_destroy(ctx, ring);
  test_context_done(ctx);
}

// as dense as the scan that Romeo et al. show: 26176 triangles
static void dense_surface_has_few_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = inner_fusiform(ctx, 205, 64, 0.2, 0.02);
  TestRandom random = {7};
  for (int v = 0; v < mesh->vertex_count - 2; v++) { // uneven
    mesh->position[3 * v] += test_random(&random, -4e-4, 4e-4);
  }
  BrnInner* inner = inner_grow(ctx, mesh, NULL, 0, 0);
  inner_check(mesh, inner);
  ENSURE(inner->count >= 9 && inner->count <= 11);
  ENSURE_INT(inner_count_leaves(inner), 2);
  ENSURE_NEAR(brn_inner_length(inner), 0.2, 0.002);
  brn_inner_destroy(ctx, inner);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(fusiform_has_eleven_points),
          cmocka_unit_test(fusiform_has_ten_and_252_links),
          cmocka_unit_test(spacing_is_an_eighth_of_the_length),
          cmocka_unit_test(fork_has_three_leaves),
          cmocka_unit_test(orphans_and_other_shells_have_points),
          cmocka_unit_test(soup_is_like_the_welded_surface),
          cmocka_unit_test(single_triangle_has_a_structure),
          cmocka_unit_test(rough_surfaces_have_a_structure),
          cmocka_unit_test(hole_does_not_stop_the_fronts), cmocka_unit_test(wrong_input_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(turned_surface_has_the_turned_structure),
          cmocka_unit_test(dense_surface_has_few_points))
