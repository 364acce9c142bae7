// SPDX-License-Identifier: Apache-2.0
//
// What `brawn run` asks of methods, and what it says: how far it is, and what came of it.

#pragma once

#include "cli/facts.h"

enum { RUN_MOST_SETTINGS = 64 };

/// Options for the settings of all methods, at most RUN_MOST_SETTINGS.
/// @return how many
int run_list_settings(CliOption* list);
/// False: one is wrong, and that has been said.
bool run_check_settings(const Cli* cli);
/// Those that were given, into a scene whose method must have them.
BrnStatus run_apply_settings(Cli* cli, BrnScene* scene);
/// Fails when the method of the scene cannot be spread over processes.
BrnStatus run_need_processes(Cli* cli, const BrnScene* scene);

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
json_t* run_facts(const BrnRun* run, const BrnRunReport* report);
void run_tell(const Cli* cli, const json_t* facts);
/// After a failure: what is there all the same.
void run_tell_rest(const Cli* cli, const BrnRun* run, const BrnRunReport* report);
