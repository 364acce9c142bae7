// SPDX-License-Identifier: Apache-2.0

#include "cli/run.h"

#include "cli/build.h"
#include "cli/frames.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "core/core.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

// `brawn run SCENE`: the frames of a scene, in a folder. The first Ctrl-C stops it in the midst of
// the step in hand; the second one ends the program at once, which does no harm either.

static struct {
  const char *out, *frames, *method, *json;
  double processes;
  bool resume, force, strict;
  CliCache cache;
} options;

static const CliOption* option_list(void) {
  static CliOption all[32 + RUN_MOST_SETTINGS];
  const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FOLDER",
       "where the frames go; default: outputs.folder, or the name of the scene, beside it"},
      {"--frames", NULL, CLI_TEXT, &options.frames, "A-B",
       "frames to write: 1-48, or 24 for one; default: those of the scene"},
      {"--method", NULL, CLI_TEXT, &options.method, "NAME",
       "how it is solved; default: solver.method of the scene"},
      {"--processes", NULL, CLI_NUMBER, &options.processes, "N",
       "spread muscles over so many processes, by methods that can"},
      CLI_SET_OPTION,
      {"--resume", NULL, CLI_FLAG, &options.resume, NULL,
       "go on with the run that is in the folder"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace the run that is in the folder"},
      {"--strict", NULL, CLI_FLAG, &options.strict, NULL,
       "stop at the first frame that does not converge"},
      CLI_CACHE_OPTIONS(options.cache),
      {"--json", NULL, CLI_TEXT, &options.json, "FILE", "write the report; - is standard output"},
  };
  int count = (int)(sizeof list / sizeof *list);
  memcpy(all, list, sizeof list);
  count += run_list_settings(all + count);
  all[count] = (CliOption){0};
  return all;
}

// ---------------------------------------------------------------------------------------- options

static const char* method_name(int index) {
  return index < brn_solver_method_count() ? brn_solver_method(index) : NULL;
}

// and from here on options.method is the name as the scene spells it
static bool check_method(const Cli* cli) {
  if (!options.method) return true;
  int index = cli_choose(cli, "there is no method", options.method, cli_words(method_name).text);
  if (index >= 0) options.method = brn_solver_method(index);
  return index >= 0;
}

// main() has started them
static bool check_processes(const Cli* cli) {
  double asked = options.processes;
  if (asked == 0) return true;
  if (asked == floor(asked) && asked >= 1 && asked <= CLI_MOST_PROCESSES) {
    int count = brn_process_count(cli->ctx);
    if (count < (int)asked) {
      brn__log(cli->ctx, BRN_LOG_WARNING, "--processes: the system gives only %d of %d", count,
               (int)asked);
    }
    return true;
  }
  cli_fail(cli, CLI_USAGE, "--processes takes a whole number from 1 to %d, not %g",
           CLI_MOST_PROCESSES, asked);
  return false;
}

static bool make_def(const Cli* cli, BrnRunDef* def) {
  *def = brn_run_def_default();
  if (!check_method(cli) || !run_check_settings(cli) || !check_processes(cli)) return false;
  if (options.frames && !cli_parse_frames(options.frames, &def->first, &def->last, NULL)) {
    cli_fail(cli, CLI_USAGE, "--frames takes a range such as 1-48, or one frame, not \"%s\"",
             options.frames);
    return false;
  }
  if (options.resume && options.force) {
    cli_fail(cli, CLI_USAGE, "--resume goes on with a run and --force replaces it; take one");
    return false;
  }
  def->folder = options.out;
  def->resume = options.resume;
  def->force = options.force;
  def->strict = options.strict;
  def->cancelled = &cli_interrupted;
  return true;
}

// --------------------------------------------------------------------------------------- the verb

static BrnStatus set_options(Cli* cli, BrnScene* scene) {
  if (options.method) {
    BRN_TRY(brn_scene_set(cli->ctx, scene, "solver.method", options.method));
  }
  if (options.processes > 1) BRN_TRY(run_need_processes(cli, scene));
  return run_apply_settings(cli, scene);
}

static BrnStatus load(Cli* cli, BrnScene** scene) {
  BRN_TRY(cli_load_scene(cli, scene));
  BrnStatus status = set_options(cli, *scene);
  if (status == BRN_OK) return BRN_OK;
  brn_scene_destroy(cli->ctx, *scene);
  *scene = NULL;
  return status;
}

// warnings, and how far a search for alpha is: it takes as long as some frames
static void log_search(void* user, BrnLogLevel level, const char* message) {
  const BrnLogSink* log = user;
  if (level < log->level && strncmp(message, "emu: ", 5) != 0) return;
  log->log(log->user, level, message);
}

static BrnStatus go_on(const Cli* cli, BrnRun* run, const BrnModel* model, BrnRunReport* report) {
  BrnLogSink log = brn__log_redirect(cli->ctx, (BrnLogSink){0});
  brn__log_redirect(cli->ctx, (BrnLogSink){log_search, &log, BRN_LOG_INFO});
  BrnStatus status = brn_run_go(run, model, report);
  brn__log_redirect(cli->ctx, log);
  return status;
}

