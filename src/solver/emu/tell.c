// SPDX-License-Identifier: Apache-2.0
//
// What steps of emu, admm and bfgs_plain tell: how well the tets fit together.

#include "solver/emu/emu.h"

#include <stdio.h>

#define LITTLE 1e-3 // of the forces that act: what is left of them is not to blame

static const BrnField columns[] = {
    BRN_BODY_COLUMNS,
    BRN_COLUMN_OWN("alpha", BRN_EMU_TELLS_ALPHA, .help = "weight of continuity"),
    BRN_COLUMN_OWN("gap", BRN_EMU_TELLS_GAP,
                   .help = "|F - G q|, root of the mean square over the volume"),
    {0},
};

static bool explain(const BrnStepReport* report, char* text, size_t size) {
  double gap = report->own[BRN_EMU_TELLS_GAP];
  if (report->outcome != BRN_STALLED || report->residual > LITTLE * report->acting || !(gap > 0)) {
    return false;
  }
  snprintf(text, size,
           "did not converge: forces balance, but the tets do not fit together, and the mesh is "
           "another shape (their deformation is off by %.2g in the mean); a larger "
           "solver.emu_alpha than %.3g brings them together, and by default it is large enough",
           gap, report->own[BRN_EMU_TELLS_ALPHA]);
  return true;
}

const BrnTelling brn__emu_telling = {
    .columns = columns,
    .constant = "alpha",
    .explain = explain,
};
