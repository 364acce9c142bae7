// SPDX-License-Identifier: Apache-2.0
//
// Files under temporary names, buffered; links, folders and devices in the place of the file; text,
// numbers and bytes.

#include "io/sink.h"

#include "core/decimal.h"
#include "io/numbers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUFFER_SIZE = 1 << 18 };

static void fail_system(BrnSink* sink, const char* deed) {
  if (sink->status != BRN_OK) return;
  const char* cure = "";
  if (errno == ENOSPC || errno == EDQUOT) cure = "; free some space and write again";
  if (errno == ENOENT) cure = "; make the folder first";
  sink->status = brn__fail(sink->ctx, BRN_IO_FAILED, "%s: cannot %s: %s%s", sink->path, deed,
                           strerror(errno), cure);
}

// What the path stands for. A link stays a link: the file behind it is replaced. Renaming over a
// folder fails late, and over a device (/dev/null) would replace it: both are refused.
// *mode: permissions of the file that is there, 0 when there is none
static BrnStatus find_target(BrnSink* sink, mode_t* mode) {
  BrnContext* ctx = sink->ctx;
  struct stat info;
  *mode = 0;
  if (stat(sink->path, &info) == 0) {
    if (!S_ISREG(info.st_mode)) {
      return brn__fail(ctx, BRN_INVALID, "%s: is not a regular file; name another one", sink->path);
    }
    *mode = info.st_mode & 0777;
  }
  char* real = realpath(sink->path, NULL);
  sink->target = brn__strdup(ctx, real ? real : sink->path);
  free(real);
  return sink->target ? BRN_OK : BRN_NO_MEMORY;
}

// The first of path.tmp0, path.tmp1, ... that nobody has. Not mkstemp(), whose files are private:
// to find out how readable a result should be one must change the umask of the whole program.
static int create_temporary(char* name, size_t size, const char* path) {
  enum { TRIES = 1000 }; // writers at the same time, and what killed ones left behind
  int file = -1;
  for (int i = 0; i < TRIES && file < 0; i++) {
    snprintf(name, size, "%s.tmp%d", path, i);
    file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) return -1;
  }
  return file;
}

