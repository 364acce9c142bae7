// SPDX-License-Identifier: Apache-2.0
//
// Where a ray has hit: point, normal, values; how much of the sky and of the light gets there.

#include "render/view.h"

#include <math.h>
#include <string.h>

// how far rays to the lights begin above the surface; the ball has radius 1
static const float LIFT = 6e-5f;
// what is farther away does not darken
static const float REACH = 0.42f;
// tangent of half the angle that the key light covers
static const float KEY_SIZE = 0.13f;

// ------------------------------------------------------------------------------------ where it is

static void mix3(float* out, const float* weight, const float* a, const float* b, const float* c) {
  for (int k = 0; k < 3; k++) out[k] = weight[0] * a[k] + weight[1] * b[k] + weight[2] * c[k];
}

static void set_plane(const float* const* p, BrnSpot* spot) {
  float ab[3], ac[3];
  for (int k = 0; k < 3; k++) ab[k] = p[1][k] - p[0][k], ac[k] = p[2][k] - p[0][k];
  spot->plane[0] = ab[1] * ac[2] - ab[2] * ac[1];
  spot->plane[1] = ab[2] * ac[0] - ab[0] * ac[2];
  spot->plane[2] = ab[0] * ac[1] - ab[1] * ac[0];
  brn__fnormalize(spot->plane);
}

static void flip(float* a) { a[0] = -a[0], a[1] = -a[1], a[2] = -a[2]; }

// Both normals face the eye, so that a triangle looks the same from both sides.
static float face_eye(BrnSpot* spot) {
  float sign = 1;
  if (brn__fdot(spot->plane, spot->toward) < 0) flip(spot->plane);
  if (brn__fdot(spot->plane, spot->normal) < 0) flip(spot->normal), sign = -1;
  float away = brn__fdot(spot->normal, spot->toward);
  if (away < 0.02f) { // at the silhouette of coarse triangles
    for (int k = 0; k < 3; k++) spot->normal[k] += (0.02f - away) * spot->toward[k];
    brn__fnormalize(spot->normal);
  }
  return sign;
}

// Where the triangle would bulge if it were as round as its normals say. Rays from there do not run
// into the flat neighbours at the edge of the shadow (Hanika 2021).
static void set_start(const float* const* p, const BrnSoupTriangle* t, const float* weight,
                      float sign, BrnSpot* spot) {
  memcpy(spot->start, spot->point, sizeof spot->start);
  for (int c = 0; c < 3; c++) {
    float below = 0;
    for (int k = 0; k < 3; k++) below += sign * t->normal[c][k] * (spot->point[k] - p[c][k]);
    if (below >= 0) continue;
    for (int k = 0; k < 3; k++) spot->start[k] -= weight[c] * below * sign * t->normal[c][k];
  }
  for (int k = 0; k < 3; k++) spot->start[k] += LIFT * spot->plane[k];
}

BrnSpot brn__spot(const BrnView* view, const BrnRay* ray, const BrnHit* hit) {
  const BrnSoupTriangle* t = &view->soup->triangle[hit->triangle];
  const float *w = hit->weight, *p[3];
  for (int c = 0; c < 3; c++) p[c] = view->point + 3 * (size_t)t->corner[c];
  BrnSpot spot = {.look = &view->soup->look[t->look]};
  for (int k = 0; k < 3; k++) spot.toward[k] = -ray->direction[k];
  mix3(spot.point, w, p[0], p[1], p[2]);
  mix3(spot.normal, w, t->normal[0], t->normal[1], t->normal[2]);
  brn__fnormalize(spot.normal);
  set_plane(p, &spot);
  float sign = face_eye(&spot);
  set_start(p, t, w, sign, &spot);
  return spot;
}

bool brn__spot_ground(const BrnView* view, double x, double y, BrnSpot* out) {
  if (isnan(view->ground) || view->eye[1] <= (double)view->ground) return false;
  double a = (2 * x / view->def->width - 1) * view->half_width;
  double b = (1 - 2 * y / view->def->height) * view->half_height, from[3], d[3];
  for (int k = 0; k < 3; k++) {
    double across = a * view->right[k] + b * view->up[k];
    from[k] = view->eye[k] + (view->parallel ? across : 0);
    d[k] = view->ahead[k] + (view->parallel ? 0 : across);
  }
  double t = ((double)view->ground - from[1]) / d[1];
  if (!(t > 0 && isfinite(t))) return false;
  *out = (BrnSpot){.normal = {0, 1, 0}, .plane = {0, 1, 0}, .is_ground = true};
  for (int k = 0; k < 3; k++) out->point[k] = (float)(from[k] + t * d[k]);
  memcpy(out->start, out->point, sizeof out->start);
  out->start[1] += LIFT;
  return brn__fdot(out->point, out->point) < 16;
}

