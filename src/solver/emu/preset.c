// SPDX-License-Identifier: Apache-2.0
//
// From a def to settings. The preset modi2020 has what the paper prints, for comparison: weights of
// 1 (3), bones with eps2 = -1e-3 in (21), which is a weight of 1000, a line search that begins at
// 10 and an end by the energy in joules (algorithm 1, section 4), plain tets, and the search of
// section 3.7. What was asked for otherwise stays: whatever is not at its default.

#include "solver/emu/emu.h"

#include <float.h>

enum { PAPERS_ITERATIONS = 50000 }; // no limit is printed; 42,151 are told of in section 3.7

#define PAPERS_BONE 1000
#define PAPERS_STEP 10
#define PAPERS_STOP 1e-2 // J

static void take_paper(BrnEmu* e) {
  BrnSolverDef* def = &e->def;
  BrnEmuSettings* set = &e->set;
  BrnSolverDef own = brn_solver_def_default();
  BrnEmuSettings usual;
  brn__solver_get(&own, &brn__emu_settings, &usual);
  if (set->step == usual.step) set->step = BRN_EMU_WOODBURY;
  if (set->weights == usual.weights) set->weights = BRN_EMU_UNIT;
  if (def->locking == own.locking) def->locking = BRN_LOCKING_OFF;
  if (set->bone == usual.bone) e->bone = PAPERS_BONE;
  if (def->iterations == own.iterations) def->iterations = PAPERS_ITERATIONS;
  set->search = BRN_EMU_ALPHA_PAPER; // unless alpha is given
  e->first_step = PAPERS_STEP;
  if (def->tolerance != own.tolerance) return;
  def->tolerance = DBL_MIN;
  e->energy_stop = PAPERS_STOP;
}

void brn__emu_take(BrnEmu* e, const BrnSolverDef* def) {
  e->def = *def;
  brn__solver_get(def, &brn__emu_settings, &e->set);
  e->first_step = 1;
}

void brn__emu_resolve(BrnEmu* e, const BrnSolverDef* def) {
  brn__emu_take(e, def);
  if (e->set.preset == BRN_EMU_MODI2020) take_paper(e);
}
