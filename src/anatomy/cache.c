// SPDX-License-Identifier: Apache-2.0
//
// The folder of the cache (cache.h): names of files, taking and keeping them, and letting the
// oldest go when it gets too large.

#include "anatomy/cache.h"

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

// ----------------------------------------------------------------------------------------- finding

static char* path_of(BrnContext* ctx, const char* folder, uint64_t key) {
  size_t room = strlen(folder) + 18 + sizeof extension;
  char* path = brn__scratch(ctx, room, char);
  if (path) snprintf(path, room, "%s/%016" PRIx64 "%s", folder, key, extension);
  return path;
}

// a file has its key in it, too: one that was renamed is not taken for another
static BrnStatus read_kept(BrnContext* ctx, const char* path, uint64_t key, const BrnScope* scope,
                           bool* found) {
  BrnStatus status = brn__archive_read(ctx, path, key, scope);
  *found = status == BRN_OK;
  if (*found) {
    utimensat(AT_FDCWD, path, NULL, 0); // used just now: it goes last
    return BRN_OK;
  }
  brn__described_free(ctx, scope->type, scope->record);
  memset(scope->record, 0, scope->type->size);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_NOT_FOUND) {
    brn__log(ctx, BRN_LOG_INFO, "cache: %s cannot be used and is built again", path);
  }
  return BRN_OK;
}

BrnStatus brn__cache_find(BrnContext* ctx, const char* folder, uint64_t key, const BrnScope* scope,
                          bool* found) {
  *found = false;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  char* path = path_of(ctx, folder, key);
  BrnStatus status = path ? read_kept(ctx, path, key, scope, found) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  return status;
}

// ----------------------------------------------------------------------------------------- keeping

typedef struct File {
  char name[64];
  struct timespec used;
  uint64_t size;
} File;

static int compare_age(const void* pa, const void* pb) {
  const File *a = pa, *b = pb; // youngest first
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

static BrnStatus list_kept(BrnContext* ctx, DIR* folder, File** kept, int* count) {
  struct dirent* entry;
  size_t capacity = 0;
  while ((entry = readdir(folder))) {
    struct stat info;
    drop_leftover(folder, entry->d_name);
    if (!is_ours(entry->d_name) || fstatat(dirfd(folder), entry->d_name, &info, 0) != 0) continue;
    BRN_TRY(brn__grow(ctx, kept, &capacity, (size_t)*count + 1, sizeof **kept));
    File* one = &(*kept)[(*count)++];
    memcpy(one->name, entry->d_name, strlen(entry->d_name) + 1); // is_ours() knows how long it is
    one->used = info.st_mtim;
    one->size = (uint64_t)info.st_size;
  }
  return BRN_OK;
}

static BrnStatus let_go(BrnContext* ctx, const char* path) {
  DIR* folder = opendir(path);
  if (!folder) return BRN_OK;
  File* kept = NULL;
  int count = 0;
  BrnStatus status = list_kept(ctx, folder, &kept, &count);
  if (status == BRN_OK && count > 0) {
    uint64_t bytes = 0;
    qsort(kept, (size_t)count, sizeof *kept, compare_age);
    for (int i = 0; i < count; i++) {
      bytes += kept[i].size;
      bool stays = i == 0 || (i < BRN_CACHE_FILES && bytes <= BRN_CACHE_BYTES);
      if (!stays) unlinkat(dirfd(folder), kept[i].name, 0);
    }
  }
  brn__free(ctx, kept);
  closedir(folder);
  return status;
}

BrnStatus brn__cache_keep(BrnContext* ctx, const char* folder, uint64_t key,
                          const BrnScope* scope) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  char* path = path_of(ctx, folder, key);
  if (!path) return BRN_NO_MEMORY;
  mkdir(folder, 0777); // may be there
  BrnStatus status = brn__archive_write(ctx, path, key, scope);
  brn__scratch_release(ctx, mark);
  if (status == BRN_NO_MEMORY) return status;
  if (status != BRN_OK) {
    brn__log(ctx, BRN_LOG_WARNING, "cache: the model is not kept: %s", brn_last_error(ctx));
    return BRN_OK;
  }
  return let_go(ctx, folder);
}
