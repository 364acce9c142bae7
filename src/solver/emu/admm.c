// SPDX-License-Identifier: Apache-2.0
//
// The method `admm` (admm.h): turns of positions, deformation gradients and multipliers, until F =
// G q and forces balance; life cycle.

#include "solver/emu/admm.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_TURNS = 300 };

#define TOLERANCE 1e-8
#define ALPHA 10 // over what is as stiff as the tets
#define FITTED 1 // how far an iteration for F may go to be the last, over the turn before

// ------------------------------------------------------------------------------------ multipliers

// alpha W u = V P
static void guess_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  const BrnEmu* e = a->e;
  const BrnBody* body = e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(body->elements, batch, e->F[b], body->input->activation, BRN_WANT_STRESS,
                        &out);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      out.stress[k / BRN_LANES][k % BRN_LANES] *= batch->volume[k % BRN_LANES] / e->alpha;
    }
    brn__metric_divide(&e->metric[b], out.stress, a->u[b]);
  }
}

// ------------------------------------------------------------------------------------------- turns

// trial = F - u - G q, of which L makes the step of q
static void part_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__deformation_move)(e->gap[b], -1, a->u[b], e->trial[b]);
  }
}

static void move_positions(BrnContext* ctx, BrnAdmm* a, BrnStepReport* report) {
  BrnEmu* e = a->e;
  BrnBody* body = e->body;
  double begin = brn__seconds();
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, part_batches, a);
  brn__acap_pull(ctx, e, e->trial, 1, e->step);
  for (int r = 0; r < body->nodes->row_count; r++) {
    double* to = body->y + 3 * (size_t)body->nodes->row_node[r];
    for (int k = 0; k < 3; k++) to[k] += e->step[3 * (size_t)r + (size_t)k];
  }
  brn__acap_measure(ctx, e);
  report->seconds.solve += brn__seconds() - begin;
}

// gap = F - T, T = G q + u; the F of the turn before is kept
static void target_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    memcpy(a->before[b], e->F[b], sizeof e->F[b]);
    BRN_LANE_PICK(brn__deformation_move)(e->gap[b], -1, a->u[b], e->gap[b]);
  }
}

// u = T - F, and gap = F - G q again
static void update_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    BrnDeformation G;
    BRN_LANE_PICK(brn__batch_deformation)(&e->body->elements->batch[b], e->body->x, G);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      a->u[b][k / BRN_LANES][k % BRN_LANES] = -e->gap[b][k / BRN_LANES][k % BRN_LANES];
    }
    BRN_LANE_PICK(brn__deformation_move)(e->F[b], -1, G, e->gap[b]);
  }
}

static void residual_terms(void* user, int begin, int end, double* sum) {
  const BrnAdmm* a = user;
  const BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnDeformation moved, weighed;
    BRN_LANE_PICK(brn__deformation_move)(e->F[b], -1, a->before[b], moved);
    brn__metric_apply(&e->metric[b], e->gap[b], weighed);
    sum[0] += BRN_LANE_PICK(brn__deformation_product)(batch, e->gap[b], weighed);
    brn__metric_apply(&e->metric[b], moved, weighed);
    sum[1] += BRN_LANE_PICK(brn__deformation_product)(batch, moved, weighed);
  }
}

static void take_turns(BrnContext* ctx, BrnAdmm* a, double enough, BrnStepReport* report) {
  BrnEmu* e = a->e;
  int batches = e->body->elements->batch_count;
  double sum[2];
  move_positions(ctx, a, report);
  brn__parallel_for(ctx, batches, GRAIN, target_batches, a);
  brn__admm_fit(ctx, a, enough, report);
  brn__parallel_for(ctx, batches, GRAIN, update_batches, a);
  brn__parallel_sum(ctx, batches, 2, residual_terms, a, sum);
  a->primal = e->alpha * sum[0];
  a->dual = e->alpha * sum[1];
}

// -------------------------------------------------------------------------------------------- step

static double sum_of(const BrnAdmm* a) {
  double sum = 0;
  for (int k = 0; k < BRN_LANES * a->e->body->elements->batch_count; k++) {
    sum += a->energy[k / BRN_LANES][k % BRN_LANES];
  }
  return sum;
}

static BrnEmuEnergy energy_of(BrnContext* ctx, const BrnAdmm* a) {
  const BrnBody* body = a->e->body;
  return (BrnEmuEnergy){.inside = sum_of(a),
                        .work = brn__body_dot(ctx, 3 * body->nodes->count, body->dead, body->y)};
}

