// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "test.h"

static void ensure3(const double* a, double x, double y, double z) {
  assert_true(a[0] == x && a[1] == y && a[2] == z);
}

static void ensure33(const double* m, const double* expected) {
  for (int i = 0; i < 9; i++) {
    if (m[i] != expected[i]) fail_msg("entry %d is %g, expected %g", i, m[i], expected[i]);
  }
}

static void random3(TestRandom* random, double* a) {
  for (int i = 0; i < 3; i++) a[i] = test_random(random, -1, 1);
}

static void random33(TestRandom* random, double* m) {
  for (int i = 0; i < 9; i++) m[i] = test_random(random, -1, 1);
}

static void sums_and_products_have_known_values(void** state) {
  (void)state;
  const double a[3] = {1, 2, 3}, b[3] = {4, -5, 6};
  double out[3];
  assert_true(brn__dot3(a, b) == 12);
  assert_true(brn__norm3((double[]){2, 3, 6}) == 7);
  assert_true(brn__distance3((double[]){3, 1, 8}, (double[]){1, -2, 2}) == 7);
  brn__copy3(out, a);
  ensure3(out, 1, 2, 3);
  brn__add3(out, a, b);
  ensure3(out, 5, -3, 9);
  brn__sub3(out, a, b);
  ensure3(out, -3, 7, -3);
  brn__scale3(out, -2, a);
  ensure3(out, -2, -4, -6);
  brn__axpy3(out, a, 10, b);
  ensure3(out, 41, -48, 63);
  brn__cross3(out, a, b);
  ensure3(out, 27, 6, -13);
  brn__cross3(out, (double[]){1, 0, 0}, (double[]){0, 1, 0});
  ensure3(out, 0, 0, 1);
}

static void results_may_be_written_over_inputs(void** state) {
  (void)state;
  const double b[3] = {4, -5, 6};
  double a[3] = {1, 2, 3}, m[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  brn__cross3(a, a, b);
  ensure3(a, 27, 6, -13);
  brn__add3(a, b, a);
  ensure3(a, 31, 1, -7);
  brn__sub3(a, b, a);
  ensure3(a, -27, -6, 13);
  brn__axpy3(a, b, 2, a);
  ensure3(a, -50, -17, 32);
  brn__transpose3(m, m);
  ensure33(m, (double[]){1, 4, 7, 2, 5, 8, 3, 6, 9});
  double k[9] = {2, 0, 0, 0, 4, 0, 0, 1, 1};
  assert_true(brn__inverse3(k, k) == 8);
  ensure33(k, (double[]){0.5, 0, 0, 0, 0.25, 0, 0, -0.25, 1});
}

static void normalizing_gives_the_length(void** state) {
  (void)state;
  double a[3] = {0, -3, 4}, zero[3] = {0};
  assert_true(brn__normalize3(a) == 5);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(a[i], ((double[]){0, -0.6, 0.8})[i], 2e-16);
  assert_true(brn__normalize3(zero) == 0);
  ensure3(zero, 0, 0, 0);
}

static void triangles_and_tets_have_their_size(void** state) {
  (void)state;
  const double o[3] = {1, 1, 1}, x[3] = {3, 1, 1}, y[3] = {1, 4, 1}, z[3] = {1, 1, 5};
  double normal[3];
  brn__triangle_normal(normal, o, x, y);
  ensure3(normal, 0, 0, 6);
  brn__triangle_normal(normal, o, y, x);
  ensure3(normal, 0, 0, -6);
  assert_true(brn__tet_volume(o, x, y, z) == 4);
  assert_true(brn__tet_volume(o, y, x, z) == -4);
  assert_true(brn__tet_volume(o, x, y, y) == 0);
}

static void matrices_have_known_products(void** state) {
  (void)state;
  const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, b[9] = {2, 0, 1, -1, 3, 0, 5, 1, 4};
  double out[9], x[3];
  brn__mul33(out, a, b);
  ensure33(out, (double[]){15, 9, 13, 33, 21, 28, 56, 34, 47});
  brn__mul33_transposed(out, a, b);
  ensure33(out, (double[]){5, 5, 19, 14, 11, 49, 24, 17, 83});
  brn__mul3(x, a, (double[]){1, -1, 2});
  ensure3(x, 5, 11, 19);
  brn__transpose3(out, a);
  ensure33(out, (double[]){1, 4, 7, 2, 5, 8, 3, 6, 10});
  brn__identity3(out);
  ensure33(out, (double[]){1, 0, 0, 0, 1, 0, 0, 0, 1});
}

static void determinant_and_inverse_have_known_values(void** state) {
  (void)state;
  const double a[9] = {1, 2, 3, 0, 1, 4, 5, 6, 0};
  double out[9];
  assert_true(brn__det3(a) == 1);
  assert_true(brn__inverse3(out, a) == 1);
  ensure33(out, (double[]){-24, 18, 5, 20, -15, -4, -5, 4, 1});
  assert_true(brn__det3((double[]){1, 2, 3, 4, 5, 6, 7, 8, 10}) == -3);
  assert_true(brn__det3((double[]){0, 1, 0, 1, 0, 0, 0, 0, 1}) == -1);
  assert_true(brn__det3((double[]){1, 2, 3, 4, 5, 6, 7, 8, 9}) == 0);
}

static void identities_hold_for_random_vectors(void** state) {
  (void)state;
  TestRandom random = {1};
  for (int k = 0; k < 2000; k++) {
    double a[3], b[3], c[3], ab[3], bc[3], abc[3];
    random3(&random, a), random3(&random, b), random3(&random, c);
    brn__cross3(ab, a, b);
    brn__cross3(bc, b, c);
    ENSURE_NEAR(brn__dot3(a, ab), 0, 1e-15);
    ENSURE_NEAR(brn__dot3(b, ab), 0, 1e-15);
    double aa = brn__dot3(a, a), bb = brn__dot3(b, b), dot = brn__dot3(a, b);
    ENSURE_NEAR(brn__dot3(ab, ab), aa * bb - dot * dot, 1e-14);
    double rows[9] = {a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]};
    ENSURE_NEAR(brn__det3(rows), brn__dot3(a, bc), 1e-15);
    brn__cross3(abc, a, bc); // a x (b x c) = b (a.c) - c (a.b)
    for (int i = 0; i < 3; i++) {
      ENSURE_NEAR(abc[i], b[i] * brn__dot3(a, c) - c[i] * dot, 1e-14);
    }
    ENSURE_NEAR(brn__tet_volume((double[]){0, 0, 0}, a, b, c), brn__det3(rows) / 6, 1e-15);
    double length = brn__norm3(a);
    assert_true(brn__normalize3(a) == length);
    ENSURE_NEAR(brn__norm3(a), 1, 1e-15);
  }
}

