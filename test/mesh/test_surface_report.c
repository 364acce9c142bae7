// SPDX-License-Identifier: Apache-2.0

#include "mesh_test.h"

static BrnSurfaceReport report_of(BrnContext* ctx, BrnMesh* mesh) {
  BrnSurfaceReport report;
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &report));
  brn_mesh_destroy(ctx, mesh);
  return report;
}

static void ensure_clean(const BrnSurfaceReport* r) {
  ENSURE(r->closed && r->oriented && r->manifold);
  ENSURE_INT(r->boundary_edge_count + r->boundary_loop_count + r->nonmanifold_edge_count, 0);
  ENSURE_INT(r->misoriented_edge_count + r->nonmanifold_vertex_count, 0);
  ENSURE_INT(r->degenerate_triangle_count + r->duplicate_triangle_count, 0);
  ENSURE_INT(r->self_intersection_count + r->inside_out_component_count, 0);
  ENSURE(r->first_boundary_triangle == -1 && r->first_nonmanifold_triangle == -1);
  ENSURE(r->first_misoriented_triangle == -1 && r->first_degenerate_triangle == -1);
  ENSURE(r->first_duplicate_triangle == -1 && r->first_intersecting_triangle == -1);
}

static void octahedron_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSurfaceReport r = report_of(ctx, mesh_octahedron(ctx));
  ensure_clean(&r);
  ENSURE_INT(r.triangle_count, 8);
  ENSURE_INT(r.edge_count, 12);
  ENSURE_INT(r.used_vertex_count, 6);
  ENSURE_INT(r.component_count, 1);
  ENSURE_INT(r.euler_characteristic, 2);
  ENSURE_NEAR(r.area, 4 * sqrt(3), 1e-14);
  ENSURE_NEAR(r.volume, 4.0 / 3, 1e-15);
  test_context_done(ctx);
}

static void torus_has_euler_characteristic_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSurfaceReport r = report_of(ctx, mesh_torus(ctx, 200, 100));
  ensure_clean(&r);
  ENSURE_INT(r.euler_characteristic, 0);
  ENSURE_INT(r.edge_count, 60000);
  ENSURE_INT(r.component_count, 1);
  double pi = acos(-1);
  ENSURE_NEAR(r.volume, 4 * pi * pi, 0.05);
  ENSURE_NEAR(r.area, 8 * pi * pi, 0.05);
  test_context_done(ctx);
}

static const double cube[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                  {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
// the top, z = 1, comes last
static const int cube_face[12][3] = {{0, 2, 1}, {0, 3, 2}, {0, 1, 5}, {0, 5, 4},
                                     {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6},
                                     {3, 0, 4}, {3, 4, 7}, {4, 5, 6}, {4, 6, 7}};

static void open_cube_has_one_hole(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSurfaceReport r = report_of(ctx, mesh_make(ctx, 8, cube[0], 12, cube_face[0], 0, NULL));
  ensure_clean(&r);
  ENSURE(r.area == 6);
  ENSURE_NEAR(r.volume, 1, 1e-15);
  r = report_of(ctx, mesh_make(ctx, 8, cube[0], 10, cube_face[0], 0, NULL));
  ENSURE(!r.closed && r.oriented && r.manifold);
  ENSURE_INT(r.boundary_edge_count, 4);
  ENSURE_INT(r.boundary_loop_count, 1);
  ENSURE_INT(r.first_boundary_triangle, 3);
  ENSURE_INT(r.edge_count, 17);
  ENSURE_INT(r.euler_characteristic, 1);
  ENSURE_INT(r.inside_out_component_count, 0);
  // the bottom is left out as well: a tube
  r = report_of(ctx, mesh_make(ctx, 8, cube[0], 8, cube_face[2], 0, NULL));
  ENSURE_INT(r.boundary_loop_count, 2);
  ENSURE_INT(r.boundary_edge_count, 8);
  ENSURE_INT(r.euler_characteristic, 0);
  test_context_done(ctx);
}

static void flipped_triangle_is_misoriented(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  mesh->triangle[3 * 5] = 2, mesh->triangle[3 * 5 + 1] = 1; // 1 2 5
  BrnSurfaceReport r = report_of(ctx, mesh);
  ENSURE(r.closed && !r.oriented && r.manifold);
  ENSURE_INT(r.misoriented_edge_count, 3);
  ENSURE_INT(r.first_misoriented_triangle, 1);
  ENSURE_INT(r.inside_out_component_count, 0);
  mesh = mesh_octahedron(ctx); // all but one are turned: of negative volume, but not oriented
  for (int t = 0; t < 7; t++) {
    int swap = mesh->triangle[3 * t];
    mesh->triangle[3 * t] = mesh->triangle[3 * t + 1];
    mesh->triangle[3 * t + 1] = swap;
  }
  r = report_of(ctx, mesh);
  ENSURE(r.volume < 0 && r.misoriented_edge_count == 3);
  ENSURE_INT(r.inside_out_component_count, 0);
  test_context_done(ctx);
}

static void inside_out_components_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  // three octahedra far from the origin; the last two are turned inside out, and the third is open
  ENSURE_OK(ctx, brn_mesh_create(ctx, 18, 23, 0, &mesh));
  BrnMesh* one = mesh_octahedron(ctx);
  for (int i = 0; i < 3 * 18; i++) mesh->position[i] = one->position[i % 18] + 1e6 + 5 * (i / 18);
  for (int i = 0; i < 3 * 23; i++) {
    int k = i >= 24 ? i - i % 3 + (4 - i % 3) % 3 : i; // corners 1 0 2
    mesh->triangle[i] = one->triangle[k % 24] + 6 * (i / 24);
  }
  brn_mesh_destroy(ctx, one);
  BrnSurfaceReport r = report_of(ctx, mesh);
  ENSURE_INT(r.component_count, 3);
  ENSURE_INT(r.inside_out_component_count, 1);
  ENSURE(!r.closed && r.oriented && r.manifold);
  ENSURE_INT(r.boundary_loop_count, 1);
  ENSURE_INT(r.euler_characteristic, 5);
  test_context_done(ctx);
}

static void volume_far_from_the_origin_is_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  for (int i = 0; i < 18; i++) mesh->position[i] += 1e9;
  BrnSurfaceReport r = report_of(ctx, mesh);
  ENSURE_NEAR(r.volume, 4.0 / 3, 1e-14);
  test_context_done(ctx);
}

