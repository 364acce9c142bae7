// SPDX-License-Identifier: Apache-2.0
//
// How joints turn over a cycle of two steps, which begins when the left heel meets the ground.

#pragma once

#include "human/human.h"

enum { BRN_GAIT_WAVES = 6, BRN_GAIT_JOINTS = 26 };

/// A periodic number of degrees: mean + sum of a cos(2 pi k phase) + b sin(2 pi k phase).
typedef struct BrnGaitSeries {
  double mean, wave[BRN_GAIT_WAVES][2];
} BrnGaitSeries;

/// A gait. Angles in degrees.
typedef struct BrnGaitTable {
  BrnGaitSeries hip, knee, ankle, toe; // flexion, flexion, toes up, toes up
  double stance;                       // share of the cycle that a foot is on the ground
  double lean;                         // of the pelvis, forwards
  double yaw, list;             // of the pelvis: forwards with the leg, down on its free side
  double sway;                  // mm towards the standing leg
  double twist;                 // of the chest against the pelvis
  double narrow;                // of the thighs, inwards
  double shoulder[2], elbow[2]; // flexion, mean and half range
} BrnGaitTable;

extern const BrnGaitTable brn__gait_table[2];

double brn__gait_series(const BrnGaitSeries* series, double phase);

/// Joints of the clip, depth first; the first is the root. End sites have no bone.
typedef struct BrnGaitJoint {
  const char* name;
  const char* bone;
  int parent;
  int side;      // 1 left, -1 right, 0
  double end[3]; // of an end site, mm
} BrnGaitJoint;

extern const BrnGaitJoint brn__gait_joint[BRN_GAIT_JOINTS];

/// Turn of a joint in its parent about x, y, z, in this order of matrices, degrees.
void brn__gait_turn(const BrnGaitTable* table, int joint, double phase, double out[3]);

/// Puts the body onto the ground: heights of the root over the cycles of the clip.
BrnStatus brn__gait_stand(BrnContext* ctx, const BrnGaitTable* table, double scale, int cycle,
                          BrnClip* clip);
