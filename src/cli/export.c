// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"
#include "cli/frames.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/replay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `brawn export RUN --to FILE`: frames of a run for other programs. Ctrl-C leaves no half file.

static struct {
  const char *to, *format, *frames, *units, *up, *parts, *skin;
  bool joined, solid, force, list;
  double tolerance;
  CliCache cache;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--to", "-o", CLI_TEXT, &options.to, "FILE",
       "what to write; arm.pc2 becomes arm.biceps.pc2 where there is a file a part, a name with "
       "%04d or #### has the number of the frame there, and FOLDER/ is a folder"},
      {"--format", NULL, CLI_TEXT, &options.format, "NAME",
       "see --list; default: by the extension of FILE"},
      {"--frames", NULL, CLI_TEXT, &options.frames, "A-B[/STEP]",
       "frames to write: 1-48, 24 for one, 1-48/2 for every other; default: all"},
      {"--units", NULL, CLI_TEXT, &options.units, "UNIT", "of the file: " CLI_UNITS "; default m"},
      {"--up", NULL, CLI_TEXT, &options.up, "AXIS", "up-axis of the file: x, y or z; default y"},
      {"--parts", NULL, CLI_TEXT, &options.parts, "NAMES",
       "parts to write, separated by commas, with * and ?; or bones, muscles, tendons"},
      {"--skin", NULL, CLI_TEXT, &options.skin, "KIND",
       "auto: surfaces as they were given where they fit; tets: the faces of the tets; surfaces"},
      {"--joined", NULL, CLI_FLAG, &options.joined, NULL, "all parts in one file"},
      {"--tolerance", NULL, CLI_NUMBER, &options.tolerance, "METRES",
       "how far off what is left out may be; default 0"},
      {"--solid", NULL, CLI_FLAG, &options.solid, NULL,
       "the tets, too, in formats that have them (usda)"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace files that are there"},
      CLI_CACHE_OPTIONS(options.cache),
      {"--list", NULL, CLI_FLAG, &options.list, NULL, "say which formats there are"},
      {0},
  };
  return list;
}

// ---------------------------------------------------------------------------------------- options

static bool read_frames(const Cli* cli, BrnExportDef* def) {
  if (!options.frames || cli_parse_frames(options.frames, &def->first, &def->last, &def->every))
    return true;
  cli_fail(cli, CLI_USAGE,
           "--frames takes a range such as 1-48 or 1-48/2, or one frame, not \"%s\"",
           options.frames);
  return false;
}

static const char* format_name(int index) {
  const BrnExportFormat* format = brn_export_format(index);
  return format ? format->name : NULL;
}

static bool check_format(const Cli* cli) {
  const char* name = options.format;
  return !name ||
         cli_choose(cli, "runs are not exported as", name, cli_words(format_name).text) >= 0;
}

// "a,b" to a list; names is the text that is cut, to be freed with the list
static bool split_parts(BrnExportDef* def, char** names, const char*** list) {
  *names = strdup(options.parts ? options.parts : "");
  *list = calloc(strlen(options.parts ? options.parts : "") + 1, sizeof **list);
  if (!*names || !*list) return false;
  for (char* word = strtok(*names, ","); word; word = strtok(NULL, ",")) {
    (*list)[def->part_count++] = word;
  }
  def->part = *list;
  return true;
}

static bool make_def(const Cli* cli, BrnExportDef* def, BrnSkinChoice* skin) {
  *def = brn_export_def_default();
  def->format = options.format;
  def->joined = options.joined;
  def->solid = options.solid;
  def->force = options.force;
  def->tolerance = options.tolerance;
  def->cancelled = &cli_interrupted;
  if (!options.to) {
    cli_fail(cli, CLI_USAGE, "say what to write: --to FILE; --list tells the formats");
    return false;
  }
  if (options.tolerance < 0) {
    cli_fail(cli, CLI_USAGE, "--tolerance cannot be below 0");
    return false;
  }
  return check_format(cli) && read_frames(cli, def) &&
         cli_read_unit(cli, options.units, &def->metres_per_unit) &&
         cli_read_axis(cli, options.up, &def->up) && cli_read_skin(cli, options.skin, skin);
}

