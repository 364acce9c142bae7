// SPDX-License-Identifier: Apache-2.0
//
// What rates within a dynamic step are measured from. By the differences of motion.h the rate of
// any quantity q is
//
//   q' = a0/h (q - q*),   q* = q0 + a2/a0 (q0 - q1)
//
// with q0, q1 at the beginning of the step and a step earlier. Strains have such rates for damping,
// and stretches of fibres for the force-velocity of Hill's muscles.

#include "core/vec.h"
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

// ------------------------------------------------------------------------------------------ a
// state Its velocities make E' = sym(F^T F') and l' = F u . F' u / l, and q* = q - q' / per_time.

static void recall_strain(const double (*F)[BRN_LANES], const double (*rate)[BRN_LANES], double h,
                          BrnDamping* damping) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  BRN_LANE_PICK(brn__batch_strain_before)(F, NULL, 0, damping);
  for (int k = 0; k < 6 * BRN_LANES; k++) {
    int a = row[k / BRN_LANES], b = column[k / BRN_LANES], lane = k % BRN_LANES;
    double sum = 0;
    for (int i = 0; i < 9; i += 3) {
      sum += F[i + a][lane] * rate[i + b][lane] + F[i + b][lane] * rate[i + a][lane];
    }
    damping->strain[k / BRN_LANES][lane] -= h * sum / 2;
  }
}

static void recall_stretches(BrnBatch* batch, const double (*F)[BRN_LANES],
                             const double (*rate)[BRN_LANES], double h) {
  for (int lane = 0; lane < BRN_LANES; lane++) {
    double l = stretch(batch, F, lane), product = 0;
    for (int i = 0; i < 9; i += 3) {
      double w = 0, dw = 0;
      for (int a = 0; a < 3; a++) {
        w += F[i + a][lane] * batch->fibre[a][lane];
        dw += rate[i + a][lane] * batch->fibre[a][lane];
      }
      product += w * dw;
    }
    batch->stretch_before[lane] = l > 0 ? l - h * product / l : 0;
  }
}

// by way of n->trial
static void measure_vertices(BrnContext* ctx, BrnNewton* n, const double* from, BrnStrain* out) {
  for (int i = 0; i < n->nodes->count; i++) {
    brn__copy3(n->trial + 3 * (size_t)i, from + 3 * (size_t)n->nodes->vertex[i]);
  }
  brn__newton_measure(ctx, n, n->trial, out);
}

void brn__newton_recall_rates(BrnContext* ctx, BrnNewton* n, const BrnState* state) {
  if (!n->motion) return;
  n->motion->weight = n->elements->per_time = 0;
  if (state->step <= 0) return;
  n->elements->per_time = 1 / state->step;
  measure_vertices(ctx, n, state->position, n->F);
  measure_vertices(ctx, n, state->velocity, n->dF);
  for (int b = 0; b < n->elements->batch_count; b++) {
    if (n->damping) recall_strain(n->F[b], n->dF[b], state->step, &n->damping[b]);
    recall_stretches(&n->elements->batch[b], n->F[b], n->dF[b], state->step);
  }
}
