// SPDX-License-Identifier: Apache-2.0
//
// (projection) of xpbd.h. With B = sum_a w_a g_a g_a^T = L L^T, A acts on the rows of F by B each,
// and
//
//   (1 + s L^T K L) z = L^T r,   dlambda = r - s K L z,   s = h^2 V,  r = -lambda - s P
//
// is symmetric and holds for corners that are given, where B has no inverse.

#include "solver/xpbd/xpbd.h"

#define AT(p, q) BRN_STIFFNESS_AT((p) < (q) ? (p) : (q), (p) < (q) ? (q) : (p))

// a step changes F by no more than this, root of the sum of squares: tets that were turned inside
// out come back in several
#define LONGEST 0.5

BRN_LANE_INLINE BrnLanes gather(const int* corner, const double* at, int axis) {
  BrnLanes out;
  for (int i = 0; i < BRN_LANES; i++) out[i] = at[4 * (size_t)corner[i] + (size_t)axis];
  return out;
}

void BRN_LANE_NAME(brn__tets_deformation)(const BrnBatch* batch, const double* at,
                                          double (*F)[BRN_LANES]) {
  for (int i = 0; i < 3; i++) {
    BrnLanes first = gather(batch->corner[0], at, i), edge[3];
    for (int a = 0; a < 3; a++) edge[a] = gather(batch->corner[a + 1], at, i) - first;
    for (int k = 0; k < 3; k++) {
      BrnLanes sum = edge[0] * brn__lanes_load(batch->gradient[k]);
      sum += edge[1] * brn__lanes_load(batch->gradient[3 + k]);
      sum += edge[2] * brn__lanes_load(batch->gradient[6 + k]);
      brn__lanes_store(F[3 * i + k], sum);
    }
  }
}

typedef struct Shape {
  BrnLanes g[4][3], w[4];
  BrnLanes L[6]; // 00, 10, 11, 20, 21, 22
} Shape;

// a pivot of round-off alone is a direction in which no corner moves
BRN_LANE_INLINE BrnLanes root_of(BrnLanes pivot, BrnLanes size, BrnLanes* inverse) {
  BrnLanes zero = brn__lanes_set(0);
  BrnMask is = brn__lanes_less(1e-12 * size, pivot);
  BrnLanes root = brn__lanes_sqrt(brn__lanes_select(is, pivot, zero + 1));
  *inverse = brn__lanes_select(is, 1 / root, zero);
  return brn__lanes_select(is, root, zero);
}

BRN_LANE_INLINE void load_shape(const BrnBatch* batch, const double* at, Shape* shape) {
  BrnLanes B[6] = {{0}}, inverse[3];
  BrnMask is = brn__lanes_less(brn__lanes_set(0), brn__lanes_load(batch->volume)); // a tet at all
  for (int k = 0; k < 3; k++) shape->g[0][k] = brn__lanes_set(0);
  for (int p = 0; p < 9; p++) {
    shape->g[1 + p / 3][p % 3] = brn__lanes_load(batch->gradient[p]);
    shape->g[0][p % 3] -= shape->g[1 + p / 3][p % 3];
  }
  for (int a = 0; a < 4; a++) {
    shape->w[a] = brn__lanes_select(is, gather(batch->corner[a], at, 3), brn__lanes_set(0));
    for (int i = 0, p = 0; i < 3; i++) {
      for (int j = 0; j <= i; j++, p++) B[p] += shape->w[a] * shape->g[a][i] * shape->g[a][j];
    }
  }
  BrnLanes size = B[0] + B[2] + B[5], *L = shape->L;
  L[0] = root_of(B[0], size, &inverse[0]);
  L[1] = B[1] * inverse[0];
  L[3] = B[3] * inverse[0];
  L[2] = root_of(B[2] - L[1] * L[1], size, &inverse[1]);
  L[4] = (B[4] - L[3] * L[1]) * inverse[1];
  L[5] = root_of(B[5] - L[3] * L[3] - L[4] * L[4], size, &inverse[2]);
}

// out[c] = sum over j of x[j] L[j][c]
BRN_LANE_INLINE void times_factor(const BrnLanes* L, const BrnLanes x[3], BrnLanes out[3]) {
  BrnLanes a = x[0] * L[0] + x[1] * L[1] + x[2] * L[3];
  BrnLanes b = x[1] * L[2] + x[2] * L[4];
  out[0] = a, out[1] = b, out[2] = x[2] * L[5];
}

// half = K L, by rows of F; then M = 1 + s L^T half, lower triangle
BRN_LANE_INLINE void load_matrix(const Shape* shape, const BrnMaterialOut* out, BrnLanes s,
                                 BrnLanes half[9][9], BrnLanes M[9][9]) {
  for (int p = 0; p < 9; p++) {
    for (int i = 0; i < 9; i += 3) {
      BrnLanes row[3];
      for (int j = 0; j < 3; j++) row[j] = brn__lanes_load(out->stiffness[AT(p, i + j)]);
      times_factor(shape->L, row, half[p] + i);
    }
  }
  for (int q = 0; q < 9; q++) {
    for (int i = 0; i < 9; i += 3) {
      BrnLanes column[3] = {half[i][q], half[i + 1][q], half[i + 2][q]}, product[3];
      times_factor(shape->L, column, product);
      for (int c = 0; c < 3; c++) M[i + c][q] = s * product[c];
    }
    M[q][q] += 1;
  }
}

