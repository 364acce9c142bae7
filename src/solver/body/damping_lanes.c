// SPDX-License-Identifier: Apache-2.0
//
// With D = E - strain, T = 2 mu D + lambda tr D I and B = F F^T:
//
//   W = mu D:D + lambda/2 (tr D)^2,   P = F T,
//   dP_iA/dF_jB = mu (B_ij d_AB + F_iB F_jA) + lambda F_iA F_jB + d_ij T_AB
//
// all times the rate. The last term may be negative; the definite stiffness is without it.

#include "solver/body/damping.h"

static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2}; // in the six, of an entry of the nine

BRN_LANE_INLINE void load(const double (*from)[BRN_LANES], BrnLanes F[9]) {
  for (int p = 0; p < 9; p++) F[p] = brn__lanes_load(from[p]);
}

BRN_LANE_INLINE void green(const BrnLanes F[9], BrnLanes E[6]) {
  for (int k = 0; k < 6; k++) {
    int a = row[k], b = column[k];
    BrnLanes C = F[a] * F[b] + F[3 + a] * F[3 + b] + F[6 + a] * F[6 + b];
    E[k] = 0.5 * (k < 3 ? C - 1 : C);
  }
}

void BRN_LANE_NAME(brn__batch_strain_before)(const double (*F)[BRN_LANES],
                                             const double (*before)[BRN_LANES], double share,
                                             BrnDamping* damping) {
  BrnLanes G[9], now[6], then[6];
  load(F, G);
  green(G, now);
  for (int k = 0; k < 6; k++) then[k] = now[k];
  if (before) {
    load(before, G);
    green(G, then);
  }
  for (int k = 0; k < 6; k++) {
    brn__lanes_store(damping->strain[k], now[k] + share * (now[k] - then[k]));
  }
}

BRN_LANE_INLINE void add_stiffness(const BrnLanes F[9], const BrnLanes T[6], BrnLanes mu,
                                   BrnLanes lambda, bool definite, BrnMaterialOut* out) {
  BrnLanes B[9];
  for (int p = 0; p < 9; p++) {
    const BrnLanes *f = F + 3 * (p / 3), *g = F + 3 * (p % 3);
    B[p] = mu * (f[0] * g[0] + f[1] * g[1] + f[2] * g[2]);
  }
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      int i = p / 3, a = p % 3, j = q / 3, b = q % 3;
      BrnLanes K = mu * F[3 * i + b] * F[3 * j + a] + lambda * F[p] * F[q];
      if (a == b) K += B[3 * i + j];
      if (i == j && !definite) K += T[at[3 * a + b]];
      double* to = out->stiffness[BRN_STIFFNESS_AT(p, q)];
      brn__lanes_store(to, brn__lanes_load(to) + K);
    }
  }
}

void BRN_LANE_NAME(brn__batch_damp)(const BrnDamping* damping, double rate,
                                    const double (*F)[BRN_LANES], BrnWant want, double* energy,
                                    BrnMaterialOut* out) {
  BrnLanes mu = rate * brn__lanes_load(damping->mu), G[9], D[6], T[6];
  BrnLanes lambda = rate * brn__lanes_load(damping->lambda);
  load(F, G);
  green(G, D);
  // D = E - strain
  for (int k = 0; k < 6; k++) D[k] -= brn__lanes_load(damping->strain[k]);
  BrnLanes trace = D[0] + D[1] + D[2], square = D[0] * D[0] + D[1] * D[1] + D[2] * D[2];
  square += 2 * (D[3] * D[3] + D[4] * D[4] + D[5] * D[5]);
  brn__lanes_store(energy, mu * square + 0.5 * lambda * (trace * trace));
  if (want < BRN_WANT_STRESS) return;
  // T = 2 mu D + lambda tr D I, P = F T
  for (int k = 0; k < 6; k++) T[k] = 2 * mu * D[k];
  for (int k = 0; k < 3; k++) T[k] += lambda * trace;
  for (int p = 0; p < 9; p++) {
    const BrnLanes* f = G + 3 * (p / 3);
    const int* t = at + 3 * (p % 3);
    BrnLanes P = f[0] * T[t[0]] + f[1] * T[t[1]] + f[2] * T[t[2]];
    brn__lanes_store(out->stress[p], brn__lanes_load(out->stress[p]) + P);
  }
  if (want >= BRN_WANT_STIFFNESS) {
    add_stiffness(G, T, mu, lambda, want == BRN_WANT_DEFINITE, out);
  }
}
