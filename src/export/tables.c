// SPDX-License-Identifier: Apache-2.0

#include "core/decimal.h"
#include "export/export.h"
#include "io/source.h"
#include "run/run.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// CSV: all tables of a run side by side, a row a frame. Frame and time come first, and then the
// columns of each table with its name before theirs: "muscles.biceps.length [m]".

enum { MOST_TABLES = 16, LEAD = 2 }; // columns of frame and time, which all tables have

typedef struct Table {
  BrnSource source;
  char name[32];
  int column_count; // with frame and time
  int row_count;
  BrnSlice head;
  BrnSlice* row; // (row_count)
  int* number;   // frames of the rows (row_count)
} Table;

typedef struct Tables {
  BrnExport* job;
  int count;
  Table table[MOST_TABLES];
} Tables;

static BrnStatus plan(BrnExport* job) {
  const char* what = NULL;
  if (job->def.metres_per_unit != 1 || job->def.up != 'y') what = "--units and --up";
  if (job->def.part_count > 0) what = "--parts";
  if (what) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED,
                     "%s: tables have everything, in SI units and Y up; leave out %s", job->path,
                     what);
  }
  if (!job->replay->folder) {
    return brn__fail(job->ctx, BRN_UNSUPPORTED,
                     "%s: only runs have tables; run the scene first (brawn run)", job->path);
  }
  return brn__export_plan_file(job, NULL, BRN_NO_FRAME, NULL);
}

// ----------------------------------------------------------------------------------------- reading

// a cell from `at`, with its quotes
static size_t cell_length(const char* at, const char* end) {
  bool quoted = false;
  size_t length = 0;
  for (; at + length < end; length++) {
    if (at[length] == '"') quoted = !quoted;
    if (at[length] == ',' && !quoted) break;
  }
  return length;
}

// what follows the first so many cells, with its comma; *rest counts the cells that do
static BrnSlice skip_cells(BrnSlice line, int count, int* rest) {
  const char *at = line.start, *end = line.start + line.length;
  BrnSlice tail = {end, 0};
  int cells = 0;
  while (at < end) {
    if (cells == count) tail = (BrnSlice){at - 1, (size_t)(end - at) + 1};
    at += cell_length(at, end) + 1;
    cells++;
  }
  *rest = cells - count;
  return tail;
}

static BrnSlice next_line(const char** at, const char* end) {
  const char* newline = memchr(*at, '\n', (size_t)(end - *at));
  BrnSlice line = {*at, (size_t)((newline ? newline : end) - *at)};
  *at = newline ? newline + 1 : end;
  if (line.length > 0 && line.start[line.length - 1] == '\r') line.length--;
  return line;
}

static BrnStatus fail_line(const Tables* tables, const Table* table, int line, const char* what) {
  return brn__fail(tables->job->ctx, BRN_BAD_FILE, "%s:%d: %s", table->source.name, line, what);
}

// half a row at the end, without its line end, is being written right now, or was when the power
// went
static BrnStatus split_rows(const Tables* tables, Table* table) {
  const char *at = table->source.data, *end = at + table->source.size;
  int lead = 0;
  table->head = next_line(&at, end);
  skip_cells(table->head, 0, &table->column_count);
  if (table->column_count < LEAD) return fail_line(tables, table, 1, "expected frame, time, ...");
  while (at < end && memchr(at, '\n', (size_t)(end - at))) {
    BrnSlice line = next_line(&at, end);
    double number;
    skip_cells(line, 0, &lead);
    bool good =
        brn__double_parse(line.start, cell_length(line.start, line.start + line.length), &number) &&
        number >= INT_MIN && number <= INT_MAX && lead == table->column_count;
    if (!good) {
      return fail_line(tables, table, table->row_count + 2,
                       "expected the number of a frame, and as many cells as in the first line");
    }
    table->row[table->row_count] = line;
    table->number[table->row_count++] = (int)number;
  }
  return BRN_OK;
}

static BrnStatus read_table(Tables* tables, const char* path, const char* file) {
  BrnContext* ctx = tables->job->ctx;
  Table* table = &tables->table[tables->count];
  size_t lines = 1;
  BRN_TRY(brn__source_open_own(ctx, path, &table->source));
  tables->count++;
  snprintf(table->name, sizeof table->name, "%.*s", (int)strcspn(file, "."), file);
  for (size_t i = 0; i < table->source.size; i++) lines += table->source.data[i] == '\n';
  table->row = brn__new(ctx, lines, BrnSlice);
  table->number = brn__new(ctx, lines, int);
  return table->row && table->number ? split_rows(tables, table) : BRN_NO_MEMORY;
}

