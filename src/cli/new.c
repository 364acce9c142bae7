// SPDX-License-Identifier: Apache-2.0

#include "cli/new.h"

#include <dirent.h>
#include <math.h>
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

// ---------------------------------------------------------------------------------------- telling

static const char* const unit_name[] = {"m", "cm", "mm", "in", "ft"};
static const double unit_metres[] = {1, 0.01, 0.001, 0.0254, 0.3048};

static double longest_side(const BrnGuess* guess) {
  double size = 0;
  for (int k = 0; k < 3; k++) size = fmax(size, guess->high[k] - guess->low[k]);
  return size;
}

static void tell_frame(const Cli* cli, const BrnGuess* guess, const char* path) {
  char kind[2][64];
  snprintf(kind[0], sizeof kind[0], options.units ? "as told" : "a guess: it is %.3g m long",
           longest_side(guess) * guess->metres);
  snprintf(kind[1], sizeof kind[1], options.up ? "as told" : "a guess");
  printf("%s%s%s: %d surfaces in %s (%s), %c up (%s)\n", cli_color(cli, CLI_BOLD), path,
         cli_color(cli, CLI_PLAIN), guess->part_count, unit_name[guess->units], kind[0],
         "xyz"[guess->up], kind[1]);
}

static void tell_end(const Cli* cli, const BrnGuess* guess, const BrnGuessPart* part, int end) {
  const BrnGuessEnd* e = &part->end[end];
  printf("; %s: ", end == 0 ? "origin" : "insertion");
  if (e->part >= 0) {
    printf("%s %.1f mm", guess->part[e->part].name, 1e3 * e->gap * guess->metres);
    return;
  }
  printf("%sno bone%s", cli_color(cli, CLI_YELLOW), cli_color(cli, CLI_PLAIN));
  if (e->nearest >= 0) {
    printf(" (nearest: %s, %.1f mm)", guess->part[e->nearest].name,
           1e3 * e->nearest_gap * guess->metres);
  }
}

static void tell_part(const Cli* cli, const BrnGuess* guess, const BrnGuessPart* part) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  printf("  %-22s %s (%s)", part->name, kind[part->guess.kind],
         part->guess.known ? "name" : "a guess: no such name is known");
  if (part->guess.kind != BRN_PART_BONE) {
    for (int end = 0; end < 2; end++) tell_end(cli, guess, part, end);
  } else if (part->fixed) {
    printf("; fixed, %s", part->guess.trunk ? "as it is of the trunk" : "as the highest large one");
  }
  putchar('\n');
}

static void tell_joints(const BrnGuess* guess) {
  for (int i = 0; i < guess->joint_count; i++) {
    const BrnGuessJoint* joint = &guess->joint[i];
    printf("  %s and %s: %s joint%s (%.1f mm apart)\n", guess->part[joint->bone[0]].name,
           guess->part[joint->bone[1]].name, joint->type == BRN_JOINT_BALL ? "ball" : "hinge",
           options.joints ? "" : ", perhaps", 1e3 * joint->gap * guess->metres);
  }
}

static void tell_doubts(const Cli* cli, const BrnGuess* guess) {
  int held = 0, unknown = 0, same = 0;
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* part = &guess->part[i];
    if (part->guess.kind != BRN_PART_MUSCLE) continue;
    unknown += !part->guess.known;
    held += (part->end[0].part < 0) + (part->end[1].part < 0);
    same += part->end[0].part >= 0 && part->end[0].part == part->end[1].part;
  }
  const char *on = cli_color(cli, CLI_YELLOW), *off = cli_color(cli, CLI_PLAIN);
  if (unknown > 0) {
    printf("%swarning%s: %d name%s not known, and taken for muscles; move what is a bone to "
           "\"bones\"\n",
           on, off, unknown, unknown == 1 ? " is" : "s are");
  }
  if (held > 0) {
    printf("%swarning%s: %d end%s of muscles find no bone, and are held where they are: each by a "
           "selection and a support of its name, such as \"biceps_origin\"\n",
           on, off, held, held == 1 ? "" : "s");
  }
  if (same > 0) {
    printf("%swarning%s: %d muscle%s both ends on the same bone; tell them apart by selections\n",
           on, off, same, same == 1 ? " has" : "s have");
  }
  if (guess->joint_count > 0 && !options.joints) printf("--joints writes these joints, too\n");
}

static void tell(const Cli* cli, const BrnGuess* guess, const char* path) {
  tell_frame(cli, guess, path);
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < guess->part_count; i++) {
      if ((int)guess->part[i].guess.kind == kind) tell_part(cli, guess, &guess->part[i]);
    }
  }
  tell_joints(guess);
  tell_doubts(cli, guess);
  printf("next: brawn check %s; brawn build %s\n", path, path);
}