// ------------------------------------------------------------------------------------------- light

// Each pixel of a 4 x 4 block takes every 16th of a sequence of points that fill the unit square
// (or cube) evenly (Roberts 2018), so that a mean over a block has all of them: the records are
// smoothed that way, and the grain is gone.
static float sequence(int index, double step) {
  double x = 0.5 + index * step;
  return (float)(x - floor(x));
}

static int pattern(int x, int y) {
  static const int order[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
  return order[4 * (y & 3) + (x & 3)];
}

static float key_share(const BrnView* view, const BrnSpot* spot, int first) {
  BrnRay ray;
  int seen = 0;
  memcpy(ray.origin, spot->start, sizeof ray.origin);
  for (int i = 0; i < view->key_rays; i++) {
    int index = 16 * i + first;
    float radius = KEY_SIZE * sqrtf(sequence(index, 0.7548776662466927));
    float angle = 6.2831853f * sequence(index, 0.5698402909980532);
    float a = radius * cosf(angle), b = radius * sinf(angle);
    for (int k = 0; k < 3; k++) {
      ray.direction[k] = view->key[k] + a * view->key_right[k] + b * view->key_up[k];
    }
    // light that creeps around an edge comes from just above the surface
    float above = brn__fdot(ray.direction, spot->normal);
    if (above < 0.06f) {
      for (int k = 0; k < 3; k++) ray.direction[k] += (0.06f - above) * spot->normal[k];
    }
    float chance = sequence(index, 0.3819660112501051);
    seen += !view->blocked(&view->tree, &ray, 8, chance);
  }
  return (float)seen / (float)view->key_rays;
}

// two directions across a normal (Duff et al. 2017)
static void make_frame(const float* n, float* x, float* y) {
  float sign = copysignf(1, n[2]), a = -1 / (sign + n[2]), b = n[0] * n[1] * a;
  x[0] = 1 + sign * n[0] * n[0] * a, x[1] = sign * b, x[2] = -sign * n[0];
  y[0] = b, y[1] = sign + n[1] * n[1] * a, y[2] = -n[1];
}

// Rays by the cosine to the normal, each to a length of its own: what is farther darkens less.
static float sky_share(const BrnView* view, const BrnSpot* spot, int first) {
  BrnRay ray;
  float x[3], y[3];
  int seen = 0;
  make_frame(spot->normal, x, y);
  memcpy(ray.origin, spot->start, sizeof ray.origin);
  for (int i = 0; i < view->sky_rays; i++) {
    int index = 16 * i + first;
    float u = sequence(index, 0.8191725133961645),
          angle = 6.2831853f * sequence(index, 0.6710436067037893);
    float across = sqrtf(u), over = sqrtf(1 - u), a = across * cosf(angle),
          b = across * sinf(angle);
    for (int k = 0; k < 3; k++) {
      ray.direction[k] = a * x[k] + b * y[k] + over * spot->normal[k];
    }
    float below = brn__fdot(ray.direction, spot->plane);
    if (below < 0.01f) {
      for (int k = 0; k < 3; k++) ray.direction[k] += (0.01f - 2 * below) * spot->plane[k];
    }
    float limit = REACH * (0.02f + sequence(index, 0.5497004779019703));
    seen += !view->blocked(&view->tree, &ray, limit, sequence(index, 0.4142135623730951));
  }
  return (float)seen / (float)view->sky_rays;
}

BrnVisibility brn__spot_visibility(const BrnView* view, const BrnSpot* spot, int x, int y) {
  BrnVisibility visible = {1, 1};
  int first = pattern(x, y);
  if (view->key_rays > 0) visible.key = key_share(view, spot, first);
  if (view->sky_rays > 0) {
    float strength = (float)view->def->occlusion;
    visible.sky = 1 - strength * (1 - sky_share(view, spot, first));
  }
  return visible;
}
