// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/motion.h"
#include "io/sink.h"
#include "io/source.h"

/// Reads a Biovision hierarchy from memory.
BrnStatus brn__clip_parse(BrnContext* ctx, const BrnSource* source, const BrnClipDef* def,
                          BrnClip** out);
/// Writes all of it to the sink.
void brn__clip_print(const BrnClip* clip, const BrnClipDef* def, BrnSink* sink);

/// Fails with BRN_INVALID on a unit or an up-axis that cannot be.
BrnStatus brn__clip_def_check(BrnContext* ctx, const BrnClipDef* def);

/// Where the axes of a file go: its axis i is our axis to[i], times sign[i].
typedef struct BrnAxes {
  int to[3];
  double sign[3];
} BrnAxes;
BrnAxes brn__axes(char up);

static inline bool brn__channel_turns(BrnChannel channel) {
  return channel >= BRN_CHANNEL_X_ROTATION;
}
static inline int brn__channel_axis(BrnChannel channel) { return (int)channel % 3; }

/// The pose of a joint in its parent, in a frame.
BrnPose brn__clip_joint_pose(const BrnClip* clip, int joint, int frame);

/// The frame at or before a time, and the share of the way to the next one. A time that hits a
/// frame but for rounding is that frame.
void brn__clip_locate(const BrnClip* clip, double time, int* frame, double* share);
