// SPDX-License-Identifier: Apache-2.0
//
// The work of the Woodbury direction on eight tets. Blocks are 9 x 9 over the numbers of F, row by
// row: coordinate c and direction k are at 3 c + k. W acts on directions alone: row c of F W is
// row c times A.

#include "solver/emu/emu.h"

// places in triangles are known to the compiler where all loops are unrolled
#define UNROLLED _Pragma("GCC unroll 9")
#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

BRN_LANE_INLINE void load_metric(const BrnMetric* metric, BrnLanes A[9]) {
  static const int at[9] = {0, 1, 2, 1, 3, 4, 2, 4, 5};
  UNROLLED for (int k = 0; k < 9; k++) A[k] = brn__lanes_load(metric->a[at[k]]);
}

// --------------------------------------------------------------------------------------- inversion

// H = volume K + alpha W (15); the identity where there is no tet
BRN_LANE_INLINE void fill_block(const BrnBatch* batch, const double (*K)[BRN_LANES],
                                const BrnMetric* metric, double alpha, BrnLanes H[9][9]) {
  BrnLanes volume = brn__lanes_load(batch->volume), A[9];
  BrnMask none = brn__lanes_at_most(volume, brn__lanes_set(0));
  load_metric(metric, A);
  UNROLLED for (int p = 0; p < 9; p++) {
    UNROLLED for (int q = 0; q <= p; q++) {
      BrnLanes h = volume * brn__lanes_load(K[AT(p, q)]);
      if (p / 3 == q / 3) h += alpha * A[3 * (p % 3) + q % 3];
      H[p][q] = brn__lanes_select(none, brn__lanes_set(p == q), h);
    }
  }
}

// H = L D L^T in place: L below the diagonal, 1 / D on it; bits of lanes that are not definite
BRN_LANE_INLINE int factor_block(BrnLanes H[9][9]) {
  BrnMask bad = {0};
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1);
  UNROLLED for (int j = 0; j < 9; j++) {
    BrnLanes pivot = H[j][j];
    UNROLLED for (int k = 0; k < j; k++) pivot -= H[k][j] * H[j][k];
    BrnMask good = brn__lanes_less(zero, pivot);
    bad |= ~good;
    H[j][j] = 1 / brn__lanes_select(good, pivot, one);
    UNROLLED for (int i = j + 1; i < 9; i++) {
      BrnLanes sum = H[i][j];
      UNROLLED for (int k = 0; k < j; k++) sum -= H[k][i] * H[j][k];
      H[j][i] = sum; // L_ij D_j
      H[i][j] = sum * H[j][j];
    }
  }
  int bits = 0;
  for (int i = 0; i < BRN_LANES; i++) bits |= (bad[i] != 0) << i;
  return bits;
}

