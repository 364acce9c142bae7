// SPDX-License-Identifier: Apache-2.0
//
// Values that change with time, motions and clips.

#include "scene/tables.h"

#define S BrnSceneValue

static void value_defaults(void* record) {
  S* value = record;
  value->value = NAN;
  value->curve = BRN_CURVE_SMOOTH;
}

#define CURVE_ROWS                                                                                 \
  BRN_CHOICE("curve", curve, BRN_CURVES, .help = "how values go from key to key"),                 \
      BRN_CHOICE("repeat", repeat, BRN_REPEATS, .help = "what comes after the last key")

static const BrnField value_fields[] = {
    BRN_DOUBLE("value", value, 0, 0, .help = "used when there are no keys"),
    BRN_ROWS("keys", key, 2, .lead = 1, .least_rows = 1, .help = "rows of time (s) and value"),
    CURVE_ROWS,
    {0},
};

const BrnRecord brn__value_record = {
    .name = "value",
    .help = "A number that may change with time",
    .size = sizeof(S),
    .fields = value_fields,
    .defaults = value_defaults,
    .shorthand = "value",
};

static const BrnField activation_fields[] = {
    BRN_DOUBLE("value", value, 0, 1, .help = "used when there are no keys"),
    BRN_ROWS("keys", key, 2, .lead = 1, .least_rows = 1, .low = 0, .high = 1,
             .help = "rows of time (s) and activation"),
    CURVE_ROWS,
    {0},
};

const BrnRecord brn__activation_record = {
    .name = "activation",
    .help = "How active a muscle is, from 0 to 1; it may change with time",
    .size = sizeof(S),
    .fields = activation_fields,
    .defaults = value_defaults,
    .shorthand = "value",
};

#undef S
#define S BrnSceneMotion

static void motion_defaults(void* record) {
  S* motion = record;
  brn__absent3(motion->about);
  motion->curve = BRN_CURVE_SMOOTH;
}

static const BrnField motion_fields[] = {
    BRN_ROWS("move", move, 4, .lead = 1, .least_rows = 1, .unit = "m", .turns = true,
             .help = "rows of time (s) and displacement"),
    BRN_ROWS("turn", turn, 4, .lead = 1, .least_rows = 1, .turns = true,
             .help = "rows of time (s) and rotation: axis times degrees"),
    BRN_POINT("about", about, .fallback = "the joint to the parent, or the centre of mass",
              .help = "point that turns are about"),
    BRN_TEXT("clip", clip, .help = "name of a clip, instead of keys"),
    BRN_TEXT("joint", joint, .help = "joint of the clip whose motion is taken"),
    BRN_BOOL("turn_only", turn_only,
             .help = "takes the clip's rotations only: the bone stays at the joint to its parent"),
    CURVE_ROWS,
    {0},
};

const BrnRecord brn__motion_record = {
    .name = "motion",
    .help = "A scripted rigid motion away from the rest pose, by keys or from a clip",
    .size = sizeof(S),
    .fields = motion_fields,
    .defaults = motion_defaults,
};

#undef S
#define S BrnSceneClip

static void clip_defaults(void* record) {
  S* clip = record;
  clip->units = 1;
  clip->travel = 1;
  clip->up = 1;
  clip->speed = 1;
}

static const BrnField clip_fields[] = {
    BRN_TEXT("file", file, .required = true, .help = "motion capture file (.bvh)"),
    BRN_CHOICE("units", units, BRN_UNITS, .help = "units of the file"),
    BRN_CHOICE("up", up, BRN_AXES, .help = "axis of the file that points up"),
    BRN_DOUBLE("start", start, 0, 0, .unit = "s", .help = "time in the clip at time 0"),
    BRN_DOUBLE("speed", speed, BRN_ABOVE_ZERO, INFINITY, .help = "seconds of clip per second"),
    BRN_BOOL("from_first_frame", from_first_frame,
             .help = "motion is measured from the first frame, not from the rest pose"),
    BRN_DOUBLE("travel", travel, 0, INFINITY,
               .help = "times the clip's displacements: our size over that of its skeleton"),
    BRN_CHOICE("repeat", repeat, BRN_REPEATS, .help = "what comes after the last frame"),
    BRN_BOOL("onward", onward,
             .help = "loop: every round begins where the last one has ended, but for its height"),
    {0},
};

const BrnRecord brn__clip_record = {
    .name = "clip",
    .help = "A motion capture file",
    .size = sizeof(S),
    .fields = clip_fields,
    .defaults = clip_defaults,
};
