// SPDX-License-Identifier: Apache-2.0
//
// What elimination cannot do (solver/body/constraints.h): joints that close rings, supports of
// free bones, scripted angles and limits. All of it is about bones, whose speeds are few. So it is
// neither projected nor held by stiff terms: steps of bones obey it exactly, to first order
//
//   ties    r + J dq = 0
//   limits  r + J dq <= 0,   r = angle - upper limit, or lower limit - angle
//
// by multipliers m with S = J A^-1 J^T (Nocedal and Wright 2006, 16.3), and what is left of second
// order is taken away by tets_settle.c.

#include "core/vec.h"
#include "solver/body/rigid.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>
#include <string.h>

// Equations that say the same twice make S singular: of its diagonal, once that is 1.
#define REGULARITY 1e-10
#define NO_SPEED 1e-12 // J beside the largest of all: the row says nothing
#define ROUND_OFF 1e-9 // of a right-hand side: a limit that is just reached

// ---------------------------------------------------------------------------------------- creation

void brn__tets_rows_free(BrnContext* ctx, BrnTetsRows* rows) {
  void* block[] = {rows->tie,        rows->limit, rows->sign, rows->axis,
                   rows->r,          rows->J,     rows->S,    rows->factor,
                   rows->multiplier, rows->side,  rows->acts, rows->active,
                   rows->metric,     rows->Y,     rows->dq,   rows->speed};
  for (size_t i = 0; i < sizeof block / sizeof block[0]; i++) brn__free(ctx, block[i]);
}

BrnStatus brn__tets_rows_create(BrnContext* ctx, BrnXpbd* tets) {
  BrnTetsRows* rows = &tets->rows;
  const BrnConstraints* c = tets->body->constraints;
  // affine bones need no rows: their ties and limits are energies
  if (!tets->body->rigid) return BRN_OK;
  // a tie has three equations at most, a limit one
  size_t most = 3 * (size_t)c->tie_count + (size_t)c->limit_count;
  size_t dofs = (size_t)tets->body->rigid->dof_count;
  rows->most = (int)most;
  const struct {
    double** vector;
    size_t count;
  } list[] = {{&rows->sign, most},
              {&rows->r, most},
              {&rows->J, most * dofs},
              {&rows->S, most * most},
              {&rows->factor, most * most},
              {&rows->multiplier, most},
              {&rows->side, most},
              {&rows->metric, dofs * dofs},
              {&rows->Y, most * dofs},
              {&rows->dq, dofs},
              {&rows->speed, 3 * (size_t)tets->body->rigid->node_count}};
  for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
    *list[i].vector = brn__new_zero(ctx, list[i].count, double);
    if (!*list[i].vector) return BRN_NO_MEMORY;
  }
  rows->tie = brn__new(ctx, most, int);
  rows->limit = brn__new(ctx, most, int);
  rows->axis = brn__new(ctx, most, int);
  rows->active = brn__new(ctx, most, int);
  rows->acts = brn__new(ctx, most, bool);
  bool all = rows->tie && rows->limit && rows->axis && rows->active && rows->acts;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

// --------------------------------------------------------------------------------------- r and J

static double* new_row(BrnXpbd* tets, int tie, int limit, int axis, double sign, double r) {
  BrnTetsRows* rows = &tets->rows;
  size_t dofs = (size_t)tets->body->rigid->dof_count, i = (size_t)rows->count++;
  rows->tie[i] = tie, rows->limit[i] = limit, rows->axis[i] = axis;
  rows->sign[i] = sign, rows->r[i] = r;
  memset(rows->J + dofs * i, 0, sizeof(double) * dofs);
  return rows->J + dofs * i;
}

// J += s times the speed of a coordinate of a node
static void add_speed(const BrnXpbd* tets, int node, int axis, double s, double* J) {
  const BrnRigid* rigid = tets->body->rigid;
  int row = tets->body->nodes->row[node];
  if (row < 0) return; // it is given
  const double* T = rigid->T + (3 * (size_t)row + (size_t)axis) * (size_t)rigid->dof_count;
  for (int d = 0; d < rigid->dof_count; d++) J[d] += s * T[d];
}

static void add_tie(BrnXpbd* tets, int t, const double* y) {
  const BrnConstraints* c = tets->body->constraints;
  const BrnTie* tie = &c->tie[t];
  double r[3];
  brn__tie_residual(c, tie, y, r);
  for (int a = 0; a < 3; a++) {
    if (!(tie->axes >> a & 1)) continue;
    double* J = new_row(tets, t, -1, a, 1, r[a]);
    for (int i = tie->start; i < tie->start + tie->count; i++) {
      add_speed(tets, c->node[i], a, c->weight[i], J);
    }
  }
}

