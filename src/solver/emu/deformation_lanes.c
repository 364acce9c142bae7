// SPDX-License-Identifier: Apache-2.0
//
// What an iteration does to deformation gradients besides the blocks of woodbury_lanes.c, on eight
// tets.

#include "solver/emu/emu.h"

BRN_LANE_INLINE void load(const double (*from)[BRN_LANES], BrnLanes to[9]) {
  for (int p = 0; p < 9; p++) to[p] = brn__lanes_load(from[p]);
}

BRN_LANE_INLINE double add_up(BrnLanes x) {
  double sum = 0;
  for (int i = 0; i < BRN_LANES; i++) sum += x[i];
  return sum;
}

// out = T A
BRN_LANE_INLINE void weigh(const BrnMetric* metric, const BrnLanes T[9], BrnLanes out[9]) {
  static const int at[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  BrnLanes A[9];
  for (int k = 0; k < 9; k++) A[k] = brn__lanes_load(metric->a[at[k]]);
  for (int p = 0; p < 9; p++) {
    const BrnLanes* row = T + p - p % 3;
    out[p] = row[0] * A[p % 3] + row[1] * A[3 + p % 3] + row[2] * A[6 + p % 3];
  }
}

void BRN_LANE_NAME(brn__metric_times)(const BrnMetric* metric, const double (*T)[BRN_LANES],
                                      double (*out)[BRN_LANES]) {
  BrnLanes x[9], weighed[9];
  load(T, x);
  weigh(metric, x, weighed);
  for (int p = 0; p < 9; p++) brn__lanes_store(out[p], weighed[p]);
}

double BRN_LANE_NAME(brn__deformation_product)(const BrnBatch* batch, const double (*a)[BRN_LANES],
                                               const double (*b)[BRN_LANES]) {
  BrnLanes zero = brn__lanes_set(0);
  BrnMask some = brn__lanes_less(zero, brn__lanes_load(batch->volume));
  BrnLanes sum = brn__lanes_load(a[0]) * brn__lanes_load(b[0]);
  for (int p = 1; p < 9; p++) sum += brn__lanes_load(a[p]) * brn__lanes_load(b[p]);
  return add_up(brn__lanes_select(some, sum, zero));
}

void BRN_LANE_NAME(brn__deformation_move)(const double (*F)[BRN_LANES], double s,
                                          const double (*d)[BRN_LANES], double (*out)[BRN_LANES]) {
  for (int p = 0; p < 9; p++) {
    brn__lanes_store(out[p], brn__lanes_load(F[p]) + s * brn__lanes_load(d[p]));
  }
}

// (9), (10); nothing where there is no tet
void BRN_LANE_NAME(brn__emu_gradient)(const BrnBatch* batch, const BrnMetric* metric,
                                      const double (*stress)[BRN_LANES],
                                      const double (*gap)[BRN_LANES], double alpha,
                                      double (*g)[BRN_LANES]) {
  BrnLanes volume = brn__lanes_load(batch->volume), zero = brn__lanes_set(0), x[9], pull[9];
  BrnMask some = brn__lanes_less(zero, volume);
  load(gap, x);
  weigh(metric, x, pull);
  for (int p = 0; p < 9; p++) {
    BrnLanes sum = volume * brn__lanes_load(stress[p]) + alpha * pull[p];
    brn__lanes_store(g[p], brn__lanes_select(some, sum, zero));
  }
}

void BRN_LANE_NAME(brn__emu_push)(const BrnMetric* metric, const double (*g)[BRN_LANES],
                                  double alpha, double (*G)[BRN_LANES]) {
  BrnLanes x[9], weighed[9];
  load(G, x);
  weigh(metric, x, weighed);
  for (int p = 0; p < 9; p++) brn__lanes_store(G[p], brn__lanes_load(g[p]) + alpha * weighed[p]);
}

void BRN_LANE_NAME(brn__emu_rate)(const BrnMetric* metric, const double (*d)[BRN_LANES],
                                  const double (*gap)[BRN_LANES], double (*G)[BRN_LANES],
                                  double sum[2]) {
  BrnLanes rate[9], weighed[9], first = brn__lanes_set(0), second = brn__lanes_set(0);
  for (int p = 0; p < 9; p++) rate[p] = brn__lanes_load(d[p]) - brn__lanes_load(G[p]);
  weigh(metric, rate, weighed);
  for (int p = 0; p < 9; p++) {
    brn__lanes_store(G[p], rate[p]);
    first += brn__lanes_load(gap[p]) * weighed[p];
    second += rate[p] * weighed[p];
  }
  sum[0] += add_up(first);
  sum[1] += add_up(second);
}
