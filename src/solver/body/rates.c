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
#include "solver/body/body.h"

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

typedef struct Aim {
  BrnBody* body;
  BrnRates rates;
} Aim;

static void aim_stretches(BrnBatch* batch, int b, const BrnRates* rates) {
  for (int i = 0; i < BRN_LANES; i++) {
    double now = stretch(batch, rates->F[b], i);
    double then = rates->other ? stretch(batch, rates->other[b], i) : now;
    batch->stretch_before[i] = now + rates->share * (now - then);
  }
}

static void aim_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Aim* aim = user;
  for (int b = begin; b < end; b++) {
    brn__terms_rate(aim->body, b, &aim->rates);
    aim_stretches(&aim->body->elements->batch[b], b, &aim->rates);
  }
}

void brn__body_aim_rates(BrnContext* ctx, BrnBody* body) {
  const BrnMotion* motion = body->motion;
  bool second = motion->a2 != 0;
  body->elements->per_time = motion->a0 / motion->h;
  brn__body_measure(ctx, body, motion->y0, body->retraction.F);
  if (second) brn__body_measure(ctx, body, motion->y1, body->retraction.dF);
  BrnRates rates = {.F = body->retraction.F, .share = motion->a2 / motion->a0};
  if (second) rates.other = body->retraction.dF;
  Aim aim = {body, rates};
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, aim_batches, &aim);
}

// ----------------------------------------------------------------------------------------- a state
// Its velocities make l' = F u . F' u / l, and q* = q - q' / per_time.

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

// by way of the nodes of the retraction
static void measure_vertices(BrnContext* ctx, BrnBody* body, const double* from,
                             BrnDeformation* out) {
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(body->retraction.move + 3 * (size_t)i, from + 3 * (size_t)body->nodes->vertex[i]);
  }
  brn__body_measure(ctx, body, body->retraction.move, out);
}

void brn__body_recall_rates(BrnContext* ctx, BrnBody* body, const BrnState* state) {
  if (!body->motion) return;
  body->motion->weight = body->elements->per_time = 0;
  if (state->step <= 0) return;
  body->elements->per_time = 1 / state->step;
  measure_vertices(ctx, body, state->position, body->retraction.F);
  measure_vertices(ctx, body, state->velocity, body->retraction.dF);
  BrnRates rates = {body->retraction.F, body->retraction.dF, 0, state->step};
  for (int b = 0; b < body->elements->batch_count; b++) {
    brn__terms_rate(body, b, &rates);
    recall_stretches(&body->elements->batch[b], rates.F[b], rates.other[b], rates.h);
  }
}
