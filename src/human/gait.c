// SPDX-License-Identifier: Apache-2.0
//
// A gait as a clip: a skeleton with the joints of gait_table.c, and their turns at each frame.

#include "human/gait.h"

#include "core/vec.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

BrnGaitDef brn__gait_def_default(BrnGait gait) {
  return (BrnGaitDef){
      .gait = gait,
      .height = 1.75,
      .cadence = gait == BRN_GAIT_RUN ? 165 : 110,
      .cycles = 1,
      .frames_per_second = 120,
      .cookie = BRN_COOKIE,
  };
}

static BrnStatus check(BrnContext* ctx, const BrnGaitDef* def) {
  if (!(def->height >= 0.1 && def->height <= 100)) {
    return brn__fail(ctx, BRN_INVALID, "gait: height is %g m; it must be 0.1 to 100", def->height);
  }
  if (!(def->cadence >= 10 && def->cadence <= 600)) {
    return brn__fail(ctx, BRN_INVALID, "gait: cadence is %g steps a minute; it must be 10 to 600",
                     def->cadence);
  }
  if (!(fabs(def->stride) <= 1000)) {
    return brn__fail(ctx, BRN_INVALID, "gait: stride is %g m; it must be within 1000", def->stride);
  }
  if (def->cycles < 1 || def->cycles > 1000) {
    return brn__fail(ctx, BRN_INVALID, "gait: cycles is %d; it must be 1 to 1000", def->cycles);
  }
  if (!(def->frames_per_second >= 20 && def->frames_per_second <= 1000)) {
    return brn__fail(ctx, BRN_INVALID, "gait: frames_per_second is %g; it must be 20 to 1000",
                     def->frames_per_second);
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- the skeleton

// where a joint is at rest, m
static void rest_place(const BrnGaitJoint* joint, double scale, double out[3]) {
  const double* at = joint->bone ? brn__human_find_bone(joint->bone)->at : joint->end;
  brn__scale3(out, scale, at);
  if (joint->side < 0) out[0] = -out[0];
}

static BrnStatus allocate(BrnContext* ctx, int channels, int frames, BrnClip** out) {
  BrnClip* clip = *out = brn__new_zero(ctx, 1, BrnClip);
  if (!clip) return BRN_NO_MEMORY;
  clip->joint_count = BRN_GAIT_JOINTS;
  clip->channel_count = channels;
  clip->frame_count = frames;
  clip->name = brn__new_zero(ctx, BRN_GAIT_JOINTS, char*);
  clip->parent = brn__new_zero(ctx, BRN_GAIT_JOINTS, int);
  clip->end_site = brn__new_zero(ctx, BRN_GAIT_JOINTS, bool);
  clip->offset = brn__new_zero(ctx, 3 * BRN_GAIT_JOINTS, double);
  clip->channel_start = brn__new_zero(ctx, BRN_GAIT_JOINTS + 1, int);
  clip->channel = brn__new_zero(ctx, channels, BrnChannel);
  clip->value = brn__new_zero(ctx, (size_t)frames * (size_t)channels, double);
  bool done = clip->name && clip->parent && clip->end_site && clip->offset && clip->channel_start &&
              clip->channel && clip->value;
  return done ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_joint(BrnContext* ctx, BrnClip* clip, int j, double scale) {
  const BrnGaitJoint* joint = &brn__gait_joint[j];
  double here[3], there[3] = {0};
  int* next = &clip->channel_start[j + 1];
  rest_place(joint, scale, here);
  if (joint->parent >= 0) rest_place(&brn__gait_joint[joint->parent], scale, there);
  brn__sub3(clip->offset + 3 * (size_t)j, here, there);
  clip->parent[j] = joint->parent;
  clip->end_site[j] = !joint->bone;
  *next = clip->channel_start[j];
  for (int k = 0; j == 0 && k < 3; k++) clip->channel[(*next)++] = BRN_CHANNEL_X_POSITION + k;
  for (int k = 0; joint->bone && k < 3; k++) clip->channel[(*next)++] = BRN_CHANNEL_X_ROTATION + k;
  clip->name[j] = brn__strdup(ctx, joint->name);
  return clip->name[j] ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus make_skeleton(BrnContext* ctx, double scale, int frames, BrnClip** out) {
  int channels = 3;
  for (int j = 0; j < BRN_GAIT_JOINTS; j++) channels += brn__gait_joint[j].bone ? 3 : 0;
  BRN_TRY(allocate(ctx, channels, frames, out));
  for (int j = 0; j < BRN_GAIT_JOINTS; j++) BRN_TRY(add_joint(ctx, *out, j, scale));
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- the motion

static void fill_frame(const BrnGaitDef* def, const BrnGaitTable* table, double scale, int cycle,
                       int frame, BrnClip* clip) {
  double* value = clip->value + (size_t)frame * (size_t)clip->channel_count;
  double phase = (double)(frame % cycle) / cycle; // the same bits in every cycle
  value[0] = scale * table->sway * sin(2 * pi * phase);
  value[1] = clip->offset[1];
  value[2] = clip->offset[2] + def->stride * frame / cycle;
  for (int j = 0; j < clip->joint_count; j++) {
    double turn[3];
    if (clip->end_site[j]) continue;
    brn__gait_turn(table, j, phase, turn);
    double* to = value + clip->channel_start[j + 1] - 3;
    for (int k = 0; k < 3; k++) to[k] = turn[k] * pi / 180;
  }
}

static BrnStatus make(BrnContext* ctx, const BrnGaitDef* def, BrnClip** out) {
  const BrnGaitTable* table = &brn__gait_table[def->gait];
  double scale = def->height / BRN_HUMAN_HEIGHT;
  int cycle = (int)fmax(8, round(120 / def->cadence * def->frames_per_second));
  int frames = def->cycles * cycle + 1;
  BRN_TRY(make_skeleton(ctx, scale, frames, out));
  (*out)->frame_time = 1 / def->frames_per_second;
  for (int f = 0; f < frames; f++) fill_frame(def, table, scale, cycle, f, *out);
  return brn__gait_stand(ctx, table, scale, cycle, *out);
}

BrnStatus brn__gait_make(BrnContext* ctx, const BrnGaitDef* def, BrnClip** out) {
  BRN_ASSERT(ctx && out);
  BRN_CHECK_DEF(def);
  *out = NULL;
  BRN_TRY(check(ctx, def));
  BrnStatus status = make(ctx, def, out);
  if (status != BRN_OK) brn_clip_destroy(ctx, *out), *out = NULL;
  return status;
}
