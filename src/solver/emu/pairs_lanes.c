// SPDX-License-Identifier: Apache-2.0
//
// The kernels of pairs.c: blocks A_ab = g_a^T N g_b of eight tets, and what the points of a chunk
// add to M, a tile of eight modes at a time.

#include "core/transpose_lanes.h"
#include "solver/emu/pairs.h"

#define UNROLLED _Pragma("GCC unroll 9")
#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

// -------------------------------------------------------------------------------------------- tets

// half = N g                                                                       (9 x 3)
BRN_LANE_INLINE void contract(const double (*N)[BRN_LANES], const BrnLanes g[3],
                              BrnLanes half[27]) {
  UNROLLED for (int p = 0; p < 9; p++) {
    UNROLLED for (int j = 0; j < 3; j++) {
      BrnLanes sum = brn__lanes_load(N[AT(p, 3 * j)]) * g[0];
      sum += brn__lanes_load(N[AT(p, 3 * j + 1)]) * g[1];
      sum += brn__lanes_load(N[AT(p, 3 * j + 2)]) * g[2];
      half[3 * p + j] = sum;
    }
  }
}

// A_ab = g_a^T half
BRN_LANE_INLINE void close_block(const BrnLanes g[3], const BrnLanes half[27], BrnLanes A[9]) {
  UNROLLED for (int k = 0; k < 9; k++) {
    const BrnLanes* h = half + 9 * (k / 3) + k % 3;
    A[k] = g[0] * h[0] + g[1] * h[3] + g[2] * h[6];
  }
}

// blocks of corners 01 02 03 12 13 23; those of corner 0 are minus the sums of the others
BRN_LANE_INLINE void fill_blocks(const BrnBatch* batch, const double (*N)[BRN_LANES],
                                 BrnLanes A[6][9]) {
  BrnLanes g[9], half[27], own[9];
  for (int k = 0; k < 9; k++) g[k] = brn__lanes_load(batch->gradient[k]);
  contract(N, g, half);
  close_block(g, half, own);
  for (int k = 0; k < 9; k++) A[0][k] = own[k];
  contract(N, g + 3, half);
  close_block(g, half, A[3]);
  close_block(g + 3, half, own);
  for (int k = 0; k < 9; k++) A[1][k] = own[k] + A[3][k];
  contract(N, g + 6, half);
  close_block(g, half, A[4]);
  close_block(g + 3, half, A[5]);
  close_block(g + 6, half, own);
  for (int k = 0; k < 9; k++) {
    int turned = 3 * (k % 3) + k / 3;
    A[2][k] = -(own[k] + A[4][k] + A[5][k]);
    A[0][k] = -(A[0][k] + A[3][turned] + A[4][turned]);
    A[1][k] = -(A[1][k] + A[5][turned]);
  }
}

// the first eight numbers of a block as they are, or turned; the ninth stays where it is
static const BrnMask turn[2] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 3, 6, 1, 4, 7, 2, 5}};

void BRN_LANE_NAME(brn__pairs_add)(const BrnBatch* batch, const double (*N)[BRN_LANES],
                                   const int (*place)[BRN_LANES], double* block) {
  BrnLanes A[6][9];
  fill_blocks(batch, N, A);
  for (int pair = 0; pair < 6; pair++) {
    brn__lanes_transpose(A[pair]);
    for (int i = 0; i < BRN_LANES; i++) {
      int at = place[pair][i];
      double* to = block + 9 * (size_t)(at >> 1);
      BrnLanes x = brn__lanes_permute(A[pair][i], turn[at & 1]);
      brn__lanes_store(to, brn__lanes_load(to) + x);
      to[8] += A[pair][8][i];
    }
  }
}

// ------------------------------------------------------------------------------------------ points

static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};

