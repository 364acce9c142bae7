// SPDX-License-Identifier: Apache-2.0
//
// What the tests of measures share.

#pragma once

#include "brawn/measure.h"
#include "solver/body/chain_test.h"

static inline BrnMeasures* rig_measure(Rig* rig) {
  BrnMeasures* measures;
  ENSURE_OK(rig->ctx, brn_measures_create(rig->ctx, rig->model, &measures));
  ENSURE_OK(rig->ctx, brn_solver_measure(rig->solver, rig->state, measures));
  return measures;
}

static inline void ensure_near3(const double* actual, const double* expected, double tolerance) {
  for (int i = 0; i < 3; i++) ENSURE_NEAR(actual[i], expected[i], tolerance);
}

/// Rigidly moves some vertices away from their rest pose.
static inline void rig_pose(Rig* rig, const int* vertex, int count, const BrnPose* pose) {
  for (int i = 0; i < count; i++) {
    brn_pose_apply(pose, rig_rest(rig, vertex[i]), rig->state->position + 3 * vertex[i]);
  }
}
