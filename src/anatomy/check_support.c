// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "core/vec.h"
#include "scene/methods.h"

#include <math.h>
#include <string.h>

// What would fall.

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
  for (int i = 0; i < s->soft_count; i++) {
    const BrnSceneTendon* soft = &s->soft[i];
    if (is_in(bone->name, soft->from, soft->from_count)) return true;
    if (is_in(bone->name, soft->to, soft->to_count)) return true;
  }
  return false;
}

// Without inertia, what nothing holds has no place to be, and solvers refuse it.
static bool is_still(const BrnSolverDef* solver) { return !brn__solver_has_inertia(solver); }

// those of "xyz" along which something holds the body, a bit each
static unsigned held_axes(const BrnScene* s) {
  unsigned held = 0;
  for (int i = 0; i < s->bone_count; i++) {
    if (s->bone[i].fixed || s->bone[i].motion) return 7;
  }
  for (int i = 0; i < s->support_count; i++) {
    const char* axes = s->support[i].axes ? s->support[i].axes : "xyz";
    for (int k = 0; k < 3; k++) held |= strchr(axes, "xyz"[k]) ? 1U << k : 0;
  }
  return held;
}

void brn__check_holds(BrnBuild* build) {
  const BrnScene* s = build->scene;
  unsigned held = held_axes(s);
  // held along some axes only
  if (held != 0 && held != 7 && is_still(&s->solver)) {
    brn__at(build, "supports");
    brn__say(build, BRN_ERROR,
             "nothing holds the body along %c; hold that coordinate, too, or set \"fixed\": "
             "true on a bone",
             "xyz"[!(held & 1)   ? 0
                   : !(held & 2) ? 1
                                 : 2]);
  }
  // held along none
  if (held == 0 && build->listed_count > 0) {
    brn__at(build, "bones");
    brn__say(build, is_still(&s->solver) ? BRN_ERROR : BRN_WARNING,
             "nothing holds the body, so it would fall; set \"fixed\": true on a bone, or add "
             "a support%s",
             is_still(&s->solver) ? ", or set \"solver\": {\"dynamic\": true}" : "");
  }
  // and bones that nothing leads to
  for (int i = 0; i < s->bone_count; i++) {
    if (is_reached(s, &s->bone[i])) continue;
    brn__at(build, "bones.%s", s->bone[i].name);
    brn__say(build, BRN_WARNING,
             "no joint, muscle or tendon reaches it, so it would fall; set \"fixed\": true, "
             "add a joint, or name it in a muscle");
  }
}
