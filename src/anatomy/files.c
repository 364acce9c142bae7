// SPDX-License-Identifier: Apache-2.0

#include "anatomy/files.h"

#include "core/core.h"

// Every file that a scene names.

typedef struct Files {
  BrnSceneFileFn* fn;
  void* user;
} Files;

static BrnStatus visit(const Files* files, const char* file) {
  return file ? files->fn(files->user, file) : BRN_OK;
}

static BrnStatus visit_fibres(const Files* files, const BrnSceneFibres* fibres) {
  return fibres ? visit(files, fibres->file) : BRN_OK;
}

static BrnStatus visit_tendons(const Files* files, const BrnSceneTendons* tendons) {
  return tendons && tendons->map ? visit(files, tendons->map->file) : BRN_OK;
}

static BrnStatus visit_muscle(const Files* files, const BrnSceneMuscle* muscle) {
  BRN_TRY(visit(files, muscle->source.surface));
  BRN_TRY(visit_fibres(files, &muscle->fibres));
  BRN_TRY(visit_tendons(files, &muscle->tendons));
  for (int i = 0; i < muscle->unit_count; i++) {
    const BrnSceneUnit* unit = &muscle->unit[i];
    BRN_TRY(visit(files, unit->source.surface));
    BRN_TRY(visit_fibres(files, unit->fibres));
    BRN_TRY(visit_tendons(files, unit->tendons));
  }
  return BRN_OK;
}

static BrnStatus visit_map(const Files* files, const BrnSceneMap* map) {
  return map ? visit(files, map->file) : BRN_OK;
}

static BrnStatus visit_fascia(const Files* files, const BrnSceneFascia* fascia) {
  BRN_TRY(visit_map(files, fascia->slide_map));
  BRN_TRY(visit_map(files, fascia->soft_map));
  return visit_map(files, fascia->hard_map);
}

BrnStatus brn__scene_files(const BrnScene* scene, BrnSceneFileFn* fn, void* user) {
  Files files = {fn, user};
  BRN_TRY(visit(&files, scene->mesh.file));
  for (int i = 0; i < scene->bone_count; i++) BRN_TRY(visit(&files, scene->bone[i].source.surface));
  for (int i = 0; i < scene->muscle_count; i++) BRN_TRY(visit_muscle(&files, &scene->muscle[i]));
  for (int i = 0; i < scene->tendon_count; i++) {
    BRN_TRY(visit(&files, scene->tendon[i].source.surface));
  }
  for (int i = 0; i < scene->soft_count; i++) BRN_TRY(visit(&files, scene->soft[i].source.surface));
  for (int i = 0; i < scene->selection_count; i++) {
    BRN_TRY(visit_map(&files, scene->selection[i].map));
  }
  for (int i = 0; i < scene->fascia_count; i++) BRN_TRY(visit_fascia(&files, &scene->fascia[i]));
  if (scene->envelope) BRN_TRY(visit(&files, scene->envelope->surface));
  for (int i = 0; i < scene->clip_count; i++) BRN_TRY(visit(&files, scene->clip[i].file));
  return BRN_OK;
}
