// SPDX-License-Identifier: Apache-2.0
//
// Makes the kernel of a term from its density
//
//   static void density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
//                       BrnDensityLanes* d)
//
// which is to fill W, and from BRN_WANT_STRESS on d (of the invariants in `uses`), and from
// BRN_WANT_STIFFNESS on dd (of those in `pairs`).

#pragma once

#include "material/definite_lanes.h"
#include "material/elastic.h"

#define BRN_DENSITY BRN_LANE_INLINE void

// the invariant that stands for the volume: J where there is one
BRN_LANE_INLINE int brn__bulk_invariant(int uses) {
  return uses & BRN_USE_J ? BRN_J : uses & BRN_USE_SIGMA ? BRN_SIGMA : BRN_I1;
}

// What a caller adds to a body. A BrnBulkMeasure grows like J and sigma, and half as fast as I1.
BRN_LANE_INLINE void brn__add_bulk(const BrnMaterialIn* in, int uses, bool adds, BrnWant want,
                                   BrnDensityLanes* d) {
  int a = brn__bulk_invariant(uses);
  if (adds) return;
  d->W += brn__lanes_load(in->bulk[0]);
  if (want >= BRN_WANT_STRESS) {
    BrnLanes slope = brn__lanes_load(in->bulk[1]);
    d->d[a] += a == BRN_I1 ? 0.5 * slope : slope;
  }
  if (want >= BRN_WANT_STIFFNESS) {
    BrnLanes curvature = brn__lanes_load(in->bulk[2]);
    d->dd[a][a] += a == BRN_I1 ? 0.25 * curvature : curvature;
  }
}

#define BRN_KERNEL_CASE(density, uses, pairs, adds, wanted)                                        \
  do {                                                                                             \
    brn__invariants(in, uses, false, &k);                                                          \
    density(m, &k, wanted, &d);                                                                    \
    brn__add_bulk(in, uses, adds, wanted, &d);                                                     \
    brn__put_density(&k, &d, uses, pairs, wanted, adds, out);                                      \
  } while (0)

/// Of terms whose key "tension" is the stress itself.
static inline double brn__whole_tension(const void* def) {
  (void)def;
  return 1;
}

#define BRN_KERNEL(kernel, density, uses, pairs, adds)                                             \
  static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,                 \
                     BrnMaterialOut* out) {                                                        \
    BrnInvariantLanes k;                                                                           \
    BrnDensityLanes d;                                                                             \
    if (want == BRN_WANT_ENERGY) {                                                                 \
      BRN_KERNEL_CASE(density, uses, pairs, adds, BRN_WANT_ENERGY);                                \
    } else if (want == BRN_WANT_STRESS) {                                                          \
      BRN_KERNEL_CASE(density, uses, pairs, adds, BRN_WANT_STRESS);                                \
    } else {                                                                                       \
      BRN_KERNEL_CASE(density, uses, pairs, adds, BRN_WANT_STIFFNESS);                             \
    }                                                                                              \
  }

/// Body term of any invariants.
#define BRN_BODY_KERNEL(kernel, density, uses, pairs)                                              \
  BRN_KERNEL(kernel, density, uses, pairs, false)
/// Fibre term of any invariants.
#define BRN_FIBRE_KERNEL(kernel, density, uses, pairs)                                             \
  BRN_KERNEL(kernel, density, uses, pairs, true)

/// Body term of sigma, I1, I2 and J, whose eigenvalues are known.
#define BRN_ISOTROPIC_KERNEL(kernel, density, uses, pairs)                                         \
  BRN_KERNEL(kernel##_plain, density, uses, pairs, false)                                          \
  static void kernel##_definite(const BrnTermLanes* m, const BrnMaterialIn* in,                    \
                                BrnMaterialOut* out) {                                             \
    BrnInvariantLanes k;                                                                           \
    BrnDensityLanes d;                                                                             \
    brn__invariants(in, uses, true, &k);                                                           \
    density(m, &k, BRN_WANT_STIFFNESS, &d);                                                        \
    brn__add_bulk(in, uses, false, BRN_WANT_STIFFNESS, &d);                                        \
    brn__put_definite(&k, &d, uses, pairs, out);                                                   \
  }                                                                                                \
  static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,                 \
                     BrnMaterialOut* out) {                                                        \
    if (want == BRN_WANT_DEFINITE)                                                                 \
      kernel##_definite(m, in, out);                                                               \
    else                                                                                           \
      kernel##_plain(m, in, want, out);                                                            \
  }

// I4 alone: the stiffness is (2 d (I - n n^T) + (2 d + 4 I4 dd) n n^T) (x) u u^T
BRN_LANE_INLINE void brn__stretch_definite(const BrnInvariantLanes* k, BrnDensityLanes* d) {
  BrnLanes across = d->d[BRN_I4];
  BrnLanes along = across + 2 * k->I[BRN_I4] * d->dd[BRN_I4][BRN_I4];
  across = brn__not_negative(across);
  d->dd[BRN_I4][BRN_I4] = (brn__not_negative(along) - across) / (2 * k->I[BRN_I4]);
  d->d[BRN_I4] = across;
}

/// Fibre term of I4 alone, which knows its eigenvalues.
#define BRN_STRETCH_KERNEL(kernel, density)                                                        \
  BRN_KERNEL(kernel##_plain, density, BRN_USE_I4, BRN_PAIR(BRN_I4, BRN_I4), true)                  \
  static void kernel##_definite(const BrnTermLanes* m, const BrnMaterialIn* in,                    \
                                BrnMaterialOut* out) {                                             \
    BrnInvariantLanes k;                                                                           \
    BrnDensityLanes d;                                                                             \
    BrnLanes g[BRN_INVARIANTS][9];                                                                 \
    brn__invariants(in, BRN_USE_I4, false, &k);                                                    \
    density(m, &k, BRN_WANT_STIFFNESS, &d);                                                        \
    brn__put_density(&k, &d, BRN_USE_I4, 0, BRN_WANT_STRESS, true, out);                           \
    brn__stretch_definite(&k, &d);                                                                 \
    brn__gradients(&k, BRN_USE_I4, g);                                                             \
    brn__put_stiffness(&k, &d, BRN_USE_I4, BRN_PAIR(BRN_I4, BRN_I4), g, true, out);                \
  }                                                                                                \
  static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,                 \
                     BrnMaterialOut* out) {                                                        \
    if (want == BRN_WANT_DEFINITE)                                                                 \
      kernel##_definite(m, in, out);                                                               \
    else                                                                                           \
      kernel##_plain(m, in, want, out);                                                            \
  }
