// SPDX-License-Identifier: Apache-2.0

#include "anatomy/archive.h"
#include "core/json.h"
#include "io/own_file.h"
#include "replay/replay.h"
#include "run/run.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The folder of a run: run.json tells what was run and how it goes, run.model is the model as it
// was built, and frames/ has what came of it.

static const double usual_rate = 24;

bool brn__replay_is_run(const char* folder) {
  char path[4096];
  int length = snprintf(path, sizeof path, "%s/run.json", folder);
  return length > 0 && (size_t)length < sizeof path && access(path, F_OK) == 0;
}

// ------------------------------------------------------------------------------------------- model

static BrnStatus read_model(BrnReplay* replay, BrnModel** out) {
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  const char* path = brn__replay_path(replay->ctx, replay->folder, "run.model");
  BrnStatus status = path ? brn__model_read_own(replay->ctx, path, out) : BRN_NO_MEMORY;
  brn__scratch_release(replay->ctx, mark);
  return status;
}

// frames.first of the scene, whose time is 0; a run may have been asked for later ones only
static int scene_first(const BrnReplay* replay, int otherwise) {
  BrnContext* ctx = replay->ctx;
  BrnSource file;
  BrnJson json;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  const char* path = brn__replay_path(ctx, replay->folder, "run.scene.json");
  int first = otherwise;
  if (path && brn__source_open_own(ctx, path, &file) == BRN_OK) {
    if (brn__json_open(ctx, file.data, file.size, path, &json) == BRN_OK) {
      const json_t* number = brn__json_at(&json, "/frames/first");
      if (json_is_integer(number)) first = (int)json_integer_value(number);
      brn__json_close(ctx, &json);
    }
    brn__source_close(ctx, &file);
  }
  brn__scratch_release(ctx, mark);
  return first;
}

static BrnStatus fail_empty(const BrnReplay* replay) {
  return brn__fail(replay->ctx, BRN_NOT_FOUND,
                   "%s: there is no frame yet, and no run.model: the run is just beginning, or was "
                   "made by an older version; try again in a moment",
                   replay->folder);
}

// Frames alone tell shapes and arrays, but not which part is a bone.
static BrnStatus take_first_frame(BrnReplay* replay) {
  if (replay->frame_count == 0) return fail_empty(replay);
  BrnMesh* mesh;
  BrnReadDef def = brn_read_def_default();
  def.plain = true;
  brn__log(
      replay->ctx, BRN_LOG_WARNING,
      "%s/run.model: it cannot be used (%s); bones, muscles and fibres are not told apart, and "
      "displacements are from the first frame",
      replay->folder, brn_last_error(replay->ctx));
  BRN_TRY(brn_mesh_read(replay->ctx, replay->frame[0].file, &def, &mesh));
  return brn__replay_take_mesh(replay, mesh);
}

// ----------------------------------------------------------------------------------------- opening

static BrnStatus take_names(BrnReplay* replay, const BrnRunRecord* record) {
  bool named = record->name && *record->name;
  replay->name = brn__strdup(replay->ctx, named ? record->name : "run");
  replay->inside->stem = brn__file_stem(replay->ctx, record->name);
  return replay->name && replay->inside->stem ? BRN_OK : BRN_NO_MEMORY;
}

// the record is read before the frames are listed: when it says that all are there, they are
static BrnStatus open_with(BrnReplay* replay, const BrnRunRecord* record) {
  BrnModel* model = NULL;
  BRN_TRY(take_names(replay, record));
  BrnStatus status = read_model(replay, &model);
  if (status == BRN_NO_MEMORY) return status;
  if (status == BRN_OK) BRN_TRY(brn__replay_take_model(replay, model));
  replay->per_second = record->per_second > 0 ? record->per_second : usual_rate;
  replay->inside->first_frame = model ? model->frames.first : scene_first(replay, record->first);
  if (model) replay->per_second = model->frames.per_second;
  BRN_TRY(brn__replay_list_frames(replay));
  if (!model) BRN_TRY(take_first_frame(replay));
  return brn__replay_judge(replay, record);
}

BrnStatus brn__replay_open_run(BrnReplay* replay, const char* folder) {
  BrnRunRecord record;
  replay->folder = brn__strdup(replay->ctx, folder);
  if (!replay->folder) return BRN_NO_MEMORY;
  BRN_TRY(brn__run_record_read(replay->ctx, folder, &record));
  BrnStatus status = open_with(replay, &record);
  brn__run_record_free(replay->ctx, &record);
  return status;
}

// -------------------------------------------------------------------------------------- refreshing

BrnStatus brn_replay_refresh(BrnReplay* replay, bool* changed) {
  BRN_ASSERT(replay);
  if (changed) *changed = false;
  if (!replay->folder) return BRN_OK;
  int frames = replay->frame_count, last = replay->last;
  BrnReplayStage stage = replay->stage;
  BrnRunRecord record;
  BRN_TRY(brn__run_record_read(replay->ctx, replay->folder, &record));
  BrnStatus status = brn__replay_list_frames(replay);
  if (status == BRN_OK) status = brn__replay_judge(replay, &record);
  brn__run_record_free(replay->ctx, &record);
  if (changed) {
    *changed = replay->frame_count != frames || replay->stage != stage || replay->last != last;
  }
  return status;
}

// ---------------------------------------------------------------------------------------- stopping

static BrnStatus ask(BrnReplay* replay) {
  const char* path = brn__replay_path(replay->ctx, replay->folder, "run.stop");
  if (!path) return BRN_NO_MEMORY;
  int file = brn__own_open(path, O_WRONLY | O_CREAT);
  if (file < 0) return brn__own_fail(replay->ctx, path);
  close(file);
  return BRN_OK;
}

BrnStatus brn_replay_stop(BrnReplay* replay) {
  BRN_ASSERT(replay);
  BRN_TRY(brn_replay_refresh(replay, NULL));
  if (replay->stage != BRN_REPLAY_RUNNING) {
    return brn__fail(replay->ctx, BRN_INVALID, "%s: nothing is running that could be stopped",
                     replay->name);
  }
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  BrnStatus status = ask(replay);
  brn__scratch_release(replay->ctx, mark);
  return status;
}
