// SPDX-License-Identifier: Apache-2.0
//
// `brawn new` in three sources: new.c finds files and tells, new_scene.c writes what was guessed.

#pragma once

#include "anatomy/guess.h"
#include "cli/cli.h"

/// The guess as a scene file in JSON. Lengths have four digits.
/// @param path of the scene; files are named relative to its folder
/// @param joints whether joints are written, too
json_t* new_scene(const BrnGuess* guess, const char* name, const char* path, bool joints);

/// "biceps_origin": the selection around a free end.
typedef struct NewEndName {
  char text[300];
} NewEndName;
NewEndName new_end_name(const BrnGuessPart* part, int end);

/// A file as seen from the folder of another one.
void new_relative_path(const char* from, const char* file, char* out, size_t size);
