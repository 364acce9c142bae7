// SPDX-License-Identifier: Apache-2.0

#include "anatomy/check.h"

#include <stdio.h>

// The parts of a scene in their order, whatever is wrong with them.

BrnCheckPlace brn__check_place(const BrnBuild* build, const BrnListedPart* part) {
  static const char* const list[] = {"bones", "muscles", "tendons", "soft"};
  BrnCheckPlace place;
  const char* name = part->name;
  if (part->unit >= 0) {
    const BrnSceneMuscle* muscle = &build->scene->muscle[part->owner];
    snprintf(place.text, sizeof place.text, "muscles.%.128s.units.%.128s", muscle->name,
             muscle->unit[part->unit].name);
  } else {
    snprintf(place.text, sizeof place.text, "%s.%.256s", list[part->kind], name);
  }
  return place;
}

static void add_part(BrnBuild* build, BrnPartKind kind, int owner, int unit, const char* name,
                     const BrnSceneSource* source) {
  BrnListedPart* part = &build->listed[build->listed_count];
  char full[512];
  if (build->status != BRN_OK) return;
  if (unit >= 0) {
    snprintf(full, sizeof full, "%.200s.%.200s", build->scene->muscle[owner].name, name);
  }
  *part = (BrnListedPart){source, .kind = kind, .owner = owner, .unit = unit};
  part->name = brn__strdup(build->ctx, unit >= 0 ? full : name);
  if (part->name) {
    build->listed_count++;
  } else {
    build->status = BRN_NO_MEMORY;
  }
}

static void list_all(BrnBuild* build) {
  const BrnScene* s = build->scene;
  for (int i = 0; i < s->bone_count; i++) {
    add_part(build, BRN_PART_BONE, i, -1, s->bone[i].name, &s->bone[i].source);
  }
  for (int i = 0; i < s->muscle_count; i++) {
    const BrnSceneMuscle* muscle = &s->muscle[i];
    add_part(build, BRN_PART_MUSCLE, i, -1, muscle->name, &muscle->source);
    for (int u = 0; u < muscle->unit_count; u++) {
      add_part(build, BRN_PART_MUSCLE, i, u, muscle->unit[u].name, &muscle->unit[u].source);
    }
  }
  for (int i = 0; i < s->tendon_count; i++) {
    add_part(build, BRN_PART_TENDON, i, -1, s->tendon[i].name, &s->tendon[i].source);
  }
  for (int i = 0; i < s->soft_count; i++) {
    add_part(build, BRN_PART_SOFT, i, -1, s->soft[i].name, &s->soft[i].source);
  }
}

static int count_parts(const BrnScene* s) {
  int count = s->bone_count + s->muscle_count + s->tendon_count + s->soft_count;
  for (int i = 0; i < s->muscle_count; i++) count += s->muscle[i].unit_count;
  return count;
}

BrnStatus brn__list_parts(BrnBuild* build) {
  build->listed = brn__new_zero(build->ctx, count_parts(build->scene) + 1, BrnListedPart);
  if (!build->listed) return BRN_NO_MEMORY;
  list_all(build);
  return build->status;
}

void brn__free_listed(BrnBuild* build) {
  for (int i = 0; i < build->listed_count; i++) {
    BrnListedPart* part = &build->listed[i];
    brn_bvh_destroy(build->ctx, part->bvh);
    if (part->own) brn_mesh_destroy(build->ctx, part->mesh);
    brn__free(build->ctx, part->name);
  }
  brn__free(build->ctx, build->listed);
  build->listed = NULL, build->listed_count = 0;
}

const BrnBvh* brn__listed_bvh(BrnBuild* build, BrnListedPart* part) {
  if (part->bvh || !part->mesh || build->status != BRN_OK) return part->bvh;
  brn__say_failure(build, brn_bvh_create(build->ctx, part->mesh, &part->bvh));
  return part->bvh;
}
