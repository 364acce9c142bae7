// SPDX-License-Identifier: Apache-2.0

#include "run/verify.h"

#include "io/own_file.h"
#include "run/state_file.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// A frame counts when its line in run.sums is there and everything that the lines before it name is
// as they say. The first one that does not count, and all after it, are made anew.

enum { MOST_TABLES = 32 };

typedef struct Verify {
  BrnContext* ctx;
  const char* folder;
  const BrnSums* sums;
  const BrnRunMark* mark;
  BrnRunFaultFn* fn;
  void* user;
  BrnRunCheck* out;
  bool unfinished; // somebody writes, or was killed in the midst of it: what is half is no damage
  int first_bad;
  const char* table[MOST_TABLES]; // those that are damaged: the first place counts
  int table_count;
} Verify;

static void tell(Verify* v, const char* file, const char* what, int frame) {
  BrnRunFault fault = {.file = file, .what = what, .frame = frame};
  v->out->fault_count++;
  if (frame < v->first_bad) v->first_bad = frame;
  if (v->fn) v->fn(v->user, &fault);
}

static char* path_of(BrnContext* ctx, const char* folder, const char* name) {
  size_t size = strlen(folder) + strlen(name) + 2;
  char* path = brn__scratch(ctx, size, char);
  if (path) snprintf(path, size, "%s/%s", folder, name);
  return path;
}

// what the bytes are now; *what: NULL, or what is wrong with the file
static BrnStatus sum_of(Verify* v, const char* name, uint64_t from, uint64_t to, uint64_t* size,
                        uint64_t* sum, const char** what) {
  BrnScratchMark mark = brn__scratch_mark(v->ctx);
  const char* path = path_of(v->ctx, v->folder, name);
  BrnStatus status = path ? brn__own_sum(v->ctx, path, from, to, size, sum) : BRN_NO_MEMORY;
  brn__scratch_release(v->ctx, mark);
  *what = status == BRN_OK ? NULL : status == BRN_NOT_FOUND ? "it is missing" : "it is damaged";
  return status == BRN_NO_MEMORY ? status : brn__go_on(v->ctx);
}

// ----------------------------------------------------------------------------------------- frames

static BrnStatus check_file(Verify* v, const BrnSum* line) {
  uint64_t size, sum;
  const char* what;
  BRN_TRY(sum_of(v, line->name, 0, UINT64_MAX, &size, &sum, &what));
  if (!what && (size != line->size || sum != line->sum)) what = "it is damaged";
  if (what) tell(v, line->name, what, line->frame);
  v->out->file_count++;
  return BRN_OK;
}

// where the row or head before this one ends
static uint64_t end_before(const Verify* v, size_t index) {
  const BrnSum* line = &v->sums->line[index];
  for (size_t i = index; i > 0; i--) {
    const BrnSum* other = &v->sums->line[i - 1];
    bool table = other->kind == 't' || other->kind == 'h';
    if (table && strcmp(other->name, line->name) == 0) return other->size;
  }
  return 0;
}

static bool is_told(const Verify* v, const char* table) {
  for (int i = 0; i < v->table_count; i++) {
    if (strcmp(v->table[i], table) == 0) return true;
  }
  return false;
}

static BrnStatus check_row(Verify* v, size_t index) {
  const BrnSum* line = &v->sums->line[index];
  uint64_t sum, from = end_before(v, index);
  const char* what;
  BRN_TRY(sum_of(v, line->name, from, line->size, NULL, &sum, &what));
  if (!what && sum != line->sum) what = "it is damaged";
  if (what) tell(v, line->name, what, line->kind == 'h' ? INT_MIN : line->frame);
  if (what && v->table_count < MOST_TABLES) v->table[v->table_count++] = line->name;
  v->out->file_count += line->kind == 'h';
  return BRN_OK;
}