// M = C D C^T in place of the lower triangle, and z = M^-1 z
BRN_LANE_INLINE void solve(BrnLanes M[9][9], BrnLanes z[9]) {
  BrnLanes inverse[9];
  for (int k = 0; k < 9; k++) {
    inverse[k] = 1 / M[k][k];
    for (int i = k + 1; i < 9; i++) {
      BrnLanes factor = M[i][k] * inverse[k];
      for (int j = k + 1; j <= i; j++) M[i][j] -= factor * M[j][k];
      z[i] -= factor * z[k];
    }
  }
  for (int k = 8; k >= 0; k--) {
    for (int i = k + 1; i < 9; i++) z[k] -= M[i][k] * z[i];
    z[k] *= inverse[k];
  }
}

// dF = L z: its size decides how much of the step is taken
BRN_LANE_INLINE BrnLanes share_of(const Shape* shape, const BrnLanes z[9]) {
  const BrnLanes* L = shape->L;
  BrnLanes sum = brn__lanes_set(0);
  for (int i = 0; i < 9; i += 3) {
    BrnLanes a = L[0] * z[i], b = L[1] * z[i] + L[2] * z[i + 1];
    BrnLanes c = L[3] * z[i] + L[4] * z[i + 1] + L[5] * z[i + 2];
    sum += a * a + b * b + c * c;
  }
  BrnLanes most = brn__lanes_set(LONGEST * LONGEST);
  BrnMask longer = brn__lanes_less(most, sum);
  if (!brn__mask_any(longer)) return brn__lanes_set(1);
  return brn__lanes_select(longer, brn__lanes_sqrt(most / sum), brn__lanes_set(1));
}

BRN_LANE_INLINE void move(const BrnBatch* batch, const Shape* shape, const BrnLanes step[9],
                          double* at) {
  for (int a = 0; a < 4; a++) {
    BrnLanes d[3];
    for (int i = 0; i < 3; i++) {
      d[i] = step[3 * i] * shape->g[a][0] + step[3 * i + 1] * shape->g[a][1];
      d[i] = shape->w[a] * (d[i] + step[3 * i + 2] * shape->g[a][2]);
    }
    for (int i = 0; i < BRN_LANES; i++) {
      double* x = at + 4 * (size_t)batch->corner[a][i];
      if (shape->w[a][i] == 0) continue; // others may read it
      x[0] += d[0][i], x[1] += d[1][i], x[2] += d[2][i];
    }
  }
}

void BRN_LANE_NAME(brn__tets_project)(const BrnBatch* batch, double scale,
                                      const BrnMaterialOut* out, double* at,
                                      double (*lambda)[BRN_LANES]) {
  Shape shape;
  BrnLanes s = scale * brn__lanes_load(batch->volume), r[9], z[9], half[9][9], M[9][9];
  load_shape(batch, at, &shape);
  load_matrix(&shape, out, s, half, M);
  // what the multiplier is off by: r = -lambda - s P
  for (int p = 0; p < 9; p++) {
    r[p] = -brn__lanes_load(lambda[p]) - s * brn__lanes_load(out->stress[p]);
  }
  // (1 + s L^T K L) z = L^T r, dlambda = r - s K L z: definite, where K A is not symmetric
  for (int i = 0; i < 9; i += 3) times_factor(shape.L, r + i, z + i);
  solve(M, z);
  // of a step that changes F by much a share is taken
  BrnLanes share = share_of(&shape, z);
  for (int p = 0; p < 9; p++) {
    BrnLanes sum = half[p][0] * z[0];
    for (int q = 1; q < 9; q++) sum += half[p][q] * z[q];
    r[p] = share * (r[p] - s * sum);
    brn__lanes_store(lambda[p], brn__lanes_load(lambda[p]) + r[p]);
  }
  move(batch, &shape, r, at);
}

void BRN_LANE_NAME(brn__tets_add_forces)(const BrnBatch* batch, const double (*lambda)[BRN_LANES],
                                         const double* at, double* force) {
  BrnLanes sum[3] = {{0}};
  for (int a = 3; a >= 0; a--) {
    BrnLanes f[3];
    for (int i = 0; i < 3 && a > 0; i++) {
      f[i] = brn__lanes_load(lambda[3 * i]) * brn__lanes_load(batch->gradient[3 * a - 3]);
      f[i] += brn__lanes_load(lambda[3 * i + 1]) * brn__lanes_load(batch->gradient[3 * a - 2]);
      f[i] += brn__lanes_load(lambda[3 * i + 2]) * brn__lanes_load(batch->gradient[3 * a - 1]);
      sum[i] += f[i];
    }
    for (int i = 0; i < 3 && a == 0; i++) f[i] = -sum[i];
    for (int i = 0; i < BRN_LANES; i++) {
      size_t v = (size_t)batch->corner[a][i];
      double* to = force + 3 * v;
      if (batch->volume[i] == 0 || at[4 * v + 3] == 0) continue;
      to[0] += f[0][i], to[1] += f[1][i], to[2] += f[2][i];
    }
  }
}
