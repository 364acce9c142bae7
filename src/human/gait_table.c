// SPDX-License-Identifier: Apache-2.0
//
// Walking and running in numbers. The series are our own, drawn through what textbooks agree on.
// Walking (Winter 1991; Perry 1992): the hip goes from 29 degrees of flexion to 10 of extension at
// half of the cycle; the knee gives way to 18 degrees under the load and bends to 61 at three
// quarters; the ankle leans to 10 degrees and pushes off to 15 at 62 %. Running (Novacheck 1998):
// the hip bends to 52 degrees, the knee to 41 under load and to 106 in swing, and a foot is on the
// ground for a good third of the cycle.

#include "human/gait.h"

#include <math.h>

const BrnGaitTable brn__gait_table[2] =
    {
        [BRN_GAIT_WALK] =
            {
                .hip = {11.60,
                        {{17.97, -5.40},
                         {-3.27, -1.25},
                         {0.10, 0.92},
                         {-0.09, -0.05},
                         {-0.20, -0.09},
                         {-0.14, -0.03}}},
                .knee = {23.29,
                         {{-3.09, -19.98},
                          {-14.10, 6.81},
                          {-1.06, 3.50},
                          {-0.45, 0.31},
                          {-0.50, 0.40},
                          {-0.16, 0.15}}},
                .ankle = {0.44,
                          {{-0.58, 5.84},
                           {0.42, -6.88},
                           {-2.59, 1.07},
                           {1.68, -1.01},
                           {-0.37, -0.68},
                           {0.53, 0.09}}},
                .toe = {7.64,
                        {{-6.95, -6.29},
                         {5.02, 4.27},
                         {-0.32, -4.41},
                         {-0.35, 1.50},
                         {1.06, -0.53},
                         {-0.15, -0.24}}},
                .stance = 0.62,
                .lean = 2,
                .yaw = 5,
                .list = 3,
                .sway = 18,
                .twist = 9,
                .narrow = 0.5,
                .shoulder = {2, 20},
                .elbow = {22, 9},
            },
        [BRN_GAIT_RUN] =
            {
                .hip = {23.57,
                        {{18.15, -19.47},
                         {-6.13, 2.92},
                         {-0.78, -0.01},
                         {-0.44, 0.51},
                         {-0.16, 0.12},
                         {-0.29, -0.08}}},
                .knee = {52.42,
                         {{-10.92, -33.92},
                          {-15.51, 14.65},
                          {-4.45, 1.22},
                          {-0.28, 1.37},
                          {-0.63, 0.37},
                          {-0.25, 0.01}}},
                .ankle = {2.77,
                          {{11.25, 2.02},
                           {-7.74, 7.56},
                           {-2.51, -4.38},
                           {1.39, 0.49},
                           {-0.83, 0.13},
                           {-0.12, -0.31}}},
                .toe = {7.94,
                        {{-3.86, 3.25},
                         {-0.66, -7.44},
                         {4.61, 0.74},
                         {-1.47, 1.27},
                         {0.01, -1.36},
                         {0.82, 0.07}}},
                .stance = 0.38,
                .lean = 8,
                .yaw = 7,
                .list = 4,
                .sway = 8,
                .twist = 16,
                .narrow = 1.5,
                .shoulder = {-6, 36},
                .elbow = {95, 12},
            },
};

double brn__gait_series(const BrnGaitSeries* series, double phase) {
  double sum = series->mean;
  for (int k = 0; k < BRN_GAIT_WAVES; k++) {
    double angle = 6.28318530717958647693 * (k + 1) * phase;
    sum += series->wave[k][0] * cos(angle) + series->wave[k][1] * sin(angle);
  }
  return sum;
}

#define LEG(name, side, hips, self)                                                                \
  {name "UpLeg", "femur", hips, side, {0}}, {name "Leg", "tibia", (self), side, {0}},              \
      {name "Foot", "foot", (self) + 1, side, {0}},                                                \
      {name "ToeBase", "toes", (self) + 2, side, {0}}, {                                           \
    name "ToeBase_end", NULL, (self) + 3, side, { 78, 8, 180 }                                     \
  }
#define ARM(name, side, spine, self)                                                               \
  {name "Shoulder", "clavicle", spine, side, {0}}, {name "Arm", "humerus", (self), side, {0}},     \
      {name "ForeArm", "ulna", (self) + 1, side, {0}},                                             \
      {name "Hand", "hand", (self) + 2, side, {0}}, {                                              \
    name "Hand_end", NULL, (self) + 3, side, { 945, 1414, 11 }                                     \
  }

const BrnGaitJoint brn__gait_joint[BRN_GAIT_JOINTS] = {
    {"Hips", "pelvis", -1, 0, {0}},   LEG("Left", 1, 0, 1),
    LEG("Right", -1, 0, 6),           {"Spine", "lumbar", 0, 0, {0}},
    {"Spine1", "thorax", 11, 0, {0}}, {"Neck", "neck", 12, 0, {0}},
    {"Head", "skull", 13, 0, {0}},    {"Head_end", NULL, 14, 0, {0, 1750, 0}},
    ARM("Left", 1, 12, 16),           ARM("Right", -1, 12, 21),
};
