// SPDX-License-Identifier: Apache-2.0
//
// `brawn build`: build.c does it, build_tell.c tells what came of it.

#pragma once

#include "cli/cli.h"

void build_tell(const Cli* cli, const BrnModel* model, const BrnBuildReport* report);
json_t* build_json(const BrnModel* model, const BrnBuildReport* report);
