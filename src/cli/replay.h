// SPDX-License-Identifier: Apache-2.0
//
// Runs for the verbs that look at them.

#pragma once

#include "cli/model.h"

/// Opens a run, a scene or a mesh file; building a scene shows how far it is.
BrnStatus cli_open_replay(Cli* cli, const char* path, BrnSkinChoice skin, const CliCache* cache,
                          BrnReplay** out);
