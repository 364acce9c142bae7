// SPDX-License-Identifier: Apache-2.0
//
// Rows and heads of CSV files by the same calls, units converted; and cutting a table after so many
// rows.

#include "run/table.h"

#include "core/vec.h"
#include "io/own_file.h"
#include "io/sink.h"
#include "io/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------- rows

static void separate(BrnTableRow* row) {
  if (row->text.size > 0) brn__string_text(row->ctx, &row->text, ",");
}

// a name with commas, quotes or line ends stands in quotes, with its own doubled
static void add_quoted(BrnTableRow* row, const char* text) {
  for (; *text; text++) {
    if (*text == '"') brn__string_text(row->ctx, &row->text, "\"");
    brn__string_bytes(row->ctx, &row->text, *text == '\n' || *text == '\r' ? " " : text, 1);
  }
}

// how often a length is in a unit; 0: never
static int power_of_length(const char* unit) {
  static const struct {
    const char* unit;
    int power;
  } list[] = {{"m", 1}, {"m/s", 1}, {"m/s^2", 1}, {"N m", 1}, {"m^3", 3}};
  for (size_t i = 0; unit && i < sizeof list / sizeof *list; i++) {
    if (strcmp(list[i].unit, unit) == 0) return list[i].power;
  }
  return 0;
}

// its metres become the lengths of the table
static void add_unit(BrnTableRow* row, const char* unit) {
  bool changes = row->units && power_of_length(unit) > 0;
  brn__string_text(row->ctx, &row->text, " [");
  for (; *unit; unit++) {
    bool length = changes && *unit == 'm';
    brn__string_printf(row->ctx, &row->text, length ? "%s" : "%.1s",
                       length ? row->units->length : unit);
  }
  brn__string_text(row->ctx, &row->text, "]");
}

static double converted(const BrnTableRow* row, const char* unit, double value) {
  int power = row->units ? power_of_length(unit) : 0;
  for (int i = 0; i < power; i++) value /= row->units->metres;
  return value;
}

static void add_name(BrnTableRow* row, const char* owner, const char* name, const char* unit) {
  bool quotes = owner && strpbrk(owner, ",\"\r\n");
  if (quotes) brn__string_text(row->ctx, &row->text, "\"");
  if (owner) add_quoted(row, owner);
  if (owner) brn__string_text(row->ctx, &row->text, ".");
  brn__string_text(row->ctx, &row->text, name);
  if (unit) add_unit(row, unit);
  if (quotes) brn__string_text(row->ctx, &row->text, "\"");
}

void brn__row_number(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     double value) {
  separate(row);
  if (row->head) {
    add_name(row, owner, name, unit);
  } else {
    brn__string_double(row->ctx, &row->text, converted(row, unit, value));
  }
}

void brn__row_word(BrnTableRow* row, const char* name, const char* word) {
  separate(row);
  brn__string_text(row->ctx, &row->text, row->head ? name : word);
}

void brn__row_turn(const BrnTableRow* row, const double value[3], double out[3]) {
  double back[9];
  brn__copy3(out, value);
  if (!row->units || !row->units->axes) return;
  brn__transpose3(back, row->units->axes);
  brn__mul3(out, back, value);
}

void brn__row_vector(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     const double value[3]) {
  double turned[3];
  brn__row_turn(row, value, turned);
  for (int i = 0; i < 3; i++) {
    char part[64];
    snprintf(part, sizeof part, "%s_%c", name, "xyz"[i]);
    brn__row_number(row, owner, part, unit, turned[i]);
  }
}

// R^T S R
static void turn_tensor(const double R[9], const double value[6], double out[6]) {
  const double S[9] = {value[0], value[3], value[5], value[3], value[1],
                       value[4], value[5], value[4], value[2]};
  double half[9], whole[9], back[9];
  brn__transpose3(back, R);
  brn__mul33(half, back, S);
  brn__mul33(whole, half, R);
  for (int i = 0; i < 3; i++) {
    out[i] = whole[4 * i];
    out[3 + i] = whole[3 * i + (i + 1) % 3];
  }
}

void brn__row_tensor(BrnTableRow* row, const char* owner, const char* name, const char* unit,
                     const double value[6]) {
  static const char* const parts[] = {"xx", "yy", "zz", "xy", "yz", "zx"};
  double turned[6];
  memcpy(turned, value, sizeof turned);
  if (row->units && row->units->axes) turn_tensor(row->units->axes, value, turned);
  for (int i = 0; i < 6; i++) {
    char part[64];
    snprintf(part, sizeof part, "%s_%s", name, parts[i]);
    brn__row_number(row, owner, part, unit, turned[i]);
  }
}

// ------------------------------------------------------------------------------------------ files

static BrnStatus fail_system(BrnContext* ctx, const char* path) {
  const char* cure = errno == ENOSPC || errno == EDQUOT ? "; free some space" : "";
  return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot write: %s%s", path, strerror(errno), cure);
}

static BrnStatus append_to(BrnContext* ctx, int file, const char* path, const BrnString* row,
                           uint64_t* size) {
  off_t end = lseek(file, 0, SEEK_END);
  if (size && end >= 0) *size = (uint64_t)end + row->size;
  if (end >= 0 && brn__write_all(file, row->text, row->size)) return BRN_OK;
  BrnStatus status = fail_system(ctx, path);
  if (end >= 0 && ftruncate(file, end) != 0) return status; // resuming cuts it off, then
  return status;
}

BrnStatus brn__table_append(BrnContext* ctx, const char* path, const BrnString* row,
                            uint64_t* end) {
  BRN_TRY(row->status);
  int file = brn__own_open(path, O_WRONLY);
  if (file < 0) {
    return errno == ELOOP || errno == EINVAL ? brn__own_fail(ctx, path) : fail_system(ctx, path);
  }
  BrnStatus status = append_to(ctx, file, path, row, end);
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
  BRN_TRY(brn__source_open_own(ctx, path, &file));
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
