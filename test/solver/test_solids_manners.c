// SPDX-License-Identifier: Apache-2.0
//
// Manners of the methods with solids that are linear in a strain and share their volumes.

#include "solid_beams_test.h"

static void workers_give_the_same_bits(void** unused) {
  (void)unused;
  static const char* const methods[] = {"newton", "emu", "xpbd", "admm", "lbfgs"};
  for (int k = 0; k < 5 * KINDS; k++) {
    BrnSolverDef def = def_of(methods[k % 5]);
    xpbd_put(&def, substeps, 4);
    def.iterations = 4; // the first ones will do
    manners_on(beam_text(kinds[k / 5], 1200, "0.49"), &def, manners_workers);
  }
}

static void steps_take_no_memory(void** unused) {
  (void)unused;
  static const char* const methods[] = {"newton", "emu", "xpbd"};
  for (int k = 0; k < 3 * KINDS; k++) {
    BrnSolverDef def = def_of(methods[k % 3]);
    xpbd_put(&def, substeps, 2);
    manners_on(beam_text(kinds[k / 3], 300, "0.49"), &def, manners_warm);
  }
}

TEST_MAIN(cmocka_unit_test(workers_give_the_same_bits), cmocka_unit_test(steps_take_no_memory))