static BrnStatus find_own_target(BrnSink* sink, mode_t* mode) {
  struct stat info;
  bool there = lstat(sink->path, &info) == 0;
  *mode = there && S_ISREG(info.st_mode) ? info.st_mode & 0777 : 0;
  if (there && S_ISDIR(info.st_mode)) {
    return brn__fail(sink->ctx, BRN_INVALID, "%s: is a folder; remove it, or write elsewhere",
                     sink->path);
  }
  sink->target = brn__strdup(sink->ctx, sink->path);
  return sink->target ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus open_temporary(BrnSink* sink) {
  mode_t mode;
  BRN_TRY(sink->own ? find_own_target(sink, &mode) : find_target(sink, &mode));
  size_t name_size = strlen(sink->target) + 16;
  sink->temporary = brn__alloc(sink->ctx, name_size, 1);
  sink->buffer = brn__alloc(sink->ctx, BUFFER_SIZE, 1);
  if (!sink->temporary || !sink->buffer) return BRN_NO_MEMORY;
  sink->file = create_temporary(sink->temporary, name_size, sink->target);
  if (sink->file < 0) fail_system(sink, "write");
  if (sink->file >= 0 && mode && fchmod(sink->file, mode) != 0) fail_system(sink, "write");
  return sink->status;
}

static BrnStatus open_sink(BrnContext* ctx, const char* path, bool own, BrnSink* sink) {
  *sink = (BrnSink){.ctx = ctx, .path = path, .file = -1, .size = BUFFER_SIZE, .own = own};
  BrnStatus status = open_temporary(sink);
  if (status != BRN_OK) brn__sink_abandon(sink);
  return status;
}

BrnStatus brn__sink_open(BrnContext* ctx, const char* path, BrnSink* sink) {
  return open_sink(ctx, path, false, sink);
}

BrnStatus brn__sink_open_own(BrnContext* ctx, const char* path, BrnSink* sink) {
  return open_sink(ctx, path, true, sink);
}

BrnStatus brn__sink_open_memory(BrnContext* ctx, BrnSink* sink) {
  *sink = (BrnSink){.ctx = ctx, .file = -1};
  return BRN_OK;
}

bool brn__write_all(int file, const void* bytes, size_t size) {
  for (size_t done = 0; done < size;) {
    ssize_t wrote = write(file, (const char*)bytes + done, size - done);
    if (wrote < 0 && errno != EINTR) return false;
    if (wrote > 0) done += (size_t)wrote;
  }
  return true;
}

static void flush(BrnSink* sink) {
  bool wanted = sink->status == BRN_OK;
  if (wanted && !brn__write_all(sink->file, sink->buffer, sink->used)) fail_system(sink, "write");
  sink->used = 0;
}

BrnStatus brn__sink_close(BrnSink* sink) {
  if (sink->file >= 0) {
    flush(sink);
    if (sink->status == BRN_OK && !sink->lazy && fsync(sink->file) != 0 && errno != EINVAL) {
      fail_system(sink, "write");
    }
    if (close(sink->file) != 0) fail_system(sink, "write");
    sink->file = -1;
    if (sink->status == BRN_OK && rename(sink->temporary, sink->target) != 0) {
      fail_system(sink, "replace");
    }
    if (sink->status != BRN_OK) unlink(sink->temporary);
  }
  BrnStatus status = sink->status;
  if (sink->path || status != BRN_OK) brn__sink_abandon(sink);
  return status;
}

void brn__sink_abandon(BrnSink* sink) {
  if (sink->file >= 0) {
    close(sink->file);
    unlink(sink->temporary);
  }
  brn__free(sink->ctx, sink->buffer);
  brn__free(sink->ctx, sink->temporary);
  brn__free(sink->ctx, sink->target);
  *sink = (BrnSink){.ctx = sink->ctx, .file = -1, .status = sink->status};
}

const char* brn__sink_name(const BrnSink* sink) { return sink->path ? sink->path : "mesh"; }

// in memory the buffer grows; in a file it is emptied
static bool make_room(BrnSink* sink, size_t size) {
  if (sink->status != BRN_OK) return false;
  if (sink->size - sink->used >= size) return true;
  if (sink->file < 0) {
    sink->status = brn__grow(sink->ctx, &sink->buffer, &sink->size, sink->used + size, 1);
  } else {
    flush(sink);
  }
  return sink->status == BRN_OK;
}

void brn__sink_bytes(BrnSink* sink, const void* bytes, size_t size) {
  const char* from = bytes;
  sink->written += size;
  if (size > 0 && size <= sink->size - sink->used && sink->status == BRN_OK) { // nearly always
    memcpy(sink->buffer + sink->used, from, size);
    sink->used += size;
    return;
  }
  while (size > 0) {
    size_t part = size < BUFFER_SIZE ? size : BUFFER_SIZE;
    if (!make_room(sink, part)) return;
    memcpy(sink->buffer + sink->used, from, part);
    sink->used += part;
    from += part;
    size -= part;
  }
}

void brn__sink_text(BrnSink* sink, const char* text) { brn__sink_bytes(sink, text, strlen(text)); }

static void print_long(BrnSink* sink, const char* format, va_list args, size_t size) {
  if (sink->status != BRN_OK) return;
  char* text = brn__alloc(sink->ctx, size, 1);
  if (!text) {
    sink->status = BRN_NO_MEMORY;
    return;
  }
  vsnprintf(text, size, format, args);
  brn__sink_bytes(sink, text, size - 1);
  brn__free(sink->ctx, text);
}

void brn__sink_printf(BrnSink* sink, const char* format, ...) {
  char text[1024];
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  int length = vsnprintf(text, sizeof text, format, args);
  BRN_ASSERT(length >= 0);
  if ((size_t)length < sizeof text) {
    brn__sink_bytes(sink, text, (size_t)length);
  } else {
    print_long(sink, format, again, (size_t)length + 1);
  }
  va_end(again);
  va_end(args);
}

void brn__sink_line(BrnSink* sink, const char* text) {
  while (*text) {
    size_t plain = 0;
    while ((unsigned char)text[plain] >= ' ' && text[plain] != 127) plain++;
    brn__sink_bytes(sink, text, plain);
    text += plain;
    if (!*text) return;
    brn__sink_text(sink, "_");
    text++;
  }
}

void brn__sink_label(BrnSink* sink, const BrnMesh* mesh, BrnDomain on, int id) {
  const char* name = brn_mesh_label_name(mesh, on, id);
  if (name && name[strspn(name, " ")]) {
    brn__sink_line(sink, name);
  } else {
    brn__sink_printf(sink, "label_%d", id);
  }
}

// ---------------------------------------------------------------------------------------- numbers

void brn__sink_int(BrnSink* sink, int64_t value) {
  char text[BRN_DECIMAL_SIZE];
  brn__sink_bytes(sink, text, brn__integer_print(value, text));
}

void brn__sink_double(BrnSink* sink, double value) {
  char text[BRN_DECIMAL_SIZE];
  brn__sink_bytes(sink, text, brn__double_print(value, text));
}

// The C library rounds to so many digits, but may print the point of another locale: the digits
// alone, with an exponent, are read back and printed again.
void brn__sink_digits(BrnSink* sink, double value, int digits) {
  char printed[64], plain[64];
  double rounded = value;
  int length = snprintf(printed, sizeof printed, "%.*e", digits - 1, value), used = 0;
  const char* exponent = memchr(printed, 'e', (size_t)length);
  if (exponent) {
    for (const char* at = printed; at < exponent; at++) {
      if (*at == '-' || (*at >= '0' && *at <= '9')) plain[used++] = *at;
    }
    used += snprintf(plain + used, sizeof plain - (size_t)used, "e%d",
                     atoi(exponent + 1) - (digits - 1));
    brn__double_parse(plain, (size_t)used, &rounded);
  }
  brn__sink_double(sink, rounded); // the shortest has no more digits than it was rounded to
}

void brn__sink_number(BrnSink* sink, BrnNumber number, double value) {
  char text[BRN_DECIMAL_SIZE];
  if (number == BRN_F64) {
    brn__sink_double(sink, value);
  } else if (number == BRN_F32) {
    brn__sink_bytes(sink, text, brn__float_print((float)value, text));
  } else if (brn__number_held(number, value) < 0x1p63) {
    brn__sink_int(sink, (int64_t)brn__number_held(number, value));
  } else {
    brn__sink_printf(sink, "%.0f", brn__number_held(number, value));
  }
}

void brn__sink_raw(BrnSink* sink, BrnNumber number, const double* values, size_t count, bool swap) {
  unsigned char bytes[1024];
  size_t size = (size_t)brn__number_size(number), fit = sizeof bytes / size;
  for (size_t done = 0; done < count; done += fit) {
    size_t part = count - done < fit ? count - done : fit;
    brn__numbers_encode(bytes, number, swap, part, values + done);
    brn__sink_bytes(sink, bytes, part * size);
  }
}

void brn__sink_raw_int(BrnSink* sink, int value, bool swap) {
  brn__copy_swapped(&value, &(int){value}, sizeof value, swap);
  brn__sink_bytes(sink, &value, sizeof value);
}
