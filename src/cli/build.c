// SPDX-License-Identifier: Apache-2.0

#include "cli/build.h"

#include "cli/model.h"
#include "cli/polylines.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// `brawn build SCENE`: the model that solvers run on, and a table of what became of each part.

static struct {
  const char *out, *lines, *fibres, *json;
  CliCache cache;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FILE",
       "mesh to write, with parts, fibres, tendons and materials in it: .vtu, .msh, ..."},
      {"--lines", NULL, CLI_TEXT, &options.lines, "FILE",
       "lines of action to write, a polyline a unit: .obj, .vtk"},
      {"--fibres", NULL, CLI_TEXT, &options.fibres, "FILE",
       "fibres to write, 200 polylines a muscle: .obj, .vtk"},
      CLI_SET_OPTION,
      CLI_CACHE_OPTIONS(options.cache),
      {"--json", NULL, CLI_TEXT, &options.json, "FILE", "write the report; - is standard output"},
      {0},
  };
  return list;
}

// ---------------------------------------------------------------------------------------- outputs

static BrnStatus write_lines_of_action(Cli* cli, const BrnModel* model) {
  CliPolylines* group = calloc((size_t)model->unit_count + 1, sizeof *group);
  int(*start)[2] = calloc((size_t)model->unit_count + 1, sizeof *start);
  BrnStatus status = group && start ? BRN_OK : BRN_NO_MEMORY;
  for (int i = 0; status == BRN_OK && i < model->unit_count; i++) {
    const BrnModelUnit* unit = &model->unit_list[i];
    start[i][1] = unit->line_count;
    group[i] = (CliPolylines){unit->name, unit->line_count > 0, start[i], unit->line};
  }
  if (status == BRN_OK) {
    status = cli_write_polylines(cli, options.lines, group, model->unit_count);
  }
  free(group);
  free(start);
  return status;
}

enum { FIBRES_OF_A_MUSCLE = 200 };

static BrnStatus write_fibres(Cli* cli, const BrnModel* model) {
  CliPolylines* group = calloc((size_t)model->muscle_count + 1, sizeof *group);
  BrnLines** lines = calloc((size_t)model->muscle_count + 1, sizeof(BrnLines*));
  BrnStatus status = group && lines ? BRN_OK : BRN_NO_MEMORY;
  for (int i = 0; status == BRN_OK && i < model->muscle_count; i++) {
    status = brn_model_trace(cli->ctx, model, i, FIBRES_OF_A_MUSCLE, &lines[i]);
    if (status != BRN_OK) break;
    group[i] = (CliPolylines){model->muscle[i].name, lines[i]->line_count, lines[i]->start,
                              lines[i]->point};
  }
  if (status == BRN_OK) {
    status = cli_write_polylines(cli, options.fibres, group, model->muscle_count);
  }
  for (int i = 0; lines && i < model->muscle_count; i++) brn_lines_destroy(cli->ctx, lines[i]);
  free(group);
  free(lines);
  return status;
}

static BrnStatus write_mesh(Cli* cli, const BrnModel* model, const char* path) {
  BrnMesh* mesh;
  BRN_TRY(brn_model_to_mesh(cli->ctx, model, &mesh));
  BrnStatus status = brn_mesh_write(cli->ctx, mesh, path, NULL);
  brn_mesh_destroy(cli->ctx, mesh);
  return status;
}

// What cannot be written is told before the long work, not after it.
static BrnStatus check_folder(const Cli* cli, const char* path) {
  const char* slash = strrchr(path, '/');
  char folder[4096];
  struct stat info;
  if (!slash || slash == path) return BRN_OK;
  snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
  if (stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) return BRN_OK;
  return brn__fail(cli->ctx, BRN_NOT_FOUND, "%s: there is no folder %s; make it first", path,
                   folder);
}

static const char* extension_of(const char* path) {
  const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
  return dot && (!slash || dot > slash) ? dot + 1 : "";
}

static bool is_word_of(const char* word, const char* list) {
  size_t length = strlen(word);
  for (const char* at = list; length && (at = strstr(at, word)); at += length) {
    bool starts = at == list || at[-1] == ' ', ends = !at[length] || at[length] == ' ';
    if (starts && ends) return true;
  }
  return false;
}

