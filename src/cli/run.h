// SPDX-License-Identifier: Apache-2.0
//
// What `brawn run` says: a line that tells how far it is, and what came of it.

#pragma once

#include "cli/cli.h"

typedef struct RunProgress {
  double last; // time of the last line
  bool quiet, terminal, shown;
} RunProgress;

RunProgress run_progress_start(const Cli* cli);
/// A BrnRunProgressFn; user is the RunProgress.
void run_progress_show(void* user, const BrnRunProgress* progress);
void run_progress_end(RunProgress* progress);

/// Before: what will be done that was not asked for in so many words.
void run_tell_plan(const Cli* cli, const BrnRun* run);
/// After: what is there.
void run_tell(const Cli* cli, const BrnRun* run, const BrnRunReport* report);
/// After a failure: what is there all the same.
void run_tell_rest(const Cli* cli, const BrnRun* run, const BrnRunReport* report);
json_t* run_json(const BrnRun* run, const BrnRunReport* report);
