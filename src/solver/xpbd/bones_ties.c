// SPDX-License-Identifier: Apache-2.0
//
// What elimination cannot do: rings of joints, supports of free bones, scripted angles, and limits
// of joints (solver/newton/constraints.h). Here they are constraints without compliance,
//
//   dlambda = -C / sum w |grad C|^2
//
// and the multiplier of a limit keeps its sign.

#include "core/vec.h"
#include "solver/xpbd/tets.h"

#include <math.h>
#include <string.h>

static double mobility(const BrnXpbdTets* tets, const BrnTie* tie) {
  const BrnConstraints* c = tets->body->constraints;
  double sum = 0;
  for (int i = tie->start; i < tie->start + tie->count; i++) {
    size_t v = (size_t)tets->body->nodes->vertex[c->node[i]];
    sum += c->weight[i] * c->weight[i] * tets->at[4 * v + 3];
  }
  return sum;
}

// x += w f, for a force on one node
static void push_node(const BrnXpbdTets* tets, int node, const double f[3]) {
  double* x = tets->at + 4 * (size_t)tets->body->nodes->vertex[node];
  brn__axpy3(x, x, x[3], f);
}

// -------------------------------------------------------------------------------------------- ties

static void residual(const BrnXpbdTets* tets, const BrnTie* tie, double r[3]) {
  const BrnConstraints* c = tets->body->constraints;
  brn__scale3(r, -1, tie->target);
  for (int i = tie->start; i < tie->start + tie->count; i++) {
    int v = tets->body->nodes->vertex[c->node[i]];
    brn__axpy3(r, r, c->weight[i], tets->at + 4 * (size_t)v);
  }
}

static void project_tie(BrnXpbdTets* tets, int t) {
  const BrnConstraints* c = tets->body->constraints;
  const BrnTie* tie = &c->tie[t];
  double r[3], f[3], *lambda = tets->tie_lambda + 3 * (size_t)t, w = mobility(tets, tie);
  if (!(w > 0)) return;
  residual(tets, tie, r);
  for (int a = 0; a < 3; a++) f[a] = tie->axes >> a & 1 ? -r[a] / w : 0;
  brn__add3(lambda, lambda, f);
  for (int i = tie->start; i < tie->start + tie->count; i++) {
    double g[3];
    brn__scale3(g, c->weight[i], f);
    push_node(tets, c->node[i], g);
  }
}

// ------------------------------------------------------------------------------------------ limits

static void gradient_at(const BrnLimit* limit, const BrnAngle* angle, int i, double out[3]) {
  for (int a = 0; a < 3; a++) out[a] = 0;
  for (int k = 0; k < angle->count; k++) {
    out[k % 3] += limit->share[k / 3 * limit->count + i] * angle->gradient[k];
  }
}

// sum of w |grad|^2
static double limit_mobility(const BrnXpbdTets* tets, const BrnLimit* limit,
                             const BrnAngle* angle) {
  double sum = 0;
  for (int i = 0; i < limit->count; i++) {
    int node = tets->body->constraints->node[limit->start + i];
    double g[3];
    gradient_at(limit, angle, i, g);
    sum += tets->at[4 * (size_t)tets->body->nodes->vertex[node] + 3] * brn__dot3(g, g);
  }
  return sum;
}

static void look(const BrnXpbdTets* tets, const BrnLimit* limit, BrnAngle* out) {
  BrnNewton* body = tets->body;
  for (int i = 0; i < limit->count; i++) {
    int node = body->constraints->node[limit->start + i];
    brn__copy3(body->trial + 3 * (size_t)node, tets->at + 4 * (size_t)body->nodes->vertex[node]);
  }
  brn__limit_angle(body->constraints, limit, body->trial, true, out);
}

static void project_limit(BrnXpbdTets* tets, int l) {
  const BrnConstraints* c = tets->body->constraints;
  const BrnLimit* limit = &c->limit[l];
  double* lambda = tets->tie_lambda + 3 * ((size_t)c->tie_count + (size_t)l);
  BrnAngle angle;
  look(tets, limit, &angle);
  double w = limit_mobility(tets, limit, &angle);
  if (!(w > 0)) return;
  double high = fmin(0, lambda[0] - (angle.value - limit->high) / w);
  double low = fmax(0, lambda[0] - (angle.value - limit->low) / w);
  double next = high < 0 ? high : low, step = next - lambda[0];
  lambda[0] = next;
  for (int i = 0; i < limit->count && step != 0; i++) {
    double g[3];
    gradient_at(limit, &angle, i, g);
    brn__scale3(g, step, g);
    push_node(tets, c->node[limit->start + i], g);
  }
}

// ----------------------------------------------------------------------------------------------
// all

void brn__ties_clear(BrnXpbdTets* tets) {
  const BrnConstraints* c = tets->body->constraints;
  memset(tets->tie_lambda, 0, 3 * sizeof(double) * (size_t)(c->tie_count + c->limit_count));
}

void brn__ties_project(BrnXpbdTets* tets) {
  for (int t = 0; t < tets->body->constraints->tie_count; t++) project_tie(tets, t);
  for (int l = 0; l < tets->body->constraints->limit_count; l++) project_limit(tets, l);
}

static void add_force(BrnXpbdTets* tets, int node, double s, const double f[3]) {
  double* to = tets->force + 3 * (size_t)tets->body->nodes->vertex[node];
  brn__axpy3(to, to, s, f);
}

void brn__ties_add_forces(BrnXpbdTets* tets) {
  const BrnConstraints* c = tets->body->constraints;
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    for (int i = tie->start; i < tie->start + tie->count; i++) {
      add_force(tets, c->node[i], c->weight[i], tets->tie_lambda + 3 * (size_t)t);
    }
  }
  for (int l = 0; l < c->limit_count; l++) {
    const BrnLimit* limit = &c->limit[l];
    double lambda = tets->tie_lambda[3 * ((size_t)c->tie_count + (size_t)l)];
    if (lambda == 0) continue;
    BrnAngle angle;
    look(tets, limit, &angle);
    for (int i = 0; i < limit->count; i++) {
      double g[3];
      gradient_at(limit, &angle, i, g);
      add_force(tets, c->node[limit->start + i], lambda, g);
    }
  }
}
