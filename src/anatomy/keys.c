// SPDX-License-Identifier: Apache-2.0

#include "anatomy/keys.h"

#include "anatomy/files.h"

#include "anatomy/archive.h"
#include "core/hash.h"
#include "core/identity.h"
#include "io/source.h"
#include "scene/tables.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// The key of a step goes on from that of the step before it, by the text of what it reads of the
// scene and the bytes of the files that are named there.

typedef struct Hashing {
  BrnContext* ctx;
  BrnBuild names; // for paths
  uint64_t hash;
} Hashing;

// a pipe can be read once, if ever
static bool is_plain(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static BrnStatus add_bytes(Hashing* hashing, const char* path) {
  BrnSource source;
  BrnStatus status = BRN_NOT_FOUND;
  if (is_plain(path)) status = brn__source_open(hashing->ctx, path, &source);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_OK) { // the build will say what is wrong with it
    hashing->hash = brn__hash_mix(hashing->hash, 0);
    return BRN_OK;
  }
  hashing->hash = brn__hash_mix(hashing->hash, source.size + 1);
  hashing->hash = brn__hash_text(hashing->hash, source.data, source.size);
  brn__source_close(hashing->ctx, &source);
  return BRN_OK;
}

// TetGen keeps points and tets in two files, of which a scene names one
static BrnStatus add_sibling(Hashing* hashing, char* path) {
  static const char* const pair[][2] = {{".ele", ".node"}, {".node", ".ele"}};
  char* dot = strrchr(path, '.');
  for (int i = 0; dot && i < 2; i++) {
    if (strcmp(dot, pair[i][0]) != 0) continue;
    size_t stem = (size_t)(dot - path), room = stem + strlen(pair[i][1]) + 1;
    char* sibling = brn__scratch(hashing->ctx, room, char);
    if (!sibling) return BRN_NO_MEMORY;
    snprintf(sibling, room, "%.*s%s", (int)stem, path, pair[i][1]);
    return add_bytes(hashing, sibling);
  }
  return BRN_OK;
}

static BrnStatus add_file(void* user, const char* file) {
  Hashing* hashing = user;
  BrnScratchMark mark = brn__scratch_mark(hashing->ctx);
  char* path = brn__build_path(&hashing->names, file);
  BrnStatus status = path ? add_bytes(hashing, path) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = add_sibling(hashing, path);
  brn__scratch_release(hashing->ctx, mark);
  return status;
}

static BrnStatus add_scene(Hashing* hashing, const BrnScene* scene) {
  char* text;
  size_t size;
  BRN_TRY(brn_scene_print(hashing->ctx, scene, &text, &size));
  hashing->hash = brn__hash_mix(hashing->hash, size);
  hashing->hash = brn__hash_text(hashing->hash, text, size);
  brn_scene_text_free(hashing->ctx, text);
  hashing->names.scene = scene;
  return brn__scene_files(scene, add_file, hashing);
}

static BrnStatus add_view(Hashing* hashing, const BrnScene* scene, const char* reads) {
  BrnScene* view;
  BRN_TRY(brn__scene_view(hashing->ctx, scene, reads, &view));
  BrnStatus status = add_scene(hashing, view);
  brn_scene_destroy(hashing->ctx, view);
  return status;
}

// The code, and how the numbers in files are to be read: the scene is in SI units.
static uint64_t begin(const BrnBuild* build) {
  uint64_t metres;
  memcpy(&metres, &build->read.metres_per_unit, sizeof metres);
  uint64_t hash = brn__hash_mix(brn__code_identity(), BRN_ARCHIVE_VERSION);
  hash = brn__hash_mix(hash, metres);
  return brn__hash_mix(hash, (uint64_t)build->read.up << 1 | build->surfaces);
}

BrnStatus brn__step_keys(const BrnBuild* build, const BrnScene* scene, const BrnBuildStep* step,
                         int count, uint64_t* key) {
  Hashing hashing = {.ctx = build->ctx, .names = {.ctx = build->ctx}, .hash = begin(build)};
  for (int i = 0; i < count; i++) {
    hashing.hash = brn__hash_text(hashing.hash, step[i].name, strlen(step[i].name));
    BRN_TRY(add_view(&hashing, scene, step[i].reads));
    key[i] = hashing.hash;
  }
  return BRN_OK;
}

// how it is solved, when, and what is written of it
static void forget_run(BrnContext* ctx, BrnScene* scene) {
  brn__record_clear(ctx, &brn__solver_record, &scene->solver);
  brn__record_clear(ctx, &brn__frames_record, &scene->frames);
  brn__record_clear(ctx, &brn__outputs_record, &scene->outputs);
}

BrnStatus brn__model_key(const BrnBuild* build, const BrnScene* scene, uint64_t* out) {
  Hashing hashing = {.ctx = build->ctx, .names = {.ctx = build->ctx}, .hash = begin(build)};
  BrnScene* copy;
  BRN_TRY(brn_scene_copy(build->ctx, scene, &copy));
  forget_run(build->ctx, copy);
  BrnStatus status = add_scene(&hashing, copy);
  brn_scene_destroy(build->ctx, copy);
  *out = hashing.hash;
  return status;
}
