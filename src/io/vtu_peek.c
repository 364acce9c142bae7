// SPDX-License-Identifier: Apache-2.0

#include "io/vtu_peek.h"

#include "io/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// The file is read with pread rather than mapped, for the same reason as whole files are
// (source.c): one that is cut short meanwhile must not kill the process.

enum { FIRST_READ = 1 << 14, LONGEST_HEAD = 1 << 20 };

// ------------------------------------------------------------------------------------------- bytes

static BrnStatus read_bytes(const BrnVtuPeek* peek, uint64_t at, size_t size, char* out) {
  size_t done = 0;
  while (done < size) {
    ssize_t got = pread(peek->file, out + done, size - done, (off_t)(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) {
      return brn__fail(peek->ctx, BRN_IO_FAILED, "%s: %s", peek->source.name, strerror(errno));
    }
    if (got == 0) {
      return brn__fail(peek->ctx, BRN_BAD_FILE, "%s: it got shorter while it was read",
                       peek->source.name);
    }
    done += (size_t)got;
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------------- head

// bytes up to the underscore after <AppendedData>, that too; 0: it is not among them
static size_t head_size(const char* text, size_t size) {
  static const char tag[] = "<AppendedData";
  const char *end = text + size, *at = memmem(text, size, tag, sizeof tag - 1);
  at = at ? memchr(at, '>', (size_t)(end - at)) : NULL;
  at = at ? memchr(at, '_', (size_t)(end - at)) : NULL;
  return at ? (size_t)(at + 1 - text) : 0;
}

// *size 0: there is no head that is short enough
static BrnStatus read_head(BrnVtuPeek* peek, char** text, size_t* size) {
  size_t room = 0, used = 0;
  *size = 0;
  for (size_t next = FIRST_READ; *size == 0 && next <= LONGEST_HEAD; next *= 4) {
    size_t wanted = next < peek->file_size ? next : (size_t)peek->file_size;
    if (wanted == used) return BRN_OK;
    BRN_TRY(brn__grow(peek->ctx, text, &room, wanted, 1));
    BRN_TRY(read_bytes(peek, used, wanted - used, *text + used));
    used = wanted;
    *size = head_size(*text, used);
  }
  return BRN_OK;
}

// Fine when the head alone makes sense: what is in the file behind it is raw bytes then.
static bool parse_head(BrnVtuPeek* peek, char* text, size_t size) {
  peek->source.data = text;
  peek->source.size = size;
  if (brn__vtu_parse(peek->ctx, &peek->source, &peek->vtu) == BRN_OK && peek->vtu.has_appended &&
      !peek->vtu.appended_is_base64 && peek->vtu.appended.length == 0) {
    return true;
  }
  brn__vtu_free(&peek->vtu);
  return false;
}

// ----------------------------------------------------------------------------------------- opening

static BrnStatus open_whole(BrnVtuPeek* peek) {
  const char* path = peek->source.name;
  if (peek->file >= 0) close(peek->file);
  peek->file = -1;
  BRN_TRY(peek->own ? brn__source_open_own(peek->ctx, path, &peek->source)
                    : brn__source_open(peek->ctx, path, &peek->source));
  BrnStatus status = brn__vtu_parse(peek->ctx, &peek->source, &peek->vtu);
  if (status == BRN_OK) return BRN_OK;
  brn__vtu_free(&peek->vtu);
  brn__source_close(peek->ctx, &peek->source);
  return status;
}

static BrnStatus open_head(BrnVtuPeek* peek) {
  struct stat info;
  char* text = NULL;
  size_t size;
  bool regular = fstat(peek->file, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0;
  if (!regular) return open_whole(peek);
  peek->file_size = (uint64_t)info.st_size;
  BrnStatus status = read_head(peek, &text, &size);
  if (status == BRN_OK && size > 0 && parse_head(peek, text, size)) return BRN_OK;
  brn__free(peek->ctx, text);
  peek->source = (BrnSource){.name = peek->source.name};
  return status == BRN_OK ? open_whole(peek) : status;
}

static BrnStatus check_pieces(BrnVtuPeek* peek) {
  if (peek->vtu.poly_data || peek->vtu.piece_count != 1) {
    return brn__fail(peek->ctx, BRN_UNSUPPORTED,
                     "%s: %d pieces%s; one of an unstructured grid can "
                     "be looked into",
                     peek->source.name, peek->vtu.piece_count,
                     peek->vtu.poly_data ? " of PolyData" : "");
  }
  peek->point_count = peek->vtu.piece[0].point_count;
  peek->cell_count = peek->vtu.piece[0].cell_count[BRN_VTU_CELLS];
  return BRN_OK;
}

// a pipe must not block
static BrnStatus open_file(BrnVtuPeek* peek, const char* path) {
  peek->file =
      peek->own ? brn__own_open(path, O_RDONLY) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (peek->file >= 0) return BRN_OK;
  if (peek->own) return brn__own_fail(peek->ctx, path);
  BrnStatus status = errno == ENOENT ? BRN_NOT_FOUND : BRN_IO_FAILED;
  return brn__fail(peek->ctx, status, "%s: %s", path, strerror(errno));
}

static BrnStatus open_peek(BrnContext* ctx, const char* path, bool own, BrnVtuPeek* out) {
  *out = (BrnVtuPeek){.ctx = ctx, .source = {.name = path}, .vtu = {.ctx = ctx}, .own = own};
  BRN_TRY(open_file(out, path));
  BrnStatus status = open_head(out);
  if (status != BRN_OK) {
    if (out->file >= 0) close(out->file);
    return status;
  }
  status = check_pieces(out);
  if (status != BRN_OK) brn__vtu_peek_close(out);
  return status;
}

BrnStatus brn__vtu_peek_open(BrnContext* ctx, const char* path, BrnVtuPeek* out) {
  return open_peek(ctx, path, false, out);
}

BrnStatus brn__vtu_peek_open_own(BrnContext* ctx, const char* path, BrnVtuPeek* out) {
  return open_peek(ctx, path, true, out);
}

void brn__vtu_peek_close(BrnVtuPeek* peek) {
  if (peek->file >= 0) close(peek->file);
  brn__vtu_free(&peek->vtu);
  brn__source_close(peek->ctx, &peek->source);
}

// ----------------------------------------------------------------------------------------- numbers

// Where the bytes of an array end: at the next one, or at the end of the file.
static uint64_t end_of(const BrnVtuPeek* peek, const BrnVtuArray* array) {
  uint64_t end = peek->file_size - peek->source.size;
  for (int i = 0; i < peek->vtu.array_count; i++) {
    const BrnVtuArray* other = &peek->vtu.array[i];
    bool follows = other->place == BRN_VTU_APPENDED && other->offset > array->offset;
    if (follows && other->offset < end) end = other->offset;
  }
  return end;
}

// The bytes of the array stand in for all that are appended.
static BrnStatus read_appended(BrnVtuPeek* peek, const BrnVtuArray* array, size_t count,
                               double* out) {
  uint64_t end = end_of(peek, array);
  if (array->offset > end) {
    return brn__vtu_fail(&peek->vtu, array, "its offset is %llu, but only %llu bytes are appended",
                         (unsigned long long)array->offset, (unsigned long long)end);
  }
  size_t size = (size_t)(end - array->offset);
  char* bytes = brn__alloc(peek->ctx, size + 1, 1);
  if (!bytes) return BRN_NO_MEMORY;
  BrnStatus status = read_bytes(peek, peek->source.size + array->offset, size, bytes);
  BrnVtu view = peek->vtu;
  BrnVtuArray here = *array;
  here.offset = 0;
  view.appended = (BrnSlice){bytes, size};
  view.budget = size;
  view.unpacked_budget = SIZE_MAX; // the caller has room for `count` numbers, and no more are taken
  if (status == BRN_OK) status = brn__vtu_check(&view, &here, count);
  if (status == BRN_OK) status = brn__vtu_numbers(&view, &here, count, out);
  brn__free(peek->ctx, bytes);
  return status;
}

static BrnStatus read_numbers(BrnVtuPeek* peek, const BrnVtuArray* array, size_t count,
                              double* out) {
  if (array->is_string || array->is_other) {
    return brn__vtu_fail(&peek->vtu, array, "expected numbers");
  }
  if (peek->file >= 0 && array->place == BRN_VTU_APPENDED) {
    return read_appended(peek, array, count, out);
  }
  peek->vtu.budget = peek->source.size;
  peek->vtu.unpacked_budget = SIZE_MAX;
  BRN_TRY(brn__vtu_check(&peek->vtu, array, count));
  return brn__vtu_numbers(&peek->vtu, array, count, out);
}

static const BrnVtuArray* find_points(const BrnVtuPeek* peek) {
  for (int i = 0; i < peek->vtu.array_count; i++) {
    if (peek->vtu.array[i].section == BRN_VTU_POINTS) return &peek->vtu.array[i];
  }
  return NULL;
}

BrnStatus brn__vtu_peek_positions(BrnVtuPeek* peek, double* out) {
  if (peek->point_count == 0) return BRN_OK;
  const BrnVtuArray* array = find_points(peek);
  if (!array || array->components != 3) {
    return brn__fail(peek->ctx, BRN_BAD_FILE, "%s: expected points of 3 numbers in <Points>",
                     peek->source.name);
  }
  size_t count = 3 * (size_t)peek->point_count;
  BRN_TRY(read_numbers(peek, array, count, out));
  for (size_t i = 0; i < count; i++) {
    if (isfinite(out[i])) continue;
    return brn__vtu_fail(&peek->vtu, array, "point %zu is not finite", i / 3);
  }
  return BRN_OK;
}

static bool is_listed(const BrnVtuArray* array) {
  bool data = array->section == BRN_VTU_POINT_DATA || array->section == BRN_VTU_CELL_DATA;
  return data && !array->is_string && !array->is_other;
}

static const BrnVtuArray* find(const BrnVtuPeek* peek, const char* name, bool on_cells) {
  BrnVtuSection section = on_cells ? BRN_VTU_CELL_DATA : BRN_VTU_POINT_DATA;
  return brn__vtu_find(&peek->vtu, &peek->vtu.piece[0], section, name);
}

bool brn__vtu_peek_find(const BrnVtuPeek* peek, const char* name, bool on_cells,
                        BrnVtuPeekArray* out) {
  const BrnVtuArray* array = find(peek, name, on_cells);
  if (!array || !is_listed(array)) return false;
  *out = (BrnVtuPeekArray){array->name, on_cells, array->components};
  return true;
}

BrnStatus brn__vtu_peek_numbers(BrnVtuPeek* peek, const BrnVtuPeekArray* array, double* out) {
  const BrnVtuArray* found = find(peek, array->name, array->on_cells);
  BRN_ASSERT(found);
  size_t items = (size_t)(array->on_cells ? peek->cell_count : peek->point_count);
  return read_numbers(peek, found, items * (size_t)array->components, out);
}
