// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"

#include <math.h>
#include <stdlib.h>

// Light is looked up once a pixel, with few rays, and averaged over a block of neighbours that show
// the same surface: an even one of 4 x 4, so that all patterns of rays take part in equal shares.

enum { GRAIN = 4 }; // rows a worker takes at once

static void look_up_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnView* view = user;
  int width = view->def->width;
  BrnHitQuery query = {.least_opacity = 1, .after = {.t = -1}};
  for (int i = begin * width; i < end * width; i++) {
    BrnPixelLight* record = &view->record[i];
    BrnRay ray;
    BrnHit hit = {.t = 4, .triangle = INT32_MAX};
    BrnSpot spot;
    double x = i % width + 0.5, y = i / width + 0.5;
    *record = (BrnPixelLight){0};
    if (brn__view_ray(view, x, y, &ray) && view->nearest(&view->tree, &ray, &query, &hit)) {
      spot = brn__spot(view, &ray, &hit);
    } else if (!brn__spot_ground(view, x, y, &spot)) {
      continue;
    }
    record->filled = true, record->is_ground = spot.is_ground;
    for (int k = 0; k < 3; k++)
      record->point[k] = spot.point[k], record->normal[k] = spot.normal[k];
    record->raw = brn__spot_visibility(view, &spot, i % width, i / width);
  }
}

// size of a pixel where a point is
static float footprint(const BrnView* view, const float* point) {
  if (view->parallel) return (float)view->pixel;
  float depth = 0;
  for (int k = 0; k < 3; k++) depth += (float)((point[k] - view->eye[k]) * view->ahead[k]);
  return (float)view->pixel * depth;
}

// 0 to 1: do two places show the same surface? Allows a bend and a step of some pixels.
static float likeness(const float* point, const float* normal, const BrnPixelLight* other,
                      float size) {
  float step = 0, turn = brn__fdot(normal, other->normal);
  if (!other->filled || turn < 0.6f) return 0;
  for (int k = 0; k < 3; k++) step += (other->point[k] - point[k]) * normal[k];
  step = fabsf(step) / size;
  return step < 3 ? (turn - 0.6f) * (3 - step) / 1.2f : 0;
}

static void smooth_record(const BrnView* view, int x, int y, BrnPixelLight* record) {
  int width = view->def->width, height = view->def->height;
  float key = 0, sky = 0, sum = 0, size = footprint(view, record->point);
  int reach = record->is_ground ? 4 : 2; // shadows on the ground are wide, and grain shows in them
  for (int dy = -reach; dy <= reach; dy++) {
    for (int dx = -reach; dx <= reach; dx++) {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
      const BrnPixelLight* other = record + dy * width + dx;
      float share = (abs(dx) == reach ? 0.5f : 1) * (abs(dy) == reach ? 0.5f : 1);
      share *= likeness(record->point, record->normal, other, size);
      key += share * other->raw.key, sky += share * other->raw.sky, sum += share;
    }
  }
  record->smooth = (BrnVisibility){key / sum, sky / sum}; // it is like itself, so sum > 0
}

static void smooth_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnView* view = user;
  int width = view->def->width;
  for (int i = begin * width; i < end * width; i++) {
    if (view->record[i].filled) smooth_record(view, i % width, i / width, &view->record[i]);
  }
}

void brn__view_light(BrnContext* ctx, BrnView* view) {
  brn__parallel_for(ctx, view->def->height, GRAIN, look_up_rows, view);
  brn__parallel_for(ctx, view->def->height, GRAIN, smooth_rows, view);
}

BrnVisibility brn__view_visibility(const BrnView* view, const BrnSpot* spot, int x, int y) {
  int width = view->def->width, height = view->def->height;
  const BrnPixelLight *own = &view->record[(size_t)y * (size_t)width + (size_t)x], *best = own;
  float size = footprint(view, spot->point);
  float most = likeness(spot->point, spot->normal, own, size);
  for (int i = 0; i < 9 && most < 0.5f; i++) {
    int dx = i % 3 - 1, dy = i / 3 - 1;
    if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
    const BrnPixelLight* other = own + dy * width + dx;
    float like = likeness(spot->point, spot->normal, other, size);
    if (like > most) most = like, best = other;
  }
  return most > 0.05f ? best->smooth : brn__spot_visibility(view, spot, x, y);
}
