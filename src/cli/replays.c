// SPDX-License-Identifier: Apache-2.0

#include "cli/replays.h"

#include "cli/progress.h"

#include <stdlib.h>

int cli_open_replays(const Cli* cli, BrnReplay*** out) {
  CliProgress progress = cli_progress_start(cli);
  BrnReplayDef def = brn_replay_def_default();
  BrnStatus status = BRN_OK;
  def.progress = cli_progress_show;
  def.progress_user = &progress;
  *out = calloc((size_t)cli->argument_count, sizeof **out);
  if (!*out) return cli_fail(cli, CLI_FAILED, "out of memory");
  for (int i = 0; i < cli->argument_count && status == BRN_OK; i++) {
    status = brn_replay_open(cli->ctx, cli->argument[i], &def, &(*out)[i]);
  }
  cli_progress_end(&progress);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

void cli_close_replays(const Cli* cli, BrnReplay** replay) {
  for (int i = 0; replay && i < cli->argument_count; i++) brn_replay_close(cli->ctx, replay[i]);
  free(replay);
}
