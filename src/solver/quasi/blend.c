// SPDX-License-Identifier: Apache-2.0
//
// What bcqn adds to the memory (Zhu, Bridson and Kaufman 2018). Far from the minimum differences of
// gradients say little about the stiffness ahead, and what the first guess A says is better; so
//
//   z = beta A s + (1 - beta) y,   beta = |A| y.A s / (w^3 V^(5/3)),   from 0 to 1
//
// which goes to L-BFGS as steps get small. The authors print beta for bodies of unit stiffness, and
// divide by the volume (in their code by its power of 4/3): here it has no unit. w and V are
// stiffness and volume of the flesh, and |A| the norm for a body of flesh alone: that of stiff
// bones would hold the blend at A where L-BFGS is better.

#include "core/vec.h"
#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

// |l|, l being the areas of the faces around the rows
static double surroundings(BrnContext* ctx, BrnQuasi* q, double* l) {
  for (int e = 0; e < q->body->gather->element_count; e++) {
    const BrnBatch* batch = &q->body->elements->batch[e / BRN_LANES];
    int lane = e % BRN_LANES;
    double* out = q->body->force + 12 * (size_t)e;
    memset(out, 0, 12 * sizeof(double));
    if (batch->tet[lane] < 0) continue;
    double g[4][3] = {{0}};
    for (int p = 0; p < 9; p++) {
      g[p / 3 + 1][p % 3] = batch->gradient[p][lane];
      g[0][p % 3] -= batch->gradient[p][lane];
    }
    for (int a = 0; a < 4; a++) out[3 * a] = 3 * batch->volume[lane] * sqrt(brn__dot3(g[a], g[a]));
  }
  brn__gather_forces(ctx, q->body->gather, q->body->force, l);
  return sqrt(brn__body_dot(ctx, 3 * q->body->nodes->row_count, l, l));
}

void brn__quasi_measure(BrnContext* ctx, BrnQuasi* q) {
  double volume;
  if (!q->blended) return;
  double w = brn__quasi_flesh(q, &volume);
  q->characteristic = w * surroundings(ctx, q, q->side);
  q->blend = w > 0 ? brn__quasi_norm(ctx, q, w) / (w * w * w * pow(volume, 5.0 / 3)) : 0;
}

double brn__quasi_blend(BrnContext* ctx, const BrnQuasi* q, const double* y) {
  double along = brn__body_dot(ctx, 3 * q->body->nodes->row_count, y, q->product);
  return fmax(0, fmin(1, q->blend * along));
}
