// SPDX-License-Identifier: Apache-2.0
//
// How the joints turn, from the rest pose with its arms out to the sides. Turning about x by a
// positive angle moves what hangs down backwards, and what stands up forwards.

#include "human/gait.h"

#include <math.h>
#include <string.h>

static const double tau = 6.28318530717958647693;
static const double hang = 66, drop = 10; // degrees from the side down: arm, and shoulder

// 1 at the beginning of the cycle, when the left leg is in front
static double swing(double phase) { return cos(tau * phase); }

static void set(double out[3], double x, double y, double z) { out[0] = x, out[1] = y, out[2] = z; }

// of the left side; the right one is half a cycle later
static void turn_limb(const BrnGaitTable* t, const char* bone, double phase, double out[3]) {
  double forwards = -swing(phase); // of the arm, against the leg
  if (strcmp(bone, "femur") == 0)
    set(out, -brn__gait_series(&t->hip, phase), 0, -t->narrow);
  else if (strcmp(bone, "tibia") == 0)
    set(out, brn__gait_series(&t->knee, phase), 0, 0);
  else if (strcmp(bone, "foot") == 0)
    set(out, -brn__gait_series(&t->ankle, phase), 0, t->narrow);
  else if (strcmp(bone, "toes") == 0)
    set(out, -fmax(0, brn__gait_series(&t->toe, phase)), 0, 0);
  else if (strcmp(bone, "clavicle") == 0)
    set(out, 0, -3 * forwards, -drop);
  else if (strcmp(bone, "humerus") == 0)
    set(out, -(t->shoulder[0] + t->shoulder[1] * forwards), 0, -hang);
  else if (strcmp(bone, "ulna") == 0)
    set(out, 0, -(t->elbow[0] + t->elbow[1] * forwards), 0);
}

// Pelvis and chest turn against each other; the head looks ahead.
static void turn_middle(const BrnGaitTable* t, const char* bone, double phase, double out[3]) {
  double yaw = -t->yaw * swing(phase), list = t->list * sin(tau * (phase + 0.05));
  double back = t->twist * swing(phase);
  if (strcmp(bone, "pelvis") == 0)
    set(out, t->lean, yaw, list);
  else if (strcmp(bone, "lumbar") == 0)
    set(out, t->lean / 4, back / 2, -0.6 * list);
  else if (strcmp(bone, "thorax") == 0)
    set(out, t->lean / 4, back / 2, -0.6 * list);
  else if (strcmp(bone, "neck") == 0)
    set(out, -t->lean / 2, -(yaw + back) / 2, 0.1 * list);
  else
    set(out, -t->lean, -(yaw + back) / 2, 0.1 * list);
}

void brn__gait_turn(const BrnGaitTable* table, int joint, double phase, double out[3]) {
  const BrnGaitJoint* j = &brn__gait_joint[joint];
  out[0] = out[1] = out[2] = 0;
  if (!j->bone) return;
  if (j->side == 0) {
    turn_middle(table, j->bone, phase, out);
    return;
  }
  turn_limb(table, j->bone, j->side > 0 ? phase : phase + 0.5, out);
  if (j->side < 0) out[1] = -out[1], out[2] = -out[2];
}
