// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "cli/cli.h"

/// Opens all arguments as runs. Exit code; what went wrong has been said.
/// @param out as many as there are arguments; cli_close_replays() frees them, also after a failure
int cli_open_replays(const Cli* cli, BrnReplay*** out);
void cli_close_replays(const Cli* cli, BrnReplay** replay);
