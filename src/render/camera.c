// SPDX-License-Identifier: Apache-2.0
//
// A camera that sees all of a box, and its axes.

#include "brawn/render.h"
#include "core/core.h"
#include "core/vec.h"

#include <math.h>

static double to_radians(double degrees) { return degrees * M_PI / 180; }

// the smaller of the vertical and the horizontal angle, halved
static double smaller_half(double fov, double aspect) {
  double half = to_radians(fov) / 2;
  return aspect < 1 ? atan(aspect * tan(half)) : half;
}

// a direction by its angles, away from the target, and what is up and to the right in the picture
typedef struct Axes {
  double right[3], up[3], back[3];
} Axes;

static Axes make_axes(double azimuth, double elevation) {
  double a = to_radians(azimuth), e = to_radians(elevation);
  return (Axes){.right = {cos(a), 0, -sin(a)},
                .up = {-sin(a) * sin(e), cos(e), -cos(a) * sin(e)},
                .back = {sin(a) * cos(e), sin(e), cos(a) * cos(e)}};
}

// half the diagonal; 1 for a single point, or nothing
static double box_radius(const double low[3], const double high[3]) {
  double radius = brn__distance3(low, high) / 2;
  return radius > 0 ? radius : 1;
}

BrnCamera brn_camera_fit(const double low[3], const double high[3], double azimuth,
                         double elevation, double fov, double aspect, double zoom) {
  BRN_ASSERT(low && high && fov >= 0 && fov < 180 && aspect > 0 && zoom > 0);
  BrnCamera camera = {.fov = fov};
  Axes axes = make_axes(azimuth, elevation);
  double radius = box_radius(low, high);
  for (int k = 0; k < 3; k++) {
    camera.target[k] = (low[k] + high[k]) / 2;
    camera.up[k] = axes.up[k];
  }
  double distance = 4 * radius;
  if (fov > 0) distance = radius / sin(smaller_half(fov, aspect)) / zoom;
  camera.height = 2 * radius / fmin(1, aspect) / zoom;
  brn__axpy3(camera.eye, camera.target, distance, axes.back);
  return camera;
}

// What bounds the box in one direction of the picture. A corner at x, z (z towards the eye) is seen
// from distance d with the target moved by s when |x - s| <= (d - z) slope: s lies between
// most - d slope and least + d slope, so d is at least (most - least) / (2 slope).
typedef struct Span {
  double least, most, slope;
} Span;

static Span find_span(const double corner[8][3], const double axis[3], const double back[3],
                      double slope) {
  Span span = {INFINITY, -INFINITY, slope};
  for (int i = 0; i < 8; i++) {
    double x = brn__dot3(corner[i], axis), z = brn__dot3(corner[i], back);
    span.least = fmin(span.least, x - slope * z);
    span.most = fmax(span.most, x + slope * z);
  }
  return span;
}

static double middle_of(Span span) { return (span.least + span.most) / 2; }

BrnCamera brn_camera_frame(const double low[3], const double high[3], double azimuth,
                           double elevation, double fov, double aspect, double zoom) {
  static const double filled = 0.94; // of the picture
  BrnCamera camera = brn_camera_fit(low, high, azimuth, elevation, fov, aspect, zoom);
  if (brn__distance3(low, high) == 0) return camera;
  Axes axes = make_axes(azimuth, elevation);
  double corner[8][3], slope = filled * tan(to_radians(fov) / 2);
  for (int i = 0; i < 24; i++) {
    int k = i % 3;
    corner[i / 3][k] = (i / 3 >> k & 1 ? high[k] : low[k]) - camera.target[k];
  }
  Span across = find_span(corner, axes.right, axes.back, slope * aspect);
  Span upward = find_span(corner, axes.up, axes.back, slope);
  brn__axpy3(camera.target, camera.target, middle_of(across), axes.right);
  brn__axpy3(camera.target, camera.target, middle_of(upward), axes.up);
  double wide = across.most - across.least, tall = upward.most - upward.least;
  double distance = 4 * box_radius(low, high);
  if (fov > 0) distance = fmax(wide / across.slope, tall / upward.slope) / 2 / zoom;
  camera.height = fmax(wide / aspect, tall) / filled / zoom;
  brn__axpy3(camera.eye, camera.target, distance, axes.back);
  return camera;
}
