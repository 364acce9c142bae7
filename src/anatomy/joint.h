// SPDX-License-Identifier: Apache-2.0
//
// What joints are fitted to, for joint*.c and the look at them.

#pragma once

#include "anatomy/fit.h"
#include "anatomy/pieces.h"

typedef struct BrnFittedJoint {
  BrnRound round;
  int side; // of the two bones, whose surface it was fitted to
} BrnFittedJoint;

/// Fits a sphere or cylinder to the facing surfaces of the two bones of a joint: those that were
/// given, or else the boundary of their tets.
BrnStatus brn__joint_fit(BrnBuild* build, const BrnSceneJoint* joint, BrnFittedJoint* out);
