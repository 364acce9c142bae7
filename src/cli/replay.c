// SPDX-License-Identifier: Apache-2.0
//
// Opening runs for verbs: which skin, one or several.

#include "cli/replay.h"

#include "cli/progress.h"

#include <stdlib.h>

bool cli_read_skin(const Cli* cli, const char* name, BrnSkinChoice* out) {
  static const BrnSkinChoice skin[] = {BRN_SKIN_AUTO, BRN_SKIN_TETS, BRN_SKIN_SURFACES};
  int index = name ? cli_choose(cli, "there is no skin", name, "auto tets surfaces") : 0;
  if (index >= 0) *out = skin[index];
  return index >= 0;
}

BrnStatus cli_open_replay(Cli* cli, const char* path, BrnSkinChoice skin, const CliCache* cache,
                          BrnReplay** out) {
  char folder[4096];
  BrnReplayDef def = brn_replay_def_default();
  BRN_TRY(cli_cache_folder(cli, cache, folder, sizeof folder, &def.cache));
  CliProgress progress = cli_progress_start(cli);
  def.skin = skin;
  def.progress = cli_progress_show;
  def.progress_user = &progress;
  BrnStatus status = brn_replay_open(cli->ctx, path, &def, out);
  cli_progress_end(&progress);
  return status;
}

int cli_open_replays(Cli* cli, BrnReplay*** out) {
  BrnStatus status = BRN_OK;
  *out = calloc((size_t)cli->argument_count, sizeof **out);
  if (!*out) return cli_fail(cli, CLI_FAILED, "out of memory");
  for (int i = 0; i < cli->argument_count && status == BRN_OK; i++) {
    status = cli_open_replay(cli, cli->argument[i], BRN_SKIN_AUTO, &(CliCache){0}, &(*out)[i]);
  }
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

void cli_close_replays(const Cli* cli, BrnReplay** replay) {
  for (int i = 0; replay && i < cli->argument_count; i++) brn_replay_close(cli->ctx, replay[i]);
  free(replay);
}
