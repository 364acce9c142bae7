// SPDX-License-Identifier: Apache-2.0
//
// From nodes that a step has moved to the nearest rigid poses with exact joints, parents first:
//
//   free    the rotation nearest to the bone's F; the mean of its control points stays
//   ball    the same rotation, about the joint's point as the other bone carries it
//   hinge   the other bone's rotation, and a turn about the axis by the angle that fits best
//   weld    the other bone's pose
//
// Along y + s T z these rotations are exp(s w) up to order 2: the nearest one to 1 + s W is
// (1 + s W) (1 - s^2 W^2)^-1/2, and best angles and nearest rotations are all taken from the nodes
// as they came, so that none of them feels what is done to another bone. Poses begin at the rest
// shape, so nothing creeps.

#include "core/svd.h"
#include "core/vec.h"
#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

void brn__rigid_points(const BrnAffineBone* affine, const double* y, double (*out)[3]) {
  for (int k = 0; k < 4; k++) {
    memset(out[k], 0, sizeof out[k]);
    for (int j = 0; j < affine->node_count; j++) {
      brn__axpy3(out[k], out[k], affine->weight[k * affine->node_count + j],
                 y + 3 * (size_t)affine->node[j]);
    }
  }
}

void brn__rigid_mean(const double (*points)[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = (points[0][i] + points[1][i] + points[2][i] + points[3][i]) / 4;
}

void brn__rigid_turn(const BrnAffineBone* affine, const double (*points)[3], double F[9],
                     double nearest[9]) {
  double M[9], S[9];
  for (int p = 0; p < 9; p++) M[p] = points[p % 3 + 1][p / 3] - points[0][p / 3];
  brn__mul33(F, M, affine->inverse);
  brn__polar3(F, nearest, S);
}

// of all bones, from the nodes as they came
static void measure(BrnBody* body, const double* y) {
  for (int b = 0; b < body->nodes->bone_count; b++) {
    const BrnAffineBone* affine = &body->nodes->affine[b];
    BrnRigidPose* pose = &body->rigid->pose[b];
    double points[4][3];
    if (affine->known) {
      brn_rotation_to_matrix(body->input->bone[b].rotation, pose->nearest);
      continue;
    }
    brn__rigid_points(affine, y, points);
    brn__rigid_turn(affine, points, pose->F, pose->nearest);
    brn__copy3(pose->rest, affine->rest[0]);
    if (affine->shared == 0) {
      brn__rigid_mean(affine->rest, pose->rest);
      brn__rigid_mean(points, pose->point);
    }
  }
}

// The angle about a unit axis whose rotation is nearest to M: it makes the trace of R^T M largest.
static double best_angle(const double* axis, const double M[9]) {
  double spin[3] = {M[7] - M[5], M[2] - M[6], M[3] - M[1]}, along[3];
  brn__mul3(along, M, axis);
  return atan2(brn__dot3(axis, spin), M[0] + M[4] + M[8] - brn__dot3(axis, along));
}

static void turn_about_axis(const BrnAffineBone* affine, const BrnRigidPose* other,
                            BrnRigidPose* pose) {
  double axis[3], back[9], M[9], turn[4];
  brn__sub3(axis, affine->rest[1], affine->rest[0]);
  brn__normalize3(axis);
  brn__transpose3(back, other->nearest);
  brn__mul33(M, back, pose->F);
  brn_rotation_from_axis_angle(axis, best_angle(axis, M), turn);
  brn_rotation_multiply(other->rotation, turn, pose->rotation);
}

static void carry(const BrnRigidPose* pose, const double* X, double out[3]) {
  double d[3];
  brn__sub3(d, X, pose->rest);
  brn_rotation_apply(pose->rotation, d, d);
  brn__add3(out, pose->point, d);
}

static void place(BrnBody* body, int b) {
  const BrnAffineBone* affine = &body->nodes->affine[b];
  BrnRigidPose* pose = &body->rigid->pose[b];
  const BrnRigidPose* other = affine->other >= 0 ? &body->rigid->pose[affine->other] : NULL;
  if (affine->known) {
    memcpy(pose->rotation, body->input->bone[b].rotation, sizeof pose->rotation);
    memset(pose->rest, 0, sizeof pose->rest);
    brn__copy3(pose->point, body->input->bone[b].translation);
    return;
  }
  switch (affine->shared) {
  case 2: turn_about_axis(affine, other, pose); break;
  case 4: memcpy(pose->rotation, other->rotation, sizeof pose->rotation); break;
  default: brn_rotation_from_matrix(pose->nearest, pose->rotation);
  }
  if (other) carry(other, pose->rest, pose->point);
}

void brn__rigid_settle(BrnBody* body, double* y) {
  const BrnNodes* nodes = body->nodes;
  measure(body, y);
  for (int i = 0; i < nodes->bone_count; i++) {
    int b = nodes->order[i];
    const BrnAffineBone* affine = &nodes->affine[b];
    place(body, b);
    for (int k = affine->shared; k < 4 && !affine->known; k++) {
      carry(&body->rigid->pose[b], affine->rest[k],
            y + 3 * (size_t)affine->node[k - affine->shared]);
    }
  }
}
