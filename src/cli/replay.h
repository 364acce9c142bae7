// SPDX-License-Identifier: Apache-2.0
//
// Runs for the verbs that look at them.

#pragma once

#include "cli/model.h"

/// --skin; NULL: auto. False: there is none of that name, and that has been said.
bool cli_read_skin(const Cli* cli, const char* name, BrnSkinChoice* out);

/// Opens a run, a scene or a mesh file; building a scene shows how far it is.
BrnStatus cli_open_replay(Cli* cli, const char* path, BrnSkinChoice skin, const CliCache* cache,
                          BrnReplay** out);

/// Opens all arguments, with the usual cache. Exit code; what went wrong has been said.
/// @param out as many as there are arguments; cli_close_replays() frees them, also after a failure
int cli_open_replays(Cli* cli, BrnReplay*** out);
void cli_close_replays(const Cli* cli, BrnReplay** replay);