// a strip of n quads with a half twist; n even or odd makes no difference, it cannot be oriented
static BrnMesh* moebius(BrnContext* ctx, int n) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 2 * n, 2 * n, 0, &mesh));
  for (int i = 0; i < n; i++) {
    double u = 2 * acos(-1) * i / n;
    for (int side = 0; side < 2; side++) {
      double s = side - 0.5, *p = mesh->position + 3 * (2 * i + side);
      p[0] = (2 + s * cos(u / 2)) * cos(u);
      p[1] = (2 + s * cos(u / 2)) * sin(u);
      p[2] = s * sin(u / 2);
    }
    int a = 2 * i, b = 2 * i + 1, c = (2 * i + 2) % (2 * n), d = c + 1;
    if (i == n - 1) c = 1, d = 0;
    int triangle[6] = {a, c, b, b, c, d};
    memcpy(mesh->triangle + 6 * i, triangle, sizeof triangle);
  }
  return mesh;
}

static void moebius_strip_has_one_rim_and_no_orientation(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int n = 12; n <= 13; n++) {
    BrnSurfaceReport r = report_of(ctx, moebius(ctx, n));
    ENSURE(!r.closed && !r.oriented && r.manifold);
    ENSURE_INT(r.misoriented_edge_count, 1);
    ENSURE_INT(r.boundary_edge_count, 2 * n);
    ENSURE_INT(r.boundary_loop_count, 1);
    ENSURE_INT(r.euler_characteristic, 0);
    ENSURE_INT(r.self_intersection_count, 0);
  }
  test_context_done(ctx);
}

static void bow_tie_has_a_nonmanifold_vertex(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[5][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {-1, 0, 0}, {-1, -1, 0}};
  static const int f[2][3] = {{0, 1, 2}, {0, 3, 4}};
  BrnSurfaceReport r = report_of(ctx, MESH_TRIANGLES(ctx, p, f));
  ENSURE_INT(r.nonmanifold_vertex_count, 1);
  ENSURE_INT(r.nonmanifold_edge_count, 0);
  ENSURE_INT(r.first_nonmanifold_triangle, 0);
  ENSURE_INT(r.component_count, 2);
  ENSURE_INT(r.boundary_loop_count, 1); // the two rims touch
  ENSURE(!r.manifold);
  ENSURE_INT(r.self_intersection_count, 0);
  test_context_done(ctx);
}

