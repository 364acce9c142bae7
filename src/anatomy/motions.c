// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include "core/vec.h"
#include "scene/tables.h"

#include <stdio.h>
#include <string.h>

// What the scene scripts in time: values, motions of bones and supports, and the clips they are
// taken from.

static const double pi = 3.14159265358979323846;

// ----------------------------------------------------------------------------------------- values

BrnStatus brn__build_track(BrnBuild* build, const char* where, BrnTrackKind kind,
                           const BrnSceneValue* value, double scale, BrnTrack** out) {
  *out = NULL;
  BrnTrackDef def = brn_track_def_default(kind);
  int count = value->key_count > 0 ? value->key_count : 1;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  double* number = brn__scratch_zero(build->ctx, 2 * (size_t)count, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (number) {
    if (value->key_count == 0) number[count] = scale * value->value;
    for (int k = 0; k < value->key_count; k++) {
      number[k] = value->key[2 * (size_t)k];
      number[count + k] = scale * value->key[2 * (size_t)k + 1];
    }
    def.name = where;
    def.key_count = count;
    def.time = number;
    def.value = number + count;
    def.all_shape = (BrnKeyShape)value->curve;
    def.repeat = (BrnRepeat)value->repeat;
    status = brn_track_create(build->ctx, &def, out);
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------------- motions

// Rotations go the short way, so a turn of 180 degrees or more about one axis would be lost.
double brn__turn_between(const double* row) {
  double step[3], cross[3];
  const double *to = row + 1, *from = row - 3;
  brn__sub3(step, to, from);
  brn__cross3(cross, to, from);
  bool one_axis = brn__norm3(cross) <= 1e-9 * brn__norm3(to) * brn__norm3(from);
  return one_axis ? brn__norm3(step) : 0;
}

static void make_turns(const BrnSceneMotion* motion, double* value) {
  for (int k = 0; k < motion->turn_count; k++) {
    double vector[3];
    brn__scale3(vector, pi / 180, motion->turn + 4 * (size_t)k + 1);
    brn_rotation_exp(vector, value + 4 * (size_t)k);
  }
}

static void make_moves(const BrnSceneMotion* motion, double* value) {
  for (int k = 0; k < motion->move_count; k++) {
    brn__copy3(value + 3 * (size_t)k, motion->move + 4 * (size_t)k + 1);
  }
}

static BrnStatus make_track(BrnBuild* build, const char* where, const BrnSceneMotion* motion,
                            bool turns, BrnTrack** out) {
  int count = turns ? motion->turn_count : motion->move_count;
  if (count == 0) return BRN_OK;
  const double* row = turns ? motion->turn : motion->move;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  double* time = brn__scratch(build->ctx, count, double);
  double* value = brn__scratch(build->ctx, 4 * (size_t)count, double);
  BrnStatus status = time && value ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    for (int k = 0; k < count; k++) time[k] = row[4 * (size_t)k];
    if (turns) make_turns(motion, value);
    if (!turns) make_moves(motion, value);
  }
  if (status == BRN_OK) {
    BrnTrackDef def = brn_track_def_default(turns ? BRN_TRACK_ROTATION : BRN_TRACK_VECTOR);
    char name[300];
    snprintf(name, sizeof name, "%s.%s", where, turns ? "turn" : "move");
    def.name = name;
    def.key_count = count;
    def.time = time;
    def.value = value;
    def.all_shape = (BrnKeyShape)motion->curve;
    def.repeat = (BrnRepeat)motion->repeat;
    status = brn_track_create(build->ctx, &def, out);
  }
  brn__scratch_release(build->ctx, mark);
  return status;
}

static BrnStatus find_clip(BrnBuild* build, const char* where, const BrnSceneMotion* motion,
                           BrnModelMotion* out) {
  const BrnScene* scene = build->scene;
  for (out->clip = 0; strcmp(scene->clip[out->clip].name, motion->clip) != 0; out->clip++) {
    BRN_ASSERT(out->clip + 1 < scene->clip_count);
  }
  const BrnClip* clip = build->model->clip[out->clip].clip;
  return brn__build_at(build, brn_clip_find_joint(build->ctx, clip, motion->joint, &out->joint),
                       "%s.joint", where);
}

BrnStatus brn__build_motion(BrnBuild* build, const char* where, const BrnSceneMotion* motion,
                            const double default_about[3], int* out) {
  BrnModel* model = build->model;
  *out = -1;
  BRN_TRY(brn__grow_block(build->ctx, &model->motion, (size_t)model->motion_count + 1,
                          sizeof *model->motion));
  BrnModelMotion* made = &model->motion[model->motion_count];
  *made = (BrnModelMotion){.clip = -1, .joint = -1, .turn_only = motion->turn_only};
  *out = model->motion_count++;
  for (int i = 0; i < 3; i++) {
    made->about[i] = isnan(motion->about[i]) ? default_about[i] : motion->about[i];
  }
  if (motion->clip) return find_clip(build, where, motion, made);
  BRN_TRY(make_track(build, where, motion, false, &made->move));
  return make_track(build, where, motion, true, &made->turn);
}

// ------------------------------------------------------------------------------------------ clips

static BrnStatus read_clip(BrnBuild* build, const BrnSceneClip* clip, BrnModelClip* out) {
  *out = (BrnModelClip){.start = clip->start,
                        .speed = clip->speed,
                        .travel = clip->travel,
                        .from_first_frame = clip->from_first_frame,
                        .onward = clip->onward,
                        .repeat = (BrnRepeat)clip->repeat};
  BrnClipDef def = brn_clip_def_default();
  def.metres_per_unit = brn__unit_metres(clip->units);
  def.up = "xyz"[clip->up];
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  char* path = brn__build_path(build, clip->file);
  BrnStatus status = path ? brn_clip_read(build->ctx, path, &def, &out->clip) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  return brn__build_at(build, status, "clips.%s", clip->name);
}

static BrnStatus read_clips(BrnBuild* build) {
  const BrnScene* scene = build->scene;
  if (scene->clip_count == 0) return BRN_OK;
  build->model->clip = brn__new_zero(build->ctx, scene->clip_count, BrnModelClip);
  if (!build->model->clip) return BRN_NO_MEMORY;
  for (int c = 0; c < scene->clip_count; c++) {
    build->model->clip_count = c + 1;
    BRN_TRY(read_clip(build, &scene->clip[c], &build->model->clip[c]));
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ bones

static const double* turning_point(const BrnModel* model, int bone) {
  int above = model->skeleton->above[bone];
  return above < 0 ? model->bone[bone].centre : model->joint[above].point;
}

BrnStatus brn__build_motions(BrnBuild* build) {
  BRN_TRY(read_clips(build));
  for (int b = 0; b < build->scene->bone_count; b++) {
    const BrnSceneBone* bone = &build->scene->bone[b];
    BrnModelBone* made = &build->model->bone[b];
    made->motion = -1;
    if (!bone->motion) continue;
    char where[256];
    snprintf(where, sizeof where, "bones.%s.motion", bone->name);
    const double* about = turning_point(build->model, b);
    BRN_TRY(brn__build_motion(build, where, bone->motion, about, &made->motion));
  }
  return BRN_OK;
}
