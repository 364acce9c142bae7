// SPDX-License-Identifier: Apache-2.0

#include "io/own_file.h"
#include "io/sink.h"
#include "run/run.h"
#include "run/state_file.h"
#include "run/table.h"

#include <string.h>

// What goes into run.sums, and when. Lines of a frame are gathered while its files and rows are
// written, and get into the file with one that says that the frame is whole; then comes the
// checkpoint. Files of the run that change are noted before they are written: a run that is killed
// in between leaves the old file, whose line is still there.

static BrnStatus add(BrnRun* run, const BrnSum* line) {
  return brn__sums_add(run->ctx, &run->sums, line, &run->note);
}

BrnStatus brn__note_file(BrnRun* run, char kind, int frame, const char* name) {
  BrnSum line = {.kind = kind, .frame = frame, .name = (char*)(uintptr_t)name};
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", name);
  BrnStatus status =
      path ? brn__own_sum(run->ctx, path, 0, UINT64_MAX, &line.size, &line.sum) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status == BRN_OK ? add(run, &line) : status;
}

BrnStatus brn__note_row(BrnRun* run, char kind, int frame, const char* name, const BrnString* row,
                        uint64_t end) {
  BrnSum line = {.kind = kind,
                 .frame = frame,
                 .name = (char*)(uintptr_t)name,
                 .size = end,
                 .sum = brn__bytes_sum(row->text, row->size)};
  return add(run, &line);
}

BrnStatus brn__note_bytes(BrnRun* run, const char* name, uint64_t size, uint64_t sum) {
  if (brn__sums_fit(&run->sums, name, size, sum)) return BRN_OK;
  BrnSum line = {.kind = 'r', .name = (char*)(uintptr_t)name, .size = size, .sum = sum};
  return add(run, &line);
}

BrnStatus brn__notes_flush(BrnRun* run) {
  if (run->note.size == 0) return run->note.status;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.sums");
  BrnStatus status = path ? brn__table_append(run->ctx, path, &run->note, NULL) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  brn__string_free(run->ctx, &run->note);
  return status;
}

BrnStatus brn__note_mark(BrnRun* run, const BrnRunMark* mark) {
  BrnSumRange range = {mark->first_row, mark->last};
  BRN_TRY(brn__sums_add_mark(run->ctx, &run->sums, mark->frame, range, &run->note));
  return brn__notes_flush(run);
}

void brn__notes_done(BrnRun* run) {
  brn__sums_free(run->ctx, &run->sums);
  brn__string_free(run->ctx, &run->note);
}

// --------------------------------------------------------------------------------------- beginning

// Of a run that goes on; files of the run are noted anew, but for the scene, which is still the old
// one now.
static bool is_kept(const BrnRun* run, const BrnSum* line) {
  if (!run->resumes) return false;
  if (line->kind == 'r') return strcmp(line->name, "run.scene.json") == 0;
  return line->kind == 'h' || line->frame <= run->mark.frame;
}

static BrnStatus note_run(BrnRun* run) {
  uint64_t size, sum;
  BRN_TRY(brn__note_bytes(run, "=state", BRN_STATE_VERSION, 0));
  BRN_TRY(brn__run_inputs_sum(run, &sum));
  BRN_TRY(brn__note_bytes(run, "=inputs", 0, sum));
  BRN_TRY(brn__run_scene_sum(run, &size, &sum));
  BRN_TRY(brn__note_bytes(run, "run.scene.json", size, sum));
  BrnStatus status = brn__note_file(run, 'r', 0, "run.model");
  return status == BRN_NO_MEMORY ? status : BRN_OK; // a run does without it
}

static BrnStatus write_lines(BrnRun* run) {
  BrnSink sink;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.sums");
  BrnStatus status = run->note.status;
  if (status == BRN_OK) {
    status = path ? brn__sink_open_own(run->ctx, path, &sink) : BRN_NO_MEMORY;
  }
  if (status == BRN_OK) {
    brn__sink_bytes(&sink, run->note.text, run->note.size);
    status = brn__sink_close(&sink);
  }
  brn__scratch_release(run->ctx, mark);
  brn__string_free(run->ctx, &run->note);
  return status;
}

static BrnStatus take_lines(BrnRun* run, const BrnSums* before) {
  for (size_t i = 0; i < before->count; i++) {
    if (is_kept(run, &before->line[i])) BRN_TRY(add(run, &before->line[i]));
  }
  return BRN_OK;
}

BrnStatus brn__notes_begin(BrnRun* run) {
  BrnSums before = run->sums;
  run->sums = (BrnSums){0};
  brn__string_free(run->ctx, &run->note);
  BrnStatus status = note_run(run);
  if (status == BRN_OK) status = take_lines(run, &before);
  brn__sums_free(run->ctx, &before);
  return status == BRN_OK ? write_lines(run) : status;
}

bool brn__notes_fit(BrnRun* run, const char* name, bool* known) {
  uint64_t size, sum;
  *known = false;
  for (size_t i = 0; i < run->sums.count; i++) {
    const BrnSum* line = &run->sums.line[i];
    *known = *known || (line->kind == 'r' && strcmp(line->name, name) == 0);
  }
  if (!*known) return true;
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "%s", name);
  BrnStatus status =
      path ? brn__own_sum(run->ctx, path, 0, UINT64_MAX, &size, &sum) : BRN_NO_MEMORY;
  brn__scratch_release(run->ctx, mark);
  return status == BRN_OK && brn__sums_fit(&run->sums, name, size, sum);
}
