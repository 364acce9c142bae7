// SPDX-License-Identifier: Apache-2.0
//
// As continuous as possible: the positions whose deformation gradients are nearest to F,
//
//   L q = G^T W F + f / alpha,   L = G^T W G                                           (4), (22)
//
// Positions are nodes, so bones are affine, joints are exact and what is given stays given (18-20);
// rings of joints are bordered (21). q with the loads' share is the optimum of E for F; without it,
// it is the q* of the paper, which is the one to show: in a chain that statics alone determine, it
// is exact at any alpha.

#include "solver/emu/border.h"

#include <string.h>

enum { GRAIN = 16 };

// ----------------------------------------------------------------------------------- rows, strains

typedef struct Pull {
  BrnEmu* e;
  const BrnMetric* metric;
  const BrnStrain* T;
} Pull;

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Pull* pull = user;
  static const double one[BRN_LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
  BrnNewton* n = pull->e->body;
  for (int b = begin; b < end; b++) {
    BrnStrain weighed;
    brn__metric_apply(&pull->metric[b], pull->T[b], weighed);
    BRN_LANE_PICK(brn__batch_forces)
    (&n->elements->batch[b], one, weighed, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

// rows = G^T W T
static void gather(BrnContext* ctx, BrnEmu* e, const BrnMetric* metric, const BrnStrain* T,
                   double* rows) {
  Pull pull = {e, metric, T};
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, pull_batches, &pull);
  brn__gather_forces(ctx, e->body->gather, e->body->force, rows);
}

void brn__acap_gather(BrnContext* ctx, BrnEmu* e, const BrnStrain* T, double* rows) {
  gather(ctx, e, e->metric, T, rows);
}

static void add_loads(const BrnEmu* e, double share, double* rows) {
  const BrnNodes* nodes = e->body->nodes;
  for (int r = 0; r < nodes->row_count && share != 0; r++) {
    size_t node = (size_t)nodes->row_node[r];
    for (size_t a = 0; a < 3; a++) {
      if (!(nodes->held[node] >> a & 1)) {
        rows[3 * (size_t)r + a] += share * e->body->dead[3 * node + a];
      }
    }
  }
}

static void add_rows(const BrnNodes* nodes, const double* rows, double* y) {
  for (int r = 0; r < nodes->row_count; r++) {
    double* to = y + 3 * (size_t)nodes->row_node[r];
    for (int a = 0; a < 3; a++) to[a] += rows[3 * (size_t)r + (size_t)a];
  }
}

void brn__acap_pull(BrnContext* ctx, BrnEmu* e, const BrnStrain* T, double share, double* rows) {
  brn__acap_gather(ctx, e, T, rows);
  add_loads(e, share / e->alpha, rows);
  brn__poisson_solve(ctx, e->acap, rows, rows);
  if (e->border) brn__border_correct(e->border, BRN_BORDER_LOOSE, share != 0, e->body->y, rows);
}

typedef struct Gap {
  BrnEmu* e;
} Gap;

static void measure_gaps(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = ((const Gap*)user)->e;
  for (int b = begin; b < end; b++) {
    BrnStrain G;
    BRN_LANE_PICK(brn__batch_strain)(&e->body->elements->batch[b], e->body->x, G);
    BRN_LANE_PICK(brn__strain_move)(e->F[b], -1, G, e->gap[b]);
  }
}

void brn__acap_measure(BrnContext* ctx, BrnEmu* e) {
  Gap gap = {e};
  brn__nodes_to_points(ctx, e->body->nodes, e->body->y, e->body->x);
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, measure_gaps, &gap);
}

// ------------------------------------------------------------------------------------------- solve

void brn__acap_solve(BrnContext* ctx, BrnEmu* e) {
  brn__acap_measure(ctx, e);
  brn__acap_pull(ctx, e, e->gap, 1, e->step);
  add_rows(e->body->nodes, e->step, e->body->y);
  brn__acap_measure(ctx, e);
}

// positions for e->gap with heavy bones, which are then made rigid
static void adhere(BrnContext* ctx, BrnEmu* e) {
  BrnNewton* n = e->body;
  gather(ctx, e, e->firm, e->gap, e->step);
  brn__poisson_solve(ctx, e->adhere, e->step, e->step);
  if (e->border) brn__border_correct(e->border, BRN_BORDER_FIRM, true, n->y, e->step);
  add_rows(n->nodes, e->step, n->y);
  if (n->rigid) brn__rigid_settle(n, n->y);
  if (n->rigid && e->border) brn__rings_close(n);
  brn__acap_measure(ctx, e);
}

// bones are where they should be
static void keep_bones(BrnEmu* e) {
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      if (batch->tet[k % BRN_LANES] < 0) e->gap[b][k / BRN_LANES][k % BRN_LANES] = 0;
    }
  }
}

void brn__acap_settle(BrnContext* ctx, BrnEmu* e) {
  brn__acap_measure(ctx, e);
  adhere(ctx, e);
  if (!e->body->rigid || !e->border) return;
  keep_bones(e); // flesh follows those that went to close a ring
  adhere(ctx, e);
}

// ---------------------------------------------------------------------------------------- creation

#define ADHERES 1e6 // weight of bones at the end, over that of flesh

static BrnStatus take_pattern(BrnContext* ctx, BrnNewton* n, BrnBlocks** out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnGroups groups;
  BrnStatus status = brn__constraints_group(ctx, n->constraints, n->nodes, &groups);
  if (status == BRN_OK) status = brn__gather_pattern(ctx, n->gather, &groups, out);
  brn__scratch_release(ctx, mark);
  return status;
}

static BrnStatus factor(BrnContext* ctx, BrnEmu* e, const BrnBlocks* pattern) {
  BrnNewton* n = e->body;
  brn__emu_weigh(e, e->def.emu_bone, e->metric);
  brn__emu_weigh(e, ADHERES, e->firm);
  BRN_TRY(brn__poisson_create(ctx, n->elements, n->gather, n->nodes, n->constraints, NULL,
                              e->metric, pattern, &e->acap));
  BRN_TRY(brn__poisson_create(ctx, n->elements, n->gather, n->nodes, n->constraints, NULL, e->firm,
                              pattern, &e->adhere));
  return BRN_OK;
}

// Patches have widened the pattern of the stiffness; L needs that of the tets alone.
BrnStatus brn__acap_create(BrnContext* ctx, BrnEmu* e) {
  BrnNewton* n = e->body;
  BrnBlocks* pattern = NULL;
  e->metric = brn__new(ctx, n->elements->batch_count, BrnMetric);
  e->firm = brn__new(ctx, n->elements->batch_count, BrnMetric);
  if (!e->metric || !e->firm) return BRN_NO_MEMORY;
  BrnStatus status = take_pattern(ctx, n, &pattern);
  if (status == BRN_OK) status = factor(ctx, e, pattern);
  brn__blocks_destroy(ctx, pattern);
  BRN_TRY(status);
  brn__gather_place(n->gather, n->K);
  if (n->constraints->tie_count == 0) return BRN_OK;
  return brn__border_create(ctx, n->constraints, n->nodes, &e->border);
}
