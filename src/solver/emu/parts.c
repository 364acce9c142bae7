// SPDX-License-Identifier: Apache-2.0
//
// A step at once, or in parts. What is given goes where the input has it, and the flesh follows as
// in newton; F begins at the deformation gradients of that. Where the exact step does not converge
// the way is halved, like newton's; directions of low rank that are slow do not get faster by it.

#include "solver/emu/border.h"
#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/passes.h"

#include <math.h>
#include <string.h>

enum { WOODBURY_ITERATIONS = 150, PLAIN_ITERATIONS = 1000 };

#define WOODBURY_TOLERANCE 1e-5

void brn__emu_begin(BrnContext* ctx, BrnEmu* e) {
  BrnNewton* n = e->body;
  brn__constraints_begin(n->model, n->nodes, n->input, n->constraints);
  brn__newton_predict(ctx, n);
  brn__newton_load(ctx, n);
  brn__border_begin(ctx, e);
  brn__newton_measure(ctx, n, n->y, e->F);
}

static int own_limit(const BrnEmu* e) {
  if (e->condensed) return 0; // it knows best
  return e->memory && e->memory->plain ? PLAIN_ITERATIONS : WOODBURY_ITERATIONS;
}

static BrnStatus do_part(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  int limit = e->def.iterations, own = own_limit(e);
  double tolerance = e->def.tolerance, its = e->condensed ? 0 : WOODBURY_TOLERANCE;
  brn__emu_begin(ctx, e);
  return brn__emu_solve(ctx, e, limit > 0 ? limit : own, tolerance > 0 ? tolerance : its, report);
}

// Parts double again after each that converged. Where one cannot be halved any more, all that is
// left is done at once from as far as it got, and is taken as it comes.
static BrnStatus do_parts(BrnContext* ctx, BrnEmu* e, const BrnStepInput* from,
                          const BrnStepInput* to, BrnStepReport* report) {
  BrnNewton* n = e->body;
  size_t size = 3 * sizeof(double) * (size_t)n->nodes->count;
  int halvings = 0;
  bool last = false;
  for (double done = 0, part = 1; done < 1;) {
    double target = last ? 1 : fmin(done + part, 1);
    brn_input_mix(n->model, from, to, target, n->input);
    if (target == 1) brn__input_copy(n->model, to, n->input);
    memcpy(e->part, n->y, size);
    BRN_TRY(do_part(ctx, e, report));
    bool stuck = halvings == e->def.halvings;
    if (report->outcome == BRN_CONVERGED || (stuck && target == 1)) {
      if (halvings > 0) part *= 2, halvings--;
      done = target;
      report->parts++;
    } else if (!stuck) {
      memcpy(n->y, e->part, size);
      part /= 2, halvings++;
    } else {
      last = true;
    }
  }
  return BRN_OK;
}

BrnStatus brn__emu_walk(BrnContext* ctx, BrnEmu* e, const BrnStepInput* from,
                        const BrnStepInput* to, BrnStepReport* report) {
  if (e->condensed) {
    brn__condensed_begin(e);
    return do_parts(ctx, e, from, to, report);
  }
  brn__input_copy(e->body->model, to, e->body->input);
  report->parts = 1;
  return do_part(ctx, e, report);
}
