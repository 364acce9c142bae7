// SPDX-License-Identifier: Apache-2.0

#include "mesh/predicates.h"

#include "test.h"

// The twin is exact arithmetic on integers of 128 bits: coordinates are integers times a power of
// two, small enough that no determinant overflows.

typedef __int128 Wide;

static int wide_sign(Wide x) { return (x > 0) - (x < 0); }

static int twin2d(const int64_t* a, const int64_t* b, const int64_t* c) {
  Wide ux = (Wide)a[0] - c[0], uy = (Wide)a[1] - c[1], vx = (Wide)b[0] - c[0];
  Wide vy = (Wide)b[1] - c[1];
  return wide_sign(ux * vy - uy * vx);
}

static int twin3d(const int64_t* a, const int64_t* b, const int64_t* c, const int64_t* d) {
  Wide u[3], v[3], w[3];
  for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i], w[i] = d[i] - a[i];
  return wide_sign(u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                   u[2] * (v[0] * w[1] - v[1] * w[0]));
}

static int naive2d(const double* a, const double* b, const double* c) {
  double det = (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
  return (det > 0) - (det < 0);
}

static int naive3d(const double* a, const double* b, const double* c, const double* d) {
  double u[3], v[3], w[3];
  for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = c[i] - a[i], w[i] = d[i] - a[i];
  double det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
               u[2] * (v[0] * w[1] - v[1] * w[0]);
  return (det > 0) - (det < 0);
}

static int64_t random_integer(TestRandom* random, int bits) {
  int64_t x = (int64_t)(test_random_bits(random) >> (64 - bits));
  return test_random_bits(random) & 1 ? x : -x;
}

static void to_doubles(const int64_t* from, int count, double unit, double* to) {
  for (int i = 0; i < count; i++) to[i] = (double)from[i] * unit;
}

static void signs_of_simple_points(void** state) {
  (void)state;
  const double a[] = {0, 0, 0}, b[] = {1, 0, 0}, c[] = {0, 1, 0}, d[] = {0, 0, 1};
  ENSURE_INT(brn__orient2d(a, b, c), 1);
  ENSURE_INT(brn__orient2d(b, a, c), -1);
  ENSURE_INT(brn__orient2d(a, b, b), 0);
  ENSURE_INT(brn__orient3d(a, b, c, d), 1);
  ENSURE_INT(brn__orient3d(a, c, b, d), -1);
  ENSURE_INT(brn__orient3d(a, b, c, c), 0);
  ENSURE_INT(brn__orient3d(a, a, a, a), 0);
}

static void axes_are_seen_right_handed(void** state) {
  (void)state;
  const double o[] = {0, 0, 0}, x[] = {1, 0, 0}, y[] = {0, 1, 0}, z[] = {0, 0, 1};
  ENSURE_INT(brn__orient_along(0, o, y, z), 1);
  ENSURE_INT(brn__orient_along(1, o, z, x), 1);
  ENSURE_INT(brn__orient_along(2, o, x, y), 1);
  ENSURE_INT(brn__orient_along(0, o, x, y), 0);
  ENSURE_INT(brn__triangle_axis(o, y, z), 0);
  ENSURE_INT(brn__triangle_axis(o, z, x), 1);
  ENSURE_INT(brn__triangle_axis(o, x, y), 2);
  const double far_on_line[] = {3, 6, 9}, on_line[] = {1, 2, 3};
  ENSURE_INT(brn__triangle_axis(o, on_line, far_on_line), -1);
  ENSURE_INT(brn__triangle_axis(o, x, x), -1);
}

// a point moved by single ulps about the line x = y, on which the other two lie
static void points_one_ulp_off_a_line(void** state) {
  (void)state;
  const double b[] = {12, 12}, c[] = {24, 24};
  int wrong = 0;
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 64; j++) {
      const double a[] = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53};
      int expected = (a[1] > a[0]) - (a[1] < a[0]);
      ENSURE_INT(brn__orient2d(a, b, c), expected);
      ENSURE_INT(brn__orient2d(b, c, a), expected);
      ENSURE_INT(brn__orient2d(c, b, a), -expected);
      wrong += naive2d(a, b, c) != expected;
    }
  }
  ENSURE(wrong > 100); // the filter alone would not do
}

// the same about the plane x = y
static void points_one_ulp_off_a_plane(void** state) {
  (void)state;
  const double a[] = {12, 12, 1.5}, b[] = {24, 24, -3}, c[] = {3, 3, 17};
  int up = brn__orient3d(a, b, c, (double[]){1, 0, 0}), wrong = 0;
  ENSURE(up != 0);
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 64; j++) {
      const double d[] = {0.5 + i * 0x1p-53, 0.5 + j * 0x1p-53, 0.1};
      int expected = up * ((d[0] > d[1]) - (d[0] < d[1]));
      ENSURE_INT(brn__orient3d(a, b, c, d), expected);
      ENSURE_INT(brn__orient3d(d, c, b, a), expected);
      ENSURE_INT(brn__orient3d(a, b, d, c), -expected);
      wrong += naive3d(a, b, c, d) != expected;
    }
  }
  ENSURE(wrong > 100);
}

