// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "export/bone_tree.h"
#include "motion/clip.h"
#include "motion/rotation.h"

#include <string.h>

// BVH: the bones as a tree of joints. A joint stands where the bone meets the one above it, with
// the axes of the world at rest. Its channels are Zrotation Xrotation Yrotation, and the position,
// too, where that is more than turning: at roots, and at joints that give way. Several roots hang
// on one more that stays at the origin. Everything here is in units and axes of the file.

static const double LEAST_SLIP = 1e-7; // m

typedef struct Motion {
  BrnExport* job;
  BrnBoneTree skeleton;
  double* head;   // of the bones at rest                          (bone_count x 3)
  BrnPose* local; // in the joint above: where the head is, and the turn (frame_count x bone_count)
  bool* moves;    // has position channels                         (bone_count)
  int* joint;     // of the clip                                    (bone_count)
  BrnClip* clip;
} Motion;

static BrnStatus plan(BrnExport* job) {
  BRN_TRY(brn__export_need_rate(job));
  return brn__export_plan_file(job, NULL, BRN_NO_FRAME, NULL);
}

// ------------------------------------------------------------------------------------------ poses

static BrnStatus allocate(Motion* m) {
  BrnContext* ctx = m->job->ctx;
  size_t bones = (size_t)m->skeleton.bone_count;
  m->head = brn__new(ctx, 3 * bones, double);
  m->local = brn__new(ctx, (size_t)m->job->frame_count * bones, BrnPose);
  m->moves = brn__new_zero(ctx, bones, bool);
  m->joint = brn__new(ctx, bones, int);
  m->clip = brn__new_zero(ctx, 1, BrnClip);
  return m->head && m->local && m->moves && m->joint && m->clip ? BRN_OK : BRN_NO_MEMORY;
}

static void place_heads(Motion* m) {
  for (size_t i = 0; i < (size_t)m->skeleton.bone_count; i++) {
    brn__export_point(m->job, m->skeleton.head + 3 * i, m->head + 3 * i);
  }
}

// the pose that takes a joint's axes at the origin to where they are
static BrnPose joint_pose(const Motion* m, int bone) {
  BrnPose pose = brn__export_bone_pose(m->job, m->skeleton.bone[bone]);
  double head[3];
  brn_pose_apply(&pose, m->head + 3 * (size_t)bone, head);
  brn__copy3(pose.translation, head);
  return pose;
}

static void measure_frame(Motion* m, BrnPose* local) {
  const BrnBoneTree* skeleton = &m->skeleton;
  for (int i = 0; i < skeleton->bone_count; i++) {
    local[i] = joint_pose(m, i);
    if (skeleton->parent[i] < 0) continue;
    BrnPose above = joint_pose(m, skeleton->parent[i]), back = brn_pose_invert(&above);
    local[i] = brn_pose_compose(&back, &local[i]);
  }
}

static BrnStatus measure(Motion* m) {
  int bones = m->skeleton.bone_count;
  for (int k = 0; k < m->job->frame_count; k++) {
    BRN_TRY(brn__export_frame(m->job, k));
    measure_frame(m, m->local + (size_t)k * (size_t)bones);
  }
  return BRN_OK;
}

static void rest_offset(const Motion* m, int bone, double* out) {
  int parent = m->skeleton.parent[bone];
  brn__copy3(out, m->head + 3 * (size_t)bone);
  if (parent >= 0) brn__sub3(out, out, m->head + 3 * (size_t)parent);
}

static void find_moving(Motion* m) {
  double least = fmax(m->job->def.tolerance, LEAST_SLIP) / m->job->def.metres_per_unit;
  int bones = m->skeleton.bone_count;
  for (int i = 0; i < bones; i++) {
    double rest[3];
    rest_offset(m, i, rest);
    m->moves[i] = m->skeleton.parent[i] < 0;
    for (int k = 0; k < m->job->frame_count && !m->moves[i]; k++) {
      const BrnPose* local = &m->local[(size_t)k * (size_t)bones + (size_t)i];
      m->moves[i] = brn__distance3(local->translation, rest) > least;
    }
  }
}

// ------------------------------------------------------------------------------------------- clip

