// SPDX-License-Identifier: Apache-2.0

#include "fibre/slice.h"

// Three ways to tell tendon from muscle. Each measures how far a tet's centroid is from muscle, and
// turns that into a weight by the same smooth step.

enum { SECTIONS = 128 };

BrnTendonDef brn_tendon_def_default(void) { return (BrnTendonDef){.cookie = BRN_COOKIE}; }

// 1 below the edge, 0 above it, 3 t^2 - 2 t^3 over the blend around it
static double step_down(double value, double edge, double blend) {
  if (edge <= 0) return 0;
  if (blend <= 0) return value < edge ? 1 : 0;
  double t = fmin(fmax((edge - value) / blend + 0.5, 0), 1);
  return t * t * (3 - 2 * t);
}

static BrnStatus check_number(BrnContext* ctx, const char* name, double value, double most) {
  if (value >= 0 && value <= most) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "tendon: %s is %g; 0 to %g would do", name, value, most);
}

static BrnStatus check_def(BrnContext* ctx, const BrnTendonDef* def, double most) {
  BRN_TRY(check_number(ctx, "origin", def->origin, most));
  BRN_TRY(check_number(ctx, "insertion", def->insertion, most));
  return check_number(ctx, "blend", def->blend, most);
}

// -------------------------------------------------------------------------------- by potential

BrnStatus brn_tendon_by_potential(BrnContext* ctx, const BrnRegion* region, const double* u,
                                  const BrnTendonDef* def, double* weight) {
  BRN_ASSERT(ctx && region && u && weight);
  BRN_CHECK_DEF(def);
  BRN_TRY(check_def(ctx, def, 1));
  for (int t = 0; t < region->mesh->tet_count; t++) {
    double along =
        (1 + brn__region_at_centre(region, u, t)) / 2; // 0 at the origin, 1 at the other end
    double near = step_down(along, def->origin, def->blend);
    double far = step_down(1 - along, def->insertion, def->blend);
    weight[t] = fmax(near, far);
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------- by distance

// raises the weight near one attachment
static BrnStatus raise_near(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                            const char* name, double reach, double blend, double* weight) {
  if (reach <= 0) return BRN_OK;
  BrnMesh* faces;
  BRN_TRY(brn__region_attached_faces(ctx, region, set, name, &faces));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int tet_count = region->mesh->tet_count;
  BrnSurfacePoint* nearest = brn__scratch(ctx, tet_count, BrnSurfacePoint);
  BrnBvh* bvh = NULL;
  BrnStatus status = nearest ? brn_bvh_create(ctx, faces, &bvh) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn_bvh_closest_batch(ctx, bvh, region->centre, tet_count, INFINITY, nearest);
    for (int t = 0; t < tet_count; t++) {
      weight[t] = fmax(weight[t], step_down(nearest[t].distance, reach, blend));
    }
  }
  brn_bvh_destroy(ctx, bvh);
  brn_mesh_destroy(ctx, faces);
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn_tendon_by_distance(BrnContext* ctx, const BrnRegion* region, BrnVertexSet origin,
                                 BrnVertexSet insertion, const BrnTendonDef* def, double* weight) {
  BRN_ASSERT(ctx && region && weight);
  BRN_CHECK_DEF(def);
  BRN_TRY(check_def(ctx, def, 1e6));
  for (int t = 0; t < region->mesh->tet_count; t++) weight[t] = 0;
  BRN_TRY(raise_near(ctx, region, origin, "origin", def->origin, def->blend, weight));
  return raise_near(ctx, region, insertion, "insertion", def->insertion, def->blend, weight);
}

// ---------------------------------------------------------------------------------- by section

// area at a potential, between the slices that were measured
static double area_at(const double* area, double p) {
  double place = fmin(fmax((p + 1) / 2 * SECTIONS - 0.5, 0), SECTIONS - 1);
  int below = place < SECTIONS - 2 ? (int)place : SECTIONS - 2;
  return area[below] + (place - below) * (area[below + 1] - area[below]);
}

BrnStatus brn_tendon_by_section(BrnContext* ctx, const BrnRegion* region, const double* u,
                                double share, double blend, double* weight) {
  BRN_ASSERT(ctx && region && u && weight);
  BRN_TRY(check_number(ctx, "share", share, 1));
  BRN_TRY(check_number(ctx, "blend", blend, 1));
  double area[SECTIONS], largest = 0;
  brn_potential_sections(ctx, region, u, SECTIONS, area);
  for (int i = 0; i < SECTIONS; i++) largest = fmax(largest, area[i]);
  if (!(largest > 0)) {
    return brn__fail(ctx, BRN_INVALID, "tendon: no piece of the region joins origin and insertion");
  }
  for (int t = 0; t < region->mesh->tet_count; t++) {
    double own = area_at(area, brn__region_at_centre(region, u, t)) / largest;
    weight[t] = step_down(own, share, blend);
  }
  return BRN_OK;
}