// Slivers of lattice points: u, v = 3u + e and w = mu + nv + f with short e and f, so that all but
// a few bits of the determinant u . (e x f) cancel.
static void nearly_flat_tets_agree_with_integers(void** state) {
  (void)state;
  TestRandom random = {1};
  int wrong = 0, count[3] = {0};
  for (int trial = 0; trial < 20000; trial++) {
    int64_t p[4][3], m = random_integer(&random, 3), n = random_integer(&random, 3);
    double x[4][3];
    for (int i = 0; i < 3; i++) {
      int64_t u = random_integer(&random, 32), v = 3 * u + random_integer(&random, 3);
      p[0][i] = random_integer(&random, 36);
      p[1][i] = p[0][i] + u;
      p[2][i] = p[0][i] + v;
      p[3][i] = p[0][i] + m * u + n * v + random_integer(&random, 3);
    }
    to_doubles(p[0], 12, 0x1p-40, x[0]);
    int expected = twin3d(p[0], p[1], p[2], p[3]);
    ENSURE_INT(brn__orient3d(x[0], x[1], x[2], x[3]), expected);
    wrong += naive3d(x[0], x[1], x[2], x[3]) != expected;
    count[expected + 1]++;
  }
  ENSURE(wrong > 1000 && count[0] > 1000 && count[2] > 1000);
}

// exactly flat: lattice combinations of two lattice vectors
static void flat_tets_are_flat(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int trial = 0; trial < 5000; trial++) {
    int64_t p[4][3], m = random_integer(&random, 8), n = random_integer(&random, 8);
    double x[4][3];
    for (int i = 0; i < 9; i++) p[i / 3][i % 3] = random_integer(&random, 43);
    for (int i = 0; i < 3; i++) {
      p[3][i] = p[0][i] + m * (p[1][i] - p[0][i]) + n * (p[2][i] - p[0][i]);
    }
    to_doubles(p[0], 12, 0x1p-20, x[0]);
    ENSURE_INT(brn__orient3d(x[0], x[1], x[2], x[3]), 0);
    ENSURE_INT(brn__orient3d(x[3], x[1], x[0], x[2]), 0);
  }
}

// Along one axis the coordinates span 60 bits, so that differences do not fit a double and have a
// second term; the other two are small, so that the twin does not overflow.
static void differences_that_round_agree_with_integers(void** state) {
  (void)state;
  TestRandom random = {3};
  int wrong = 0;
  for (int trial = 0; trial < 30000; trial++) {
    int64_t p[4][3];
    double x[4][3];
    int axis = trial % 3;
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 3; i++) p[k][i] = random_integer(&random, 2);
      int64_t large = random_integer(&random, 2) * ((int64_t)1 << 57);
      p[k][axis] = k % 2 ? large : random_integer(&random, 4);
    }
    to_doubles(p[0], 12, 0x1p-30, x[0]);
    int expected = twin3d(p[0], p[1], p[2], p[3]);
    ENSURE_INT(brn__orient3d(x[0], x[1], x[2], x[3]), expected);
    wrong += naive3d(x[0], x[1], x[2], x[3]) != expected;
  }
  ENSURE(wrong > 100);
}

static void differences_that_round_in_a_plane(void** state) {
  (void)state;
  TestRandom random = {4};
  int wrong = 0;
  for (int trial = 0; trial < 30000; trial++) {
    int64_t p[3][2];
    double x[3][2];
    for (int k = 0; k < 3; k++) {
      for (int i = 0; i < 2; i++) {
        bool large = random_integer(&random, 1) != 0;
        p[k][i] =
            large ? random_integer(&random, 3) * ((int64_t)1 << 55) : random_integer(&random, 3);
      }
    }
    to_doubles(p[0], 6, 0x1p-30, x[0]);
    int expected = twin2d(p[0], p[1], p[2]);
    ENSURE_INT(brn__orient2d(x[0], x[1], x[2]), expected);
    wrong += naive2d(x[0], x[1], x[2]) != expected;
  }
  ENSURE(wrong > 100);
}

// the ends of the range that the header promises
static void small_and_large_numbers(void** state) {
  (void)state;
  static const double size[] = {1e-84, 1e-40, 1e40, 0.9e99};
  for (int k = 0; k < 4; k++) {
    double s = size[k], u = nextafter(s, INFINITY) - s;
    const double a[] = {0, 0, 0}, b[] = {s, s, 0}, c[] = {0, 0, s}, on[] = {s, s, s};
    const double off[] = {s + u, s, s};
    int up = brn__orient3d(a, b, c, (double[]){s, 0, 0});
    ENSURE(up != 0);
    ENSURE_INT(brn__orient3d(a, b, c, on), 0);
    ENSURE_INT(brn__orient3d(a, b, c, off), up);
  }
  const double huge[] = {1e300, -1e300, 1e300}, tiny[] = {1e-320, 1e-300, 0};
  int sign = brn__orient3d(huge, tiny, (double[]){-1e300, 1, 2}, (double[]){3, 1e308, -1e308});
  ENSURE(sign >= -1 && sign <= 1);
}

TEST_MAIN(cmocka_unit_test(signs_of_simple_points), cmocka_unit_test(axes_are_seen_right_handed),
          cmocka_unit_test(points_one_ulp_off_a_line), cmocka_unit_test(points_one_ulp_off_a_plane),
          cmocka_unit_test(nearly_flat_tets_agree_with_integers),
          cmocka_unit_test(flat_tets_are_flat),
          cmocka_unit_test(differences_that_round_agree_with_integers),
          cmocka_unit_test(differences_that_round_in_a_plane),
          cmocka_unit_test(small_and_large_numbers))
