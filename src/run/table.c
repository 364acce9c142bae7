// SPDX-License-Identifier: Apache-2.0

#include "run/table.h"

#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------- rows

static void separate(BrnRow* row) {
  if (row->text.size > 0) brn__string_text(row->ctx, &row->text, ",");
}

// a name with commas, quotes or line ends stands in quotes, with its own doubled
static void add_quoted(BrnRow* row, const char* text) {
  for (; *text; text++) {
    if (*text == '"') brn__string_text(row->ctx, &row->text, "\"");
    brn__string_bytes(row->ctx, &row->text, *text == '\n' || *text == '\r' ? " " : text, 1);
  }
}

static void add_name(BrnRow* row, const char* owner, const char* name, const char* unit) {
  bool quotes = owner && strpbrk(owner, ",\"\r\n");
  if (quotes) brn__string_text(row->ctx, &row->text, "\"");
  if (owner) add_quoted(row, owner);
  if (owner) brn__string_text(row->ctx, &row->text, ".");
  brn__string_text(row->ctx, &row->text, name);
  if (unit) brn__string_printf(row->ctx, &row->text, " [%s]", unit);
  if (quotes) brn__string_text(row->ctx, &row->text, "\"");
}

void brn__row_number(BrnRow* row, const char* owner, const char* name, const char* unit,
                     double value) {
  separate(row);
  if (row->head) {
    add_name(row, owner, name, unit);
  } else {
    brn__string_double(row->ctx, &row->text, value);
  }
}

void brn__row_word(BrnRow* row, const char* name, const char* word) {
  separate(row);
  brn__string_text(row->ctx, &row->text, row->head ? name : word);
}

void brn__row_vector(BrnRow* row, const char* owner, const char* name, const char* unit,
                     const double value[3]) {
  for (int i = 0; i < 3; i++) {
    char part[64];
    snprintf(part, sizeof part, "%s_%c", name, "xyz"[i]);
    brn__row_number(row, owner, part, unit, value[i]);
  }
}

// ------------------------------------------------------------------------------------------ files

static BrnStatus fail_system(BrnContext* ctx, const char* path) {
  const char* cure = errno == ENOSPC || errno == EDQUOT ? "; free some space" : "";
  return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write: %s%s", path, strerror(errno), cure);
}

static bool write_all(int file, const char* bytes, size_t size) {
  while (size > 0) {
    ssize_t wrote = write(file, bytes, size);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    bytes += wrote;
    size -= (size_t)wrote;
  }
  return true;
}

static BrnStatus append_to(BrnContext* ctx, int file, const char* path, const BrnString* row) {
  off_t end = lseek(file, 0, SEEK_END);
  if (end >= 0 && write_all(file, row->text, row->size)) return BRN_OK;
  BrnStatus status = fail_system(ctx, path);
  if (end >= 0 && ftruncate(file, end) != 0) return status; // resuming cuts it off, then
  return status;
}

BrnStatus brn__table_append(BrnContext* ctx, const char* path, const BrnString* row) {
  BRN_TRY(row->status);
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return fail_system(ctx, path);
  BrnStatus status = append_to(ctx, file, path, row);
  if (close(file) != 0 && status == BRN_OK) status = fail_system(ctx, path);
  return status;
}

// where the line after `rows` rows and the head begins; NULL: there are fewer
static const char* find_end(const BrnSource* file, int rows) {
  const char *at = file->data, *end = file->data + file->size;
  for (int line = 0; line <= rows; line++) {
    const char* found = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (!found) return NULL;
    at = found + 1;
  }
  return at;
}

BrnStatus brn__table_cut(BrnContext* ctx, const char* path, int rows) {
  BrnSource file;
  BRN_TRY(brn__source_open(ctx, path, &file));
  const char* end = find_end(&file, rows);
  size_t size = end ? (size_t)(end - file.data) : 0, whole = file.size;
  brn__source_close(ctx, &file);
  if (!end) {
    return brn__fail(ctx, BRN_BAD_FILE,
                     "%s: it has fewer than the %d rows that were written; start anew", path, rows);
  }
  if (size < whole && truncate(path, (off_t)size) != 0) return fail_system(ctx, path);
  return BRN_OK;
}
