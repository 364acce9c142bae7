// SPDX-License-Identifier: Apache-2.0

#include "core/svd_lanes.h"
#include "core/vec.h"
#include "test.h"

#include <float.h>

enum { SMALL_COUNT = 1000, BATCH_COUNT = 100000 };

static const double tolerance = 1e-12;

// ------------------------------------------------------------------------------------- matrices

static void random_matrix(TestRandom* random, double F[9]) {
  for (int i = 0; i < 9; i++) F[i] = test_random(random, -1, 1);
}

// uniform, by a random unit quaternion
static void random_rotation(TestRandom* random, double R[9]) {
  double q[4], n;
  do {
    n = 0;
    for (int i = 0; i < 4; i++) {
      q[i] = test_random(random, -1, 1);
      n += q[i] * q[i];
    }
  } while (n > 1 || n < 0.01);
  double w = q[0], x = q[1], y = q[2], z = q[3], k = 2 / n;
  double rows[9] = {
      1 - k * (y * y + z * z), k * (x * y - w * z),     k * (z * x + w * y),
      k * (x * y + w * z),     1 - k * (x * x + z * z), k * (y * z - w * x),
      k * (z * x - w * y),     k * (y * z + w * x),     1 - k * (x * x + y * y),
  };
  memcpy(R, rows, sizeof rows);
}

// P diag(s) Q^T
static void compose(double F[9], const double P[9], const double s[3], const double Q[9]) {
  double scaled[9];
  for (int i = 0; i < 9; i++) scaled[i] = P[i] * s[i % 3];
  brn__mul33_transposed(F, scaled, Q);
}

// a matrix of known singular values, turned on both sides
static void turned(TestRandom* random, double s0, double s1, double s2, double F[9]) {
  double P[9], Q[9], s[3] = {s0, s1, s2};
  random_rotation(random, P);
  random_rotation(random, Q);
  compose(F, P, s, Q);
}

// --------------------------------------------------------------------------------------- checks

static double distance_to_rotation(const double R[9]) {
  double product[9], worst = fabs(brn__det3(R) - 1);
  brn__mul33_transposed(product, R, R);
  for (int i = 0; i < 9; i++) worst = fmax(worst, fabs(product[i] - (i % 4 == 0)));
  return worst;
}

// The largest fault of a decomposition, relative to s0; infinite when the order is wrong or
// something is not a number.
static double fault(const double F[9], const double U[9], const double s[3], const double V[9]) {
  if (!(s[0] >= s[1] && s[1] >= fabs(s[2]))) return INFINITY;
  double size = s[0] > 0 ? s[0] : 1, unit[3] = {s[0] / size, s[1] / size, s[2] / size}, product[9];
  compose(product, U, unit, V);
  double worst = 0;
  for (int i = 0; i < 9; i++) {
    double here = fabs(product[i] - F[i] / size);
    if (!(here <= worst)) worst = here;
  }
  return worst + distance_to_rotation(U) + distance_to_rotation(V);
}

static void check(const double F[9]) {
  double U[9], s[3], V[9];
  brn__svd3(F, U, s, V);
  ENSURE_NEAR(fault(F, U, s, V), 0, tolerance);
}

static void check_values(const double F[9], double s0, double s1, double s2) {
  double U[9], s[3], V[9];
  brn__svd3(F, U, s, V);
  ENSURE_NEAR(fault(F, U, s, V), 0, tolerance);
  ENSURE_NEAR(s[0], s0, tolerance * s0);
  ENSURE_NEAR(s[1], s1, tolerance * s0);
  ENSURE_NEAR(s[2], s2, tolerance * s0);
}

// ------------------------------------------------------------------------------- single matrices

