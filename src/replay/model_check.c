// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

#include <math.h>

// Folders travel: a model that somebody else wrote is looked through before its indices are used.

static bool all_in(const int* index, size_t count, int end) {
  if (count > 0 && !index) return false;
  for (size_t i = 0; i < count; i++) {
    if (index[i] < 0 || index[i] >= end) return false;
  }
  return true;
}

static bool all_finite(const double* number, size_t count) {
  if (count > 0 && !number) return false;
  for (size_t i = 0; i < count; i++) {
    if (!isfinite(number[i])) return false;
  }
  return true;
}

static bool parts_are_good(const BrnModel* model) {
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    bool good = part->label == p + 1 && part->kind <= BRN_PART_TENDON && part->owner >= 0 &&
                part->surface >= -1 && part->surface < model->surface_count;
    if (part->kind == BRN_PART_BONE) good = good && part->owner < model->bone_count;
    if (part->kind == BRN_PART_MUSCLE) good = good && part->owner < model->muscle_count;
    if (!good) return false;
  }
  return true;
}

static bool bones_are_good(const BrnModel* model) {
  for (int b = 0; b < model->bone_count; b++) {
    const BrnModelBone* bone = &model->bone[b];
    bool good = bone->vertex_count > 0 && bone->part >= 0 && bone->part < model->part_count &&
                all_in(bone->vertex, (size_t)bone->vertex_count, model->mesh->vertex_count);
    if (!good) return false;
  }
  for (int j = 0; j < model->joint_count; j++) {
    const BrnModelJoint* joint = &model->joint[j];
    if (!all_in((int[]){joint->parent, joint->child}, 2, model->bone_count)) return false;
  }
  return true;
}

static bool units_are_good(const BrnModel* model) {
  for (int u = 0; u < model->unit_count; u++) {
    const BrnModelUnit* unit = &model->unit_list[u];
    bool good = unit->muscle >= 0 && unit->muscle < model->muscle_count && unit->tet_count >= 0 &&
                unit->line_count >= 0 && unit->line_count < INT32_MAX / 4 &&
                all_finite(unit->line_weight, 4 * (size_t)unit->line_count) &&
                all_in(unit->tet, (size_t)unit->tet_count, model->mesh->tet_count) &&
                all_in(unit->line_vertex, 4 * (size_t)unit->line_count, model->mesh->vertex_count);
    if (!good) return false;
  }
  return true;
}

// its vertices are a run of those of the mesh
static bool is_in_mesh(const BrnModel* model, const BrnModelSurface* surface) {
  return surface->first >= 0 &&
         surface->first <= model->mesh->vertex_count - surface->mesh->vertex_count;
}

static bool surfaces_are_good(BrnContext* ctx, const BrnModel* model) {
  for (int s = 0; s < model->surface_count; s++) {
    const BrnMesh* mesh = model->surface[s].mesh;
    const BrnEmbedding* embedding = model->surface[s].embedding;
    if (!embedding) {
      if (!mesh || !is_in_mesh(model, &model->surface[s])) return false;
      if (brn_mesh_validate(ctx, mesh) != BRN_OK) return false;
      continue;
    }
    bool good = mesh && embedding->point_count == mesh->vertex_count &&
                model->surface[s].first == -1 &&
                all_finite(embedding->weight, 4 * (size_t)embedding->point_count) &&
                all_finite(embedding->distance, (size_t)embedding->point_count) &&
                brn_mesh_validate(ctx, mesh) == BRN_OK &&
                all_in(embedding->tet, (size_t)embedding->point_count, model->mesh->tet_count);
    if (!good) return false;
  }
  return true;
}

static bool lists_are_there(const BrnModel* model) {
  return (model->part_count == 0 || model->part) && (model->bone_count == 0 || model->bone) &&
         (model->joint_count == 0 || model->joint) &&
         (model->unit_count == 0 || model->unit_list) &&
         (model->surface_count == 0 || model->surface) &&
         (model->muscle_count == 0 || model->muscle);
}

BrnStatus brn__replay_check_model(BrnContext* ctx, const BrnModel* model, const char* path) {
  bool good = lists_are_there(model) && parts_are_good(model) && bones_are_good(model) &&
              units_are_good(model) && surfaces_are_good(ctx, model) &&
              brn__replay_flesh_is_good(model) &&
              all_finite(model->tendon, (size_t)model->mesh->tet_count) &&
              isfinite(model->frames.per_second) && model->frames.per_second > 0;
  if (good) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE, "%s: it is damaged: something in it leads nowhere", path);
}
