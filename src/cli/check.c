// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"
#include "cli/model.h"

#include <string.h>

// `brawn check SCENE`: everything that is wrong with a scene, at once: mistakes in the file with
// line and column, then names, files, sizes and places; with --build, what the model looks like,
// too.

static struct {
  const char *json, *schema;
  bool build;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      CLI_SET_OPTION,
      {"--build", NULL, CLI_FLAG, &options.build, NULL, "build the model and check that, too"},
      {"--json", NULL, CLI_TEXT, &options.json, "FILE", "write the remarks; - is standard output"},
      {"--schema", NULL, CLI_TEXT, &options.schema, "FILE",
       "write the JSON Schema of scenes instead; - is standard output"},
      {0},
  };
  return list;
}

// ------------------------------------------------------------------------------------------ schema

static int write_schema(Cli* cli) {
  char* text;
  size_t size;
  BrnStatus status = brn_scene_schema(cli->ctx, &text, &size);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  status = cli_write_text(cli->ctx, options.schema, text, size);
  brn_scene_text_free(cli->ctx, text);
  return status == BRN_OK ? CLI_DONE : cli_fail_status(cli, status);
}

// ---------------------------------------------------------------------------------------- checking

// what a run does before its first step
static BrnStatus check_solver(Cli* cli, const BrnModel* model, BrnRemarks* remarks) {
  BrnSolver* solver;
  BrnSolverDef def = brn_solver_def_of(model);
  BrnStatus status = brn_solver_create(cli->ctx, model, &def, &solver);
  if (status != BRN_OK) return cli_remark_failure(cli, status, "solver", remarks);
  brn_solver_destroy(cli->ctx, solver);
  return BRN_OK;
}

static BrnStatus check_model(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  BrnRemarks again = {0}; // what was told already
  def.remarks = &again;
  BrnStatus status = brn_model_build(cli->ctx, scene, &def, &model, NULL);
  brn_remarks_clear(cli->ctx, &again);
  if (status != BRN_OK) return cli_remark_failure(cli, status, "build", remarks);
  status = brn_model_check(cli->ctx, model, remarks);
  if (status == BRN_OK) status = check_solver(cli, model, remarks);
  brn_model_destroy(cli->ctx, model);
  return status;
}

static BrnStatus check_scene(Cli* cli, BrnScene* scene, BrnRemarks* remarks) {
  BRN_TRY(cli_remark_failure(cli, cli_set_scene(cli, scene), "--set", remarks));
  BRN_TRY(cli_inspect_scene(cli, scene, remarks));
  if (!options.build || remarks->error_count > 0) return BRN_OK;
  return check_model(cli, scene, remarks);
}

static BrnStatus check_file(Cli* cli, const char* path, BrnRemarks* remarks) {
  BrnScene* scene = NULL;
  BRN_TRY(brn_scene_inspect(cli->ctx, path, remarks, &scene));
  BrnStatus status = scene ? check_scene(cli, scene, remarks) : BRN_OK;
  brn_scene_destroy(cli->ctx, scene);
  return status;
}

static int tell(Cli* cli, const char* path, const BrnRemarks* remarks) {
  json_t* facts = cli_facts(FACT("scene", path));
  cli_add_remarks(facts, remarks);
  if (!cli->quiet && !cli->json) {
    cli_tell_remarks(cli, facts);
    cli_tell_remark_counts(cli, facts);
  }
  int code = options.json ? cli_write_json(cli, json_incref(facts), options.json) : CLI_DONE;
  json_decref(facts);
  return code;
}

static int run(Cli* cli) {
  if (options.schema) return write_schema(cli);
  if (cli->argument_count == 0) {
    return cli_fail(cli, CLI_USAGE, "something is missing: brawn check SCENE");
  }
  BrnRemarks remarks = {0};
  cli->json = options.json && strcmp(options.json, "-") == 0;
  BrnStatus status = check_file(cli, cli->argument[0], &remarks);
  int code =
      status == BRN_OK ? tell(cli, cli->argument[0], &remarks) : cli_fail_status(cli, status);
  if (code == CLI_DONE && remarks.error_count > 0) code = CLI_FAILED;
  brn_remarks_clear(cli->ctx, &remarks);
  return code;
}

const CliVerb cli_check = {
    .name = "check",
    .summary = "Tells everything that is wrong with a scene, and what to do",
    .usage = "SCENE [options]",
    .notes =
        "Errors are what build and run refuse, in these words; warnings are rarely wanted, and\n"
        "told by build and run, too; notes are harmless. With --build it goes on to where a run\n"
        "would make its first step.\n"
        "Exits with 1 when there are errors.",
    .examples = "brawn check arm/scene.json\n"
                "brawn check arm/scene.json --build --set mesh.tets=20000\n"
                "brawn check --schema docs/scene.schema.json",
    .least = 0,
    .most = 1,
    .options = option_list,
    .run = run,
};
