// SPDX-License-Identifier: Apache-2.0
//
// After anything that moves nodes bones are made rigid, from their nodes to the nearest pose with
// exact joints (solver/body/rigid_pose.c). Where ties are then apart or limits passed, the bones
// of them take Gauss-Newton steps,
//
//   least of 1/2 dq M dq,   r + J dq = 0 (<= 0),   M = T^T k T
//
// with the stiffness k of the flesh at their nodes. All that energies are compared for has been
// here, so constraints never compete with them.

#include "core/vec.h"
#include "solver/body/rigid.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 30 };

#define CLOSED 1e-12 // of the body's size, or radians

// M, factored
static void take_metric(BrnXpbd* tets) {
  const BrnRigid* rigid = tets->body->rigid;
  size_t dofs = (size_t)rigid->dof_count;
  double* M = tets->rows.metric;
  memset(M, 0, sizeof(double) * dofs * dofs);
  for (int p = 0; p < tets->bones.count; p++) {
    for (size_t a = 0; a < 3; a++) {
      const double* T = rigid->T + (3 * (size_t)tets->bones.row[p] + a) * dofs;
      for (size_t i = 0; i < dofs; i++) {
        double s = tets->bones.stiffness[p] * T[i];
        for (size_t j = 0; j < dofs && s != 0; j++) M[dofs * i + j] += s * T[j];
      }
    }
  }
  brn__rigid_factor((int)dofs, M);
}

// S = J M^-1 J^T, and the columns of M^-1 J^T
static void take_compliance(BrnXpbd* tets) {
  BrnTetsRows* rows = &tets->rows;
  size_t dofs = (size_t)tets->body->rigid->dof_count, count = (size_t)rows->count;
  memcpy(rows->Y, rows->J, sizeof(double) * dofs * count);
  for (size_t i = 0; i < count; i++) {
    brn__rigid_solve((int)dofs, rows->metric, rows->Y + dofs * i);
    for (size_t j = 0; j < count; j++) {
      double sum = 0;
      for (size_t d = 0; d < dofs; d++) sum += rows->J[dofs * j + d] * rows->Y[dofs * i + d];
      rows->S[count * j + i] = sum;
    }
  }
}

// how far apart, as a share of the body's size or in radians
static double measure(const BrnXpbd* tets) {
  const BrnTetsRows* rows = &tets->rows;
  double most = 0;
  for (int i = 0; i < rows->count; i++) {
    bool tie = rows->tie[i] >= 0;
    double r = tie ? fabs(rows->r[i]) / tets->body->constraints->size : rows->r[i];
    most = fmax(most, r);
  }
  return most;
}

static void close_in(BrnXpbd* tets, double* y) {
  BrnTetsRows* rows = &tets->rows;
  const BrnRigid* rigid = tets->body->rigid;
  size_t dofs = (size_t)rigid->dof_count;
  // (J M^-1 J^T) m = r, dq = -M^-1 J^T m: Y is M^-1 J^T
  take_metric(tets);
  take_compliance(tets);
  memcpy(rows->side, rows->r, sizeof(double) * (size_t)rows->count);
  brn__tets_rows_solve(rows);
  memset(rows->dq, 0, sizeof(double) * dofs);
  for (size_t i = 0; i < (size_t)rows->count; i++) {
    for (size_t d = 0; d < dofs; d++) {
      rows->dq[d] -= rows->multiplier[i] * rows->Y[dofs * i + d];
    }
  }
  // from speeds of bones to their nodes, and from those to rigid poses again
  brn__rigid_push(rigid, rows->dq, rows->speed);
  for (int p = 0; p < tets->bones.count; p++) {
    double* x = y + 3 * (size_t)tets->bones.node[p];
    brn__add3(x, x, rows->speed + 3 * (size_t)tets->bones.row[p]);
  }
  brn__rigid_settle(tets->body, y);
}

static void hold(BrnXpbd* tets, double* y) {
  for (int k = 0;; k++) {
    brn__tets_rows_take(tets, y);
    tets->rows.apart = measure(tets);
    if (!(tets->rows.apart > CLOSED) || k == MOST_STEPS) return;
    close_in(tets, y);
  }
}

// flesh by its share in the way of bones from where they came
static void follow(const BrnXpbd* tets, double* y) {
  const BrnNodes* nodes = tets->body->nodes;
  const BrnBoneNodes* bones = &tets->bones;
  for (int p = 0; p < bones->count; p++) {
    double* way = bones->before + 3 * (size_t)p;
    brn__sub3(way, y + 3 * (size_t)bones->node[p], way);
  }
  for (int n = 0; n < nodes->count; n++) {
    int v = nodes->vertex[n];
    const double* phi = tets->coarse.phi + (size_t)tets->coarse.count * (size_t)v;
    if (nodes->held[n] != 0 || bones->rank[v] >= 0) continue;
    for (int p = 0; p < bones->count; p++) {
      double* x = y + 3 * (size_t)n;
      if (phi[p] != 0) brn__axpy3(x, x, phi[p], bones->before + 3 * (size_t)p);
    }
  }
}

void brn__tets_settle(BrnXpbd* tets, double* y) {
  BrnBody* body = tets->body;
  if (!body->rigid) return;
  for (int p = 0; p < tets->bones.count; p++) {
    brn__copy3(tets->bones.before + 3 * (size_t)p, y + 3 * (size_t)tets->bones.node[p]);
  }
  brn__rigid_settle(body, y);
  if (tets->rows.most > 0) hold(tets, y);
  follow(tets, y);
}
