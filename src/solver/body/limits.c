// SPDX-License-Identifier: Apache-2.0
//
// Limits of joints: no moment inside of the range, and as much as it takes at its ends. With t the
// angle, an upper limit h adds
//
//   (max(0, m + k (t - h))^2 - m^2) / 2k
//
// to the energy (Rockafellar 1973), and m becomes max(0, m + k (t - h)) after each minimisation.

#include "solver/body/constraints.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define HOLDS 1e-6 // rad; also how much of a limit half a turn has
#define SOFT 1e-3  // of the first pass, as a share of the bones' stiffness
#define STIFFENS 100

static const double half_turn = 3.141592653589793;

// ---------------------------------------------------------------------------------------- creation

typedef struct Lister {
  BrnContext* ctx;
  const BrnModel* model;
  const BrnNodes* nodes;
  BrnConstraints* c;
} Lister;

static BrnStatus put_nodes(const Lister* l, int start, int bone) {
  const BrnAffineBone* affine = &l->nodes->affine[bone];
  for (int j = 0; j < affine->node_count; j++) {
    BRN_TRY(brn__constraints_put(l->ctx, l->c, start, affine->node[j], 0));
  }
  return BRN_OK;
}

// shares of the nodes in a vector that the bone carries
static void carry_vector(const Lister* l, const BrnLimit* limit, int number, int bone,
                         const double* V) {
  const BrnAffineBone* affine = &l->nodes->affine[bone];
  double beta[4];
  brn__mul3(beta + 1, affine->inverse, V);
  beta[0] = -beta[1] - beta[2] - beta[3];
  for (int j = 0; j < affine->node_count; j++) {
    int i = 0;
    while (l->c->node[limit->start + i] != affine->node[j]) i++;
    for (int k = 0; k < 4; k++) {
      double share = beta[k] * affine->weight[k * affine->node_count + j];
      limit->share[number * limit->count + i] += share;
    }
  }
}

