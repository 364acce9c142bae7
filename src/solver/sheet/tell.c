// SPDX-License-Identifier: Apache-2.0
//
// What steps tell. Surfaces have no forces to balance: they are iterated as often as they are told
// to, and what counts is what is left.

#include "solver/sheet/sheet.h"

#include <stdio.h>

static const BrnField columns[] = {
    BRN_COLUMN_INT("iterations", iterations, .help = "of all sub-steps"),
    BRN_COLUMN_OWN("stretch", BRN_SHEET_TELLS_STRETCH,
                   .help = "relative error of edges along fibres, root of the mean square"),
    BRN_COLUMN_OWN("volume_error", BRN_SHEET_TELLS_VOLUME,
                   .help = "largest of a muscle, over its goal"),
    BRN_COLUMN_OWN("contacts", BRN_SHEET_TELLS_CONTACTS,
                   .help = "points that are kept from passing through"),
    BRN_COLUMN_OWN("depth", BRN_SHEET_TELLS_DEPTH, .unit = "m",
                   .help = "deepest penetration that is left"),
    BRN_COLUMN_DOUBLE("kinetic", kinetic, .unit = "J", .help = "of all points"),
    BRN_COLUMN_DOUBLE("soft_volume", soft_volume, .unit = "m^3", .help = "of all muscles"),
    {0},
};

// round-off is nothing
static double percent(double share) { return share < 1e-6 ? 0 : 100 * share; }

static void brief(const BrnStepReport* report, char* text, size_t size) {
  const double* own = report->own;
  int used = snprintf(text, size, "fibres off by %.3g %%, volumes by %.3g %%",
                      percent(own[BRN_SHEET_TELLS_STRETCH]), percent(own[BRN_SHEET_TELLS_VOLUME]));
  double depth = own[BRN_SHEET_TELLS_DEPTH];
  if (depth > 0 && used > 0 && (size_t)used < size) {
    snprintf(text + used, size - (size_t)used, ", %.2g mm deep", 1e3 * depth);
  }
}

static bool explain(const BrnStepReport* report, char* text, size_t size) {
  if (report->outcome == BRN_BROKE_DOWN) {
    snprintf(text, size, "broke down: muscles burst, and were put back to their rest shape");
    return true;
  }
  snprintf(text, size,
           "did not converge: it is out of iterations with fibres off by %.3g %% and volumes by "
           "%.3g %%; %s",
           100 * report->own[BRN_SHEET_TELLS_STRETCH], 100 * report->own[BRN_SHEET_TELLS_VOLUME],
           brn__step_cure(report));
  return true;
}

const BrnTelling brn__sheet_telling = {
    .columns = columns,
    .cure = "more solver.xpbd_substeps, or bones that move less from frame to frame, may help",
    .brief = brief,
    .explain = explain,
};