static void check_sees_planted_errors(void** state) {
  (void)state;
  TestRandom random = {1};
  double F[9], U[9], s[3], V[9];
  turned(&random, 3, 2, -1, F);
  brn__svd3(F, U, s, V);
  assert_true(fault(F, U, s, V) < tolerance);
  for (int k = 0; k < 9; k++) { // a sign in U or V
    U[k] = -U[k];
    assert_true(fault(F, U, s, V) > 1e-3);
    U[k] = -U[k], V[k] = -V[k];
    assert_true(fault(F, U, s, V) > 1e-3);
    V[k] = -V[k];
  }
  for (int j = 0; j < 3; j++) { // a reflection on both sides leaves the product as it was
    for (int i = 0; i < 3; i++) U[3 * i + j] = -U[3 * i + j], V[3 * i + j] = -V[3 * i + j];
    assert_true(fault(F, U, s, V) > 1e-3);
    for (int i = 0; i < 3; i++) U[3 * i + j] = -U[3 * i + j], V[3 * i + j] = -V[3 * i + j];
  }
  s[2] = -s[2];
  assert_true(fault(F, U, s, V) > 1e-3);
  s[2] = NAN;
  assert_false(fault(F, U, s, V) < 1e-3);
  brn__svd3(F, U, s, V);
  s[1] += 1e-11; // and the tolerance has teeth
  assert_true(fault(F, U, s, V) > tolerance);
}

static void identity_stays_as_it_is(void** state) {
  (void)state;
  double I[9], U[9], s[3], V[9];
  brn__identity3(I);
  brn__svd3(I, U, s, V);
  for (int i = 0; i < 9; i++) {
    ENSURE_NEAR(U[i], I[i], 1e-15);
    ENSURE_NEAR(V[i], I[i], 1e-15);
  }
  for (int i = 0; i < 3; i++) ENSURE_NEAR(s[i], 1, 1e-15);
}

static void zero_gives_rotations_and_zeros(void** state) {
  (void)state;
  double F[9] = {0}, I[9], U[9], s[3], V[9];
  brn__identity3(I);
  brn__svd3(F, U, s, V);
  for (int i = 0; i < 3; i++) assert_true(s[i] == 0);
  for (int i = 0; i < 9; i++) assert_true(U[i] == I[i] && V[i] == I[i]);
}

static void diagonals_of_all_orders_and_signs_are_sorted(void** state) {
  (void)state;
  static const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  static const double value[3] = {5, 3, 0.5};
  for (int o = 0; o < 6; o++) {
    for (int signs = 0; signs < 8; signs++) {
      double F[9] = {0};
      for (int i = 0; i < 3; i++) F[4 * i] = (signs >> i & 1 ? -1 : 1) * value[order[o][i]];
      check_values(F, 5, 3, brn__det3(F) < 0 ? -0.5 : 0.5);
    }
  }
}

static void hilbert_matrix_has_its_values(void** state) {
  (void)state;
  double F[9];
  for (int i = 0; i < 9; i++) F[i] = 1.0 / (i / 3 + i % 3 + 1);
  check_values(F, 1.4083189271236536, 0.12232706585390584, 0.0026873403557735292);
}

static void random_matrices_are_decomposed(void** state) {
  (void)state;
  TestRandom random = {2};
  for (int k = 0; k < 20 * SMALL_COUNT; k++) {
    double F[9], U[9], s[3], V[9];
    random_matrix(&random, F);
    check(F);
    brn__svd3(F, U, s, V);
    double det = brn__det3(F);
    ENSURE_NEAR(s[0] * s[1] * s[2], det, 1e-12);
    if (fabs(det) > 1e-12) assert_true((s[2] < 0) == (det < 0));
  }
}

static void rotations_and_reflections_have_values_of_one(void** state) {
  (void)state;
  TestRandom random = {3};
  for (int k = 0; k < SMALL_COUNT; k++) {
    double F[9];
    random_rotation(&random, F);
    check_values(F, 1, 1, 1);
    for (int i = 0; i < 9; i++) F[i] = -F[i];
    check_values(F, 1, 1, -1);
    turned(&random, 1, 1, -1, F);
    check_values(F, 1, 1, -1);
  }
}

static void known_values_are_found(void** state) {
  (void)state;
  TestRandom random = {4};
  for (int k = 0; k < 5 * SMALL_COUNT; k++) {
    double F[9], s0 = test_random(&random, 1, 2), s1 = test_random(&random, 0.5, 1);
    double s2 = test_random(&random, -0.5, 0.5);
    turned(&random, s0, s1, s2, F);
    check_values(F, s0, s1, s2);
  }
}

