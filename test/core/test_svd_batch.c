// SPDX-License-Identifier: Apache-2.0

#include "core/svd.h"
#include "core/svd_batch.h"
#include "test.h"

enum { BLOCKS = 40, COUNT = BLOCKS * BRN_SVD_BLOCK };

typedef struct Result {
  double U[9 * COUNT], s[3 * COUNT], V[9 * COUNT], R[9 * COUNT], S[9 * COUNT];
} Result;

#ifdef BRN_LANE_COPIES

// of all sizes, some without rank
static void fill(double* F) {
  TestRandom random = {91};
  for (int i = 0; i < COUNT; i++) {
    double size = pow(10, test_random(&random, -20, 20));
    for (int k = 0; k < 9; k++) F[9 * i + k] = size * test_random(&random, -1, 1);
    for (int k = 0; k < 3 && i % 5 == 0; k++) F[9 * i + k] = F[9 * i + 3 + k];
    for (int k = 0; k < 9 && i % 17 == 0; k++) F[9 * i + k] = k % 4 == 0;
  }
  memset(F, 0, 9 * sizeof *F);
}

#define RUN(copy, F, r)                                                                            \
  (brn__svd3_blocks##copy(F, BLOCKS, (r)->U, (r)->s, (r)->V),                                      \
   brn__polar3_blocks##copy(F, BLOCKS, (r)->R, (r)->S))

static void copies_give_the_same_bits(void** state) {
  (void)state;
  static double F[9 * COUNT];
  static Result base, other;
  fill(F);
  RUN(_base, F, &base);
  if (brn__lane_level() >= 1) {
    RUN(_v3, F, &other);
    assert_memory_equal(&base, &other, sizeof base);
  }
  memset(&other, 0, sizeof other);
  if (brn__lane_level() >= 2) {
    RUN(_v4, F, &other);
    assert_memory_equal(&base, &other, sizeof base);
  }
}

#else

static void copies_give_the_same_bits(void** state) {
  (void)state;
  skip(); // there is one copy only
}

#endif

// the last few of a batch go another way to the same bits
static void place_in_the_batch_does_not_matter(void** state) {
  (void)state;
  TestRandom random = {92};
  double F[9 * 40], U[9 * 40], s[3 * 40], V[9 * 40], u[9], values[3], v[9];
  for (int i = 0; i < 9 * 40; i++) F[i] = test_random(&random, -1, 1);
  for (int count = 0; count <= 40; count++) {
    memset(U, 0x55, sizeof U);
    brn__svd3_batch(F, count, U, s, V);
    for (int i = 0; i < count; i++) {
      brn__svd3_batch(F + 9 * i, 1, u, values, v);
      assert_memory_equal(u, U + 9 * i, sizeof u);
      assert_memory_equal(values, s + 3 * i, sizeof values);
      assert_memory_equal(v, V + 9 * i, sizeof v);
    }
    if (count < 40) ENSURE(((unsigned char*)(U + 9 * count))[0] == 0x55); // nothing behind it
  }
}

TEST_MAIN(cmocka_unit_test(copies_give_the_same_bits),
          cmocka_unit_test(place_in_the_batch_does_not_matter))
