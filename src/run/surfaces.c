// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "run/run.h"
#include "scene/tables.h"

#include <string.h>

// The surfaces of the scene, moved by the tets around them, or being the body themselves: the same
// vertices in the same order, the same faces, in the units and axes of the scene.
// surfaces/biceps.0001.obj

// ----------------------------------------------------------------------------------------- sources

static const BrnSceneSource* muscle_source(const BrnSceneMuscle* muscle, const char* part) {
  size_t length = strlen(muscle->name);
  if (strncmp(part, muscle->name, length) == 0 && part[length] == '.') {
    for (int u = 0; u < muscle->unit_count; u++) {
      if (strcmp(muscle->unit[u].name, part + length + 1) == 0) return &muscle->unit[u].source;
    }
  }
  return &muscle->source;
}

static const BrnSceneSource* source_of(const BrnRun* run, int surface) {
  const BrnScene* scene = run->scene;
  for (int p = 0; p < run->model->part_count; p++) {
    const BrnModelPart* part = &run->model->part[p];
    if (part->surface != surface) continue;
    if (part->kind == BRN_PART_BONE) return &scene->bone[part->owner].source;
    if (part->kind == BRN_PART_TENDON) return &scene->tendon[part->owner].source;
    if (part->kind == BRN_PART_SOFT) return &scene->soft[part->owner].source;
    return muscle_source(&scene->muscle[part->owner], part->name);
  }
  return NULL;
}

static bool is_wanted(const BrnRun* run) {
  return run->scene->outputs.surfaces && run->model->surface_count > 0;
}

BrnStatus brn__surfaces_prepare(BrnRun* run) {
  if (!is_wanted(run)) return BRN_OK;
  int count = run->model->surface_count, most = 0;
  run->surface_format = brn__new_zero(run->ctx, count, const BrnFormatInfo*);
  if (!run->surface_format) return BRN_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    const BrnSceneSource* source = source_of(run, i);
    int points = run->model->surface[i].mesh->vertex_count;
    if (points > most) most = points;
    if (source && source->surface) run->surface_format[i] = brn__run_format_of(source->surface);
    if (!run->surface_format[i]) run->surface_format[i] = brn__run_format_of("form.ply");
  }
  run->point = brn__new(run->ctx, 3 * (size_t)most, double);
  return run->point ? BRN_OK : BRN_NO_MEMORY;
}

void brn__surfaces_done(BrnRun* run) {
  brn__free(run->ctx, run->surface_format);
  brn__free(run->ctx, run->point);
  run->surface_format = NULL;
  run->point = NULL;
}

// ----------------------------------------------------------------------------------------- writing

static BrnStatus write_as(BrnRun* run, const BrnMesh* mesh, const char* name, int frame,
                          const BrnFormatInfo* format) {
  BrnWriteDef def = brn_write_def_default();
  def.format = format->name;
  def.lazy = true;
  def.plain = true;
  def.metres_per_unit = brn__scene_metres(run->scene);
  def.up = "xyz"[run->scene->up];
  char* stem = brn__file_stem(run->ctx, name);
  if (!stem) return BRN_NO_MEMORY;
  const char* path =
      brn__run_path(run, "surfaces/%s.%04d.%s", stem, frame, brn__run_extension(format).text);
  BrnStatus status = path ? brn_mesh_write(run->ctx, mesh, path, &def) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = brn__run_note_mesh(run, frame, path, format);
  brn__free(run->ctx, stem);
  return status;
}

static BrnStatus write_surface(BrnRun* run, int i, int frame) {
  const BrnModelSurface* surface = &run->model->surface[i];
  const BrnFormatInfo* format[BRN_RUN_FORMATS];
  int count = brn__run_formats(run->scene, false, format);
  if (count == 0) format[count++] = run->surface_format[i];
  BrnMesh moved = *surface->mesh;
  moved.position = run->point;
  if (surface->first >= 0) {
    moved.position = run->state->position + 3 * (size_t)surface->first;
  } else {
    brn_embedding_apply(run->ctx, surface->embedding, run->model->mesh, run->state->position,
                        run->point);
  }
  for (int k = 0; k < count; k++) {
    BrnScratchMark mark = brn__scratch_mark(run->ctx);
    BrnStatus status = write_as(run, &moved, surface->name, frame, format[k]);
    brn__scratch_release(run->ctx, mark);
    BRN_TRY(status);
  }
  return BRN_OK;
}

BrnStatus brn__surfaces_write(BrnRun* run, int frame) {
  if (!is_wanted(run)) return BRN_OK;
  for (int i = 0; i < run->model->surface_count; i++) BRN_TRY(write_surface(run, i, frame));
  return BRN_OK;
}
