// SPDX-License-Identifier: Apache-2.0
//
// The height of the root: the lower foot stands on the ground, and between two feet a runner flies
// by gravity alone.

#include "human/gait.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

static const double tau = 6.28318530717958647693;
static const double gravity = 9.81;

enum { SMOOTH_WAVES = 8 };

typedef struct Sole {
  const char* joint;
  double at[3]; // mm, of the left side
} Sole;

static const Sole sole[] = {
    {"Foot", {91, 7, -96}},
    {"Foot", {64, 8, 106}},
    {"Foot", {122, 5, 92}},
    {"ToeBase", {66, 3, 172}},
};

static BrnPose rest_pose(const BrnClip* clip, int joint) {
  BrnPose pose = brn_pose_identity();
  for (int j = joint; j >= 0; j = clip->parent[j]) {
    brn__add3(pose.translation, pose.translation, clip->offset + 3 * (size_t)j);
  }
  return pose;
}

// lowest point of both soles
static double lowest(const BrnClip* clip, double scale, const BrnPose* pose) {
  double low = INFINITY;
  for (int j = 0; j < clip->joint_count; j++) {
    int side = brn__gait_joint[j].side;
    if (side == 0) continue;
    for (size_t i = 0; i < sizeof sole / sizeof *sole; i++) {
      if (strcmp(clip->name[j] + (side > 0 ? 4 : 5), sole[i].joint) != 0) continue;
      BrnPose rest = rest_pose(clip, j);
      double x[3] = {side * scale * sole[i].at[0], scale * sole[i].at[1], scale * sole[i].at[2]};
      brn__sub3(x, x, rest.translation);
      brn_pose_apply(&pose[j], x, x);
      low = fmin(low, x[1]);
    }
  }
  return low;
}

static bool flies(const BrnGaitTable* table, double phase) {
  double left = phase - floor(phase), right = phase + 0.5 - floor(phase + 0.5);
  return left >= table->stance && right >= table->stance;
}

// from the last frame on the ground to the next one: a parabola
static void fly(const BrnGaitTable* table, int cycle, double frame_time, double* height) {
  for (int i = 0; i < cycle; i++) {
    int from = (i + cycle - 1) % cycle;
    if (!flies(table, (double)i / cycle) || flies(table, (double)from / cycle)) continue;
    int steps = 1;
    while (flies(table, (double)(i + steps) / cycle)) steps++;
    double a = height[from], b = height[(i + steps) % cycle], whole = (steps + 1) * frame_time;
    for (int k = 0; k < steps; k++) {
      double t = (k + 1) * frame_time;
      height[(i + k) % cycle] = a + (b - a) * t / whole + gravity / 2 * t * (whole - t);
    }
  }
}

// the first waves of it alone
static void smooth(int cycle, const double* height, double* out) {
  for (int i = 0; i < cycle; i++) out[i] = 0;
  for (int k = 0; k <= SMOOTH_WAVES; k++) {
    double a = 0, b = 0;
    for (int i = 0; i < cycle; i++) {
      a += height[i] * cos(tau * k * i / cycle);
      b += height[i] * sin(tau * k * i / cycle);
    }
    double share = (k == 0 ? 1.0 : 2.0) / cycle;
    for (int i = 0; i < cycle; i++) {
      out[i] += share * (a * cos(tau * k * i / cycle) + b * sin(tau * k * i / cycle));
    }
  }
}

BrnStatus brn__gait_stand(BrnContext* ctx, const BrnGaitTable* table, double scale, int cycle,
                          BrnClip* clip) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* height = brn__scratch(ctx, 2 * (size_t)cycle, double);
  BrnPose* pose = brn__scratch(ctx, clip->joint_count, BrnPose);
  if (height && pose) {
    for (int i = 0; i < cycle; i++) {
      brn_clip_global_poses(clip, i * clip->frame_time, pose);
      height[i] = -lowest(clip, scale, pose);
    }
    fly(table, cycle, clip->frame_time, height);
    smooth(cycle, height, height + cycle);
    for (int f = 0; f < clip->frame_count; f++) {
      clip->value[(size_t)f * (size_t)clip->channel_count + 1] += height[cycle + f % cycle];
    }
  }
  brn__scratch_release(ctx, mark);
  return height && pose ? BRN_OK : BRN_NO_MEMORY;
}
