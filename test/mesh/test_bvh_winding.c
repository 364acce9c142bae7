// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

typedef struct Error {
  double worst, sum;
  int count;
} Error;

static void measure(Error* error, const BrnMesh* mesh, const BrnBvh* bvh, const double* p) {
  double e = fabs(brn_bvh_winding(bvh, p) - twin_winding(mesh, p));
  error->worst = fmax(error->worst, e);
  error->sum += e;
  error->count++;
  ENSURE(e < 0.1);
}

// points anywhere around, and points just above and below the surface
static Error measure_around(const BrnMesh* mesh, const BrnBvh* bvh, double size, int count) {
  TestRandom random = {41};
  Error error = {0};
  for (int i = 0; i < count; i++) {
    double p[3], w[3];
    random_point(&random, -size, size, p);
    measure(&error, mesh, bvh, p);
    random_weights(&random, w);
    weighted(mesh, (int)(test_random_bits(&random) % (uint64_t)mesh->triangle_count), w, p);
    for (int k = 0; k < 3; k++) p[k] += test_random(&random, -0.02, 0.02) * size;
    measure(&error, mesh, bvh, p);
  }
  return error;
}

// measured: 0.0026 at worst, 0.0004 on average
static void bumpy_torus_is_right_to_a_few_thousandths(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double scale[] = {1, 1e-6, 1e6};
  for (int i = 0; i < COUNT_OF(scale); i++) {
    BrnMesh* mesh = bvh_bumpy_torus(ctx, 60, 30);
    mesh_scale(mesh, scale[i]);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    Error error = measure_around(mesh, bvh, 3.5 * scale[i], 250);
    ENSURE(error.worst < 8e-3);
    ENSURE(error.sum / error.count < 2e-3);
    brn_bvh_destroy(ctx, bvh);
    brn_mesh_destroy(ctx, mesh);
  }
  test_context_done(ctx);
}

