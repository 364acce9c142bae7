// SPDX-License-Identifier: Apache-2.0
//
// Gaps, rates and gradients of emu, eight tets at a time.

#include "lanes_test.h"

static void strains_are_weighed_and_summed(void** unused) {
  (void)unused;
  Eight* t = eight_make(false, true, 1);
  TestRandom random = {5};
  BrnDeformation d, gap, G, stress, g, push, rate;
  double sum[2] = {1, 2};
  long double first = 1, second = 2, product = 0;
  for (int k = 0; k < 72; k++) {
    double* to[] = {&d[k / 8][k % 8], &gap[k / 8][k % 8], &G[k / 8][k % 8], &stress[k / 8][k % 8]};
    for (int i = 0; i < 4; i++) *to[i] = test_random(&random, -1, 1);
  }
  memcpy(rate, G, sizeof G);
  BRN_LANE_PICK(brn__emu_rate)(&t->metric, d, gap, rate, sum);
  BRN_LANE_PICK(brn__emu_gradient)(&t->batch, &t->metric, stress, gap, 3, g);
  memcpy(push, G, sizeof G);
  BRN_LANE_PICK(brn__emu_push)(&t->metric, d, 3, push);
  for (int i = 0; i < BRN_LANES; i++) {
    Dense W;
    plain_metric(t, i, W);
    for (int p = 0; p < 9; p++) {
      long double moved = 0, held = 0, pushed = 0;
      for (int q = 0; q < 9; q++) {
        moved += W[p][q] * (d[q][i] - G[q][i]);
        held += W[p][q] * gap[q][i];
        pushed += W[p][q] * G[q][i];
      }
      ENSURE_NEAR(rate[p][i], d[p][i] - G[p][i], 1e-15);
      double own = i == 1 ? 0 : (double)(t->batch.volume[i] * stress[p][i] + 3 * held);
      ENSURE_NEAR(g[p][i], own, 1e-13);
      ENSURE_NEAR(push[p][i], (double)(d[p][i] + 3 * pushed), 1e-13);
      first += gap[p][i] * moved;
      second += (d[p][i] - G[p][i]) * moved;
      product += i == 1 ? 0 : d[p][i] * gap[p][i];
    }
  }
  ENSURE_NEAR(sum[0], (double)first, 1e-12);
  ENSURE_NEAR(sum[1], (double)second, 1e-12);
  ENSURE_NEAR(BRN_LANE_PICK(brn__deformation_product)(&t->batch, d, gap), (double)product, 1e-13);
  eight_done(t);
}

TEST_MAIN(cmocka_unit_test(strains_are_weighed_and_summed))
