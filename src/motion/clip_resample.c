// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "motion/clip.h"
#include "motion/rotation.h"

#include <limits.h>
#include <string.h>

// Frames of the new clip are taken from the poses of the old one. Three angles have to be found
// again for each rotation; of the many that make it, those next to a straight blend of the old
// angles are taken, so that curves of angles look as they did.

// a last frame that misses the end by less than this part of a frame is taken for the end
#define END_SLACK 1e-3

static BrnStatus copy(BrnContext* ctx, const void* from, size_t size, void* out) {
  void* block = brn__alloc(ctx, size > 0 ? size : 1, 1);
  if (!block) return BRN_NO_MEMORY;
  if (size > 0) memcpy(block, from, size);
  memcpy(out, &block, sizeof block);
  return BRN_OK;
}

static BrnStatus copy_skeleton(BrnContext* ctx, const BrnClip* from, BrnClip* to) {
  size_t joints = (size_t)from->joint_count, channels = (size_t)from->channel_count;
  to->channel_count = from->channel_count;
  to->name = brn__new_zero(ctx, joints, char*);
  if (!to->name) return BRN_NO_MEMORY;
  to->joint_count = from->joint_count;
  for (size_t j = 0; j < joints; j++) {
    to->name[j] = brn__strdup(ctx, from->name[j]);
    if (!to->name[j]) return BRN_NO_MEMORY;
  }
  BRN_TRY(copy(ctx, from->parent, joints * sizeof *from->parent, &to->parent));
  BRN_TRY(copy(ctx, from->end_site, joints * sizeof *from->end_site, &to->end_site));
  BRN_TRY(copy(ctx, from->offset, 3 * joints * sizeof *from->offset, &to->offset));
  BRN_TRY(copy(ctx, from->channel_start, (joints + 1) * sizeof *from->channel_start,
               &to->channel_start));
  return copy(ctx, from->channel, channels * sizeof *from->channel, &to->channel);
}

static BrnStatus count_frames(BrnContext* ctx, const BrnClip* clip, double rate, int* out) {
  if (!(rate > 0) || !isfinite(rate) || !isfinite(1 / rate)) {
    return brn__fail(ctx, BRN_INVALID, "%g frames per second; expected a number above 0", rate);
  }
  double count = clip->frame_count > 0 ? floor(brn_clip_duration(clip) * rate + END_SLACK) + 1 : 0;
  double most = (double)INT_MAX / (clip->channel_count > 0 ? clip->channel_count : 1);
  if (!(count <= most)) {
    return brn__fail(ctx, BRN_INVALID,
                     "%g frames per second would make %g frames; expected at most %.0f", rate,
                     count, most);
  }
  *out = (int)count;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ joints

// channels of the three rotations of a joint, in their order; false: it has fewer
static bool find_turns(const BrnClip* clip, int joint, int turn[3], BrnEulerOrder* order) {
  int count = 0;
  for (int c = clip->channel_start[joint]; c < clip->channel_start[joint + 1]; c++) {
    if (brn__channel_turns(clip->channel[c])) turn[count++] = c;
  }
  if (count < 3) return false;
  for (int n = BRN_EULER_XYZ; n <= BRN_EULER_ZYX; n++) {
    const int* axis = brn__euler_axes((BrnEulerOrder)n);
    bool same = true;
    for (int k = 0; k < 3; k++) same = same && axis[k] == brn__channel_axis(clip->channel[turn[k]]);
    if (same) *order = (BrnEulerOrder)n;
  }
  return true;
}

// value holds a straight blend of the angles
static void blend_turns(const BrnClip* clip, int joint, int frame, double share, double* value) {
  int turn[3];
  BrnEulerOrder order = BRN_EULER_XYZ;
  if (!find_turns(clip, joint, turn, &order)) return;
  BrnPose a = brn__clip_joint_pose(clip, joint, frame);
  BrnPose b = brn__clip_joint_pose(clip, joint, frame + 1);
  double q[4], hint[3], angle[3];
  brn_rotation_slerp(a.rotation, b.rotation, share, q);
  for (int k = 0; k < 3; k++) hint[k] = value[turn[k]];
  brn__rotation_to_euler_near(order, q, hint, angle);
  for (int k = 0; k < 3; k++) value[turn[k]] = angle[k];
}

static void fill_frame(const BrnClip* clip, double time, double* value) {
  int frame;
  double share;
  size_t channels = (size_t)clip->channel_count;
  brn__clip_locate(clip, time, &frame, &share);
  const double* from = clip->value + (size_t)frame * channels;
  memcpy(value, from, channels * sizeof *value);
  if (share == 0) return;
  for (size_t c = 0; c < channels; c++) {
    bool turns = brn__channel_turns(clip->channel[c]);
    double to = turns ? brn__angle_near(from[channels + c], from[c]) : from[channels + c];
    value[c] = (1 - share) * from[c] + share * to;
  }
  for (int j = 0; j < clip->joint_count; j++) blend_turns(clip, j, frame, share, value);
}

BrnStatus brn_clip_resample(BrnContext* ctx, const BrnClip* clip, double frames_per_second,
                            BrnClip** out) {
  BRN_ASSERT(ctx && clip && out);
  *out = NULL;
  int frames = 0;
  BRN_TRY(count_frames(ctx, clip, frames_per_second, &frames));
  BrnClip* fresh = brn__new_zero(ctx, 1, BrnClip);
  if (!fresh) return BRN_NO_MEMORY;
  BrnStatus status = copy_skeleton(ctx, clip, fresh);
  size_t channels = (size_t)clip->channel_count, count = (size_t)frames * channels;
  if (status == BRN_OK) fresh->value = brn__new(ctx, count > 0 ? count : 1, double);
  if (!fresh->value) {
    brn_clip_destroy(ctx, fresh);
    return BRN_NO_MEMORY;
  }
  fresh->frame_count = frames;
  fresh->frame_time = 1 / frames_per_second;
  for (int f = 0; channels > 0 && f < frames; f++) {
    fill_frame(clip, f / frames_per_second, fresh->value + (size_t)f * channels);
  }
  *out = fresh;
  return BRN_OK;
}
