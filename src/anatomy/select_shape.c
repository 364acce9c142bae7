// SPDX-License-Identifier: Apache-2.0
//
// Criteria that go by place: box, plane, sphere, nearness to other parts.

#include "anatomy/pieces.h"
#include "anatomy/select.h"
#include "core/vec.h"

// how far a point is outside; 0 or less: inside
typedef double OutsideFn(const BrnSceneSelection* selection, const double* point);

static void keep_inside(BrnSelecting* s, OutsideFn* outside) {
  const BrnSelector* selector = s->selector;
  for (int i = 0; i < selector->count; i++) {
    if (!s->in[i]) continue;
    double miss = outside(s->selection, selector->place + 3 * (size_t)i);
    if (miss <= selector->slack) continue;
    s->in[i] = false;
    s->miss = fmin(s->miss, miss);
  }
}

static double outside_box(const BrnSceneSelection* selection, const double* point) {
  const double *a = selection->box, *b = selection->box + 3;
  double beyond[3];
  for (int i = 0; i < 3; i++) {
    double low = fmin(a[i], b[i]), high = fmax(a[i], b[i]);
    beyond[i] = fmax(0, fmax(low - point[i], point[i] - high));
  }
  return brn__norm3(beyond);
}

static double outside_plane(const BrnSceneSelection* selection, const double* point) {
  const BrnScenePlane* plane = selection->plane;
  double d[3];
  brn__sub3(d, point, plane->point);
  return -brn__dot3(d, plane->normal) / brn__norm3(plane->normal);
}

static double outside_sphere(const BrnSceneSelection* selection, const double* point) {
  return brn__distance3(point, selection->sphere->centre) - selection->sphere->radius;
}

BrnStatus brn__select_box(BrnSelecting* s) {
  keep_inside(s, outside_box);
  return BRN_OK;
}

BrnStatus brn__select_plane(BrnSelecting* s) {
  keep_inside(s, outside_plane);
  return BRN_OK;
}

BrnStatus brn__select_sphere(BrnSelecting* s) {
  keep_inside(s, outside_sphere);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ near

// the items that are still in, as a list of points
typedef struct Points {
  int count;
  int* item;
  double* place;
  double* distance; // to the nearest of the parts so far
} Points;

static BrnStatus take_points(const BrnSelecting* s, Points* out) {
  BrnContext* ctx = s->selector->build->ctx;
  size_t n = 0;
  for (int i = 0; i < s->selector->count; i++) n += s->in[i];
  *out = (Points){.item = brn__scratch(ctx, n, int),
                  .place = brn__scratch(ctx, 3 * n, double),
                  .distance = brn__scratch(ctx, n, double)};
  if (!out->item || !out->place || !out->distance) return BRN_NO_MEMORY;
  for (int i = 0; i < s->selector->count; i++) {
    if (!s->in[i]) continue;
    brn__copy3(out->place + 3 * (size_t)out->count, s->selector->place + 3 * (size_t)i);
    out->distance[out->count] = INFINITY;
    out->item[out->count++] = i;
  }
  return BRN_OK;
}

static bool in_box(const double* p, const double* low, const double* high) {
  for (int i = 0; i < 3; i++) {
    if (p[i] < low[i] || p[i] > high[i]) return false;
  }
  return true;
}

// Distances to the boundary of one part; inside of it they are 0.
static BrnStatus measure(BrnBuild* build, int part, double reach, Points* points) {
  const BrnBvh* bvh;
  BRN_TRY(brn__build_part_bvh(build, part, &bvh));
  BrnSurfacePoint* found = brn__scratch(build->ctx, points->count, BrnSurfacePoint);
  if (!found) return BRN_NO_MEMORY;
  brn_bvh_closest_batch(build->ctx, bvh, points->place, points->count, reach, found);
  double low[3], high[3];
  brn__part_bounds(build, part, low, high);
  for (int i = 0; i < points->count; i++) {
    const double* p = points->place + 3 * (size_t)i;
    double distance = found[i].triangle < 0 ? INFINITY : found[i].distance;
    if (distance > 0 && in_box(p, low, high) && brn_bvh_winding(bvh, p) > 0.5) distance = 0;
    points->distance[i] = fmin(points->distance[i], distance);
  }
  return BRN_OK;
}

static BrnStatus measure_parts(BrnBuild* build, const bool* part, double reach, Points* points) {
  for (int p = 0; p < build->model->part_count; p++) {
    if (part[p]) BRN_TRY(measure(build, p, reach, points));
  }
  return BRN_OK;
}

BrnStatus brn__select_near(BrnSelecting* s) {
  BrnBuild* build = s->selector->build;
  const BrnSceneNear* near = s->selection->near;
  bool* part = brn__scratch_zero(build->ctx, build->model->part_count, bool);
  if (!part) return BRN_NO_MEMORY;
  for (int i = 0; i < near->part_count; i++) brn__build_find_part(build, near->part[i], part);
  double reach = near->within + s->selector->slack;
  Points points;
  BRN_TRY(take_points(s, &points));
  BRN_TRY(measure_parts(build, part, reach, &points));
  int left = 0;
  for (int i = 0; i < points.count; i++) {
    s->in[points.item[i]] = points.distance[i] <= reach;
    left += points.distance[i] <= reach;
  }
  if (left) return BRN_OK;
  BRN_TRY(measure_parts(build, part, INFINITY, &points)); // only to say how near it was
  for (int i = 0; i < points.count; i++) {
    s->miss = fmin(s->miss, points.distance[i] - near->within);
  }
  return BRN_OK;
}
