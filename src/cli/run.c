// SPDX-License-Identifier: Apache-2.0

#include "cli/run.h"

#include "cli/frames.h"
#include "cli/interrupt.h"
#include "cli/model.h"
#include "core/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `brawn run SCENE`: the frames of a scene, in a folder. The first Ctrl-C stops after the step in
// hand; the second one ends the program at once, which does no harm either.

static struct {
  const char *out, *frames, *method, *alpha, *json;
  const char *xpbd_body, *xpbd_substeps, *xpbd_preset;
  double processes;
  bool resume, force, strict;
  CliCache cache;
} options;

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--out", "-o", CLI_TEXT, &options.out, "FOLDER",
       "where the frames go; default: outputs.folder, or the name of the scene, beside it"},
      {"--frames", NULL, CLI_TEXT, &options.frames, "A-B",
       "frames to write: 1-48, or 24 for one; default: those of the scene"},
      {"--method", NULL, CLI_TEXT, &options.method, "NAME",
       "how it is solved; default: solver.method of the scene"},
      {"--emu-alpha", NULL, CLI_TEXT, &options.alpha, "ALPHA",
       "weight of continuity of emu: auto, paper (searched for as Modi et al. 2020 do), or a "
       "value"},
      {"--xpbd-body", NULL, CLI_TEXT, &options.xpbd_body, "KIND",
       "what xpbd moves: auto, surface or tets"},
      {"--xpbd-substeps", NULL, CLI_TEXT, &options.xpbd_substeps, "N", "of a frame, for xpbd"},
      {"--xpbd-preset", NULL, CLI_TEXT, &options.xpbd_preset, "NAME",
       "of xpbd: brawn, or romeo2018 as it is printed"},
      {"--processes", NULL, CLI_NUMBER, &options.processes, "N",
       "spread the muscles of xpbd over so many processes"},
      CLI_SET_OPTION,
      {"--resume", NULL, CLI_FLAG, &options.resume, NULL,
       "go on with the run that is in the folder"},
      {"--force", NULL, CLI_FLAG, &options.force, NULL, "replace the run that is in the folder"},
      {"--strict", NULL, CLI_FLAG, &options.strict, NULL,
       "stop at the first frame that does not converge"},
      CLI_CACHE_OPTIONS(options.cache),
      {"--json", NULL, CLI_TEXT, &options.json, "FILE", "write the report; - is standard output"},
      {0},
  };
  return list;
}

// ---------------------------------------------------------------------------------------- options

// '-' and '_' are the same
static bool is_called(const char* text, const char* name) {
  while (*text && (*text == *name || (*text == '-' && *name == '_'))) text++, name++;
  return *text == 0 && *name == 0;
}

// and from here on options.method is the name as the scene spells it
static bool check_method(const Cli* cli) {
  char known[256] = "";
  for (int i = 0; i < brn_solver_method_count(); i++) {
    if (!options.method) return true;
    if (is_called(options.method, brn_solver_method(i))) {
      options.method = brn_solver_method(i);
      return true;
    }
    size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used ? " " : "", brn_solver_method(i));
  }
  cli_fail(cli, CLI_USAGE, "there is no method \"%s\"%s", options.method,
           cli_hint(options.method, known).text);
  return false;
}

static bool is_search(const char* alpha) {
  return strcmp(alpha, "auto") == 0 || strcmp(alpha, "paper") == 0;
}