static void iterate(BrnContext* ctx, BrnAdmm* a, int limit, double tolerance,
                    BrnStepReport* report) {
  report->outcome = BRN_OUT_OF_ITERATIONS;
  a->primal = a->dual = INFINITY;
  for (int i = 0; i < limit; i++) {
    if (brn__is_cancelled(ctx)) return;
    // pressure follows the faces from turn to turn
    if (i > 0) brn__terms_renew(ctx, a->e->body, BRN_TERM_OF_LOADS, INFINITY);
    take_turns(ctx, a, FITTED * (a->primal + a->dual), report);
    BrnEmuEnergy now = energy_of(ctx, a);
    report->iterations++;
    report->reference = brn__emu_reference(a->e, now);
    report->energy = brn__emu_total(now);
    report->decrement = (a->primal + a->dual) / report->reference;
    if (!isfinite(report->decrement)) {
      report->outcome = BRN_BROKE_DOWN;
      return;
    }
    // small residuals of the turns are not enough: forces must balance
    if (report->decrement <= tolerance && brn__emu_balances(ctx, a->e, report)) {
      report->outcome = BRN_CONVERGED;
      return;
    }
  }
}

BrnStatus brn__admm_step(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                         BrnStepReport* report) {
  BrnAdmm* a = method;
  BrnEmu* e = a->e;
  int limit = e->def.iterations > 0 ? e->def.iterations : MOST_TURNS;
  double tolerance = e->def.tolerance > 0 ? e->def.tolerance : TOLERANCE;
  brn__body_read_state(e->body, state);
  brn__input_copy(e->model, input, e->body->input);
  brn__emu_begin(ctx, e);
  brn__admm_weigh(ctx, a);
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, guess_batches, a);
  brn__acap_measure(ctx, e);
  iterate(ctx, a, limit, tolerance, report);
  report->parts = 1;
  if (e->body->rigid && e->def.bones == BRN_BONES_RIGID) brn__rigid_settle(e->body, e->body->y);
  brn__acap_measure(ctx, e);
  brn__emu_look(ctx, e, report);
  brn__emu_write(ctx, e, state);
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- creation

void brn__admm_destroy(BrnContext* ctx, void* method) {
  BrnAdmm* a = method;
  if (!a) return;
  void* blocks[] = {a->u, a->before, a->energy, a->next, a->change, a->slope, a->noise, a->step};
  for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) brn__free(ctx, blocks[i]);
  brn__emu_destroy(ctx, a->e);
  brn__free(ctx, a);
}

static BrnStatus take_vectors(BrnContext* ctx, BrnAdmm* a) {
  int batches = a->e->body->elements->batch_count;
  BrnLaneNumbers** list[] = {&a->energy, &a->next, &a->change, &a->slope, &a->noise, &a->step};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i] = brn__new_zero(ctx, batches, BrnLaneNumbers);
    if (!*list[i]) return BRN_NO_MEMORY;
  }
  a->u = brn__new_zero(ctx, batches, BrnDeformation);
  a->before = brn__new_zero(ctx, batches, BrnDeformation);
  return a->u && a->before ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__admm_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            void** out) {
  BrnAdmm* a = brn__new_zero(ctx, 1, BrnAdmm);
  *out = a;
  if (!a) return BRN_NO_MEMORY;
  BRN_TRY(brn__emu_prepare_plain(ctx, model, def, true, &a->e));
  if (a->e->body->constraints->limit_count > 0) {
    brn__log(ctx, BRN_LOG_WARNING,
             "solver.method: admm leaves limits of joints out; take \"newton\" where they matter");
  }
  if (a->e->set.alpha == 0) a->e->alpha = ALPHA * brn__emu_typical(a->e);
  return take_vectors(ctx, a);
}

static BrnStatus inspect(BrnContext* ctx, void* method, const BrnState* state, BrnInspection* out) {
  return brn__emu_inspect(ctx, ((BrnAdmm*)method)->e, state, out);
}

const BrnMethodOps brn__admm_ops = {
    .about = {.name = "admm",
              .title = "multipliers on deformation gradients (Narain et al. 2016)",
              .settings = {&brn__emu_settings},
              .words = {"emu_alpha", "emu_search"},
              .inertia = BRN_INERTIA_NONE},
    .telling = &brn__emu_telling,
    .takes = {.kinds = BRN_TERM_OF_ANY & ~BRN_TERM_OF_NODES},
    .prepare = brn__admm_prepare,
    .destroy = brn__admm_destroy,
    .step = brn__admm_step,
    .inspect = inspect,
};
