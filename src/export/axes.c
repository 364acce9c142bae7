// SPDX-License-Identifier: Apache-2.0

#include "export/export.h"

// The same axes as brn_mesh_from_si(): Z up takes x to x and Y to Z; X up takes z to z and Y to X.

static void turn(char up, const double from[3], double out[3]) {
  double x = from[0], y = from[1], z = from[2];
  if (up == 'z') out[0] = x, out[1] = -z, out[2] = y;
  if (up == 'y') out[0] = x, out[1] = y, out[2] = z;
  if (up == 'x') out[0] = y, out[1] = -x, out[2] = z;
}

void brn__export_direction(const BrnExport* job, const double direction[3], double out[3]) {
  turn(job->def.up, direction, out);
}

void brn__export_point(const BrnExport* job, const double point[3], double out[3]) {
  turn(job->def.up, point, out);
  for (int i = 0; i < 3; i++) out[i] /= job->def.metres_per_unit;
}

// With A the change of axes, A R A^T turns about A times the axis by the same angle.
BrnPose brn__export_pose(const BrnExport* job, const BrnPose* pose) {
  BrnPose out = *pose;
  turn(job->def.up, pose->rotation + 1, out.rotation + 1);
  brn__export_point(job, pose->translation, out.translation);
  return out;
}

BrnPose brn__export_bone_pose(const BrnExport* job, int bone) {
  BrnPose pose = brn_replay_bone_pose(job->replay, bone, job->position);
  return brn__export_pose(job, &pose);
}
