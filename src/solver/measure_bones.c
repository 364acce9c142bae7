// SPDX-License-Identifier: Apache-2.0
//
// Where bones are, and how they stand to each other. Poses are rigid; points of bones go with the
// affine map of the bone, so that joints which are exact have no gap.

#include "core/svd.h"
#include "core/vec.h"
#include "solver/measure.h"

#include <string.h>

// ------------------------------------------------------------------------------------------- maps

static void add_tet(const BrnMeasuring* m, int t, BrnBoneMap* map) {
  const BrnModel* model = m->model;
  double volume = model->volume[t];
  map->volume += volume;
  for (int p = 0; p < 9; p++) map->F[p] += volume * m->out.deformation[9 * (size_t)t + (size_t)p];
  for (int k = 0; k < 4; k++) {
    size_t v = (size_t)model->mesh->tet[4 * (size_t)t + (size_t)k];
    brn__axpy3(map->rest, map->rest, volume / 4, model->mesh->position + 3 * v);
    brn__axpy3(map->now, map->now, volume / 4, m->state->position + 3 * v);
  }
}

// of a bone without tets: it is rigid
static void map_pose(BrnMeasuring* m, int b) {
  BrnBoneMap* map = &m->map[b];
  BrnPose pose = brn_state_bone_pose(m->model, m->state, b);
  *map = (BrnBoneMap){0};
  brn__copy3(map->rest, m->model->bone[b].centre);
  brn_pose_apply(&pose, map->rest, map->now);
  brn_rotation_to_matrix(pose.rotation, map->F);
}

// the mean over its tets, which is the map itself where it is affine
static void find_maps(BrnMeasuring* m) {
  const BrnModel* model = m->model;
  memset(m->map, 0, sizeof *m->map * (size_t)model->bone_count);
  for (int t = 0; t < model->mesh->tet_count; t++) {
    const BrnModelPart* part = &model->part[model->mesh->tet_label[t] - 1];
    if (part->kind == BRN_PART_BONE) add_tet(m, t, &m->map[part->owner]);
  }
  for (int b = 0; b < model->bone_count; b++) {
    BrnBoneMap* map = &m->map[b];
    if (map->volume == 0) {
      map_pose(m, b);
      continue;
    }
    for (int p = 0; p < 9; p++) map->F[p] /= map->volume;
    brn__scale3(map->rest, 1 / map->volume, map->rest);
    brn__scale3(map->now, 1 / map->volume, map->now);
  }
}

void brn__bone_map(const BrnBoneMap* map, const double X[3], double out[3]) {
  double arm[3], turned[3];
  brn__sub3(arm, X, map->rest);
  brn__mul3(turned, map->F, arm);
  brn__add3(out, map->now, turned);
}

static double strain_of(const BrnBoneMap* map) {
  double U[9], s[3], V[9], most = 0;
  brn__svd3(map->F, U, s, V);
  for (int i = 0; i < 3; i++) most = fmax(most, fabs(s[i] - 1));
  return most;
}

// ------------------------------------------------------------------------------------------ bones

void brn__measure_bones(BrnMeasuring* m) {
  find_maps(m);
  for (int b = 0; b < m->model->bone_count; b++) {
    BrnBoneMeasure* bone = &m->out.bone[b];
    *bone = (BrnBoneMeasure){.pose = brn_state_bone_pose(m->model, m->state, b)};
    brn_pose_apply(&bone->pose, m->model->bone[b].centre, bone->centre);
    bone->strain = strain_of(&m->map[b]);
    brn__bone_map(&m->map[b], m->model->bone[b].centre, bone->flesh.about);
  }
}

void brn__measure_pulls(BrnMeasuring* m) {
  for (int v = 0; v < m->out.vertex_count; v++) {
    int bone = m->seen.carrier[v];
    if (bone < 0) continue;
    brn__wrench_add(&m->out.bone[bone].flesh, m->state->position + 3 * (size_t)v,
                    m->out.force + 3 * (size_t)v);
  }
}

// ----------------------------------------------------------------------------------------- joints

static void measure_joint(const BrnMeasuring* m, const BrnModelJoint* joint, BrnJointMeasure* out) {
  double turn[4], parent[3], child[3];
  brn_joint_rotation(&m->out.bone[joint->parent].pose, &m->out.bone[joint->child].pose, turn);
  brn_rotation_log(turn, out->rotation);
  out->angle = joint->type == BRN_JOINT_HINGE ? brn_rotation_about(turn, joint->axis)
                                              : brn__norm3(out->rotation);
  brn__bone_map(&m->map[joint->parent], joint->point, parent);
  brn__bone_map(&m->map[joint->child], joint->point, child);
  out->gap = brn__distance3(parent, child);
  brn__copy3(out->reaction.about, parent);
}

void brn__measure_joints(BrnMeasuring* m) {
  for (int j = 0; j < m->model->joint_count; j++) {
    m->out.joint[j] = (BrnJointMeasure){0};
    measure_joint(m, &m->model->joint[j], &m->out.joint[j]);
  }
}
