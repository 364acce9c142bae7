// SPDX-License-Identifier: Apache-2.0

#include "render/view.h"

#include <math.h>

// Streaks along the fibres, as bundles show on a muscle: noise, averaged along the fibre (Cabral
// and Leedom 1993). It belongs to the place at rest, so it moves with the flesh.

enum { TAPS = 7 }; // to each side

static uint32_t scramble(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

static float lattice(int x, int y, int z) {
  uint32_t row = scramble((uint32_t)x * 0x9e3779b9u ^ (uint32_t)y * 0x85ebca6bu);
  return (float)(scramble(row ^ (uint32_t)z * 0xc2b2ae35u) >> 8) * 0x1p-24f;
}

static float fade(float t) { return t * t * (3 - 2 * t); }

// smooth between numbers at the corners of a grid
static float noise(const float* p) {
  int cell[3];
  float t[3], row[4];
  for (int k = 0; k < 3; k++) {
    float low = floorf(p[k]);
    cell[k] = (int)low, t[k] = fade(p[k] - low);
  }
  for (int i = 0; i < 4; i++) {
    int y = cell[1] + (i & 1), z = cell[2] + (i >> 1);
    float a = lattice(cell[0], y, z), b = lattice(cell[0] + 1, y, z);
    row[i] = a + t[0] * (b - a);
  }
  float near = row[0] + t[1] * (row[1] - row[0]), far = row[2] + t[1] * (row[3] - row[2]);
  return near + t[2] * (far - near);
}

float brn__grain(const float rest[3], const float fibre[3], float cell) {
  float sum = 0, weights = 0;
  for (int i = -TAPS; i <= TAPS; i++) {
    float p[3], weight = 1 - (float)(i * i) / ((TAPS + 1) * (TAPS + 1));
    for (int k = 0; k < 3; k++) p[k] = rest[k] / cell + 1.3f * (float)i * fibre[k];
    sum += weight * noise(p), weights += weight;
  }
  // the mean of many is close to the middle: stretch it out again
  return brn__fclamp((sum / weights - 0.5f) * 3.6f, -1, 1);
}
