// SPDX-License-Identifier: Apache-2.0

#include "bvh_test.h"

// What any answer must be: on the triangle it names, as far away as it says.
static void check_consistent(const BrnMesh* mesh, const double* p, const BrnSurfacePoint* found,
                             double size) {
  ENSURE(found->triangle >= 0 && found->triangle < mesh->triangle_count);
  double sum = 0, on[3], squared = 0;
  for (int c = 0; c < 3; c++) {
    ENSURE(found->weight[c] >= 0 && found->weight[c] <= 1);
    sum += found->weight[c];
  }
  ENSURE_NEAR(sum, 1, 4e-16);
  weighted(mesh, found->triangle, found->weight, on);
  for (int k = 0; k < 3; k++) {
    ENSURE_NEAR(found->point[k], on[k], 1e-15 * size);
    squared += (p[k] - found->point[k]) * (p[k] - found->point[k]);
  }
  ENSURE_NEAR(found->distance, sqrt(squared), 1e-15 * (size + sqrt(squared)));
}

// Not further than the twin says; rounding is in proportion to the coordinates that take part. It
// cannot be nearer, as it is a point of the surface.
static void check_point(const BrnMesh* mesh, const BrnBvh* bvh, const double* p, double size) {
  BrnSurfacePoint found = brn_bvh_closest(bvh, p, INFINITY);
  double expected = twin_distance(mesh, p), reach = fmax(fmax(fabs(p[0]), fabs(p[1])), fabs(p[2]));
  check_consistent(mesh, p, &found, size + reach);
  if (!(found.distance <= expected + 1e-13 * (size + reach))) {
    print_error("the distance is %.17g, expected %.17g\n", found.distance, expected);
    fail();
  }
}

static void check_mesh(BrnContext* ctx, BrnMesh* mesh, double size, int count, uint64_t seed) {
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {seed};
  for (int i = 0; i < count; i++) {
    double p[3], w[3];
    random_point(&random, -2 * size, 2 * size, p);
    check_point(mesh, bvh, p, size);
    random_point(&random, -100 * size, 100 * size, p);
    check_point(mesh, bvh, p, size);
    // beside a triangle: near it compared to its size
    random_weights(&random, w);
    int t = (int)(test_random_bits(&random) % (uint64_t)mesh->triangle_count);
    weighted(mesh, t, w, p);
    for (int k = 0; k < 3; k++) p[k] += test_random(&random, -1e-3, 1e-3) * size;
    check_point(mesh, bvh, p, size);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
}

static void soups_of_any_count_match_the_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int count[] = {1, 2, 7, 8, 9, 16, 17, 63, 64, 65, 128, 129, 1000};
  for (int i = 0; i < COUNT_OF(count); i++) {
    check_mesh(ctx, bvh_soup(ctx, count[i], 1, 0.3, (uint64_t)i), 1, count[i] < 200 ? 60 : 150, 5);
  }
  test_context_done(ctx);
}

static void scale_does_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double scale[] = {1e-6, 1e6, 1e-30, 1e30};
  for (int i = 0; i < COUNT_OF(scale); i++) {
    check_mesh(ctx, bvh_soup(ctx, 100, scale[i], 0.3 * scale[i], 11), scale[i], 60, 6);
  }
  test_context_done(ctx);
}

static void empty_mesh_has_no_closest_point(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, 0, 0, 0, &mesh));
  BrnBvh* bvh = bvh_make(ctx, mesh);
  BrnSurfacePoint found = brn_bvh_closest(bvh, (double[3]){1, 2, 3}, INFINITY);
  ENSURE_INT(found.triangle, -1);
  ENSURE(found.distance == INFINITY);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// corners near a line, off it by `thickness` of the length
static BrnMesh* needles(BrnContext* ctx, int count, double thickness, uint64_t seed) {
  BrnMesh* mesh = bvh_soup(ctx, count, 1, 0.5, seed);
  TestRandom random = {seed};
  for (int t = 0; t < count; t++) {
    double *p = mesh->position + 9 * (size_t)t, s = test_random(&random, -0.5, 1.5);
    for (int k = 0; k < 3; k++) {
      double off = thickness > 0 ? test_random(&random, -thickness, thickness) : 0;
      p[6 + k] = p[k] + s * (p[3 + k] - p[k]) + off;
    }
  }
  return mesh;
}