static bool check_alpha(const Cli* cli) {
  char* end;
  if (!options.alpha || is_search(options.alpha)) return true;
  double value = strtod(options.alpha, &end);
  if (end != options.alpha && !*end && value > 0 && isfinite(value)) return true;
  cli_fail(cli, CLI_USAGE, "--emu-alpha takes auto, paper, or a value above 0, not \"%s\"",
           options.alpha);
  return false;
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
  if (!check_method(cli) || !check_alpha(cli) || !check_processes(cli)) return false;
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

static BrnStatus set_alpha(Cli* cli, BrnScene* scene) {
  bool search = is_search(options.alpha);
  if (search) BRN_TRY(brn_scene_set(cli->ctx, scene, "solver.emu_search", options.alpha));
  return brn_scene_set(cli->ctx, scene, "solver.emu_alpha", search ? "0" : options.alpha);
}

static BrnStatus need_xpbd(Cli* cli, const BrnScene* scene, const char* option) {
  if (scene->solver.method == BRN_METHOD_XPBD) return BRN_OK;
  return brn__fail(cli->ctx, BRN_INVALID, "%s is for xpbd; add --method xpbd", option);
}

static BrnStatus set_xpbd(Cli* cli, BrnScene* scene) {
  const struct {
    const char *option, *path, *value;
  } list[] = {
      {"--xpbd-body", "solver.xpbd_body", options.xpbd_body},
      {"--xpbd-substeps", "solver.xpbd_substeps", options.xpbd_substeps},
      {"--xpbd-preset", "solver.xpbd_preset", options.xpbd_preset},
  };
  if (options.processes > 1) BRN_TRY(need_xpbd(cli, scene, "--processes"));
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (!list[i].value) continue;
    BRN_TRY(need_xpbd(cli, scene, list[i].option));
    BRN_TRY(brn_scene_set(cli->ctx, scene, list[i].path, list[i].value));
  }
  return BRN_OK;
}

static BrnStatus set_options(Cli* cli, BrnScene* scene) {
  if (options.method) {
    BRN_TRY(brn_scene_set(cli->ctx, scene, "solver.method", options.method));
  }
  BRN_TRY(set_xpbd(cli, scene));
  if (!options.alpha) return BRN_OK;
  BrnMethod method = scene->solver.method;
  if (method != BRN_METHOD_EMU && method != BRN_METHOD_ADMM) {
    return brn__fail(cli->ctx, BRN_INVALID,
                     "--emu-alpha is for methods with a weight of continuity; add --method emu");
  }
  return set_alpha(cli, scene);
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

static int go(Cli* cli, BrnRun* run, const BrnModel* model, RunProgress* progress) {
  BrnRunReport report;
  cli_catch_interrupts("\nstopping after the step in hand; once more stops at once\n");
  BrnStatus status = go_on(cli, run, model, &report);
  run_progress_end(progress);
  if (status != BRN_OK) {
    int code = cli_fail_status(cli, status);
    run_tell_rest(cli, run, &report);
    return code;
  }
  if (!cli->quiet && !cli->json) run_tell(cli, run, &report);
  int code = report.end == BRN_RUN_STOPPED                             ? CLI_STOPPED
             : report.unconverged > 0 || report.end == BRN_RUN_GAVE_UP ? CLI_UNSURE
                                                                       : CLI_DONE;
  if (!options.json) return code;
  int wrote = cli_write_json(cli, run_json(run, &report), options.json);
  return wrote == CLI_DONE ? code : wrote;
}

static int build_and_go(Cli* cli, const BrnScene* scene, BrnRun* run, RunProgress* progress) {
  BrnModel* model;
  BrnBuildReport report;
  if (brn_run_is_finished(run)) {
    if (!cli->quiet && !cli->json) printf("%s: all frames are there\n", brn_run_folder(run));
    return CLI_DONE;
  }
  run_tell_plan(cli, run);
  BrnStatus status = cli_build_model(cli, scene, &options.cache, NULL, &model, &report);
  if (status != BRN_OK) return cli_fail_build(cli, scene, status);
  int code = go(cli, run, model, progress);
  brn_model_destroy(cli->ctx, model);
  return code;
}

static int run(Cli* cli) {
  BrnScene* scene;
  BrnRun* run;
  BrnRunDef def;
  cli->json = options.json && strcmp(options.json, "-") == 0;
  RunProgress progress = run_progress_start(cli);
  if (!make_def(cli, &def)) return CLI_USAGE;
  def.progress = run_progress_show;
  def.progress_user = &progress;
  BrnStatus status = load(cli, &scene);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  status = brn_run_create(cli->ctx, scene, &def, &run);
  int code =
      status == BRN_OK ? build_and_go(cli, scene, run, &progress) : cli_fail_status(cli, status);
  if (status == BRN_OK) brn_run_destroy(cli->ctx, run);
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
        "3 some frames did not converge; 130 it was stopped. What is finished stays.",
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
