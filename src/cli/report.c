// SPDX-License-Identifier: Apache-2.0

#include "brawn/studio.h"
#include "cli/facts.h"
#include "cli/frames.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/replay.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `brawn report RUN`: the page and its data in one file.

static struct {
  const char *out, *values, *frames;
  double limit;
  bool force;
} options = {.limit = 20};

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FILE.html", "default: the name of the run"},
      {"--values", NULL, CLI_TEXT, &options.values, "A,B",
       "what can be coloured by; default: stretch,stress,volume,displacement"},
      {"--frames", NULL, CLI_TEXT, &options.frames, "A-B", "frames to show; default: all"},
      {"--limit", NULL, CLI_NUMBER, &options.limit, "MB", "largest size of the file; default 20"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace the file if it is there"},
      {0},
  };
  return list;
}

// ---------------------------------------------------------------------------------------- options

static bool make_def(const Cli* cli, BrnReportDef* def) {
  *def = brn_report_def_default();
  def->values = options.values;
  def->limit = 1e6 * options.limit;
  def->cancelled = &cli_interrupted;
  if (!(options.limit > 0)) {
    cli_fail(cli, CLI_USAGE, "--limit takes a number of megabytes above 0");
    return false;
  }
  if (options.frames && !cli_parse_frames(options.frames, &def->first, &def->last, NULL)) {
    cli_fail(cli, CLI_USAGE, "--frames takes a range such as 1-48, or one frame, not \"%s\"",
             options.frames);
    return false;
  }
  return true;
}

// ------------------------------------------------------------------------------------------- verb

static json_t* note(const void* of, int i) {
  return cli__text(((const BrnReportResult*)of)->note[i]);
}

static void tell(const Cli* cli, const char* path, const BrnReportResult* result) {
  json_t* facts = cli_facts(FACT("file", path), FACT("bytes", (long long)result->bytes),
                            FACT("frames", result->frames), FACT("limit", options.limit),
                            FACT("notes", cli_list(result->note_count, note, result)));
  cli_give(cli, facts,
           "{file}: {frames:d} frame{frames||s}, {bytes:.1f*1e-6} MB\n"
           "{?notes}to stay below {limit:g} MB:{@notes}{#| |; }{.}{/}\n{/}");
}

static int write_report(Cli* cli, BrnReplay** replay, BrnReportDef* def) {
  char path[512];
  BrnReportResult result;
  CliProgress progress = cli_progress_start(cli);
  def->progress = cli_progress_show;
  def->progress_user = &progress;
  snprintf(path, sizeof path, "%s.html", replay[0]->name);
  if (!options.out && strchr(path, '/')) return cli_fail(cli, CLI_USAGE, "say where with -o FILE");
  if (options.out) snprintf(path, sizeof path, "%s", options.out);
  if (!options.force && access(path, F_OK) == 0) {
    return cli_fail(cli, CLI_FAILED, "%s is there already; --force replaces it", path);
  }
  BrnStatus status = brn_report_write(cli->ctx, replay, cli->argument_count, def, path, &result);
  cli_progress_end(&progress);
  if (result.stopped) return cli_fail(cli, CLI_STOPPED, "%s", brn_last_error(cli->ctx));
  if (status != BRN_OK) return cli_fail_status(cli, status);
  tell(cli, path, &result);
  return CLI_DONE;
}

static int run(Cli* cli) {
  BrnReplay** replay;
  BrnReportDef def;
  if (!make_def(cli, &def)) return CLI_USAGE;
  int code = cli_open_replays(cli, &replay);
  if (code == CLI_DONE) code = write_report(cli, replay, &def);
  cli_close_replays(cli, replay);
  return code;
}

const CliVerb cli_report = {
    .name = "report",
    .summary = "Writes runs and the page that shows them into one HTML file",
    .usage = "RUN... [-o FILE.html] [options]",
    .notes = "The file opens from disk in any browser, needs no server and no network, and can be\n"
             "mailed. What would make it larger than --limit is left out, and told: frames first\n"
             "(24 stay), then triangles, then values. The tets themselves are not in it. Ctrl-C\n"
             "leaves nothing behind.",
    .examples = "brawn report out -o arm.html\n"
                "brawn report out/newton out/coarse -o both.html\n"
                "brawn report out -o arm.html --values stretch,stress --frames 1-48 --limit 5",
    .least = 1,
    .most = 16,
    .options = option_list,
    .run = run,
};
