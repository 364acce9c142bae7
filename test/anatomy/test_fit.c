// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fit.h"
#include "core/vec.h"
#include "test.h"

enum { COUNT = 400 };

typedef struct Points {
  double point[3 * COUNT], normal[3 * COUNT];
} Points;

static const double centre[3] = {0.3, -1.2, 0.05};

// a cap of half angle `cap` about +x of a sphere of radius 2 cm; sign -1: a socket
static BrnFitPoints sphere(Points* out, double cap, double noise, double sign) {
  TestRandom random = {3};
  for (int i = 0; i < COUNT; i++) {
    double z = test_random(&random, cos(cap), 1), turn = test_random(&random, 0, 6.283);
    double side = sqrt(1 - z * z);
    double n[3] = {z, side * cos(turn), side * sin(turn)};
    double radius = 0.02 + test_random(&random, -noise, noise);
    brn__axpy3(out->point + 3 * i, centre, radius, n);
    brn__scale3(out->normal + 3 * i, sign, n);
  }
  return (BrnFitPoints){COUNT, out->point, out->normal};
}

// part of a cylinder of radius 1.5 cm and length 4 cm about `axis` through the centre
static BrnFitPoints cylinder(Points* out, const double* axis, double noise) {
  TestRandom random = {5};
  double u[3], v[3], side[3] = {0.3, 0.1, -0.9};
  brn__cross3(u, axis, side);
  brn__normalize3(u);
  brn__cross3(v, axis, u);
  for (int i = 0; i < COUNT; i++) {
    double turn = test_random(&random, 0, 2.5), along = test_random(&random, -0.02, 0.02);
    double n[3];
    brn__scale3(n, cos(turn), u);
    brn__axpy3(n, n, sin(turn), v);
    double radius = 0.015 + test_random(&random, -noise, noise);
    brn__axpy3(out->point + 3 * i, centre, along, axis);
    brn__axpy3(out->point + 3 * i, out->point + 3 * i, radius, n);
    for (int k = 0; k < 3; k++) n[k] += test_random(&random, -10 * noise, 10 * noise);
    brn__normalize3(n);
    brn__copy3(out->normal + 3 * i, n);
  }
  return (BrnFitPoints){COUNT, out->point, out->normal};
}

static void exact_sphere_is_found_exactly(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  BrnFitPoints patch = sphere(&points, 0.5, 0, 1);
  ENSURE(brn__fit_sphere(&patch, &r));
  ENSURE(brn__distance3(r.point, centre) < 1e-12);
  ENSURE_NEAR(r.radius, 0.02, 1e-12);
  ENSURE_NEAR(r.error, 0, 1e-13);
  ENSURE_NEAR(r.convex, 1, 1e-9);
  patch = sphere(&points, 0.5, 0, -1);
  ENSURE(brn__fit_sphere(&patch, &r));
  ENSURE_NEAR(r.convex, -1, 1e-9);
}

// uniform noise of +-w has a deviation of w / sqrt(3)
static void noisy_sphere_is_found_within_the_noise(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  BrnFitPoints patch = sphere(&points, 1.0, 1e-3, 1);
  ENSURE(brn__fit_sphere(&patch, &r));
  ENSURE(brn__distance3(r.point, centre) < 5e-4);
  ENSURE_NEAR(r.radius, 0.02, 5e-4);
  ENSURE_NEAR(r.error, 1e-3 / sqrt(3), 5e-5);
}

static double error_about(const BrnFitPoints* patch, const double* point, double radius) {
  double sum = 0;
  for (int i = 0; i < patch->count; i++) {
    double miss = brn__distance3(patch->point + 3 * i, point) - radius;
    sum += miss * miss;
  }
  return sqrt(sum / patch->count);
}

static void fit_is_the_best_one_nearby(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  BrnFitPoints patch = sphere(&points, 0.7, 1e-3, 1);
  ENSURE(brn__fit_sphere(&patch, &r));
  ENSURE_NEAR(error_about(&patch, r.point, r.radius), r.error, 1e-15);
  for (int a = 0; a < 8; a++) {
    double other[3];
    brn__copy3(other, r.point);
    double step = a % 2 ? 1e-6 : -1e-6;
    if (a < 6) other[a / 2] += step;
    ENSURE(error_about(&patch, other, r.radius + (a < 6 ? 0 : step)) > r.error);
  }
}

