// SPDX-License-Identifier: Apache-2.0
//
// `brawn make human`, `walk` and `run`: a full body as a scene, and clips that move it.

#pragma once

#include "cli/cli.h"

typedef struct MakeHuman {
  const char *muscles, *clip, *names, *clip_units;
  double height, triangles, cadence, stride, cycles, fps; // NAN: the default
  bool from_first_frame;
} MakeHuman;

#define MAKE_HUMAN_DEFAULTS                                                                        \
  { .height = NAN, .triangles = NAN, .cadence = NAN, .stride = NAN, .cycles = NAN, .fps = NAN }

// clang-format off
#define MAKE_HUMAN_OPTIONS(o)                                                                      \
  {"--height", NULL, CLI_NUMBER, &(o).height, "M", "human, walk, run: height of the body; default: 1.75"}, \
  {"--triangles", NULL, CLI_NUMBER, &(o).triangles, "N", "human: of all muscles together; default: 38000"}, \
  {"--muscles", NULL, CLI_TEXT, &(o).muscles, "WHICH", "human: all (default), legs, arms or trunk"}, \
  {"--clip", NULL, CLI_TEXT, &(o).clip, "FILE", "human: walk, run or a .bvh file that moves it; default: it stands still"}, \
  {"--names", NULL, CLI_TEXT, &(o).names, "PATTERN", "human: how the file calls joints, * being ours: \"Character1_*\""}, \
  {"--clip-units", NULL, CLI_TEXT, &(o).clip_units, "UNIT", "human: of the file: m, cm (default), mm, in or ft"}, \
  {"--from-first-frame", NULL, CLI_FLAG, &(o).from_first_frame, NULL, "human: the file's rest pose is its first frame"}, \
  {"--cadence", NULL, CLI_NUMBER, &(o).cadence, "N", "walk, run: steps a minute; default: 110 and 165"}, \
  {"--stride", NULL, CLI_NUMBER, &(o).stride, "M", "walk, run: way of two steps; default: 0, as on a treadmill"}, \
  {"--cycles", NULL, CLI_NUMBER, &(o).cycles, "N", "walk, run: pairs of steps; default: 1"},       \
  {"--fps", NULL, CLI_NUMBER, &(o).fps, "N", "walk, run: frames a second; default: 120"}
// clang-format on

/// Is it one of the three?
bool cli_makes_human(const char* word);
/// @param out where it goes; NULL: NAME.json or NAME.bvh here
int cli_make_human(Cli* cli, const MakeHuman* options, const char* out);
