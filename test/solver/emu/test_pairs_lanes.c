// SPDX-License-Identifier: Apache-2.0
//
// The reduced matrix of emu by pairs of points: sums over eight tets.

#include "lanes_test.h"

// gradient along k of mode s, of coordinate c in a tet
static long double plain_gradient(const Eight* t, int lane, int c, int k, int stride, int s) {
  long double sum = 0;
  for (int a = 1; a < 4; a++) {
    const double *to = t->mode[c] + t->batch.corner[a][lane] * stride,
                 *from = t->mode[c] + t->batch.corner[0][lane] * stride;
    sum += ((long double)to[s] - from[s]) * t->batch.gradient[3 * (a - 1) + k][lane];
  }
  return sum;
}

typedef struct Sums {
  BrnSquares N;
  BrnDeformation x;
  double part[6 * WIDEST * WIDEST + 3 * WIDEST];
  double room[96 * WIDEST];
} Sums;

// A body of eight tets.
typedef struct Small {
  BrnEmu e;
  BrnBody body;
  BrnElements elements;
  BrnNodes nodes;
  BrnEmuReduced basis;
} Small;

static void make_small(Eight* t, int stride, double* room, Small* small) {
  *small = (Small){.elements = {.batch_count = 1, .batch = &t->batch},
                   .nodes = {.point_count = POINTS},
                   .basis = {.stride = stride, .chunk_count = 1, .room = room}};
  memcpy(small->basis.point, t->mode, sizeof t->mode);
  small->body.elements = &small->elements;
  small->body.nodes = &small->nodes;
  small->e.body = &small->body;
  small->e.basis = &small->basis;
}

static void reduce(Eight* t, int stride, double start, Sums* s) {
  BrnSquares inverse;
  TestRandom random = {9};
  Small small;
  BrnPairs* pairs;
  BrnContext* ctx = test_context();
  const double* const* point = (const double* const*)t->mode;
  for (int k = 0; k < 72; k++) s->x[k / 8][k % 8] = test_random(&random, -1, 1);
  for (int k = 0; k < 6 * stride * stride + 3 * stride; k++) s->part[k] = start;
  ENSURE_INT(eight_invert(t, inverse), 0);
  BRN_LANE_PICK(brn__emu_couple)(&t->batch, t->K, inverse, &t->metric, s->N);
  make_small(t, stride, s->room, &small);
  ENSURE_OK(ctx, brn__pairs_create(ctx, &small.e, &pairs));
  brn__pairs_begin(pairs, 0);
  BRN_LANE_PICK(brn__pairs_add)(&t->batch, s->N, pairs->place[0], pairs->block);
  brn__pairs_reduce(&small.e, pairs, 0, s->part);
  BRN_LANE_PICK(brn__emu_project)(&t->batch, s->x, point, stride, s->part + 6 * stride * stride);
  brn__pairs_destroy(ctx, pairs);
  test_context_done(ctx);
}

static long double plain_entry(const Eight* t, Dense N[BRN_LANES], int c, int d, int stride, int i,
                               int j) {
  long double sum = 0;
  for (int lane = 0; lane < BRN_LANES; lane++) {
    for (int k = 0; k < 9; k++) {
      sum += plain_gradient(t, lane, c, k / 3, stride, i) * N[lane][3 * c + k / 3][3 * d + k % 3] *
             plain_gradient(t, lane, d, k % 3, stride, j);
    }
  }
  return sum;
}

static void ensure_sums(Eight* t, int stride, double tolerance) {
  Sums* s = aligned_alloc(64, (sizeof(Sums) + 63) / 64 * 64);
  Dense N[BRN_LANES];
  const double* block = s->part;
  double most = 0;
  reduce(t, stride, 0.25, s);
  for (int i = 0; i < BRN_LANES; i++) {
    plain_coupling(t, i, N[i]);
    for (int k = 0; k < 81; k++) most = fmax(most, (double)fabsl(N[i][k / 9][k % 9]));
  }
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, block += stride * stride) {
      for (int k = 0; k < stride * stride; k++) {
        int i = k / stride, j = k % stride;
        if (c == d && i > j) continue;
        ENSURE_NEAR((block[k] - 0.25) / most, (double)plain_entry(t, N, c, d, stride, i, j) / most,
                    tolerance);
      }
    }
  }
  for (int k = 0; k < 3 * stride; k++) {
    long double sum = 0.25L;
    for (int r = 0; r < 24; r++) {
      sum += plain_gradient(t, r / 3, k / stride, r % 3, stride, k % stride) *
             s->x[3 * (k / stride) + r % 3][r / 3];
    }
    ENSURE_NEAR(block[k], (double)sum, 1e-13);
  }
  free(s);
}

static void sums_are_those_of_the_plain_product(void** unused) {
  (void)unused;
  for (int k = 0; k < 12; k++) {
    Eight* t = eight_make(k % 2, k / 2 % 2, k < 4 ? 6 : -1);
    ensure_sums(t, 8 * (k / 4 + 1), 1e-12);
    eight_done(t);
  }
}

// M of (17) as a difference loses 1e-11, 1e-7 and 1e-3 of itself here
static void reduced_matrix_keeps_its_digits(void** unused) {
  (void)unused;
  static const double alpha[] = {1e4, 1e8, 1e12};
  for (int k = 0; k < 3; k++) {
    Eight* t = eight_make(true, true, -1);
    Sums* s = aligned_alloc(64, (sizeof(Sums) + 63) / 64 * 64);
    Dense N[BRN_LANES];
    t->alpha = alpha[k];
    for (int i = 0; i < BRN_LANES; i++) plain_coupling(t, i, N[i]);
    reduce(t, 16, 0, s);
    for (int i = 0; i < 16; i++) {
      long double expected = plain_entry(t, N, 0, 0, 16, i, i);
      ENSURE_NEAR(s->part[17 * i] / (double)expected, 1, 1e-13);
    }
    free(s);
    eight_done(t);
  }
}

TEST_MAIN(cmocka_unit_test(sums_are_those_of_the_plain_product),
          cmocka_unit_test(reduced_matrix_keeps_its_digits))
