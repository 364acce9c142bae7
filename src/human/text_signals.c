// SPDX-License-Identifier: Apache-2.0
//
// What the body feels, and which muscles work by it. Angular velocities are about the axes of the
// world: a thigh or an arm that swings backwards turns about +x.

#include "human/human.h"

#include <string.h>

typedef struct Sensor {
  const char* name;
  const char* rest; // of the record: $ is the side's prefix, and its sign where a number follows
} Sensor;

static const Sensor sensor[] = {
    {"hip_rate", "\"measure\": \"angular_velocity\", \"bone\": \"$femur\", \"other\": \"pelvis\", "
                 "\"along\": [1, 0, 0]"},
    {"knee_rate", "\"measure\": \"angular_velocity\", \"joint\": \"$tibia_joint\""},
    {"knee_angle", "\"measure\": \"angle\", \"joint\": \"$tibia_joint\""},
    {"ankle_rate", "\"measure\": \"angular_velocity\", \"bone\": \"$foot\", \"other\": \"$tibia\", "
                   "\"along\": [1, 0, 0]"},
    {"foot_jolt", "\"measure\": \"acceleration\", \"bone\": \"$foot\""},
    {"arm_rate", "\"measure\": \"angular_velocity\", \"bone\": \"$humerus\", \"other\": "
                 "\"thorax\", \"along\": [1, 0, 0]"},
    {"arm_angle", "\"measure\": \"angle\", \"joint\": \"$humerus_joint\""},
    {"elbow_angle", "\"measure\": \"angle\", \"joint\": \"$ulna_joint\""},
    {"elbow_rate", "\"measure\": \"angular_velocity\", \"joint\": \"$ulna_joint\""},
    {"hand_jolt", "\"measure\": \"acceleration\", \"bone\": \"$hand\""},
    {"trunk_rate", "\"measure\": \"angular_velocity\", \"bone\": \"thorax\", \"other\": "
                   "\"pelvis\", \"along\": [0, $1, 0]"},
    {"trunk_angle", "\"measure\": \"angle\", \"joint\": \"thorax_joint\""},
    {"trunk_jolt", "\"measure\": \"acceleration\", \"bone\": \"thorax\", \"along\": [0, 1, 0]"},
    {"head_rate", "\"measure\": \"angular_velocity\", \"bone\": \"skull\", \"other\": \"thorax\""},
};

static const Sensor signal[] = {
    {"hip_extension", "\"sensor\": \"$hip_rate\", \"curve\": [[0, 0], [250, 0.15]]"},
    {"hip_flexion", "\"sensor\": \"$hip_rate\", \"curve\": [[-250, 0.12], [0, 0]]"},
    {"hip_adduction", "\"sum\": [\"$hip_extension\", \"$hip_flexion\"], \"weight\": 0.6"},
    {"knee_extension", "\"sensor\": \"$knee_rate\", \"curve\": [[-350, 0.15], [0, 0.006]]"},
    {"knee_flexion", "\"sensor\": \"$knee_rate\", \"curve\": [[0, 0.006], [350, 0.15]]"},
    // a foot that hits the ground makes the leg tense
    {"stance", "\"sensor\": \"$foot_jolt\", \"trigger\": {\"threshold\": 25, \"peak\": 0.12, "
               "\"hold\": 0.1, \"relax\": 0.25}"},
    {"push_off", "\"sensor\": \"$ankle_rate\", \"curve\": [[0, 0.006], [150, 0.15]]"},
    {"foot_lift", "\"sensor\": \"$ankle_rate\", \"curve\": [[-150, 0.12], [0, 0.006]]"},
    {"arm_swing", "\"sensor\": \"$arm_rate\", \"curve\": [[-200, 0.105], [0, 0.006]]"},
    {"arm_back", "\"sensor\": \"$arm_rate\", \"curve\": [[0, 0.006], [200, 0.105]]"},
    {"arm_lift", "\"sensor\": \"$arm_angle\", \"curve\": [[0, 0.09], [70, 0.006]]"},
    {"arm_reach", "\"sum\": [\"$arm_swing\", \"$arm_lift\"], \"weight\": 0.5"},
    {"elbow_flexion", "\"sensor\": \"$elbow_angle\", \"curve\": [[5, 0.006], [100, 0.15]]"},
    {"elbow_extension", "\"sensor\": \"$elbow_rate\", \"curve\": [[-200, 0.09], [0, 0.006]]"},
    {"grip", "\"sensor\": \"$hand_jolt\", \"curve\": [[2, 0.009], [40, 0.09]]"},
    {"trunk_turn", "\"sensor\": \"$trunk_rate\", \"curve\": [[-40, 0], [40, 0.09]]"},
    {"trunk_flexion", "\"sensor\": \"$trunk_angle\", \"curve\": [[0, 0.015], [20, 0.09]]"},
    {"trunk_extension", "\"sensor\": \"$trunk_jolt\", \"curve\": [[0, 0.015], [20, 0.12]]"},
    {"shoulder_lift", "\"sensor\": \"$trunk_jolt\", \"curve\": [[0, 0.009], [20, 0.09]]"},
    {"head_turn", "\"sensor\": \"$head_rate\", \"curve\": [[0, 0.006], [60, 0.06]]"},
};

// "$femur" is "L_femur", and "$1" is 1 on the left and -1 on the right
static void add_rest(BrnHumanText* out, const char* rest, int side) {
  for (const char* at = rest; *at; at++) {
    if (*at != '$')
      brn__string_bytes(out->ctx, &out->text, at, 1);
    else if (at[1] == '1')
      brn__string_text(out->ctx, &out->text, side < 0 ? "-" : "");
    else
      brn__string_text(out->ctx, &out->text, brn__human_prefix(side));
  }
}

static void add_all(BrnHumanText* out, const char* section, const Sensor* list, size_t count) {
  brn__string_printf(out->ctx, &out->text, "  \"%s\": {", section);
  for (size_t i = 0; i < 2 * count; i++) {
    int side = i % 2 == 0 ? 1 : -1;
    brn__string_printf(out->ctx, &out->text, "%s\n    \"%s%s\": {", i > 0 ? "," : "",
                       brn__human_prefix(side), list[i / 2].name);
    add_rest(out, list[i / 2].rest, side);
    brn__string_text(out->ctx, &out->text, "}");
  }
  brn__string_text(out->ctx, &out->text, "\n  },\n");
}

void brn__human_sensors(BrnHumanText* out) {
  add_all(out, "sensors", sensor, sizeof sensor / sizeof *sensor);
}

void brn__human_signals(BrnHumanText* out) {
  add_all(out, "signals", signal, sizeof signal / sizeof *signal);
}
