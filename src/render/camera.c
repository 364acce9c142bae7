// SPDX-License-Identifier: Apache-2.0

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

BrnCamera brn_camera_fit(const double low[3], const double high[3], double azimuth,
                         double elevation, double fov, double aspect, double zoom) {
  BRN_ASSERT(low && high && fov >= 0 && fov < 180 && aspect > 0 && zoom > 0);
  BrnCamera camera = {.fov = fov};
  double a = to_radians(azimuth), e = to_radians(elevation);
  double back[3] = {sin(a) * cos(e), sin(e), cos(a) * cos(e)};
  double up[3] = {-sin(a) * sin(e), cos(e), -cos(a) * sin(e)};
  double radius = brn__distance3(low, high) / 2;
  if (!(radius > 0)) radius = 1; // a single point, or nothing
  for (int k = 0; k < 3; k++) camera.target[k] = (low[k] + high[k]) / 2, camera.up[k] = up[k];
  double distance = 4 * radius;
  if (fov > 0) distance = radius / sin(smaller_half(fov, aspect)) / zoom;
  camera.height = 2 * radius / fmin(1, aspect) / zoom;
  brn__axpy3(camera.eye, camera.target, distance, back);
  return camera;
}
