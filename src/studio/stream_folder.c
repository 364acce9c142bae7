// SPDX-License-Identifier: Apache-2.0
//
// Files of a run that the page reads as they are: tables, and what the scene says about itself.

#include "studio/stream.h"

#include "core/json.h"
#include "studio/route.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_BYTES = 1 << 28 };

// -1: it is not there, or is not a file of this folder. Opening must not wait for anything.
static int open_file(const BrnStream* stream, const char* name, struct stat* info) {
  const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
  if (!stream->folder) return -1;
  int folder = open(stream->folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return -1;
  int file = openat(folder, name, flags);
  close(folder);
  if (file < 0) return -1;
  if (fstat(file, info) == 0 && S_ISREG(info->st_mode)) return file;
  close(file);
  return -1;
}

bool brn__stream_has_table(const BrnStream* stream, int table) {
  struct stat info;
  int file = open_file(stream, brn__table_name(table), &info);
  if (file >= 0) close(file);
  return file >= 0;
}

// A run may be adding rows: those that were there at first are taken.
static BrnStatus read_all(BrnContext* ctx, int file, size_t size, BrnByteArray* out) {
  size_t used = 0;
  out->data = brn__alloc(ctx, size + 1, 1);
  if (!out->data) return brn__fail_memory(ctx);
  while (used < size) {
    ssize_t got = read(file, out->data + used, size - used);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    used += (size_t)got;
  }
  while (used > 0 && out->data[used - 1] != '\n') used--; // half a row
  out->size = used;
  return BRN_OK;
}

static BrnStatus read_file(const BrnStream* stream, const char* name, BrnByteArray* out) {
  BrnContext* ctx = stream->replay->ctx;
  struct stat info;
  *out = (BrnByteArray){0};
  int file = open_file(stream, name, &info);
  if (file < 0) return brn__fail(ctx, BRN_NOT_FOUND, "the run has no \"%s\"", name);
  BrnStatus status =
      info.st_size <= MOST_BYTES
          ? read_all(ctx, file, (size_t)info.st_size, out)
          : brn__fail(ctx, BRN_UNSUPPORTED, "%s has more than %d MB", name, MOST_BYTES >> 20);
  close(file);
  return status;
}

BrnStatus brn__stream_table(const BrnStream* stream, int table, BrnByteArray* out) {
  return read_file(stream, brn__table_name(table), out);
}

// "about" of the scene that was run; a scene without it, or one that cannot be read, has nothing to
// say
BrnStatus brn__stream_about(BrnStream* stream) {
  BrnContext* ctx = stream->replay->ctx;
  BrnByteArray bytes;
  BrnJson json = {0};
  const char* about = NULL;
  BrnStatus status = read_file(stream, "run.scene.json", &bytes);
  if (status == BRN_OK) {
    status = brn__json_open(ctx, (const char*)bytes.data, bytes.size, "run.scene.json", &json);
  }
  if (status == BRN_OK) about = json_string_value(brn__json_at(&json, "/about"));
  stream->about = brn__strdup(ctx, about ? about : "");
  brn__json_close(ctx, &json);
  brn__byte_array_free(ctx, &bytes);
  return stream->about && status != BRN_NO_MEMORY ? BRN_OK : brn__fail_memory(ctx);
}
