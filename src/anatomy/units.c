// SPDX-License-Identifier: Apache-2.0

#include "anatomy/islands.h"
#include "scene/methods.h"

#include <stdio.h>
#include <string.h>

// Units have tets of their own, or a region of their muscle's part, or what regions leave over.

static BrnStatus make_room(BrnBuild* build) {
  BrnModel* model = build->model;
  const BrnScene* scene = build->scene;
  int units = 0;
  for (int m = 0; m < scene->muscle_count; m++) {
    units += scene->muscle[m].unit_count > 0 ? scene->muscle[m].unit_count : 1;
  }
  model->unit = brn__new(build->ctx, model->mesh->tet_count, int);
  if (!model->unit) return BRN_NO_MEMORY;
  for (int t = 0; t < model->mesh->tet_count; t++) model->unit[t] = -1;
  if (units == 0) return BRN_OK;
  model->muscle = brn__new_zero(build->ctx, scene->muscle_count, BrnModelMuscle);
  model->unit_list = brn__new_zero(build->ctx, units, BrnModelUnit);
  return model->muscle && model->unit_list ? BRN_OK : BRN_NO_MEMORY;
}

// ------------------------------------------------------------------------------------------ names

static BrnStatus add_unit(BrnBuild* build, int m, const BrnSceneUnit* unit) {
  BrnModel* model = build->model;
  BrnModelUnit* out = &model->unit_list[model->unit_count++];
  char name[256];
  snprintf(name, sizeof name, "%s%s%s", build->scene->muscle[m].name, unit ? "." : "",
           unit ? unit->name : "");
  *out = (BrnModelUnit){.muscle = m, .origin = -1, .insertion = -1, .signal = -1};
  out->name = brn__strdup(build->ctx, name);
  return out->name ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_muscle(BrnBuild* build, int m) {
  BrnModel* model = build->model;
  const BrnSceneMuscle* muscle = &build->scene->muscle[m];
  BrnModelMuscle* out = &model->muscle[model->muscle_count++];
  out->first_unit = model->unit_count;
  out->name = brn__strdup(build->ctx, muscle->name);
  if (!out->name) return BRN_NO_MEMORY;
  if (muscle->unit_count == 0) BRN_TRY(add_unit(build, m, NULL));
  for (int i = 0; i < muscle->unit_count; i++) BRN_TRY(add_unit(build, m, &muscle->unit[i]));
  out->unit_count = model->unit_count - out->first_unit;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------- tets

static void give(BrnModel* model, int label, const bool* chosen, int unit) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    bool free = model->unit[t] < 0 && model->mesh->tet_label[t] == label;
    if (free && (!chosen || chosen[t])) model->unit[t] = unit;
  }
}

static int count_left(const BrnModel* model, int label) {
  int left = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    left += model->unit[t] < 0 && model->mesh->tet_label[t] == label;
  }
  return left;
}

static bool has_source(const BrnSceneUnit* unit) {
  return unit->source.surface || unit->source.form || unit->source.label_count > 0;
}

// the part of a whole muscle: regions first, in their order, then the rest
static BrnStatus cut_by_regions(BrnBuild* build, int p, bool* chosen) {
  BrnModel* model = build->model;
  const BrnModelPart* part = &model->part[p];
  const BrnSceneMuscle* muscle = &build->scene->muscle[part->owner];
  int first = model->muscle[part->owner].first_unit, rest = -1;
  for (int i = 0; i < muscle->unit_count; i++) {
    const BrnSceneUnit* unit = &muscle->unit[i];
    if (has_source(unit)) continue;
    if (!unit->region) {
      if (rest < 0) rest = i;
      continue;
    }
    memset(chosen, 0, sizeof(bool) * (size_t)model->mesh->tet_count);
    BRN_TRY(brn__build_select_tets(build, unit->region, chosen));
    give(model, part->label, chosen, first + i);
  }
  if (rest >= 0) give(model, part->label, NULL, first + rest);
  int left = count_left(model, part->label);
  if (left == 0) return brn__drown_islands(build, part->label);
  return brn__fail(build->ctx, BRN_INVALID,
                   "muscles.%s: %d of its %d tets are in no unit; widen the regions, or add a unit "
                   "without a region, which gets what is left",
                   muscle->name, left, part->tet_count);
}

static BrnStatus share_out(BrnBuild* build, bool* chosen) {
  BrnModel* model = build->model;
  for (int p = 0; p < model->part_count; p++) {
    const BrnModelPart* part = &model->part[p];
    if (part->kind != BRN_PART_MUSCLE) continue;
    int first = model->muscle[part->owner].first_unit;
    if (build->part_unit[p] >= 0) {
      give(model, part->label, NULL, first + build->part_unit[p]);
    } else if (build->scene->muscle[part->owner].unit_count == 0) {
      give(model, part->label, NULL, first);
    } else {
      BRN_TRY(cut_by_regions(build, p, chosen));
    }
  }
  return BRN_OK;
}

static BrnStatus list_tets(BrnBuild* build) {
  BrnModel* model = build->model;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->unit[t] >= 0) model->unit_list[model->unit[t]].tet_count++;
  }
  for (int u = 0; u < model->unit_count; u++) {
    BrnModelUnit* unit = &model->unit_list[u];
    if (unit->tet_count == 0) {
      return brn__fail(build->ctx, BRN_INVALID,
                       "the unit \"%s\" has no tets: units before it have them all; change the "
                       "regions or their order",
                       unit->name);
    }
    unit->tet = brn__new(build->ctx, unit->tet_count, int);
    if (!unit->tet) return BRN_NO_MEMORY;
    unit->tet_count = 0;
  }
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->unit[t] < 0) continue;
    BrnModelUnit* unit = &model->unit_list[model->unit[t]];
    unit->tet[unit->tet_count++] = t;
  }
  return BRN_OK;
}

// a surface is one unit
static BrnStatus refuse_regions(BrnBuild* build) {
  for (int m = 0; m < build->scene->muscle_count; m++) {
    const BrnSceneMuscle* muscle = &build->scene->muscle[m];
    for (int i = 0; i < muscle->unit_count; i++) {
      if (has_source(&muscle->unit[i])) continue;
      char cure[100];
      brn__solver_body_cure(&build->scene->solver, BRN_BODY_TETS, cure, sizeof cure);
      return brn__fail(build->ctx, BRN_UNSUPPORTED,
                       "muscles.%s.units.%s: it is a region of the muscle, but a surface moves as "
                       "one; give the unit a surface of its own, or %s",
                       muscle->name, muscle->unit[i].name, cure);
    }
  }
  return BRN_OK;
}

BrnStatus brn__build_units(BrnBuild* build) {
  BRN_TRY(make_room(build));
  for (int m = 0; m < build->scene->muscle_count; m++) BRN_TRY(add_muscle(build, m));
  if (build->surfaces) return refuse_regions(build);
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  bool* chosen = brn__scratch(build->ctx, build->model->mesh->tet_count, bool);
  BrnStatus status = chosen ? share_out(build, chosen) : BRN_NO_MEMORY;
  brn__scratch_release(build->ctx, mark);
  BRN_TRY(status);
  return list_tets(build);
}
