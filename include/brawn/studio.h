// SPDX-License-Identifier: Apache-2.0
//
// Runs in the browser: a small server on this computer, and one file that holds it all.
//
//   BrnStudioDef def = brn_studio_def_default();
//   BRN_TRY(brn_studio_create(ctx, &replay, 1, &def, &studio)); // it serves from now on
//   puts(brn_studio_address(studio));                           // open it in a browser
//   ...
//   brn_studio_destroy(ctx, studio);
//
//   BrnReportDef report = brn_report_def_default();
//   BRN_TRY(brn_report_write(ctx, &replay, 1, &report, "arm.html", NULL)); // to be mailed
//
// docs/stream.md has what page and server say to each other, docs/studio.md what keeps strangers
// out.

#pragma once

#include "brawn/replay.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- server

#define BRN_STUDIO_FIRST_FREE (-1) // the first port from 8017 that is free

/// Parameters. Initialise with brn_studio_def_default().
typedef struct BrnStudioDef {
  const char* host; ///< address to listen at, in digits; default "127.0.0.1": this computer only
  int port;         ///< default BRN_STUDIO_FIRST_FREE; 0: the system chooses
  int clients;      ///< connections at the same time; others wait; default 128
  double patience;  ///< for a client that says or takes nothing, s; default 10
  size_t cache;     ///< bytes of encoded frames to keep for each run; default 64 MB
  int cookie;       ///< set by brn_studio_def_default(); leave it alone
} BrnStudioDef;

typedef struct BrnStudio BrnStudio;

BRN_API BrnStudioDef brn_studio_def_default(void);

/// Starts to serve, on a thread of its own. Until the studio is destroyed that thread uses the
/// replays and the contexts they were opened with: leave both alone.
/// @param replay (count)
/// @return BRN_INVALID for a host that is none, BRN_IO_FAILED when the port cannot be had
BRN_API BrnStatus brn_studio_create(BrnContext* ctx, BrnReplay* const* replay, int count,
                                    const BrnStudioDef* def, BrnStudio** out);
/// Ends it, whatever is being sent. NULL is allowed.
BRN_API void brn_studio_destroy(BrnContext* ctx, BrnStudio* studio);

/// "http://127.0.0.1:8017/TOKEN/"; who has it may look at the runs and stop them.
BRN_API const char* brn_studio_address(const BrnStudio* studio);
BRN_API int brn_studio_port(const BrnStudio* studio);

// ----------------------------------------------------------------------------------------- report

/// How far along the work is; seconds_left is NAN until it can be told.
typedef void BrnReportProgressFn(void* user, const char* stage, double fraction,
                                 double seconds_left);

/// Parameters. Initialise with brn_report_def_default().
typedef struct BrnReportDef {
  const char* values; ///< names with commas between them, "": none; NULL (default): stretch,
                      ///< stress, volume and displacement, where a run has them
  int first, last;    ///< numbers of frames; default: all there are
  double limit;       ///< of the file, bytes; default 20e6
  BrnReportProgressFn* progress; ///< NULL (default): silence
  void* progress_user;
  const volatile int* cancelled; ///< once it is not 0, the work stops and nothing is written; a
                                 ///< signal handler may set it; NULL (default): never
  int cookie;                    ///< set by brn_report_def_default(); leave it alone
} BrnReportDef;

enum { BRN_REPORT_NOTES = 16 };

/// What was done to the data to stay below the limit.
typedef struct BrnReportResult {
  size_t bytes; ///< of the file
  int frames;   ///< of all runs
  bool stopped; ///< it was cancelled
  int note_count;
  char note[BRN_REPORT_NOTES][160];
} BrnReportResult;

BRN_API BrnReportDef brn_report_def_default(void);

/// Writes one file of HTML with the page, the frames and the tables in it, under a temporary name
/// that is renamed. It opens from disk and asks nobody for anything. Where it would get larger than
/// the limit it gets fewer frames (24 stay), then coarser surfaces, then fewer values.
/// @param result may be NULL
/// @return BRN_INVALID when the limit is too small for anything, and when it was cancelled
BRN_API BrnStatus brn_report_write(BrnContext* ctx, BrnReplay* const* replay, int count,
                                   const BrnReportDef* def, const char* path,
                                   BrnReportResult* result);

#ifdef __cplusplus
}
#endif
