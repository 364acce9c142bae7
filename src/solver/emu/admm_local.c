// SPDX-License-Identifier: Apache-2.0
//
// The turn of the deformation gradients. Each tet has its own energy of nine numbers,
//
//   V psi(F) + alpha/2 |F - T|_W^2,   T = G q + u
//
// and goes down by Newton's method with a line search of its own. Tets of a patch share their
// volume (solver/body/averages.h), so they search together; the direction is the one of emu
// without modes, which knows patches already.

#include "solver/body/search.h"
#include "solver/emu/admm.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_ITERATIONS = 10 };

#define TET_NOISE 1e-14 // share of the stiffness that is lost in the energy of a single tet
#define SHORTEST 1e-9

// ------------------------------------------------------------------------------------------ energy

static void energy_of(const BrnAdmm* a, int b, const BrnDeformation* F, double out[BRN_LANES]) {
  const BrnBody* body = a->e->body;
  const BrnBatch* batch = &body->elements->batch[b];
  BrnMaterialOut look;
  brn__batch_evaluate(body->elements, batch, F[b], body->input->activation, BRN_WANT_ENERGY, &look);
  for (int i = 0; i < BRN_LANES; i++) {
    out[i] = look.bad >> i & 1 ? INFINITY : batch->volume[i] * look.energy[i];
  }
}

static void weigh_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  for (int b = begin; b < end; b++) energy_of(a, b, a->e->F, a->energy[b]);
}

void brn__admm_weigh(BrnContext* ctx, BrnAdmm* a) {
  BrnBody* body = a->e->body;
  brn__terms_prepare(ctx, body, a->e->F);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, weigh_batches, a);
}

// ----------------------------------------------------------------------------------------- patches

typedef struct Share {
  const BrnAverages* averages;
  BrnLaneNumbers* value;
} Share;

static void share_patches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Share* share = user;
  const BrnAverages* p = share->averages;
  for (int k = begin; k < end; k++) {
    double sum = 0;
    for (int i = p->start[k]; i < p->start[k + 1]; i++) {
      sum += share->value[p->element[i] / BRN_LANES][p->element[i] % BRN_LANES];
    }
    for (int i = p->start[k]; i < p->start[k + 1]; i++) {
      share->value[p->element[i] / BRN_LANES][p->element[i] % BRN_LANES] = sum;
    }
  }
}

// all tets of a patch get the sum of what they have
static void share_value(BrnContext* ctx, const BrnAdmm* a, BrnLaneNumbers* value) {
  Share share = {a->e->body->averages, value};
  if (!share.averages) return;
  brn__parallel_for(ctx, share.averages->count, GRAIN, share_patches, &share);
}

// -------------------------------------------------------------------------------------- the search

// d = -H^-1 g, all the way
static void aim_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      a->noise[b][i] = TET_NOISE * (batch->shear[i] + fabs(a->energy[b][i]));
      a->slope[b][i] = 0;
      a->step[b][i] = 1;
    }
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) {
        e->d[b][k][i] = -e->x[b][k][i];
        a->slope[b][i] += e->g[b][k][i] * e->d[b][k][i];
      }
    }
  }
}

static void move_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) {
        e->trial[b][k][i] = e->F[b][k][i] + a->step[b][i] * e->d[b][k][i];
      }
    }
  }
}

// change = V psi(trial) - V psi(F) + alpha (s gap.W d + s^2/2 d.W d)
static void change_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnAdmm* a = user;
  const BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    energy_of(a, b, e->trial, a->next[b]);
    brn__metric_apply(&e->metric[b], e->d[b], weighed);
    for (int i = 0; i < BRN_LANES; i++) a->change[b][i] = a->next[b][i] - a->energy[b][i];
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) {
        double s = a->step[b][i];
        a->change[b][i] += e->alpha * s * weighed[k][i] * (e->gap[b][k][i] + s / 2 * e->d[b][k][i]);
      }
    }
  }
}

// materials without an energy take all steps, and none is always there
static bool is_good(const BrnAdmm* a, int b, int lane) {
  double change = a->change[b][lane];
  if (a->step[b][lane] == 0) return true;
  if (a->e->body->elements->path_dependent) return isfinite(change);
  return change <= BRN_ARMIJO * a->step[b][lane] * a->slope[b][lane] ||
         fabs(change) <= a->noise[b][lane];
}

// those that are not lower go half as far, and nowhere in the end
static void judge_terms(void* user, int begin, int end, double* sum) {
  BrnAdmm* a = user;
  for (int b = begin; b < end; b++) {
    for (int i = 0; i < BRN_LANES; i++) {
      if (a->e->body->elements->batch[b].volume[i] <= 0 || is_good(a, b, i)) continue;
      a->step[b][i] = a->step[b][i] > SHORTEST ? a->step[b][i] / 2 : 0;
      sum[0]++;
    }
  }
}

// trial, with steps that go down
static void search(BrnContext* ctx, BrnAdmm* a, BrnStepReport* report) {
  BrnBody* body = a->e->body;
  int batches = body->elements->batch_count;
  brn__parallel_for(ctx, batches, GRAIN, aim_batches, a);
  share_value(ctx, a, a->slope);
  share_value(ctx, a, a->noise);
  for (double open = 1; open > 0; report->trials++) {
    brn__parallel_for(ctx, batches, GRAIN, move_batches, a);
    brn__terms_prepare(ctx, body, a->e->trial);
    brn__parallel_for(ctx, batches, GRAIN, change_batches, a);
    share_value(ctx, a, a->change);
    brn__parallel_sum(ctx, batches, 1, judge_terms, a, &open);
  }
}

static void accept_terms(void* user, int begin, int end, double* sum) {
  BrnAdmm* a = user;
  BrnEmu* e = a->e;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) e->d[b][k][i] *= a->step[b][i];
      for (int i = 0; i < BRN_LANES; i++) e->gap[b][k][i] += e->d[b][k][i];
    }
    memcpy(e->F[b], e->trial[b], sizeof e->F[b]);
    memcpy(a->energy[b], a->next[b], sizeof a->energy[b]);
    brn__metric_apply(&e->metric[b], e->d[b], weighed);
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      sum[0] += e->d[b][k / BRN_LANES][k % BRN_LANES] * weighed[k / BRN_LANES][k % BRN_LANES];
    }
  }
}

// --------------------------------------------------------------------------------------- the turns

// J: how far it moved F
static double iterate(BrnContext* ctx, BrnAdmm* a, BrnStepReport* report) {
  BrnEmu* e = a->e;
  double sum;
  brn__woodbury_prepare(ctx, e, e->def.project, report);
  double begin = brn__seconds();
  search(ctx, a, report);
  brn__parallel_sum(ctx, e->body->elements->batch_count, 1, accept_terms, a, &sum);
  report->seconds.search += brn__seconds() - begin;
  return e->alpha * sum;
}

void brn__admm_fit(BrnContext* ctx, BrnAdmm* a, double enough, BrnStepReport* report) {
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    report->linear_iterations++;
    if (iterate(ctx, a, report) <= enough) return;
  }
}
