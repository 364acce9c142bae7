// SPDX-License-Identifier: Apache-2.0

#include "fibre/slice.h"

// Point i of the curve is the centroid of the slice at -1 + 2 i / (count - 1); the two ends, where
// a slice has shrunk to an attachment, are the centroids of the attached faces.

static void face_centroid(const BrnMesh* faces, double* out) {
  double area = 0, sum[3] = {0, 0, 0}, plain[3] = {0, 0, 0};
  for (int f = 0; f < faces->triangle_count; f++) {
    const double* p[3];
    double normal[3], centre[3] = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
      p[k] = faces->position + 3 * (size_t)faces->triangle[3 * (size_t)f + k];
      brn__axpy3(centre, centre, 1.0 / 3, p[k]);
    }
    brn__triangle_normal(normal, p[0], p[1], p[2]);
    double own = brn__norm3(normal) / 2;
    area += own;
    brn__axpy3(sum, sum, own, centre);
    brn__axpy3(plain, plain, 1.0 / faces->triangle_count, centre);
  }
  brn__copy3(out, plain); // loose vertices have no area
  if (area > 0) brn__scale3(out, 1 / area, sum);
}

static BrnStatus end_point(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                           const char* name, double* out) {
  BrnMesh* faces;
  BRN_TRY(brn__region_attached_faces(ctx, region, set, name, &faces));
  face_centroid(faces, out);
  brn_mesh_destroy(ctx, faces);
  return BRN_OK;
}

static BrnStatus inner_points(BrnContext* ctx, const BrnRegion* region, const double* u, int count,
                              double* point) {
  double* area = brn__scratch(ctx, count, double);
  if (!area) return BRN_NO_MEMORY;
  double step = 2.0 / (count + 1);
  brn__slices(region, u, -1 + step, step, count, area, point);
  for (int i = 0; i < count; i++) {
    if (!(area[i] > 0)) {
      return brn__fail(ctx, BRN_INVALID,
                       "line of action: nothing lies at the potential %g; no piece of the region "
                       "joins origin and insertion",
                       -1 + (i + 1) * step);
    }
    brn__scale3(point + 3 * (size_t)i, 1 / area[i], point + 3 * (size_t)i);
  }
  return BRN_OK;
}

BrnStatus brn_line_of_action(BrnContext* ctx, const BrnRegion* region, const double* u,
                             BrnVertexSet origin, BrnVertexSet insertion, int count, double* point,
                             double* length) {
  BRN_ASSERT(ctx && region && u && point && count >= 2);
  double* last = point + 3 * (size_t)(count - 1);
  BRN_TRY(end_point(ctx, region, origin, "origin", point));
  BRN_TRY(end_point(ctx, region, insertion, "insertion", last));
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = count > 2 ? inner_points(ctx, region, u, count - 2, point + 3) : BRN_OK;
  brn__scratch_release(ctx, mark);
  if (!length) return status;
  *length = 0;
  for (const double* p = point; p < last; p += 3) *length += brn__distance3(p, p + 3);
  return status;
}
