// SPDX-License-Identifier: Apache-2.0
//
// Eight tets with random metrics and stiffnesses, and their blocks as plain sums of long doubles.

#pragma once

#include "solver/emu/pairs.h"
#include "solver/emu/patches.h"
#include "solver/solver_test.h"

enum { POINTS = 21, WIDEST = 24 };

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

typedef long double Dense[9][9];

// Eight tets, of which `empty` is none, between points that have modes.
typedef struct Eight {
  BrnBatch batch;
  BrnMetric metric;
  BrnSquares K;
  double alpha;
  double* mode[3]; // (POINTS x WIDEST)
} Eight;

static inline void set_metric(TestRandom* random, bool scalar, int lane, BrnMetric* metric) {
  double r[9], w = test_random(random, 0.5, 2);
  for (int k = 0; k < 9; k++) r[k] = scalar ? 0 : test_random(random, -1, 1);
  for (int k = 0, p = 0; p < 3; p++) {
    for (int q = p; q < 3; q++, k++) {
      metric->a[k][lane] = p == q ? w : 0;
      for (int m = 0; m < 3; m++) metric->a[k][lane] += r[3 * p + m] * r[3 * q + m];
    }
  }
}

// positive definite
static inline void set_stiffness(TestRandom* random, int lane, BrnSquares K) {
  double r[9][9];
  for (int k = 0; k < 81; k++) r[k / 9][k % 9] = test_random(random, -1, 1);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      double sum = p == q;
      for (int m = 0; m < 9; m++) sum += r[p][m] * r[q][m];
      K[AT(p, q)][lane] = sum;
    }
  }
}

static inline Eight* eight_make(bool scalar, bool shared, int empty) {
  TestRandom random = {7};
  Eight* t = aligned_alloc(64, (sizeof(Eight) + 63) / 64 * 64);
  memset(t, 0, sizeof *t);
  for (int i = 0; i < BRN_LANES; i++) {
    for (int a = 0; a < 4; a++) t->batch.corner[a][i] = (5 * i + 4 * a) % POINTS;
    set_stiffness(&random, i, t->K);
    if (i == empty) continue;
    for (int k = 0; k < 9; k++) t->batch.gradient[k][i] = test_random(&random, -2, 2);
    t->batch.volume[i] = test_random(&random, 0.5, 1.5);
    set_metric(&random, scalar, i, &t->metric);
  }
  t->alpha = 10;
  for (int c = 0; c < 3; c++) {
    if (c > 0 && shared) {
      t->mode[c] = t->mode[0];
      continue;
    }
    t->mode[c] = aligned_alloc(64, sizeof(double) * POINTS * WIDEST);
    for (int k = 0; k < POINTS * WIDEST; k++) t->mode[c][k] = test_random(&random, -1, 1);
  }
  return t;
}

static inline void eight_done(Eight* t) {
  for (int c = 2; c >= 0; c--) {
    if (c == 0 || t->mode[c] != t->mode[0]) free(t->mode[c]);
  }
  free(t);
}

// ------------------------------------------------------------------------------------ dense blocks

static inline void plain_metric(const Eight* t, int lane, Dense W) {
  static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      W[p][q] = p / 3 == q / 3 ? (long double)t->metric.a[at[p % 3][q % 3]][lane] : 0;
    }
  }
}

static inline void plain_block(const Eight* t, int lane, Dense H) {
  Dense W;
  plain_metric(t, lane, W);
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      H[p][q] = (long double)t->batch.volume[lane] * t->K[AT(p, q)][lane] + t->alpha * W[p][q];
      if (!(t->batch.volume[lane] > 0)) H[p][q] = p == q;
    }
  }
}

// Gauss and Jordan, with pivots
static inline void invert_plainly(int n, long double* a, long double* out) {
  for (int k = 0; k < n * n; k++) out[k] = k / n == k % n;
  for (int c = 0; c < n; c++) {
    int best = c;
    for (int r = c; r < n; r++) best = fabsl(a[r * n + c]) > fabsl(a[best * n + c]) ? r : best;
    for (int k = 0; k < n; k++) {
      long double x = a[c * n + k], y = out[c * n + k];
      a[c * n + k] = a[best * n + k], a[best * n + k] = x;
      out[c * n + k] = out[best * n + k], out[best * n + k] = y;
    }
    long double scale = 1 / a[c * n + c];
    for (int k = 0; k < n; k++) a[c * n + k] *= scale, out[c * n + k] *= scale;
    for (int r = 0; r < n; r++) {
      long double share = a[r * n + c];
      for (int k = 0; k < n && r != c; k++) {
        a[r * n + k] -= share * a[c * n + k], out[r * n + k] -= share * out[c * n + k];
      }
    }
  }
}

static inline void multiply(const Dense a, const Dense b, Dense out) {
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q < 9; q++) {
      out[p][q] = 0;
      for (int m = 0; m < 9; m++) out[p][q] += a[p][m] * b[m][q];
    }
  }
}

// V K H^-1 W
static inline void plain_coupling(const Eight* t, int lane, Dense N) {
  Dense H, inverse, W, K, half;
  plain_block(t, lane, H);
  invert_plainly(9, &H[0][0], &inverse[0][0]);
  plain_metric(t, lane, W);
  for (int k = 0; k < 81; k++) {
    K[k / 9][k % 9] = (long double)t->batch.volume[lane] * t->K[AT(k / 9, k % 9)][lane];
  }
  multiply(K, inverse, half);
  multiply(half, W, N);
}

static inline int eight_invert(const Eight* t, BrnSquares inverse) {
  return BRN_LANE_PICK(brn__emu_invert)(&t->batch, t->K, &t->metric, t->alpha, inverse);
}
