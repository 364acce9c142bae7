// SPDX-License-Identifier: Apache-2.0

#include "anatomy/cache.h"

#include "anatomy/archive.h"
#include "anatomy/build.h"
#include "core/hash.h"
#include "core/identity.h"
#include "io/source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char extension[] = ".brawn-model";

// -------------------------------------------------------------------------------------------- key

typedef struct Hashing {
  BrnContext* ctx;
  BrnBuild names; // for paths
  uint64_t hash;
} Hashing;

static BrnStatus add_bytes(Hashing* hashing, const char* path) {
  BrnSource source;
  BrnStatus status = brn__source_open(hashing->ctx, path, &source);
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

BrnStatus brn__cache_key(BrnContext* ctx, const BrnScene* scene, uint64_t* out) {
  Hashing hashing = {.ctx = ctx, .names = {.ctx = ctx, .scene = scene}};
  char* text;
  size_t size;
  BRN_TRY(brn_scene_print(ctx, scene, &text, &size));
  hashing.hash = brn__hash_mix(brn__code_identity(), BRN_ARCHIVE_VERSION);
  hashing.hash = brn__hash_mix(hashing.hash, size);
  hashing.hash = brn__hash_text(hashing.hash, text, size);
  brn_scene_text_free(ctx, text);
  BRN_TRY(brn__scene_files(scene, add_file, &hashing));
  *out = hashing.hash;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- finding

static char* path_of(BrnContext* ctx, const char* folder, uint64_t key) {
  size_t room = strlen(folder) + 18 + sizeof extension;
  char* path = brn__scratch(ctx, room, char);
  if (path) snprintf(path, room, "%s/%016" PRIx64 "%s", folder, key, extension);
  return path;
}

static BrnStatus read_kept(BrnContext* ctx, const char* path, uint64_t key, BrnModel** out) {
  BrnStatus status = brn__archive_read(ctx, path, out);
  if (status == BRN_NO_MEMORY) return status;
  if (status == BRN_OK && (*out)->hash == key) {
    utimensat(AT_FDCWD, path, NULL, 0); // used just now: it goes last
    return BRN_OK;
  }
  if (status == BRN_OK) brn_model_destroy(ctx, *out);
  *out = NULL;
  if (status != BRN_NOT_FOUND) {
    brn__log(ctx, BRN_LOG_INFO, "cache: %s cannot be used and is built again", path);
  }
  return BRN_OK;
}

BrnStatus brn__cache_find(BrnContext* ctx, const char* folder, uint64_t key, BrnModel** out) {
  *out = NULL;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  char* path = path_of(ctx, folder, key);
  BrnStatus status = path ? read_kept(ctx, path, key, out) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  return status;
}

// ----------------------------------------------------------------------------------------- keeping

typedef struct Kept {
  char name[64];
  struct timespec used;
  uint64_t size;
} Kept;

static int compare_age(const void* pa, const void* pb) {
  const Kept *a = pa, *b = pb; // youngest first
  if (a->used.tv_sec != b->used.tv_sec) return a->used.tv_sec < b->used.tv_sec ? 1 : -1;
  if (a->used.tv_nsec != b->used.tv_nsec) return a->used.tv_nsec < b->used.tv_nsec ? 1 : -1;
  return strcmp(a->name, b->name);
}

static bool is_ours(const char* name) {
  size_t length = strlen(name), tail = sizeof extension - 1;
  return length == 16 + tail && strcmp(name + 16, extension) == 0;
}

// What a killed writer has left behind: "0123456789abcdef.brawn-model.tmp0", an hour old or more.
static void drop_leftover(DIR* folder, const char* name) {
  struct stat info;
  size_t length = 16 + sizeof extension - 1;
  if (strlen(name) < length + 5 || strncmp(name + 16, extension, sizeof extension - 1) != 0) return;
  if (strncmp(name + length, ".tmp", 4) != 0 || fstatat(dirfd(folder), name, &info, 0) != 0) return;
  if (time(NULL) - info.st_mtim.tv_sec > 3600) unlinkat(dirfd(folder), name, 0);
}

static BrnStatus list_kept(BrnContext* ctx, DIR* folder, Kept** kept, int* count) {
  struct dirent* entry;
  size_t capacity = 0;
  while ((entry = readdir(folder))) {
    struct stat info;
    drop_leftover(folder, entry->d_name);
    if (!is_ours(entry->d_name) || fstatat(dirfd(folder), entry->d_name, &info, 0) != 0) continue;
    BRN_TRY(brn__grow(ctx, kept, &capacity, (size_t)*count + 1, sizeof **kept));
    Kept* one = &(*kept)[(*count)++];
    memcpy(one->name, entry->d_name, strlen(entry->d_name) + 1); // is_ours() knows how long it is
    one->used = info.st_mtim;
    one->size = (uint64_t)info.st_size;
  }
  return BRN_OK;
}

static BrnStatus let_go(BrnContext* ctx, const char* path) {
  DIR* folder = opendir(path);
  if (!folder) return BRN_OK;
  Kept* kept = NULL;
  int count = 0;
  BrnStatus status = list_kept(ctx, folder, &kept, &count);
  if (status == BRN_OK && count > 0) {
    uint64_t bytes = 0;
    qsort(kept, (size_t)count, sizeof *kept, compare_age);
    for (int i = 0; i < count; i++) {
      bytes += kept[i].size;
      bool stays = i == 0 || (i < BRN_CACHE_MODELS && bytes <= BRN_CACHE_BYTES);
      if (!stays) unlinkat(dirfd(folder), kept[i].name, 0);
    }
  }
  brn__free(ctx, kept);
  closedir(folder);
  return status;
}

BrnStatus brn__cache_keep(BrnContext* ctx, const char* folder, uint64_t key,
                          const BrnModel* model) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  char* path = path_of(ctx, folder, key);
  if (!path) return BRN_NO_MEMORY;
  mkdir(folder, 0777); // may be there
  BrnStatus status = brn_model_write(ctx, model, path);
  brn__scratch_release(ctx, mark);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_OK) {
    brn__log(ctx, BRN_LOG_WARNING, "cache: the model is not kept: %s", brn_last_error(ctx));
    return BRN_OK;
  }
  return let_go(ctx, folder);
}
