// SPDX-License-Identifier: Apache-2.0
//
// Distance constraints, eight at a time: no two of a batch have a point in common.

#include "solver/sheet/muscles.h"
#include "solver/sheet/rows_lanes.h"

#define SHORT 1e-30 // squared length below which an edge has no direction, m^2

// (1), (2) and (8) with compliance: the correction is s (p1 - p2) w, s = dlambda / |p1 - p2|
BRN_LANE_INLINE void solve(BrnEdgeBatch* batch, double* at) {
  BrnLanes p[4], q[4], d[3];
  brn__rows_load(at, batch->a, p);
  brn__rows_load(at, batch->b, q);
  for (int k = 0; k < 3; k++) d[k] = p[k] - q[k];
  BrnLanes square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
  BrnMask fine = brn__lanes_less(brn__lanes_set(SHORT), square);
  BrnLanes length = brn__lanes_sqrt(brn__lanes_select(fine, square, brn__lanes_set(1)));
  BrnLanes goal = brn__lanes_load(batch->goal), alpha = brn__lanes_load(batch->alpha);
  BrnLanes lambda = brn__lanes_load(batch->lambda);
  BrnLanes s = (goal - length - alpha * lambda) / ((p[3] + q[3] + alpha) * length);
  s = brn__lanes_select(fine, s, brn__lanes_set(0));
  brn__lanes_store(batch->lambda, lambda + s * length);
  for (int k = 0; k < 3; k++) {
    p[k] += p[3] * s * d[k];
    q[k] -= q[3] * s * d[k];
  }
  brn__rows_store(at, batch->a, p);
  brn__rows_store(at, batch->b, q);
}

void BRN_LANE_NAME(brn__edges_solve)(BrnEdgeBatch* batch, int count, double* at) {
  for (int i = 0; i < count; i++) solve(&batch[i], at);
}

// ------------------------------------------------------------------------------------------- goals

// e^x to nine digits: 2^n by its bits, and a polynomial for what is left
BRN_LANE_INLINE BrnLanes exponential(BrnLanes x) {
  const double round = 0x1.8p52, log2_e = 1.4426950408889634, ln_2 = 0.6931471805599453;
  x = brn__lanes_max(brn__lanes_min(x, brn__lanes_set(700)), brn__lanes_set(-700));
  BrnLanes shifted = x * log2_e + round;
  BrnLanes r = x - (shifted - round) * ln_2, sum = brn__lanes_set(1.0 / 40320);
  const double term[8] = {1, 1, 1.0 / 2, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040};
  for (int k = 7; k >= 0; k--) sum = sum * r + term[k];
  BrnMask power = ((BrnMask)shifted + 1023) << 52;
  return sum * (BrnLanes)power;
}

// (7), and the compliance between that along and that across the fibres
void BRN_LANE_NAME(brn__edges_set)(BrnEdgeBatch* batch, const BrnEdgeRest* rest, int count,
                                   const BrnEdgeAim* aim) {
  double t = 1 - aim->activation;
  for (int i = 0; i < count; i++) {
    BrnLanes q0 = brn__lanes_load(rest[i].q0), q1 = brn__lanes_load(rest[i].q1);
    BrnLanes square = q0 + t * (q1 + t * brn__lanes_load(rest[i].q2));
    BrnLanes ln = aim->across + (aim->along - aim->across) * brn__lanes_load(rest[i].along);
    brn__lanes_store(batch[i].goal, brn__lanes_sqrt(square));
    brn__lanes_store(batch[i].alpha, exponential(ln));
    brn__lanes_store(batch[i].lambda, brn__lanes_set(0));
  }
}
