// SPDX-License-Identifier: Apache-2.0
//
// From an energy of invariants to stress and stiffness, on lanes. A term says which invariants its
// energy has and what the first and second derivatives by them are; the chain rule is done here,
// once for all.
//
// The sets `uses` and `pairs` are constants of each term, so that everything that a term does not
// have is gone after inlining.

#pragma once

#include "core/svd_lanes.h"
#include "material/material.h"
#include "material/math_lanes.h"

/// With C = F^T F and the unit fibre u at rest.
typedef enum BrnInvariant {
  BRN_SIGMA, // trace of the stretch: the sum of the singular values of F
  BRN_I1,    // tr C
  BRN_I2,    // (I1^2 - tr C^2) / 2
  BRN_J,     // det F
  BRN_I4,    // u.C u
  BRN_I5,    // u.C^2 u
  BRN_INVARIANTS
} BrnInvariant;

/// Flags for `uses`.
enum {
  BRN_USE_SIGMA = 1 << BRN_SIGMA,
  BRN_USE_I1 = 1 << BRN_I1,
  BRN_USE_I2 = 1 << BRN_I2,
  BRN_USE_J = 1 << BRN_J,
  BRN_USE_I4 = 1 << BRN_I4,
  BRN_USE_I5 = 1 << BRN_I5,
  BRN_USE_LOG = 1 << 6, // the energy has ln J or powers of J: lanes with J <= 0 are bad
};

/// A pair of invariants whose second derivative is not zero, for `pairs`; a <= b.
#define BRN_PAIR(a, b) (UINT64_C(1) << (BRN_INVARIANTS * (a) + (b)))

/// All pairs within a set.
#define BRN_PAIR_ROW(uses, a)                                                                      \
  ((uses) >> (a)&1 ? (uint64_t)((uses) & (63 & ~((1 << (a)) - 1))) << (BRN_INVARIANTS * (a)) : 0)
#define BRN_PAIRS(uses)                                                                            \
  (BRN_PAIR_ROW(uses, 0) | BRN_PAIR_ROW(uses, 1) | BRN_PAIR_ROW(uses, 2) | BRN_PAIR_ROW(uses, 3) | \
   BRN_PAIR_ROW(uses, 4) | BRN_PAIR_ROW(uses, 5))

/// The deformation of eight tets: what the invariants and their gradients need.
typedef struct BrnInvariantLanes {
  BrnLanes F[9], u[3], activation, stretch_before;
  double per_time;
  BrnLanes I[BRN_INVARIANTS];
  BrnLanes cof[9];           // J F^-T, the gradient of J
  BrnLanes C[9], B[9];       // F^T F, F F^T
  BrnLanes w[3], y[3];       // F u, C u
  BrnLanes U[9], s[3], V[9]; // singular values
  BrnMask bad;
} BrnInvariantLanes;

/// An energy and its derivatives by the invariants in use; dd[a][b] with a <= b.
typedef struct BrnDensityLanes {
  BrnLanes W, d[BRN_INVARIANTS], dd[BRN_INVARIANTS][BRN_INVARIANTS];
} BrnDensityLanes;

// lengths of fibres are kept from zero, where they have no direction
#define BRN_LEAST_I4 1e-12

// ------------------------------------------------------------------------------------- invariants

BRN_LANE_INLINE BrnLanes brn__constant(const BrnTermLanes* m, int i) {
  return brn__lanes_load(m->constant[i]);
}

BRN_LANE_INLINE void brn__cofactor_lanes(const BrnLanes F[9], BrnLanes cof[9]) {
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) {
    int i = (p / 3 + 1) % 3, j = (p / 3 + 2) % 3, a = (p % 3 + 1) % 3, b = (p % 3 + 2) % 3;
    cof[p] = F[3 * i + a] * F[3 * j + b] - F[3 * i + b] * F[3 * j + a];
  }
}

