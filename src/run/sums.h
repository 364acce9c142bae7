// SPDX-License-Identifier: Apache-2.0
//
// run.sums: checksums of what a run has written, a line each, in the order of writing.
//
//   KIND FRAME NAME SIZE SUM CHAIN
//
//   r  a file of the run, such as run.model; one that is written more than once has several lines,
//      and is whole when it fits one of them
//   h  the head of a table: its first SIZE bytes
//   t  the row of a frame: SIZE is where it ends, and SUM is of the row alone
//   f  a file of a frame
//   m  all of a frame is there; NAME has the range of frames
//
// CHAIN is a checksum of the line and of all before it: the file is good up to the first line whose
// chain does not fit, and what is after that is as if it were not there.

#pragma once

#include "core/string.h"

typedef struct BrnSum {
  char kind;
  int frame;
  char* name;
  uint64_t size, sum;
} BrnSum;

typedef struct BrnSums {
  BrnSum* line;
  size_t count, room;
  uint64_t chain; // of the last line
  bool whole;     // nothing came after the last good line
} BrnSums;

/// Reads what is good of a file; of one that is missing, nothing.
BrnStatus brn__sums_read(BrnContext* ctx, const char* path, BrnSums* out);
void brn__sums_free(BrnContext* ctx, BrnSums* sums);

/// Adds a line to those in memory, and its text to `text`.
BrnStatus brn__sums_add(BrnContext* ctx, BrnSums* sums, const BrnSum* line, BrnString* text);

/// The range of frames in the line of a frame.
typedef struct BrnSumRange {
  int first_row, last;
} BrnSumRange;
BrnStatus brn__sums_add_mark(BrnContext* ctx, BrnSums* sums, int frame, BrnSumRange range,
                             BrnString* text);
/// The last frame of which all is there, up to `most`; NULL: none.
const BrnSum* brn__sums_last_mark(const BrnSums* sums, int most);
BrnSumRange brn__sums_range(const BrnSum* mark);
/// Does one of the lines of a file of the run fit?
bool brn__sums_fit(const BrnSums* sums, const char* name, uint64_t size, uint64_t sum);
