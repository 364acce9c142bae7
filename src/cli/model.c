// SPDX-License-Identifier: Apache-2.0
//
// Scenes and models for verbs: what the command line overrides is set, the cache's folder found,
// the model built with a bar.

#include "cli/model.h"

#include "cli/mesh.h"
#include "cli/progress.h"
#include "io/folder.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ scene

static BrnStatus name_scene(const Cli* cli, BrnScene* scene) {
  const char *path = cli->argument[0], *slash = strrchr(path, '/');
  if (scene->name && *scene->name) return BRN_OK;
  BRN_TRY(brn_scene_text(cli->ctx, &scene->name, slash ? slash + 1 : path));
  char* dot = strrchr(scene->name, '.');
  if (dot && dot != scene->name) *dot = 0;
  return BRN_OK;
}

BrnStatus cli_load_scene(Cli* cli, BrnScene** out) {
  BRN_TRY(brn_scene_read(cli->ctx, cli->argument[0], out));
  BrnStatus status = cli_set_scene(cli, *out);
  if (status == BRN_OK) status = name_scene(cli, *out);
  if (status == BRN_OK) return status;
  brn_scene_destroy(cli->ctx, *out);
  *out = NULL;
  return status;
}

// ------------------------------------------------------------------------------------------ cache

// $XDG_CACHE_HOME/brawn, or ~/.cache/brawn; NULL: none
static const char* find_cache(const CliCache* cache, char* path, size_t size) {
  const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
  int length = -1;
  if (cache->off) return NULL;
  if (cache->folder) return cache->folder;
  if (base && *base == '/') {
    length = snprintf(path, size, "%s/brawn", base);
  } else if (home && *home == '/') {
    length = snprintf(path, size, "%s/.cache/brawn", home);
  }
  return length > 0 && (size_t)length < size ? path : NULL;
}

BrnStatus cli_cache_folder(Cli* cli, const CliCache* cache, char* path, size_t size,
                           const char** out) {
  *out = find_cache(cache, path, size);
  if (!*out) return BRN_OK;
  BrnStatus status = brn__folder_make(cli->ctx, *out);
  if (status == BRN_OK || cache->folder) return status;
  brn__log(cli->ctx, BRN_LOG_WARNING, "%s; going on without a cache", brn_last_error(cli->ctx));
  *out = NULL;
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ model

BrnStatus cli_build_model(Cli* cli, const BrnScene* scene, const CliCache* cache, const char* out,
                          BrnRemarks* remarks, BrnModel** model, BrnBuildReport* report) {
  char path[4096];
  BrnBuildDef def = brn_build_def_default();
  BRN_TRY(cli_cache_folder(cli, cache, path, sizeof path, &def.cache));
  CliProgress progress = cli_progress_start(cli);
  def.remarks = remarks;
  def.progress = cli_progress_show;
  def.progress_user = &progress;
  BrnMesh* refused = NULL;
  def.refused = &refused;
  BrnStatus status = brn_model_build(cli->ctx, scene, &def, model, report);
  cli_progress_end(&progress);
  return cli_write_refused(cli, status, out ? out : cli->argument[0], refused);
}
