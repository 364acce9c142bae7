// SPDX-License-Identifier: Apache-2.0
//
// The weight of continuity (section 3.7 of the paper). With volume_stiffness no search is needed:
// flesh is softened by 1 + 2 / alpha in shear whatever the mesh. Other weights take the alpha that
// has the same sum of weights.
//
// The paper's search counts the iterations of one step, from rest to full activation, at alphas
// that grow by tens, and takes the last alpha before they rise sharply. How sharp that is it does
// not say, and there is no corner to be found: by decrement, counts grow three to six times with
// every ten. Here it is the first alpha that is not done within 60 iterations. Where the first one
// is not, the search goes down instead.

#include "drive/script.h"
#include "solver/emu/emu.h"

#include <string.h>

enum { SHARP = 60, MOST_TRIALS = 10 }; // iterations of a trial, and "at most, 10 Newton solves"

#define WOODBURY_ALPHA 10
#define NEWTON_ALPHA 1e5 // its iterations do not grow with alpha; beyond, digits are lost
#define CHEAP_ALPHA 50   // up to here directions of low rank get somewhere
#define FIRST_ALPHA 0.1  // of the search, with weights of volume and stiffness
#define PAPERS_ALPHA 1   // of the search, as printed
#define FACTOR 10
#define TOLERANCE 1e-5 // of the decrement; a change of energy in J ends early at large alphas

// sum of the weights of volume_stiffness over the sum of W, of soft tets
double brn__emu_typical(const BrnEmu* e) {
  const BrnElements* elements = e->body->elements;
  double stiffness = 0, weight = 0;
  for (int b = 0; b < elements->batch_count; b++) {
    const BrnBatch* batch = &elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] < 0) continue;
      const double(*a)[BRN_LANES] = e->metric[b].a;
      stiffness += brn__emu_stiffness(e, batch, i);
      weight += (a[0][i] + a[3][i] + a[5][i]) / 3;
    }
  }
  return weight > 0 ? stiffness / weight : 1;
}

BrnEmuStep brn__emu_choose_step(const BrnEmu* e) {
  const BrnEmuSettings* set = &e->set;
  if (set->step != BRN_EMU_AUTO) return set->step;
  if (brn__terms_on_nodes(e->body)) return BRN_EMU_NEWTON; // others know nothing of them
  bool own = set->alpha == 0 && set->search == BRN_EMU_ALPHA_AUTO;
  bool cheap = set->alpha <= CHEAP_ALPHA * brn__emu_typical(e);
  return own || !cheap ? BRN_EMU_NEWTON : BRN_EMU_AUTO;
}

// --------------------------------------------------------------------------------- the search

static void stand_at_rest(BrnEmu* e) {
  BrnBody* body = e->body;
  const double* rest = body->model->mesh->position;
  for (int i = 0; i < body->nodes->count; i++) {
    memcpy(body->y + 3 * (size_t)i, rest + 3 * (size_t)body->nodes->vertex[i], 3 * sizeof(double));
  }
}

// one step from rest; does it converge before the rise?
static BrnStatus try_alpha(BrnContext* ctx, BrnEmu* e, double alpha, bool* done) {
  BrnStepReport report = {.first_inverted = -1, .first_crushed = -1};
  e->alpha = alpha;
  stand_at_rest(e);
  brn__emu_begin(ctx, e);
  BRN_TRY(brn__emu_minimize(ctx, e, SHARP, TOLERANCE, &report));
  *done = report.outcome == BRN_CONVERGED;
  brn__log(ctx, BRN_LOG_INFO, "emu: alpha %g %s %d iterations", alpha,
           *done ? "takes" : "is not done after", report.iterations);
  return BRN_OK;
}

// up by tens to the last one that is done; or, where the first one is not, down to one that is
static BrnStatus climb(BrnContext* ctx, BrnEmu* e, double first, double* out) {
  double alpha = first;
  bool done, up;
  *out = first;
  BRN_TRY(try_alpha(ctx, e, alpha, &up));
  for (int trial = 1; trial < MOST_TRIALS; trial++) {
    alpha = up ? alpha * FACTOR : alpha / FACTOR;
    BRN_TRY(try_alpha(ctx, e, alpha, &done));
    if (done) *out = alpha;
    if (done != up) return BRN_OK;
  }
  if (up) return BRN_OK;
  brn__log(ctx, BRN_LOG_WARNING,
           "emu: no alpha from %g to %g converges within %d iterations, so %g is taken; set "
           "solver.emu_alpha, or take method \"newton\"",
           alpha, first, SHARP, first);
  return BRN_OK;
}

// full activation, under the loads of the beginning
static BrnStatus search(BrnContext* ctx, BrnEmu* e, double* out) {
  BrnBody* body = e->body;
  double stop = e->energy_stop, first = FIRST_ALPHA * brn__emu_typical(e);
  BrnEmuStep step = e->set.step;
  brn__script_fill(body->model, 0, body->input);
  for (int u = 0; u < body->model->unit_count; u++) body->input->activation[u] = 1;
  e->energy_stop = 0;
  e->set.step = BRN_EMU_WOODBURY; // whose iterations are told of
  BrnStatus status = climb(ctx, e, e->set.preset == BRN_EMU_MODI2020 ? PAPERS_ALPHA : first, out);
  e->energy_stop = stop;
  e->set.step = step;
  return status;
}

BrnStatus brn__emu_choose_alpha(BrnContext* ctx, BrnEmu* e, double* out) {
  double found = 0;
  *out = e->set.alpha;
  if (*out > 0) return BRN_OK;
  if (e->set.search == BRN_EMU_ALPHA_PAPER) {
    BRN_TRY(search(ctx, e, &found)); // out may be that of the trials
    *out = found;
    return BRN_OK;
  }
  *out = (e->condensed ? NEWTON_ALPHA : WOODBURY_ALPHA) * brn__emu_typical(e);
  return BRN_OK;
}
