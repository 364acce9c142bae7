// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "anatomy/check.h"

#include "core/vec.h"
#include "motion/clip.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// Numbers in time, and numbers that no run would want.

// ------------------------------------------------------------------------------------------- keys

static void check_keys(BrnBuild* build, const char* where, const double* key, int count,
                       int width) {
  brn__at(build, "%s", where);
  for (int k = 1; k < count; k++) {
    double before = key[(k - 1) * width], now = key[k * width];
    if (now > before) continue;
    brn__say(build, BRN_ERROR, "key %d is at %g s, which is not after %g s; keys go up in time", k,
             now, before);
    return;
  }
}

void brn__check_value(BrnBuild* build, const BrnSceneValue* value, const char* list,
                      const char* name, const char* member) {
  char where[700];
  snprintf(where, sizeof where, "%s.%.300s.%s.keys", list, name, member);
  check_keys(build, where, value->key, value->key_count, 2);
}

// ---------------------------------------------------------------------------------------- motions

static const BrnSceneClip* find_clip(const BrnScene* s, const char* name) {
  for (int i = 0; i < s->clip_count; i++) {
    if (strcmp(s->clip[i].name, name) == 0) return &s->clip[i];
  }
  return NULL;
}

static BrnStatus read_clip(BrnBuild* build, const BrnSceneClip* clip, BrnClip** out) {
  char path[4096];
  struct stat info;
  brn__check_path(build, clip->file, path, sizeof path);
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) return BRN_INVALID; // told at the clip
  return brn_clip_read(build->ctx, path, NULL, out);
}

static void check_clip_joint(BrnBuild* build, const BrnSceneClip* clip, const char* joint) {
  if (!clip->file) return;
  BrnClip* motion;
  BrnCheckWords words = {0};
  bool found = false;
  BrnStatus status = read_clip(build, clip, &motion);
  if (status == BRN_NO_MEMORY) build->status = status;
  if (status != BRN_OK) return; // that has been told at the clip
  for (int j = 0; j < motion->joint_count; j++) {
    found |= strcmp(motion->name[j], joint) == 0;
    if (!motion->end_site[j]) brn__check_word(build, &words, motion->name[j]);
  }
  if (!found && build->status == BRN_OK) {
    brn__say(build, BRN_ERROR, "the clip \"%s\" has no joint \"%s\"%s", clip->name, joint,
             brn__check_hint(joint, words.text).text);
  }
  brn__free(build->ctx, words.text);
  brn_clip_destroy(build->ctx, motion);
}

// rotations go the short way
static void check_turns(BrnBuild* build, const BrnSceneMotion* motion) {
  for (int k = 1; k < motion->turn_count; k++) {
    double angle = brn__turn_between(motion->turn + 4 * (size_t)k);
    if (angle < 180 - 1e-9) continue;
    brn__say(build, BRN_ERROR,
             "from key %d to key %d it is %g degrees; rotations take the short way, so put "
             "keys between that are less than 180 degrees apart",
             k - 1, k, angle);
    return;
  }
}

void brn__check_motion(BrnBuild* build, const BrnSceneMotion* motion, const char* list,
                       const char* name) {
  char where[700];
  if (!motion) return;
  snprintf(where, sizeof where, "%s.%.300s.motion.move", list, name);
  check_keys(build, where, motion->move, motion->move_count, 4);
  snprintf(where, sizeof where, "%s.%.300s.motion.turn", list, name);
  check_keys(build, where, motion->turn, motion->turn_count, 4);
  check_turns(build, motion);
  brn__at(build, "%s.%s.motion", list, name);
  bool keys = motion->move_count > 0 || motion->turn_count > 0;
  if (motion->clip && keys) {
    brn__say(build, BRN_ERROR, "has keys and a clip; take one away");
  }
  if (!motion->clip && !keys) {
    brn__say(build, BRN_ERROR, "moves nothing; give \"move\" or \"turn\" keys, or a clip");
  }
  if (!motion->clip || !brn__check_name(build, BRN_CHECK_CLIP, motion->clip)) return;
  if (!motion->joint) {
    brn__say(build, BRN_ERROR, "which joint of the clip? give \"joint\"");
  } else {
    check_clip_joint(build, find_clip(build->scene, motion->clip), motion->joint);
  }
}

static void check_turn_only(BrnBuild* build, const BrnSceneBone* bone) {
  const BrnScene* s = build->scene;
  if (!bone->motion || !bone->motion->turn_only) return;
  brn__at(build, "bones.%s.motion.turn_only", bone->name);
  if (!bone->motion->clip) {
    brn__say(build, BRN_WARNING, "is for motions from a clip; leave it out");
    return;
  }
  for (int j = 0; j < s->joint_count; j++) {
    if (s->joint[j].bone_count == 2 && strcmp(s->joint[j].bone[1], bone->name) == 0) return;
  }
  brn__say(build, BRN_WARNING,
           "no joint has this bone as its child, so it turns on the spot; add a joint to its "
           "parent, or leave \"turn_only\" out where the skeleton begins");
}

// along the ground, from one frame to another
static double root_displacement(const BrnClip* clip, char up, int from, int to) {
  BrnPose a = brn__clip_joint_pose(clip, 0, from), b = brn__clip_joint_pose(clip, 0, to);
  double offset[3];
  brn__sub3(offset, b.translation, a.translation);
  offset[up - 'x'] = 0;
  return brn__norm3(offset);
}