// boundaries of two tets that touch in a vertex, and in an edge
static void touching_tets(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[8][3] = {{0, 0, 0},  {1, 0, 0},  {0, 1, 0}, {0, 0, 1},
                                 {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  static const int at_vertex[2][4] = {{0, 1, 2, 3}, {0, 5, 4, 6}};
  static const int at_edge[2][4] = {{0, 1, 2, 3}, {0, 3, 4, 5}};
  BrnSurface* surface;
  BrnSurfaceReport r;
  BrnMesh* mesh = MESH_TETS(ctx, p, at_vertex);
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, true, &r));
  ENSURE(r.closed && r.oriented && !r.manifold);
  ENSURE_INT(r.nonmanifold_vertex_count, 1);
  ENSURE_INT(r.nonmanifold_edge_count, 0);
  ENSURE_INT(r.component_count, 2);
  ENSURE_INT(r.euler_characteristic, 3);
  ENSURE_INT(r.self_intersection_count, 0);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  mesh = MESH_TETS(ctx, p, at_edge);
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, mesh, &surface));
  ENSURE_OK(ctx, brn_surface_report(ctx, surface->mesh, true, &r));
  ENSURE(r.closed && r.oriented && !r.manifold);
  ENSURE_INT(r.nonmanifold_edge_count, 1);
  ENSURE_INT(r.nonmanifold_vertex_count, 0);
  ENSURE_INT(r.component_count, 1);
  ENSURE_INT(r.inside_out_component_count, 0);
  ENSURE_INT(r.first_nonmanifold_triangle, 1); // faces 1 and 2 of tet 0 hold the edge 0 3
  ENSURE_NEAR(r.volume, 2.0 / 6, 1e-15);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a fin on an octahedron: three triangles at one edge
static void fin_makes_a_nonmanifold_edge(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const int f[3][3] = {{1, 2, 3}, {0, 1, 2}, {1, 3, 0}}; // 0 1 is in two of them
  static const int fin[3][3] = {{0, 1, 2}, {1, 0, 3}, {2, 0, 1}};
  BrnSurfaceReport r = report_of(ctx, MESH_TRIANGLES(ctx, p, f));
  ENSURE_INT(r.nonmanifold_edge_count, 0);
  r = report_of(ctx, MESH_TRIANGLES(ctx, p, fin));
  ENSURE_INT(r.nonmanifold_edge_count, 1);
  ENSURE_INT(r.duplicate_triangle_count, 1);
  ENSURE_INT(r.first_duplicate_triangle, 2);
  ENSURE_INT(r.misoriented_edge_count, 2);
  ENSURE_INT(r.self_intersection_count, 2);
  ENSURE_INT(r.first_intersecting_triangle, 0);
  test_context_done(ctx);
}

// vertex 4 is used only by a triangle that repeats it, vertex 5 lies between 0 and 1
static void degenerate_triangles_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                 {0, 0, 1}, {9, 9, 9}, {0.5, 0, 0}};
  static const int f[4][3] = {{0, 1, 2}, {0, 5, 1}, {4, 4, 0}, {3, 3, 3}};
  BrnSurfaceReport r = report_of(ctx, MESH_TRIANGLES(ctx, p, f));
  ENSURE_INT(r.degenerate_triangle_count, 3);
  ENSURE_INT(r.first_degenerate_triangle, 1);
  ENSURE_INT(r.triangle_count, 4);
  ENSURE_INT(r.used_vertex_count, 4);
  ENSURE_INT(r.edge_count, 5);
  ENSURE_INT(r.component_count, 1);
  ENSURE_INT(r.euler_characteristic, 1);
  ENSURE_INT(r.duplicate_triangle_count, 0);
  ENSURE_INT(r.self_intersection_count, 0);
  ENSURE(r.area == 0.5);
  test_context_done(ctx);
}

static void intersections_are_counted_on_demand(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  mesh->position[3 * 4 + 2] = -2; // the upper tip is pulled through the lower four triangles
  BrnSurfaceReport r;
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, false, &r));
  ENSURE(r.self_intersection_count == -1 && r.first_intersecting_triangle == -1);
  ENSURE_INT(r.inside_out_component_count, 1);
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &r));
  ENSURE_INT(r.self_intersection_count, 0); // it passes the other tip without a touch
  mesh->position[3 * 4] = 1.5;              // and now it does not
  ENSURE_OK(ctx, brn_surface_report(ctx, mesh, true, &r));
  ENSURE(r.self_intersection_count > 2 && r.first_intersecting_triangle >= 0);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void empty_mesh_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnSurfaceReport r = report_of(ctx, mesh_make(ctx, 0, NULL, 0, NULL, 0, NULL));
  ensure_clean(&r);
  ENSURE(r.area == 0 && r.volume == 0 && r.euler_characteristic == 0 && r.component_count == 0);
  r = report_of(ctx, mesh_unit_tet(ctx)); // vertices and tets do not count
  ensure_clean(&r);
  ENSURE_INT(r.used_vertex_count, 0);
  BrnMesh huge = {.triangle_count = 1 << 30}; // refused before anything of it is read
  ENSURE_STATUS(ctx, brn_surface_report(ctx, &huge, true, &r), BRN_UNSUPPORTED);
  test_context_done(ctx);
}

