// SPDX-License-Identifier: Apache-2.0
//
// `brawn new` in three sources: new.c finds files and does it, new_scene.c writes what was
// guessed, new_tell.c tells it.

#pragma once

#include "cli/cli.h"
#include "guess/guess.h"

/// The guess as a scene file in JSON. Lengths have four digits.
/// @param path of the scene; files are named relative to its folder
/// @param joints whether joints are written, too
json_t* new_scene(const BrnGuess* guess, const char* name, const char* path, bool joints);

/// "biceps_origin": the selection around a free end.
typedef struct NewEndName {
  char text[300];
} NewEndName;
NewEndName new_end_name(const BrnGuessPart* part, int end);

/// Is an end held in the air by a support, as it finds neither a bone nor a muscle?
bool new_is_held(const BrnGuessEnd* end);

/// A file as seen from the folder of another one.
void new_relative_path(const char* from, const char* file, char* out, size_t size);

/// What the command line told, so that it was not guessed.
typedef struct NewTold {
  const char *units, *up; // NULL: guessed
  bool joints;            // they are written
} NewTold;
/// Prints what was guessed.
void new_tell(const Cli* cli, const BrnGuess* guess, const char* path, NewTold told);