static void repeated_values_are_found(void** state) {
  (void)state;
  TestRandom random = {5};
  static const double table[][3] = {{2, 2, 1}, {2, 1, 1}, {2, 2, 2},  {2, 2, -2},
                                    {2, 2, 0}, {2, 0, 0}, {2, 1, -1}, {2, 2, -1}};
  for (int k = 0; k < SMALL_COUNT; k++) {
    for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
      double F[9];
      turned(&random, table[t][0], table[t][1], table[t][2], F);
      check_values(F, table[t][0], table[t][1], table[t][2]);
    }
  }
}

static void nearly_repeated_values_are_found(void** state) {
  (void)state;
  TestRandom random = {6};
  for (int k = 0; k < SMALL_COUNT; k++) {
    for (int e = 1; e < 17; e++) {
      double gap = pow(10, -e), F[9];
      turned(&random, 1 + gap, 1, 1 - gap, F);
      check_values(F, 1 + gap, 1, 1 - gap);
      turned(&random, 3, 1 + gap, -1, F);
      check_values(F, 3, 1 + gap, -1);
    }
  }
}

static void graded_values_are_found(void** state) {
  (void)state;
  TestRandom random = {7};
  for (int k = 0; k < 20; k++) {
    for (int a = 0; a < 20; a++) {
      for (int b = a; b < 20; b++) {
        double F[9], s1 = pow(10, -a), s2 = pow(10, -b);
        turned(&random, 1, s1, s2, F);
        check_values(F, 1, s1, s2);
      }
    }
  }
}

// exact in floating point, so the small values are not drowned by rounding in F
static void exact_low_ranks_are_found(void** state) {
  (void)state;
  TestRandom random = {8};
  for (int k = 0; k < 5 * SMALL_COUNT; k++) {
    double x[3], y[3], F[9];
    for (int i = 0; i < 3; i++) {
      x[i] = floor(test_random(&random, -9, 10));
      y[i] = floor(test_random(&random, -9, 10));
    }
    for (int i = 0; i < 9; i++) F[i] = x[i / 3] * y[i % 3];
    check_values(F, brn__norm3(x) * brn__norm3(y), 0, 0);
    for (int i = 0; i < 3; i++) F[3 * i + 2] = F[3 * i] - 2 * F[3 * i + 1]; // rank 1, then 2
    F[0] += 1, F[2] += 1;
    check(F);
    double U[9], s[3], V[9];
    brn__svd3(F, U, s, V);
    ENSURE_NEAR(s[2], 0, tolerance * s[0]);
  }
  double axis[9] = {0, 0, 0, 0, 0, -7, 0, 0, 0};
  check_values(axis, 7, 0, 0);
  double plane[9] = {0, 3, 0, 0, 0, 0, 4, 0, 0};
  check_values(plane, 4, 3, 0);
}

static void scale_does_not_matter(void** state) {
  (void)state;
  TestRandom random = {9};
  for (int k = 0; k < SMALL_COUNT; k++) {
    double F[9], scaled[9], U[9], s[3], V[9], U2[9], s2[3], V2[9];
    random_matrix(&random, F);
    brn__svd3(F, U, s, V);
    for (int e = -900; e <= 1000; e += 100) { // powers of four: the same bits
      double factor = ldexp(1, e);
      for (int i = 0; i < 9; i++) scaled[i] = F[i] * factor;
      brn__svd3(scaled, U2, s2, V2);
      assert_memory_equal(U, U2, sizeof U);
      assert_memory_equal(V, V2, sizeof V);
      for (int i = 0; i < 3; i++) assert_true(s2[i] == s[i] * factor);
    }
    turned(&random, 3e300, 2e300, -1e300, F);
    check_values(F, 3e300, 2e300, -1e300);
    turned(&random, 3e-300, 2e-300, -1e-300, F);
    check_values(F, 3e-300, 2e-300, -1e-300);
  }
}