// A loop of somebody who walks away goes back all the way at its end, in no time.
static void check_loop(BrnBuild* build, const BrnSceneClip* clip, const BrnClip* motion) {
  double most = 0;
  char up = "xyz"[clip->up];
  if (clip->repeat != BRN_SCENE_LOOP || clip->onward || clip->travel == 0) return;
  if (motion->frame_count < 3) return;
  for (int f = 1; f < motion->frame_count; f++)
    most = fmax(most, root_displacement(motion, up, f - 1, f));
  double back = root_displacement(motion, up, motion->frame_count - 1, 0);
  if (back <= 5 * most) return;
  brn__say(build, BRN_WARNING,
           "every round of the loop goes back by %.4g units of the file at once, %.0f times "
           "as far as any frame; set \"onward\": true, and rounds begin where the last one "
           "has ended",
           back, back / most);
}

static void check_clip(BrnBuild* build, const BrnSceneClip* clip) {
  BrnClip* motion;
  brn__at(build, "clips.%s.file", clip->name);
  if (!clip->file) {
    brn__say(build, BRN_ERROR, "is missing; name a .bvh file");
    return;
  }
  if (!brn__check_file(build, clip->file)) return;
  BrnStatus status = read_clip(build, clip, &motion);
  brn__say_failure(build, status);
  if (status == BRN_OK) check_loop(build, clip, motion);
  if (status == BRN_OK) brn_clip_destroy(build->ctx, motion);
}

// ------------------------------------------------------------------------------------------ loads

static void check_load(BrnBuild* build, const BrnSceneLoad* load) {
  brn__at(build, "loads.%s", load->name);
  bool pressure = load->kind == BRN_LOAD_PRESSURE;
  double strength = pressure ? fabs(load->pressure) : brn__norm3(load->vector); // NAN: not given
  if (strength > 0) return;
  brn__say(build, isnan(strength) ? BRN_ERROR : BRN_WARNING, "does nothing; give a \"%s\"",
           pressure ? "pressure" : "vector");
}

// "xyz", "y": letters of the axes, none twice
static bool are_axes(const char* axes) {
  bool seen[3] = {false};
  for (const char* c = axes; *c; c++) {
    if (*c < 'x' || *c > 'z' || seen[*c - 'x']) return false;
    seen[*c - 'x'] = true;
  }
  return *axes != 0;
}

static void check_support_axes(BrnBuild* build, const BrnSceneSupport* support) {
  brn__at(build, "supports.%s.axes", support->name);
  if (!support->axes || are_axes(support->axes)) return;
  brn__say(build, BRN_ERROR,
           "is \"%s\", but must be made of x, y and z, each once at most: \"xyz\" or \"y\"",
           support->axes);
}

// --------------------------------------------------------------------------------- mesh and frames

void brn__check_frames(BrnBuild* build) {
  const BrnSceneFrames* frames = &build->scene->frames;
  brn__at(build, "frames");
  if (frames->last < frames->first) {
    brn__say(build, BRN_ERROR, "the last frame, %d, is before the first, %d; swap them",
             frames->last, frames->first);
  }
  if (!(frames->per_second > 0)) {
    brn__say(build, BRN_ERROR, "per_second is %g, but must be above 0, such as 24",
             frames->per_second);
  }
  if (frames->run_up > frames->pre_roll) {
    brn__say(build, BRN_ERROR,
             "run_up, %d, is more than pre_roll, %d, of which it is a part; set pre_roll to "
             "%d or more",
             frames->run_up, frames->pre_roll, frames->run_up);
  }
}

void brn__check_mesh(BrnBuild* build) {
  const BrnSceneMesh* mesh = &build->scene->mesh;
  brn__at(build, "mesh.tets");
  if (mesh->size > 0 || mesh->file || mesh->shape) return;
  if (mesh->tets < 1000) {
    brn__say(build, BRN_NOTE, "%d tets are few: thin parts may get lost; 20000 is a start",
             mesh->tets);
  } else if (mesh->tets > 5000000) {
    brn__say(build, BRN_NOTE, "%d tets take long and much memory; 300000 are plenty for most",
             mesh->tets);
  }
}

// --------------------------------------------------------------------------------------- the looks

void brn__check_supports(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->support_count; i++) {
    const BrnSceneSupport* support = &s->support[i];
    brn__check_ons(build, "supports", support->name, support->on, support->on_count);
    check_support_axes(build, support);
    brn__check_motion(build, support->motion, "supports", support->name);
  }
}

void brn__check_loads(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->load_count; i++) {
    const BrnSceneLoad* load = &s->load[i];
    brn__check_ons(build, "loads", load->name, load->on, load->on_count);
    check_load(build, load);
    brn__check_faces(build, load);
    brn__check_value(build, &load->scale, "loads", load->name, "scale");
  }
}

static void check_bone(BrnBuild* build, const BrnSceneBone* bone) {
  brn__check_motion(build, bone->motion, "bones", bone->name);
  if (bone->fixed && bone->motion) {
    brn__say(build, BRN_ERROR, "the bone is fixed too; leave out \"fixed\" or \"motion\"");
  }
  check_turn_only(build, bone);
}

void brn__check_motions(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->clip_count; i++) check_clip(build, &s->clip[i]);
  for (int i = 0; i < s->bone_count; i++) check_bone(build, &s->bone[i]);
}
