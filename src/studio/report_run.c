// SPDX-License-Identifier: Apache-2.0
//
// The frames and values of a run that go into a report, and their ranges.

#include "studio/report.h"

#include <string.h>

// ------------------------------------------------------------------------------------------ choice

static bool has_value(const BrnReplay* replay, const char* name) {
  for (int i = 0; i < replay->value_count; i++) {
    if (strcmp(replay->value[i].name, name) == 0) return true;
  }
  return false;
}

static BrnStatus fail_value(BrnReport* report, const BrnReplay* replay, const char* name) {
  BrnString known = {0};
  for (int i = 0; i < replay->value_count; i++) {
    brn__string_printf(report->ctx, &known, "%s%.60s", i ? ", " : "", replay->value[i].name);
  }
  BrnStatus status = brn__fail(report->ctx, BRN_NOT_FOUND, "%s: there is no \"%s\"; there are: %s",
                               replay->name, name, known.text ? known.text : "none");
  brn__string_free(report->ctx, &known);
  return status;
}

// the words of report->value_text, cut already, or the usual ones
static BrnStatus choose_values(BrnReport* report, BrnReportRun* run) {
  static const char* const usual[] = {"stretch", "stress", "volume", "displacement"};
  if (!report->value_text) {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
      if (has_value(run->replay, usual[i])) run->value[run->value_count++] = usual[i];
    }
    return BRN_OK;
  }
  for (const char* at = report->value_text; *at; at += strlen(at) + 1) {
    if (!has_value(run->replay, at)) return fail_value(report, run->replay, at);
    if (run->value_count == BRN_STREAM_VALUES) {
      return brn__fail(report->ctx, BRN_INVALID, "a report holds %d values at most",
                       BRN_STREAM_VALUES);
    }
    run->value[run->value_count++] = at;
  }
  return BRN_OK;
}

static BrnStatus choose_frames(BrnReport* report, BrnReportRun* run) {
  const BrnReplay* replay = run->replay;
  run->first = run->last = -1;
  for (int i = 0; i < replay->frame_count; i++) {
    int number = replay->frame[i].number;
    if (number < report->def.first || number > report->def.last) continue;
    if (run->first < 0) run->first = i;
    run->last = i;
  }
  if (run->first >= 0) return BRN_OK;
  if (replay->frame_count == 0) {
    return brn__fail(report->ctx, BRN_NOT_FOUND, "%s: there is no frame yet; wait for the first",
                     replay->name);
  }
  return brn__fail(report->ctx, BRN_NOT_FOUND,
                   "%s: none of these frames is there; there are %d, from %d to %d", replay->name,
                   replay->frame_count, replay->frame[0].number,
                   replay->frame[replay->frame_count - 1].number);
}

BrnStatus brn__report_open_run(BrnReport* report, BrnReplay* replay, BrnReportRun* out) {
  *out = (BrnReportRun){.replay = replay};
  BRN_TRY(choose_values(report, out));
  BRN_TRY(choose_frames(report, out));
  out->frame = brn__new(report->ctx, out->last - out->first + 1, int);
  return out->frame ? BRN_OK : brn__fail_memory(report->ctx);
}

void brn__report_close_run(BrnReport* report, BrnReportRun* run) {
  brn__stream_close(&run->stream);
  brn__free(report->ctx, run->frame);
}

// ---------------------------------------------------------------------------------- the plan, done

BrnStatus brn__report_follow(BrnReport* report, BrnReportRun* run) {
  const BrnReportPlan* plan = &report->plan;
  run->used_values = run->value_count < plan->value_count ? run->value_count : plan->value_count;
  run->frame_count = 0;
  for (int i = run->first; i <= run->last; i += plan->stride) run->frame[run->frame_count++] = i;
  brn__ranges_none(&run->ranges);
  brn__stream_close(&run->stream);
  return brn__stream_open(run->replay, plan->share, &run->stream);
}

BrnStatus brn__report_survey(BrnReportRun* run, int index) {
  BrnContext* ctx = run->replay->ctx;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnFrameNumbers numbers;
  BrnStatus status =
      brn__frame_read(&run->stream, run->frame[index], run->value, run->used_values, &numbers);
  if (status == BRN_OK) brn__ranges_widen(&run->stream, &numbers, &run->ranges);
  brn__scratch_release(ctx, mark);
  return status;
}