static BrnStatus make_clip(Motion* m) {
  BrnContext* ctx = m->job->ctx;
  BrnClip* clip = m->clip;
  size_t joints = 2 * (size_t)m->skeleton.bone_count + 1; // at most
  clip->frame_count = m->job->frame_count;
  clip->frame_time = 1 / m->job->rate;
  clip->name = brn__new_zero(ctx, joints, char*);
  clip->parent = brn__new(ctx, joints, int);
  clip->end_site = brn__new(ctx, joints, bool);
  clip->offset = brn__new_zero(ctx, 3 * joints, double);
  clip->channel_start = brn__new_zero(ctx, joints + 1, int);
  clip->channel = brn__new(ctx, 6 * joints, BrnChannel);
  bool all = clip->name && clip->parent && clip->end_site && clip->offset && clip->channel_start &&
             clip->channel;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_joint(Motion* m, const char* name, int parent, int channels,
                           const double* offset) {
  static const BrnChannel order[6] = {BRN_CHANNEL_X_POSITION, BRN_CHANNEL_Y_POSITION,
                                      BRN_CHANNEL_Z_POSITION, BRN_CHANNEL_Z_ROTATION,
                                      BRN_CHANNEL_X_ROTATION, BRN_CHANNEL_Y_ROTATION};
  BrnClip* clip = m->clip;
  int j = clip->joint_count++;
  clip->parent[j] = parent;
  clip->end_site[j] = channels == 0;
  if (offset) brn__copy3(clip->offset + 3 * (size_t)j, offset);
  for (int c = 6 - channels; c < 6; c++) clip->channel[clip->channel_count++] = order[c];
  clip->channel_start[j + 1] = clip->channel_count;
  clip->name[j] = brn__strdup(m->job->ctx, name);
  return clip->name[j] ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_end(Motion* m, int bone) {
  double end[3];
  brn__export_point(m->job, m->skeleton.tail + 3 * (size_t)bone, end);
  brn__sub3(end, end, m->head + 3 * (size_t)bone);
  return add_joint(m, "end", m->joint[bone], 0, end);
}

static BrnStatus add_joints(Motion* m) {
  const BrnBoneTree* skeleton = &m->skeleton;
  const char* root = "root";
  for (int i = 0; i < skeleton->bone_count; i++) {
    if (strcmp(skeleton->name[i], root) == 0) root = "root_of_all";
  }
  if (skeleton->root_count > 1) BRN_TRY(add_joint(m, root, -1, 6, NULL));
  int top = skeleton->root_count > 1 ? 0 : -1;
  for (int i = 0; i < skeleton->bone_count; i++) {
    double offset[3];
    int parent = skeleton->parent[i];
    rest_offset(m, i, offset);
    m->joint[i] = m->clip->joint_count;
    BRN_TRY(add_joint(m, skeleton->name[i], parent < 0 ? top : m->joint[parent],
                      m->moves[i] ? 6 : 3, offset));
    if (skeleton->child[i] < 0) BRN_TRY(add_end(m, i));
  }
  return BRN_OK;
}

// angles go on from those of the frame before, without jumps by whole turns
static void fill_joint(Motion* m, int k, int bone) {
  const BrnClip* clip = m->clip;
  size_t channels = (size_t)clip->channel_count;
  size_t start = (size_t)clip->channel_start[m->joint[bone]];
  const BrnPose* local = &m->local[(size_t)k * (size_t)m->skeleton.bone_count + (size_t)bone];
  double *value = clip->value + (size_t)k * channels + start, hint[3] = {0, 0, 0};
  size_t turn = m->moves[bone] ? 3 : 0;
  if (m->moves[bone]) brn__copy3(value, local->translation);
  if (k > 0) brn__copy3(hint, value - channels + turn);
  brn__rotation_to_euler_near(BRN_EULER_ZXY, local->rotation, hint, value + turn);
}

static BrnStatus fill_clip(Motion* m) {
  size_t count = (size_t)m->clip->frame_count * (size_t)m->clip->channel_count;
  m->clip->value = brn__new_zero(m->job->ctx, count, double);
  if (!m->clip->value) return BRN_NO_MEMORY;
  for (int k = 0; k < m->clip->frame_count; k++) {
    for (int i = 0; i < m->skeleton.bone_count; i++) fill_joint(m, k, i);
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the steps

static BrnStatus print(Motion* m) {
  BrnSink sink;
  BrnClipDef def = brn_clip_def_default();
  BRN_TRY(brn__export_open(m->job, 0, &sink));
  brn__clip_print(m->clip, &def, &sink);
  return brn__export_close(m->job, &sink, BRN_OK);
}

static BrnStatus go(Motion* m) {
  m->job->bare = true;
  BRN_TRY(brn__bone_tree_create(m->job, &m->skeleton));
  m->job->report.parts = m->skeleton.bone_count;
  m->job->report.vertices = 0;
  BRN_TRY(allocate(m));
  place_heads(m);
  BRN_TRY(measure(m));
  find_moving(m);
  BRN_TRY(make_clip(m));
  BRN_TRY(add_joints(m));
  BRN_TRY(fill_clip(m));
  return print(m);
}

static BrnStatus write(BrnExport* job) {
  Motion motion = {.job = job};
  BrnStatus status = go(&motion);
  brn_clip_destroy(job->ctx, motion.clip);
  brn__free(job->ctx, motion.joint);
  brn__free(job->ctx, motion.moves);
  brn__free(job->ctx, motion.local);
  brn__free(job->ctx, motion.head);
  brn__bone_tree_free(job, &motion.skeleton);
  return status;
}

const BrnExportWriter brn__export_bvh = {
    {"bvh", "bvh", "BVH, the motion of the bones (Blender, MotionBuilder)"}, plan, write};
