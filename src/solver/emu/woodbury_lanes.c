// SPDX-License-Identifier: Apache-2.0
//
// The work of the Woodbury direction on eight tets. Blocks are 9 x 9 over the numbers of F, row by
// row: coordinate c and direction k are at 3 c + k. W acts on directions alone: row c of F W is
// row c times A.

#include "solver/emu/emu.h"

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

BRN_LANE_INLINE void load_metric(const BrnMetric* metric, BrnLanes A[9]) {
  static const int at[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  for (int k = 0; k < 9; k++) A[k] = brn__lanes_load(metric->a[at[k]]);
}

// --------------------------------------------------------------------------------------- inversion

// H = volume K + alpha W (15); the identity where there is no tet
BRN_LANE_INLINE void fill_block(const BrnBatch* batch, const double (*K)[BRN_LANES],
                                const BrnMetric* metric, double alpha, BrnLanes H[9][9]) {
  BrnLanes volume = brn__lanes_load(batch->volume), A[9];
  BrnMask none = brn__lanes_at_most(volume, brn__lanes_set(0));
  load_metric(metric, A);
  for (int p = 0; p < 9; p++) {
    for (int q = 0; q <= p; q++) {
      BrnLanes h = volume * brn__lanes_load(K[AT(p, q)]);
      if (p / 3 == q / 3) h += alpha * A[3 * (p % 3) + q % 3];
      H[p][q] = brn__lanes_select(none, brn__lanes_set(p == q), h);
    }
  }
}

// H = C C^T in place, with 1 / C_jj on the diagonal; bits of lanes that are not definite
BRN_LANE_INLINE int factor_block(BrnLanes H[9][9]) {
  BrnMask bad = {0};
  BrnLanes zero = brn__lanes_set(0);
  for (int j = 0; j < 9; j++) {
    BrnLanes pivot = H[j][j];
    for (int k = 0; k < j; k++) pivot -= H[j][k] * H[j][k];
    BrnMask good = brn__lanes_less(zero, pivot);
    bad |= ~good;
    BrnLanes inverse = 1 / brn__lanes_sqrt(brn__lanes_select(good, pivot, brn__lanes_set(1)));
    for (int i = j + 1; i < 9; i++) {
      BrnLanes sum = H[i][j];
      for (int k = 0; k < j; k++) sum -= H[i][k] * H[j][k];
      H[i][j] = sum * inverse;
    }
    H[j][j] = inverse;
  }
  int bits = 0;
  for (int i = 0; i < BRN_LANES; i++) bits |= (bad[i] != 0) << i;
  return bits;
}

// C^-1 in place
BRN_LANE_INLINE void invert_factor(BrnLanes C[9][9]) {
  for (int j = 0; j < 9; j++) {
    for (int i = j + 1; i < 9; i++) {
      BrnLanes sum = C[i][j] * C[j][j];
      for (int k = j + 1; k < i; k++) sum += C[i][k] * C[k][j];
      C[i][j] = -sum * C[i][i];
    }
  }
}

int BRN_LANE_NAME(brn__emu_invert)(const BrnBatch* batch, const double (*K)[BRN_LANES],
                                   const BrnMetric* metric, double alpha,
                                   double (*inverse)[BRN_LANES]) {
  BrnLanes H[9][9];
  fill_block(batch, K, metric, alpha, H);
  int bad = factor_block(H);
  invert_factor(H);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      BrnLanes sum = H[q][p] * H[q][q];
      for (int k = q + 1; k < 9; k++) sum += H[k][p] * H[k][q];
      brn__lanes_store(inverse[BRN_STIFFNESS_AT(p, q)], sum);
    }
  }
  return bad;
}

void BRN_LANE_NAME(brn__squares_apply)(const double (*S)[BRN_LANES], const double (*v)[BRN_LANES],
                                       double (*out)[BRN_LANES]) {
  BrnLanes x[9];
  for (int p = 0; p < 9; p++) x[p] = brn__lanes_load(v[p]);
  for (int p = 0; p < 9; p++) {
    BrnLanes sum = brn__lanes_load(S[AT(p, 0)]) * x[0];
    for (int q = 1; q < 9; q++) sum += brn__lanes_load(S[AT(p, q)]) * x[q];
    brn__lanes_store(out[p], sum);
  }
}

// --------------------------------------------------------------------------------------- reduction

// N = W - alpha W H^-1 W = W K H^-1, without the difference of large numbers that (17) has: as the
// sum of products it would be Lambda - alpha B H^-1 B^T
BRN_LANE_INLINE void fill_reduced(const double (*inverse)[BRN_LANES], const BrnMetric* metric,
                                  double alpha, double (*N)[BRN_LANES]) {
  BrnLanes A[9], half[9], whole[9];
  load_metric(metric, A);
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++) {
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) {
          half[3 * k + l] = A[3 * k] * brn__lanes_load(inverse[AT(3 * c, 3 * d + l)]) +
                            A[3 * k + 1] * brn__lanes_load(inverse[AT(3 * c + 1, 3 * d + l)]) +
                            A[3 * k + 2] * brn__lanes_load(inverse[AT(3 * c + 2, 3 * d + l)]);
        }
      }
      for (int k = 0; k < 9; k++) {
        whole[k] = half[k - k % 3] * A[k % 3] + half[k - k % 3 + 1] * A[3 + k % 3] +
                   half[k - k % 3 + 2] * A[6 + k % 3];
        BrnLanes own = c == d ? A[k] : brn__lanes_set(0);
        if (c < d || k / 3 <= k % 3) {
          brn__lanes_store(N[AT(3 * c + k / 3, 3 * d + k % 3)], own - alpha * whole[k]);
        }
      }
    }
  }
}

