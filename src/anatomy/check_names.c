// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"
#include "core/fields.h"

#include <stdio.h>
#include <string.h>

// Names that are asked for, against the names that there are.

static const char our_materials[] = "muscle tendon bone fat skin rubber";

// ------------------------------------------------------------------------------------------ words

void brn__check_word(BrnBuild* build, BrnCheckWords* words, const char* word) {
  size_t length = strlen(word);
  if (build->status != BRN_OK || strchr(word, ' ')) return;
  build->status = brn__grow(build->ctx, &words->text, &words->room, words->size + length + 2, 1);
  if (build->status != BRN_OK) return;
  if (words->size > 0) words->text[words->size++] = ' ';
  memcpy(words->text + words->size, word, length + 1);
  words->size += length;
}

BrnCheckHint brn__check_hint(const char* word, const char* known) {
  BrnCheckHint hint = {""};
  char nearest[128];
  if (!known || !*known) return hint;
  if (brn__nearest_spelling(word, known, nearest, sizeof nearest)) {
    snprintf(hint.text, sizeof hint.text, "; did you mean \"%s\"?", nearest);
  } else {
    bool all = strlen(known) < 300;
    snprintf(hint.text, sizeof hint.text, "; there are: %.300s%s", known, all ? "" : " ...");
  }
  return hint;
}

// ---------------------------------------------------------------------------------------- walking

// one name of the scene; `used` is set when something asks for it
typedef bool VisitFn(BrnBuild* build, void* user, const char* name, bool* used);

static bool walk_parts(BrnBuild* build, int kinds, VisitFn* visit, void* user) {
  static const int kind_of[] = {BRN_CHECK_BONE, BRN_CHECK_MUSCLE, BRN_CHECK_TENDON,
                                BRN_CHECK_TENDON};
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    if ((kinds & kind_of[part->kind]) && visit(build, user, part->name, NULL)) return true;
  }
  return false;
}

static bool walk_materials(BrnBuild* build, VisitFn* visit, void* user) {
  const BrnScene* s = build->scene;
  char word[16];
  for (int i = 0; i < s->material_count; i++) {
    if (visit(build, user, s->material[i].name, &build->material_used[i])) return true;
  }
  for (const char* at = our_materials; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (visit(build, user, word, NULL)) return true;
    at += length;
  }
  return false;
}

// until visit() says true
static bool walk(BrnBuild* build, int kinds, VisitFn* visit, void* user) {
  const BrnScene* s = build->scene;
  for (int i = 0; (kinds & BRN_CHECK_SELECTION) && i < s->selection_count; i++) {
    if (visit(build, user, s->selection[i].name, &build->selection_used[i])) return true;
  }
  for (int i = 0; (kinds & BRN_CHECK_CLIP) && i < s->clip_count; i++) {
    if (visit(build, user, s->clip[i].name, NULL)) return true;
  }
  if ((kinds & BRN_CHECK_MATERIAL) && walk_materials(build, visit, user)) return true;
  return walk_parts(build, kinds, visit, user);
}

// ---------------------------------------------------------------------------------------- looking

int brn__check_selection(const BrnBuild* build, int kinds, const char* name) {
  const BrnScene* s = build->scene;
  for (int i = 0; (kinds & BRN_CHECK_SELECTION) && i < s->selection_count; i++) {
    if (strcmp(s->selection[i].name, name) == 0) return i;
  }
  return -1;
}

static bool is_it(BrnBuild* build, void* user, const char* name, bool* used) {
  (void)build;
  if (strcmp(name, user) != 0) return false;
  if (used) *used = true;
  return true;
}

static bool keep_word(BrnBuild* build, void* user, const char* name, bool* used) {
  (void)used;
  brn__check_word(build, user, name);
  return false;
}

static const char* kind_name(int kinds) {
  switch (kinds) {
  case BRN_CHECK_BONE: return "bone";
  case BRN_CHECK_HOLDER: return "bone or tendon";
  case BRN_CHECK_PART: return "bone, muscle or tendon";
  case BRN_CHECK_SELECTION: return "selection";
  case BRN_CHECK_PART | BRN_CHECK_SELECTION: return "selection, bone, muscle or tendon";
  case BRN_CHECK_MATERIAL: return "material";
  case BRN_CHECK_CLIP: return "clip";
  default: return "part";
  }
}

static const BrnListedPart* find_listed(const BrnBuild* build, const char* name) {
  for (int i = 0; i < build->listed_count; i++) {
    if (strcmp(build->listed[i].name, name) == 0) return &build->listed[i];
  }
  return NULL;
}

// a unit is a part where it has a source of its own; else it is a region of its muscle
static bool is_region(const BrnBuild* build, const char* name) {
  const BrnListedPart* part = find_listed(build, name);
  if (!part || part->unit < 0) return false;
  const BrnSceneSource* source = part->source;
  return !source->surface && !source->form && source->label_count == 0;
}

static void say_region(BrnBuild* build, const char* name) {
  const BrnListedPart* part = find_listed(build, name);
  brn__say(build, BRN_ERROR,
           "the unit \"%s\" has no tets of its own, it is a region of \"%s\"; name the muscle, or "
           "the selection that is the unit's region",
           name, build->scene->muscle[part->owner].name);
}

void brn__check_select(BrnBuild* build, const char* name, bool asked) {
  const int kinds = BRN_CHECK_PART | BRN_CHECK_SELECTION;
  brn__check_name(build, kinds, name);
  int selection = brn__check_selection(build, kinds, name);
  if (asked && selection >= 0) build->selection_asked[selection] = true;
}

bool brn__check_name(BrnBuild* build, int kinds, const char* name) {
  static const char* const kind[] = {"bone", "muscle", "tendon", "soft part"};
  union {
    const char* given;
    void* user; // is_it() only reads it
  } word = {name};
  BrnCheckWords known = {0};
  if (walk(build, kinds, is_it, word.user)) {
    bool region = (kinds & BRN_CHECK_HOLDER) && is_region(build, name) &&
                  brn__check_selection(build, kinds, name) < 0;
    if (region) say_region(build, name);
    return !region;
  }
  const BrnListedPart* other = find_listed(build, name);
  if (other && (kinds & BRN_CHECK_PART)) {
    brn__say(build, BRN_ERROR, "\"%s\" is a %s, but a %s is needed here", name, kind[other->kind],
             kind_name(kinds));
    return false;
  }
  walk(build, kinds, keep_word, &known);
  if (build->status == BRN_OK) {
    brn__say(build, BRN_ERROR, "there is no %s \"%s\"%s", kind_name(kinds), name,
             known.size ? brn__check_hint(name, known.text).text : "; the scene has none at all");
  }
  brn__free(build->ctx, known.text);
  return false;
}