static void exact_cylinder_is_found_exactly(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  double axis[3] = {-0.2, 0.9, 0.3};
  brn__normalize3(axis);
  BrnFitPoints patch = cylinder(&points, axis, 0);
  ENSURE(brn__fit_cylinder(&patch, NULL, &r));
  ENSURE_NEAR(brn__dot3(r.axis, axis), 1, 1e-12); // the largest component is positive
  ENSURE_NEAR(r.radius, 0.015, 1e-11);
  double d[3], mean[3] = {0};
  brn__sub3(d, r.point, centre);
  ENSURE_NEAR(brn__norm3(d), fabs(brn__dot3(d, axis)), 1e-11); // on the axis
  for (int i = 0; i < COUNT; i++) brn__axpy3(mean, mean, 1.0 / COUNT, points.point + 3 * i);
  brn__sub3(d, r.point, mean);
  ENSURE_NEAR(brn__dot3(d, axis), 0, 1e-11); // beside the middle of the patch
  ENSURE_NEAR(r.convex, 1, 1e-9);
}

static void noisy_cylinder_is_found_within_the_noise(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  double axis[3] = {0.1, 0.2, 0.97};
  brn__normalize3(axis);
  BrnFitPoints patch = cylinder(&points, axis, 5e-4);
  ENSURE(brn__fit_cylinder(&patch, NULL, &r));
  ENSURE(brn__dot3(r.axis, axis) > cos(0.01));
  ENSURE_NEAR(r.radius, 0.015, 3e-4);
  ENSURE_NEAR(r.error, 5e-4 / sqrt(3), 5e-5);
}

// normals are those of coarse faces: they only tell where to start
static void axis_comes_from_the_points(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  double axis[3] = {0, 0, 1};
  BrnFitPoints patch = cylinder(&points, axis, 0);
  for (int i = 0; i < COUNT; i++) { // all of them lean by six degrees
    double* n = points.normal + 3 * i;
    n[2] += 0.1 * n[0];
    brn__normalize3(n);
  }
  ENSURE(brn__fit_cylinder(&patch, NULL, &r));
  ENSURE_NEAR(r.axis[2], 1, 1e-12);
  ENSURE_NEAR(r.radius, 0.015, 1e-10);
}

static void axis_that_is_given_stays(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  double axis[3] = {0, 0, -2}, unit[3] = {0, 0, 1};
  BrnFitPoints patch = cylinder(&points, unit, 0);
  ENSURE(brn__fit_cylinder(&patch, axis, &r));
  ENSURE(r.axis[0] == 0 && r.axis[1] == 0 && r.axis[2] == -1);
  ENSURE_NEAR(r.point[0], centre[0], 1e-12);
  ENSURE_NEAR(r.point[1], centre[1], 1e-12);
}

static void flat_and_small_patches_are_refused(void** state) {
  (void)state;
  Points points;
  BrnRound r;
  TestRandom random = {1};
  BrnFitPoints patch = sphere(&points, 0.5, 0, 1);
  patch.count = 3;
  ENSURE(!brn__fit_sphere(&patch, &r));
  patch.count = 0;
  ENSURE(!brn__fit_sphere(&patch, &r));
  ENSURE(!brn__fit_cylinder(&patch, NULL, &r));
  for (int i = 0; i < COUNT; i++) {
    double* p = points.point + 3 * i;
    p[0] = test_random(&random, 0, 1), p[1] = test_random(&random, 0, 1), p[2] = 0;
    points.normal[3 * i] = points.normal[3 * i + 1] = 0, points.normal[3 * i + 2] = 1;
  }
  patch.count = COUNT;
  ENSURE(!brn__fit_sphere(&patch, &r));
  ENSURE(!brn__fit_cylinder(&patch, NULL, &r));
  for (int i = 0; i < 3 * COUNT; i++) points.point[i] = 1; // one place
  ENSURE(!brn__fit_sphere(&patch, &r));
}

TEST_MAIN(cmocka_unit_test(exact_sphere_is_found_exactly),
          cmocka_unit_test(noisy_sphere_is_found_within_the_noise),
          cmocka_unit_test(fit_is_the_best_one_nearby),
          cmocka_unit_test(exact_cylinder_is_found_exactly),
          cmocka_unit_test(noisy_cylinder_is_found_within_the_noise),
          cmocka_unit_test(axis_comes_from_the_points), cmocka_unit_test(axis_that_is_given_stays),
          cmocka_unit_test(flat_and_small_patches_are_refused))
