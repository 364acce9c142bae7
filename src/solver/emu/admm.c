// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/admm.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_TURNS = 1000 };

#define TOLERANCE 1e-7
#define ALPHA 10 // over what is as stiff as the tets
#define FITTED 1 // how far an iteration for F may go to be the last, over the turn before

// --------------------------------------------------------------------------------------
// multipliers

// x = A^-1 t for the symmetric 3 x 3 metric of a lane
static void divide(const BrnMetric* metric, int lane, double t[3]) {
  const double(*a)[BRN_LANES] = metric->a;
  double xx = a[0][lane], xy = a[1][lane], xz = a[2][lane];
  double yy = a[3][lane], yz = a[4][lane], zz = a[5][lane];
  double c[6] = {yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy,
                 xx * zz - xz * xz, xy * xz - xx * yz, xx * yy - xy * xy};
  double det = xx * c[0] + xy * c[1] + xz * c[2];
  double x[3] = {c[0] * t[0] + c[1] * t[1] + c[2] * t[2], c[1] * t[0] + c[3] * t[1] + c[4] * t[2],
                 c[2] * t[0] + c[4] * t[1] + c[5] * t[2]};
  for (int k = 0; k < 3; k++) t[k] = x[k] / det;
}

// alpha W u = V P
static void guess_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  const BrnEmu* e = a->e;
  const BrnNewton* n = e->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(n->elements, batch, e->F[b], n->input->activation, BRN_WANT_STRESS, &out);
    memset(a->u[b], 0, sizeof a->u[b]);
    for (int i = 0; i < BRN_LANES; i++) {
      for (int c = 0; c < 3 && batch->volume[i] > 0; c++) {
        double t[3];
        for (int k = 0; k < 3; k++) t[k] = batch->volume[i] * out.stress[3 * c + k][i] / e->alpha;
        divide(&e->metric[b], i, t);
        for (int k = 0; k < 3; k++) a->u[b][3 * c + k][i] = t[k];
      }
    }
  }
}

// ------------------------------------------------------------------------------------------- turns

// trial = F - u - G q, of which L makes the step of q
static void part_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      e->trial[b][k / BRN_LANES][k % BRN_LANES] =
          e->gap[b][k / BRN_LANES][k % BRN_LANES] - a->u[b][k / BRN_LANES][k % BRN_LANES];
    }
  }
}

static void move_positions(BrnContext* ctx, BrnAdmm* a, BrnStepReport* report) {
  BrnEmu* e = a->e;
  BrnNewton* n = e->body;
  double begin = brn__seconds();
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, part_batches, a);
  brn__acap_pull(ctx, e, e->trial, 1, e->step);
  for (int r = 0; r < n->nodes->row_count; r++) {
    double* to = n->y + 3 * (size_t)n->nodes->row_node[r];
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
    BRN_LANE_PICK(brn__strain_move)(e->gap[b], -1, a->u[b], e->gap[b]);
  }
}

// u = T - F, and gap = F - G q again
static void update_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    BrnStrain G;
    BRN_LANE_PICK(brn__batch_strain)(&e->body->elements->batch[b], e->body->x, G);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      a->u[b][k / BRN_LANES][k % BRN_LANES] = -e->gap[b][k / BRN_LANES][k % BRN_LANES];
    }
    BRN_LANE_PICK(brn__strain_move)(e->F[b], -1, G, e->gap[b]);
  }
}

static void residual_terms(void* user, int begin, int end, double* sum) {
  const BrnAdmm* a = user;
  const BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnStrain moved, weighed;
    BRN_LANE_PICK(brn__strain_move)(e->F[b], -1, a->before[b], moved);
    brn__metric_apply(&e->metric[b], e->gap[b], weighed);
    sum[0] += BRN_LANE_PICK(brn__strain_product)(batch, e->gap[b], weighed);
    brn__metric_apply(&e->metric[b], moved, weighed);
    sum[1] += BRN_LANE_PICK(brn__strain_product)(batch, moved, weighed);
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
  const BrnNewton* n = a->e->body;
  return (BrnEmuEnergy){.inside = sum_of(a),
                        .work = brn__newton_dot(ctx, 3 * n->nodes->count, n->dead, n->y)};
}

static void iterate(BrnContext* ctx, BrnAdmm* a, int limit, double tolerance,
                    BrnStepReport* report) {
  report->outcome = BRN_OUT_OF_ITERATIONS;
  a->primal = a->dual = INFINITY;
  for (int i = 0; i < limit; i++) {
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
    if (report->decrement <= tolerance) {
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
  brn__newton_read_state(e->body, state);
  brn__input_copy(e->model, input, e->body->input);
  brn__emu_begin(ctx, e);
  brn__admm_weigh(ctx, a);
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, guess_batches, a);
  brn__acap_measure(ctx, e);
  iterate(ctx, a, limit, tolerance, report);
  report->parts = 1;
  report->residual = brn__emu_imbalance(ctx, e);
  if (e->body->rigid && e->def.bones == BRN_BONES_RIGID) brn__rigid_settle(e->body, e->body->y);
  brn__acap_measure(ctx, e);
  brn__emu_look(e, report);
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
  a->u = brn__new_zero(ctx, batches, BrnStrain);
  a->before = brn__new_zero(ctx, batches, BrnStrain);
  return a->u && a->before ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__admm_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                            void** out) {
  BrnAdmm* a = brn__new_zero(ctx, 1, BrnAdmm);
  *out = a;
  if (!a) return BRN_NO_MEMORY;
  BrnSolverDef plain = *def;
  plain.emu_modes = 0;
  void* made = NULL;
  BrnStatus status = brn__emu_prepare(ctx, model, &plain, &made);
  a->e = made;
  BRN_TRY(status);
  if (def->emu_alpha == 0) a->e->alpha = ALPHA * brn__emu_typical(a->e);
  return take_vectors(ctx, a);
}

static BrnStatus inspect(BrnContext* ctx, void* method, const BrnState* state, BrnInspection* out) {
  return brn__emu_inspect(ctx, ((BrnAdmm*)method)->e, state, out);
}

const BrnSolverOps brn__admm_ops = {"admm", brn__admm_prepare, brn__admm_destroy, brn__admm_step,
                                    inspect};