// A table that has more than was written: half a row of a run that was killed, or somebody's.
static BrnStatus check_end(Verify* v, size_t index) {
  const BrnSum* line = &v->sums->line[index];
  struct stat info;
  for (size_t i = index + 1; i < v->sums->count; i++) {
    const BrnSum* later = &v->sums->line[i];
    if (later->kind == 't' && strcmp(later->name, line->name) == 0) return BRN_OK;
  }
  BrnScratchMark mark = brn__scratch_mark(v->ctx);
  const char* path = path_of(v->ctx, v->folder, line->name);
  bool longer = path && lstat(path, &info) == 0 && S_ISREG(info.st_mode) &&
                (uint64_t)info.st_size > line->size;
  brn__scratch_release(v->ctx, mark);
  if (longer && !v->unfinished) tell(v, line->name, "it goes on after its last row", INT_MAX);
  return path ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus check_line(Verify* v, size_t index) {
  const BrnSum* line = &v->sums->line[index];
  bool table = line->kind == 't' || line->kind == 'h';
  if (line->kind != 'h' && line->frame > v->mark->frame) return BRN_OK; // is made anew anyway
  if (line->kind == 'f') return check_file(v, line);
  if (!table || is_told(v, line->name)) return BRN_OK;
  BRN_TRY(check_row(v, index));
  return check_end(v, index);
}

// frames without a line
static void check_marks(Verify* v) {
  const BrnSum* last = brn__sums_last_mark(v->sums, v->mark->frame);
  bool all = last && last->frame == v->mark->frame;
  if (all && !v->sums->whole && !v->unfinished) {
    tell(v, "run.sums", "it goes on after its last line", INT_MAX);
  }
  if (all) return;
  tell(v, "run.sums", v->sums->count > 0 ? "it is damaged" : "it is missing",
       last ? last->frame + 1 : INT_MIN);
}

// ------------------------------------------------------------------------------- files of the run

static BrnStatus check_run_file(Verify* v, const char* name) {
  uint64_t size, sum;
  const char* what;
  BRN_TRY(sum_of(v, name, 0, UINT64_MAX, &size, &sum, &what));
  bool missing = what && strcmp(what, "it is missing") == 0;
  if (!what && !brn__sums_fit(v->sums, name, size, sum)) what = "it is damaged";
  bool soon = v->unfinished && missing; // it is noted before it is written
  if (what && !soon) tell(v, name, what, INT_MAX);
  v->out->file_count++;
  return BRN_OK;
}

// each name once
static BrnStatus check_run_files(Verify* v) {
  for (size_t i = 0; i < v->sums->count; i++) {
    const char* name = v->sums->line[i].name;
    bool first = v->sums->line[i].kind == 'r';
    for (size_t k = 0; k < i && first; k++) {
      first = v->sums->line[k].kind != 'r' || strcmp(v->sums->line[k].name, name) != 0;
    }
    if (first && *name != '=') BRN_TRY(check_run_file(v, name));
  }
  return BRN_OK;
}

// The last thing in it is the checksum of what is before it.
bool brn__run_record_is_whole(const char* text, size_t size) {
  static const char key[] = "\"sum\": \"", end[] = "\"\n}\n";
  size_t tail = sizeof key - 1 + 16 + sizeof end - 1;
  char wanted[17];
  if (size < tail || memcmp(text + size - tail, key, sizeof key - 1) != 0) return false;
  if (memcmp(text + size - (sizeof end - 1), end, sizeof end - 1) != 0) return false;
  snprintf(wanted, sizeof wanted, "%016llx", (unsigned long long)brn__bytes_sum(text, size - tail));
  return memcmp(text + size - tail + sizeof key - 1, wanted, 16) == 0;
}

static BrnStatus check_record(Verify* v) {
  BrnSource file;
  BrnScratchMark mark = brn__scratch_mark(v->ctx);
  const char* path = path_of(v->ctx, v->folder, "run.json");
  BrnStatus status = path ? brn__source_open_own(v->ctx, path, &file) : BRN_NO_MEMORY;
  bool whole = status == BRN_OK && brn__run_record_is_whole(file.data, file.size);
  static const char running[] = "\"outcome\": \"running\"";
  if (whole && memmem(file.data, file.size, running, sizeof running - 1)) v->unfinished = true;
  if (status == BRN_OK) brn__source_close(v->ctx, &file);
  brn__scratch_release(v->ctx, mark);
  if (status == BRN_NO_MEMORY) return status;
  const char* what = status == BRN_NOT_FOUND ? "it is missing" : "it is damaged";
  if (!whole) tell(v, "run.json", what, INT_MAX);
  v->out->file_count++;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------ checkpoints

bool brn__is_early_checkpoint(const char* name) {
  static const char stem[] = "run.checkpoint.";
  const char* number = name + sizeof stem - 1;
  if (strncmp(name, stem, sizeof stem - 1) != 0 || strlen(name) >= BRN_CHECKPOINT_NAME) {
    return false;
  }
  number += *number == '-';
  return *number && strspn(number, "0123456789") == strlen(number);
}

static BrnStatus peek(BrnContext* ctx, const char* folder, const char* name, BrnRunMark* mark,
                      bool* whole) {
  BrnScratchMark scratch = brn__scratch_mark(ctx);
  const char* path = path_of(ctx, folder, name);
  BrnStatus status = path ? brn__checkpoint_peek(ctx, path, mark, sizeof *mark) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, scratch);
  *whole = status == BRN_OK;
  return status == BRN_NO_MEMORY ? status : BRN_OK;
}

// They are of use only when something else is damaged; a whole one is expected to be there still.
static BrnStatus check_early(Verify* v) {
  DIR* list = opendir(v->folder);
  struct dirent* entry;
  BrnStatus status = BRN_OK;
  while (list && status == BRN_OK && (entry = readdir(list))) {
    BrnRunMark mark;
    bool whole;
    if (!brn__is_early_checkpoint(entry->d_name)) continue;
    status = peek(v->ctx, v->folder, entry->d_name, &mark, &whole);
    if (status == BRN_OK && !whole) tell(v, entry->d_name, "it is damaged", INT_MAX);
    v->out->file_count++;
  }
  if (list) closedir(list);
  return status;
}

static BrnStatus try_checkpoint(BrnContext* ctx, const char* folder, const char* name, int before,
                                char best[BRN_CHECKPOINT_NAME], BrnRunMark* mark, bool* found) {
  BrnRunMark there;
  bool whole;
  BRN_TRY(peek(ctx, folder, name, &there, &whole));
  if (!whole || there.frame >= before || (*found && there.frame <= mark->frame)) return BRN_OK;
  snprintf(best, BRN_CHECKPOINT_NAME, "%s", name);
  *mark = there;
  *found = true;
  return BRN_OK;
}

BrnStatus brn__run_find_checkpoint(BrnContext* ctx, const char* folder, int before,
                                   char name[BRN_CHECKPOINT_NAME], BrnRunMark* mark, bool* found) {
  *found = false;
  BRN_TRY(try_checkpoint(ctx, folder, "run.checkpoint", before, name, mark, found));
  if (*found) return BRN_OK; // none is newer
  DIR* list = opendir(folder);
  struct dirent* entry;
  BrnStatus status = BRN_OK;
  while (list && status == BRN_OK && (entry = readdir(list))) {
    if (!brn__is_early_checkpoint(entry->d_name)) continue;
    status = try_checkpoint(ctx, folder, entry->d_name, before, name, mark, found);
  }
  if (list) closedir(list);
  return status;
}

BrnStatus brn__run_find_mark(BrnContext* ctx, const char* folder, const BrnSums* sums,
                             BrnRunMark* mark, bool* told) {
  BRN_TRY(peek(ctx, folder, "run.checkpoint", mark, told));
  if (*told) return BRN_OK;
  const BrnSum* last = brn__sums_last_mark(sums, INT_MAX);
  *told = last != NULL;
  if (!last) return BRN_OK;
  BrnSumRange range = brn__sums_range(last);
  *mark = (BrnRunMark){.frame = last->frame, .first_row = range.first_row, .last = range.last};
  return BRN_OK;
}

// --------------------------------------------------------------------------------------------- all

BrnStatus brn__run_check_files(BrnContext* ctx, const char* folder, const BrnSums* sums,
                               const BrnRunMark* mark, BrnRunFaultFn* fn, void* user,
                               BrnRunCheck* out, int* first_bad) {
  Verify v = {.ctx = ctx,
              .folder = folder,
              .sums = sums,
              .mark = mark,
              .fn = fn,
              .user = user,
              .out = out,
              .unfinished = out->running,
              .first_bad = mark->frame + 1};
  BRN_TRY(check_record(&v));
  check_marks(&v);
  for (size_t i = 0; i < sums->count; i++) BRN_TRY(check_line(&v, i));
  BRN_TRY(check_run_files(&v));
  BRN_TRY(check_early(&v));
  *first_bad = v.first_bad;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ public

static BrnStatus check_checkpoint(BrnContext* ctx, const char* folder, BrnRunFaultFn* fn,
                                  void* user, BrnRunCheck* out) {
  BrnRunMark mark;
  bool whole;
  BRN_TRY(peek(ctx, folder, "run.checkpoint", &mark, &whole));
  out->file_count++;
  if (whole) return BRN_OK;
  out->fault_count++;
  BrnRunFault fault = {"run.checkpoint", "it is damaged or missing", out->from + 1};
  if (fn) fn(user, &fault);
  return BRN_OK;
}

static BrnStatus verify(BrnContext* ctx, const char* folder, const BrnSums* sums, BrnRunFaultFn* fn,
                        void* user, BrnRunCheck* out) {
  BrnRunMark mark, from;
  char name[BRN_CHECKPOINT_NAME];
  bool told, found;
  int first_bad;
  BRN_TRY(brn__run_find_mark(ctx, folder, sums, &mark, &told));
  if (!told) {
    return brn__fail(ctx, BRN_NOT_FOUND,
                     "%s: there is no run in this folder, or none that came to a checkpoint",
                     folder);
  }
  const BrnSum* last = brn__sums_last_mark(sums, INT_MAX);
  if (out->running && last && last->frame < mark.frame) mark.frame = last->frame; // it goes on
  out->has_sums = sums->count > 0;
  out->first = mark.first_row, out->done = mark.frame;
  BRN_TRY(brn__run_check_files(ctx, folder, sums, &mark, fn, user, out, &first_bad));
  BRN_TRY(brn__run_find_checkpoint(ctx, folder, first_bad, name, &from, &found));
  out->from = found ? from.frame : INT_MIN;
  return check_checkpoint(ctx, folder, fn, user, out);
}

BrnStatus brn_run_verify(BrnContext* ctx, const char* folder, BrnRunFaultFn* fn, void* user,
                         BrnRunCheck* out) {
  BRN_ASSERT(ctx && folder && out);
  BrnSums sums;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  const char* path = path_of(ctx, folder, "run.sums");
  *out = (BrnRunCheck){.running = brn__run_is_locked(folder)};
  BrnStatus status = path ? brn__sums_read(ctx, path, &sums) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    status = verify(ctx, folder, &sums, fn, user, out);
    brn__sums_free(ctx, &sums);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
