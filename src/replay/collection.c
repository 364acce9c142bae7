// SPDX-License-Identifier: Apache-2.0

#include "brawn/io.h"
#include "replay/replay.h"

#include <math.h>
#include <string.h>

// A mesh file as it is, and a list of them as frames.

static const double usual_rate = 24; // frames a second, where nothing tells

static BrnStatus name_after(BrnReplay* replay, const char* path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const char* dot = strrchr(name, '.');
  size_t length = dot && dot > name ? (size_t)(dot - name) : strlen(name);
  replay->name = brn__strndup(replay->ctx, name, length);
  return replay->name ? BRN_OK : BRN_NO_MEMORY;
}

BrnStatus brn__replay_open_mesh(BrnReplay* replay, const char* path) {
  BrnMesh* mesh;
  BRN_TRY(brn_mesh_read(replay->ctx, path, NULL, &mesh));
  BRN_TRY(brn__replay_take_mesh(replay, mesh));
  BRN_TRY(name_after(replay, path));
  replay->stage = BRN_REPLAY_STILL;
  replay->per_second = usual_rate;
  replay->inside->at_rest = true;
  return brn__replay_add_frame(replay, 0, 0, NULL);
}

// ------------------------------------------------------------------------------------------- lists

static BrnStatus add_step(BrnReplay* replay, const char* folder, const BrnCollection* list, int i) {
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  const char* file = list->file[i];
  if (file[0] != '/') file = brn__replay_path(replay->ctx, folder, file);
  BrnStatus status = file ? brn__replay_add_frame(replay, replay->frame_count, list->time[i], file)
                          : BRN_NO_MEMORY;
  brn__scratch_release(replay->ctx, mark);
  return status;
}

// by the first and the last time
static double rate_of(const BrnReplay* replay) {
  int count = replay->frame_count;
  if (count < 2) return usual_rate;
  double span = replay->frame[count - 1].time - replay->frame[0].time;
  double rate = (count - 1) / span;
  return isfinite(rate) && rate > 0 ? rate : usual_rate;
}

static BrnStatus take_steps(BrnReplay* replay, const char* path, const BrnCollection* list) {
  const char* slash = strrchr(path, '/');
  char* folder = brn__strndup(replay->ctx, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
  if (!folder) return BRN_NO_MEMORY;
  BrnStatus status = BRN_OK;
  for (int i = 0; i < list->step_count && status == BRN_OK; i++) {
    bool again = i > 0 && list->time[i] == list->time[i - 1]; // further parts of the same moment
    if (!again) status = add_step(replay, slash == path ? "/" : folder, list, i);
  }
  brn__free(replay->ctx, folder);
  return status;
}

static BrnStatus open_list(BrnReplay* replay, const char* path, const BrnCollection* list) {
  BRN_TRY(take_steps(replay, path, list));
  if (replay->frame_count == 0) {
    return brn__fail(replay->ctx, BRN_BAD_FILE, "%s: it lists no files", path);
  }
  BrnMesh* mesh;
  BRN_TRY(brn_mesh_read(replay->ctx, replay->frame[0].file, NULL, &mesh));
  BRN_TRY(brn__replay_take_mesh(replay, mesh));
  replay->last = replay->frame_count - 1;
  replay->per_second = rate_of(replay);
  replay->stage = BRN_REPLAY_FINISHED;
  return name_after(replay, path);
}

BrnStatus brn__replay_open_collection(BrnReplay* replay, const char* path) {
  BrnCollection* list;
  BRN_TRY(brn_collection_read(replay->ctx, path, &list));
  BrnStatus status = open_list(replay, path, list);
  brn_collection_destroy(replay->ctx, list);
  return status;
}
