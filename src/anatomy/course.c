// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"

#include "core/vec.h"

#include <math.h>

// The way from origin to insertion in metres. A potential does not tell it: like a current, it
// drops over the thin places, and a thick belly may lie between 0 and a tenth of it. The line of
// action in fine steps of potential does.

BrnStatus brn__strand_course(BrnBuild* build, BrnStrand* strand) {
  enum { POINTS = BRN_COURSE_POINTS };
  strand->course = brn__scratch(build->ctx, 3 * POINTS, double);
  strand->arc = brn__scratch(build->ctx, POINTS, double);
  if (!strand->course || !strand->arc) return BRN_NO_MEMORY;
  BrnStatus status = brn_line_of_action(build->ctx, strand->region, strand->u, strand->origin,
                                        strand->insertion, POINTS, strand->course, &strand->length);
  BRN_TRY(brn__build_at(build, status, "%s", strand->where));
  double sum = 0;
  for (int i = 0; i < POINTS; i++) {
    const double* point = strand->course + 3 * (size_t)i;
    if (i > 0) sum += brn__distance3(point - 3, point);
    strand->arc[i] = strand->length > 0 ? sum / strand->length : i / (POINTS - 1.0);
  }
  return BRN_OK;
}

double brn__strand_arc(const BrnStrand* strand, double potential) {
  double place = fmin(fmax((potential + 1) / 2, 0), 1) * (BRN_COURSE_POINTS - 1);
  int below = place < BRN_COURSE_POINTS - 2 ? (int)place : BRN_COURSE_POINTS - 2;
  const double* arc = strand->arc + below;
  return arc[0] + (place - below) * (arc[1] - arc[0]);
}
