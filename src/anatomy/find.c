// SPDX-License-Identifier: Apache-2.0
//
// What the names in a scene stand for.

#include "anatomy/pieces.h"

#include "core/fields.h"
#include "core/names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool brn__part_matches(const char* pattern, const BrnModelPart* part) {
  static const char* const kind[] = {[BRN_PART_BONE] = "bones",
                                     [BRN_PART_MUSCLE] = "muscles",
                                     [BRN_PART_TENDON] = "tendons",
                                     [BRN_PART_SOFT] = "soft"};
  return brn__name_matches(pattern, part->name) || strcmp(pattern, kind[part->kind]) == 0;
}

// ------------------------------------------------------------------------------------- spelling

enum { BLANK = 0x1f }; // stands for blanks in names: the speller takes them for separators

static bool hide_blanks(const char* name, char* out, size_t size) {
  size_t length = strlen(name);
  if (length >= size) return false;
  for (size_t i = 0; i <= length; i++) out[i] = name[i] == ' ' ? BLANK : name[i];
  return true;
}

static void show_blanks(char* name) {
  for (; *name; name++) {
    if (*name == BLANK) *name = ' ';
  }
}

static void remember(BrnSpelling* spelling, const char* name) {
  size_t used = strlen(spelling->known), room = sizeof spelling->known - used;
  const char* comma = used ? ", " : "";
  if (strlen(name) + sizeof ", , ..." < room) {
    snprintf(spelling->known + used, room, "%s%s", comma, name);
  } else if (room > sizeof ", ..." && (used < 3 || spelling->known[used - 1] != '.')) {
    snprintf(spelling->known + used, room, "%s...", comma);
  }
}

void brn__spelling_offer(BrnSpelling* spelling, const char* name) {
  char word[64], next[64], pair[2 * 64 + 2];
  remember(spelling, name);
  if (!hide_blanks(spelling->word, word, sizeof word)) return;
  if (!hide_blanks(name, next, sizeof next)) return;
  snprintf(pair, sizeof pair, "%s %s", spelling->nearest, next);
  brn__nearest_spelling(word, pair, spelling->nearest, sizeof spelling->nearest);
}

BrnStatus brn__spelling_fail(BrnBuild* build, const char* where, const char* kind,
                             const BrnSpelling* spelling) {
  if (spelling->nearest[0]) {
    char nearest[64];
    strcpy(nearest, spelling->nearest);
    show_blanks(nearest);
    return brn__fail(build->ctx, BRN_INVALID, "%s: there is no %s \"%s\"; did you mean \"%s\"?",
                     where, kind, spelling->word, nearest);
  }
  return brn__fail(build->ctx, BRN_INVALID, "%s: there is no %s \"%s\"; there %s%s", where, kind,
                   spelling->word, spelling->known[0] ? "are: " : "is none at all",
                   spelling->known);
}

void brn__spelling_offer_parts(BrnSpelling* spelling, const BrnBuild* build) {
  const BrnScene* scene = build->scene;
  for (int i = 0; i < scene->bone_count; i++) brn__spelling_offer(spelling, scene->bone[i].name);
  for (int i = 0; i < scene->muscle_count; i++) {
    brn__spelling_offer(spelling, scene->muscle[i].name);
  }
  for (int i = 0; i < scene->tendon_count; i++) {
    brn__spelling_offer(spelling, scene->tendon[i].name);
  }
  for (int i = 0; i < scene->soft_count; i++) brn__spelling_offer(spelling, scene->soft[i].name);
  for (int p = 0; p < build->model->part_count; p++) {
    const char* name = build->model->part[p].name;
    if (strchr(name, '.')) brn__spelling_offer(spelling, name); // a unit with tets of its own
  }
}

BrnLengthText brn__length_text(double metres) {
  BrnLengthText out;
  bool small = fabs(metres) < 1;
  snprintf(out.text, sizeof out.text, "%.3g %s", small ? 1000 * metres : metres,
           small ? "mm" : "m");
  return out;
}

BrnWhere brn__where(const char* format, ...) {
  BrnWhere out;
  va_list args;
  va_start(args, format);
  vsnprintf(out.text, sizeof out.text, format, args);
  va_end(args);
  return out;
}

// ---------------------------------------------------------------------------------------- parts

// marks the parts of one bone, muscle or tendon
static bool mark_owned(const BrnModel* model, BrnPartKind kind, int owner, bool* out) {
  bool found = false;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind != kind || model->part[p].owner != owner) continue;
    out[p] = true;
    found = true;
  }
  return found;
}

