// SPDX-License-Identifier: Apache-2.0
//
// Columns of tall matrices made orthogonal to others and to each other.

#include "sparse/tall.h"

#include "core/vec.h"
#include "sparse/blas.h"

#include <string.h>

enum { BLOCK = BRN_TALL_BLOCK, MOST_PASSES = 4 };

// Share of a column that has to be left by a pass, or else another one follows: what is left is
// orthogonal up to the round-off of what went (Daniel, Gragg, Kaufman and Stewart 1976).
static const double weak = 0.1;

// Square of the share of a column that has to be left beside the other columns of a block: with
// less, W^T W has lost too many digits to be factored.
static const double dependent = 1e-3;

// W -= V V^T W, and the coefficients are added to the sum
static BrnStatus pass(BrnContext* ctx, BrnTall V, int columns, BrnTall W, int width, double* C,
                      double* sum) {
  BRN_TRY(brn__tall_inner(ctx, V, columns, W, width, C, columns));
  brn__tall_subtract(ctx, V, columns, C, columns, W, width);
  for (int k = 0; sum && k < columns * width; k++) sum[k] += C[k];
  return BRN_OK;
}

// |w| over what it was: its parts along V went, and parts are at right angles
static BrnStatus take_shares(BrnContext* ctx, const double* C, int columns, BrnTall W, int width,
                             double share[BLOCK]) {
  double gram[BLOCK * BLOCK];
  BRN_TRY(brn__tall_inner(ctx, W, width, W, width, gram, width));
  for (int j = 0; j < width; j++) {
    double left = gram[j * (width + 1)], all = left;
    for (int i = 0; i < columns; i++) all += C[columns * j + i] * C[columns * j + i];
    share[j] = all > 0 ? sqrt(left / all) : 0 * all; // NaN stays
  }
  return BRN_OK;
}

static BrnStatus project_out(BrnContext* ctx, BrnTall V, int columns, BrnTall W, int width,
                             double* C, double* sum, double share[BLOCK]) {
  double once[BLOCK], least = 0;
  for (int j = 0; j < width; j++) share[j] = 1;
  for (int time = 0; time < MOST_PASSES && least < weak; time++) {
    BRN_TRY(pass(ctx, V, columns, W, width, C, sum));
    BRN_TRY(take_shares(ctx, C, columns, W, width, once));
    least = 1;
    for (int j = 0; j < width; j++) {
      share[j] *= once[j];
      least = fmin(least, once[j]);
    }
  }
  return BRN_OK;
}

BrnStatus brn__tall_project_out(BrnContext* ctx, BrnTall V, int columns, BrnTall W, int width,
                                double* C, double* share) {
  BRN_ASSERT(width > 0 && width <= BLOCK);
  double kept[BLOCK];
  size_t size = (size_t)columns * (size_t)width;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* once = brn__scratch(ctx, size, double);
  if (!once) return BRN_NO_MEMORY;
  if (C) memset(C, 0, sizeof(double) * size);
  BrnStatus status = project_out(ctx, V, columns, W, width, once, C, share ? share : kept);
  brn__scratch_release(ctx, mark);
  return status;
}

// R^T R = G for an upper triangle R; false: some column has too little beside those before it
static bool factor(const double* G, int width, double* R) {
  for (int j = 0; j < width; j++) {
    for (int i = 0; i <= j; i++) {
      double sum = G[j * width + i];
      for (int k = 0; k < i; k++) sum -= R[i * width + k] * R[j * width + k];
      if (i == j && !(sum > dependent * G[j * width + j])) return false;
      R[j * width + i] = i == j ? sqrt(sum) : sum / R[i * width + i];
    }
    for (int i = j + 1; i < width; i++) R[j * width + i] = 0;
  }
  return true;
}

// A = B A, upper triangles
static void multiply(const double* B, int width, double* A, int lead) {
  for (int j = 0; j < width; j++) {
    for (int i = 0; i <= j; i++) {
      double sum = 0;
      for (int k = i; k <= j; k++) sum += B[k * width + i] * A[j * lead + k];
      A[j * lead + i] = sum;
    }
  }
}

// By a Cholesky factor of W^T W, and once more, which makes it exact (Yamamoto, Nakatsukasa,
// Yanagisawa and Fukaya 2015).
BrnStatus brn__tall_split(BrnContext* ctx, BrnTall W, int width, double* R, int lead, bool* done) {
  double gram[BLOCK * BLOCK], part[BLOCK * BLOCK];
  int info;
  BRN_ASSERT(width > 0 && width <= BLOCK && lead >= width);
  for (int time = 0; time < 2; time++) {
    BRN_TRY(brn__tall_inner(ctx, W, width, W, width, gram, width));
    *done = factor(gram, width, part);
    if (!*done) return BRN_OK;
    for (int k = 0; time == 0 && k < width * width; k++) {
      R[k / width * lead + k % width] = k / width == k % width;
    }
    multiply(part, width, R, lead);
    dtrtri_("U", "N", &width, part, &width, &info, 1, 1);
    BRN_TRY(brn__tall_turn(ctx, W, width, part, width, width));
  }
  return BRN_OK;
}
