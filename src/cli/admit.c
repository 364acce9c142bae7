// SPDX-License-Identifier: Apache-2.0

#include "cli/model.h"

#include "anatomy/check.h"
#include "run/run.h"
#include "solver/solver.h"

#include <string.h>

// The steps of a build tell what is wrong with a body, and solvers and writers what is wrong with
// how it is run. `brawn check` tells all of it; `brawn build` and `brawn run` go the same way,
// refuse what are errors there, in the same words, and warn of what are warnings there.

// "solver.method: is not there yet" is told at solver.method
BrnStatus cli_remark_failure(Cli* cli, BrnStatus status, const char* where, BrnRemarks* remarks) {
  if (status == BRN_OK || status == BRN_NO_MEMORY || status == BRN_CANCELLED) return status;
  char text[2048];
  snprintf(text, sizeof text, "%s", brn_last_error(cli->ctx));
  size_t length = strlen(where);
  bool placed = strncmp(text, where, length) == 0 && (text[length] == '.' || text[length] == ':');
  char* colon = placed ? strstr(text, ": ") : NULL;
  if (!colon) return brn_remarks_add(cli->ctx, remarks, BRN_ERROR, where, text);
  *colon = 0;
  return brn_remarks_add(cli->ctx, remarks, BRN_ERROR, text, colon + 2);
}

static BrnStatus check_run(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BrnContext* ctx = cli->ctx;
  BrnBodyKind body = brn__scene_wants_surfaces(scene) ? BRN_BODY_SURFACES : BRN_BODY_TETS;
  BrnStatus status = brn__solver_check_for(ctx, &scene->solver, body);
  BRN_TRY(cli_remark_failure(cli, status, "solver", remarks));
  return cli_remark_failure(cli, brn__run_check_formats(ctx, scene), "outputs", remarks);
}

BrnStatus cli_inspect_scene(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BRN_TRY(brn_scene_check(cli->ctx, scene, remarks));
  return check_run(cli, scene, remarks);
}

BrnStatus cli_inspect_run(Cli* cli, const BrnScene* scene, BrnRemarks* remarks) {
  BRN_TRY(brn__scene_check_run(cli->ctx, scene, remarks));
  return check_run(cli, scene, remarks);
}

static void warn(Cli* cli, const BrnRemarks* remarks) {
  for (int i = 0; i < remarks->count; i++) {
    const BrnRemark* remark = &remarks->remark[i];
    if (remark->severity != BRN_WARNING) continue;
    brn__log(cli->ctx, BRN_LOG_WARNING, "%s: %s", remark->where, remark->text);
  }
}

// the first one is the message; the others follow it
int cli_refuse(const Cli* cli, const BrnRemarks* remarks) {
  bool told = false;
  for (int i = 0; i < remarks->count; i++) {
    const BrnRemark* remark = &remarks->remark[i];
    if (remark->severity != BRN_ERROR) continue;
    if (told) fprintf(stderr, "brawn: %s: %s\n", remark->where, remark->text);
    if (!told) cli_fail(cli, CLI_FAILED, "%s: %s", remark->where, remark->text);
    told = true;
  }
  if (remarks->error_count > 1) {
    fprintf(stderr, "brawn: there are %d errors; \"brawn check %s\" tells them all\n",
            remarks->error_count, cli->argument[0]);
  }
  return CLI_FAILED;
}

int cli_build_scene(Cli* cli, const BrnScene* scene, const CliCache* cache, const char* out,
                    BrnRemarks* remarks, BrnModel** model, BrnBuildReport* report) {
  BrnStatus status = cli_build_model(cli, scene, cache, out, remarks, model, report);
  warn(cli, remarks);
  if (status == BRN_OK) return CLI_DONE;
  return remarks->error_count > 0 ? cli_refuse(cli, remarks) : cli_fail_status(cli, status);
}