static BrnStatus read_tables(Tables* tables, char* path, size_t room) {
  const BrnReplay* replay = tables->job->replay;
  const char* file;
  for (int i = 0; tables->count < MOST_TABLES && (file = brn__tables_file(i)); i++) {
    char* own = path + (size_t)tables->count * room; // it serves messages as long as the table
    snprintf(own, room, "%s/%s", replay->folder, file);
    if (access(own, F_OK) == 0) BRN_TRY(read_table(tables, own, file));
  }
  if (tables->count > 0) return BRN_OK;
  return brn__fail(tables->job->ctx, BRN_NOT_FOUND, "%s: there are no tables in it",
                   replay->folder);
}

// ----------------------------------------------------------------------------------------- writing

static void write_slice(BrnSink* sink, BrnSlice slice) {
  brn__sink_bytes(sink, slice.start, slice.length);
}

// "muscles." goes behind a quote
static void write_names(const Table* table, BrnSink* sink) {
  int rest;
  BrnSlice names = skip_cells(table->head, LEAD, &rest);
  const char *at = names.start + 1, *end = names.start + names.length;
  for (int i = 0; i < rest; i++) {
    size_t length = cell_length(at, end), quote = at[0] == '"' ? 1 : 0;
    brn__sink_text(sink, ",");
    brn__sink_bytes(sink, at, quote);
    brn__sink_printf(sink, "%s.", table->name);
    brn__sink_bytes(sink, at + quote, length - quote);
    at += length + 1;
  }
}

static int find_row(const Table* table, int number, int guess) {
  if (guess < table->row_count && table->number[guess] == number) return guess;
  for (int r = 0; r < table->row_count; r++) {
    if (table->number[r] == number) return r;
  }
  return -1;
}

static void write_row(const Tables* tables, int r, BrnSink* sink) {
  const Table* lead = &tables->table[0];
  int rest;
  BrnSlice row = lead->row[r], tail = skip_cells(row, LEAD, &rest);
  brn__sink_bytes(sink, row.start, row.length - tail.length);
  for (int t = 0; t < tables->count; t++) {
    const Table* table = &tables->table[t];
    int at = find_row(table, lead->number[r], r);
    if (at >= 0) write_slice(sink, skip_cells(table->row[at], LEAD, &rest));
    for (int c = LEAD; at < 0 && c < table->column_count; c++) brn__sink_text(sink, ",");
  }
  brn__sink_text(sink, "\n");
}

static BrnStatus print(const Tables* tables) {
  BrnExport* job = tables->job;
  const Table* lead = &tables->table[0];
  BrnSink sink;
  BRN_TRY(brn__export_open(job, 0, &sink));
  brn__sink_text(&sink, "frame,time [s]");
  for (int t = 0; t < tables->count; t++) write_names(&tables->table[t], &sink);
  brn__sink_text(&sink, "\n");
  job->report.frames = 0;
  for (int r = 0; r < lead->row_count; r++) {
    if (!brn__export_is_wanted(job, lead->number[r])) continue;
    write_row(tables, r, &sink);
    job->report.frames++;
  }
  return brn__export_close(job, &sink, BRN_OK);
}

static BrnStatus write_file(BrnExport* job) {
  Tables tables = {.job = job};
  job->report.parts = 0;
  job->report.vertices = 0;
  BRN_TRY(brn__export_tell(job, 0));
  BrnScratchMark mark = brn__scratch_mark(job->ctx);
  size_t room = strlen(job->replay->folder) + 32;
  char* path = brn__scratch(job->ctx, MOST_TABLES * room, char);
  BrnStatus status = path ? read_tables(&tables, path, room) : BRN_NO_MEMORY;
  if (status == BRN_OK) status = print(&tables);
  for (int t = 0; t < tables.count; t++) {
    brn__free(job->ctx, tables.table[t].number);
    brn__free(job->ctx, tables.table[t].row);
    brn__source_close(job->ctx, &tables.table[t].source);
  }
  brn__scratch_release(job->ctx, mark);
  return status;
}

const BrnExportWriter brn__export_csv = {
    {"csv", "csv", "CSV, all tables of the run side by side"}, plan, write_file};
