// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <stdio.h>
#include <string.h>

// Every name that one thing of the scene calls another by; then names that are there twice, and
// things that nobody calls.

// a list of names at `check->where`
static void check_list(BrnCheck* check, int kinds, char* const* name, int count) {
  for (int i = 0; i < count; i++) brn__check_name(check, kinds, name[i]);
}

// ------------------------------------------------------------------------------------- selections

static void check_map(BrnCheck* check, const char* where, const BrnSceneMap* map) {
  if (!map) return;
  brn__check_at(check, "%s", where);
  if (map->part) brn__check_name(check, BRN_CHECK_PART, map->part);
  if (!map->array && !map->file) {
    brn__check_say(check, BRN_ERROR,
                   "has no numbers; give \"array\", the name of a vertex array in the surface, or "
                   "\"file\", a text file with a number per vertex");
  }
  if (map->array && map->file) {
    brn__check_say(check, BRN_ERROR, "has an \"array\" and a \"file\"; keep one of them");
  }
  if (map->file) brn__check_file(check, map->file);
}

static int find_selection(const BrnScene* s, const char* name) {
  for (int i = 0; i < s->selection_count; i++) {
    if (strcmp(s->selection[i].name, name) == 0) return i;
  }
  return -1;
}

// marks what chains of "any" lead to; each selection is entered once, however often it is named
static void follow(const BrnScene* s, int from, bool* reached) {
  const BrnSceneSelection* selection = &s->selection[from];
  for (int i = 0; i < selection->any_count; i++) {
    int next = find_selection(s, selection->any[i]);
    if (next < 0 || reached[next]) continue;
    reached[next] = true;
    follow(s, next, reached);
  }
}

static bool leads_to_itself(BrnCheck* check, int index) {
  BrnScratchMark mark = brn__scratch_mark(check->ctx);
  bool* reached = brn__scratch_zero(check->ctx, check->scene->selection_count, bool);
  if (!reached) check->status = BRN_NO_MEMORY;
  if (reached) follow(check->scene, index, reached);
  bool found = reached && reached[index];
  brn__scratch_release(check->ctx, mark);
  return found;
}

static bool chooses(const BrnSceneSelection* s) {
  return s->part_count || s->box_count || s->plane || s->sphere || s->near || s->nearest_count ||
         s->vertex_count || s->map || s->any_count || s->surface;
}

static void check_selection(BrnCheck* check, int index) {
  const BrnSceneSelection* s = &check->scene->selection[index];
  brn__check_at(check, "selections.%s.parts", s->name);
  check_list(check, BRN_CHECK_PART, s->part, s->part_count);
  if (s->near) {
    brn__check_at(check, "selections.%s.near.parts", s->name);
    check_list(check, BRN_CHECK_PART, s->near->part, s->near->part_count);
  }
  brn__check_at(check, "selections.%s.any", s->name);
  check_list(check, BRN_CHECK_PART | BRN_CHECK_SELECTION, s->any, s->any_count);
  if (leads_to_itself(check, index)) {
    brn__check_say(check, BRN_ERROR, "goes in circles: it leads back to \"%s\"", s->name);
  }
  char where[300];
  snprintf(where, sizeof where, "selections.%.200s.map", s->name);
  check_map(check, where, s->map);
  brn__check_at(check, "selections.%s", s->name);
  brn__check_plane(check, s->plane);
  if (!chooses(s)) {
    brn__check_say(check, BRN_WARNING,
                   "chooses everything, as nothing is asked for; give \"parts\", \"box\", "
                   "\"sphere\" or the like");
  }
  if (s->sphere && !(s->sphere->radius > 0)) {
    brn__check_say(check, BRN_ERROR, "the sphere has no radius; give \"radius\" above 0");
  }
}

// ------------------------------------------------------------------------------------- the others

static void check_material(BrnCheck* check, const char* where, const char* name) {
  if (!name) return;
  brn__check_at(check, "%s.material", where);
  brn__check_name(check, BRN_CHECK_MATERIAL, name);
}

