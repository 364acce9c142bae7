// SPDX-License-Identifier: Apache-2.0
//
// What moves a body, and what is measured of it: motions, clips, sensors, signals, probes.

#include "anatomy/described.h"

#include "motion/described.h"
#include "scene/tables.h"

// ----------------------------------------------------------------------------------------- motions

#define S BrnModelMotion

static const BrnMember motion_members[] = {
    BRN_MEMBER_ONE(move, brn__track_description, .unit = "m", .optional = true),
    BRN_MEMBER_ONE(turn, brn__track_description, .optional = true),
    BRN_MEMBER_NUMBERS(about, .unit = "m", .doc = "the point that stays where it turns"),
    BRN_MEMBER(clip, .indexes = "model.clip_count", .absent = "none"),
    BRN_MEMBER(joint, .absent = "none", .doc = "of the clip"),
    BRN_MEMBER(turn_only, .doc = "rotations of the clip only"),
    {0},
};

const BrnDescription brn__motion_description = {
    .name = "motion", .size = sizeof(S), .members = motion_members};

#undef S
#define S BrnModelClip

static const BrnMember clip_members[] = {
    BRN_MEMBER_ONE(clip, brn__clip_description),
    BRN_MEMBER(start, .unit = "s"),
    BRN_MEMBER(travel, .doc = "times its displacements"),
    BRN_MEMBER(speed),
    BRN_MEMBER(from_first_frame, .doc = "motion is away from its first frame"),
    BRN_MEMBER(onward, .doc = "rounds of a loop begin where the last one has ended"),
    BRN_MEMBER(repeat, .choices = BRN_REPEATS),
    {0},
};

const BrnDescription brn__model_clip_description = {
    .name = "model_clip", .size = sizeof(S), .members = clip_members};

// ----------------------------------------------------------------------------- sensors and signals

#undef S
#define S BrnModelSensor

static const BrnMember sensor_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(measure, .choices = "angle angular_velocity angular_acceleration velocity "
                                   "acceleration distance length"),
    BRN_MEMBER(joint, .indexes = "model.joint_count", .absent = "none"),
    BRN_MEMBER(bone, .indexes = "model.bone_count", .absent = "none"),
    BRN_MEMBER_NUMBERS(at, .unit = "m", .doc = "at rest"),
    BRN_MEMBER(other, .indexes = "model.bone_count", .absent = "the world"),
    BRN_MEMBER_NUMBERS(other_at, .unit = "m"),
    BRN_MEMBER(unit, .indexes = "model.unit_count", .absent = "none"),
    BRN_MEMBER_NUMBERS(along, .absent = "the length counts", .doc = "unit vector"),
    BRN_MEMBER(smooth, .unit = "s"),
    {0},
};

const BrnDescription brn__sensor_description = {
    .name = "sensor", .size = sizeof(S), .members = sensor_members};

#undef S
#define S BrnModelSignal

static const BrnMember signal_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(sensor, .indexes = "model.sensor_count", .absent = "none"),
    BRN_MEMBER_ONE(value, brn__track_description, .optional = true),
    BRN_MEMBER(of_count),
    BRN_MEMBER_ARRAY(of, "of_count", 1, .indexes = "number_before",
                     .doc = "other signals, all before this one in the list"),
    BRN_MEMBER(multiply, .doc = "them, instead of adding"),
    BRN_MEMBER_ONE(curve, brn__track_description, .optional = true, .doc = "by what is read"),
    BRN_MEMBER(weight),
    BRN_MEMBER(has_trigger),
    BRN_MEMBER(threshold, .absent = "there is no trigger"),
    BRN_MEMBER(peak, .absent = "there is no trigger"),
    BRN_MEMBER(hold, .unit = "s", .absent = "there is no trigger"),
    BRN_MEMBER(relax, .unit = "s", .absent = "there is no trigger"),
    {0},
};

// others come before it, so there are no rings
static int64_t number_before(const BrnScope* scope) { return scope->index; }

static const BrnCountRule signal_counts[] = {{"number_before", number_before}, {0}};

static const char* signal_flaw(const BrnScope* scope) {
  const BrnModelSignal* signal = scope->record;
  bool whole = isfinite(signal->threshold + signal->peak + signal->hold + signal->relax);
  return whole || !signal->has_trigger ? NULL : "a trigger has no numbers";
}

const BrnDescription brn__signal_description = {.name = "signal",
                                                .size = sizeof(BrnModelSignal),
                                                .members = signal_members,
                                                .counts = signal_counts,
                                                .flaw = signal_flaw};

// ------------------------------------------------------------------------------------------ probes

#undef S
#define S BrnModelProbe

static const BrnMember probe_members[] = {
    BRN_MEMBER_TEXT(name),
    BRN_MEMBER(measure, .doc = "bits of BrnProbeWhat"),
    BRN_MEMBER(bone, .indexes = "model.bone_count", .absent = "it rides on vertices",
               .doc = "that it is a point of"),
    BRN_MEMBER_NUMBERS(at, .unit = "m", .doc = "at rest: of a selection the mean"),
    BRN_MEMBER(distance, .unit = "m", .doc = "of the place that was asked for to the body"),
    BRN_MEMBER(vertex_count),
    BRN_MEMBER_ARRAY(vertex, "vertex_count", 1, .indexes = "model.mesh.vertex_count",
                     .doc = "what it rides on; of a selection ascending"),
    BRN_MEMBER_ARRAY(weight, "vertex_count", 1, .doc = "add up to 1"),
    BRN_MEMBER(tet_count),
    BRN_MEMBER_ARRAY(tet, "tet_count", 1, .indexes = "model.mesh.tet_count",
                     .doc = "soft tets whose stress and stretch are told"),
    BRN_MEMBER_ARRAY(tet_weight, "tet_count", 1, .doc = "add up to 1"),
    BRN_MEMBER(corner_count),
    BRN_MEMBER_ARRAY(corner, "corner_count", 1, .indexes = "model.tet_corner_count",
                     .doc =
                         "section: 4 tet + corner of the tets in front of the plane that pull at "
                         "those behind it"),
    {0},
};

const BrnDescription brn__probe_description = {
    .name = "probe", .size = sizeof(S), .members = probe_members};
