// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a frame: forces that do not balance, tets that are inside out or crushed,
// parts that have collapsed. Forces of a collapsed part may well balance: of a muscle that is a
// thousand times too strong, of flesh that is too soft for gravity. Nobody wants to find that out
// by looking.

#include "run/run.h"
#include "solver/solver.h"

#include <math.h>

#define COLLAPSED 0.5 // of the volume at rest: no flesh is as compressible as that

// ------------------------------------------------------------------------------------- convergence

static const char* end_of(BrnOutcome outcome) {
  return outcome == BRN_STALLED             ? "stalled"
         : outcome == BRN_OUT_OF_ITERATIONS ? "is out of iterations"
                                            : "broke down";
}

static void tell_unconverged(BrnRun* run, int frame) {
  const BrnStepReport* r = &run->report;
  char why[512];
  if (r->telling->explain && r->telling->explain(r, why, sizeof why)) {
    brn__log(run->ctx, BRN_LOG_WARNING, "frame %d %s", frame, why);
    return;
  }
  brn__log(run->ctx, BRN_LOG_WARNING,
           "frame %d did not converge: it %s after %d iterations, %.3g N out of balance where %.3g "
           "N act; the best shape that was found is kept; %s",
           frame, end_of(r->outcome), r->iterations, r->residual, r->acting, brn__step_cure(r));
}

// ------------------------------------------------------------------------------------------- shape

static const char* part_of_tet(const BrnRun* run, int tet) {
  return run->model->part[run->model->mesh->tet_label[tet] - 1].name;
}

static void tell_tets(BrnRun* run, int frame, int count, int first, const char* what, bool* told) {
  if (count == 0 || *told) return;
  *told = true;
  brn__log(run->ctx, BRN_LOG_WARNING,
           "frame %d: %d tet%s %s, the first one is tet %d of \"%s\"; run.csv counts them in all "
           "frames",
           frame, count, count == 1 ? " is" : "s are", what, first, part_of_tet(run, first));
}

// Its forces balance, and yet it is not what was asked for: thin parts, or too strong ones.
static void tell_depth(BrnRun* run, int frame) {
  const BrnStepReport* r = &run->report;
  if (!(r->contact_excess > 1) || run->told_depth) return;
  run->told_depth = true;
  brn__log(run->ctx, BRN_LOG_WARNING,
           "frame %d: \"%s\" stays in \"%s\", %.2g times as deep as a part may (2 %% of its tets), "
           "%.2g mm at the deepest; smaller tets, more solver.substeps or less tension may help "
           "(run.csv has the depth of all frames)",
           frame, run->model->part[r->contact_parts[0]].name,
           run->model->part[r->contact_parts[1]].name, r->contact_excess, 1e3 * r->contact_depth);
}

// The one that has lost most; -1: none. What has no energy has no material that could give way.
static int collapsed_part(const BrnRun* run, double* share) {
  int worst = -1;
  *share = COLLAPSED;
  for (int p = 0; p < run->model->part_count; p++) {
    const BrnModelPart* part = &run->model->part[p];
    double now = run->measures->part[p].volume / part->volume;
    if (part->kind == BRN_PART_BONE || isnan(run->measures->part[p].energy)) continue;
    if (!(part->volume > 0) || !(now < *share)) continue;
    *share = now;
    worst = p;
  }
  return worst;
}

static void tell_collapse(BrnRun* run, BrnRunMark* mark) {
  double share;
  int part = collapsed_part(run, &share);
  if (part < 0) return;
  mark->collapsed++;
  if (run->told_collapsed) return;
  run->told_collapsed = true;
  brn__log(run->ctx, BRN_LOG_WARNING,
           "frame %d: \"%s\" has collapsed to %.2g %% of its volume: tension, loads or gravity are "
           "too strong for its material; look at their units, at `young` and at `poisson` "
           "(parts.csv has the volumes of all frames)",
           mark->frame, run->model->part[part].name, 100 * share);
}

void brn__run_tell_frame(BrnRun* run, BrnRunMark* mark) {
  const BrnStepReport* r = &run->report;
  if (r->outcome != BRN_CONVERGED) {
    if (mark->unconverged++ == 0) mark->first_unconverged = mark->frame;
    tell_unconverged(run, mark->frame);
  }
  tell_tets(run, mark->frame, r->inverted, r->first_inverted, "inside out", &run->told_inverted);
  tell_tets(run, mark->frame, r->crushed, r->first_crushed,
            "crushed to less than 5 % of their volume", &run->told_crushed);
  tell_depth(run, mark->frame);
  if (mark->frame >= run->first) tell_collapse(run, mark); // others are not measured
}