static void carry_vectors(const Lister* l, const BrnLimit* limit) {
  const BrnModelJoint* joint = &l->model->joint[limit->joint];
  for (int k = 0; k < 6 && limit->ball; k++) {
    double unit[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
    carry_vector(l, limit, k, k < 3 ? joint->parent : joint->child, unit);
  }
  if (limit->ball) return;
  double e[3], f[3];
  brn__across3(joint->axis, e, f);
  carry_vector(l, limit, 0, joint->child, e);
  carry_vector(l, limit, 1, joint->parent, e);
  carry_vector(l, limit, 2, joint->parent, f);
}

// half a turn is no limit
static void set_range(const BrnModelJoint* joint, BrnLimit* limit) {
  limit->low = -INFINITY;
  limit->high = joint->swing;
  limit->middle = half_turn / 2;
  if (!limit->ball) {
    limit->low = joint->limits[0] <= -half_turn + HOLDS ? -INFINITY : joint->limits[0];
    limit->high = joint->limits[1];
    limit->middle = (joint->limits[0] + joint->limits[1]) / 2;
  }
  if (limit->high >= half_turn - HOLDS) limit->high = INFINITY;
}

static bool is_free(const Lister* l, const BrnModelJoint* joint) {
  bool known = l->nodes->affine[joint->parent].known && l->nodes->affine[joint->child].known;
  return !known && !joint->angle && brn__joint_type(joint) != BRN_JOINT_WELD;
}

static BrnStatus add_limit(const Lister* l, int j) {
  const BrnModelJoint* joint = &l->model->joint[j];
  BrnConstraints* c = l->c;
  BrnLimit limit = {.joint = j, .ball = joint->type == BRN_JOINT_BALL, .start = (int)c->used};
  int pair[2] = {joint->parent, joint->child};
  double size;
  set_range(joint, &limit);
  // nothing to hold: both bones are given, or the joint may turn as far as it likes
  if (!is_free(l, joint) || (isinf(limit.low) && isinf(limit.high))) return BRN_OK;
  BRN_TRY(put_nodes(l, limit.start, joint->parent));
  BRN_TRY(put_nodes(l, limit.start, joint->child));
  limit.count = (int)c->used - limit.start;
  // vectors that tell the angle: one of the child and two of the parent, of a ball all three each
  limit.vector_count = limit.ball ? 6 : 3;
  limit.stiffest = brn__bones_stiffness(l->model, l->nodes, pair, &size);
  limit.share = brn__new_zero(l->ctx, limit.vector_count * (size_t)limit.count, double);
  if (!limit.share) return BRN_NO_MEMORY;
  carry_vectors(l, &limit);
  BrnStatus status =
      brn__grow_block(l->ctx, &c->limit, (size_t)c->limit_count + 1, sizeof *c->limit);
  if (status != BRN_OK) {
    brn__free(l->ctx, limit.share);
    return status;
  }
  c->limit[c->limit_count++] = limit;
  return BRN_OK;
}

BrnStatus brn__limits_list(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                           BrnConstraints* out) {
  Lister l = {ctx, model, nodes, out};
  for (int j = 0; j < model->joint_count; j++) BRN_TRY(add_limit(&l, j));
  return BRN_OK;
}

void brn__limits_begin(BrnConstraints* c) {
  for (int l = 0; l < c->limit_count; l++) {
    c->limit[l].multiplier = 0;
    c->limit[l].stiffness = SOFT * c->limit[l].stiffest;
  }
}

// ----------------------------------------------------------------------------------- force, energy

// what an angle is answered with: more than 0 pushes it down
static double moment_of(const BrnLimit* limit, double angle) {
  double up = fmax(limit->multiplier, 0), down = fmin(limit->multiplier, 0);
  return fmax(0, up + limit->stiffness * (angle - limit->high)) +
         fmin(0, down + limit->stiffness * (angle - limit->low));
}

double brn__limits_energy(const BrnConstraints* c, const double* y) {
  double sum = 0;
  for (int i = 0; i < c->limit_count; i++) {
    const BrnLimit* limit = &c->limit[i];
    double m = limit->multiplier, k = limit->stiffness;
    BrnAngle angle;
    brn__limit_angle(c, limit, y, false, &angle);
    double high = fmax(0, fmax(m, 0) + k * (angle.value - limit->high));
    double low = fmin(0, fmin(m, 0) + k * (angle.value - limit->low));
    sum += (high * high + low * low - m * m) / (2 * k);
  }
  return sum;
}

static void add_gradient(const BrnConstraints* c, const BrnLimit* limit, const BrnNodes* nodes,
                         const BrnAngle* angle, double moment, double* g) {
  for (int i = 0; i < limit->count; i++) {
    int node = c->node[limit->start + i], row = nodes->row[node];
    for (int k = 0; k < angle->count && row >= 0; k++) {
      double share = limit->share[k / 3 * limit->count + i];
      bool held = nodes->held[node] >> k % 3 & 1;
      if (!held) g[3 * (size_t)row + (size_t)(k % 3)] += moment * share * angle->gradient[k];
    }
  }
}

static void add_block(const BrnLimit* limit, const double* H, int i, int j, double* block) {
  for (int p = 0; p < limit->vector_count; p++) {
    for (int q = 0; q < limit->vector_count; q++) {
      double s = limit->share[p * limit->count + i] * limit->share[q * limit->count + j];
      for (int k = 0; k < 9; k++) block[k] += s * H[18 * (3 * p + k / 3) + 3 * q + k % 3];
    }
  }
}

static void add_stiffness(const BrnConstraints* c, const BrnLimit* limit, const BrnNodes* nodes,
                          const double* H, BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int k = 0; k < limit->count * limit->count; k++) {
    int i = k / limit->count, j = k % limit->count;
    int row = nodes->row[c->node[limit->start + i]], column = nodes->row[c->node[limit->start + j]];
    if (row < 0 || column < 0) continue;
    add_block(limit, H, i, j, K->value + 9 * (size_t)brn__csr_find(&pattern, row, column));
  }
}

