// SPDX-License-Identifier: Apache-2.0
//
// What patches add to the reduced matrix (patches.h).

#include "solver/emu/patches.h"

// modulus W z of a lane, and by corners: what goes along the gradients of the modes
BRN_LANE_INLINE void weigh_corners(const BrnBatch* batch, int lane, const double weighed[3],
                                   double out[4]) {
  out[0] = 0;
  for (int a = 1; a < 4; a++) {
    out[a] = 0;
    for (int k = 0; k < 3; k++) out[a] += batch->gradient[3 * (a - 1) + k][lane] * weighed[k];
    out[0] -= out[a];
  }
}

BRN_LANE_INLINE void weigh_row(const BrnMetric* metric, const double (*z)[BRN_LANES], int c,
                               int lane, double modulus, double out[3]) {
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  for (int k = 0; k < 3; k++) {
    out[k] = 0;
    for (int m = 0; m < 3; m++) out[k] += z[3 * c + m][lane] * metric->a[at[m][k]][lane];
    out[k] *= modulus;
  }
}

void BRN_LANE_NAME(brn__patch_load)(const BrnBatch* batch, int lane, const BrnMetric* metric,
                                    const double (*z)[BRN_LANES], double modulus,
                                    const double* const point[3], int stride, double* m) {
  for (int c = 0; c < 3; c++) {
    double weighed[3], share[4];
    weigh_row(metric, z, c, lane, modulus, weighed);
    weigh_corners(batch, lane, weighed, share);
    for (int v = 0; v < stride; v += BRN_LANES) {
      BrnLanes sum = brn__lanes_load(m + c * stride + v);
      for (int a = 0; a < 4; a++) {
        sum += share[a] *
               brn__lanes_load(point[c] + (size_t)batch->corner[a][lane] * (size_t)stride + v);
      }
      brn__lanes_store(m + c * stride + v, sum);
    }
  }
}

// M += share m m^T; of the symmetric blocks tiles on the diagonal and above
void BRN_LANE_NAME(brn__patch_add)(const double* m, double share, int stride, double* M) {
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, M += stride * stride) {
      for (int v = 0; v < stride; v += BRN_LANES) {
        BrnLanes y = share * brn__lanes_load(m + d * stride + v);
        int end = c == d ? v + BRN_LANES : stride;
        for (int i = 0; i < end; i++) {
          double* to = M + i * stride + v;
          brn__lanes_store(to, brn__lanes_load(to) + m[c * stride + i] * y);
        }
      }
    }
  }
}

void BRN_LANE_NAME(brn__patch_slope)(const BrnBatch* batch, const double (*F)[BRN_LANES],
                                     double (*slope)[BRN_LANES]) {
  BrnLanes volume = brn__lanes_load(batch->volume), f[9];
  for (int p = 0; p < 9; p++) f[p] = brn__lanes_load(F[p]);
  for (int p = 0; p < 9; p++) {
    int a = 3 * ((p / 3 + 1) % 3), b = 3 * ((p / 3 + 2) % 3), c = (p + 1) % 3, d = (p + 2) % 3;
    brn__lanes_store(slope[p], volume * (f[a + c] * f[b + d] - f[a + d] * f[b + c]));
  }
}
