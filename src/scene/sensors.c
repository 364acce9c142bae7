// SPDX-License-Identifier: Apache-2.0
//
// Sensors, and the signals made of them.

#include "scene/tables.h"

#define S BrnSceneSensor

static void sensor_defaults(void* record) {
  S* sensor = record;
  brn__absent3(sensor->at);
  brn__absent3(sensor->other_at);
  brn__absent3(sensor->along);
  sensor->smooth = 0.05;
}

static const BrnField sensor_fields[] = {
    BRN_CHOICE("measure", measure,
               "angle angular_velocity angular_acceleration velocity acceleration distance length",
               .required = true, .help = "what it tells"),
    BRN_TEXT("joint", joint, .help = "angle, angular velocity and acceleration: of this joint"),
    BRN_TEXT("bone", bone, .help = "or of this bone; others: a point of it"),
    BRN_POINT("at", at, .fallback = "the centre of mass", .help = "that point, in the rest pose"),
    BRN_TEXT("other", other, .fallback = "the world",
             .help = "distance: the other bone; else what motion is measured against"),
    BRN_POINT("other_at", other_at, .fallback = "the centre of mass",
              .help = "distance: point of the other bone; without one, of the world"),
    BRN_TEXT("muscle", muscle, .help = "length: name of a muscle or unit"),
    BRN_DIRECTION("along", along, .fallback = "the length of the vector",
                  .help = "the part of a vector along this direction, signed"),
    BRN_DOUBLE("smooth", smooth, 0, 10, .unit = "s", .help = "time over which rates are smoothed"),
    {0},
};

const BrnRecord brn__sensor_record = {
    .name = "sensor",
    .help = "Something measured of the skeleton at every frame: degrees, metres, seconds",
    .size = sizeof(S),
    .fields = sensor_fields,
    .defaults = sensor_defaults,
};

#undef S
#define S BrnSceneTrigger

static void trigger_defaults(void* record) {
  S* trigger = record;
  trigger->threshold = NAN;
  trigger->peak = 1;
  trigger->hold = 0.1;
  trigger->relax = 0.3;
}

static const BrnField trigger_fields[] = {
    BRN_DOUBLE("threshold", threshold, 0, 0, .required = true, .help = "it fires above this"),
    BRN_DOUBLE("peak", peak, 0, 1, .help = "value while it holds"),
    BRN_DOUBLE("hold", hold, 0, INFINITY, .unit = "s", .help = "how long it holds"),
    BRN_DOUBLE("relax", relax, 0, INFINITY, .unit = "s", .help = "time constant of the fall"),
    {0},
};

const BrnRecord brn__trigger_record = {
    .name = "trigger",
    .help = "Contracts when a signal passes a threshold, and relaxes slowly",
    .size = sizeof(S),
    .fields = trigger_fields,
    .defaults = trigger_defaults,
};

#undef S
#define S BrnSceneSignal

static void signal_defaults(void* record) {
  S* signal = record;
  signal->shape = BRN_CURVE_LINEAR;
  signal->weight = 1;
}

static const BrnField signal_fields[] = {
    BRN_TEXT("sensor", sensor, .help = "a sensor that is read"),
    BRN_PART_OF("value", value, brn__value_record, .fallback = "none",
                .help = "or a number that may change with time"),
    BRN_TEXTS("sum", sum, .help = "or other signals, added"),
    BRN_TEXTS("product", product, .help = "or other signals, multiplied"),
    BRN_ROWS("curve", curve, 2, .least_rows = 1, .fallback = "as it is",
             .help = "rows of what is read and what becomes of it"),
    BRN_CHOICE("shape", shape, BRN_CURVES, .help = "of the curve between its rows"),
    BRN_DOUBLE("weight", weight, 0, 0, .help = "times this"),
    BRN_OPTION("trigger", trigger, brn__trigger_record, .help = "through this, in the end"),
    {0},
};

const BrnRecord brn__signal_record = {
    .name = "signal",
    .help = "A number made of sensors and other signals, that activates muscles",
    .size = sizeof(S),
    .fields = signal_fields,
    .defaults = signal_defaults,
};