// the end of the range that is nearer
static void add_limit(BrnXpbd* tets, int l, const double* y) {
  const BrnConstraints* c = tets->body->constraints;
  const BrnLimit* limit = &c->limit[l];
  BrnAngle angle;
  brn__limit_angle(c, limit, y, true, &angle);
  double above = angle.value - limit->high, below = limit->low - angle.value;
  double sign = above >= below ? 1 : -1;
  double* J = new_row(tets, -1, l, 0, sign, fmax(above, below));
  for (int i = 0; i < limit->count; i++) {
    for (int k = 0; k < angle.count; k++) {
      double share = limit->share[k / 3 * limit->count + i];
      add_speed(tets, c->node[limit->start + i], k % 3, sign * share * angle.gradient[k], J);
    }
  }
}

void brn__tets_rows_take(BrnXpbd* tets, double* y) {
  BrnBody* body = tets->body;
  double* keep = body->y;
  tets->rows.count = 0;
  body->y = y;
  brn__rigid_look(body);
  body->y = keep;
  for (int t = 0; t < body->constraints->tie_count; t++) add_tie(tets, t, y);
  for (int l = 0; l < body->constraints->limit_count; l++) add_limit(tets, l, y);
}

// ------------------------------------------------------------------------------------- multipliers

static double scale_of(const BrnTetsRows* rows, int i) {
  return sqrt(rows->S[(size_t)i * (size_t)(rows->count + 1)]);
}

// those of the rows that act, by S with a diagonal of 1
static void solve_active(BrnTetsRows* rows) {
  int n = 0;
  for (int i = 0; i < rows->count; i++) {
    rows->multiplier[i] = 0;
    if (rows->acts[i]) rows->active[n++] = i;
  }
  for (int p = 0; p < n; p++) {
    int i = rows->active[p];
    double by = scale_of(rows, i);
    for (int q = 0; q < n; q++) {
      int j = rows->active[q];
      double s = rows->S[(size_t)i * (size_t)rows->count + (size_t)j] / (by * scale_of(rows, j));
      rows->factor[(size_t)p * (size_t)n + (size_t)q] = p == q ? s + REGULARITY : s;
    }
  }
  brn__rigid_factor(n, rows->factor);
  for (int p = 0; p < n; p++) {
    rows->multiplier[p] = rows->side[rows->active[p]] / scale_of(rows, rows->active[p]);
  }
  brn__rigid_solve(n, rows->factor, rows->multiplier);
  for (int p = n; p-- > 0;) { // active rows ascend, so nothing is overwritten before it is read
    int i = rows->active[p];
    double m = rows->multiplier[p] / scale_of(rows, i);
    rows->multiplier[p] = 0;
    rows->multiplier[i] = m;
  }
}

// how far a limit would be passed
static double excess(const BrnTetsRows* rows, int i) {
  double sum = rows->side[i];
  for (int j = 0; j < rows->count; j++) {
    sum -= rows->S[(size_t)i * (size_t)rows->count + (size_t)j] * rows->multiplier[j];
  }
  return sum;
}

// A limit that pulls lets go, and one that is passed acts.
static bool revise(BrnTetsRows* rows) {
  double worst = ROUND_OFF, pull = 0;
  int add = -1, drop = -1;
  for (int i = 0; i < rows->count; i++) {
    if (rows->limit[i] < 0 || !(scale_of(rows, i) > 0)) continue;
    if (rows->acts[i]) {
      if (rows->multiplier[i] < pull) pull = rows->multiplier[i], drop = i;
    } else if (excess(rows, i) > worst) {
      worst = excess(rows, i), add = i;
    }
  }
  if (drop >= 0)
    rows->acts[drop] = false;
  else if (add >= 0)
    rows->acts[add] = true;
  return drop >= 0 || add >= 0;
}

void brn__tets_rows_solve(BrnTetsRows* rows) {
  double most = 0;
  for (int i = 0; i < rows->count; i++) most = fmax(most, scale_of(rows, i));
  for (int i = 0; i < rows->count; i++) {
    rows->acts[i] = rows->limit[i] < 0 && scale_of(rows, i) > NO_SPEED * most;
  }
  solve_active(rows);
  for (int k = 0; k < 4 * rows->count && revise(rows); k++) solve_active(rows);
}

void brn__tets_rows_tell(BrnXpbd* tets, const double* y) {
  BrnTetsRows* rows = &tets->rows;
  BrnConstraints* c = tets->body->constraints;
  for (int i = 0; i < rows->count; i++) {
    if (rows->tie[i] >= 0) {
      c->tie[rows->tie[i]].multiplier[rows->axis[i]] = rows->multiplier[i];
    } else {
      c->limit[rows->limit[i]].multiplier = rows->sign[i] * rows->multiplier[i];
    }
  }
  for (int t = 0; t < c->tie_count; t++) brn__scale3(c->tie[t].force, -1, c->tie[t].multiplier);
  for (int l = 0; l < c->limit_count; l++) {
    BrnAngle angle;
    brn__limit_angle(c, &c->limit[l], y, false, &angle);
    c->limit[l].angle = angle.value;
    c->limit[l].moment = c->limit[l].multiplier;
  }
}