// measured: 0.0019 at worst, 0.0005 on average
static void open_hemisphere_is_right_to_a_thousandth(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_sphere(ctx, 31, 48);
  int kept = 0;
  for (int t = 0; t < mesh->triangle_count; t++) {
    bool upper = true;
    for (int c = 0; c < 3; c++) upper = upper && corner_of(mesh, t, c)[2] > -1e-9;
    if (upper) memmove(mesh->triangle + 3 * kept++, mesh->triangle + 3 * t, 3 * sizeof(int));
  }
  mesh->triangle_count = kept;
  BrnBvh* bvh = bvh_make(ctx, mesh);
  Error error = measure_around(mesh, bvh, 1.2, 300);
  ENSURE(error.worst < 8e-3);
  ENSURE(error.sum / error.count < 2e-3);
  ENSURE_NEAR(brn_bvh_winding(bvh, (double[3]){0, 0, 1e-9}), 0.5, 1e-2); // the middle of the hole
  ENSURE(brn_bvh_winding(bvh, (double[3]){0, 0, 0.5}) > 0.5);
  ENSURE(brn_bvh_winding(bvh, (double[3]){0, 0, -0.5}) < 0.5);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// leaves are exact: a surface of one leaf has no far part
static void small_surface_is_exact(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {3};
  for (int i = 0; i < 2000; i++) {
    double p[3];
    random_point(&random, -1, 1, p);
    double out = fabs(p[0]) + fabs(p[1]) + fabs(p[2]) - 1;
    if (fabs(out) > 1e-6) ENSURE_NEAR(brn_bvh_winding(bvh, p), out < 0, 1e-12);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static double winding_at(BrnContext* ctx, const BrnMesh* mesh, const double* p) {
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double w = brn_bvh_winding(bvh, p);
  brn_bvh_destroy(ctx, bvh);
  return w;
}

static void doubled_surface_counts_twice_and_a_flipped_one_less_than_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_bumpy_torus(ctx, 40, 20);
  BrnMesh* twice = bvh_doubled(ctx, mesh);
  static const double inside[][3] = {{2, 0, 0}, {0, 2.1, 0.1}, {-1.5, -1.5, -0.2}};
  static const double outside[][3] = {{0, 0, 0}, {0.3, 0, 0.2}, {2, 2, 2}, {0, 0, 1e4}};
  for (int i = 0; i < COUNT_OF(inside); i++) {
    ENSURE_NEAR(winding_at(ctx, mesh, inside[i]), 1, 8e-3);
    ENSURE_NEAR(winding_at(ctx, twice, inside[i]), 2, 1.6e-2);
  }
  for (int i = 0; i < COUNT_OF(outside); i++) {
    ENSURE_NEAR(winding_at(ctx, mesh, outside[i]), 0, 8e-3);
    ENSURE_NEAR(winding_at(ctx, twice, outside[i]), 0, 1.6e-2);
  }
  brn_mesh_flip(mesh);
  ENSURE_NEAR(winding_at(ctx, mesh, inside[0]), -1, 8e-3);
  ENSURE_NEAR(winding_at(ctx, mesh, outside[0]), 0, 8e-3);
  brn_mesh_destroy(ctx, mesh);
  brn_mesh_destroy(ctx, twice);
  test_context_done(ctx);
}

// nested many times over: turns in one lane pass pi again and again
static void many_layers_are_all_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *one = mesh_octahedron(ctx), *many;
  enum { LAYERS = 25 };
  ENSURE_OK(ctx, brn_mesh_create(ctx, 6 * LAYERS, 8 * LAYERS, 0, &many));
  for (int l = 0; l < LAYERS; l++) {
    for (int i = 0; i < 18; i++) many->position[18 * l + i] = one->position[i] * (1 + 1e-3 * l);
    for (int i = 0; i < 24; i++) many->triangle[24 * l + i] = one->triangle[i] + 6 * l;
  }
  double centre[3] = {0, 0, 0}, off[3] = {0.1, -0.2, 0.3}, out[3] = {2, 1, 0};
  ENSURE_NEAR(winding_at(ctx, many, centre), LAYERS, 1e-12);
  ENSURE_NEAR(winding_at(ctx, many, off), LAYERS, 0.03);
  ENSURE_NEAR(winding_at(ctx, many, out), 0, 0.03);
  brn_mesh_flip(many);
  ENSURE_NEAR(winding_at(ctx, many, centre), -LAYERS, 1e-12);
  ENSURE_NEAR(winding_at(ctx, many, off), -LAYERS, 0.03);
  brn_mesh_destroy(ctx, one);
  brn_mesh_destroy(ctx, many);
  test_context_done(ctx);
}

static void overlapping_spheres_count_twice_where_both_are(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh *one = bvh_sphere(ctx, 21, 32), *both;
  int nv = one->vertex_count, nf = one->triangle_count;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 2 * nv, 2 * nf, 0, &both));
  for (int i = 0; i < 6 * nv; i++) {
    both->position[i] = one->position[i % (3 * nv)] + (i >= 3 * nv && i % 3 == 0 ? 1.0 : 0);
  }
  for (int i = 0; i < 6 * nf; i++)
    both->triangle[i] = one->triangle[i % (3 * nf)] + i / (3 * nf) * nv;
  ENSURE_NEAR(winding_at(ctx, both, (double[3]){0.5, 0, 0}), 2, 8e-3);
  ENSURE_NEAR(winding_at(ctx, both, (double[3]){0.5, 0.3, -0.4}), 2, 8e-3);
  ENSURE_NEAR(winding_at(ctx, both, (double[3]){-0.5, 0, 0}), 1, 8e-3);
  ENSURE_NEAR(winding_at(ctx, both, (double[3]){1.5, 0.1, 0}), 1, 8e-3);
  ENSURE_NEAR(winding_at(ctx, both, (double[3]){0.5, 1.5, 0}), 0, 8e-3);
  brn_mesh_destroy(ctx, one);
  brn_mesh_destroy(ctx, both);
  test_context_done(ctx);
}

