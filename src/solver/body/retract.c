// SPDX-License-Identifier: Apache-2.0
//
// Where a body is after a share s of a step, straight or warped (retract.h), and how all of it
// follows what is given at the beginning of a part.

#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16 };

// ---------------------------------------------------------------------------------------- creation

BrnStatus brn__retraction_create(BrnContext* ctx, BrnBody* body) {
  BrnRetraction* path = &body->retraction;
  int batches = body->elements->batch_count;
  path->F = brn__new_zero(ctx, batches, BrnDeformation);
  path->dF = brn__new_zero(ctx, batches, BrnDeformation);
  path->given = brn__new_zero(ctx, batches, BrnDeformation);
  path->move = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  path->start = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  path->side = brn__new_zero(ctx, 3 * (size_t)body->nodes->row_count, double);
  bool all = path->F && path->dF && path->given && path->move && path->start && path->side;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

void brn__retraction_destroy(BrnContext* ctx, BrnBody* body) {
  BrnRetraction* path = &body->retraction;
  void* list[] = {path->F, path->dF, path->given, path->move, path->start, path->side};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) brn__free(ctx, list[i]);
}

// -------------------------------------------------------------------------- deformation gradients

typedef struct Deformations {
  const BrnBody* body;
  BrnDeformation* out;
} Deformations;

static void measure_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Deformations* s = user;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_deformation)(&s->body->elements->batch[b], s->body->x, s->out[b]);
  }
}

void brn__body_measure(BrnContext* ctx, BrnBody* body, const double* nodes, BrnDeformation* out) {
  Deformations deformations = {body, out};
  brn__nodes_to_points(ctx, body->nodes, nodes, body->x);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, measure_batches, &deformations);
}

const BrnDeformation* brn__body_deformation(BrnContext* ctx, BrnBody* body, const double* nodes) {
  brn__body_measure(ctx, body, nodes, body->retraction.F);
  return body->retraction.F;
}

// -------------------------------------------------------------------------------------- the search

typedef struct Warp {
  BrnBody* body;
  double s;
  const BrnDeformation* less; // to be taken off; NULL: nothing
} Warp;

static void warp_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Warp* warp = user;
  BrnBody* body = warp->body;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &body->elements->batch[b];
    BrnDeformation T;
    BRN_LANE_PICK(brn__batch_warp)(body->retraction.F[b], body->retraction.dF[b], warp->s, T);
    for (int k = 0; k < 9 * BRN_LANES && warp->less; k++) {
      T[k / BRN_LANES][k % BRN_LANES] -= warp->less[b][k / BRN_LANES][k % BRN_LANES];
    }
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->shear, T, body->force + 12 * BRN_LANES * (size_t)b);
  }
}

// side = L^-1 (G^T W (F(s) - F - less) + what terms make of their ways: with `less` the whole of
// them)
static void warp_rows(BrnContext* ctx, BrnBody* body, double s, const BrnDeformation* less,
                      const double* path) {
  Warp warp = {body, s, less};
  double* side = body->retraction.side;
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, warp_batches, &warp);
  brn__gather_forces(ctx, body->gather, body->force, side);
  brn__terms_pull(ctx, body, less ? 1 : s, path, side);
  brn__poisson_solve(ctx, body->poisson, side, side);
}

void brn__body_aim(BrnContext* ctx, BrnBody* body, const double* d) {
  BrnRetraction* path = &body->retraction;
  if (!body->def.warp) return;
  brn__body_measure(ctx, body, body->y, path->F);
  brn__nodes_spread_rows(body->nodes, d, path->move);
  brn__terms_aim(body, path->move, false);
  brn__body_measure(ctx, body, path->move, path->dF);
}

// out = from + s rows
static void add_rows(const BrnBody* body, const double* from, double s, const double* rows,
                     double* out) {
  memcpy(out, from, 3 * sizeof(double) * (size_t)body->nodes->count);
  brn__nodes_add_rows(body->nodes, s, rows, out);
}

void brn__body_retract(BrnContext* ctx, BrnBody* body, const double* d, double s, bool warp,
                       double* out) {
  if (warp) {
    warp_rows(ctx, body, s, NULL, body->retraction.move);
    add_rows(body, body->y, 1, body->retraction.side, out);
  } else {
    add_rows(body, body->y, s, d, out);
  }
  if (body->rigid) brn__rigid_settle(body, out);
}

// ----------------------------------------------------------------------------------- the beginning
// With h the motion of what is given, the rest follows first as L has it, d = -L^-1 G^T W G h, and
// then along the warped way of both: y(1) = y + h + L^-1 G^T W (F(1) - F - G h).

// h; false: it stays
static bool move_held(BrnBody* body) {
  size_t count = 3 * (size_t)body->nodes->count;
  double most = 0, *h = body->retraction.move;
  memcpy(h, body->y, sizeof(double) * count);
  brn__nodes_place_held(body->nodes, body->model, body->input->bone, body->input->support, h);
  for (size_t i = 0; i < count; i++) {
    h[i] -= body->y[i];
    most = fmax(most, fabs(h[i]));
  }
  return most > 0;
}

static void follow_held(BrnContext* ctx, BrnBody* body) {
  BrnRetraction* path = &body->retraction;
  size_t count = 3 * (size_t)body->nodes->count;
  bool moves = move_held(body);
  if (!brn__terms_aim(body, path->move, true) && !moves) return;
  brn__body_measure(ctx, body, path->move, path->given);
  brn__body_measure(ctx, body, body->y, path->F);
  memcpy(path->dF, path->given, sizeof(BrnDeformation) * (size_t)body->elements->batch_count);
  warp_rows(ctx, body, 0, path->given, NULL); // at s = 0 the way itself adds nothing
  if (body->def.warp) {
    add_rows(body, path->move, 1, path->side, path->start);
    brn__body_measure(ctx, body, path->start, path->dF);
    warp_rows(ctx, body, 1, path->given, NULL);
  }
  for (size_t i = 0; i < count; i++) body->y[i] += path->move[i];
  brn__nodes_add_rows(body->nodes, 1, path->side, body->y);
  // sums round; what is given is so to the bit
  brn__nodes_place_held(body->nodes, body->model, body->input->bone, body->input->support, body->y);
}

void brn__body_predict(BrnContext* ctx, BrnBody* body) {
  follow_held(ctx, body);
  if (body->rigid) brn__rigid_settle(body, body->y);
}
