// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include "anatomy/map.h"
#include "anatomy/probes.h"

#include "core/vec.h"

#include <stdio.h>
#include <string.h>

// Every name that one thing of the scene calls another by; then names that are there twice, and
// things that nobody calls.

// a list of names at `build->where`
static void check_list(BrnBuild* build, int kinds, char* const* name, int count) {
  for (int i = 0; i < count; i++) brn__check_name(build, kinds, name[i]);
}

// ------------------------------------------------------------------------------------- selections

void brn__check_plane(BrnBuild* build, const BrnScenePlane* plane) {
  if (!plane || brn__norm3(plane->normal) > 0) return;
  brn__say(build, BRN_ERROR, "the \"normal\" of the plane has no length; give a direction");
}

static const BrnListedPart* find_painted(const BrnBuild* build, const char* name) {
  for (int i = 0; i < build->listed_count; i++) {
    const BrnListedPart* part = &build->listed[i];
    if (part->mesh && strcmp(part->name, name) == 0) return part;
  }
  return NULL;
}

// of a surface they can be read; those of a tet mesh are with the step
void brn__check_numbers(BrnBuild* build, const char* where, const BrnSceneMap* map) {
  brn__at(build, "%s", where);
  const BrnListedPart* part = map->part ? find_painted(build, map->part) : NULL;
  if (!map->part && !build->scene->mesh.file && !build->scene->mesh.shape) {
    brn__say(build, BRN_ERROR, "needs \"part\", whose surface was painted: there is no mesh.file");
  }
  if (!part || build->status != BRN_OK) return;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  double* value = brn__scratch(build->ctx, part->mesh->vertex_count, double);
  brn__say_refusal(build,
                   value ? brn__map_values(build, where, map, part->mesh, value) : BRN_NO_MEMORY);
  brn__scratch_release(build->ctx, mark);
}

static void check_map(BrnBuild* build, const char* where, const BrnSceneMap* map) {
  if (!map) return;
  brn__at(build, "%s", where);
  if (map->part) brn__check_name(build, BRN_CHECK_PART, map->part);
  if (!map->array && !map->file) {
    brn__say(build, BRN_ERROR,
             "has no numbers; give \"array\", the name of a vertex array in the surface, or "
             "\"file\", a text file with a number per vertex");
  }
  if (map->array && map->file) {
    brn__say(build, BRN_ERROR, "has an \"array\" and a \"file\"; keep one of them");
  }
  if (map->file) brn__check_file(build, map->file);
}

static void check_tendon_map(BrnBuild* build, const char* where, const BrnSceneTendons* tendons) {
  int errors = brn__error_count(build);
  check_map(build, where, tendons->map);
  bool read = tendons->map && tendons->by == BRN_TENDON_MAP;
  if (read && brn__error_count(build) == errors) brn__check_numbers(build, where, tendons->map);
}

static int find_selection(const BrnScene* s, const char* name) {
  for (int i = 0; i < s->selection_count; i++) {
    if (strcmp(s->selection[i].name, name) == 0) return i;
  }
  return -1;
}

enum { NESTED = 100 }; // selections that may lead from one to the next

// Marks what chains of "any" lead to; each selection is entered once, however often it is named.
// False: a chain is too long.
static bool follow(const BrnScene* s, int from, int depth, bool* reached) {
  const BrnSceneSelection* selection = &s->selection[from];
  bool fine = depth <= NESTED;
  for (int i = 0; i < selection->any_count && fine; i++) {
    int next = find_selection(s, selection->any[i]);
    if (next < 0 || reached[next]) continue;
    reached[next] = true;
    fine = follow(s, next, depth + 1, reached);
  }
  return fine;
}

static void check_chain(BrnBuild* build, int index) {
  const char* name = build->scene->selection[index].name;
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* reached = brn__scratch_zero(build->ctx, build->scene->selection_count, bool);
  if (!reached) build->status = BRN_NO_MEMORY;
  bool fine = !reached || follow(build->scene, index, 1, reached);
  if (reached && reached[index]) {
    brn__say(build, BRN_ERROR, "goes in circles: it leads back to \"%s\"", name);
  } else if (!fine) {
    brn__say(build, BRN_ERROR, "more than %d selections lead on, one from another", NESTED);
  }
  brn__scratch_release(build->ctx, mark);
}

static bool chooses(const BrnSceneSelection* s) {
  return s->part_count || s->box_count || s->plane || s->sphere || s->near || s->nearest_count ||
         s->vertex_count || s->map || s->any_count || s->surface;
}

static void check_selection(BrnBuild* build, int index) {
  const BrnSceneSelection* s = &build->scene->selection[index];
  brn__at(build, "selections.%s.parts", s->name);
  check_list(build, BRN_CHECK_PART, s->part, s->part_count);
  if (s->near) {
    brn__at(build, "selections.%s.near.parts", s->name);
    check_list(build, BRN_CHECK_PART, s->near->part, s->near->part_count);
  }
  brn__at(build, "selections.%s.any", s->name);
  check_list(build, BRN_CHECK_PART | BRN_CHECK_SELECTION, s->any, s->any_count);
  check_chain(build, index);
  char where[300];
  snprintf(where, sizeof where, "selections.%.200s.map", s->name);
  check_map(build, where, s->map);
  brn__at(build, "selections.%s", s->name);
  brn__check_plane(build, s->plane);
  if (!chooses(s)) {
    brn__say(build, BRN_WARNING,
             "chooses everything, as nothing is asked for; give \"parts\", \"box\", "
             "\"sphere\" or the like");
  }
  if (s->box_count != 0 && s->box_count != 2) {
    brn__say(build, BRN_ERROR, "\"box\" has %d points, but a box is two opposite corners",
             s->box_count);
  }
  if (s->near && (s->near->part_count == 0 || !(s->near->within >= 0))) {
    brn__say(build, BRN_ERROR, "\"near\" needs \"parts\", and \"within\", the distance to them");
  }
  if (s->sphere && !(s->sphere->radius > 0)) {
    brn__say(build, BRN_ERROR, "the sphere has no radius; give \"radius\" above 0");
  }
}