BRN_LANE_INLINE void brn__invariants_fibre(BrnInvariantLanes* k, int uses) {
  if (!(uses & (BRN_USE_I4 | BRN_USE_I5))) return;
  for (int i = 0; i < 3; i++) k->w[i] = brn__dot3_lanes(k->F + 3 * i, k->u);
  k->I[BRN_I4] = brn__lanes_max(brn__dot3_lanes(k->w, k->w), brn__lanes_set(BRN_LEAST_I4));
  if (!(uses & BRN_USE_I5)) return;
  for (int a = 0; a < 3; a++) {
    k->y[a] = k->F[a] * k->w[0] + k->F[3 + a] * k->w[1] + k->F[6 + a] * k->w[2];
  }
  k->I[BRN_I5] = brn__dot3_lanes(k->y, k->y);
}

BRN_LANE_INLINE void brn__invariants_squares(BrnInvariantLanes* k, int uses) {
  if (!(uses & (BRN_USE_I2 | BRN_USE_I5))) return;
  BrnLanes square = brn__lanes_set(0);
  for (int p = 0; p < 9; p++) {
    int i = p / 3, j = p % 3;
    k->B[p] = brn__dot3_lanes(k->F + 3 * i, k->F + 3 * j);
    k->C[p] = k->F[i] * k->F[j] + k->F[3 + i] * k->F[3 + j] + k->F[6 + i] * k->F[6 + j];
    square += k->C[p] * k->C[p];
  }
  k->I[BRN_I2] = 0.5 * (k->I[BRN_I1] * k->I[BRN_I1] - square);
}

/// @param split whether singular values are wanted
BRN_LANE_INLINE void brn__invariants(const BrnMaterialIn* in, int uses, bool split,
                                     BrnInvariantLanes* k) {
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) k->F[p] = brn__lanes_load(in->F[p]);
  for (int a = 0; a < 3; a++) k->u[a] = brn__lanes_load(in->fibre[a]);
  k->activation = brn__lanes_load(in->activation);
  k->stretch_before = brn__lanes_load(in->stretch_before);
  k->per_time = in->per_time;
  k->bad = (BrnMask){0};

  k->I[BRN_I1] = brn__dot3_lanes(k->F, k->F) + brn__dot3_lanes(k->F + 3, k->F + 3) +
                 brn__dot3_lanes(k->F + 6, k->F + 6);
  if (uses & BRN_USE_J) {
    brn__cofactor_lanes(k->F, k->cof);
    k->I[BRN_J] = brn__dot3_lanes(k->F, k->cof);
  }
  if (uses & BRN_USE_LOG) {
    BrnMask good = brn__lanes_less(brn__lanes_set(0), k->I[BRN_J]);
    k->bad = ~good;
    k->I[BRN_J] = brn__lanes_select(good, k->I[BRN_J], brn__lanes_set(1));
  }
  if (split || (uses & BRN_USE_SIGMA)) {
    brn__svd3_lanes(k->F, k->U, k->s, k->V);
    k->I[BRN_SIGMA] = k->s[0] + k->s[1] + k->s[2];
  }
  brn__invariants_squares(k, uses);
  brn__invariants_fibre(k, uses);
}

// -------------------------------------------------------------------------------------- gradients

BRN_LANE_INLINE void brn__gradient_sigma(const BrnInvariantLanes* k, BrnLanes g[9]) {
  for (int p = 0; p < 9; p++) g[p] = brn__dot3_lanes(k->U + 3 * (p / 3), k->V + 3 * (p % 3));
}

// 2 I1 F - 2 F C
BRN_LANE_INLINE void brn__gradient_i2(const BrnInvariantLanes* k, BrnLanes g[9]) {
  for (int p = 0; p < 9; p++) {
    BrnLanes FC = brn__dot3_lanes(k->F + 3 * (p / 3), k->C + 3 * (p % 3));
    g[p] = 2 * (k->I[BRN_I1] * k->F[p] - FC);
  }
}