enum { ROWS = 3 * BRN_LANES }; // of the gradients of a batch: tet by tet, direction by direction

// gamma: gradients of the modes of one coordinate                       (ROWS x stride)
BRN_LANE_INLINE void fill_gradients(const BrnBatch* batch, const double* point, int stride,
                                    double* gamma) {
  for (int i = 0; i < BRN_LANES; i++) {
    const double* at[4];
    for (int a = 0; a < 4; a++) at[a] = point + (size_t)batch->corner[a][i] * (size_t)stride;
    for (int v = 0; v < stride; v += BRN_LANES) {
      BrnLanes first = brn__lanes_load(at[0] + v), edge[3];
      for (int a = 0; a < 3; a++) edge[a] = brn__lanes_load(at[a + 1] + v) - first;
      for (int k = 0; k < 3; k++) {
        BrnLanes sum = edge[0] * batch->gradient[k][i];
        sum += edge[1] * batch->gradient[3 + k][i];
        sum += edge[2] * batch->gradient[6 + k][i];
        brn__lanes_store(gamma + (size_t)(3 * i + k) * (size_t)stride + v, sum);
      }
    }
  }
}

// image = N_cd gamma                                                     (ROWS x stride)
BRN_LANE_INLINE void fill_images(const double (*N)[BRN_LANES], int c, int d, const double* gamma,
                                 int stride, double* image) {
  for (int i = 0; i < BRN_LANES; i++) {
    const double* from = gamma + (size_t)(3 * i) * (size_t)stride;
    for (int v = 0; v < stride; v += BRN_LANES) {
      BrnLanes g[3];
      for (int l = 0; l < 3; l++) g[l] = brn__lanes_load(from + l * stride + v);
      for (int k = 0; k < 3; k++) {
        BrnLanes sum = N[AT(3 * c + k, 3 * d)][i] * g[0];
        sum += N[AT(3 * c + k, 3 * d + 1)][i] * g[1];
        sum += N[AT(3 * c + k, 3 * d + 2)][i] * g[2];
        brn__lanes_store(image + (size_t)(3 * i + k) * (size_t)stride + v, sum);
      }
    }
  }
}

// M += gamma^T image, eight rows of M at a time
BRN_LANE_INLINE void add_product(const double* gamma, const double* image, int stride, double* M) {
  for (int s = 0; s < stride; s += 8) {
    for (int v = 0; v < stride; v += BRN_LANES) {
      BrnLanes sum[8];
      for (int i = 0; i < 8; i++) sum[i] = brn__lanes_load(M + (size_t)(s + i) * stride + v);
      for (int r = 0; r < ROWS; r++) {
        BrnLanes y = brn__lanes_load(image + r * stride + v);
        for (int i = 0; i < 8; i++) sum[i] += gamma[r * stride + s + i] * y;
      }
      for (int i = 0; i < 8; i++) brn__lanes_store(M + (size_t)(s + i) * stride + v, sum[i]);
    }
  }
}

void BRN_LANE_NAME(brn__emu_reduce)(const BrnBatch* batch, const double (*inverse)[BRN_LANES],
                                    const BrnMetric* metric, double alpha,
                                    const double* const point[3], int stride, double* room,
                                    double* M) {
  size_t size = (size_t)ROWS * (size_t)stride;
  bool shared = point[0] == point[1] && point[0] == point[2];
  double *gamma[3], *image = room + 3 * size;
  BrnSquares N;
  fill_reduced(inverse, metric, alpha, N);
  for (int c = 0; c < 3; c++) {
    gamma[c] = shared ? room : room + (size_t)c * size;
    if (c == 0 || !shared) fill_gradients(batch, point[c], stride, gamma[c]);
  }
  for (int c = 0; c < 3; c++) {
    for (int d = c; d < 3; d++, M += (size_t)stride * (size_t)stride) {
      fill_images(N, c, d, gamma[d], stride, image);
      add_product(gamma[c], image, stride, M);
    }
  }
}

void BRN_LANE_NAME(brn__emu_project)(const BrnBatch* batch, const double (*x)[BRN_LANES],
                                     const double* const point[3], int stride, double* b) {
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < BRN_LANES; i++) {
      BrnLanes weight[4];
      for (int a = 1; a < 4; a++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) sum += batch->gradient[3 * (a - 1) + k][i] * x[3 * c + k][i];
        weight[a] = brn__lanes_set(sum);
      }
      weight[0] = -(weight[1] + weight[2] + weight[3]);
      for (int v = 0; v < stride; v += BRN_LANES) {
        BrnLanes sum = brn__lanes_load(b + c * stride + v);
        for (int a = 0; a < 4; a++) {
          sum += weight[a] *
                 brn__lanes_load(point[c] + (size_t)batch->corner[a][i] * (size_t)stride + v);
        }
        brn__lanes_store(b + c * stride + v, sum);
      }
    }
  }
}