static void check_tendon_part(BrnCheck* check, const BrnSceneTendon* tendon) {
  brn__check_at(check, "tendons.%s.from", tendon->name);
  check_list(check, BRN_CHECK_PART, tendon->from, tendon->from_count);
  brn__check_at(check, "tendons.%s.to", tendon->name);
  check_list(check, BRN_CHECK_PART, tendon->to, tendon->to_count);
  if (!tendon->from_count != !tendon->to_count) {
    brn__check_at(check, "tendons.%s", tendon->name);
    brn__check_say(check, BRN_WARNING,
                   "has no fibres, as only one of \"from\" and \"to\" is given; give both");
  }
}

static void check_part_materials(BrnCheck* check) {
  const BrnScene* s = check->scene;
  char where[300];
  for (int i = 0; i < s->bone_count; i++) {
    snprintf(where, sizeof where, "bones.%.200s", s->bone[i].name);
    check_material(check, where, s->bone[i].material);
  }
  for (int i = 0; i < s->muscle_count; i++) {
    snprintf(where, sizeof where, "muscles.%.200s", s->muscle[i].name);
    check_material(check, where, s->muscle[i].material);
    snprintf(where, sizeof where, "muscles.%.200s.tendons", s->muscle[i].name);
    check_material(check, where, s->muscle[i].tendons.material);
    check_map(check, where, s->muscle[i].tendons.map);
  }
  for (int i = 0; i < s->tendon_count; i++) {
    snprintf(where, sizeof where, "tendons.%.200s", s->tendon[i].name);
    check_material(check, where, s->tendon[i].material);
    check_tendon_part(check, &s->tendon[i]);
  }
  for (int i = 0; i < s->material_count; i++) {
    if (!s->material[i].like) continue;
    brn__check_at(check, "materials.%s.like", s->material[i].name);
    brn__check_name(check, BRN_CHECK_MATERIAL, s->material[i].like);
  }
}

static void check_ons(BrnCheck* check, const char* list, const char* name, char* const* on,
                      int count) {
  brn__check_at(check, "%s.%s.on", list, name);
  if (count == 0) {
    brn__check_say(check, BRN_ERROR, "is missing: name a selection or a part: \"on\": \"humerus\"");
  }
  check_list(check, BRN_CHECK_PART | BRN_CHECK_SELECTION, on, count);
}

// ------------------------------------------------------------------------------- twice, and unused

static void check_twice(BrnCheck* check) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  for (int i = 0; i < check->part_count; i++) {
    for (int k = 0; k < i; k++) {
      const BrnCheckPart *a = &check->part[k], *b = &check->part[i];
      if (strcmp(a->name, b->name) != 0) continue;
      brn__check_at(check, "%s", brn__check_place(check, b).text);
      brn__check_say(check, BRN_ERROR,
                     "there is a %s \"%s\" too; parts need names of their own, so rename one",
                     kind[a->kind], a->name);
      break;
    }
  }
}

void brn__check_unused(BrnCheck* check) {
  const BrnScene* s = check->scene;
  for (int i = 0; i < s->selection_count; i++) {
    if (check->selection_used[i]) continue;
    brn__check_at(check, "selections.%s", s->selection[i].name);
    brn__check_say(check, BRN_NOTE, "is used nowhere");
  }
  for (int i = 0; i < s->material_count; i++) {
    // one that is named like ours takes its place
    const char* name = s->material[i].name;
    bool ours =
        strcmp(name, "bone") == 0 || strcmp(name, "muscle") == 0 || strcmp(name, "tendon") == 0;
    if (check->material_used[i] || ours) continue;
    brn__check_at(check, "materials.%s", name);
    brn__check_say(check, BRN_NOTE, "is used nowhere");
  }
}

void brn__check_references(BrnCheck* check) {
  const BrnScene* s = check->scene;
  check_part_materials(check);
  for (int i = 0; i < s->selection_count; i++) check_selection(check, i);
  for (int i = 0; i < s->support_count; i++) {
    check_ons(check, "supports", s->support[i].name, s->support[i].on, s->support[i].on_count);
  }
  for (int i = 0; i < s->load_count; i++) {
    check_ons(check, "loads", s->load[i].name, s->load[i].on, s->load[i].on_count);
  }
  check_twice(check);
}
