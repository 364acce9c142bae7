// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/anatomy.h"

/// Is all of the bone's motion given: is it fixed, scripted, or at the end of scripted hinges that
/// begin at such a bone?
bool brn__bone_is_scripted(const BrnModel* model, int bone);

/// The first joint that the bone is the child of; NULL: none.
const BrnModelJoint* brn__joint_above(const BrnModel* model, int bone);

/// x goes to rotation (x - about) + about + move
BrnPose brn__pose_about(const double rotation[4], const double about[3], const double move[3]);
