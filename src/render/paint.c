// SPDX-License-Identifier: Apache-2.0
//
// The colour of a surface where a ray ends: tissue, fibres, values.

#include "render/view.h"

#include <math.h>
#include <string.h>

static float mix(const float* weight, float a, float b, float c) {
  return weight[0] * a + weight[1] * b + weight[2] * c;
}

static void paint_value(const BrnView* view, double value, BrnSpot* spot) {
  double at = (value - view->range[0]) / (view->range[1] - view->range[0]);
  int last = BRN_MAP_SIZE - 1, index = at > 0 ? (at < 1 ? (int)(at * last + 0.5) : last) : 0;
  for (int k = 0; k < 3; k++) spot->color[k] = isnan(value) ? 0.3f : view->map[index][k];
}

// A fibre has no front: those of the corners are turned to agree.
static void paint_grain(const BrnView* view, const BrnSoupVertex* const* v, const float* w,
                        BrnSpot* spot) {
  float rest[3], fibre[3] = {0};
  for (int k = 0; k < 3; k++) rest[k] = mix(w, v[0]->rest[k], v[1]->rest[k], v[2]->rest[k]);
  for (int c = 0; c < 3; c++) {
    float sign = brn__fdot(v[c]->fibre, v[0]->fibre) < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++) fibre[k] += sign * w[c] * v[c]->fibre[k];
  }
  if (!(brn__fdot(fibre, fibre) > 1e-6f)) return;
  brn__fnormalize(fibre);
  spot->grain = spot->look->grain * brn__grain(rest, fibre, view->cell);
  float depth = (spot->grain > 0 ? 0.34f : 0.42f) * (1 - 0.6f * spot->tendon);
  for (int k = 0; k < 3; k++) spot->color[k] *= 1 + depth * spot->grain;
}

void brn__spot_paint(const BrnView* view, const BrnHit* hit, BrnSpot* spot) {
  const BrnSoupTriangle* t = &view->soup->triangle[hit->triangle];
  const float* w = hit->weight;
  const BrnSoupVertex* v[3];
  for (int c = 0; c < 3; c++) v[c] = &view->soup->vertex[t->corner[c]];
  for (int k = 0; k < 3; k++) {
    spot->color[k] = mix(w, v[0]->color[k], v[1]->color[k], v[2]->color[k]);
  }
  spot->tendon = mix(w, v[0]->tendon, v[1]->tendon, v[2]->tendon);
  if (spot->look->valued && view->map) {
    paint_value(view, (double)mix(w, v[0]->value, v[1]->value, v[2]->value), spot);
  } else if (spot->look->grain > 0) {
    paint_grain(view, v, w, spot);
  }
}
