// SPDX-License-Identifier: Apache-2.0

#include "anatomy/sources.h"

// The parts of the model: those of the scene that have surfaces or tets of their own. All of them
// come from surfaces, or all from labels of a tet mesh.

static bool has_source(const BrnListedPart* part) {
  const BrnSceneSource* source = part->source;
  return source->surface || source->form || source->label_count > 0;
}

static BrnStatus make_room(BrnBuild* build) {
  int count = build->listed_count;
  build->model->part = brn__new_zero(build->ctx, count, BrnModelPart);
  build->part_unit = brn__new(build->ctx, count, int);
  if (!build->model->part || !build->part_unit) return BRN_NO_MEMORY;
  if (build->source) return BRN_OK;
  build->model->surface = brn__new_zero(build->ctx, count, BrnModelSurface);
  return build->model->surface ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_surface(BrnBuild* build, BrnListedPart* from, BrnModelPart* part) {
  BrnModel* model = build->model;
  BrnModelSurface* surface = &model->surface[model->surface_count];
  part->surface = model->surface_count++;
  *surface = (BrnModelSurface){.first = -1, .mesh = from->mesh};
  from->own = false;
  surface->name = brn__strdup(build->ctx, part->name);
  return surface->name ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus add_part(BrnBuild* build, BrnListedPart* from) {
  BrnModel* model = build->model;
  BrnModelPart* part = &model->part[model->part_count];
  *part = (BrnModelPart){.kind = from->kind, .owner = from->owner, .surface = -1};
  part->label = model->part_count + 1;
  build->part_unit[model->part_count++] = from->unit;
  part->name = brn__strdup(build->ctx, from->name);
  if (!part->name) return BRN_NO_MEMORY;
  return from->mesh ? add_surface(build, from, part) : BRN_OK;
}

static bool have_surfaces(const BrnBuild* build) {
  bool any = false;
  for (int i = 0; i < build->listed_count; i++) {
    if (has_source(&build->listed[i]) && !build->listed[i].mesh) return false;
    any |= build->listed[i].mesh != NULL;
  }
  return any && !build->source;
}

// surfaces that cannot be used are listed all the same: the mesher shows where they are wrong
BrnStatus brn__build_parts(BrnBuild* build) {
  brn__read_sources(build);
  BRN_TRY(build->status);
  if (build->bad_surfaces && !have_surfaces(build)) return BRN_OK;
  BRN_TRY(make_room(build));
  for (int i = 0; i < build->listed_count; i++) {
    if (has_source(&build->listed[i])) BRN_TRY(add_part(build, &build->listed[i]));
  }
  return build->source ? brn__share_out_labels(build) : BRN_OK;
}
