// SPDX-License-Identifier: Apache-2.0

#include "studio/report.h"

#include "studio/route.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Some frames are encoded to see how large they get; then frames are left out, then triangles, then
// values, until the sum fits.

enum { SAMPLES = 4, LEAST_FRAMES = 24, ROUNDS = 40 };
static const double spare = 1.04;  // samples are not all frames
static const double coarse = 0.15; // share of the triangles before values are left out
static const double coarsest = 0.02, step = 0.6;

// -------------------------------------------------------------------------------------- tightening

static int most_frames(const BrnReport* report, int stride) {
  int most = 0;
  for (int i = 0; i < report->run_count; i++) {
    int count = (report->run[i].last - report->run[i].first) / stride + 1;
    most = count > most ? count : most;
  }
  return most;
}

static int largest_stride(const BrnReport* report) {
  int stride = 1;
  while (most_frames(report, stride + 1) >= LEAST_FRAMES) stride++;
  return stride;
}

bool brn__report_tighten(const BrnReport* report, double over, BrnReportPlan* plan) {
  int largest = largest_stride(report);
  if (plan->stride < largest) {
    int wanted = (int)ceil(plan->stride * fmin(over, 1e6));
    plan->stride = wanted > largest ? largest : wanted > plan->stride ? wanted : plan->stride + 1;
    return true;
  }
  double least = plan->value_count > 1 ? coarse : coarsest;
  if (plan->share > least) {
    plan->share = fmax(least, plan->share * fmax(fmin(0.95, 1 / over), step));
    return true;
  }
  if (plan->value_count == 0) return false;
  plan->value_count--;
  return true;
}

// --------------------------------------------------------------------------------------- measuring

static BrnStatus packed_size(BrnContext* ctx, const void* bytes, size_t size, double* out) {
  BrnByteArray packed;
  BRN_TRY(brn__pack(ctx, bytes, size, &packed));
  *out = (double)brn__base64_size(packed.size) + 80;
  brn__byte_array_free(ctx, &packed);
  return BRN_OK;
}

// two neighbours of the list: the first stands alone, the second one does not
static BrnStatus measure_pair(BrnReportRun* run, int index, double* alone, double* differing) {
  BrnContext* ctx = run->replay->ctx;
  BrnReportFrames frames = {0};
  BrnByteArray bytes = {0};
  BrnStatus status = brn__report_frame(run, index, true, &frames, &bytes);
  if (status == BRN_OK) status = packed_size(ctx, bytes.data, bytes.size, alone);
  brn__byte_array_free(ctx, &bytes);
  *differing = *alone;
  if (status == BRN_OK && index + 1 < run->frame_count) {
    status = brn__report_frame(run, index + 1, false, &frames, &bytes);
    if (status == BRN_OK) status = packed_size(ctx, bytes.data, bytes.size, differing);
    brn__byte_array_free(ctx, &bytes);
  }
  brn__report_frames_free(ctx, &frames);
  return status;
}

static BrnStatus survey_samples(BrnReportRun* run) {
  for (int i = 0; i < SAMPLES; i++) {
    int index = (int)((int64_t)i * (run->frame_count - 1) / SAMPLES);
    BRN_TRY(brn__report_survey(run, index));
    if (index + 1 < run->frame_count) BRN_TRY(brn__report_survey(run, index + 1));
  }
  return BRN_OK;
}

static BrnStatus measure_frames(BrnReportRun* run, double* out) {
  double alone, differing, sum_alone = 0, sum_differing = 0;
  BRN_TRY(survey_samples(run));
  for (int i = 0; i < SAMPLES; i++) {
    int index = (int)((int64_t)i * (run->frame_count - 1) / SAMPLES);
    BRN_TRY(measure_pair(run, index, &alone, &differing));
    sum_alone += alone / SAMPLES;
    sum_differing += differing / SAMPLES;
  }
  int keys = (run->frame_count + BRN_REPORT_KEY - 1) / BRN_REPORT_KEY;
  *out = keys * sum_alone + (run->frame_count - keys) * sum_differing;
  return BRN_OK;
}

