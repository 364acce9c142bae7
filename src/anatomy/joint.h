// SPDX-License-Identifier: Apache-2.0
//
// Only joint*.c include this.

#pragma once

#include "anatomy/fit.h"
#include "anatomy/pieces.h"

/// Fits a sphere or cylinder to the facing surfaces of the two bones of a joint.
/// @param axis of the cylinder; NULL: fitted too
BrnStatus brn__joint_fit(BrnBuild* build, const BrnSceneJoint* joint, const int bone[2],
                         const double* axis, BrnRound* out);