static void limits_of_a_double_are_survived(void** state) {
  (void)state;
  double U[9], s[3], V[9];
  double huge = 0.9999 * DBL_MAX, largest[9] = {huge, 0, 0, 0, -huge, 0, 0, 0, huge / 2};
  check_values(largest, huge, huge, -huge / 2);
  double full[9]; // its largest singular value is 3 DBL_MAX; the rotations are still right
  for (int i = 0; i < 9; i++) full[i] = DBL_MAX;
  brn__svd3(full, U, s, V);
  assert_true(s[0] == INFINITY);
  assert_true(distance_to_rotation(U) < 1e-15 && distance_to_rotation(V) < 1e-15);
  double normal[9] = {DBL_MIN, 0, 0, 0, 4 * DBL_MIN, 0, 0, 0, 2 * DBL_MIN};
  check_values(normal, 4 * DBL_MIN, 2 * DBL_MIN, DBL_MIN);
  double least = 4.9406564584124654e-324;
  double lowest[9] = {least, 0, 0, 0, 3 * least, 0, 0, 0, 0};
  brn__svd3(lowest, U, s, V);
  assert_true(s[0] == 3 * least && s[1] == least && s[2] == 0);
  assert_true(distance_to_rotation(U) < 1e-15 && distance_to_rotation(V) < 1e-15);
}

// entries from 1e-130 to 1e130 in one matrix
static void wild_entries_are_survived(void** state) {
  (void)state;
  TestRandom random = {10};
  for (int k = 0; k < 5 * SMALL_COUNT; k++) {
    double F[9];
    for (int i = 0; i < 9; i++) {
      F[i] = test_random(&random, -1, 1) * exp(test_random(&random, -300, 300));
    }
    check(F);
    for (int i = 0; i < 9; i++) {
      F[i] = test_random(&random, -1, 1) * exp(test_random(&random, -20, 20));
    }
    check(F);
  }
}

typedef struct Decomposed {
  double F[9], U[9], s[3], V[9];
} Decomposed;

// the twin on lanes: eight at once
static void decompose_eight(Decomposed eight[8]) {
  BrnLanes F[9], U[9], s[3], V[9];
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 9; k++) F[k][i] = eight[i].F[k];
  }
  brn__svd3_lanes(F, U, s, V);
  for (int i = 0; i < 8; i++) {
    for (int k = 0; k < 9; k++) eight[i].U[k] = U[k][i], eight[i].V[k] = V[k][i];
    for (int k = 0; k < 3; k++) eight[i].s[k] = s[k][i];
  }
}

static void numbers_that_are_none_end_as_nan(void** state) {
  (void)state;
  static const double bad[3] = {NAN, INFINITY, -INFINITY};
  for (int k = 0; k < 27; k++) {
    double F[9] = {1, 2, 3, 0, -1, 4, 2, 0, 7}, U[9], s[3], V[9], R[9], S[9];
    Decomposed eight[8];
    for (int i = 0; i < 8; i++) memcpy(eight[i].F, F, sizeof F);
    brn__svd3(F, U, s, V);
    eight[3].F[k % 9] = bad[k / 9];
    decompose_eight(eight);
    for (int i = 0; i < 8; i++) { // lanes do not meet
      if (i == 3) continue;
      assert_memory_equal(eight[i].U, U, sizeof U);
      assert_memory_equal(eight[i].s, s, sizeof s);
      assert_memory_equal(eight[i].V, V, sizeof V);
    }
    F[k % 9] = bad[k / 9];
    brn__svd3(F, U, s, V);
    brn__polar3(F, R, S);
    for (int i = 0; i < 3; i++) assert_true(isnan(s[i]) && isnan(eight[3].s[i]) && isnan(R[i]));
  }
}

// ---------------------------------------------------------------------------------------- polar

static void polar_gives_back_rotation_and_stretch(void** state) {
  (void)state;
  TestRandom random = {11};
  for (int k = 0; k < 5 * SMALL_COUNT; k++) {
    double Q[9], V[9], stretch[9], F[9], R[9], S[9];
    double s[3] = {test_random(&random, 1, 2), test_random(&random, 1, 2),
                   test_random(&random, 0.1, 1)};
    random_rotation(&random, Q);
    random_rotation(&random, V);
    if (k % 2) s[2] = -s[2];
    compose(stretch, V, s, V);
    brn__mul33(F, Q, stretch);
    brn__polar3(F, R, S);
    for (int i = 0; i < 9; i++) {
      ENSURE_NEAR(R[i], Q[i], 2e-12);
      ENSURE_NEAR(S[i], stretch[i], 2e-12);
      assert_true(S[i] == S[3 * (i % 3) + i / 3]);
    }
  }
}

