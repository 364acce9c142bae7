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

// ------------------------------------------------------------------------------ rows, deformations

typedef struct Pull {
  BrnEmu* e;
  const BrnMetric* metric;
  const BrnDeformation* T;
} Pull;

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Pull* pull = user;
  static const double one[BRN_LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
  BrnBody* body = pull->e->body;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    brn__metric_apply(&pull->metric[b], pull->T[b], weighed);
    BRN_LANE_PICK(brn__batch_forces)
    (&body->elements->batch[b], one, weighed, body->force + 12 * BRN_LANES * (size_t)b);
  }
}

// rows = G^T W T
static void gather(BrnContext* ctx, BrnEmu* e, const BrnMetric* metric, const BrnDeformation* T,
                   double* rows) {
  Pull pull = {e, metric, T};
  brn__parallel_for(ctx, e->body->elements->batch_count, GRAIN, pull_batches, &pull);
  brn__gather_forces(ctx, e->body->gather, e->body->force, rows);
}

void brn__acap_gather(BrnContext* ctx, BrnEmu* e, const BrnDeformation* T, double* rows) {
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

void brn__acap_pull(BrnContext* ctx, BrnEmu* e, const BrnDeformation* T, double share,
                    double* rows) {
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
    BrnDeformation G;
    BRN_LANE_PICK(brn__batch_deformation)(&e->body->elements->batch[b], e->body->x, G);
    BRN_LANE_PICK(brn__deformation_move)(e->F[b], -1, G, e->gap[b]);
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
  brn__nodes_add_rows(e->body->nodes, 1, e->step, e->body->y);
  brn__acap_measure(ctx, e);
}

// positions for e->gap with heavy bones, which are then made rigid
static void adhere(BrnContext* ctx, BrnEmu* e) {
  BrnBody* body = e->body;
  gather(ctx, e, e->firm, e->gap, e->step);
  brn__poisson_solve(ctx, e->adhere, e->step, e->step);
  if (e->border) brn__border_correct(e->border, BRN_BORDER_FIRM, true, body->y, e->step);
  brn__nodes_add_rows(body->nodes, 1, e->step, body->y);
  if (body->rigid) brn__rigid_settle(body, body->y);
  if (body->rigid && e->border) brn__rings_close(body);
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
  e->shows = e->inner != NULL;
  if (e->shows) {
    memcpy(e->inner, e->body->y, 3 * sizeof(double) * (size_t)e->body->nodes->count);
  }
  brn__acap_measure(ctx, e);
  adhere(ctx, e);
  if (!e->body->rigid || !e->border) return;
  keep_bones(e); // flesh follows those that went to close a ring
  adhere(ctx, e);
}

// ---------------------------------------------------------------------------------------- creation

#define ADHERES 1e6 // weight of bones at the end, over that of flesh

BrnStatus brn__acap_create(BrnContext* ctx, BrnEmu* e) {
  BrnBody* body = e->body;
  e->metric = brn__new(ctx, body->elements->batch_count, BrnMetric);
  e->firm = brn__new(ctx, body->elements->batch_count, BrnMetric);
  if (!e->metric || !e->firm) return BRN_NO_MEMORY;
  brn__emu_weigh(e, e->set.bone, e->metric);
  brn__emu_weigh(e, ADHERES, e->firm);
  BRN_TRY(brn__body_take_poisson(ctx, body, e->metric, &e->acap));
  BRN_TRY(brn__body_take_poisson(ctx, body, e->firm, &e->adhere));
  if (body->constraints->tie_count == 0) return BRN_OK;
  return brn__border_create(ctx, body->constraints, body->nodes, &e->border);
}