// image_cd = sum_b A_ab,cd (phi_b - phi_a) of one point, eight modes; gamma = phi_a
BRN_LANE_INLINE void fill_point(int of, int first, int last, const BrnPairEnd* end,
                                const double* block, const double* const point[3], bool shared,
                                int stride, double* gamma, double* image) {
  static const int at[2][6] = {{0, 1, 2, 4, 5, 8}, {0, 3, 6, 4, 7, 8}};
  int sets = shared ? 1 : 3, size = BRN_PAIR_ROWS * stride;
  BrnLanes own[3], sum[6], edge[3];
  for (int c = 0; c < sets; c++) {
    own[c] = brn__lanes_load(point[c] + (size_t)of * (size_t)stride);
    brn__lanes_store(gamma + c * size, own[c]);
  }
  UNROLLED for (int k = 0; k < 6; k++) sum[k] = brn__lanes_set(0);
  for (int i = first; i < last; i++) {
    const double* A = block + 9 * (size_t)(end[i].block >> 1);
    const int* from = at[end[i].block & 1];
    for (int c = 0; c < sets; c++) {
      edge[c] = brn__lanes_load(point[c] + (size_t)end[i].point * (size_t)stride) - own[c];
    }
    UNROLLED for (int k = 0; k < 6; k++) sum[k] += A[from[k]] * edge[shared ? 0 : column[k]];
  }
  UNROLLED for (int k = 0; k < 6; k++) brn__lanes_store(image + k * size, sum[k]);
}

enum { TALL = BRN_PIECE == 64 ? 8 : 4 }; // rows of M whose sums stay in registers

// M += gamma^T image; of a symmetric one nothing but tiles on the diagonal and above
BRN_LANE_INLINE void add_product(const double* gamma, const double* image, int rows, int stride,
                                 bool symmetric, double* M) {
  for (int s = 0; s < stride; s += TALL) {
    for (int v = symmetric ? s / BRN_LANES * BRN_LANES : 0; v < stride; v += BRN_LANES) {
      BrnLanes sum[TALL];
      double* to = M + s * stride + v;
      for (int i = 0; i < TALL; i++) sum[i] = brn__lanes_load(to + i * stride);
      for (int r = 0; r < rows; r++) {
        BrnLanes y = brn__lanes_load(image + r * stride + v);
        for (int i = 0; i < TALL; i++) sum[i] += gamma[r * stride + s + i] * y;
      }
      for (int i = 0; i < TALL; i++) brn__lanes_store(to + i * stride, sum[i]);
    }
  }
}

BRN_LANE_INLINE void sum_points(int count, const int* of, const int* end_start,
                                const BrnPairEnd* end, const double* block,
                                const double* const point[3], bool shared, int stride, double* room,
                                double* M) {
  int size = BRN_PAIR_ROWS * stride;
  double *gamma = room, *image = room + 3 * size;
  for (int first = 0; first < count; first += BRN_PAIR_ROWS) {
    int rows = count - first < BRN_PAIR_ROWS ? count - first : BRN_PAIR_ROWS;
    for (int r = 0; r < rows; r++) {
      int p = first + r;
      for (int v = 0; v < stride; v += BRN_LANES) {
        const double* const at[3] = {point[0] + v, point[1] + v, point[2] + v};
        fill_point(of[p], end_start[p], end_start[p + 1], end, block, at, shared, stride,
                   gamma + r * stride + v, image + r * stride + v);
      }
    }
    for (int k = 0; k < 6; k++) {
      const double* left = gamma + (shared ? 0 : row[k] * size);
      add_product(left, image + k * size, rows, stride, row[k] == column[k],
                  M + k * stride * stride);
    }
  }
}

// 48 modes, the same for all coordinates, are the most common
void BRN_LANE_NAME(brn__pairs_sum)(int count, const int* of, const int* end_start,
                                   const BrnPairEnd* end, const double* block,
                                   const double* const point[3], int stride, double* room,
                                   double* M) {
  bool shared = point[0] == point[1] && point[0] == point[2];
  if (shared && stride == 16) {
    sum_points(count, of, end_start, end, block, point, true, 16, room, M);
  } else {
    sum_points(count, of, end_start, end, block, point, shared, stride, room, M);
  }
}