static bool mark_named(const BrnBuild* build, const char* name, bool* out) {
  const BrnScene* scene = build->scene;
  const BrnModel* model = build->model;
  for (int i = 0; i < scene->muscle_count; i++) {
    if (strcmp(scene->muscle[i].name, name) == 0) {
      return mark_owned(model, BRN_PART_MUSCLE, i, out);
    }
  }
  for (int p = 0; p < model->part_count; p++) {
    if (strcmp(model->part[p].name, name) != 0) continue;
    out[p] = true;
    return true;
  }
  return false;
}

// the muscle of "biceps.long" when that is a unit; NULL: it is none
static const char* muscle_of_unit(const BrnScene* scene, const char* name) {
  for (int i = 0; i < scene->muscle_count; i++) {
    const BrnSceneMuscle* muscle = &scene->muscle[i];
    size_t length = strlen(muscle->name);
    if (strncmp(name, muscle->name, length) != 0 || name[length] != '.') continue;
    for (int u = 0; u < muscle->unit_count; u++) {
      if (strcmp(muscle->unit[u].name, name + length + 1) == 0) return muscle->name;
    }
  }
  return NULL;
}

BrnStatus brn__build_find_part(BrnBuild* build, const char* where, const char* name, bool* out) {
  if (mark_named(build, name, out)) return BRN_OK;
  const char* muscle = muscle_of_unit(build->scene, name);
  if (muscle) {
    return brn__fail(build->ctx, BRN_INVALID,
                     "%s: the unit \"%s\" has no tets of its own, it is a region of \"%s\"; name "
                     "the muscle, or the selection that is the unit's region",
                     where, name, muscle);
  }
  BrnSpelling spelling = {.word = name};
  brn__spelling_offer_parts(&spelling, build);
  return brn__spelling_fail(build, where, "part", &spelling);
}

// ---------------------------------------------------------------------------------------- bones

static const char* kind_of(const BrnScene* scene, const char* name) {
  for (int i = 0; i < scene->muscle_count; i++) {
    if (strcmp(scene->muscle[i].name, name) == 0) return "muscle";
  }
  for (int i = 0; i < scene->tendon_count; i++) {
    if (strcmp(scene->tendon[i].name, name) == 0) return "tendon";
  }
  for (int i = 0; i < scene->soft_count; i++) {
    if (strcmp(scene->soft[i].name, name) == 0) return "soft part";
  }
  return NULL;
}

static int tendon_part(const BrnBuild* build, const char* name) {
  for (int p = 0; p < build->model->part_count; p++) {
    const BrnModelPart* part = &build->model->part[p];
    if (brn__is_passive(part->kind) && strcmp(part->name, name) == 0) return p;
  }
  return -1;
}

BrnStatus brn__build_find_holder(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnScene* scene = build->scene;
  BrnSpelling spelling = {.word = name};
  *out = tendon_part(build, name);
  for (int i = 0; i < scene->bone_count && *out < 0; i++) {
    if (strcmp(scene->bone[i].name, name) == 0) *out = brn__bone_part(build, i);
    brn__spelling_offer(&spelling, scene->bone[i].name);
  }
  if (*out >= 0) return BRN_OK;
  for (int i = 0; i < scene->tendon_count; i++) {
    brn__spelling_offer(&spelling, scene->tendon[i].name);
  }
  const char* kind = kind_of(scene, name);
  if (!kind) return brn__spelling_fail(build, where, "bone or tendon", &spelling);
  return brn__fail(build->ctx, BRN_INVALID,
                   "%s: \"%s\" is a %s, but a bone or tendon is needed here", where, name, kind);
}

BrnStatus brn__build_find_bone(BrnBuild* build, const char* where, const char* name, int* out) {
  const BrnScene* scene = build->scene;
  BrnSpelling spelling = {.word = name};
  *out = -1;
  for (int i = 0; i < scene->bone_count; i++) {
    if (strcmp(scene->bone[i].name, name) == 0) {
      *out = i;
      return BRN_OK;
    }
    brn__spelling_offer(&spelling, scene->bone[i].name);
  }
  const char* kind = kind_of(scene, name);
  if (!kind) return brn__spelling_fail(build, where, "bone", &spelling);
  return brn__fail(build->ctx, BRN_INVALID, "%s: \"%s\" is a %s, but a bone is needed here", where,
                   name, kind);
}
