// SPDX-License-Identifier: Apache-2.0

#include "cli/info.h"

#include <string.h>
#include <unistd.h>

// `brawn info FILE ...`: what a file holds and what is wrong with it. Each kind of file has a
// source of its own.

static struct {
  bool strict;
  const char* format;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--strict", NULL, CLI_FLAG, &options.strict, NULL,
       "exit with 1 when there are errors or warnings"},
      {"--from", NULL, CLI_TEXT, &options.format, "FORMAT",
       "format of the file; default: by extension"},
      {0},
  };
  return list;
}

// ------------------------------------------------------------------------------------- collections

static json_t* step(const void* of, int i) {
  const BrnCollection* c = of;
  return cli_facts(FACT("time", c->time[i]), FACT("part", c->part[i]), FACT("file", c->file[i]));
}

BrnStatus info_collection(Cli* cli, const InfoFile* file, json_t** facts, int* found) {
  BrnCollection* c;
  (void)found;
  BRN_TRY(brn_collection_read(cli->ctx, file->path, &c));
  *facts = cli_facts(FACT("file", file->path), FACT("count", c->step_count),
                     FACT("steps", cli_list(c->step_count, step, c)));
  brn_collection_destroy(cli->ctx, c);
  return BRN_OK;
}

void info_tell_collection(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{~bold}{file}{~}: a collection of {count:d} files\n"
           "{@steps}  {time:10g} s  part {part:d}  {file}\n{/}");
}

// --------------------------------------------------------------------------------- kinds of files

typedef struct Kind {
  BrnStatus (*find)(Cli* cli, const InfoFile* file, json_t** facts, int* found);
  void (*tell)(const Cli* cli, const json_t* facts);
  bool must_be_whole; // what is wrong with it is no matter of taste: exit code 1, strict or not
} Kind;

static bool ends_with(const char* path, const char* extension) {
  const char* dot = strrchr(path, '.');
  return dot && strcmp(dot, extension) == 0;
}

// even where one of them is lost
static bool is_run(const char* path) {
  static const char* const known[] = {"run.json", "run.sums", "run.checkpoint"};
  bool found = false;
  for (size_t i = 0; i < sizeof known / sizeof *known && !found; i++) {
    char name[4096];
    int length = snprintf(name, sizeof name, "%s/%s", path, known[i]);
    found = length > 0 && (size_t)length < sizeof name && access(name, F_OK) == 0;
  }
  return found;
}

static Kind kind_of(const InfoFile* file) {
  bool asked = file->format != NULL;
  if (!asked && is_run(file->path)) return (Kind){info_run, info_tell_run, true};
  if (!asked && ends_with(file->path, ".json")) return (Kind){info_scene, info_tell_scene, false};
  if (ends_with(file->path, ".pvd")) return (Kind){info_collection, info_tell_collection, false};
  if (ends_with(file->path, ".bvh")) return (Kind){info_clip, info_tell_clip, false};
  return (Kind){info_mesh, info_tell_mesh, false};
}

// --------------------------------------------------------------------------------------- the verb

// a file that cannot be read has its place in the list
static int tell_failure(const Cli* cli, const char* path, BrnStatus status, json_t* list) {
  if (!list) return cli_fail_status(cli, status);
  const char* why = brn_last_error(cli->ctx);
  fprintf(stderr, "brawn: %s\n", why);
  json_array_append_new(list, cli_facts(FACT("file", path), FACT("error", why),
                                        FACT("status", brn_status_name(status))));
  return CLI_FAILED;
}

static int tell_file(Cli* cli, const char* path, json_t* list) {
  InfoFile file = {path, options.format};
  Kind kind = kind_of(&file);
  json_t* facts = NULL;
  int found = 0;
  BrnStatus status = kind.find(cli, &file, &facts, &found);
  if (status != BRN_OK) return tell_failure(cli, path, status, list);
  if (list) {
    json_array_append(list, facts);
  } else {
    kind.tell(cli, facts);
  }
  json_decref(facts);
  if (kind.must_be_whole && found > 0 && !list) {
    fprintf(stderr, "brawn: %s: %d file%s damaged or missing\n", path, found,
            found == 1 ? " is" : "s are");
  }
  return found > 0 && (kind.must_be_whole || options.strict) ? CLI_FAILED : CLI_DONE;
}

static int run(Cli* cli) {
  if (!cli_check_format(cli, options.format)) return CLI_USAGE;
  json_t* list = cli->json ? json_array() : NULL;
  int code = CLI_DONE;
  for (int i = 0; i < cli->argument_count; i++) {
    if (i > 0 && !list) printf("\n");
    int one = tell_file(cli, cli->argument[i], list);
    if (one > code) code = one;
  }
  if (!list) return code;
  // one file: its object; several: a list
  bool one = json_array_size(list) == 1;
  cli_print_json(json_incref(one ? json_array_get(list, 0) : list));
  json_decref(list);
  return code;
}

const CliVerb cli_info = {
    .name = "info",
    .summary = "Tells what a mesh, motion or scene file or a run holds and what is wrong with it",
    .usage = "FILE... [options]",
    .notes =
        "Every finding comes with its cure. Of the folder of a run every file is compared with\n"
        "its checksum. Exit code 1: a file could not be read, something of a run is damaged, "
        "or\n"
        "--strict and something was found.",
    .examples = "brawn info biceps.stl\n"
                "brawn info *.obj --strict\n"
                "brawn info arm.vtu --json\n"
                "brawn info scenes/arm.json",
    .least = 1,
    .most = 100000,
    .options = option_list,
    .run = run,
};