static int go(Cli* cli, BrnRun* run, const BrnModel* model, const BrnBuildReport* build,
              RunProgress* progress) {
  BrnRunReport report;
  cli_say_when_interrupted("\nstopping; once more stops at once\n");
  BrnStatus status = go_on(cli, run, model, &report);
  run_progress_end(progress);
  if (status != BRN_OK) {
    int code = cli_fail_status(cli, status);
    run_tell_rest(cli, run, &report);
    return code;
  }
  json_t* facts = run_facts(run, &report);
  cli_add(facts, FACT("build_seconds", build->seconds), FACT("build_steps", build_steps(build)));
  if (!cli->quiet && !cli->json) run_tell(cli, facts);
  bool unsure = report.unconverged > 0 || report.collapsed > 0 || report.end == BRN_RUN_GAVE_UP;
  int code = report.end == BRN_RUN_STOPPED ? CLI_STOPPED : unsure ? CLI_UNSURE : CLI_DONE;
  int wrote = options.json ? cli_write_json(cli, json_incref(facts), options.json) : CLI_DONE;
  json_decref(facts);
  return wrote == CLI_DONE ? code : wrote;
}

// nothing is left to do, but what was wrong with it is wrong still
static int tell_finished(Cli* cli, const BrnRun* run) {
  BrnRunReport report;
  brn_run_report(run, &report);
  if (!cli->quiet && !cli->json) {
    printf("%s: all frames are there\n", brn_run_folder(run));
    if (report.unconverged > 0) {
      printf("%d frame%s did not converge, the first one is %d; see run.csv\n", report.unconverged,
             report.unconverged == 1 ? "" : "s", report.first_unconverged);
    }
    if (report.collapsed > 0) {
      printf("in %d frame%s a soft part has lost more than half of its volume; see parts.csv\n",
             report.collapsed, report.collapsed == 1 ? "" : "s");
    }
  }
  return report.unconverged > 0 || report.collapsed > 0 ? CLI_UNSURE : CLI_DONE;
}

static int build_and_go(Cli* cli, const BrnScene* scene, BrnRun* run, BrnRemarks* remarks,
                        RunProgress* progress) {
  BrnModel* model;
  BrnBuildReport report;
  if (brn_run_is_finished(run)) return tell_finished(cli, run);
  run_tell_plan(cli, run);
  int code = cli_build_scene(cli, scene, &options.cache, NULL, remarks, &model, &report);
  if (code != CLI_DONE) return code;
  code = go(cli, run, model, &report, progress);
  brn_model_destroy(cli->ctx, model);
  return code;
}

// errors of the run are told with those of the body
static int refuse(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BrnModel* model;
  return cli_build_scene(cli, scene, &options.cache, NULL, remarks, &model, NULL);
}

// A run that cannot be: where that is for the scene, it is told in the words of `brawn check`.
static int refuse_run(Cli* cli, const BrnScene* scene, BrnStatus status) {
  char why[2048];
  BrnRemarks remarks = {0};
  snprintf(why, sizeof why, "%s", brn_last_error(cli->ctx));
  BrnStatus looked = cli_inspect_scene(cli, scene, &remarks);
  int code;
  if (looked == BRN_OK && remarks.error_count > 0) {
    code = cli_refuse(cli, &remarks);
  } else {
    code = cli_fail_status(cli, brn__fail(cli->ctx, status, "%s", why));
  }
  brn_remarks_clear(cli->ctx, &remarks);
  return code;
}

static int create_and_go(Cli* cli, const BrnScene* scene, const BrnRunDef* def, BrnRemarks* remarks,
                         RunProgress* progress) {
  BrnRun* run;
  if (remarks->error_count > 0) return refuse(cli, scene, remarks);
  BrnStatus status = brn_run_create(cli->ctx, scene, def, &run);
  if (status != BRN_OK) return refuse_run(cli, scene, status);
  int code = build_and_go(cli, scene, run, remarks, progress);
  brn_run_destroy(cli->ctx, run);
  return code;
}

static int run(Cli* cli) {
  BrnScene* scene;
  BrnRunDef def;
  cli->json = options.json && strcmp(options.json, "-") == 0;
  RunProgress progress = run_progress_start(cli);
  if (!make_def(cli, &def)) return CLI_USAGE;
  def.progress = run_progress_show;
  def.progress_user = &progress;
  BrnStatus status = load(cli, &scene);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  BrnRemarks remarks = {0};
  status = cli_inspect_run(cli, scene, &remarks);
  int code = status == BRN_OK ? create_and_go(cli, scene, &def, &remarks, &progress)
                              : cli_fail_status(cli, status);
  brn_remarks_clear(cli->ctx, &remarks);
  brn_scene_destroy(cli->ctx, scene);
  return code;
}

const CliVerb cli_run = {
    .name = "run",
    .summary = "Simulates a scene: frames, surfaces and tables in a folder",
    .usage = "SCENE [options]",
    .notes =
        "The folder gets NAME.pvd with frames/ for ParaView, surfaces/ in the vertex order of\n"
        "the files they came from, tables (.csv) of muscles, joints, bones and forces, and\n"
        "run.json. Ctrl-C stops a run, and --resume goes on with the same bits; frames may be\n"
        "added to a finished run, too: --resume --frames 1-96.\n"
        "\n"
        "Exit codes: 0 all frames are there; 1 it failed; 2 the command line is wrong;\n"
        "3 some frames did not converge, or a part collapsed; 130 it was stopped. What is finished "
        "stays.",
    .examples = "brawn run arm/scene.json\n"
                "brawn run arm/scene.json --frames 1-24 -o out --set mesh.tets=30000\n"
                "brawn run arm/scene.json --method emu --emu-alpha paper -o out\n"
                "brawn run arm/scene.json --method xpbd --xpbd-substeps 20 -o fast\n"
                "brawn run body/human.json --processes 6\n"
                "brawn run arm/scene.json --resume",
    .least = 1,
    .most = 1,
    .options = option_list,
    .run = run,
};