// a cube, one inside out, and an open one, beside each other
static BrnMesh* three_cubes(BrnContext* ctx) {
  double position[24][3];
  int face[34][3];
  for (int c = 0; c < 3; c++) {
    for (int v = 0; v < 8; v++) {
      for (int i = 0; i < 3; i++)
        position[8 * c + v][i] = (c + 1) * cube[v][i] + (i == 0 ? 5 * c : 0);
    }
  }
  for (int t = 0; t < 34; t++) {
    const int* from = cube_face[t % 12];
    int c = t / 12, turned = c == 1;
    face[t][0] = 8 * c + from[0];
    face[t][1] = 8 * c + from[turned ? 2 : 1];
    face[t][2] = 8 * c + from[turned ? 1 : 2];
  }
  return MESH_TRIANGLES(ctx, position, face);
}

static void shells_have_their_own_volumes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = three_cubes(ctx);
  BrnShell* shell;
  int count;
  ENSURE_OK(ctx, brn_surface_shells(ctx, mesh, &shell, &count));
  ENSURE_INT(count, 3);
  ENSURE(shell[0].first_triangle == 0 && shell[1].first_triangle == 12);
  ENSURE(shell[0].triangle_count == 12 && shell[2].triangle_count == 10);
  ENSURE_NEAR(shell[0].volume, 1, 1e-14);
  ENSURE_NEAR(shell[1].volume, -8, 1e-13);
  ENSURE(isnan(shell[2].volume));
  ENSURE_NEAR(shell[0].area, 6, 1e-14);
  ENSURE_NEAR(shell[1].area, 24, 1e-13);
  ENSURE_NEAR(shell[2].area, 45, 1e-13);
  ENSURE(shell[1].low[0] == 5 && shell[1].high[0] == 7 && shell[1].high[1] == 2);
  brn_free(ctx, shell);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static BrnStatus make_shells(BrnContext* ctx, BrnMesh* mesh) {
  BrnShell* shell;
  int count;
  BrnStatus status = brn_surface_shells(ctx, mesh, &shell, &count);
  brn_free(ctx, shell);
  return status;
}

static BrnMesh* large_torus(BrnContext* ctx) { return mesh_torus(ctx, 160, 120); }
static BrnMesh* fin(BrnContext* ctx) {
  static const int f[3][3] = {{0, 1, 2}, {1, 0, 3}, {2, 0, 1}};
  return MESH_TRIANGLES(ctx, unit_corner, f);
}
static BrnStatus make_report(BrnContext* ctx, BrnMesh* mesh) {
  BrnSurfaceReport r;
  return brn_surface_report(ctx, mesh, true, &r);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(large_torus, make_report);
  mesh_trial_no_memory(fin, make_report);
  mesh_trial_no_memory(three_cubes, make_shells);
}

TEST_MAIN(cmocka_unit_test(octahedron_is_clean),
          cmocka_unit_test(torus_has_euler_characteristic_zero),
          cmocka_unit_test(open_cube_has_one_hole), cmocka_unit_test(shells_have_their_own_volumes),
          cmocka_unit_test(flipped_triangle_is_misoriented),
          cmocka_unit_test(inside_out_components_are_counted),
          cmocka_unit_test(volume_far_from_the_origin_is_exact),
          cmocka_unit_test(moebius_strip_has_one_rim_and_no_orientation),
          cmocka_unit_test(bow_tie_has_a_nonmanifold_vertex), cmocka_unit_test(touching_tets),
          cmocka_unit_test(fin_makes_a_nonmanifold_edge),
          cmocka_unit_test(degenerate_triangles_are_counted),
          cmocka_unit_test(intersections_are_counted_on_demand),
          cmocka_unit_test(empty_mesh_is_clean), cmocka_unit_test(every_failed_allocation_is_clean))
