// SPDX-License-Identifier: Apache-2.0

#include "cli/replay.h"

#include "cli/progress.h"

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
