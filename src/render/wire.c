// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"

#include <math.h>

// Edges are as many pixels wide wherever they are; pictures of more pixels get wider ones. Where
// the triangles are as small as that, their edges fade away instead of covering everything.

static float line_distance(const float* a, const float* b, float x, float y) {
  float dx = b[0] - a[0], dy = b[1] - a[1], length = sqrtf(dx * dx + dy * dy);
  if (length < 1e-6f) return INFINITY;
  return fabsf((x - a[0]) * dy - (y - a[1]) * dx) / length;
}

// the smallest height of a triangle, pixels
static float thickness(float corner[3][2]) {
  float longest = 0, area = (corner[1][0] - corner[0][0]) * (corner[2][1] - corner[0][1]) -
                            (corner[1][1] - corner[0][1]) * (corner[2][0] - corner[0][0]);
  for (int c = 0; c < 3; c++) {
    const float *a = corner[c], *b = corner[(c + 1) % 3];
    longest = fmaxf(longest, hypotf(b[0] - a[0], b[1] - a[1]));
  }
  return longest > 0 ? fabsf(area) / longest : 0;
}

float brn__wire_cover(const BrnView* view, const BrnHit* hit, double x, double y) {
  const BrnSoupTriangle* t = &view->soup->triangle[hit->triangle];
  float corner[3][2], least = INFINITY;
  for (int c = 0; c < 3; c++) {
    if (!brn__view_project(view, view->point + 3 * (size_t)t->corner[c], corner[c])) return 0;
  }
  for (int c = 0; c < 3; c++) {
    if (!(t->edges >> c & 1)) continue;
    least = fminf(least, line_distance(corner[c], corner[(c + 1) % 3], (float)x, (float)y));
  }
  float half = fmaxf(0.6f, 0.65f * (float)view->def->height / 900);
  float strength = brn__fclamp(thickness(corner) / (7 * half), 0.1f, 1);
  return strength * brn__fclamp(half + 0.4f - least, 0, 1);
}
