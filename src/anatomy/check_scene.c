// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <stdio.h>
#include <string.h>

// Everything wrong or doubtful in a scene at once. An error is what building would fail on, or what
// cannot be meant; a warning is what builds, and is rarely wanted; a note is worth knowing.

// ---------------------------------------------------------------------------------------- remarks

void brn__check_at(BrnCheck* check, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(check->where, sizeof check->where, format, args);
  va_end(args);
}

void brn__check_say(BrnCheck* check, BrnSeverity severity, const char* format, ...) {
  char text[1024];
  va_list args;
  if (check->status != BRN_OK) return;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  check->status = brn_remarks_add(check->ctx, check->remarks, severity, check->where, text);
}

void brn__check_failure(BrnCheck* check, BrnStatus status) {
  if (status == BRN_NO_MEMORY) {
    check->status = status;
  } else if (status != BRN_OK) {
    brn__check_say(check, BRN_ERROR, "%s", brn_last_error(check->ctx));
  }
}

// ------------------------------------------------------------------------------------------ parts

BrnCheckPlace brn__check_place(const BrnCheck* check, const BrnCheckPart* part) {
  static const char* const list[] = {"bones", "muscles", "tendons"};
  BrnCheckPlace place;
  const char* name = part->name;
  if (part->unit >= 0) {
    const BrnSceneMuscle* muscle = &check->scene->muscle[part->owner];
    snprintf(place.text, sizeof place.text, "muscles.%.128s.units.%.128s", muscle->name,
             muscle->unit[part->unit].name);
  } else {
    snprintf(place.text, sizeof place.text, "%s.%.256s", list[part->kind], name);
  }
  return place;
}

static void add_part(BrnCheck* check, BrnPartKind kind, int owner, int unit, const char* name,
                     const BrnSceneSource* source) {
  BrnCheckPart* part = &check->part[check->part_count];
  char full[512];
  if (check->status != BRN_OK) return;
  if (unit >= 0) {
    snprintf(full, sizeof full, "%.200s.%.200s", check->scene->muscle[owner].name, name);
  }
  *part = (BrnCheckPart){source, .kind = kind, .owner = owner, .unit = unit};
  part->name = brn__strdup(check->ctx, unit >= 0 ? full : name);
  if (part->name) {
    check->part_count++;
  } else {
    check->status = BRN_NO_MEMORY;
  }
}

static void list_parts(BrnCheck* check) {
  const BrnScene* s = check->scene;
  for (int i = 0; i < s->bone_count; i++) {
    add_part(check, BRN_PART_BONE, i, -1, s->bone[i].name, &s->bone[i].source);
  }
  for (int i = 0; i < s->muscle_count; i++) {
    const BrnSceneMuscle* muscle = &s->muscle[i];
    add_part(check, BRN_PART_MUSCLE, i, -1, muscle->name, &muscle->source);
    for (int u = 0; u < muscle->unit_count; u++) {
      add_part(check, BRN_PART_MUSCLE, i, u, muscle->unit[u].name, &muscle->unit[u].source);
    }
  }
  for (int i = 0; i < s->tendon_count; i++) {
    add_part(check, BRN_PART_TENDON, i, -1, s->tendon[i].name, &s->tendon[i].source);
  }
}

static int count_parts(const BrnScene* s) {
  int count = s->bone_count + s->muscle_count + s->tendon_count;
  for (int i = 0; i < s->muscle_count; i++) count += s->muscle[i].unit_count;
  return count;
}

// ------------------------------------------------------------------------------------ the whole

static double metres_per_unit(const BrnScene* scene) {
  static const double metres[] = {1, 0.01, 0.001, 0.0254, 0.3048};
  int known = (int)(sizeof metres / sizeof *metres);
  BRN_ASSERT(scene->units >= 0 && scene->units < known);
  return metres[scene->units] * scene->scale;
}

static BrnStatus start(BrnCheck* check) {
  BrnContext* ctx = check->ctx;
  BRN_TRY(brn_scene_copy(ctx, check->given, &check->scene));
  brn_scene_to_si(check->scene);
  check->part = brn__new_zero(ctx, count_parts(check->scene) + 1, BrnCheckPart);
  check->selection_used = brn__new_zero(ctx, check->scene->selection_count + 1, bool);
  check->material_used = brn__new_zero(ctx, check->scene->material_count + 1, bool);
  if (!check->part || !check->selection_used || !check->material_used) return BRN_NO_MEMORY;
  list_parts(check);
  return check->status;
}

static void finish(BrnCheck* check) {
  for (int i = 0; i < check->part_count; i++) {
    brn_bvh_destroy(check->ctx, check->part[i].bvh);
    brn_mesh_destroy(check->ctx, check->part[i].mesh);
    brn__free(check->ctx, check->part[i].name);
  }
  brn_mesh_destroy(check->ctx, check->tets);
  brn__free(check->ctx, check->part);
  brn__free(check->ctx, check->selection_used);
  brn__free(check->ctx, check->material_used);
  brn_scene_destroy(check->ctx, check->scene);
}

BrnStatus brn_scene_check(BrnContext* ctx, const BrnScene* scene, BrnRemarks* out) {
  BRN_ASSERT(ctx && scene && out);
  static void (*const chapter[])(BrnCheck*) = {
      brn__check_sources, brn__check_references, brn__check_muscles, brn__check_values,
      brn__check_joints,  brn__check_drive,      brn__check_refused, brn__check_support,
      brn__check_size,    brn__check_contacts,   brn__check_flesh,   brn__check_unused,
  };
  BrnCheck check = {.ctx = ctx, .given = scene, .remarks = out, .metres = metres_per_unit(scene)};
  check.status = start(&check);
  for (size_t i = 0; i < sizeof chapter / sizeof *chapter && check.status == BRN_OK; i++) {
    chapter[i](&check);
  }
  finish(&check);
  return check.status;
}