// skins and tables
static BrnStatus measure_rest(BrnReportRun* run, double* out) {
  BrnContext* ctx = run->replay->ctx;
  BrnByteArray bytes;
  BRN_TRY(brn__stream_skins(&run->stream, &bytes));
  BrnStatus status = packed_size(ctx, bytes.data, bytes.size, out);
  brn__byte_array_free(ctx, &bytes);
  for (int i = 0; status == BRN_OK && brn__table_name(i); i++) {
    double size = 0;
    if (!brn__stream_has_table(&run->stream, i)) continue;
    status = brn__stream_table(&run->stream, i, &bytes);
    if (status == BRN_OK) status = packed_size(ctx, bytes.data, bytes.size, &size);
    brn__byte_array_free(ctx, &bytes);
    *out += size;
  }
  return status;
}

static BrnStatus measure(BrnReport* report, double* out) {
  *out = 0;
  for (int i = 0; i < report->run_count; i++) {
    double frames = 0, rest = 0;
    BRN_TRY(brn__report_follow(report, &report->run[i]));
    BRN_TRY(measure_frames(&report->run[i], &frames));
    BRN_TRY(measure_rest(&report->run[i], &rest));
    *out += spare * frames + rest + 3000; // texts
  }
  return BRN_OK;
}

BrnStatus brn__report_make_plan(BrnReport* report) {
  double size, page = (double)brn__report_page_size(), room = report->def.limit - page;
  for (int i = 0; i < ROUNDS; i++) {
    BRN_TRY(brn__report_tell(report, "measuring", 0));
    BRN_TRY(measure(report, &size));
    if (size <= room) return BRN_OK;
    if (!brn__report_tighten(report, room > 0 ? size / room : 1e9, &report->plan)) break;
  }
  return brn__fail(report->ctx, BRN_INVALID,
                   "a report of at most %.1f MB cannot be made of this; it takes about %.1f MB at "
                   "least, or fewer frames",
                   report->def.limit / 1e6, (page + size) / 1e6);
}

// ------------------------------------------------------------------------------------------- notes

static char* next_note(BrnReport* report) {
  BRN_ASSERT(report->result.note_count < BRN_REPORT_NOTES);
  return report->result.note[report->result.note_count++];
}

static void note_values(BrnReport* report, const BrnReportRun* run) {
  size_t size = sizeof report->result.note[0];
  if (run->used_values == run->value_count) return;
  char* note = next_note(report);
  int used = snprintf(note, size, "not in this report: ");
  for (int i = run->used_values; i < run->value_count && used < (int)size; i++) {
    used += snprintf(note + used, size - (size_t)used, "%s%s", i > run->used_values ? ", " : "",
                     run->value[i]);
  }
}

void brn__report_note(BrnReport* report) {
  const BrnReportPlan* plan = &report->plan;
  size_t size = sizeof report->result.note[0];
  report->result.note_count = 0;
  if (plan->stride > 1) {
    snprintf(next_note(report), size, "every %d%s frame is shown, %d of %d", plan->stride,
             plan->stride == 2   ? "nd"
             : plan->stride == 3 ? "rd"
                                 : "th",
             most_frames(report, plan->stride), most_frames(report, 1));
  }
  if (plan->share < 1) {
    int full = 0, left = 0;
    for (int i = 0; i < report->run_count; i++) {
      const BrnReplay* replay = report->run[i].replay;
      for (int p = 0; p < replay->part_count; p++) full += replay->part[p].skin.triangle_count;
      left += report->run[i].stream.skins.triangle_count;
    }
    snprintf(next_note(report), size, "surfaces were reduced to %.0f %% of their triangles",
             100.0 * left / fmax(full, 1));
  }
  note_values(report, &report->run[0]);
}
