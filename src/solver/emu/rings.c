// SPDX-License-Identifier: Apache-2.0
//
// A border closes rings of affine bones. To make the bones rigid opens them again by as much as
// they were strained, so rigid bones go to where the ties hold on their own: Gauss and Newton's
// method in their speeds, which finds the least movement and does not mind ties that say the same
// twice.

#include "solver/emu/border.h"

#include <math.h>
#include <string.h>

enum { MOST_PASSES = 20 };

#define HOLDS 1e-15 // of the body's size
#define DAMPING 1e-11

// speeds of equation `axis` of a tie by the dofs
static void tie_speeds(const BrnBody* body, const BrnTie* tie, int axis, double* out) {
  int count = body->rigid->dof_count;
  memset(out, 0, sizeof(double) * (size_t)count);
  for (int k = tie->start; k < tie->start + tie->count; k++) {
    int row = body->nodes->row[body->constraints->node[k]];
    if (row < 0 || row >= body->rigid->node_count) continue;
    const double* T = body->rigid->T + (size_t)(3 * row + axis) * (size_t)count;
    for (int c = 0; c < count; c++) out[c] += body->constraints->weight[k] * T[c];
  }
}

// A += j j^T, side -= j r of all equations; the largest |r|
static double add_ties(BrnBody* body, double* A, double* side) {
  int count = body->rigid->dof_count;
  double *j = body->rigid->H, worst = 0, r[3];
  for (int t = 0; t < body->constraints->tie_count; t++) {
    const BrnTie* tie = &body->constraints->tie[t];
    brn__tie_residual(body->constraints, tie, body->y, r);
    for (int a = 0; a < 3; a++) {
      if (!(tie->axes >> a & 1)) continue;
      tie_speeds(body, tie, a, j);
      for (int p = 0; p < count; p++) {
        side[p] -= j[p] * r[a];
        for (int q = 0; q < count; q++) A[p * count + q] += j[p] * j[q];
      }
      worst = fmax(worst, fabs(r[a]));
    }
  }
  return worst;
}

static void move(BrnBody* body, double* A, double* side) {
  BrnRigid* rigid = body->rigid;
  int count = rigid->dof_count;
  for (int r = 0; r < 3 * rigid->node_count; r++) {
    const double* T = rigid->T + (size_t)r * (size_t)count;
    for (int c = 0; c < count; c++) A[c * (count + 1)] += DAMPING * T[c] * T[c];
  }
  brn__rigid_factor(count, A);
  brn__rigid_solve(count, A, side);
  brn__rigid_push(rigid, side, rigid->rows);
  for (int r = 0; r < rigid->node_count; r++) {
    double* to = body->y + 3 * (size_t)body->nodes->row_node[r];
    for (int a = 0; a < 3; a++) to[a] += rigid->rows[3 * r + a];
  }
  brn__rigid_settle(body, body->y);
}

void brn__rings_close(BrnBody* body) {
  size_t count = (size_t)body->rigid->dof_count;
  double before = INFINITY;
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    memset(body->rigid->gram, 0, sizeof(double) * count * count);
    memset(body->rigid->dofs, 0, sizeof(double) * count);
    brn__rigid_look(body);
    double worst = add_ties(body, body->rigid->gram, body->rigid->dofs);
    if (!(worst > HOLDS * body->constraints->size) || worst > before) return;
    move(body, body->rigid->gram, body->rigid->dofs);
    before = worst;
  }
}
