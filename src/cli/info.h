// SPDX-License-Identifier: Apache-2.0
//
// `brawn info`: what each kind of file holds, as facts, and the text that is made of them.

#pragma once

#include "cli/facts.h"

typedef struct InfoFile {
  const char* path;
  const char* format; // as asked for; NULL: by extension
} InfoFile;

/// @param found how many things are wrong with it
BrnStatus info_mesh(Cli* cli, const InfoFile* file, json_t** facts, int* found);
BrnStatus info_collection(Cli* cli, const InfoFile* file, json_t** facts, int* found);
BrnStatus info_clip(Cli* cli, const InfoFile* file, json_t** facts, int* found);
BrnStatus info_scene(Cli* cli, const InfoFile* file, json_t** facts, int* found);
/// Of the folder of a run: is all of it as it was written?
BrnStatus info_run(Cli* cli, const InfoFile* file, json_t** facts, int* found);

void info_tell_mesh(const Cli* cli, const json_t* facts);
void info_tell_collection(const Cli* cli, const json_t* facts);
void info_tell_clip(const Cli* cli, const json_t* facts);
void info_tell_scene(const Cli* cli, const json_t* facts);
void info_tell_run(const Cli* cli, const json_t* facts);