// ------------------------------------------------------------------------------------- the others

static void check_material(BrnBuild* build, const char* where, const char* name) {
  if (!name) return;
  brn__at(build, "%s.material", where);
  brn__check_name(build, BRN_CHECK_MATERIAL, name);
}

static void check_passive_part(BrnBuild* build, const char* list, const BrnSceneTendon* tendon) {
  brn__at(build, "%s.%s.from", list, tendon->name);
  check_list(build, BRN_CHECK_PART, tendon->from, tendon->from_count);
  brn__at(build, "%s.%s.to", list, tendon->name);
  check_list(build, BRN_CHECK_PART, tendon->to, tendon->to_count);
  if (!tendon->from_count != !tendon->to_count) {
    brn__at(build, "%s.%s", list, tendon->name);
    brn__say(build, BRN_WARNING,
             "has no fibres, as only one of \"from\" and \"to\" is given; give both");
  }
}

static void check_unit_tendons(BrnBuild* build, const BrnSceneMuscle* muscle) {
  char where[420];
  for (int u = 0; u < muscle->unit_count; u++) {
    const BrnSceneTendons* tendons = muscle->unit[u].tendons;
    if (!tendons) continue;
    snprintf(where, sizeof where, "muscles.%.200s.units.%.180s.tendons", muscle->name,
             muscle->unit[u].name);
    check_material(build, where, tendons->material);
    check_tendon_map(build, where, tendons);
  }
}

void brn__check_part_materials(BrnBuild* build) {
  const BrnScene* s = build->scene;
  char where[300];
  for (int i = 0; i < s->bone_count; i++) {
    snprintf(where, sizeof where, "bones.%.200s", s->bone[i].name);
    check_material(build, where, s->bone[i].material);
  }
  for (int i = 0; i < s->muscle_count; i++) {
    snprintf(where, sizeof where, "muscles.%.200s", s->muscle[i].name);
    check_material(build, where, s->muscle[i].material);
    snprintf(where, sizeof where, "muscles.%.200s.tendons", s->muscle[i].name);
    check_material(build, where, s->muscle[i].tendons.material);
    check_tendon_map(build, where, &s->muscle[i].tendons);
    check_unit_tendons(build, &s->muscle[i]);
  }
  for (int i = 0; i < s->tendon_count; i++) {
    snprintf(where, sizeof where, "tendons.%.200s", s->tendon[i].name);
    check_material(build, where, s->tendon[i].material);
    check_passive_part(build, "tendons", &s->tendon[i]);
  }
  for (int i = 0; i < s->soft_count; i++) {
    snprintf(where, sizeof where, "soft.%.200s", s->soft[i].name);
    check_material(build, where, s->soft[i].material);
    check_passive_part(build, "soft", &s->soft[i]);
  }
  for (int i = 0; i < s->material_count; i++) {
    if (!s->material[i].like) continue;
    brn__at(build, "materials.%s.like", s->material[i].name);
    brn__check_name(build, BRN_CHECK_MATERIAL, s->material[i].like);
  }
}

void brn__check_ons(BrnBuild* build, const char* list, const char* name, char* const* on,
                    int count) {
  brn__at(build, "%s.%s.on", list, name);
  if (count == 0) {
    brn__say(build, BRN_ERROR, "is missing: name a selection or a part: \"on\": \"humerus\"");
  }
  for (int i = 0; i < count; i++) brn__check_select(build, on[i], true);
}

// names first: what building refuses is told once
static void check_probe(BrnBuild* build, const BrnSceneProbe* probe) {
  int what;
  brn__at(build, "probes.%s.on", probe->name);
  for (int i = 0; i < probe->on_count; i++) brn__check_select(build, probe->on[i], true);
  brn__at(build, "probes.%s.part", probe->name);
  if (probe->part) brn__check_name(build, BRN_CHECK_PART, probe->part);
  brn__at(build, "probes.%s", probe->name);
  brn__say_refusal(build, brn__probe_words(build->ctx, build->scene, probe, &what));
  if (probe->section) brn__check_section(build, probe);
}

void brn__check_probes(BrnBuild* build) {
  for (int i = 0; i < build->scene->probe_count; i++) check_probe(build, &build->scene->probe[i]);
}

void brn__check_selections(BrnBuild* build) {
  for (int i = 0; i < build->scene->selection_count; i++) check_selection(build, i);
}

// ------------------------------------------------------------------------------------------ unused

void brn__check_unused(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->selection_count; i++) {
    if (build->selection_used[i]) continue;
    brn__at(build, "selections.%s", s->selection[i].name);
    brn__say(build, BRN_NOTE, "is used nowhere");
  }
  for (int i = 0; i < s->material_count; i++) {
    // one that is named like ours takes its place
    const char* name = s->material[i].name;
    bool ours = strcmp(name, "bone") == 0 || strcmp(name, "muscle") == 0 ||
                strcmp(name, "tendon") == 0 || (strcmp(name, "fat") == 0 && s->soft_count > 0);
    if (build->material_used[i] || ours) continue;
    brn__at(build, "materials.%s", name);
    brn__say(build, BRN_NOTE, "is used nowhere");
  }
}