static void points_on_the_surface_are_between_its_sides(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_bumpy_torus(ctx, 40, 24);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {51};
  for (int i = 0; i < 4 * mesh->triangle_count + mesh->vertex_count; i++) {
    double w[3], p[3], s = i % 8 < 4 ? 0.5 : test_random(&random, 0, 1);
    int e = i % 4, t = i / 4;
    random_weights(&random, w); // e = 3: inside the triangle
    if (e < 3) w[e] = 0, w[(e + 1) % 3] = s, w[(e + 2) % 3] = 1 - s;
    if (t < mesh->triangle_count) {
      weighted(mesh, t, w, p);
    } else {
      memcpy(p, mesh->position + 3 * (i - 4 * mesh->triangle_count), sizeof p);
    }
    double winding = brn_bvh_winding(bvh, p);
    ENSURE(winding >= -8e-3 && winding <= 1 + 8e-3);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// exact coordinates: on the faces, edges and corners of a cube
static void points_on_a_cube_are_between_its_sides(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* grid = mesh_grid(ctx, 2, 0);
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, grid, &surface));
  BrnBvh* bvh = bvh_make(ctx, surface->mesh);
  for (int i = 0; i < 9 * 9 * 9; i++) {
    double p[3] = {i / 81 / 4.0, i / 9 % 9 / 4.0, i % 9 / 4.0};
    bool inside = true;
    for (int k = 0; k < 3; k++) inside = inside && p[k] > 0 && p[k] < 2;
    double winding = brn_bvh_winding(bvh, p);
    ENSURE(winding >= -8e-3 && winding <= 1 + 8e-3);
    if (inside) ENSURE_NEAR(winding, 1, 8e-3);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, grid);
  test_context_done(ctx);
}

static void nothing_winds_around_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  double p[3] = {1, 2, 3}, zero[3] = {0};
  ENSURE_NEAR(winding_at(ctx, mesh, p), 0, 0);
  ENSURE_NEAR(winding_at(ctx, mesh, zero), 0, 0);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  ENSURE(brn_bvh_signed_distance(bvh, p) == INFINITY);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// a mesh of nothing but points and segments: parts without area, whose centre is their box's
static void triangles_without_area_do_not_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_soup(ctx, 100, 1, 0.2, 61);
  for (int t = 0; t < 100; t++) {
    double* p = mesh->position + 9 * (size_t)t;
    memcpy(p + 6, p + 3 * (t % 2), 3 * sizeof(double));
    if (t % 3 == 0) memcpy(p + 3, p, 3 * sizeof(double)), memcpy(p + 6, p, 3 * sizeof(double));
  }
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {62};
  for (int i = 0; i < 500; i++) {
    double p[3];
    random_point(&random, -2, 2, p);
    ENSURE_NEAR(brn_bvh_winding(bvh, p), 0, 1e-15);
  }
  for (int v = 0; v < 300; v++) ENSURE(isfinite(brn_bvh_winding(bvh, mesh->position + 3 * v)));
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void signed_distance_is_negative_inside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = mesh_octahedron(ctx);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  ENSURE_NEAR(brn_bvh_signed_distance(bvh, (double[3]){0, 0, 0}), -1 / sqrt(3), 1e-15);
  ENSURE_NEAR(brn_bvh_signed_distance(bvh, (double[3]){1, 1, 1}), 2 / sqrt(3), 1e-15);
  ENSURE_NEAR(brn_bvh_signed_distance(bvh, (double[3]){3, 0, 0}), 2, 1e-15);
  brn_mesh_flip(mesh);
  BrnBvh* flipped = bvh_make(ctx, mesh);
  ENSURE_NEAR(brn_bvh_signed_distance(flipped, (double[3]){0, 0, 0}), 1 / sqrt(3), 1e-15);
  brn_bvh_destroy(ctx, flipped);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(small_surface_is_exact),
          cmocka_unit_test(bumpy_torus_is_right_to_a_few_thousandths),
          cmocka_unit_test(open_hemisphere_is_right_to_a_thousandth),
          cmocka_unit_test(doubled_surface_counts_twice_and_a_flipped_one_less_than_nothing),
          cmocka_unit_test(many_layers_are_all_counted),
          cmocka_unit_test(overlapping_spheres_count_twice_where_both_are),
          cmocka_unit_test(points_on_the_surface_are_between_its_sides),
          cmocka_unit_test(points_on_a_cube_are_between_its_sides),
          cmocka_unit_test(nothing_winds_around_nothing),
          cmocka_unit_test(triangles_without_area_do_not_count),
          cmocka_unit_test(signed_distance_is_negative_inside))
