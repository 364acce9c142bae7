// SPDX-License-Identifier: Apache-2.0
//
// Linear tets, eight at a time. With g_a the gradient of the weight of corner a (g_0 = -g_1 - g_2 -
// g_3):
//
//   F = sum_a x_a g_a^T,   force_a = volume P g_a,   K_ab = volume g_a . (dP/dF) . g_b

#include "core/transpose_lanes.h"
#include "solver/body/elements.h"

#include <string.h>

BRN_LANE_INLINE BrnLanes gather(const int* corner, const double* x, int axis) {
  BrnLanes out;
  for (int i = 0; i < BRN_LANES; i++) out[i] = x[3 * (size_t)corner[i] + (size_t)axis];
  return out;
}

void BRN_LANE_NAME(brn__batch_deformation)(const BrnBatch* batch, const double* x,
                                           double (*F)[BRN_LANES]) {
  for (int i = 0; i < 3; i++) {
    BrnLanes first = gather(batch->corner[0], x, i), edge[3];
    for (int a = 0; a < 3; a++) edge[a] = gather(batch->corner[a + 1], x, i) - first;
    for (int k = 0; k < 3; k++) {
      BrnLanes sum = edge[0] * brn__lanes_load(batch->gradient[k]);
      sum += edge[1] * brn__lanes_load(batch->gradient[3 + k]);
      sum += edge[2] * brn__lanes_load(batch->gradient[6 + k]);
      brn__lanes_store(F[3 * i + k], sum);
    }
  }
}

// lanes of eight numbers that follow each other, to eight rows of `width` numbers
BRN_LANE_INLINE void scatter_eight(const BrnLanes* x, double* out, int width) {
#ifdef __AVX512F__
  BrnLanes row[8];
  for (int i = 0; i < 8; i++) row[i] = x[i];
  brn__lanes_transpose(row);
  for (int i = 0; i < 8; i++) brn__lanes_store(out + i * width, row[i]);
#else
  for (int k = 0; k < 8; k++) {
    for (int i = 0; i < BRN_LANES; i++) out[i * width + k] = x[k][i];
  }
#endif
}

// lanes of one number to its place in eight rows of `width` numbers
BRN_LANE_INLINE void scatter(BrnLanes x, double* out, int width, int place) {
  for (int i = 0; i < BRN_LANES; i++) out[i * width + place] = x[i];
}

void BRN_LANE_NAME(brn__batch_forces)(const BrnBatch* batch, const double* weight,
                                      const double (*T)[BRN_LANES], double* out) {
  BrnLanes w = brn__lanes_load(weight), force[12];
  for (int i = 0; i < 3; i++) {
    BrnLanes sum = brn__lanes_set(0);
    for (int a = 0; a < 3; a++) {
      BrnLanes f = brn__lanes_set(0);
      for (int k = 0; k < 3; k++) {
        f += brn__lanes_load(T[3 * i + k]) * brn__lanes_load(batch->gradient[3 * a + k]);
      }
      f *= w;
      sum += f;
      force[3 * (a + 1) + i] = f;
    }
    force[i] = -sum;
  }
  scatter_eight(force, out, 12);
  for (int k = 8; k < 12; k++) scatter(force[k], out, 12, k);
}

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

// half[p][j] = volume sum_l K[p][3j + l] g_b[l]
BRN_LANE_INLINE void contract(const double (*K)[BRN_LANES], BrnLanes volume, const BrnLanes* g,
                              BrnLanes half[9][3]) {
  for (int p = 0; p < 9; p++) {
    for (int j = 0; j < 3; j++) {
      BrnLanes sum = brn__lanes_load(K[AT(p, 3 * j)]) * g[0];
      sum += brn__lanes_load(K[AT(p, 3 * j + 1)]) * g[1];
      sum += brn__lanes_load(K[AT(p, 3 * j + 2)]) * g[2];
      half[p][j] = volume * sum;
    }
  }
}

// rows and columns of corner 0 are minus the sum of the others'
BRN_LANE_INLINE void complete(BrnLanes H[4][4][9]) {
  for (int a = 1; a < 4; a++) {
    for (int k = 0; k < 9; k++) {
      BrnLanes sum = -(H[a][1][k] + H[a][2][k] + H[a][3][k]);
      H[a][0][k] = H[0][a][3 * (k % 3) + k / 3] = sum;
    }
  }
  for (int k = 0; k < 9; k++) H[0][0][k] = -(H[0][1][k] + H[0][2][k] + H[0][3][k]);
}

void BRN_LANE_NAME(brn__batch_stiffness)(const BrnBatch* batch, const double (*K)[BRN_LANES],
                                         double* out) {
  BrnLanes g[9], volume = brn__lanes_load(batch->volume), half[9][3], H[4][4][9];
  for (int p = 0; p < 9; p++) g[p] = brn__lanes_load(batch->gradient[p]);
  // corners 1 to 3, upper triangle; the weights of all four add up to 1, which gives corner 0
  for (int b = 0; b < 3; b++) {
    contract(K, volume, g + 3 * b, half);
    for (int a = 0; a <= b; a++) {
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          BrnLanes sum = g[3 * a] * half[3 * i][j];
          sum += g[3 * a + 1] * half[3 * i + 1][j];
          sum += g[3 * a + 2] * half[3 * i + 2][j];
          H[a + 1][b + 1][3 * i + j] = H[b + 1][a + 1][3 * j + i] = sum;
        }
      }
    }
  }
  complete(H);
  for (int p = 0; p < 144; p += 8) scatter_eight(&H[0][0][0] + p, out + p, 144);
}

void BRN_LANE_NAME(brn__batch_blend)(const double* w, BrnWant want, BrnMaterialOut* a,
                                     const BrnMaterialOut* b) {
  BrnLanes share = brn__lanes_load(w);
  BrnLanes e = brn__lanes_load(a->energy), f = brn__lanes_load(b->energy);
  brn__lanes_store(a->energy, (1 - share) * e + share * f);
  for (int p = 0; p < 9 && want >= BRN_WANT_STRESS; p++) {
    BrnLanes x = brn__lanes_load(a->stress[p]), y = brn__lanes_load(b->stress[p]);
    brn__lanes_store(a->stress[p], (1 - share) * x + share * y);
  }
  for (int p = 0; p < BRN_STIFFNESS_SIZE && want >= BRN_WANT_STIFFNESS; p++) {
    BrnLanes x = brn__lanes_load(a->stiffness[p]), y = brn__lanes_load(b->stiffness[p]);
    brn__lanes_store(a->stiffness[p], (1 - share) * x + share * y);
  }
  a->bad |= b->bad;
}
