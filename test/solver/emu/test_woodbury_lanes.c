// SPDX-License-Identifier: Apache-2.0
//
// The blocks of the Woodbury step of emu, eight tets at a time.

#include "lanes_test.h"

static void ensure_inverse(const Eight* t, int lane, BrnSquares found) {
  Dense H, inverse;
  plain_block(t, lane, H);
  invert_plainly(9, &H[0][0], &inverse[0][0]);
  for (int k = 0; k < 81; k++) {
    ENSURE_NEAR(found[AT(k / 9, k % 9)][lane], (double)inverse[k / 9][k % 9], 1e-14);
  }
}

static void inverse_is_that_of_the_whole_block(void** unused) {
  (void)unused;
  for (int scalar = 0; scalar < 2; scalar++) {
    Eight* t = eight_make(scalar, true, -1);
    BrnSquares inverse;
    ENSURE_INT(eight_invert(t, inverse), 0);
    for (int i = 0; i < BRN_LANES; i++) ensure_inverse(t, i, inverse);
    eight_done(t);
  }
}

static void lanes_that_are_not_definite_are_named(void** unused) {
  (void)unused;
  Eight* t = eight_make(true, true, -1);
  BrnSquares inverse;
  t->K[AT(8, 8)][2] = t->K[AT(0, 0)][5] = -100;
  ENSURE_INT(eight_invert(t, inverse), 1 << 2 | 1 << 5);
  for (int i = 0; i < BRN_LANES; i++) {
    if (i != 2 && i != 5) ensure_inverse(t, i, inverse);
  }
  t->K[AT(4, 4)][7] = NAN;
  ENSURE_INT(eight_invert(t, inverse), 1 << 2 | 1 << 5 | 1 << 7);
  eight_done(t);
}

static void lane_without_a_tet_has_the_identity(void** unused) {
  (void)unused;
  Eight* t = eight_make(false, true, 3);
  BrnSquares inverse, N;
  ENSURE_INT(eight_invert(t, inverse), 0);
  BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      ENSURE(inverse[AT(p, q)][3] == (p == q));
      ENSURE(N[AT(p, q)][3] == 0);
    }
  }
  ensure_inverse(t, 4, inverse);
  eight_done(t);
}

static void coupling_is_the_difference_of_the_paper(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    Eight* t = eight_make(k, true, -1);
    BrnSquares inverse, N;
    eight_invert(t, inverse);
    BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
    for (int i = 0; i < BRN_LANES; i++) {
      Dense W, H, back, half, whole;
      plain_metric(t, i, W);
      plain_block(t, i, H);
      invert_plainly(9, &H[0][0], &back[0][0]);
      multiply(W, back, half);
      multiply(half, W, whole);
      for (int p = 0; p < 81; p++) {
        long double expected = W[p / 9][p % 9] - t->alpha * whole[p / 9][p % 9];
        ENSURE_NEAR(N[AT(p / 9, p % 9)][i], (double)expected, 1e-14);
      }
    }
    eight_done(t);
  }
}

// relative to the largest entry of all; as W - alpha W H^-1 W it would be 1e-3 at 1e12
static void coupling_keeps_its_digits_at_any_alpha(void** unused) {
  (void)unused;
  static const double alpha[] = {1e-6, 1, 1e4, 1e8, 1e12};
  for (int k = 0; k < 10; k++) {
    Eight* t = eight_make(k % 2, true, -1);
    BrnSquares inverse, N;
    t->alpha = alpha[k / 2];
    ENSURE_INT(eight_invert(t, inverse), 0);
    BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
    for (int i = 0; i < BRN_LANES; i++) {
      Dense expected;
      double most = 0;
      plain_coupling(t, i, expected);
      for (int p = 0; p < 81; p++) most = fmax(most, (double)fabsl(expected[p / 9][p % 9]));
      for (int p = 0; p < 81; p++) {
        double x = N[AT(p / 9, p % 9)][i];
        ENSURE_NEAR(x / most, (double)expected[p / 9][p % 9] / most, 2e-14);
      }
    }
    eight_done(t);
  }
}

static void square_is_applied_whole(void** unused) {
  (void)unused;
  Eight* t = eight_make(true, true, -1);
  TestRandom random = {3};
  BrnDeformation v, out;
  for (int k = 0; k < 72; k++) v[k / 8][k % 8] = test_random(&random, -1, 1);
  BRN_LANE_PICK(brn__squares_apply)(t->K, v, -2, out);
  for (int k = 0; k < 72; k++) {
    long double sum = 0;
    for (int q = 0; q < 9; q++) sum += (long double)t->K[AT(k / 8, q)][k % 8] * v[q][k % 8];
    ENSURE_NEAR(out[k / 8][k % 8], (double)(-2 * sum), 1e-13);
  }
  BRN_LANE_PICK(brn__squares_apply)(t->K, v, -2, v);
  ENSURE(memcmp(v, out, sizeof v) == 0);
  eight_done(t);
}

#ifdef BRN_LANE_COPIES

static void copies_give_the_same_bits(void** unused) {
  (void)unused;
  Eight* t = eight_make(false, false, 2);
  BrnSquares inverse, N, other;
  eight_invert(t, inverse);
  brn__emu_invert_base(&t->batch, t->K, &t->metric, t->alpha, other);
  ENSURE(memcmp(inverse, other, sizeof other) == 0);
  BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, N);
  brn__emu_couple_base(&t->batch, t->K, inverse, &t->metric, other);
  ENSURE(memcmp(N, other, sizeof other) == 0);
  eight_done(t);
}

#endif

TEST_MAIN(cmocka_unit_test(inverse_is_that_of_the_whole_block),
          cmocka_unit_test(lanes_that_are_not_definite_are_named),
          cmocka_unit_test(lane_without_a_tet_has_the_identity),
          cmocka_unit_test(coupling_is_the_difference_of_the_paper),
          cmocka_unit_test(coupling_keeps_its_digits_at_any_alpha),
          cmocka_unit_test(square_is_applied_whole),
#ifdef BRN_LANE_COPIES
          cmocka_unit_test(copies_give_the_same_bits)
#endif
)