static BrnStatus check_mesh_format(const Cli* cli, const char* path) {
  char known[256] = "";
  const BrnFormatInfo* info;
  for (int i = 0; (info = brn_format_info(i)); i++) {
    if (!info->writes || !info->holds_tets) continue;
    if (is_word_of(extension_of(path), info->extensions)) return BRN_OK;
    if (strstr(known, info->extensions)) continue;
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", info->extensions);
  }
  return brn__fail(cli->ctx, BRN_INVALID,
                   "%s: tets cannot be written to a file of that name; its extension must be one "
                   "of: %s",
                   path, known);
}

static BrnStatus check_outputs(const Cli* cli) {
  if (options.out) BRN_TRY(check_mesh_format(cli, options.out));
  if (options.out) BRN_TRY(check_folder(cli, options.out));
  const char* const lines[] = {options.lines, options.fibres};
  for (int i = 0; i < 2; i++) {
    if (!lines[i]) continue;
    BRN_TRY(cli_check_polylines(cli, lines[i]));
    BRN_TRY(check_folder(cli, lines[i]));
  }
  return BRN_OK;
}

static BrnStatus write_outputs(Cli* cli, const BrnModel* model) {
  if (options.out) BRN_TRY(write_mesh(cli, model, options.out));
  if (options.lines) BRN_TRY(write_lines_of_action(cli, model));
  if (options.fibres) BRN_TRY(write_fibres(cli, model));
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the verb

static BrnStatus load(Cli* cli, BrnScene** scene) {
  BRN_TRY(check_outputs(cli));
  return cli_load_scene(cli, scene);
}

static BrnStatus tell(Cli* cli, const BrnModel* model, const BrnBuildReport* report, int* code) {
  BrnRemarks remarks = {0};
  BRN_TRY(brn_model_check(cli->ctx, model, &remarks));
  json_t* facts = build_facts(model, report);
  cli_add_remarks(facts, &remarks);
  if (!cli->quiet && !cli->json) {
    build_tell(cli, facts);
    cli_tell_remarks(cli, facts);
    const char* const wrote[] = {options.out, options.lines, options.fibres};
    for (int i = 0; i < 3; i++) {
      if (wrote[i]) printf("wrote %s\n", wrote[i]);
    }
  }
  if (options.json) *code = cli_write_json(cli, json_incref(facts), options.json);
  json_decref(facts);
  brn_remarks_clear(cli->ctx, &remarks);
  return BRN_OK;
}

static int build_and_tell(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BrnModel* model;
  BrnBuildReport report;
  int code = cli_build_scene(cli, scene, &options.cache, options.out, remarks, &model, &report);
  if (code != CLI_DONE) return code;
  BrnStatus status = write_outputs(cli, model);
  if (status == BRN_OK) status = tell(cli, model, &report, &code);
  brn_model_destroy(cli->ctx, model);
  return status == BRN_OK ? code : cli_fail_status(cli, status);
}

static int run(Cli* cli) {
  BrnScene* scene;
  BrnRemarks remarks = {0};
  cli->json = options.json && strcmp(options.json, "-") == 0;
  BrnStatus status = load(cli, &scene);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  status = cli_inspect_run(cli, scene, &remarks);
  int code = status == BRN_OK ? build_and_tell(cli, scene, &remarks) : cli_fail_status(cli, status);
  brn_remarks_clear(cli->ctx, &remarks);
  brn_scene_destroy(cli->ctx, scene);
  return code;
}

const CliVerb cli_build = {
    .name = "build",
    .summary = "Builds the model of a scene: mesh, fibres, tendons, joints",
    .usage = "SCENE [options]",
    .notes = "What was built before comes from the cache, step by step: what a step reads of the "
             "scene,\n"
             "the files it names and the version of Brawn tell whether it is the same.",
    .examples = "brawn build arm/scene.json\n"
                "brawn build arm/scene.json --set mesh.tets=300000 -o arm.vtu\n"
                "brawn build arm/scene.json --no-cache --json report.json",
    .least = 1,
    .most = 1,
    .options = option_list,
    .run = run,
};
