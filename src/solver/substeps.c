// SPDX-License-Identifier: Apache-2.0
//
// Sub-steps of a frame and their inputs (substeps.h).

#include "solver/substeps.h"

#include "scene/tables.h"

#define S BrnSubstepSettings

static void defaults(void* def) {
  S* settings = def;
  settings->substeps = 10;
  settings->damping = 1;
  settings->inertia = true;
}

static const BrnField fields[] = {
    BRN_INT("xpbd_substeps", substeps, 1, 10000, .help = "xpbd: of a frame"),
    BRN_DOUBLE("xpbd_damping", damping, 0, INFINITY, .unit = "1/s", .help = "xpbd: of velocities"),
    BRN_BOOL("xpbd_inertia", inertia, .help = "xpbd: off forgets velocities at once"),
    {0},
};

const BrnInlineTable brn__substep_settings = {
    .size = sizeof(S),
    .fields = fields,
    .defaults = defaults,
};

enum { DEFAULT_RATE = 24 };

BrnStatus brn__substeps_create(BrnContext* ctx, const BrnModel* model, int count,
                               BrnSubsteps* out) {
  out->count = count;
  BRN_TRY(brn_input_create(ctx, model, &out->from));
  return brn_input_create(ctx, model, &out->input);
}

void brn__substeps_free(BrnContext* ctx, BrnSubsteps* substeps) {
  brn_input_destroy(ctx, substeps->from);
  brn_input_destroy(ctx, substeps->input);
}

static double rate_of(const BrnModel* model) {
  return model->frames.per_second > 0 ? model->frames.per_second : DEFAULT_RATE;
}

double brn__substeps_usual(const BrnModel* model, int count) {
  return 1 / (rate_of(model) * count);
}

double brn__substeps_begin(const BrnModel* model, const BrnStepInput* to, const BrnState* state,
                           BrnSubsteps* substeps) {
  double seconds = to->time - state->time;
  substeps->rest = !(seconds > 0) || !isfinite(seconds);
  if (substeps->rest) seconds = 1 / rate_of(model);
  substeps->h = seconds / substeps->count;
  brn__input_copy(model, state->input, substeps->from);
  return substeps->rest ? 0 : seconds;
}

void brn__substeps_aim(const BrnModel* model, const BrnStepInput* to, int index,
                       BrnSubsteps* substeps) {
  substeps->index = index;
  if (index + 1 == substeps->count) {
    brn__input_copy(model, to, substeps->input);
  } else {
    brn_input_mix(model, substeps->from, to, (index + 1.0) / substeps->count, substeps->input);
  }
}
