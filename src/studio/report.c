// SPDX-License-Identifier: Apache-2.0
//
// A report from beginning to end; written again with less in it while it is too large (report.h).

#include "studio/report.h"

#include "studio/route.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRIES = 6 };

BrnReportDef brn_report_def_default(void) {
  return (BrnReportDef){.first = INT32_MIN, .last = INT32_MAX, .limit = 20e6, .cookie = BRN_COOKIE};
}

BrnStatus brn__report_tell(BrnReport* report, const char* stage, double fraction) {
  const BrnReportDef* def = &report->def;
  if (def->cancelled && *def->cancelled) {
    report->result.stopped = true;
    return brn__fail(report->ctx, BRN_INVALID, "stopped; no report was written");
  }
  if (!def->progress) return BRN_OK;
  double spent = brn__seconds() - report->begun;
  double left = fraction > 0.02 ? spent / fraction * (1 - fraction) : NAN;
  def->progress(def->progress_user, stage, fraction, left);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- opening

// "a, b" to "a\0b\0\0"
static BrnStatus cut_values(BrnReport* report) {
  const char* from = report->def.values;
  if (!from) return BRN_OK;
  char* to = report->value_text = brn__new_zero(report->ctx, strlen(from) + 2, char);
  if (!to) return brn__fail_memory(report->ctx);
  while (*from) {
    from += strspn(from, ", ");
    size_t length = strcspn(from, ",");
    while (length > 0 && from[length - 1] == ' ') length--;
    if (length == 0) continue;
    memcpy(to, from, length);
    to += length + 1;
    from += length;
  }
  return BRN_OK;
}

static BrnStatus open_runs(BrnReport* report, BrnReplay* const* replay, int count) {
  report->run = brn__new_zero(report->ctx, count, BrnReportRun);
  if (!report->run) return brn__fail_memory(report->ctx);
  for (int i = 0; i < count; i++) {
    BRN_ASSERT(replay[i]->ctx == report->ctx);
    report->run_count++;
    BRN_TRY(brn__report_open_run(report, replay[i], &report->run[i]));
  }
  return BRN_OK;
}

static void close_all(BrnReport* report) {
  for (int i = 0; i < report->run_count; i++) brn__report_close_run(report, &report->run[i]);
  brn__free(report->ctx, report->run);
  brn__free(report->ctx, report->value_text);
}

// ----------------------------------------------------------------------------------------- writing

static int count_frames(const BrnReport* report) {
  int count = 0;
  for (int i = 0; i < report->run_count; i++) count += report->run[i].frame_count;
  return count;
}

static BrnStatus survey(BrnReport* report) {
  double all = 2.0 * count_frames(report), done = 0;
  for (int i = 0; i < report->run_count; i++) {
    BrnReportRun* run = &report->run[i];
    for (int k = 0; k < run->frame_count; k++) {
      BRN_TRY(brn__report_tell(report, "looking at frames", 0.8 * done++ / all));
      BRN_TRY(brn__report_survey(run, k));
    }
  }
  return BRN_OK;
}

static BrnStatus put_text(BrnSink* sink, const char* name, BrnStatus status, BrnString* text) {
  if (status == BRN_OK) status = text->status;
  if (status == BRN_OK) status = brn__report_put(sink, name, text->text, text->size);
  brn__string_free(sink->ctx, text);
  return status;
}

static BrnStatus put_bytes(BrnSink* sink, const char* name, BrnStatus status, BrnByteArray* bytes) {
  if (status == BRN_OK) status = brn__report_put(sink, name, bytes->data, bytes->size);
  brn__byte_array_free(sink->ctx, bytes);
  return status;
}

static BrnStatus put_tables(BrnSink* sink, const BrnReportRun* run, int number) {
  BrnByteArray bytes;
  char name[64];
  for (int i = 0; brn__table_name(i); i++) {
    if (!brn__stream_has_table(&run->stream, i)) continue;
    snprintf(name, sizeof name, "%d/tables/%s", number, brn__table_name(i));
    BrnStatus status = brn__stream_table(&run->stream, i, &bytes);
    BRN_TRY(put_bytes(sink, name, status, &bytes));
  }
  return BRN_OK;
}

static BrnStatus put_frames(BrnReport* report, BrnSink* sink, int number, double* done) {
  BrnReportRun* run = &report->run[number];
  BrnReportFrames frames = {0};
  BrnStatus status = BRN_OK;
  char name[64];
  for (int k = 0; k < run->frame_count && status == BRN_OK; k++) {
    BrnByteArray bytes = {0};
    double fraction = 0.4 + 0.6 * (*done)++ / count_frames(report);
    snprintf(name, sizeof name, "%d/frames/%d.bin", number, k);
    status = brn__report_tell(report, "writing frames", fraction);
    if (status != BRN_OK) break;
    status = brn__report_frame(run, k, k % BRN_REPORT_KEY == 0, &frames, &bytes);
    status = put_bytes(sink, name, status, &bytes);
    if ((double)sink->written > report->def.limit) break; // in vain
  }
  brn__report_frames_free(report->ctx, &frames);
  return status;
}

static BrnStatus put_run(BrnReport* report, BrnSink* sink, int number, double* done) {
  BrnReportRun* run = &report->run[number];
  BrnString text = {0};
  BrnByteArray bytes = {0};
  char name[64];
  snprintf(name, sizeof name, "%d/run.json", number);
  BrnStatus status = brn__stream_run(&run->stream, run->value, run->used_values, &text);
  BRN_TRY(put_text(sink, name, status, &text));
  snprintf(name, sizeof name, "%d/status.json", number);
  status = brn__stream_status(&run->stream, run->frame, run->frame_count, &text);
  BRN_TRY(put_text(sink, name, status, &text));
  snprintf(name, sizeof name, "%d/skins.bin", number);
  status = brn__stream_skins(&run->stream, &bytes);
  BRN_TRY(put_bytes(sink, name, status, &bytes));
  BRN_TRY(put_tables(sink, run, number));
  return put_frames(report, sink, number, done);
}

static BrnStatus put_all(BrnReport* report, BrnSink* sink) {
  BrnReportResult* result = &report->result;
  BrnString text = {0};
  double done = 0;
  brn__report_begin_page(sink);
  BrnStatus status = brn__stream_runs(report->ctx, report->replay, report->run_count, result->note,
                                      result->note_count, &text);
  BRN_TRY(put_text(sink, "runs.json", status, &text));
  for (int i = 0; i < report->run_count; i++) BRN_TRY(put_run(report, sink, i, &done));
  brn__report_end_page(sink);
  return sink->status;
}

// *over: how many times too large it got; nothing is written then
static BrnStatus write(BrnReport* report, const char* path, double* over) {
  BrnSink sink;
  BRN_TRY(brn__sink_open(report->ctx, path, &sink));
  BrnStatus status = put_all(report, &sink);
  report->result.bytes = (size_t)sink.written;
  report->result.frames = count_frames(report);
  *over = (double)sink.written / report->def.limit;
  if (status == BRN_OK && *over <= 1) return brn__sink_close(&sink);
  brn__sink_abandon(&sink);
  return status;
}

// ------------------------------------------------------------------------------------------ public

static BrnStatus go(BrnReport* report, const char* path) {
  double over = 1;
  for (int i = 0; i < TRIES; i++) {
    BRN_TRY(brn__report_make_plan(report));
    brn__report_note(report);
    BRN_TRY(survey(report));
    BRN_TRY(write(report, path, &over));
    if (over <= 1) return BRN_OK;
    if (!brn__report_tighten(report, 1.1 * over, &report->plan)) break;
  }
  return brn__fail(report->ctx, BRN_INVALID,
                   "a report of at most %.1f MB cannot be made of this; take fewer frames",
                   report->def.limit / 1e6);
}

BrnStatus brn_report_write(BrnContext* ctx, BrnReplay* const* replay, int count,
                           const BrnReportDef* def, const char* path, BrnReportResult* result) {
  BRN_CHECK_DEF(def);
  BRN_ASSERT(ctx && replay && count > 0 && path);
  BrnReport report = {.ctx = ctx, .def = *def, .replay = replay, .begun = brn__seconds()};
  report.plan = (BrnReportPlan){.stride = 1, .share = 1, .value_count = BRN_STREAM_VALUES};
  BrnStatus status = cut_values(&report);
  if (status == BRN_OK) status = open_runs(&report, replay, count);
  for (int i = 0; status == BRN_OK && i < count; i++) {
    int values = report.run[i].value_count;
    if (i == 0 || values > report.plan.value_count) report.plan.value_count = values;
  }
  if (status == BRN_OK) status = go(&report, path);
  close_all(&report);
  if (result) *result = report.result;
  return status;
}
