// SPDX-License-Identifier: Apache-2.0
//
// Figure 3 of the paper: BFGS on F with nothing but gradients. The objective, the search and the
// end of a step are those of emu; the direction comes from the last pairs of steps and changes of
// the gradient (memory.c), from a multiple of the identity on. No matrix knows that tets hang
// together, so what moves has to be passed on from one to the next, through continuity alone: bones
// stay nearly where they were, though every step goes down.

#include "solver/emu/memory.h"

enum { GRAIN = 16 };

static void take_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  const BrnBody* body = e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(body->elements, batch, e->F[b], body->input->activation, BRN_WANT_STRESS,
                        &out);
    BRN_LANE_PICK(brn__emu_gradient)
    (batch, &e->metric[b], out.stress, e->gap[b], e->alpha, e->g[b]);
  }
}

static void take_gradient(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnBody* body = e->body;
  double begin = brn__seconds();
  brn__terms_prepare(ctx, body, e->F);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, take_batches, e);
  report->seconds.elements += brn__seconds() - begin;
}

double brn__plain_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  take_gradient(ctx, e, report);
  double slope = brn__memory_direction(ctx, e, report);
  if (slope <= 0) return slope;
  brn__memory_forget(e->memory);
  return brn__memory_direction(ctx, e, report);
}

// ---------------------------------------------------------------------------------------- creation

// 1 / the curvature of continuity, where it is largest
static double first_scale(const BrnEmu* e) {
  double most = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const double(*a)[BRN_LANES] = e->metric[b].a;
    for (int i = 0; i < BRN_LANES; i++) {
      double trace = a[0][i] + a[3][i] + a[5][i];
      if (trace > most) most = trace;
    }
  }
  return most > 0 ? 1 / (e->alpha * most) : 1;
}

static BrnStatus prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                         void** out) {
  BrnEmu* e = NULL;
  BrnStatus status = brn__emu_prepare_plain(ctx, model, def, false, &e);
  *out = e;
  BRN_TRY(status);
  BRN_TRY(brn__memory_create(ctx, e, BRN_EMU_MOST_PAIRS, &e->memory));
  e->memory->plain = true;
  e->memory->scale = first_scale(e);
  return BRN_OK;
}

const BrnMethodOps brn__bfgs_plain_ops = {
    .about = {.name = "bfgs_plain",
              .title = "quasi-Newton on deformation gradients, started by the identity",
              .settings = {&brn__emu_settings},
              .inertia = BRN_INERTIA_NONE},
    .telling = &brn__emu_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY & ~BRN_TERM_OF_NODES},
    .prepare = prepare,
    .destroy = brn__emu_destroy,
    .step = brn__emu_step,
    .inspect = brn__emu_inspect,
};
