// SPDX-License-Identifier: Apache-2.0
//
// Poses of joints, for those who script them.
//
//   tree.c      what hangs on what
//   pose.c      coordinates and poses
//   jacobian.c  velocities by rates
//   described.c member by member

#pragma once

#include "brawn/skeleton.h"

/// x goes to rotation (x - about) + about + move
BrnPose brn__pose_about(const double rotation[4], const double about[3], const double move[3]);

/// of a hinge's child against its parent
BrnPose brn__hinge_pose(const double point[3], const double axis[3], double angle);