// L^-1 below the diagonal, D^-1 L^-1 transposed above it
BRN_LANE_INLINE void invert_factor(BrnLanes H[9][9]) {
  UNROLLED for (int j = 0; j < 9; j++) {
    UNROLLED for (int i = j + 1; i < 9; i++) {
      BrnLanes sum = H[i][j];
      UNROLLED for (int k = j + 1; k < i; k++) sum += H[i][k] * H[k][j];
      H[i][j] = -sum;
      H[j][i] = H[i][j] * H[i][i];
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
  UNROLLED for (int p = 0; p < 9; p++) {
    UNROLLED for (int q = p; q < 9; q++) {
      BrnLanes sum = p == q ? H[q][q] : H[p][q];
      UNROLLED for (int k = q + 1; k < 9; k++) sum += H[k][p] * H[q][k];
      brn__lanes_store(inverse[BRN_STIFFNESS_AT(p, q)], sum);
    }
  }
  return bad;
}

void BRN_LANE_NAME(brn__squares_apply)(const double (*S)[BRN_LANES], const double (*v)[BRN_LANES],
                                       double times, double (*out)[BRN_LANES]) {
  BrnLanes x[9];
  UNROLLED for (int p = 0; p < 9; p++) x[p] = times * brn__lanes_load(v[p]);
  UNROLLED for (int p = 0; p < 9; p++) {
    BrnLanes sum = brn__lanes_load(S[AT(p, 0)]) * x[0];
    UNROLLED for (int q = 1; q < 9; q++) sum += brn__lanes_load(S[AT(p, q)]) * x[q];
    brn__lanes_store(out[p], sum);
  }
}

// --------------------------------------------------------------------------------------- reduction

// row p of V K H^-1, from column `first` on
BRN_LANE_INLINE void fill_row(BrnLanes volume, const double (*K)[BRN_LANES],
                              const double (*inverse)[BRN_LANES], int p, int first,
                              BrnLanes row[9]) {
  BrnLanes k[9];
  UNROLLED for (int m = 0; m < 9; m++) k[m] = volume * brn__lanes_load(K[AT(p, m)]);
  UNROLLED for (int q = first; q < 9; q++) {
    BrnLanes sum = k[0] * brn__lanes_load(inverse[AT(0, q)]);
    UNROLLED for (int m = 1; m < 9; m++) sum += k[m] * brn__lanes_load(inverse[AT(m, q)]);
    row[q] = sum;
  }
}

BRN_LANE_INLINE bool is_scalar(const BrnLanes A[9]) {
  BrnMask other = (BrnMask)A[1] | (BrnMask)A[2] | (BrnMask)A[5];
  other |= ((BrnMask)A[0] ^ (BrnMask)A[4]) | ((BrnMask)A[0] ^ (BrnMask)A[8]);
  return !brn__mask_any(other);
}

BRN_LANE_INLINE void couple_by_number(BrnLanes volume, const double (*K)[BRN_LANES],
                                      const double (*inverse)[BRN_LANES], BrnLanes w,
                                      double (*N)[BRN_LANES]) {
  BrnLanes row[9];
  UNROLLED for (int p = 0; p < 9; p++) {
    fill_row(w * volume, K, inverse, p, p, row);
    UNROLLED for (int q = p; q < 9; q++) brn__lanes_store(N[BRN_STIFFNESS_AT(p, q)], row[q]);
  }
}

BRN_LANE_INLINE void couple_by_matrix(BrnLanes volume, const double (*K)[BRN_LANES],
                                      const double (*inverse)[BRN_LANES], const BrnLanes A[9],
                                      double (*N)[BRN_LANES]) {
  BrnLanes row[9];
  for (int p = 0; p < 9; p++) {
    fill_row(volume, K, inverse, p, 0, row);
    for (int q = p; q < 9; q++) {
      const BrnLanes *r = row + q - q % 3, *a = A + q % 3;
      brn__lanes_store(N[BRN_STIFFNESS_AT(p, q)], r[0] * a[0] + r[1] * a[3] + r[2] * a[6]);
    }
  }
}

// W - alpha W H^-1 W is V K H^-1 W, a product: the difference loses its digits where alpha is large
void BRN_LANE_NAME(brn__emu_couple)(const BrnBatch* batch, const double (*K)[BRN_LANES],
                                    const double (*inverse)[BRN_LANES], const BrnMetric* metric,
                                    double (*N)[BRN_LANES]) {
  BrnLanes volume = brn__lanes_load(batch->volume), A[9];
  load_metric(metric, A);
  if (is_scalar(A)) {
    couple_by_number(volume, K, inverse, A[0], N);
  } else {
    couple_by_matrix(volume, K, inverse, A, N);
  }
}

void BRN_LANE_NAME(brn__emu_project)(const BrnBatch* batch, const double (*x)[BRN_LANES],
                                     const double* const point[3], int stride, double* b) {
  for (int c = 0; c < 3; c++) {
    for (int i = 0; i < BRN_LANES; i++) {
      // B x = Phi^T G^T x: the numbers of a tet as weights of its corners, then their modes
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

void BRN_LANE_NAME(brn__modes_move)(const double* const point[3], int stride, const double* b,
                                    int begin, int end, double* x) {
  for (int p = begin; p < end; p++) {
    for (int c = 0; c < 3; c++) {
      const double* mode = point[c] + (size_t)p * (size_t)stride;
      BrnLanes sum = brn__lanes_set(0);
      for (int v = 0; v < stride; v += BRN_LANES) {
        sum += brn__lanes_load(mode + v) * brn__lanes_load(b + c * stride + v);
      }
      double all = 0;
      for (int i = 0; i < BRN_LANES; i++) all += sum[i];
      x[3 * (size_t)p + (size_t)c] = all;
    }
  }
}

// --------------------------------------------------------------------------------------- condensed

void BRN_LANE_NAME(brn__emu_condense)(const BrnBatch* batch, const double (*N)[BRN_LANES],
                                      const BrnMetric* metric, double shift,
                                      double (*out)[BRN_LANES]) {
  BrnLanes volume = brn__lanes_load(batch->volume), A[9], zero = brn__lanes_set(0);
  BrnMask some = brn__lanes_less(zero, volume);
  BrnLanes share = 1 / brn__lanes_select(some, volume, brn__lanes_set(1));
  load_metric(metric, A);
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      BrnLanes x = brn__lanes_load(N[AT(p, q)]);
      if (p / 3 == q / 3) x += shift * A[3 * (p % 3) + q % 3];
      brn__lanes_store(out[AT(p, q)], brn__lanes_select(some, share * x, zero));
    }
  }
}
