// SPDX-License-Identifier: Apache-2.0

#include "cli/new.h"

#include "scene/tables.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// `brawn new FOLDER`: a scene to start from, made from surfaces and their names. Everything that
// was guessed is told with its reason.

static struct {
  const char *out, *units, *up;
  bool force, joints;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FILE",
       "scene to write; default: scene.json beside the surfaces"},
      {"--units", NULL, CLI_TEXT, &options.units, "UNIT",
       "unit of the surfaces: m cm mm in ft; default: by their size"},
      {"--up", NULL, CLI_TEXT, &options.up, "AXIS",
       "up-axis of the surfaces; default: a long body stands"},
      {"--joints", NULL, CLI_FLAG, &options.joints, NULL,
       "also write a joint wherever two bones come near"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace a scene that is there"},
      {0},
  };
  return list;
}

// ------------------------------------------------------------------------------------------- files

enum { PATH_SIZE = 4096 };

typedef struct Files {
  char** path;
  int count;
} Files;

static bool add_file(Files* files, const char* path) {
  char** grown = realloc(files->path, sizeof *grown * (size_t)(files->count + 1));
  if (!grown) return false;
  files->path = grown;
  char* copy = strdup(path);
  if (copy) files->path[files->count++] = copy;
  return copy != NULL;
}

static void free_files(Files* files) {
  for (int i = 0; i < files->count; i++) free(files->path[i]);
  free(files->path);
}

// .stl, .obj and the like: formats for surfaces alone
static bool is_surface(const char* name) {
  const char* dot = strrchr(name, '.');
  if (!dot || name[0] == '.') return false;
  for (int i = 0; brn_format_info(i); i++) {
    const BrnFormatInfo* info = brn_format_info(i);
    if (!info->reads || !info->holds_triangles || info->holds_tets) continue;
    if (strcasecmp(dot + 1, info->extensions) == 0) return true;
  }
  return false;
}

static int by_name(const void* a, const void* b) {
  return strcmp(*(char* const*)a, *(char* const*)b);
}

static bool is_folder(const char* path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static bool list_folder(Files* files, const char* path) {
  DIR* folder = opendir(path);
  if (!folder) return false;
  bool ok = true;
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') end--;
  for (struct dirent* entry; ok && (entry = readdir(folder));) {
    char file[PATH_SIZE];
    if (!is_surface(entry->d_name)) continue;
    snprintf(file, sizeof file, "%.*s/%.255s", (int)end, path, entry->d_name);
    ok = add_file(files, file);
  }
  closedir(folder);
  return ok;
}

static int find_files(Cli* cli, Files* files) {
  for (int i = 0; i < cli->argument_count; i++) {
    const char* path = cli->argument[i];
    bool ok = is_folder(path) ? list_folder(files, path) : add_file(files, path);
    if (!ok) return cli_fail(cli, CLI_FAILED, "%s: cannot be listed", path);
  }
  if (files->count == 0) {
    return cli_fail(cli, CLI_FAILED, "%s: there is no surface in it (.stl, .obj, .ply)",
                    cli->argument[0]);
  }
  if (cli->argument_count == 1 && files->count > 1) {
    qsort(files->path, (size_t)files->count, sizeof *files->path, by_name);
  }
  return CLI_DONE;
}

// ---------------------------------------------------------------------------------------- the verb

// unit: -1 without --units
static bool read_options(Cli* cli, int* unit) {
  char up;
  *unit = options.units ? cli_choose(cli, "there is no unit", options.units, BRN_UNITS) : -1;
  return (!options.units || *unit >= 0) && cli_read_axis(cli, options.up, &up);
}

static void make_path(const Cli* cli, char* path, size_t size) {
  const char* first = cli->argument[0];
  size_t end = strlen(first);
  while (end > 1 && first[end - 1] == '/') end--;
  if (options.out) {
    snprintf(path, size, "%s", options.out);
  } else if (is_folder(first)) {
    snprintf(path, size, "%.*s/scene.json", (int)end, first);
  } else {
    const char* slash = strrchr(first, '/');
    snprintf(path, size, "%.*sscene.json", slash ? (int)(slash - first + 1) : 0, first);
  }
}

// the folder that the surfaces are in
static void make_name(const Cli* cli, char* name, size_t size) {
  char path[PATH_SIZE], full[PATH_SIZE];
  snprintf(path, sizeof path, "%s", cli->argument[0]);
  char* slash = strrchr(path, '/');
  if (!is_folder(path)) snprintf(slash ? slash : path, 2, slash ? "" : ".");
  const char* found = realpath(path, full) ? full : path;
  const char* last = strrchr(found, '/');
  snprintf(name, size, "%s", last && last[1] ? last + 1 : "body");
}

// through the reader and writer of scenes, so that the file is as any other scene
static BrnStatus write_scene(Cli* cli, const BrnGuess* guess, const char* path) {
  char name[256];
  BrnScene* scene;
  make_name(cli, name, sizeof name);
  json_t* object = new_scene(guess, name, path, options.joints);
  char* text = object ? json_dumps(object, JSON_INDENT(2)) : NULL;
  json_decref(object);
  if (!text) return brn__fail(cli->ctx, BRN_INVALID, "a file name is not UTF-8; rename it");
  BrnStatus status = brn_scene_parse(cli->ctx, text, strlen(text), path, &scene);
  free(text);
  BRN_TRY(status);
  status = brn_scene_write(cli->ctx, scene, path);
  brn_scene_destroy(cli->ctx, scene);
  return status;
}

static BrnStatus guess_all(Cli* cli, const Files* files, int unit, BrnGuess* guess) {
  BRN_TRY(brn__guess_read(cli->ctx, files->path, files->count, guess));
  guess->units = unit >= 0 ? unit : brn__guess_units(guess);
  guess->metres = brn__unit_metres(guess->units);
  guess->up = options.up ? *options.up - 'x' : brn__guess_up(guess);
  return brn__guess_anatomy(guess);
}

static int make(Cli* cli, const Files* files, int unit, const char* path) {
  BrnGuess guess = {0};
  BrnStatus status = guess_all(cli, files, unit, &guess);
  if (status == BRN_OK) status = write_scene(cli, &guess, path);
  NewTold told = {options.units, options.up, options.joints};
  if (status == BRN_OK) new_tell(cli, &guess, path, told);
  brn__guess_clear(&guess);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

static int run(Cli* cli) {
  char path[PATH_SIZE];
  struct stat info;
  int unit;
  Files files = {0};
  if (!read_options(cli, &unit)) return CLI_USAGE;
  make_path(cli, path, sizeof path);
  if (stat(path, &info) == 0 && !options.force) {
    return cli_fail(cli, CLI_FAILED,
                    "%s is there already; --force replaces it, -o FILE writes "
                    "another one",
                    path);
  }
  int code = find_files(cli, &files);
  if (code == CLI_DONE) code = make(cli, &files, unit, path);
  free_files(&files);
  return code;
}

const CliVerb cli_new = {
    .name = "new",
    .summary = "Makes a scene to start from, from surfaces and their names",
    .usage = "FOLDER|SURFACE... [options]",
    .notes =
        "Bones, muscles and tendons are told by their names (English, Latin, some German);\n"
        "a muscle holds on to the bones its two ends come near. An end without a bone is held\n"
        "where it is. Everything that was guessed is printed: look it over, mend the file.",
    .examples = "brawn new arm\n"
                "brawn new arm/*.stl -o arm.json --units mm --up z --joints",
    .least = 1,
    .most = 4096,
    .options = option_list,
    .run = run,
};
