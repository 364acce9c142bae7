// SPDX-License-Identifier: Apache-2.0

#include "replay/replay.h"

// A scene is shown as it is built, at rest.

static BrnStatus build(BrnReplay* replay, const BrnScene* scene) {
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  def.cache = replay->inside->def.cache;
  def.progress = replay->inside->def.progress;
  def.progress_user = replay->inside->def.progress_user;
  BRN_TRY(brn_model_build(replay->ctx, scene, &def, &model, NULL));
  BRN_TRY(brn__replay_take_model(replay, model));
  replay->name = brn__strdup(replay->ctx, model->name ? model->name : "scene");
  if (!replay->name) return BRN_NO_MEMORY;
  replay->first = replay->last = model->frames.first;
  replay->per_second = model->frames.per_second;
  replay->stage = BRN_REPLAY_STILL;
  replay->inside->at_rest = true;
  return brn__replay_add_frame(replay, model->frames.first, 0, NULL);
}

BrnStatus brn__replay_open_scene(BrnReplay* replay, const char* path) {
  BrnScene* scene;
  BRN_TRY(brn_scene_read(replay->ctx, path, &scene));
  BrnStatus status = build(replay, scene);
  brn_scene_destroy(replay->ctx, scene);
  return status;
}
