// SPDX-License-Identifier: Apache-2.0
//
// What of a folder is as it was written, and where a run can go on.

#pragma once

#include "run/run.h"
#include "run/sums.h"

/// Checkpoints of earlier frames: run.checkpoint.0012.
bool brn__is_early_checkpoint(const char* name);

/// How far a run came, by its checkpoint or, where that is damaged, by its checksums.
/// @param told whether one of them does
BrnStatus brn__run_find_mark(BrnContext* ctx, const char* folder, const BrnSums* sums,
                             BrnRunMark* mark, bool* told);

/// Looks at the files of all frames up to the mark, and at those of the run.
/// @param first_bad the first frame that must be made anew; mark->frame + 1: none
BrnStatus brn__run_check_files(BrnContext* ctx, const char* folder, const BrnSums* sums,
                               const BrnRunMark* mark, BrnRunFaultFn* fn, void* user,
                               BrnRunCheck* out, int* first_bad);

enum { BRN_CHECKPOINT_NAME = 64 };

/// The newest checkpoint before a frame that is whole: its name and its mark.
/// @param found false: there is none
BrnStatus brn__run_find_checkpoint(BrnContext* ctx, const char* folder, int before,
                                   char name[BRN_CHECKPOINT_NAME], BrnRunMark* mark, bool* found);

/// Is run.json as it was written?
bool brn__run_record_is_whole(const char* text, size_t size);
