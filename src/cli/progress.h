// SPDX-License-Identifier: Apache-2.0
//
// How far along a long command is: a bar with the time left on a terminal, a line a stage
// elsewhere.

#pragma once

#include "cli/cli.h"

typedef struct CliProgress {
  double start, last;
  bool quiet, terminal, shown;
  char stage[64];
} CliProgress;

CliProgress cli_progress_start(const Cli* cli);
/// A BrnBuildProgressFn; user is the CliProgress.
void cli_progress_show(void* user, const char* stage, double fraction, double seconds_left);
void cli_progress_end(CliProgress* progress);
