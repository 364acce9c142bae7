// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"
#include "fibre/spline.h"

// V. Ng-Thow-Hing. Anatomically-based models for physical and geometric reconstruction of humans
// and other animals. 2001

enum { GRAIN = 64 };

typedef struct Locating {
  const BrnRegion* region;
  const BrnSpline* spline;
  double *direction, *distance;
  uint8_t* own;
} Locating;

static void locate_tets(void* user, int begin, int end, int worker) {
  (void)worker;
  const Locating* locating = user;
  for (int t = begin; t < end; t++) {
    double J[9], along[3];
    BrnSplinePoint at =
        brn_spline_locate(locating->spline, locating->region->centre + 3 * (size_t)t);
    brn_spline_evaluate(locating->spline, at.u, NULL, J);
    for (int i = 0; i < 3; i++) along[i] = J[3 * i];
    locating->own[t] = brn__normalize3(along) > 1e-9 * locating->spline->size;
    brn__copy3(locating->direction + 3 * (size_t)t, along);
    locating->distance[t] = at.distance;
  }
}

static void report_beyond(const Locating* locating, BrnFibreReport* report) {
  for (int t = locating->region->mesh->tet_count - 1; t >= 0; t--) {
    if (locating->distance[t] == 0) continue;
    report->beyond_count++;
    report->first_beyond = locating->region->tet[t];
    report->max_beyond = fmax(report->max_beyond, locating->distance[t]);
  }
}

BrnStatus brn_fibre_from_spline(BrnContext* ctx, const BrnRegion* region, const BrnSpline* spline,
                                double* direction, BrnFibreReport* report) {
  BRN_ASSERT(ctx && region && spline && direction);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int tet_count = region->mesh->tet_count;
  BrnFibreReport own = brn__fibre_report_empty();
  Locating locating = {.region = region, .spline = spline, .direction = direction};
  locating.distance = brn__scratch(ctx, tet_count, double);
  locating.own = brn__scratch(ctx, tet_count, uint8_t);
  BrnStatus status = locating.distance && locating.own ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__parallel_for(ctx, tet_count, GRAIN, locate_tets, &locating);
    report_beyond(&locating, &own);
    status = brn__fill_flat(ctx, region, locating.own, direction, &own);
  }
  brn__scratch_release(ctx, mark);
  if (report) *report = own;
  return status;
}
