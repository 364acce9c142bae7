// SPDX-License-Identifier: Apache-2.0
//
// What rates within a dynamic step are measured from. By the differences of motion.h the rate of
// any quantity q is
//
//   q' = a0/h (q - q*),   q* = q0 + a2/a0 (q0 - q1)
//
// with q0, q1 at the beginning of the step and a step earlier. Strains have such rates for damping,
// and stretches of fibres for the force-velocity of Hill's muscles.

#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16 };

static double stretch(const BrnBatch* batch, const double (*F)[BRN_LANES], int lane) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    double w = 0;
    for (int a = 0; a < 3; a++) w += F[3 * i + a][lane] * batch->fibre[a][lane];
    sum += w * w;
  }
  return sqrt(sum);
}

static void aim_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnNewton* n = user;
  bool second = n->motion->a2 != 0;
  double share = n->motion->a2 / n->motion->a0;
  for (int b = begin; b < end; b++) {
    BrnBatch* batch = &n->elements->batch[b];
    if (n->damping) {
      BRN_LANE_PICK(brn__batch_strain_before)
      (n->F[b], second ? n->dF[b] : NULL, share, &n->damping[b]);
    }
    for (int i = 0; i < BRN_LANES; i++) {
      double now = stretch(batch, n->F[b], i);
      double then = second ? stretch(batch, n->dF[b], i) : now;
      batch->stretch_before[i] = now + share * (now - then);
    }
  }
}

void brn__newton_aim_rates(BrnContext* ctx, BrnNewton* n) {
  n->elements->per_time = n->motion->a0 / n->motion->h;
  brn__newton_measure(ctx, n, n->motion->y0, n->F);
  if (n->motion->a2 != 0) brn__newton_measure(ctx, n, n->motion->y1, n->dF);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, aim_batches, n);
}
