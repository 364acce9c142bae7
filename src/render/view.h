// SPDX-License-Identifier: Apache-2.0
//
// What tracing and shading read: the triangles, moved and scaled so that they fit into the unit
// ball, the camera, the lights.
//
//   view.c      making it
//   spot.c      where a ray ends, and how much light gets there
//   paint.c     what colour a surface has there
//   grain.c     streaks along the fibres
//   shade.c     the colour of a spot
//   range.c     which values the colours mean
//   wire.c      how much of a spot is covered by an edge
//   records.c   light of all pixels, smoothed over neighbours
//   trace.c     the pixels

#pragma once

#include "brawn/render.h"
#include "render/ray.h"
#include "render/soup.h"

#include <math.h>

enum { BRN_MAP_SIZE = 1024 };

/// How much of a light is seen from somewhere, 0 to 1.
typedef struct BrnVisibility {
  float key, sky;
} BrnVisibility;

/// The light of a pixel, at what its middle shows.
typedef struct BrnPixelLight {
  float point[3], normal[3];
  BrnVisibility raw, smooth;
  bool filled; // false: there is the background
  bool is_ground;
} BrnPixelLight;

typedef struct BrnView {
  const BrnPictureDef* def;
  const BrnSoup* soup;
  BrnRayTree tree;
  float* point;            // corners in the ball                         (vertex_count x 3)
  double centre[3], scale; // in the ball a point is at (x - centre) scale

  double eye[3]; // in the ball
  double right[3], up[3], ahead[3];
  double half_width, half_height; // of the picture: at distance 1; of parallel rays: in the ball
  bool parallel;
  double pixel; // size of a pixel at distance 1, or in the ball

  float key[3], fill[3], rim[3]; // where the lights are
  float key_right[3], key_up[3];
  int key_rays, sky_rays;
  float ground; // height in the ball; NAN: none
  float cell;   // width of streaks along the fibres, m
  bool has_layers;
  float (*map)[3]; // linear light, (BRN_MAP_SIZE); NULL: nothing is coloured by value
  double range[2];

  BrnNearestFn* nearest;
  BrnBlockedFn* blocked;
  BrnPixelLight* record; // (height x width)
  BrnImage* image;
} BrnView;

/// @param soup stays the caller's; the view keeps the pointer
/// @param floor height of the ground, m
BrnStatus brn__view_create(BrnContext* ctx, const BrnPictureDef* def, const BrnCamera* camera,
                           const BrnSoup* soup, double floor, BrnView* out);
void brn__view_destroy(BrnContext* ctx, BrnView* view);

/// The ray through a place of the picture, from where it enters the ball.
/// @return false when it misses the ball
bool brn__view_ray(const BrnView* view, double x, double y, BrnRay* ray);
/// Where a point of the ball is in the picture.
bool brn__view_project(const BrnView* view, const float point[3], float out[2]);

/// Somewhere on a surface.
typedef struct BrnSpot {
  float point[3];
  float start[3];  // where rays to the lights begin
  float normal[3]; // smooth; both face the eye
  float plane[3];
  float color[3]; // linear light
  float tendon;
  float grain;     // -1 to 1
  float toward[3]; // the eye
  const BrnLook* look;
  bool is_ground;
} BrnSpot;

/// Everything but the colours of the spot.
BrnSpot brn__spot(const BrnView* view, const BrnRay* ray, const BrnHit* hit);
void brn__spot_paint(const BrnView* view, const BrnHit* hit, BrnSpot* spot);
/// -1 to 1: streaks along the fibres.
/// @param cell their width, m
float brn__grain(const float rest[3], const float fibre[3], float cell);
/// The spot on the ground, if there is one.
bool brn__spot_ground(const BrnView* view, double x, double y, BrnSpot* out);
/// @param x, y the pixel; it chooses among the patterns of rays
BrnVisibility brn__spot_visibility(const BrnView* view, const BrnSpot* spot, int x, int y);
void brn__spot_shade(const BrnView* view, const BrnSpot* spot, BrnVisibility visible, float out[3]);
/// How dark the ground is, 0 to 1.
float brn__ground_shade(const BrnSpot* spot, BrnVisibility visible);
/// 0 to 1: on an edge of the wire.
float brn__wire_cover(const BrnView* view, const BrnHit* hit, double x, double y);

/// Fills the records of all pixels.
void brn__view_light(BrnContext* ctx, BrnView* view);
/// The light of a spot that is seen in a pixel, from its record or one beside it.
BrnVisibility brn__view_visibility(const BrnView* view, const BrnSpot* spot, int x, int y);
/// Fills the image.
void brn__view_trace(BrnContext* ctx, BrnView* view);

/// The range of colours: what was asked for, or what is natural, or what is seen, with what means
/// that nothing happens in its middle.
BrnStatus brn__find_range(BrnContext* ctx, const BrnSoup* soup, const BrnPictureDef* def,
                          const BrnReplayValue* about, double range[2]);
/// Colours by value: fills the map from a colour map, and the range.
BrnStatus brn__view_set_map(BrnContext* ctx, BrnView* view, const char* map, const double range[2]);

// ---------------------------------------------------------------------------------------- floats

static inline float brn__fdot(const float* a, const float* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void brn__fnormalize(float* a) {
  float length = sqrtf(brn__fdot(a, a));
  if (length > 0) a[0] /= length, a[1] /= length, a[2] /= length;
}

static inline float brn__fclamp(float x, float low, float high) {
  return x < low ? low : x > high ? high : x;
}
