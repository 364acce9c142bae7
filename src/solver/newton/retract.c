// SPDX-License-Identifier: Apache-2.0
//
// The way of the body along a step d. Straight it is y + s d. Warped, every tet turns and stretches
// by its own rate (warp_lanes.c), and the positions that come nearest to all of them are
//
//   y(s) = y + L^-1 G^T W (F(s) - F)
//
// Since F'(0) = G d and L = G^T W G, y'(0) = d: it is a descent like d, and quadratic convergence
// stays. In dynamic steps L has a little of the masses in it, for bodies that nothing holds, and so
// has the right-hand side, s times d.

#include "solver/newton/rigid.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16 };

// ------------------------------------------------------------------------------------- rows, nodes

// nodes = from + s rows
static void add_rows(const BrnNewton* n, const double* from, double s, const double* rows,
                     double* nodes) {
  memcpy(nodes, from, 3 * sizeof(double) * (size_t)n->nodes->count);
  for (int r = 0; r < n->nodes->row_count; r++) {
    double* to = nodes + 3 * (size_t)n->nodes->row_node[r];
    for (int a = 0; a < 3; a++) to[a] += s * rows[3 * (size_t)r + (size_t)a];
  }
}

// nodes = rows, and nothing where all is given
static void spread_rows(const BrnNewton* n, const double* rows, double* nodes) {
  memset(nodes, 0, 3 * sizeof(double) * (size_t)n->nodes->count);
  for (int r = 0; r < n->nodes->row_count; r++) {
    memcpy(nodes + 3 * (size_t)n->nodes->row_node[r], rows + 3 * (size_t)r, 3 * sizeof(double));
  }
}

typedef struct Strains {
  const BrnNewton* n;
  BrnStrain* out;
} Strains;

static void measure_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Strains* s = user;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_strain)(&s->n->elements->batch[b], s->n->x, s->out[b]);
  }
}

void brn__newton_measure(BrnContext* ctx, BrnNewton* n, const double* nodes, BrnStrain* out) {
  Strains strains = {n, out};
  brn__nodes_to_points(ctx, n->nodes, nodes, n->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, measure_batches, &strains);
}

// -------------------------------------------------------------------------------------- the search

typedef struct Warp {
  BrnNewton* n;
  double s;
  const BrnStrain* less; // to be taken off; NULL: nothing
} Warp;

static void warp_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Warp* warp = user;
  BrnNewton* n = warp->n;
  for (int b = begin; b < end; b++) {
    const BrnBatch* batch = &n->elements->batch[b];
    BrnStrain T;
    BRN_LANE_PICK(brn__batch_warp)(n->F[b], n->dF[b], warp->s, T);
    for (int k = 0; k < 9 * BRN_LANES && warp->less; k++) {
      T[k / BRN_LANES][k % BRN_LANES] -= warp->less[b][k / BRN_LANES][k % BRN_LANES];
    }
    BRN_LANE_PICK(brn__batch_forces)
    (batch, batch->shear, T, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

// side = L^-1 (G^T W (F(s) - F - less) + what anchors the way of the nodes), and the ties along
// their ways: with `less` the whole of them
static void warp_rows(BrnContext* ctx, BrnNewton* n, double s, const BrnStrain* less,
                      const double* way) {
  Warp warp = {n, s, less};
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, warp_batches, &warp);
  brn__gather_forces(ctx, n->gather, n->force, n->side);
  brn__ties_add_way(n->constraints, n->nodes, less ? 1 : s, n->side);
  if (n->inertia && way) {
    brn__inertia_add_forces(ctx, n->inertia, s * n->inertia->anchor, way, n->side);
  }
  brn__poisson_solve(ctx, n->poisson, n->side, n->side);
}

void brn__newton_aim(BrnContext* ctx, BrnNewton* n) {
  if (!n->def.warp) return;
  brn__newton_measure(ctx, n, n->y, n->F);
  spread_rows(n, n->d, n->trial);
  brn__ties_aim(n->constraints, n->trial);
  brn__newton_measure(ctx, n, n->trial, n->dF);
}

void brn__newton_retract(BrnContext* ctx, BrnNewton* n, double s, bool warp) {
  if (warp) {
    if (n->inertia) spread_rows(n, n->d, n->trial);
    warp_rows(ctx, n, s, NULL, n->trial);
    add_rows(n, n->y, 1, n->side, n->trial);
  } else {
    add_rows(n, n->y, s, n->d, n->trial);
  }
  if (n->rigid) brn__rigid_settle(n, n->trial);
}

// ----------------------------------------------------------------------------------- the beginning
// With h the motion of what is given, the rest follows first as L has it, d = -L^-1 G^T W G h, and
// then along the warped way of both: y(1) = y + h + L^-1 G^T W (F(1) - F - G h).

// trial = motion of what is given; false: it stays
static bool move_held(BrnNewton* n) {
  size_t count = 3 * (size_t)n->nodes->count;
  double most = 0;
  memcpy(n->trial, n->y, sizeof(double) * count);
  brn__nodes_place_held(n->nodes, n->model, n->input->bone, n->input->support, n->trial);
  for (size_t i = 0; i < count; i++) {
    n->trial[i] -= n->y[i];
    most = fmax(most, fabs(n->trial[i]));
  }
  return most > 0;
}

static void follow_held(BrnContext* ctx, BrnNewton* n) {
  if (!move_held(n) && n->constraints->tie_count == 0) return;
  brn__ties_aim_home(n->constraints, n->y, n->trial);
  brn__newton_measure(ctx, n, n->trial, n->given);
  brn__newton_measure(ctx, n, n->y, n->F);
  memcpy(n->dF, n->given, sizeof(BrnStrain) * (size_t)n->elements->batch_count);
  warp_rows(ctx, n, 0, n->given, NULL); // at s = 0 the way itself adds nothing
  if (n->def.warp) {
    add_rows(n, n->trial, 1, n->side, n->start);
    brn__newton_measure(ctx, n, n->start, n->dF);
    warp_rows(ctx, n, 1, n->given, NULL);
  }
  for (size_t i = 0; i < 3 * (size_t)n->nodes->count; i++) n->y[i] += n->trial[i];
  memcpy(n->start, n->y, 3 * sizeof(double) * (size_t)n->nodes->count);
  add_rows(n, n->start, 1, n->side, n->y);
  // sums round; what is given is so to the bit
  brn__nodes_place_held(n->nodes, n->model, n->input->bone, n->input->support, n->y);
}

void brn__newton_predict(BrnContext* ctx, BrnNewton* n) {
  follow_held(ctx, n);
  if (n->rigid) brn__rigid_settle(n, n->y);
}
