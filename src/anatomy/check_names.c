// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"
#include "core/fields.h"

#include <stdio.h>
#include <string.h>

// Names that are asked for, against the names that there are.

static const char our_materials[] = "muscle tendon bone fat skin rubber";

// ------------------------------------------------------------------------------------------ words

void brn__check_word(BrnCheck* check, BrnCheckWords* words, const char* word) {
  size_t length = strlen(word);
  if (check->status != BRN_OK || strchr(word, ' ')) return;
  check->status = brn__grow(check->ctx, &words->text, &words->room, words->size + length + 2, 1);
  if (check->status != BRN_OK) return;
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
typedef bool VisitFn(BrnCheck* check, void* user, const char* name, bool* used);

static bool walk_parts(BrnCheck* check, int kinds, VisitFn* visit, void* user) {
  static const int kind_of[] = {BRN_CHECK_BONE, BRN_CHECK_MUSCLE, BRN_CHECK_TENDON};
  for (int i = 0; i < check->part_count; i++) {
    const BrnCheckPart* part = &check->part[i];
    if ((kinds & kind_of[part->kind]) && visit(check, user, part->name, NULL)) return true;
  }
  return false;
}

static bool walk_materials(BrnCheck* check, VisitFn* visit, void* user) {
  const BrnScene* s = check->scene;
  char word[16];
  for (int i = 0; i < s->material_count; i++) {
    if (visit(check, user, s->material[i].name, &check->material_used[i])) return true;
  }
  for (const char* at = our_materials; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (visit(check, user, word, NULL)) return true;
    at += length;
  }
  return false;
}

// until visit() says true
static bool walk(BrnCheck* check, int kinds, VisitFn* visit, void* user) {
  const BrnScene* s = check->scene;
  for (int i = 0; (kinds & BRN_CHECK_SELECTION) && i < s->selection_count; i++) {
    if (visit(check, user, s->selection[i].name, &check->selection_used[i])) return true;
  }
  for (int i = 0; (kinds & BRN_CHECK_CLIP) && i < s->clip_count; i++) {
    if (visit(check, user, s->clip[i].name, NULL)) return true;
  }
  if ((kinds & BRN_CHECK_MATERIAL) && walk_materials(check, visit, user)) return true;
  return walk_parts(check, kinds, visit, user);
}

// ---------------------------------------------------------------------------------------- looking

static bool is_it(BrnCheck* check, void* user, const char* name, bool* used) {
  (void)check;
  if (strcmp(name, user) != 0) return false;
  if (used) *used = true;
  return true;
}

static bool keep_word(BrnCheck* check, void* user, const char* name, bool* used) {
  (void)used;
  brn__check_word(check, user, name);
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

bool brn__check_name(BrnCheck* check, int kinds, const char* name) {
  union {
    const char* given;
    void* user; // is_it() only reads it
  } word = {name};
  BrnCheckWords known = {0};
  if (walk(check, kinds, is_it, word.user)) return true;
  walk(check, kinds, keep_word, &known);
  if (check->status == BRN_OK) {
    brn__check_say(check, BRN_ERROR, "there is no %s \"%s\"%s", kind_name(kinds), name,
                   known.size ? brn__check_hint(name, known.text).text
                              : "; the scene has none at all");
  }
  brn__free(check->ctx, known.text);
  return false;
}
