// SPDX-License-Identifier: Apache-2.0
//
// What the tests of rigid bones share.

#pragma once

#include "chain_test.h"
#include "core/svd.h"
#include "solver/body/rigid.h"

static inline BrnSolverDef rigid_def(BrnLinearSolver linear) {
  BrnSolverDef def = brn_solver_def_default();
  def.bones = BRN_BONES_RIGID;
  def.linear = linear;
  return def;
}

static const BrnLinearSolver linears[3] = {BRN_LINEAR_DIRECT, BRN_LINEAR_LAPLACE,
                                           BRN_LINEAR_COROTATED};

// largest change of a distance in a bone, over the size of the bone
static inline double stretch_of(const Rig* rig, int bone) {
  const BrnModelBone* body = &rig->model->bone[bone];
  double worst = 0, size = 0;
  for (int i = 0; i < body->vertex_count; i++) {
    for (int j = 0; j < i; j++) {
      int v = body->vertex[i], w = body->vertex[j];
      if (rig->body->nodes->carrier[v] != bone || rig->body->nodes->carrier[w] != bone) continue;
      double rest = brn__distance3(rig_rest(rig, v), rig_rest(rig, w));
      worst = fmax(worst, fabs(brn__distance3(rig_now(rig, v), rig_now(rig, w)) - rest));
      size = fmax(size, rest);
    }
  }
  ENSURE(size > 0.01);
  return worst / size;
}

static inline void bones_are_rigid(const Rig* rig) {
  for (int b = 0; b < rig->model->bone_count; b++) ENSURE(stretch_of(rig, b) < 1e-14);
}

// mean of what a bone itself carries
static inline void bone_mean(const Rig* rig, int bone, const double* position, double out[3]) {
  int count = 0;
  memset(out, 0, 3 * sizeof(double));
  for (int i = 0; i < rig->model->bone[bone].vertex_count; i++) {
    int v = rig->model->bone[bone].vertex[i];
    if (rig->body->nodes->carrier[v] != bone) continue;
    brn__add3(out, out, position + 3 * v);
    count++;
  }
  brn__scale3(out, 1.0 / count, out);
}

// where a bone carries a point of the rest pose, by the pose of its vertices
static inline void carried(const Rig* rig, int bone, const double* X, double out[3]) {
  double now[3], rest[3], M[9] = {0}, R[9], S[9], d[3], e[3];
  bone_mean(rig, bone, rig->state->position, now);
  bone_mean(rig, bone, rig->model->mesh->position, rest);
  for (int i = 0; i < rig->model->bone[bone].vertex_count; i++) {
    int v = rig->model->bone[bone].vertex[i];
    if (rig->body->nodes->carrier[v] != bone) continue;
    brn__sub3(d, rig_now(rig, v), now);
    brn__sub3(e, rig_rest(rig, v), rest);
    for (int k = 0; k < 9; k++) M[k] += d[k / 3] * e[k % 3];
  }
  brn__polar3(M, R, S);
  brn__sub3(d, X, rest);
  brn__mul3(e, R, d);
  brn__add3(out, now, e);
}

static inline void joints_are_exact(const Rig* rig) {
  for (int j = 0; j < rig->model->joint_count; j++) {
    const BrnModelJoint* joint = &rig->model->joint[j];
    for (int k = 0; k < 2; k++) {
      double X[3], a[3], b[3];
      if (k == 1 && joint->type != BRN_JOINT_HINGE) continue;
      brn__axpy3(X, joint->point, 0.1 * k, joint->axis);
      carried(rig, joint->parent, X, a);
      carried(rig, joint->child, X, b);
      ENSURE_NEAR(brn__distance3(a, b), 0, 2e-14);
    }
  }
}
