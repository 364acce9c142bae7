// SPDX-License-Identifier: Apache-2.0

#include "core/json.h"
#include "io/source.h"
#include "replay/replay.h"
#include "run/run.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

// run.json: what was run, and how it ended. It is written when a run begins and when it ends;
// whether one that "is running" still does, the lock of the folder tells.

// ----------------------------------------------------------------------------------------- reading

static BrnStatus text_of(BrnContext* ctx, const json_t* root, const char* key, char** out) {
  const char* text = json_string_value(json_object_get(root, key));
  *out = text ? brn__strdup(ctx, text) : NULL;
  return text && !*out ? BRN_NO_MEMORY : BRN_OK;
}

static bool int_of(const json_t* object, const char* key, int* out) {
  const json_t* value = json_object_get(object, key);
  json_int_t number = json_integer_value(value);
  *out = (int)number;
  return json_is_integer(value) && number > INT_MIN && number < INT_MAX;
}

static double number_of(const json_t* object, const char* key) {
  double number = json_number_value(json_object_get(object, key)); // 0: there is none
  return isfinite(number) && number > 0 ? number : 0;
}

static BrnStatus take(BrnContext* ctx, const BrnJson* json, BrnRunRecord* out) {
  const json_t* frames = json_object_get(json->root, "frames");
  BRN_TRY(text_of(ctx, json->root, "name", &out->name));
  BRN_TRY(text_of(ctx, json->root, "outcome", &out->outcome));
  BRN_TRY(text_of(ctx, json->root, "message", &out->message));
  bool good = out->outcome && int_of(frames, "first", &out->first) &&
              int_of(frames, "last", &out->last) && int_of(frames, "done", &out->done);
  out->seconds = number_of(json->root, "seconds");
  out->per_second = number_of(frames, "per_second");
  if (good) return BRN_OK;
  return brn__fail(ctx, BRN_BAD_FILE,
                   "%s: it is not the record of a run: expected \"outcome\" and \"frames\" with "
                   "first, last and done",
                   json->name);
}

static BrnStatus read_record(BrnContext* ctx, const char* path, BrnRunRecord* out) {
  BrnSource file;
  BrnJson json;
  BRN_TRY(brn__source_open_own(ctx, path, &file));
  BrnStatus status = brn__json_open(ctx, file.data, file.size, path, &json);
  if (status == BRN_OK) {
    status = take(ctx, &json, out);
    brn__json_close(ctx, &json);
  }
  brn__source_close(ctx, &file);
  return status;
}

BrnStatus brn__run_record_read(BrnContext* ctx, const char* folder, BrnRunRecord* out) {
  *out = (BrnRunRecord){0};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  const char* path = brn__replay_path(ctx, folder, "run.json");
  BrnStatus status = path ? read_record(ctx, path, out) : BRN_NO_MEMORY;
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) brn__run_record_free(ctx, out);
  return status;
}

void brn__run_record_free(BrnContext* ctx, BrnRunRecord* record) {
  brn__free(ctx, record->name);
  brn__free(ctx, record->outcome);
  brn__free(ctx, record->message);
  *record = (BrnRunRecord){0};
}

// ----------------------------------------------------------------------------------------- judging

static bool is(const BrnRunRecord* record, const char* outcome) {
  return strcmp(record->outcome, outcome) == 0;
}

static BrnReplayStage stage_of(const BrnReplay* replay, const BrnRunRecord* record) {
  if (is(record, "finished")) return BRN_REPLAY_FINISHED;
  bool runs = is(record, "running") && brn__run_is_locked(replay->folder);
  return runs ? BRN_REPLAY_RUNNING : BRN_REPLAY_STOPPED;
}

static const char* reason(const BrnReplay* replay, const BrnRunRecord* record) {
  if (replay->stage != BRN_REPLAY_STOPPED) return NULL;
  if (record->message) return record->message;
  if (is(record, "gave up")) return "a frame did not converge, and the run was to be strict";
  if (is(record, "stopped")) return "it was stopped; brawn run --resume goes on with it";
  return "the process that was writing it is gone; brawn run --resume goes on with it";
}

// While it runs the record does not tell: the files of the last frames do, by when they were whole.
static double pace(const BrnReplay* replay) {
  enum { LAST = 8 };
  int end = replay->frame_count - 1, begin = end > LAST ? end - LAST : 0;
  struct stat first, last;
  if (end < 1 || stat(replay->frame[begin].file, &first) || stat(replay->frame[end].file, &last)) {
    return NAN;
  }
  double span = difftime(last.st_mtim.tv_sec, first.st_mtim.tv_sec) +
                1e-9 * (double)(last.st_mtim.tv_nsec - first.st_mtim.tv_nsec);
  int frames = replay->frame[end].number - replay->frame[begin].number;
  return span > 0 && frames > 0 ? span / frames : NAN;
}

static double frame_seconds(const BrnReplay* replay, const BrnRunRecord* record) {
  if (replay->stage == BRN_REPLAY_RUNNING) return pace(replay);
  double done = (double)record->done - replay->inside->first_frame + 1; // pre-roll is left out
  return done > 0 && record->seconds > 0 ? record->seconds / done : NAN;
}

BrnStatus brn__replay_judge(BrnReplay* replay, const BrnRunRecord* record) {
  replay->stage = stage_of(replay, record);
  replay->first = record->first;
  replay->last = record->last;
  const char* why = reason(replay, record);
  char* message = why ? brn__strdup(replay->ctx, why) : NULL;
  if (why && !message) return BRN_NO_MEMORY;
  brn__free(replay->ctx, replay->message);
  replay->message = message;
  replay->frame_seconds = frame_seconds(replay, record);
  return BRN_OK;
}