// 2 (F C u u^T + F u (C u)^T)
BRN_LANE_INLINE void brn__gradient_i5(const BrnInvariantLanes* k, BrnLanes g[9]) {
  for (int i = 0; i < 3; i++) {
    BrnLanes z = brn__dot3_lanes(k->F + 3 * i, k->y);
    for (int a = 0; a < 3; a++) g[3 * i + a] = 2 * (z * k->u[a] + k->w[i] * k->y[a]);
  }
}

BRN_LANE_INLINE void brn__gradients(const BrnInvariantLanes* k, int uses,
                                    BrnLanes g[BRN_INVARIANTS][9]) {
  if (uses & BRN_USE_SIGMA) brn__gradient_sigma(k, g[BRN_SIGMA]);
  if (uses & BRN_USE_I2) brn__gradient_i2(k, g[BRN_I2]);
  if (uses & BRN_USE_I5) brn__gradient_i5(k, g[BRN_I5]);
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) {
    if (uses & BRN_USE_I1) g[BRN_I1][p] = 2 * k->F[p];
    if (uses & BRN_USE_J) g[BRN_J][p] = k->cof[p];
    if (uses & BRN_USE_I4) g[BRN_I4][p] = 2 * k->w[p / 3] * k->u[p % 3];
  }
}

// ---------------------------------------------------------------------------------------- storing

// a running sum whose first term is not added to zero
#define BRN_ADD(sum, begun, term) ((sum) = (begun) ? (sum) + (term) : (term), (begun) = true)

BRN_LANE_INLINE void brn__put(double* to, BrnLanes x, bool adds) {
  brn__lanes_store(to, adds ? brn__lanes_load(to) + x : x);
}

/// Bad lanes are marked here and emptied by brn__material_evaluate().
BRN_LANE_INLINE void brn__put_bad(BrnMask bad, BrnMaterialOut* out) {
  if (!brn__mask_any(bad)) return;
  for (int i = 0; i < BRN_LANES; i++) out->bad |= (unsigned)(bad[i] & 1) << i;
}

BRN_LANE_INLINE void brn__put_energy(BrnLanes W, bool adds, BrnMaterialOut* out) {
  brn__put(out->energy, W, adds);
  if (!adds) out->bad = 0;
}

BRN_LANE_INLINE void brn__put_stress(const BrnDensityLanes* d, int uses,
                                     BrnLanes g[BRN_INVARIANTS][9], bool adds,
                                     BrnMaterialOut* out) {
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) {
    BrnLanes P = brn__lanes_set(0);
    bool begun = false;
#pragma GCC unroll 6
    for (int a = 0; a < BRN_INVARIANTS; a++) {
      if (uses >> a & 1) BRN_ADD(P, begun, d->d[a] * g[a][p]);
    }
    brn__put(out->stress[p], P, adds);
  }
}

// -------------------------------------------------------------------------------------- stiffness
// sum over a of d_a times the second derivative of invariant a by F, and sum over pairs of dd_ab
// g_a g_b^T. With p = (i, a) and q = (j, b), rows and columns of F:
//
//   I1: 2 [p = q]      J: eps_ijk eps_abc F_kc      I4: 2 [i = j] u_a u_b
//   I2: 4 F_p F_q + 2 I1 [p = q] - 2 ([i = j] C_ab + F_ib F_ja + B_ij [a = b])
//   I5: 2 ([i = j] (y_b u_a + u_b y_a) + F_ib w_j u_a + w_i F_ja u_b + B_ij u_a u_b
//          + w_i w_j [a = b])
//   sigma: sum over k of t_k t_k^T / (s_i + s_j), t_k = R [v_k]x

typedef struct BrnStiffnessLanes {
  BrnLanes diagonal;                 // what the nine diagonal entries have
  BrnLanes JF[9];                    // d_J F
  BrnLanes cross[BRN_INVARIANTS][9]; // row a: sum over b of dd_ab g_b
  BrnLanes twist[3][9], turn[3];     // t_k, and d_sigma / (s_i + s_j)
  BrnLanes I2, I4, I5;               // 2 d_I2 and so on
} BrnStiffnessLanes;

