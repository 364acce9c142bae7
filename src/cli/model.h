// SPDX-License-Identifier: Apache-2.0
//
// Models for the verbs that need one: from the cache, or built with a bar that tells how far it is.

#pragma once

#include "cli/cli.h"

typedef struct CliCache {
  const char* folder; // as asked for; NULL: the usual one
  bool off;
} CliCache;

#define CLI_CACHE_OPTIONS(cache)                                                                   \
  {"--cache",       NULL,     CLI_TEXT,                                                            \
   &(cache).folder, "FOLDER", "where built models are kept; default: ~/.cache/brawn"},             \
  {                                                                                                \
    "--no-cache", NULL, CLI_FLAG, &(cache).off, NULL, "build anew, and keep nothing"               \
  }

/// The folder of the cache, made when it is not there. One that cannot be had is done without (*out
/// is NULL), unless it was asked for.
BrnStatus cli_cache_folder(Cli* cli, const CliCache* cache, char* path, size_t size,
                           const char** out);

/// Reads the scene that the first argument names, and does what --set says. A scene without a name
/// is called like its file.
BrnStatus cli_load_scene(Cli* cli, BrnScene** out);

/// @param out where results go: triangles that are refused are written beside it; NULL: beside the
/// scene
/// @param remarks get what the steps tell
BrnStatus cli_build_model(Cli* cli, const BrnScene* scene, const CliCache* cache, const char* out,
                          BrnRemarks* remarks, BrnModel** model, BrnBuildReport* report);

/// Adds what a call failed on to the remarks, as an error.
/// @param where it is, unless the message tells it more closely
BrnStatus cli_remark_failure(Cli* cli, BrnStatus status, const char* where, BrnRemarks* remarks);
/// Everything that can be told of a scene without building it.
BrnStatus cli_inspect_scene(Cli* cli, const BrnScene* scene, BrnRemarks* remarks);
/// What of it is of how the scene is run, and not of the body.
BrnStatus cli_inspect_run(Cli* cli, const BrnScene* scene, BrnRemarks* remarks);
/// Tells the errors among remarks. Exit code.
int cli_refuse(const Cli* cli, const BrnRemarks* remarks);
/// Builds a scene, tells its warnings, and refuses errors in the words of `brawn check`.
/// @param remarks errors of them are refused, too
/// @return exit code
int cli_build_scene(Cli* cli, const BrnScene* scene, const CliCache* cache, const char* out,
                    BrnRemarks* remarks, BrnModel** model, BrnBuildReport* report);
