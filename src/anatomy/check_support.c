// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// What would fall, and how large it all is.

// -------------------------------------------------------------------------------- who holds whom

static bool is_in(const char* name, char* const* list, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i], name) == 0) return true;
  }
  return false;
}

// an attachment without names may be to any bone
static bool reaches(const BrnSceneAttachment* at, const char* bone) {
  if (!at) return false;
  if (at->select) return true; // only building can tell
  return at->bone_count == 0 || is_in(bone, at->bone, at->bone_count);
}

static bool muscle_reaches(const BrnSceneMuscle* muscle, const char* bone) {
  if (muscle->unit_count == 0 && (!muscle->origin || !muscle->insertion)) return true;
  if (reaches(muscle->origin, bone) || reaches(muscle->insertion, bone)) return true;
  for (int u = 0; u < muscle->unit_count; u++) {
    const BrnSceneUnit* unit = &muscle->unit[u];
    if (reaches(unit->origin, bone) || reaches(unit->insertion, bone)) return true;
  }
  return false;
}

static bool is_held(const BrnScene* s, const BrnSceneBone* bone) {
  if (bone->fixed || bone->motion) return true;
  for (int i = 0; i < s->support_count; i++) {
    if (is_in(bone->name, s->support[i].on, s->support[i].on_count)) return true;
  }
  return false;
}

static bool is_reached(const BrnScene* s, const BrnSceneBone* bone) {
  if (is_held(s, bone)) return true;
  for (int i = 0; i < s->joint_count; i++) {
    if (is_in(bone->name, s->joint[i].bone, s->joint[i].bone_count)) return true;
  }
  for (int i = 0; i < s->muscle_count; i++) {
    if (muscle_reaches(&s->muscle[i], bone->name)) return true;
  }
  for (int i = 0; i < s->tendon_count; i++) {
    const BrnSceneTendon* tendon = &s->tendon[i];
    if (is_in(bone->name, tendon->from, tendon->from_count)) return true;
    if (is_in(bone->name, tendon->to, tendon->to_count)) return true;
  }
  return false;
}

void brn__check_support(BrnCheck* check) {
  const BrnScene* s = check->scene;
  bool held = s->support_count > 0;
  for (int i = 0; i < s->bone_count; i++) held |= is_held(s, &s->bone[i]);
  if (!held && check->part_count > 0) {
    brn__check_at(check, "bones");
    brn__check_say(
        check, BRN_WARNING,
        "nothing holds the body, so it would fall; set \"fixed\": true on a bone, or add "
        "a support");
  }
  for (int i = 0; i < s->bone_count; i++) {
    if (is_reached(s, &s->bone[i])) continue;
    brn__check_at(check, "bones.%s", s->bone[i].name);
    brn__check_say(check, BRN_WARNING,
                   "no joint, muscle or tendon reaches it, so it would fall; set \"fixed\": true, "
                   "add a joint, or name it in a muscle");
  }
}

// ------------------------------------------------------------------------------------------- size

static void grow_box(double* low, double* high, const double* a, const double* b) {
  for (int k = 0; k < 3; k++) {
    low[k] = fmin(low[k], a[k]);
    high[k] = fmax(high[k], b[k]);
  }
}

void brn__check_size(BrnCheck* check) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int i = 0; i < check->part_count; i++) {
    if (check->part[i].mesh) grow_box(low, high, check->part[i].low, check->part[i].high);
  }
  if (check->tets && check->scene->mesh.file) {
    double a[3], b[3];
    brn_mesh_bounds(check->tets, a, b);
    grow_box(low, high, a, b);
  }
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, high[k] - low[k]);
  brn__check_at(check, "units");
  if (size > 10) {
    brn__check_say(check, BRN_WARNING, "the body is %.4g m across: is it in %s? set \"units\"",
                   size,
                   size > 500  ? "millimetres"
                   : size > 30 ? "millimetres or centimetres"
                               : "feet");
  } else if (size > 0 && size < 0.005) {
    brn__check_say(check, BRN_WARNING,
                   "the body is %.3g mm across: is it in larger units? set \"units\"", 1e3 * size);
  }
}