BRN_LANE_INLINE uint64_t brn__pair(int a, int b) { return a < b ? BRN_PAIR(a, b) : BRN_PAIR(b, a); }

/// Does an invariant have a second derivative with any other?
BRN_LANE_INLINE bool brn__has_pair(uint64_t pairs, int a) {
  bool any = false;
  for (int b = 0; b < BRN_INVARIANTS; b++) any |= (pairs & brn__pair(a, b)) != 0;
  return any;
}

// 1 / (s_i + s_j), kept finite where the nearest rotation is not unique
BRN_LANE_INLINE BrnLanes brn__inverse_sum(const BrnInvariantLanes* k, int axis) {
  BrnLanes sum = k->s[(axis + 1) % 3] + k->s[(axis + 2) % 3];
  return 1 / brn__lanes_max(sum, 1e-12 * k->s[0] + 1e-300);
}

// R [v_k]x, of squared length 2
BRN_LANE_INLINE void brn__twist(const BrnLanes R[9], const BrnLanes V[9], int axis, BrnLanes t[9]) {
  BrnLanes x = V[axis], y = V[3 + axis], z = V[6 + axis];
  for (int i = 0; i < 3; i++) {
    const BrnLanes* r = R + 3 * i;
    t[3 * i] = r[1] * z - r[2] * y;
    t[3 * i + 1] = r[2] * x - r[0] * z;
    t[3 * i + 2] = r[0] * y - r[1] * x;
  }
}

// What all entries have in common: factors of the second derivatives of the invariants, and for
// each invariant a the sum over b of dd_ab g_b, so that an entry is a few products.
BRN_LANE_INLINE void brn__stiffness_prepare(const BrnInvariantLanes* k, BrnDensityLanes* d,
                                            int uses, uint64_t pairs, BrnLanes g[BRN_INVARIANTS][9],
                                            BrnStiffnessLanes* K) {
  bool begun = false;
  if (uses & BRN_USE_I1) BRN_ADD(K->diagonal, begun, 2 * d->d[BRN_I1]);
  if (uses & BRN_USE_I2) {
    K->I2 = 2 * d->d[BRN_I2];
    BRN_ADD(K->diagonal, begun, K->I2 * k->I[BRN_I1]);
  }
  if (uses & BRN_USE_I4) K->I4 = 2 * d->d[BRN_I4];
  if (uses & BRN_USE_I5) K->I5 = 2 * d->d[BRN_I5];
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) {
    if (uses & BRN_USE_J) K->JF[p] = d->d[BRN_J] * k->F[p];
#pragma GCC unroll 6
    for (int a = 0; a < BRN_INVARIANTS; a++) {
      begun = false;
#pragma GCC unroll 6
      for (int b = 0; b < BRN_INVARIANTS; b++) {
        if (!(pairs & brn__pair(a, b))) continue;
        BRN_ADD(K->cross[a][p], begun, d->dd[a < b ? a : b][a < b ? b : a] * g[b][p]);
      }
    }
  }
  for (int axis = 0; axis < 3 && (uses & BRN_USE_SIGMA); axis++) {
    brn__twist(g[BRN_SIGMA], k->V, axis, K->twist[axis]);
    K->turn[axis] = d->d[BRN_SIGMA] * brn__inverse_sum(k, axis);
  }
}

BRN_LANE_INLINE BrnLanes brn__entry_i2(const BrnInvariantLanes* k, const BrnStiffnessLanes* K,
                                       int i, int a, int j, int b) {
  BrnLanes sum = k->F[3 * i + b] * k->F[3 * j + a];
  if (i == j) sum += k->C[3 * a + b];
  if (a == b) sum += k->B[3 * i + j];
  BrnLanes rank = 2 * (k->F[3 * i + a] * k->F[3 * j + b]);
  return K->I2 * (rank - sum);
}

