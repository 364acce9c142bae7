// SPDX-License-Identifier: Apache-2.0
//
// A view: triangles in the unit ball with their tree, the camera's rays, lights.

#include "render/view.h"

#include "core/vec.h"
#include "render/light.h"

#include <math.h>

// ------------------------------------------------------------------------------------------- ball

static void fit_ball(const BrnSoup* soup, BrnView* view) {
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (int v = 0; v < soup->vertex_count; v++) {
    for (int k = 0; k < 3; k++) {
      low[k] = fmin(low[k], soup->vertex[v].point[k]);
      high[k] = fmax(high[k], soup->vertex[v].point[k]);
    }
  }
  double radius = soup->vertex_count > 0 ? brn__distance3(low, high) / 2 : 0;
  view->scale = radius > 0 && isfinite(radius) ? 0.999 / radius : 1;
  for (int k = 0; k < 3 && soup->vertex_count > 0; k++) view->centre[k] = (low[k] + high[k]) / 2;
}

static void to_ball(const BrnView* view, const double* point, double* out) {
  brn__sub3(out, point, view->centre);
  brn__scale3(out, view->scale, out);
}

static BrnStatus make_tree(BrnContext* ctx, BrnView* view) {
  const BrnSoup* soup = view->soup;
  size_t count = (size_t)soup->triangle_count;
  view->point = brn__new(ctx, 3 * (size_t)soup->vertex_count, float);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* corner = brn__scratch(ctx, 3 * count, int);
  float* opacity = brn__scratch(ctx, count, float);
  BrnStatus status = BRN_NO_MEMORY;
  if (view->point && corner && opacity) {
    for (int v = 0; v < soup->vertex_count; v++) {
      double p[3];
      to_ball(view, soup->vertex[v].point, p);
      for (size_t k = 0; k < 3; k++) view->point[3 * (size_t)v + k] = (float)p[k];
    }
    for (size_t t = 0; t < count; t++) {
      for (size_t c = 0; c < 3; c++) corner[3 * t + c] = soup->triangle[t].corner[c];
      opacity[t] = soup->look[soup->triangle[t].look].opacity;
      view->has_layers = view->has_layers || opacity[t] < 1;
    }
    status = brn__ray_tree_create(ctx, view->point, corner, opacity, (int)count, &view->tree);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ camera

static BrnStatus set_camera(BrnContext* ctx, const BrnCamera* camera, BrnView* view) {
  double aspect = (double)view->def->width / view->def->height;
  brn__sub3(view->ahead, camera->target, camera->eye);
  double distance = brn__normalize3(view->ahead);
  brn__cross3(view->right, view->ahead, camera->up);
  if (!(distance > 0) || !(brn__normalize3(view->right) > 0)) {
    return brn__fail(ctx, BRN_INVALID,
                     "the camera looks nowhere: its eye and target must differ, and `up` must not "
                     "point along them");
  }
  brn__cross3(view->up, view->right, view->ahead);
  to_ball(view, camera->eye, view->eye);
  view->parallel = camera->fov == 0;
  view->half_height =
      view->parallel ? camera->height / 2 * view->scale : tan(camera->fov * M_PI / 360);
  view->half_width = aspect * view->half_height;
  view->pixel = 2 * view->half_height / view->def->height;
  if (!(view->half_height > 0 && isfinite(view->half_height))) {
    return brn__fail(ctx, BRN_INVALID,
                     "the camera's angle is %g degrees; it must be in (0, 180), or 0 with a height",
                     camera->fov);
  }
  return BRN_OK;
}

bool brn__view_ray(const BrnView* view, double x, double y, BrnRay* ray) {
  double a = (2 * x / view->def->width - 1) * view->half_width;
  double b = (1 - 2 * y / view->def->height) * view->half_height;
  double origin[3], direction[3];
  brn__copy3(origin, view->eye);
  brn__copy3(direction, view->ahead);
  double* moved = view->parallel ? origin : direction;
  brn__axpy3(moved, moved, a, view->right);
  brn__axpy3(moved, moved, b, view->up);
  brn__normalize3(direction);
  // from the nearest point to the middle back to where the ray enters the ball
  double along = -brn__dot3(origin, direction), middle[3];
  brn__axpy3(middle, origin, along, direction);
  double inside = 1 - brn__dot3(middle, middle);
  double enter = along - sqrt(fmax(inside, 0));
  bool from_eye = !view->parallel && enter < 0;
  brn__axpy3(origin, origin, from_eye ? 0 : enter, direction);
  for (int k = 0; k < 3; k++) {
    ray->origin[k] = (float)origin[k], ray->direction[k] = (float)direction[k];
  }
  return inside > 0 && (view->parallel || along + sqrt(fmax(inside, 0)) > 0);
}

bool brn__view_project(const BrnView* view, const float point[3], float out[2]) {
  double from[3];
  for (int k = 0; k < 3; k++) from[k] = point[k] - view->eye[k];
  double depth = view->parallel ? 1 : brn__dot3(from, view->ahead);
  if (depth < 1e-6) return false;
  double a = brn__dot3(from, view->right) / depth / view->half_width;
  double b = brn__dot3(from, view->up) / depth / view->half_height;
  out[0] = (float)((a + 1) / 2 * view->def->width);
  out[1] = (float)((1 - b) / 2 * view->def->height);
  return true;
}

// Streaks are some pixels wide in the middle of the picture, in steps of two, so that they stay
// the same while the camera moves a little.
static void set_cell(const BrnCamera* camera, BrnView* view) {
  double distance = view->parallel ? 1 : brn__distance3(camera->eye, camera->target);
  double pixel = view->parallel ? camera->height / view->def->height : view->pixel * distance;
  double least = 0.003 / view->scale, most = 0.016 / view->scale;
  double cell = fmin(fmax(2.2 * pixel, least), most);
  view->cell = (float)exp2(round(log2(cell)));
}

// ------------------------------------------------------------------------------------------ lights

// by right, up and toward the eye
static void place_light(const BrnView* view, double x, double y, double z, float* out) {
  for (int k = 0; k < 3; k++) {
    out[k] = (float)(x * view->right[k] + y * view->up[k] - z * view->ahead[k]);
  }
  brn__fnormalize(out);
}

static void set_lights(BrnView* view) {
  const BrnPictureDef* def = view->def;
  place_light(view, -0.62, 0.78, 0.62, view->key);
  place_light(view, 0.85, 0.05, 0.55, view->fill);
  place_light(view, 0.45, 0.45, -0.80, view->rim);
  double key[3] = {view->key[0], view->key[1], view->key[2]}, across[3], over[3];
  brn__cross3(across, key, view->ahead);
  brn__normalize3(across);
  brn__cross3(over, across, key);
  for (int k = 0; k < 3; k++) {
    view->key_right[k] = (float)across[k], view->key_up[k] = (float)over[k];
  }
  int sky = def->occlusion > 0 ? (def->shadows ? (5 * def->rays + 7) / 8 : def->rays) : 0;
  view->sky_rays = sky;
  view->key_rays =
      def->shadows ? (sky > 0 ? (def->rays > sky ? def->rays - sky : 1) : def->rays) : 0;
}

// ---------------------------------------------------------------------------------------- together

BrnStatus brn__view_set_map(BrnContext* ctx, BrnView* view, const char* map,
                            const double range[2]) {
  view->map = brn__alloc(ctx, BRN_MAP_SIZE, sizeof *view->map);
  if (!view->map) return BRN_NO_MEMORY;
  view->range[0] = range[0], view->range[1] = range[1];
  for (int i = 0; i < BRN_MAP_SIZE; i++) {
    double color[3];
    brn_color_map(map, (double)i / (BRN_MAP_SIZE - 1), color);
    for (int k = 0; k < 3; k++) view->map[i][k] = (float)brn__to_linear(color[k]);
  }
  return BRN_OK;
}

BrnStatus brn__view_create(BrnContext* ctx, const BrnPictureDef* def, const BrnCamera* camera,
                           const BrnSoup* soup, double floor, BrnView* out) {
  *out = (BrnView){.def = def, .soup = soup, .scale = 1, .ground = NAN};
  out->nearest = BRN_LANE_PICK(brn__ray_nearest);
  out->blocked = BRN_LANE_PICK(brn__ray_blocked);
  fit_ball(soup, out);
  BrnStatus status = set_camera(ctx, camera, out);
  if (status == BRN_OK) {
    set_lights(out);
    set_cell(camera, out);
    if (def->ground) out->ground = (float)((floor - out->centre[1]) * out->scale);
    status = make_tree(ctx, out);
  }
  if (status == BRN_OK) {
    out->record = brn__new(ctx, (size_t)def->width * (size_t)def->height, BrnPixelLight);
    if (!out->record) status = BRN_NO_MEMORY;
  }
  if (status != BRN_OK) brn__view_destroy(ctx, out);
  return status;
}

void brn__view_destroy(BrnContext* ctx, BrnView* view) {
  brn__ray_tree_destroy(ctx, &view->tree);
  brn__free(ctx, view->point);
  brn__free(ctx, view->map);
  brn__free(ctx, view->record);
  *view = (BrnView){0};
}