// k g g^T is definite; the curvature of the angle is not, and left out where that is wanted
void brn__limits_evaluate(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                          BrnWant want, double* g, BrnBlocks* K) {
  for (int l = 0; l < c->limit_count; l++) {
    const BrnLimit* limit = &c->limit[l];
    BrnAngle angle;
    brn__limit_angle(c, limit, y, true, &angle);
    double moment = moment_of(limit, angle.value);
    if (moment == 0) continue;
    add_gradient(c, limit, nodes, &angle, moment, g);
    if (want < BRN_WANT_STIFFNESS) continue;
    double curved = want == BRN_WANT_STIFFNESS ? moment : 0;
    for (int k = 0; k < 18 * angle.count; k++) {
      double gg = angle.gradient[k / 18] * angle.gradient[k % 18];
      angle.hessian[k] = limit->stiffness * gg + curved * angle.hessian[k];
    }
    add_stiffness(c, limit, nodes, angle.hessian, K);
  }
}

// -------------------------------------------------------------------------------------- the passes

bool brn__limits_hold(const BrnConstraints* c, const double* y) {
  for (int l = 0; l < c->limit_count; l++) {
    const BrnLimit* limit = &c->limit[l];
    BrnAngle angle;
    brn__limit_angle(c, limit, y, false, &angle);
    double missing = moment_of(limit, angle.value) - limit->multiplier;
    if (!(fabs(missing) <= HOLDS * limit->stiffness)) return false;
  }
  return true;
}

void brn__limits_tighten(BrnConstraints* c, const double* y) {
  for (int l = 0; l < c->limit_count; l++) {
    BrnLimit* limit = &c->limit[l];
    BrnAngle angle;
    brn__limit_angle(c, limit, y, false, &angle);
    limit->multiplier = moment_of(limit, angle.value);
    limit->stiffness = fmin(STIFFENS * limit->stiffness, limit->stiffest);
  }
}

void brn__limits_settle(BrnConstraints* c, const double* y) {
  for (int l = 0; l < c->limit_count; l++) {
    BrnAngle angle;
    brn__limit_angle(c, &c->limit[l], y, false, &angle);
    c->limit[l].angle = angle.value;
    c->limit[l].moment = moment_of(&c->limit[l], angle.value);
  }
}

// ---------------------------------------------------------------------------------- the first step
// A step that turns far beyond a limit is cut to where the limit has taken up half of what the
// step gains, -slope s / 2 or more: with a the distance to the limit and v the rate of the angle,
//
//   k/2 (v s - a)^2 = -slope s / 4
//
// From there on the limit is in the stiffness, and the next step sees it.

static double step_to(double k, double a, double v, double slope) {
  double A = k * v * v / 2, B = -k * v * a + slope / 4, C = k * a * a / 2;
  return (-B + sqrt(fmax(0, B * B - 4 * A * C))) / (2 * A);
}

static double rate_of(const BrnConstraints* c, const BrnLimit* limit, const BrnNodes* nodes,
                      const BrnAngle* angle, const double* d) {
  double rate = 0;
  for (int i = 0; i < limit->count; i++) {
    int row = nodes->row[c->node[limit->start + i]];
    for (int k = 0; k < angle->count && row >= 0; k++) {
      double share = limit->share[k / 3 * limit->count + i];
      rate += share * angle->gradient[k] * d[3 * (size_t)row + (size_t)(k % 3)];
    }
  }
  return rate;
}

double brn__limits_first_step(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                              const double* d, double slope) {
  double s = 1;
  for (int l = 0; l < c->limit_count; l++) {
    const BrnLimit* limit = &c->limit[l];
    BrnAngle angle;
    brn__limit_angle(c, limit, y, true, &angle);
    double rate = rate_of(c, limit, nodes, &angle, d);
    double left = rate > 0 ? limit->high - angle.value : angle.value - limit->low;
    bool hits = left >= 0 && fabs(rate) > left && moment_of(limit, angle.value) == 0;
    if (hits) s = fmin(s, step_to(limit->stiffness, left, fabs(rate), slope));
  }
  return s;
}
