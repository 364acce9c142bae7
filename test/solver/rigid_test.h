// SPDX-License-Identifier: Apache-2.0
//
// What the tests of rigid bones share.

#pragma once

#include "chain_test.h"
#include "solver/newton/rigid.h"

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
      if (rig->n->nodes->carrier[v] != bone || rig->n->nodes->carrier[w] != bone) continue;
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

// where a bone carries a point of the rest pose: by the pose of its vertices
static inline void carried(const Rig* rig, int bone, const double* X, double out[3]) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, bone);
  brn_pose_apply(&pose, X, out);
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
