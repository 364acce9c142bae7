// SPDX-License-Identifier: Apache-2.0
//
// A step at once, or in parts. What is given goes where the input has it, and the flesh follows as
// in newton; F begins at the deformation gradients of that. Where the exact step does not converge
// the way is halved, like newton's; directions of low rank that are slow do not get faster by it.

#include "solver/body/parts.h"
#include "solver/emu/border.h"
#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/passes.h"

enum { WOODBURY_ITERATIONS = 150, PLAIN_ITERATIONS = 300 };

#define WOODBURY_TOLERANCE 1e-5

void brn__emu_begin(BrnContext* ctx, BrnEmu* e) {
  brn__body_begin(ctx, e->body);
  brn__border_begin(ctx, e);
  brn__body_measure(ctx, e->body, e->body->y, e->F);
}

static int own_limit(const BrnEmu* e) {
  if (e->condensed) return 0; // it knows best
  return e->memory && e->memory->plain ? PLAIN_ITERATIONS : WOODBURY_ITERATIONS;
}

static BrnStatus do_part(BrnContext* ctx, void* method, BrnStepReport* report) {
  BrnEmu* e = method;
  int limit = e->def.iterations, own = own_limit(e);
  double tolerance = e->def.tolerance, its = e->condensed ? 0 : WOODBURY_TOLERANCE;
  brn__emu_begin(ctx, e);
  return brn__emu_solve(ctx, e, limit > 0 ? limit : own, tolerance > 0 ? tolerance : its, report);
}

BrnStatus brn__emu_walk(BrnContext* ctx, BrnEmu* e, const BrnStepInput* from,
                        const BrnStepInput* to, BrnStepReport* report) {
  if (e->condensed) {
    brn__condensed_begin(ctx, e);
    return brn__body_walk(ctx, e->body, do_part, e, from, to, report);
  }
  brn__input_copy(e->body->model, to, e->body->input);
  report->parts = 1;
  return do_part(ctx, e, report);
}

BrnStatus brn__emu_again(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  return do_part(ctx, e, report);
}
