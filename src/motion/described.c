// SPDX-License-Identifier: Apache-2.0
//
// Members of poses, tracks and clips, and what may be wrong with them.

#include "motion/described.h"

#include "motion/track.h"

// ------------------------------------------------------------------------------------------- poses

#define S BrnPose

static const BrnMember pose_members[] = {
    BRN_MEMBER_NUMBERS(rotation, .doc = "unit quaternion, w x y z"),
    BRN_MEMBER_NUMBERS(translation, .unit = "m"),
    {0},
};

const BrnDescription brn__pose_description = {
    .name = "pose", .size = sizeof(BrnPose), .members = pose_members};

// ------------------------------------------------------------------------------------------ tracks

#undef S
#define S BrnTrack

static const BrnMember track_members[] = {
    BRN_MEMBER(kind, .choices = "scalar activation vector rotation"),
    BRN_MEMBER(repeat, .choices = "hold loop ping_pong", .doc = "before and after the keys"),
    BRN_MEMBER(key_count),
    BRN_MEMBER(width, .doc = "numbers of a value"),
    BRN_MEMBER(rate_width, .doc = "numbers of a velocity"),
    BRN_MEMBER_ARRAY(time, "key_count", 1, .unit = "s", .doc = "of the keys, ascending"),
    BRN_MEMBER_ARRAY(value, "key_count", 1, .per = "width",
                     .doc = "at the keys; rotations are unit quaternions"),
    BRN_MEMBER_ARRAY(slope, "key_count", 1, .per = "rate_width", .doc = "velocity at the keys"),
    BRN_MEMBER_ARRAY(shape, "key_count", 1, .choices = "step linear smooth",
                     .doc = "from a key to the next"),
    {0},
};

static const char* track_flaw(const BrnScope* scope) {
  const BrnTrack* track = scope->record;
  if (track->key_count < 1) return "a track has no keys";
  if (track->width != brn__track_width(track->kind) ||
      track->rate_width != brn__track_rate_width(track->kind)) {
    return "a track has other numbers than its kind";
  }
  for (int k = 1; k < track->key_count; k++) {
    if (!(track->time[k] > track->time[k - 1])) return "the keys of a track do not ascend";
  }
  return NULL;
}

const BrnDescription brn__track_description = {
    .name = "track", .size = sizeof(BrnTrack), .members = track_members, .flaw = track_flaw};

// ------------------------------------------------------------------------------------------- clips

#undef S
#define S BrnClip

static const BrnMember clip_members[] = {
    BRN_MEMBER(joint_count),
    BRN_MEMBER(channel_count),
    BRN_MEMBER(frame_count),
    BRN_MEMBER(frame_time, .unit = "s"),
    BRN_MEMBER_TEXTS(name, "joint_count", .doc = "of the joints"),
    BRN_MEMBER_ARRAY(parent, "joint_count", 1, .indexes = "joint_count", .absent = "the root",
                     .doc = "before its children"),
    BRN_MEMBER_ARRAY(end_site, "joint_count", 1, .doc = "is it only the end of its parent?"),
    BRN_MEMBER_ARRAY(offset, "joint_count", 3, .unit = "m", .doc = "in the parent"),
    BRN_MEMBER_ARRAY(channel_start, "channel_start_count", 1, .indexes = "channel_end",
                     .doc = "joint j has channels start[j] to start[j + 1] - 1"),
    BRN_MEMBER_ARRAY(channel, "channel_count", 1,
                     .choices = "x_position y_position z_position x_rotation y_rotation z_rotation",
                     .doc = "what it moves, about or along one axis"),
    BRN_MEMBER_ARRAY(value, "frame_count", 1, .per = "channel_count", .unit = "m, rad",
                     .doc = "of the channels"),
    {0},
};

static int64_t channel_start_count(const BrnScope* scope) {
  return (int64_t)((const BrnClip*)scope->record)->joint_count + 1;
}

static int64_t channel_end(const BrnScope* scope) {
  return (int64_t)((const BrnClip*)scope->record)->channel_count + 1;
}

static const BrnCountRule clip_counts[] = {
    {"channel_start_count", channel_start_count}, {"channel_end", channel_end}, {0}};

static const char* clip_flaw(const BrnScope* scope) {
  const BrnClip* clip = scope->record;
  for (int j = 0; j < clip->joint_count; j++) {
    if (!clip->name[j]) return "a joint of a clip has no name";
    if (clip->parent[j] >= j) return "a joint of a clip comes before its parent";
    if (clip->channel_start[j] > clip->channel_start[j + 1]) {
      return "the channels of a clip do not ascend";
    }
  }
  return NULL;
}

const BrnDescription brn__clip_description = {.name = "clip",
                                              .size = sizeof(BrnClip),
                                              .members = clip_members,
                                              .counts = clip_counts,
                                              .flaw = clip_flaw};
