// SPDX-License-Identifier: Apache-2.0
//
// Energies of the isochoric part of the deformation: functions of J^-2/3 I1, J^-4/3 I2, J^-2/3 I4,
// J^-4/3 I5, and of J itself. A density gives its derivatives by those; here they become
// derivatives by the plain invariants.

#pragma once

#include "material/invariant_lanes.h"
#include "material/volumetric.h"

typedef struct BrnIsochoricLanes {
  BrnLanes J, log, inverse;        // and ln J, 1 / J
  BrnLanes power[BRN_INVARIANTS];  // J^-2/3 or J^-4/3
  BrnLanes I[BRN_INVARIANTS];      // the isochoric invariants
  BrnLanes change[BRN_INVARIANTS]; // their derivatives by J
} BrnIsochoricLanes;

BRN_LANE_INLINE double brn__isochoric_exponent(int a) {
  return a == BRN_I1 || a == BRN_I4 ? -2.0 / 3 : -4.0 / 3;
}

BRN_LANE_INLINE void brn__isochoric(const BrnInvariantLanes* k, int uses, BrnIsochoricLanes* iso) {
  iso->J = k->I[BRN_J];
  iso->log = brn__lanes_log(k->I[BRN_J]);
  iso->inverse = 1 / k->I[BRN_J];
  BrnLanes power = brn__lanes_exp(-2.0 / 3 * iso->log), square = power * power;
  for (int a = BRN_I1; a < BRN_INVARIANTS; a++) {
    if (a == BRN_J || !(uses >> a & 1)) continue;
    iso->power[a] = a == BRN_I1 || a == BRN_I4 ? power : square;
    iso->I[a] = iso->power[a] * k->I[a];
    iso->change[a] = brn__isochoric_exponent(a) * iso->I[a] * iso->inverse;
  }
}

BRN_LANE_INLINE void brn__isochoric_first(const BrnIsochoricLanes* iso, const BrnDensityLanes* bar,
                                          int uses, BrnDensityLanes* d) {
  d->d[BRN_J] = bar->d[BRN_J];
  for (int a = BRN_I1; a < BRN_INVARIANTS; a++) {
    if (a == BRN_J || !(uses >> a & 1)) continue;
    d->d[a] = iso->power[a] * bar->d[a];
    d->d[BRN_J] += bar->d[a] * iso->change[a];
  }
}

/// @param pairs of `bar`, without J; the result has all pairs of `uses`
BRN_LANE_INLINE void brn__isochoric_second(const BrnIsochoricLanes* iso, const BrnDensityLanes* bar,
                                           int uses, uint64_t pairs, BrnDensityLanes* d) {
  BrnLanes JJ = bar->dd[BRN_J][BRN_J];
  for (int a = BRN_I1; a < BRN_INVARIANTS; a++) {
    if (a == BRN_J || !(uses >> a & 1)) continue;
    double n = brn__isochoric_exponent(a);
    BrnLanes row = brn__lanes_set(0); // sum over b of W_ab times the change of b
    for (int b = BRN_I1; b < BRN_INVARIANTS; b++) {
      if (b == BRN_J || !(uses >> b & 1)) continue;
      int low = a < b ? a : b, high = a < b ? b : a;
      bool there = (pairs & BRN_PAIR(low, high)) != 0;
      if (there) row += bar->dd[low][high] * iso->change[b];
      if (a > b) continue;
      d->dd[a][b] = there ? iso->power[a] * iso->power[b] * bar->dd[a][b] : brn__lanes_set(0);
    }
    BrnLanes own = bar->d[a] * iso->inverse;
    BrnLanes aJ = iso->power[a] * (row + n * own);
    if (a < BRN_J)
      d->dd[a][BRN_J] = aJ;
    else
      d->dd[BRN_J][a] = aJ;
    JJ += iso->change[a] * (row + (n - 1) * own);
  }
  d->dd[BRN_J][BRN_J] = JJ;
}

BRN_LANE_INLINE void brn__isochoric_chain(const BrnIsochoricLanes* iso, const BrnDensityLanes* bar,
                                          int uses, uint64_t pairs, BrnWant want,
                                          BrnDensityLanes* d) {
  d->W = bar->W;
  if (want >= BRN_WANT_STRESS) brn__isochoric_first(iso, bar, uses, d);
  if (want >= BRN_WANT_STIFFNESS) brn__isochoric_second(iso, bar, uses, pairs, d);
}

/// bulk/2 (ln J)^2 or bulk/4 (J^2 - 1 - 2 ln J), the first thing that a density of isochoric
/// invariants puts in.
BRN_LANE_INLINE void brn__volumetric(const BrnIsochoricLanes* iso, BrnLanes bulk, int volumetric,
                                     BrnDensityLanes* bar) {
  if (volumetric == BRN_VOLUMETRIC_SIMO) {
    BrnLanes part = 0.5 * bulk, J = iso->J;
    bar->W = 0.5 * part * ((J - 1) * (J + 1) - 2 * iso->log);
    bar->d[BRN_J] = part * (J - iso->inverse);
    bar->dd[BRN_J][BRN_J] = part * (1 + iso->inverse * iso->inverse);
    return;
  }
  BrnLanes p = bulk * iso->log;
  bar->W = 0.5 * p * iso->log;
  bar->d[BRN_J] = p * iso->inverse;
  bar->dd[BRN_J][BRN_J] = (bulk - p) * (iso->inverse * iso->inverse);
}
