// SPDX-License-Identifier: Apache-2.0
//
// The gradient of the volume, eight vertices at a time.

#include "solver/sheet/muscles.h"
#include "solver/sheet/rows_lanes.h"

BRN_LANE_INLINE void cross(const BrnLanes a[3], const BrnLanes b[3], BrnLanes sum[3]) {
  sum[0] += a[1] * b[2] - a[2] * b[1];
  sum[1] += a[2] * b[0] - a[0] * b[2];
  sum[2] += a[0] * b[1] - a[1] * b[0];
}

BRN_LANE_INLINE double add_up(BrnLanes x) {
  double sum = 0;
  for (int i = 0; i < BRN_LANES; i++) sum += x[i];
  return sum;
}

// Around a vertex, the sum of p_b x p_c is that of (p_b - p) x (p_c - p). Adds up (p - o) . grad V,
// which is 3 V, and w |grad V|^2.
void BRN_LANE_NAME(brn__volume_slope)(const BrnVolume* volume, int begin, int end, const double* at,
                                      const double origin[3], double sum[2]) {
  BrnLanes triple = {0}, weight = {0};
  for (int i = begin; i < end; i++) {
    const BrnVolumeBatch* batch = &volume->batch[i];
    BrnLanes p[4], q[4], d[2][3], slope[3] = {0};
    brn__rows_load(at, batch->vertex, p);
    brn__rows_load(at, volume->ring[batch->first], q);
    for (int k = 0; k < 3; k++) d[0][k] = q[k] - p[k];
    for (int n = 1; n < batch->count; n++) {
      brn__rows_load(at, volume->ring[batch->first + n], q);
      for (int k = 0; k < 3; k++) d[1][k] = q[k] - p[k];
      cross(d[0], d[1], slope);
      for (int k = 0; k < 3; k++) d[0][k] = d[1][k];
    }
    BrnLanes square = {0};
    for (int k = 0; k < 3; k++) {
      slope[k] *= 1.0 / 6;
      brn__lanes_store(volume->slope[i][k], slope[k]);
      triple += (p[k] - origin[k]) * slope[k];
      square += slope[k] * slope[k];
    }
    weight += p[3] * square;
  }
  sum[0] = add_up(triple);
  sum[1] = add_up(weight);
}

void BRN_LANE_NAME(brn__volume_move)(const BrnVolume* volume, int begin, int end, double share,
                                     double* at) {
  for (int i = begin; i < end; i++) {
    BrnLanes p[4];
    brn__rows_load(at, volume->batch[i].vertex, p);
    for (int k = 0; k < 3; k++) p[k] += p[3] * share * brn__lanes_load(volume->slope[i][k]);
    brn__rows_store(at, volume->batch[i].vertex, p);
  }
}
