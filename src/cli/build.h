// SPDX-License-Identifier: Apache-2.0
//
// `brawn build`: build.c does it, build_tell.c tells what came of it.

#pragma once

#include "cli/facts.h"

json_t* build_facts(const BrnModel* model, const BrnBuildReport* report);
/// Its steps: which came from the cache, and how long they took.
json_t* build_steps(const BrnBuildReport* report);
void build_tell(const Cli* cli, const json_t* facts);
