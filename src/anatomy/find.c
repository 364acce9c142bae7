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
static void mark_owned(const BrnModel* model, BrnPartKind kind, int owner, bool* out) {
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind == kind && model->part[p].owner == owner) out[p] = true;
  }
}

// what there is not has been told by looks
void brn__build_find_part(const BrnBuild* build, const char* name, bool* out) {
  const BrnScene* scene = build->scene;
  const BrnModel* model = build->model;
  for (int i = 0; i < scene->muscle_count; i++) {
    if (strcmp(scene->muscle[i].name, name) != 0) continue;
    mark_owned(model, BRN_PART_MUSCLE, i, out);
    return;
  }
  int part = brn__build_find_own_part(build, name);
  BRN_ASSERT(part >= 0);
  out[part] = true;
}

int brn__build_find_own_part(const BrnBuild* build, const char* name) {
  int p = 0;
  while (p < build->model->part_count && strcmp(build->model->part[p].name, name) != 0) p++;
  return p < build->model->part_count ? p : -1;
}

int brn__build_find_bone(const BrnBuild* build, const char* name) {
  const BrnScene* scene = build->scene;
  int b = 0;
  while (b < scene->bone_count && strcmp(scene->bone[b].name, name) != 0) b++;
  BRN_ASSERT(b < scene->bone_count);
  return b;
}
