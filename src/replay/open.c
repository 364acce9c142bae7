// SPDX-License-Identifier: Apache-2.0
//
// What can be opened to be looked at: the folder of a run, its .pvd, a scene, a mesh.

#include "io/folder.h"
#include "replay/replay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

BrnReplayDef brn_replay_def_default(void) {
  return (BrnReplayDef){.skin = BRN_SKIN_AUTO, .cookie = BRN_COOKIE};
}

char* brn__replay_path(BrnContext* ctx, const char* folder, const char* name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char* path = brn__scratch(ctx, size, char);
  if (path) snprintf(path, size, "%s/%s", folder, name);
  return path;
}

// ------------------------------------------------------------------------------------- what it is

static bool ends_in(const char* path, const char* end) {
  size_t length = strlen(path), tail = strlen(end);
  return length >= tail && strcmp(path + length - tail, end) == 0;
}

// the folder of a file, from the scratch
static char* folder_of(BrnContext* ctx, const char* path) {
  const char* slash = strrchr(path, '/');
  size_t length = slash ? (size_t)(slash - path) : 1;
  if (slash == path) length = 1; // the root
  char* folder = brn__scratch(ctx, length + 1, char);
  if (!folder) return NULL;
  memcpy(folder, slash ? path : ".", length);
  folder[length] = 0;
  return folder;
}

static bool is_record(const char* path) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  return strcmp(name, "run.json") == 0;
}

static BrnStatus open_folder(BrnReplay* replay, const char* path) {
  if (brn__replay_is_run(path)) return brn__replay_open_run(replay, path);
  return brn__fail(replay->ctx, BRN_NOT_FOUND,
                   "%s: there is no run in this folder (it has no run.json); `brawn run SCENE -o "
                   "FOLDER` makes one",
                   path);
}

static BrnStatus open_any(BrnReplay* replay, const char* path) {
  if (brn__folder_is(path)) return open_folder(replay, path);
  const char* folder = folder_of(replay->ctx, path);
  if (!folder) return BRN_NO_MEMORY;
  bool of_run = ends_in(path, ".pvd") && brn__replay_is_run(folder);
  if (is_record(path) || of_run) return brn__replay_open_run(replay, folder);
  if (ends_in(path, ".pvd")) return brn__replay_open_collection(replay, path);
  if (ends_in(path, ".json")) return brn__replay_open_scene(replay, path);
  return brn__replay_open_mesh(replay, path);
}

// ----------------------------------------------------------------------------------------- opening

static BrnReplay* make(BrnContext* ctx, const BrnReplayDef* def) {
  BrnReplay* replay = brn__new_zero(ctx, 1, BrnReplay);
  if (!replay) return NULL;
  *replay = (BrnReplay){.ctx = ctx, .frame_seconds = NAN};
  replay->inside = brn__new_zero(ctx, 1, struct BrnReplayInside);
  if (!replay->inside) {
    brn__free(ctx, replay);
    return NULL;
  }
  replay->inside->def = *def;
  return replay;
}

static BrnStatus fill(BrnReplay* replay, const char* path) {
  BrnScratchMark mark = brn__scratch_mark(replay->ctx);
  BrnStatus status = open_any(replay, path);
  brn__scratch_release(replay->ctx, mark);
  if (status == BRN_OK) status = brn__replay_make_parts(replay);
  return status == BRN_OK ? brn__value_list(replay) : status;
}

BrnStatus brn_replay_open(BrnContext* ctx, const char* path, const BrnReplayDef* def,
                          BrnReplay** out) {
  BRN_ASSERT(ctx && path && out);
  BrnReplayDef usual = brn_replay_def_default();
  if (!def) def = &usual;
  BRN_CHECK_DEF(def);
  *out = NULL;
  BrnReplay* replay = make(ctx, def);
  if (!replay) return BRN_NO_MEMORY;
  BrnStatus status = fill(replay, path);
  if (status != BRN_OK) {
    brn_replay_close(ctx, replay);
    return status;
  }
  *out = replay;
  return BRN_OK;
}

static void free_inside(BrnContext* ctx, struct BrnReplayInside* inside) {
  brn_embedding_destroy(ctx, inside->in_other);
  brn_mesh_destroy(ctx, inside->frame_mesh);
  brn_mesh_destroy(ctx, inside->mesh);
  brn_model_destroy(ctx, inside->model);
  brn__free(ctx, inside->stem);
  brn__free(ctx, inside);
}

void brn_replay_close(BrnContext* ctx, BrnReplay* replay) {
  BRN_ASSERT(ctx);
  if (!replay) return;
  BRN_ASSERT(replay->ctx == ctx);
  brn__value_list_free(replay);
  brn__replay_free_parts(replay);
  for (int i = 0; i < replay->frame_count; i++) brn__free(ctx, replay->frame[i].file);
  brn__free(ctx, replay->frame);
  brn__free(ctx, replay->name);
  brn__free(ctx, replay->folder);
  brn__free(ctx, replay->message);
  free_inside(ctx, replay->inside);
  brn__free(ctx, replay);
}
