// SPDX-License-Identifier: Apache-2.0
//
// From rays to pixels: layers of what is translucent, ground, background; rows are spread over the
// workers.

#include "render/view.h"

#include "render/light.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 2, MOST_LAYERS = 64 };

// Light that comes along a ray, and how much of what is behind it is covered.
typedef struct Ply {
  float color[3]; // opacity multiplied in
  float opacity;
} Ply;

static void put_behind(Ply* front, const float* color, float opacity) {
  float share = (1 - front->opacity) * opacity;
  for (int k = 0; k < 3; k++) front->color[k] += share * color[k];
  front->opacity += share;
}

static void draw_wire(const BrnView* view, const BrnHit* hit, double x, double y, float* color) {
  static const float dark[3] = {0.012f, 0.012f, 0.018f};
  float cover = 0.62f * brn__wire_cover(view, hit, x, y);
  for (int k = 0; k < 3; k++) color[k] += cover * (dark[k] - color[k]);
}

// ------------------------------------------------------------------------------------------ layers

// A translucent thing is seen where a ray enters it, and not again where it leaves.
typedef struct Entered {
  int group[MOST_LAYERS];
  int count;
} Entered;

static bool enters(Entered* entered, int group) {
  for (int i = 0; i < entered->count; i++) {
    if (entered->group[i] != group) continue;
    entered->group[i] = entered->group[--entered->count];
    return false;
  }
  if (entered->count < MOST_LAYERS) entered->group[entered->count++] = group;
  return true;
}

// a ray at a slant goes through more of a thin wall
static float slant_opacity(const BrnSpot* spot) {
  float cosine = fmaxf(fabsf(brn__fdot(spot->normal, spot->toward)), 0.3f);
  return 1 - powf(1 - spot->look->opacity, 1 / cosine);
}

static void draw_layers(const BrnView* view, const BrnRay* ray, const BrnHit* last, double x,
                        double y, Ply* ply) {
  Entered entered = {.count = 0};
  BrnHitQuery query = {.after = {.t = -1}};
  for (int i = 0; i < 2 * MOST_LAYERS && ply->opacity < 0.999f; i++) {
    BrnHit hit = *last;
    if (!view->nearest(&view->tree, ray, &query, &hit)) return;
    query.after = hit;
    BrnSpot spot = brn__spot(view, ray, &hit);
    if (!enters(&entered, spot.look->group)) continue;
    float color[3];
    brn__spot_paint(view, &hit, &spot);
    brn__spot_shade(view, &spot, (BrnVisibility){1, 1}, color);
    if (view->def->wire) draw_wire(view, &hit, x, y, color);
    put_behind(ply, color, slant_opacity(&spot));
  }
}

// ---------------------------------------------------------------------------------------- one ray

static void draw_ground(const BrnView* view, double x, double y, Ply* ply) {
  static const float dark[3] = {0.012f, 0.012f, 0.02f};
  BrnSpot spot;
  if (!brn__spot_ground(view, x, y, &spot)) return;
  BrnVisibility visible = brn__view_visibility(view, &spot, (int)x, (int)y);
  put_behind(ply, dark, brn__ground_shade(&spot, visible));
}

static void draw_spot(const BrnView* view, const BrnRay* ray, const BrnHit* hit, double x, double y,
                      Ply* ply) {
  float color[3];
  BrnSpot spot = brn__spot(view, ray, hit);
  BrnVisibility visible = brn__view_visibility(view, &spot, (int)x, (int)y);
  brn__spot_paint(view, hit, &spot);
  brn__spot_shade(view, &spot, visible, color);
  if (view->def->wire) draw_wire(view, hit, x, y, color);
  put_behind(ply, color, 1);
}

static Ply look_at(const BrnView* view, double x, double y) {
  Ply ply = {.opacity = 0};
  BrnRay ray;
  BrnHit hit = {.t = 4, .triangle = INT32_MAX};
  bool found = false;
  if (brn__view_ray(view, x, y, &ray)) {
    BrnHitQuery query = {.least_opacity = 1, .after = {.t = -1}};
    found = view->nearest(&view->tree, &ray, &query, &hit);
    if (view->has_layers) draw_layers(view, &ray, &hit, x, y, &ply);
  }
  if (found) {
    draw_spot(view, &ray, &hit, x, y, &ply);
  } else {
    draw_ground(view, x, y, &ply);
  }
  return ply;
}

// -------------------------------------------------------------------------------------- one pixel

static uint8_t to_byte(double linear) {
  double x = brn__to_srgb(linear > 0 ? fmin(linear, 1) : 0);
  return (uint8_t)(255 * x + 0.5);
}

// linear light of the background in a row
static void background_at(const BrnView* view, int y, double* out) {
  const BrnPictureDef* def = view->def;
  double down = (y + 0.5) / def->height;
  for (int k = 0; k < 3; k++) {
    double top = def->background[k], bottom = def->background_bottom[k];
    out[k] = brn__to_linear(top + down * (bottom - top));
  }
}

static void store_pixel(const BrnView* view, int y, const Ply* mean, uint8_t* out) {
  double color[3] = {mean->color[0], mean->color[1], mean->color[2]}, back[3];
  double opacity = (double)mean->opacity;
  if (!view->def->transparent) {
    background_at(view, y, back);
    for (int k = 0; k < 3; k++) color[k] += (1 - opacity) * back[k];
    opacity = 1;
  } else if (opacity > 0) {
    for (int k = 0; k < 3; k++) color[k] /= opacity;
  }
  for (int k = 0; k < 3; k++) out[k] = to_byte(color[k]);
  out[3] = (uint8_t)(255 * fmin(opacity, 1) + 0.5);
}

// The places within a pixel: no two of them have the same height or are below each other, so that
// edges near the axes have as many steps as there are rays (Kensler 2013).
static Ply sample_pixel(const BrnView* view, int x, int y, int n, float* spread) {
  Ply sum = {.opacity = 0};
  float least = INFINITY, most = 0;
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      double dx = (i + (j + 0.5) / n) / n, dy = (j + (i + 0.5) / n) / n;
      Ply ply = look_at(view, x + dx, y + dy);
      for (int k = 0; k < 3; k++) sum.color[k] += ply.color[k];
      sum.opacity += ply.opacity;
      float sight = ply.color[0] + ply.color[1] + ply.color[2] + 2 * (1 - ply.opacity);
      least = fminf(least, sight), most = fmaxf(most, sight);
    }
  }
  float share = 1 / (float)(n * n);
  for (int k = 0; k < 3; k++) sum.color[k] *= share;
  sum.opacity *= share;
  *spread = most - least;
  return sum;
}

// where rays differ much there is an edge, which gets four times as many
static void draw_pixel(const BrnView* view, int x, int y, uint8_t* out) {
  int n = view->def->samples;
  float spread;
  Ply mean = sample_pixel(view, x, y, n, &spread);
  if (n > 1 && spread > 0.15f) mean = sample_pixel(view, x, y, 2 * n, &spread);
  store_pixel(view, y, &mean, out);
}

static void draw_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnView* view = user;
  for (int y = begin; y < end; y++) {
    for (int x = 0; x < view->def->width; x++) {
      size_t at = (size_t)y * (size_t)view->def->width + (size_t)x;
      draw_pixel(view, x, y, view->image->pixel + 4 * at);
    }
  }
}

void brn__view_trace(BrnContext* ctx, BrnView* view) {
  brn__parallel_for(ctx, view->def->height, GRAIN, draw_rows, view);
}
