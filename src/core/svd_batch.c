// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "core/svd_lanes.h"

#include <string.h>

// Sixteen matrices, two sets of lanes, are filled in, decomposed and stored at a time. The last few
// of a batch go through a block of their own, whose other lanes are zero.

enum { BLOCK = 2 * BRN_LANES };

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

BRN_LANE_KERNEL static void svd_blocks(const double* F, int blocks, double* U, double* s,
                                       double* V) {
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

void brn__svd3_batch(const double* F, int count, double* U, double* s, double* V) {
  BRN_ASSERT(count >= 0);
  size_t rest = (size_t)(count % BLOCK), done = (size_t)count - rest;
  svd_blocks(F, count / BLOCK, U, s, V);
  if (rest == 0) return;
  double f[9 * BLOCK] = {0}, u[9 * BLOCK], values[3 * BLOCK], v[9 * BLOCK];
  memcpy(f, F + 9 * done, rest * 9 * sizeof *f);
  svd_blocks(f, 1, u, values, v);
  memcpy(U + 9 * done, u, rest * 9 * sizeof *u);
  memcpy(s + 3 * done, values, rest * 3 * sizeof *values);
  memcpy(V + 9 * done, v, rest * 9 * sizeof *v);
}

BRN_LANE_KERNEL static void polar_blocks(const double* F, int blocks, double* R, double* S) {
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

void brn__polar3_batch(const double* F, int count, double* R, double* S) {
  BRN_ASSERT(count >= 0);
  size_t rest = (size_t)(count % BLOCK), done = (size_t)count - rest;
  polar_blocks(F, count / BLOCK, R, S);
  if (rest == 0) return;
  double f[9 * BLOCK] = {0}, r[9 * BLOCK], stretch[9 * BLOCK];
  memcpy(f, F + 9 * done, rest * 9 * sizeof *f);
  polar_blocks(f, 1, r, stretch);
  memcpy(R + 9 * done, r, rest * 9 * sizeof *r);
  memcpy(S + 9 * done, stretch, rest * 9 * sizeof *stretch);
}
