// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"

// The simple sources of directions: a potential, an axis, a plane, a file, and a mixture of two.

BrnFibreDef brn_fibre_def_default(void) {
  return (BrnFibreDef){.flat = 1e-4, .cookie = BRN_COOKIE};
}

// --------------------------------------------------------------------------- from a potential

typedef struct Reading {
  const BrnRegion* region;
  const double* u;
  double* direction;
  uint8_t* own; // has the tet a direction?
  double bound; // on the gradient, 1/m
} Reading;

static void sum_gradients(void* user, int begin, int end, double* sum) {
  const Reading* reading = user;
  for (int t = begin; t < end; t++) {
    double gradient[3];
    brn__region_gradient(reading->region, reading->u, t, gradient);
    sum[0] += reading->region->volume[t] * brn__norm3(gradient);
    sum[1] += reading->region->volume[t];
  }
}

static void read_tets(void* user, int begin, int end, int worker) {
  (void)worker;
  const Reading* reading = user;
  for (int t = begin; t < end; t++) {
    double* direction = reading->direction + 3 * (size_t)t;
    brn__region_gradient(reading->region, reading->u, t, direction);
    reading->own[t] = brn__normalize3(direction) > reading->bound;
  }
}

BrnStatus brn_fibre_from_potential(BrnContext* ctx, const BrnRegion* region, const double* u,
                                   const BrnFibreDef* def, double* direction,
                                   BrnFibreReport* report) {
  BRN_ASSERT(ctx && region && u && direction);
  BrnFibreDef standard = brn_fibre_def_default();
  if (!def) def = &standard;
  BRN_CHECK_DEF(def);
  BrnFibreReport own_report = brn__fibre_report_empty();
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Reading reading = {.region = region, .u = u, .direction = direction};
  reading.own = brn__scratch(ctx, region->mesh->tet_count, uint8_t);
  BrnStatus status = reading.own ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    double sum[2];
    brn__parallel_sum(ctx, region->mesh->tet_count, 2, sum_gradients, &reading, sum);
    reading.bound = def->flat * sum[0] / sum[1];
    brn__parallel_for(ctx, region->mesh->tet_count, BRN_TET_GRAIN, read_tets, &reading);
    status = brn__fill_flat(ctx, region, reading.own, direction, &own_report);
  }
  brn__scratch_release(ctx, mark);
  if (report) *report = own_report;
  return status;
}

// ------------------------------------------------------------------------------ axis and plane

static BrnStatus unit(BrnContext* ctx, const char* name, const double* given, double* out) {
  brn__copy3(out, given);
  double length = brn__normalize3(out);
  if (length > 0 && isfinite(length)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "%s: (%g, %g, %g) has no direction", name, given[0], given[1],
                   given[2]);
}

BrnStatus brn_fibre_constant(BrnContext* ctx, const BrnRegion* region, const double axis[3],
                             double* direction) {
  BRN_ASSERT(ctx && region && axis && direction);
  double along[3];
  BRN_TRY(unit(ctx, "axis", axis, along));
  for (int t = 0; t < region->mesh->tet_count; t++) brn__copy3(direction + 3 * (size_t)t, along);
  return BRN_OK;
}

BrnStatus brn_fibre_from_plane(BrnContext* ctx, const BrnRegion* region, const double point[3],
                               const double normal[3], double* direction) {
  BRN_ASSERT(ctx && region && point && normal && direction);
  double up[3], offset[3];
  BRN_TRY(unit(ctx, "normal", normal, up));
  for (int t = 0; t < region->mesh->tet_count; t++) {
    brn__sub3(offset, region->centre + 3 * (size_t)t, point);
    brn__scale3(direction + 3 * (size_t)t, brn__dot3(offset, up) < 0 ? -1 : 1, up);
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- from a file

BrnStatus brn_fibre_given(BrnContext* ctx, const BrnRegion* region, const double* value,
                          double* direction) {
  BRN_ASSERT(ctx && region && value && direction);
  for (int t = 0; t < region->mesh->tet_count; t++) {
    const double* given = value + 3 * (size_t)region->tet[t];
    double* own = direction + 3 * (size_t)t;
    brn__copy3(own, given);
    double length = brn__normalize3(own);
    if (!(length > 0) || !isfinite(length)) {
      return brn__fail(ctx, BRN_INVALID, "fibre of tet %d is (%g, %g, %g), which has no direction",
                       region->tet[t], given[0], given[1], given[2]);
    }
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------- pennate

static const double pi = 3.14159265358979323846;

// false: across has no part of its own, and out is along
static bool lean(double* out, const double* along, const double* across, double c, double s) {
  double side[3], axis[3];
  brn__copy3(axis, along);
  brn__axpy3(side, across, -brn__dot3(across, axis), axis);
  bool own = brn__normalize3(side) > 1e-6;
  brn__copy3(out, axis);
  if (!own) return false;
  brn__scale3(out, c, axis);
  brn__axpy3(out, out, s, side);
  brn__normalize3(out);
  return true;
}

BrnStatus brn_fibre_pennate(BrnContext* ctx, const BrnRegion* region, const double* along,
                            const double* across, double angle, double* direction,
                            BrnFibreReport* report) {
  BRN_ASSERT(ctx && region && along && across && direction);
  BrnFibreReport own = brn__fibre_report_empty();
  if (!(fabs(angle) <= 90)) {
    return brn__fail(ctx, BRN_INVALID, "angle is %g degrees; -90 to 90 would do", angle);
  }
  double c = cos(angle * pi / 180), s = sin(angle * pi / 180);
  for (int t = region->mesh->tet_count - 1; t >= 0; t--) {
    size_t at = 3 * (size_t)t;
    if (lean(direction + at, along + at, across + at, c, s)) continue;
    own.flat_count++;
    own.first_flat = region->tet[t];
  }
  if (report) *report = own;
  return BRN_OK;
}