static void identities_hold_for_random_matrices(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int k = 0; k < 2000; k++) {
    double a[9], b[9], ab[9], t[9], u[9], inverse[9], x[3], bx[3], y[3], z[3];
    random33(&random, a), random33(&random, b), random3(&random, x);
    brn__mul33(ab, a, b);
    ENSURE_NEAR(brn__det3(ab), brn__det3(a) * brn__det3(b), 1e-14);
    brn__mul3(bx, b, x);
    brn__mul3(y, a, bx);
    brn__mul3(z, ab, x);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(y[i], z[i], 1e-14);
    brn__transpose3(t, b);
    brn__mul33_transposed(u, a, t);
    for (int i = 0; i < 9; i++) ENSURE_NEAR(u[i], ab[i], 1e-15);
    ENSURE_NEAR(brn__det3(t), brn__det3(b), 1e-15);
    double det = brn__inverse3(inverse, a);
    assert_true(det == brn__det3(a));
    if (fabs(det) < 1e-3) continue;
    brn__mul33(u, a, inverse);
    for (int i = 0; i < 9; i++) ENSURE_NEAR(u[i], i % 4 == 0, 1e-11);
    brn__mul33(u, inverse, a);
    for (int i = 0; i < 9; i++) ENSURE_NEAR(u[i], i % 4 == 0, 1e-11);
  }
}

TEST_MAIN(cmocka_unit_test(sums_and_products_have_known_values),
          cmocka_unit_test(results_may_be_written_over_inputs),
          cmocka_unit_test(normalizing_gives_the_length),
          cmocka_unit_test(triangles_and_tets_have_their_size),
          cmocka_unit_test(matrices_have_known_products),
          cmocka_unit_test(determinant_and_inverse_have_known_values),
          cmocka_unit_test(identities_hold_for_random_vectors),
          cmocka_unit_test(identities_hold_for_random_matrices))
