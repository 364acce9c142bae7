// SPDX-License-Identifier: Apache-2.0

#include "core/svd_batch.h"

#include "core/svd_lanes.h"

// Sixteen matrices, two sets of lanes, are filled in, decomposed and stored at a time.

enum { BLOCK = BRN_SVD_BLOCK };

// to[k] <- entry k of eight items of `width` numbers each, and back. By way of a plain table, which
// is a tenth faster for the whole batch than to insert numbers into lanes one by one.
BRN_LANE_INLINE void fill(BrnLanes* to, const double* from, int width) {
  double table[9][BRN_LANES];
  for (int i = 0; i < BRN_LANES; i++) {
    for (int k = 0; k < width; k++) table[k][i] = from[width * i + k];
  }
  for (int k = 0; k < width; k++) to[k] = brn__lanes_load(table[k]);
}

BRN_LANE_INLINE void store(double* to, const BrnLanes* from, int width) {
  double table[9][BRN_LANES];
  for (int k = 0; k < width; k++) brn__lanes_store(table[k], from[k]);
  for (int i = 0; i < BRN_LANES; i++) {
    for (int k = 0; k < width; k++) to[width * i + k] = table[k][i];
  }
}

void BRN_LANE_NAME(brn__svd3_blocks)(const double* F, int blocks, double* U, double* s, double* V) {
  BrnLanes f[2][9], u[2][9], values[2][3], v[2][9];
  for (; blocks > 0; blocks--, F += 9 * BLOCK, U += 9 * BLOCK, s += 3 * BLOCK, V += 9 * BLOCK) {
    for (int k = 0; k < 2; k++) fill(f[k], F + 9 * BRN_LANES * k, 9);
    brn__svd3_lanes_twice(f, u, values, v);
    for (int k = 0; k < 2; k++) {
      store(U + 9 * BRN_LANES * k, u[k], 9);
      store(s + 3 * BRN_LANES * k, values[k], 3);
      store(V + 9 * BRN_LANES * k, v[k], 9);
    }
  }
}

void BRN_LANE_NAME(brn__polar3_blocks)(const double* F, int blocks, double* R, double* S) {
  BrnLanes f[2][9], r[2][9], stretch[2][9];
  for (; blocks > 0; blocks--, F += 9 * BLOCK, R += 9 * BLOCK, S += 9 * BLOCK) {
    for (int k = 0; k < 2; k++) fill(f[k], F + 9 * BRN_LANES * k, 9);
    brn__polar3_lanes_twice(f, r, stretch);
    for (int k = 0; k < 2; k++) {
      store(R + 9 * BRN_LANES * k, r[k], 9);
      store(S + 9 * BRN_LANES * k, stretch[k], 9);
    }
  }
}
