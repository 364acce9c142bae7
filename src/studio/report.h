// SPDX-License-Identifier: Apache-2.0
//
// What the sources of reports share.
//
//   report.c        the steps
//   report_run.c    the frames and values of a run that go in, and their ranges
//   report_plan.c   what to leave out so that it fits
//   report_frame.c  frames as differences
//   report_page.c   the page with everything in it
//   packed.c        gzip and base64

#pragma once

#include "brawn/studio.h"
#include "io/sink.h"
#include "studio/stream.h"

enum { BRN_REPORT_KEY = 12 }; // every so many frames one that stands alone

/// What is left out.
typedef struct BrnReportPlan {
  int stride;      // every so many frames
  double share;    // of the triangles
  int value_count; // values at most
} BrnReportPlan;

typedef struct BrnReportRun {
  BrnReplay* replay;
  BrnStream stream;
  int first, last; // indices of frames that are wanted
  const char* value[BRN_STREAM_VALUES];
  int value_count;
  int used_values; // of them, by the plan
  int* frame;      // indices of those that go in
  int frame_count;
  BrnFrameRanges ranges;
} BrnReportRun;

typedef struct BrnReport {
  BrnContext* ctx;
  BrnReportDef def;
  int run_count;
  BrnReportRun* run;
  BrnReplay* const* replay;
  char* value_text; // copy of def.values, cut at its commas
  BrnReportPlan plan;
  double begun; // s
  BrnReportResult result;
} BrnReport;

// ------------------------------------------------------------------------------------------- runs

BrnStatus brn__report_open_run(BrnReport* report, BrnReplay* replay, BrnReportRun* out);
void brn__report_close_run(BrnReport* report, BrnReportRun* run);
/// Makes the run as the plan has it: skins, list of frames. Ranges are not known yet.
BrnStatus brn__report_follow(BrnReport* report, BrnReportRun* run);
/// Widens the ranges by a frame, of the list.
BrnStatus brn__report_survey(BrnReportRun* run, int index);

// ------------------------------------------------------------------------------------------- plan

/// Makes the plan one that should fit; runs follow it then.
BrnStatus brn__report_make_plan(BrnReport* report);
/// Leaves out more: `over` is how many times too large it was.
/// @return false: there is nothing left to leave out
bool brn__report_tighten(const BrnReport* report, double over, BrnReportPlan* plan);
/// Says in words what was left out.
void brn__report_note(BrnReport* report);

// ------------------------------------------------------------------------------------------ frames

/// Frames of a run one after the other, with what the next one differs from.
typedef struct BrnReportFrames {
  BrnLayout layout; // of `before`
  BrnByteArray before;
} BrnReportFrames;

/// Encodes frame `index` of the list.
/// @param alone it must not need the one before
BrnStatus brn__report_frame(BrnReportRun* run, int index, bool alone, BrnReportFrames* frames,
                            BrnByteArray* out);
void brn__report_frames_free(BrnContext* ctx, BrnReportFrames* frames);

// -------------------------------------------------------------------------------------------- page

/// Compressed by gzip.
BrnStatus brn__pack(BrnContext* ctx, const void* bytes, size_t size, BrnByteArray* out);
void brn__sink_base64(BrnSink* sink, const void* bytes, size_t size);
/// Characters that base64 takes.
size_t brn__base64_size(size_t size);

/// The page up to where the data go, and what comes behind them.
void brn__report_begin_page(BrnSink* sink);
void brn__report_end_page(BrnSink* sink);
/// A file of the stream as an element of the page.
BrnStatus brn__report_put(BrnSink* sink, const char* name, const void* bytes, size_t size);
/// Bytes of the page without data.
size_t brn__report_page_size(void);

/// Tells how far along it is. Fails once it was cancelled.
BrnStatus brn__report_tell(BrnReport* report, const char* stage, double fraction);
