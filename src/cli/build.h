// SPDX-License-Identifier: Apache-2.0
//
// `brawn build`: build.c does it, build_tell.c tells what came of it.

#pragma once

#include "cli/cli.h"

void build_tell(const Cli* cli, const BrnModel* model, const BrnBuildReport* report);
json_t* build_json(const BrnModel* model, const BrnBuildReport* report);
/// Its steps: which came from the cache, and how long they took.
json_t* build_steps_json(const BrnBuildReport* report);

/// Constraints of a body of surfaces, by kind.
typedef struct BuildConstraints {
  int edges, diagonals; // of the surfaces
  int links;            // to inner points and among them
  int ties;             // of fascias
  int volumes;
  int all;
} BuildConstraints;
BuildConstraints build_constraints(const BrnModel* model);
void build_tell_surfaces(const Cli* cli, const BrnModel* model, const BrnBuildReport* report);
/// Adds what surfaces have; nothing for tets.
void build_json_surfaces(const BrnModel* model, json_t* object);