static void polar_of_any_rank_is_a_rotation_times_a_stretch(void** state) {
  (void)state;
  TestRandom random = {12};
  for (int k = 0; k < 4 * SMALL_COUNT; k++) {
    double F[9], R[9], S[9], product[9];
    turned(&random, k % 4 > 0, k % 4 > 1, (k % 4 > 2) * -0.5, F);
    brn__polar3(F, R, S);
    assert_true(distance_to_rotation(R) < tolerance);
    brn__mul33(product, R, S);
    for (int i = 0; i < 9; i++) ENSURE_NEAR(product[i], F[i], tolerance);
  }
}

// ---------------------------------------------------------------------------------------- lanes

// every kind of matrix, side by side
static void mixed_matrix(TestRandom* random, int k, double F[9]) {
  random_matrix(random, F);
  double small = pow(10, -(double)(k / 8 % 20));
  switch (k % 8) {
  case 0: break;
  case 1: turned(random, 1, 1, 1, F); break;
  case 2: turned(random, 1, small, -small, F); break;
  case 3: turned(random, 1 + small, 1, 1, F); break;
  case 4:
    for (int i = 0; i < 9; i++) F[i] *= exp(test_random(random, -20, 20));
    break;
  case 5: memset(F, 0, 9 * sizeof *F); break;
  case 6:
    for (int i = 0; i < 9; i++) F[i] = (i % 4 == 0) + 0.3 * F[i];
    break;
  case 7: // rank 1
    for (int i = 8; i >= 0; i--) F[i] = F[i / 3] * 1e200 * (i % 3 + 1);
    break;
  }
}

static void lanes_have_the_bits_of_the_reference(void** state) {
  (void)state;
  TestRandom random = {13};
  for (int k = 0; k < BATCH_COUNT; k += 8) {
    Decomposed eight[8];
    for (int i = 0; i < 8; i++) mixed_matrix(&random, k + i, eight[i].F);
    decompose_eight(eight);
    for (int i = 0; i < 8; i++) {
      Decomposed* one = &eight[i];
      double U[9], s[3], V[9];
      brn__svd3(one->F, U, s, V);
      if (fault(one->F, U, s, V) >= tolerance) fail_msg("matrix %d", k + i);
      if (memcmp(one->U, U, sizeof U) || memcmp(one->s, s, sizeof s) ||
          memcmp(one->V, V, sizeof V)) {
        fail_msg("matrix %d differs from the reference", k + i);
      }
    }
  }
}

TEST_MAIN(cmocka_unit_test(check_sees_planted_errors), cmocka_unit_test(identity_stays_as_it_is),
          cmocka_unit_test(zero_gives_rotations_and_zeros),
          cmocka_unit_test(diagonals_of_all_orders_and_signs_are_sorted),
          cmocka_unit_test(hilbert_matrix_has_its_values),
          cmocka_unit_test(random_matrices_are_decomposed),
          cmocka_unit_test(rotations_and_reflections_have_values_of_one),
          cmocka_unit_test(known_values_are_found), cmocka_unit_test(repeated_values_are_found),
          cmocka_unit_test(nearly_repeated_values_are_found),
          cmocka_unit_test(graded_values_are_found), cmocka_unit_test(exact_low_ranks_are_found),
          cmocka_unit_test(scale_does_not_matter),
          cmocka_unit_test(limits_of_a_double_are_survived),
          cmocka_unit_test(wild_entries_are_survived),
          cmocka_unit_test(numbers_that_are_none_end_as_nan),
          cmocka_unit_test(polar_gives_back_rotation_and_stretch),
          cmocka_unit_test(polar_of_any_rank_is_a_rotation_times_a_stretch),
          cmocka_unit_test(lanes_have_the_bits_of_the_reference))