static void needles_match_the_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int e = 2; e < 18; e++) {
    double thickness = pow(10, -e);
    for (int count = 1; count < 60; count += 29) {
      check_mesh(ctx, needles(ctx, count, thickness, (uint64_t)e), 1, 40, (uint64_t)e);
    }
  }
  check_mesh(ctx, needles(ctx, 1, 0, 3), 1, 100, 4);
  check_mesh(ctx, needles(ctx, 50, 0, 3), 1, 100, 4);
  test_context_done(ctx);
}

// two corners close together instead
static void splinters_match_the_twin(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int e = 2; e < 18; e++) {
    for (int which = 0; which < 3; which++) {
      BrnMesh* mesh = bvh_soup(ctx, 9, 1, 0.5, (uint64_t)e);
      TestRandom random = {(uint64_t)e};
      for (int t = 0; t < 9; t++) {
        double* p = mesh->position + 9 * (size_t)t;
        double *from = p + 3 * which, *to = p + 3 * ((which + 1) % 3);
        for (int k = 0; k < 3; k++) to[k] = from[k] + pow(10, -e) * test_random(&random, -1, 1);
      }
      check_mesh(ctx, mesh, 1, 20, (uint64_t)e);
    }
  }
  test_context_done(ctx);
}

static void triangles_without_area_are_segments_and_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}};
  static const int order[][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1},
                                 {0, 0, 2}, {0, 2, 0}, {2, 0, 0}, {2, 2, 0}};
  for (int i = 0; i < COUNT_OF(order); i++) {
    BrnMesh* mesh = mesh_make(ctx, 4, &p[0][0], 1, order[i], 0, NULL);
    BrnBvh* bvh = bvh_make(ctx, mesh);
    ENSURE_NEAR(brn_bvh_closest(bvh, (double[3]){1.5, 3, 4}, INFINITY).distance, 5, 1e-15);
    ENSURE_NEAR(brn_bvh_closest(bvh, (double[3]){-3, 4, 0}, INFINITY).distance, 5, 1e-15);
    ENSURE_NEAR(brn_bvh_closest(bvh, (double[3]){5, 0, 4}, INFINITY).distance, 5, 1e-15);
    ENSURE_NEAR(brn_bvh_closest(bvh, (double[3]){0.25, 0, 0}, INFINITY).distance, 0, 0);
    check_mesh(ctx, mesh, 2, 50, 8);
    brn_bvh_destroy(ctx, bvh);
  }
  check_mesh(ctx, mesh_make(ctx, 4, &p[0][0], 1, (int[3]){3, 3, 3}, 0, NULL), 5, 50, 8);
  test_context_done(ctx);
}

