// SPDX-License-Identifier: Apache-2.0

#include "io/polygon.h"

#include "io_test.h"

// polygons on the given points of the plane z = 0
static BrnMesh* cut(BrnContext* ctx, const double* xy, int vertex_count, const int* corner,
                    int corner_count) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, vertex_count, 0, 0, &mesh));
  for (int v = 0; v < vertex_count; v++) {
    mesh->position[3 * v] = xy[2 * v];
    mesh->position[3 * v + 1] = xy[2 * v + 1];
  }
  BrnPolygons polygons = {0};
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, corner, corner_count, 0));
  ENSURE_OK(ctx, brn__polygons_to_mesh(ctx, &polygons, mesh));
  brn__polygons_free(ctx, &polygons);
  return mesh;
}

static void same_triangles(const BrnMesh* mesh, const int* expected, int count) {
  ENSURE_INT(mesh->triangle_count, count);
  assert_memory_equal(mesh->triangle, expected, sizeof(int) * 3 * (size_t)count);
}

static void polygons_become_fans_and_come_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 9, 0, 0, &mesh));
  const int a[] = {3, 1, 4}, b[] = {0, 5, 6, 7, 8}, c[] = {2, 1, 0};
  BrnPolygons polygons = {0};
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, a, 3, 0));
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, b, 5, -2));
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, c, 3, 7));
  ENSURE_OK(ctx, brn__polygons_to_mesh(ctx, &polygons, mesh));
  brn__polygons_free(ctx, &polygons);

  const int triangle[] = {3, 1, 4, 0, 5, 6, 0, 6, 7, 0, 7, 8, 2, 1, 0};
  const int polygon[] = {0, 1, 1, 1, 2}, label[] = {0, -2, -2, -2, 7};
  same_triangles(mesh, triangle, 5);
  assert_memory_equal(mesh->polygon, polygon, sizeof polygon);
  assert_memory_equal(mesh->triangle_label, label, sizeof label);

  ENSURE_INT(brn__polygon_count(mesh), 3);
  BrnPolygon p = brn__polygon_first(mesh);
  ENSURE(p.first_triangle == 0 && p.corner_count == 3);
  p = brn__polygon_next(mesh, p);
  ENSURE(p.first_triangle == 1 && p.corner_count == 5);
  for (int i = 0; i < 5; i++) ENSURE_INT(brn__polygon_corner(mesh, p, i), b[i]);
  p = brn__polygon_next(mesh, p);
  ENSURE(p.first_triangle == 4 && p.corner_count == 3);
  ENSURE_INT(brn__polygon_next(mesh, p).corner_count, 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a pentagon, a quad, a triangle: for formats of triangles and quads the pentagon is three
// triangles, the last two of which are no quad
static void larger_polygons_come_as_triangles(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 5, 0, 0, &mesh));
  for (int v = 0; v < 5; v++) {
    mesh->position[3 * v] = cos(1.2 * v);
    mesh->position[3 * v + 1] = sin(1.2 * v);
  }
  BrnPolygons polygons = {0};
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, (int[]){0, 1, 2, 3, 4}, 5, 0));
  ENSURE_INT(polygons.triangle_count, 3);
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, (int[]){0, 1, 2, 3}, 4, 0));
  ENSURE_OK(ctx, brn__polygons_add(ctx, &polygons, (int[]){0, 1, 2}, 3, 0));
  ENSURE_OK(ctx, brn__polygons_to_mesh(ctx, &polygons, mesh));
  brn__polygons_free(ctx, &polygons);
  const int first[] = {0, 1, 2, 3, 5}, corners[] = {3, 3, 3, 4, 3};
  BrnPolygon p = brn__polygon_first_up_to_quads(mesh);
  for (int i = 0; i < 5; i++, p = brn__polygon_next(mesh, p)) {
    ENSURE(p.first_triangle == first[i] && p.corner_count == corners[i]);
    ENSURE_INT(brn__polygon_corner(mesh, p, 2), mesh->triangle[3 * first[i] + 2]);
  }
  ENSURE_INT(p.corner_count, 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void triangles_alone_need_no_polygons_and_no_labels(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double xy[] = {0, 0, 1, 0, 0, 1};
  BrnMesh* mesh = cut(ctx, xy, 3, (int[]){0, 1, 2}, 3);
  ENSURE(mesh->polygon == NULL && mesh->triangle_label == NULL);
  ENSURE_INT(brn__polygon_count(mesh), 1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void no_polygons_at_all(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 1, 0, 0, &mesh));
  BrnPolygons polygons = {0};
  ENSURE_OK(ctx, brn__polygons_to_mesh(ctx, &polygons, mesh));
  ENSURE(mesh->triangle_count == 0 && mesh->triangle == NULL);
  ENSURE_INT(brn__polygon_first(mesh).corner_count, 0);
  ENSURE_INT(brn__polygon_count(mesh), 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static double area(const BrnMesh* mesh, int t) {
  const int* v = mesh->triangle + 3 * t;
  const double *a = mesh->position + 3 * v[0], *b = mesh->position + 3 * v[1],
               *c = mesh->position + 3 * v[2];
  return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

// an arrow head: the corner at (1, 1) points inwards; whatever the start, both triangles face up
static void concave_quad_is_cut_inside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double xy[] = {0, 0, 4, 0, 1, 1, 0, 4};
  for (int start = 0; start < 4; start++) {
    int corner[4];
    for (int i = 0; i < 4; i++) corner[i] = (start + i) % 4;
    BrnMesh* mesh = cut(ctx, xy, 4, corner, 4);
    ENSURE_NEAR(area(mesh, 0), 2, 1e-15);
    ENSURE_NEAR(area(mesh, 1), 2, 1e-15);
    BrnPolygon p = brn__polygon_first(mesh);
    ENSURE_INT(p.corner_count, 4);
    for (int i = 0; i < 4; i++) { // the cyclic order stays
      int next = brn__polygon_corner(mesh, p, (i + 1) % 4);
      ENSURE_INT(next, (brn__polygon_corner(mesh, p, i) + 1) % 4);
    }
    bool turns = start % 2 == 1;
    ENSURE_INT(brn__polygon_corner(mesh, p, 0), turns ? (start + 1) % 4 : start);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// corner 1 lies on the line from 0 to 2: cutting there would leave an empty triangle
static void three_corners_in_line_leave_no_empty_triangle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double xy[] = {0, 0, 1, 0, 2, 0, 1, 2};
  BrnMesh* mesh = cut(ctx, xy, 4, (int[]){0, 1, 2, 3}, 4);
  same_triangles(mesh, (int[]){1, 2, 3, 1, 3, 0}, 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void convex_and_hopeless_quads_stay(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double square[] = {0, 0, 1, 0, 1, 1, 0, 1}, bow[] = {0, 0, 1, 1, 1, 0, 0, 1};
  const double point[8] = {0};
  const double* shape[] = {square, bow, point};
  for (int k = 0; k < 3; k++) {
    BrnMesh* mesh = cut(ctx, shape[k], 4, (int[]){2, 3, 0, 1}, 4);
    same_triangles(mesh, (int[]){2, 3, 0, 2, 0, 1}, 2);
    brn_mesh_destroy(ctx, mesh);
  }
  BrnMesh* mesh = cut(ctx, square, 4, (int[]){0, 1, 2, 99}, 4); // left to brn_mesh_validate()
  same_triangles(mesh, (int[]){0, 1, 2, 0, 2, 99}, 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void edited_triangles_are_polygons_of_their_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double xy[] = {0, 0, 2, 0, 3, 1, 2, 2, 0, 2};
  BrnMesh* mesh = cut(ctx, xy, 5, (int[]){0, 1, 2, 3, 4}, 5);
  ENSURE_INT(brn__polygon_count(mesh), 1);
  mesh->triangle[3 * 1 + 1] = 3, mesh->triangle[3 * 1 + 2] = 2; // the one in the middle is flipped
  ENSURE_INT(brn__polygon_count(mesh), 3);
  mesh->triangle[3 * 1 + 1] = 2, mesh->triangle[3 * 1 + 2] = 3;
  ENSURE_OK(ctx, brn__mesh_need_triangle_labels(ctx, mesh));
  mesh->triangle_label[2] = 1;
  ENSURE_INT(brn__polygon_count(mesh), 2);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void failed_allocations_are_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 4, 0, 0, &mesh));
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnPolygons polygons = {0};
    brn_fail_allocation(ctx, k);
    status = brn__polygons_add(ctx, &polygons, (int[]){0, 1, 2, 3}, 4, 1);
    if (status == BRN_OK) status = brn__polygons_to_mesh(ctx, &polygons, mesh);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    brn__polygons_free(ctx, &polygons);
  }
  brn_fail_allocation(ctx, -1);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(polygons_become_fans_and_come_back),
          cmocka_unit_test(larger_polygons_come_as_triangles),
          cmocka_unit_test(triangles_alone_need_no_polygons_and_no_labels),
          cmocka_unit_test(no_polygons_at_all), cmocka_unit_test(concave_quad_is_cut_inside),
          cmocka_unit_test(three_corners_in_line_leave_no_empty_triangle),
          cmocka_unit_test(convex_and_hopeless_quads_stay),
          cmocka_unit_test(edited_triangles_are_polygons_of_their_own),
          cmocka_unit_test(failed_allocations_are_clean))
