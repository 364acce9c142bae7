// SPDX-License-Identifier: Apache-2.0

#include "io/source.h"

#include "io/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Whole files are read into memory rather than mapped: a file that is cut short while it is mapped
// kills the process with SIGBUS, and an error message is worth one copy.

static BrnStatus read_all(BrnContext* ctx, int file, const char* path, BrnSource* out) {
  struct stat info;
  if (fstat(file, &info) != 0) {
    return brn__fail(ctx, BRN_IO_FAILED, "%s: %s", path, strerror(errno));
  }
  if (S_ISDIR(info.st_mode)) {
    return brn__fail(ctx, BRN_INVALID, "%s: is a folder; name a file in it", path);
  }
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) { // /dev/zero never ends
    return brn__fail(ctx, BRN_INVALID, "%s: is a device; name a file", path);
  }
  char* data = NULL;
  size_t capacity = 0, used = 0;
  BrnStatus status = brn__grow(ctx, &data, &capacity, (size_t)info.st_size + 1, 1);
  while (status == BRN_OK) {
    status = brn__grow(ctx, &data, &capacity, used + 1, 1); // pipes grow as they are read
    if (status != BRN_OK) break;
    ssize_t got = read(file, data + used, capacity - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) status = brn__fail(ctx, BRN_IO_FAILED, "%s: %s", path, strerror(errno));
    if (got <= 0) break;
    used += (size_t)got;
  }
  if (status != BRN_OK) {
    brn__free(ctx, data);
    return status;
  }
  *out = (BrnSource){.name = path, .data = data, .size = used};
  return BRN_OK;
}

static BrnStatus open_file(BrnContext* ctx, const char* path, BrnSource* out) {
  *out = (BrnSource){0};
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    BrnStatus status = errno == ENOENT ? BRN_NOT_FOUND : BRN_IO_FAILED;
    return brn__fail(ctx, status, "%s: %s", path, strerror(errno));
  }
  BrnStatus status = read_all(ctx, file, path, out);
  close(file);
  return status;
}

// "dir/arm.ele" and "node": "dir/arm.node"; the name belongs to the sibling (its `user`)
static BrnStatus open_sibling(BrnContext* ctx, const BrnSource* source, const char* extension,
                              BrnSource* out) {
  *out = (BrnSource){0};
  const char *dot = strrchr(source->name, '.'), *slash = strrchr(source->name, '/');
  if (dot && slash && dot < slash) dot = NULL; // a folder's, not the file's
  size_t stem = dot ? (size_t)(dot - source->name) : strlen(source->name);
  size_t size = stem + strlen(extension) + 2;
  char* path = brn__alloc(ctx, size, 1);
  if (!path) return BRN_NO_MEMORY;
  snprintf(path, size, "%.*s.%s", (int)stem, source->name, extension);
  BrnStatus status = open_file(ctx, path, out);
  if (status == BRN_OK) {
    out->user = path;
  } else {
    brn__free(ctx, path);
  }
  return status;
}

BrnStatus brn__source_open_own(BrnContext* ctx, const char* path, BrnSource* out) {
  *out = (BrnSource){0};
  int file = brn__own_open(path, O_RDONLY);
  if (file < 0) return brn__own_fail(ctx, path);
  BrnStatus status = read_all(ctx, file, path, out);
  close(file);
  return status;
}

BrnStatus brn__source_open(BrnContext* ctx, const char* path, BrnSource* out) {
  BRN_TRY(open_file(ctx, path, out));
  out->open_sibling = open_sibling;
  return BRN_OK;
}

void brn__source_close(BrnContext* ctx, BrnSource* source) {
  brn__free(ctx, (char*)source->data);
  brn__free(ctx, source->user);
  *source = (BrnSource){0};
}
