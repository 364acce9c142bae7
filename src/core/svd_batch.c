// SPDX-License-Identifier: Apache-2.0

#include "core/svd_batch.h"

#include "core/core.h"
#include "core/svd.h"

#include <string.h>

// The last few of a batch go through a block of their own, whose other matrices are zero.

enum { BLOCK = BRN_SVD_BLOCK };

void brn__svd3_batch(const double* F, int count, double* U, double* s, double* V) {
  BRN_ASSERT(count >= 0);
  size_t rest = (size_t)(count % BLOCK), done = (size_t)count - rest;
  BRN_LANE_PICK(brn__svd3_blocks)(F, count / BLOCK, U, s, V);
  if (rest == 0) return;
  double f[9 * BLOCK] = {0}, u[9 * BLOCK], values[3 * BLOCK], v[9 * BLOCK];
  memcpy(f, F + 9 * done, rest * 9 * sizeof *f);
  BRN_LANE_PICK(brn__svd3_blocks)(f, 1, u, values, v);
  memcpy(U + 9 * done, u, rest * 9 * sizeof *u);
  memcpy(s + 3 * done, values, rest * 3 * sizeof *values);
  memcpy(V + 9 * done, v, rest * 9 * sizeof *v);
}

void brn__polar3_batch(const double* F, int count, double* R, double* S) {
  BRN_ASSERT(count >= 0);
  size_t rest = (size_t)(count % BLOCK), done = (size_t)count - rest;
  BRN_LANE_PICK(brn__polar3_blocks)(F, count / BLOCK, R, S);
  if (rest == 0) return;
  double f[9 * BLOCK] = {0}, r[9 * BLOCK], stretch[9 * BLOCK];
  memcpy(f, F + 9 * done, rest * 9 * sizeof *f);
  BRN_LANE_PICK(brn__polar3_blocks)(f, 1, r, stretch);
  memcpy(R + 9 * done, r, rest * 9 * sizeof *r);
  memcpy(S + 9 * done, stretch, rest * 9 * sizeof *stretch);
}