BRN_LANE_INLINE BrnLanes brn__entry_i5(const BrnInvariantLanes* k, const BrnStiffnessLanes* K,
                                       int i, int a, int j, int b) {
  const BrnLanes *F = k->F, *u = k->u, *w = k->w, *y = k->y;
  BrnLanes sum = F[3 * i + b] * w[j] * u[a] + w[i] * F[3 * j + a] * u[b];
  sum += k->B[3 * i + j] * (u[a] * u[b]);
  if (i == j) sum += y[b] * u[a] + u[b] * y[a];
  if (a == b) sum += w[i] * w[j];
  return K->I5 * sum;
}

BRN_LANE_INLINE BrnLanes brn__entry(const BrnInvariantLanes* k, const BrnStiffnessLanes* K,
                                    int uses, uint64_t pairs, BrnLanes g[BRN_INVARIANTS][9], int p,
                                    int q) {
  int i = p / 3, a = p % 3, j = q / 3, b = q % 3;
  BrnLanes x = brn__lanes_set(0);
  bool begun = false;
#pragma GCC unroll 6
  for (int c = 0; c < BRN_INVARIANTS; c++) {
    if (brn__has_pair(pairs, c)) BRN_ADD(x, begun, g[c][p] * K->cross[c][q]);
  }
  if ((uses & (BRN_USE_I1 | BRN_USE_I2)) && p == q) BRN_ADD(x, begun, K->diagonal);
  if ((uses & BRN_USE_J) && i != j && a != b) {
    BrnLanes JF = K->JF[3 * (3 - i - j) + 3 - a - b];
    bool minus = ((j - i + 3) % 3 == 1) != ((b - a + 3) % 3 == 1);
    BRN_ADD(x, begun, minus ? -JF : JF);
  }
  if (uses & BRN_USE_I2) BRN_ADD(x, begun, brn__entry_i2(k, K, i, a, j, b));
  if ((uses & BRN_USE_I4) && i == j) BRN_ADD(x, begun, K->I4 * (k->u[a] * k->u[b]));
  if (uses & BRN_USE_I5) BRN_ADD(x, begun, brn__entry_i5(k, K, i, a, j, b));
#pragma GCC unroll 3
  for (int axis = 0; axis < 3; axis++) {
    if (!(uses & BRN_USE_SIGMA)) continue;
    BRN_ADD(x, begun, K->turn[axis] * K->twist[axis][p] * K->twist[axis][q]);
  }
  return x;
}

BRN_LANE_INLINE void brn__put_stiffness(const BrnInvariantLanes* k, BrnDensityLanes* d, int uses,
                                        uint64_t pairs, BrnLanes g[BRN_INVARIANTS][9], bool adds,
                                        BrnMaterialOut* out) {
  BrnStiffnessLanes K;
  brn__stiffness_prepare(k, d, uses, pairs, g, &K);
#pragma GCC unroll 9
  for (int p = 0; p < 9; p++) {
#pragma GCC unroll 9
    for (int q = p; q < 9; q++) {
      BrnLanes x = brn__entry(k, &K, uses, pairs, g, p, q);
      brn__put(out->stiffness[BRN_STIFFNESS_AT(p, q)], x, adds);
    }
  }
}

/// Energy, stress and stiffness from the derivatives of a density, as far as wanted.
BRN_LANE_INLINE void brn__put_density(const BrnInvariantLanes* k, BrnDensityLanes* d, int uses,
                                      uint64_t pairs, BrnWant want, bool adds,
                                      BrnMaterialOut* out) {
  BrnLanes g[BRN_INVARIANTS][9];
  brn__put_energy(d->W, adds, out);
  if (want >= BRN_WANT_STRESS) {
    brn__gradients(k, uses, g);
    brn__put_stress(d, uses, g, adds, out);
  }
  if (want >= BRN_WANT_STIFFNESS) brn__put_stiffness(k, d, uses, pairs, g, adds, out);
  if (uses & BRN_USE_LOG) brn__put_bad(k->bad, out);
}