// --------------------------------------------------------------------------------------- the verb

static json_t* format_facts(const void* of, int i) {
  const BrnExportFormat* format = brn_export_format(i);
  (void)of;
  return cli_facts(FACT("name", format->name), FACT("extensions", format->extensions),
                   FACT("title", format->title));
}

static int list(const Cli* cli) {
  int count = 0;
  while (brn_export_format(count)) count++;
  cli_give(&(Cli){.json = cli->json},
           cli_facts(FACT("formats", cli_list(count, format_facts, NULL))),
           "{@formats}  {name:-8} {extensions:-12} {title}\n{/}");
  return CLI_DONE;
}

static void tell(const Cli* cli, const BrnExportReport* report) {
  json_t* facts =
      cli_facts(FACT("to", options.to), FACT("frames", report->frames),
                FACT("files", report->files), FACT("parts", report->parts),
                FACT("vertices", (long long)report->vertices), FACT("bytes", report->bytes));
  cli_give(cli, facts,
           "{to}: {frames:d} frame{frames||s} in {files:d} file{files||s}"
           "{?parts}, {parts:d} part{parts||s}{/}{?vertices}, {vertices} vertices{/}, "
           "{bytes:.1f*1e-6} MB\n");
}

static int go(Cli* cli, BrnExportDef* def, BrnSkinChoice skin) {
  BrnReplay* replay;
  BrnExportReport report = {0};
  BrnStatus status = cli_open_replay(cli, cli->argument[0], skin, &options.cache, &replay);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  CliProgress progress = cli_progress_start(cli);
  def->progress = cli_progress_show;
  def->progress_user = &progress;
  status = brn_export(cli->ctx, replay, options.to, def, &report);
  brn_replay_close(cli->ctx, replay);
  cli_progress_end(&progress);
  if (report.stopped) return cli_fail(cli, CLI_STOPPED, "%s", brn_last_error(cli->ctx));
  if (status != BRN_OK) return cli_fail_status(cli, status);
  tell(cli, &report);
  return CLI_DONE;
}

static int run(Cli* cli) {
  BrnExportDef def;
  BrnSkinChoice skin;
  char* names = NULL;
  const char** parts = NULL;
  if (options.list) return list(cli);
  if (cli->argument_count == 0) {
    return cli_fail(cli, CLI_USAGE, "say which run: brawn export RUN --to FILE");
  }
  if (!make_def(cli, &def, &skin)) return CLI_USAGE;
  int code = split_parts(&def, &names, &parts) ? go(cli, &def, skin)
                                               : cli_fail(cli, CLI_FAILED, "out of memory");
  free((void*)parts);
  free(names);
  return code;
}

const CliVerb cli_export = {
    .name = "export",
    .summary = "Writes a run for other programs: point caches, meshes, bone motion, tables",
    .usage = "RUN --to FILE [options]",
    .notes =
        "RUN is the folder that brawn run has written, a scene, or a mesh file. Files are made\n"
        "in metres, Y up, unless --units and --up say otherwise; Blender wants --up z.\n"
        "Vertices are in the order of the surfaces that the scene names. docs/export.md has a\n"
        "recipe for each program.\n"
        "\n"
        "Nothing is replaced without --force, and that is found out before any work. Ctrl-C\n"
        "leaves no half file.\n"
        "\n"
        "Exit codes: 0 it is written; 1 it failed; 2 the command line is wrong; 130 stopped.",
    .examples = "brawn export out --to arm.pc2 --up z\n"
                "brawn export out --to frames/arm.%04d.obj --parts 'biceps*,bones' --joined\n"
                "brawn export out --to arm.bvh --units cm\n"
                "brawn export out --to cm/arm.pvd --units cm --frames 1-48/2\n"
                "brawn export --list",
    .least = 0,
    .most = 1,
    .options = option_list,
    .run = run,
};