// vertices and points of edges, whose distance is zero
static void points_of_the_surface_have_no_distance(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_bumpy_torus(ctx, 24, 16);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {12};
  for (int v = 0; v < mesh->vertex_count; v++) {
    BrnSurfacePoint found = brn_bvh_closest(bvh, mesh->position + 3 * v, INFINITY);
    check_consistent(mesh, mesh->position + 3 * v, &found, 3);
    ENSURE_NEAR(found.distance, 0, 0);
  }
  for (int t = 0; t < mesh->triangle_count; t++) {
    double w[3], p[3], s = test_random(&random, 0, 1);
    for (int e = 0; e < 4; e++) {
      random_weights(&random, w); // e = 3: inside
      if (e < 3) w[e] = 0, w[(e + 1) % 3] = s, w[(e + 2) % 3] = 1 - s;
      weighted(mesh, t, w, p);
      BrnSurfacePoint found = brn_bvh_closest(bvh, p, INFINITY);
      check_consistent(mesh, p, &found, 3);
      ENSURE_NEAR(found.distance, 0, 1e-15);
    }
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void regions_of_one_triangle_have_known_answers(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[1][3] = {{0, 1, 2}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  static const struct {
    double p[3], distance, weight[3];
  } row[] = {
      {{-3, -4, 0}, 5, {1, 0, 0}},
      {{4, -4, 0}, 5, {0, 1, 0}}, // corners
      {{-4, 4, 0}, 5, {0, 0, 1}},
      {{0.25, -2, 0}, 2, {0.75, 0.25, 0}},
      {{-2, 0.25, 0}, 2, {0.75, 0, 0.25}},
      {{0.75, 0.75, 0}, 0.35355339059327379, {0, 0.5, 0.5}},
      {{0.25, 0.5, -7}, 7, {0.25, 0.25, 0.5}},
  };
  for (int i = 0; i < COUNT_OF(row); i++) {
    BrnSurfacePoint found = brn_bvh_closest(bvh, row[i].p, INFINITY);
    ENSURE_NEAR(found.distance, row[i].distance, 1e-15);
    for (int c = 0; c < 3; c++) ENSURE_NEAR(found.weight[c], row[i].weight[c], 1e-15);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void triangle_just_at_the_limit_is_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int f[1][3] = {{0, 1, 2}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, unit_corner, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  double p[3] = {0.25, 0.25, 0.7}, on[3] = {0.25, 0.25, 0};
  ENSURE_INT(brn_bvh_closest(bvh, p, 0.7).triangle, 0);
  ENSURE_INT(brn_bvh_closest(bvh, p, nextafter(0.7, 1)).triangle, 0);
  BrnSurfacePoint none = brn_bvh_closest(bvh, p, nextafter(0.7, 0));
  ENSURE_INT(none.triangle, -1);
  ENSURE(none.distance == INFINITY);
  ENSURE_INT(brn_bvh_closest(bvh, on, 0).triangle, 0);
  ENSURE_INT(brn_bvh_closest(bvh, p, 0).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// all of it in one place: every number there is to go by is zero
static void limit_of_nothing_at_the_origin_finds_it(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double p[1][3] = {{0, 0, 0}};
  static const int f[1][3] = {{0, 0, 0}};
  BrnMesh* mesh = MESH_TRIANGLES(ctx, p, f);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  ENSURE_INT(brn_bvh_closest(bvh, p[0], 0).triangle, 0);
  ENSURE_INT(brn_bvh_closest(bvh, p[0], INFINITY).triangle, 0);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// The distance that came out of one query goes into the next one as its limit: what was found is
// found again, and a limit just below it finds nothing.
static void own_distance_as_the_limit_finds_it_again(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_soup(ctx, 300, 1, 0.2, 21);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  TestRandom random = {22};
  for (int i = 0; i < 3000; i++) {
    double p[3];
    random_point(&random, -2, 2, p);
    BrnSurfacePoint found = brn_bvh_closest(bvh, p, INFINITY);
    BrnSurfacePoint again = brn_bvh_closest(bvh, p, found.distance);
    ENSURE_INT(again.triangle, found.triangle);
    ENSURE(again.distance == found.distance);
    BrnSurfacePoint below = brn_bvh_closest(bvh, p, nextafter(found.distance, 0));
    ENSURE_INT(below.triangle, -1);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

// Lanes that a leaf leaves empty are filled with a place of their own; a point there, or beyond it,
// must not find it.
static void empty_lanes_are_never_found(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_soup(ctx, 3, 1, 0.3, 31);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  for (int e = 10; e < 150; e++) {
    double far = pow(10, e), p[3] = {far, far, far};
    BrnSurfacePoint found = brn_bvh_closest(bvh, p, INFINITY);
    ENSURE(found.triangle >= 0);
    ENSURE_NEAR(found.distance, sqrt(3) * far, 2 + 1e-12 * far);
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

static void not_a_number_finds_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMesh* mesh = bvh_soup(ctx, 100, 1, 0.3, 31);
  BrnBvh* bvh = bvh_make(ctx, mesh);
  ENSURE_INT(brn_bvh_closest(bvh, (double[3]){0, NAN, 0}, INFINITY).triangle, -1);
  ENSURE_INT(brn_bvh_closest(bvh, (double[3]){INFINITY, 0, 0}, INFINITY).triangle, -1);
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(regions_of_one_triangle_have_known_answers),
          cmocka_unit_test(soups_of_any_count_match_the_twin),
          cmocka_unit_test(scale_does_not_matter),
          cmocka_unit_test(empty_mesh_has_no_closest_point),
          cmocka_unit_test(needles_match_the_twin), cmocka_unit_test(splinters_match_the_twin),
          cmocka_unit_test(triangles_without_area_are_segments_and_points),
          cmocka_unit_test(points_of_the_surface_have_no_distance),
          cmocka_unit_test(triangle_just_at_the_limit_is_found),
          cmocka_unit_test(limit_of_nothing_at_the_origin_finds_it),
          cmocka_unit_test(own_distance_as_the_limit_finds_it_again),
          cmocka_unit_test(empty_lanes_are_never_found),
          cmocka_unit_test(not_a_number_finds_nothing))
