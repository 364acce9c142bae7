// SPDX-License-Identifier: Apache-2.0
//
// Where a bone is in a frame.

#include "brawn/solver.h"
#include "replay/replay.h"

BrnPose brn_replay_bone_pose(const BrnReplay* replay, int bone, const double* position) {
  BRN_ASSERT(replay && replay->model && position);
  BRN_ASSERT(bone >= 0 && bone < replay->model->bone_count);
  BrnState state = {.position = (double*)(uintptr_t)position}; // only read
  return brn_state_bone_pose(replay->model, &state, bone);
}