// ------------------------------------------------------------------------------------------- JSON

static json_t* end_json(const BrnGuess* guess, const BrnGuessEnd* end) {
  json_t* object = json_object();
  json_object_set_new(object, "bone",
                      end->part < 0 ? json_null() : cli_json_text(guess->part[end->part].name));
  if (end->nearest >= 0) {
    json_object_set_new(object, "nearest", cli_json_text(guess->part[end->nearest].name));
    json_object_set_new(object, "gap", json_real(end->nearest_gap * guess->metres));
  }
  return object;
}

static json_t* to_json(const BrnGuess* guess, const char* path) {
  static const char* const kind[] = {"bone", "muscle", "tendon"};
  json_t *object = json_object(), *parts = json_array(), *joints = json_array();
  json_object_set_new(object, "scene", cli_json_text(path));
  json_object_set_new(object, "units", json_string(unit_name[guess->units]));
  json_object_set_new(object, "up", json_stringn(&"xyz"[guess->up], 1));
  for (int i = 0; i < guess->part_count; i++) {
    const BrnGuessPart* part = &guess->part[i];
    json_t* row = json_object();
    json_object_set_new(row, "name", cli_json_text(part->name));
    json_object_set_new(row, "kind", json_string(kind[part->guess.kind]));
    json_object_set_new(row, "known", json_boolean(part->guess.known));
    json_object_set_new(row, "fixed", json_boolean(part->fixed));
    if (part->guess.kind != BRN_PART_BONE) {
      json_object_set_new(row, "origin", end_json(guess, &part->end[0]));
      json_object_set_new(row, "insertion", end_json(guess, &part->end[1]));
    }
    json_array_append_new(parts, row);
  }
  for (int i = 0; i < guess->joint_count; i++) {
    const BrnGuessJoint* joint = &guess->joint[i];
    json_array_append_new(joints, json_pack("{s:[o, o], s:f}", "bones",
                                            cli_json_text(guess->part[joint->bone[0]].name),
                                            cli_json_text(guess->part[joint->bone[1]].name), "gap",
                                            joint->gap * guess->metres));
  }
  json_object_set_new(object, "parts", parts);
  json_object_set_new(object, "joints", joints);
  return object;
}

// ---------------------------------------------------------------------------------------- the verb

static int find_word(const char* word, const char* const* list, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(word, list[i]) == 0) return i;
  }
  return -1;
}

static bool check_options(Cli* cli) {
  if (options.units && find_word(options.units, unit_name, 5) < 0) {
    cli_fail(cli, CLI_USAGE, "there is no unit \"%s\"%s", options.units,
             cli_hint(options.units, "m cm mm in ft").text);
    return false;
  }
  if (options.up && (strlen(options.up) != 1 || !strchr("xyz", *options.up))) {
    cli_fail(cli, CLI_USAGE, "the up-axis is x, y or z, not \"%s\"", options.up);
    return false;
  }
  return true;
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

static BrnStatus guess_all(Cli* cli, const Files* files, BrnGuess* guess) {
  BRN_TRY(brn__guess_read(cli->ctx, files->path, files->count, guess));
  guess->units = options.units ? find_word(options.units, unit_name, 5) : brn__guess_units(guess);
  guess->metres = unit_metres[guess->units];
  guess->up = options.up ? *options.up - 'x' : brn__guess_up(guess);
  return brn__guess_anatomy(guess);
}

static int make(Cli* cli, const Files* files, const char* path) {
  BrnGuess guess = {0};
  BrnStatus status = guess_all(cli, files, &guess);
  if (status == BRN_OK) status = write_scene(cli, &guess, path);
  if (status == BRN_OK && cli->json) cli_print_json(to_json(&guess, path));
  if (status == BRN_OK && !cli->json && !cli->quiet) tell(cli, &guess, path);
  brn__guess_clear(&guess);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

static int run(Cli* cli) {
  char path[PATH_SIZE];
  struct stat info;
  Files files = {0};
  if (!check_options(cli)) return CLI_USAGE;
  make_path(cli, path, sizeof path);
  if (stat(path, &info) == 0 && !options.force) {
    return cli_fail(cli, CLI_FAILED,
                    "%s is there already; --force replaces it, -o FILE writes "
                    "another one",
                    path);
  }
  int code = find_files(cli, &files);
  if (code == CLI_DONE) code = make(cli, &files, path);
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
