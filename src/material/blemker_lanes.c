// SPDX-License-Identifier: Apache-2.0

#include "material/muscle_lanes.h"

// Muscle and tendon of Blemker, Pinsky and Delp 2005: shear along the fibres and across them have
// moduli of their own,
//
//   W = G1 B1^2 + G2 B2^2 + bulk/2 (ln J)^2 + F2(l~, activation)
//   B1^2 = I5~ / I4~^2 - 1          along-fibre shear (Criscione et al. 2001)
//   B2 = arcosh y, y = (I1~ I4~ - I5~) / (2 sqrt I4~)     cross-fibre shear
//
// A stretch along the fibres with equal thinning has B1 = B2 = 0: below the slack length nothing
// but the active force resists it. `guard` adds guard/2 (I1~ - 3), an isotropic solid of that shear
// modulus; 0 is the published material.

typedef struct Def {
  double along, across, bulk, guard;
  int volumetric;
  BrnMuscleFibre fibre;
} Def;

#define SOLID_FIELDS                                                                               \
  BRN_NUMBER_FIELD(Def, "along", along, 0, 1e15, "Pa", "G1: shear along the fibres"),              \
      BRN_NUMBER_FIELD(Def, "across", across, 0, 1e15, "Pa", "G2: shear across the fibres"),       \
      BRN_NUMBER_FIELD(Def, "bulk", bulk, 1e-3, 1e15, "Pa", "of the volume: see volumetric"),      \
      BRN_VOLUMETRIC_FIELD(Def, volumetric),                                                       \
      BRN_NUMBER_FIELD(Def, "guard", guard, 0, 1e15, "Pa",                                         \
                       "shear modulus of an isotropic solid added to it; 0: none, as published")

static const BrnField muscle_fields[] = {SOLID_FIELDS, BRN_MUSCLE_FIELDS(Def, fibre), {0}};
static const BrnField tendon_fields[] = {SOLID_FIELDS, BRN_TENDON_FIELDS(Def, fibre), {0}};

static void muscle_defaults(void* def) {
  *(Def*)def = (Def){5e2, 5e2, 1e7, 0, BRN_VOLUMETRIC_HALF, BRN_MUSCLE_FIBRE};
  ((Def*)def)->fibre.optimal = 1.4;
}
static void tendon_defaults(void* def) {
  *(Def*)def = (Def){5e4, 5e4, 5e8, 0, BRN_VOLUMETRIC_HALF, BRN_TENDON_FIBRE};
}

enum { ALONG = BRN_MUSCLE_CONSTANTS, ACROSS, BULK, GUARD };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  (void)ctx;
  const Def* from = def;
  brn__muscle_prepare(&from->fibre, out);
  out->constant[ALONG] = from->along;
  out->constant[ACROSS] = from->across;
  out->constant[BULK] = brn__volumetric_modulus(from->volumetric, from->bulk);
  out->choice[1] = from->volumetric;
  out->bulk_law = brn__volumetric_law(from->volumetric);
  out->constant[GUARD] = from->guard;
  return BRN_OK;
}

// arcosh(1 + t)^2 and two derivatives. Near t = 0 by its series, 2 sum of (-1)^(n-1) (2 t)^n /
// (n^2 C(2n, n)), where the closed form is 0 / 0.
BRN_LANE_INLINE BrnCurveLanes arcosh_squared(BrnLanes t) {
  enum { TERMS = 16 };
  BrnLanes near = brn__lanes_min(t, brn__lanes_set(0.15)), zero = brn__lanes_set(0);
  BrnCurveLanes series = {zero, zero, zero};
  double factor = 1; // (-1)^(n-1) 2^(n+1) / (n^2 C(2n, n)) = 2, -1/3, 4/45, ...
  double c[TERMS + 1];
  for (int n = 1; n <= TERMS; n++) {
    factor = n == 1 ? 2 : -factor * (double)((n - 1) * (n - 1)) / (double)(n * (2 * n - 1));
    c[n] = factor;
  }
  for (int n = TERMS; n >= 1; n--) {
    if (n >= 2) series.slope = series.slope * near + n * (n - 1) * c[n];
    series.force = series.force * near + n * c[n];
    series.energy = series.energy * near + c[n];
  }
  series.energy *= near;

  BrnLanes far = brn__lanes_max(t, brn__lanes_set(0.15)), y = 1 + far, square = far * (2 + far);
  BrnLanes root = brn__lanes_sqrt(square), a = brn__lanes_log(y + root), over = a / root;
  BrnCurveLanes closed = {a * a, 2 * over, 2 * (1 - y * over) / square};
  BrnMask is_near = brn__lanes_less(t, brn__lanes_set(0.15));
  return (BrnCurveLanes){brn__lanes_select(is_near, series.energy, closed.energy),
                         brn__lanes_select(is_near, series.force, closed.force),
                         brn__lanes_select(is_near, series.slope, closed.slope)};
}

BRN_LANE_INLINE void add_along(BrnLanes G, const BrnLanes* I, BrnDensityLanes* bar) {
  BrnLanes inverse = 1 / I[BRN_I4], square = inverse * inverse, ratio = I[BRN_I5] * square;
  bar->W += G * (ratio - 1);
  bar->d[BRN_I4] += -2 * G * (ratio * inverse);
  bar->d[BRN_I5] += G * square;
  bar->dd[BRN_I4][BRN_I4] += 6 * G * (ratio * square);
  bar->dd[BRN_I4][BRN_I5] += -2 * G * (square * inverse);
}

BRN_LANE_INLINE void add_across(BrnLanes G, const BrnLanes* I, BrnDensityLanes* bar) {
  BrnLanes l = brn__lanes_sqrt(I[BRN_I4]), i = 1 / l, i3 = i * i * i;
  BrnCurveLanes A = arcosh_squared(0.5 * (I[BRN_I1] * l - I[BRN_I5] * i) - 1);
  BrnLanes y1 = 0.5 * l, y4 = 0.25 * (I[BRN_I1] * i + I[BRN_I5] * i3), y5 = -0.5 * i;
  BrnLanes y44 = -0.125 * i3 * (I[BRN_I1] + 3 * (I[BRN_I5] * (i * i)));
  BrnLanes first = G * A.force, second = G * A.slope;
  bar->W += G * A.energy;
  bar->d[BRN_I1] += first * y1;
  bar->d[BRN_I4] += first * y4;
  bar->d[BRN_I5] += first * y5;
  bar->dd[BRN_I1][BRN_I1] += second * (y1 * y1);
  bar->dd[BRN_I1][BRN_I4] += second * (y1 * y4) + first * (0.25 * i);
  bar->dd[BRN_I1][BRN_I5] += second * (y1 * y5);
  bar->dd[BRN_I4][BRN_I4] += second * (y4 * y4) + first * y44;
  bar->dd[BRN_I4][BRN_I5] += second * (y4 * y5) + first * (0.25 * i3);
  bar->dd[BRN_I5][BRN_I5] += second * (y5 * y5);
}

enum { USES = BRN_USE_I1 | BRN_USE_J | BRN_USE_I4 | BRN_USE_I5 | BRN_USE_LOG };

BRN_DENSITY density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                    BrnDensityLanes* d) {
  BrnIsochoricLanes iso;
  BrnDensityLanes bar;
  for (int a = 0; a < BRN_INVARIANTS; a++) {
    bar.d[a] = brn__lanes_set(0);
    for (int b = 0; b < BRN_INVARIANTS; b++) bar.dd[a][b] = brn__lanes_set(0);
  }
  brn__isochoric(k, USES, &iso);
  brn__volumetric(&iso, brn__constant(m, BULK), m->choice[1], &bar);
  BrnLanes half = 0.5 * brn__constant(m, GUARD);
  bar.W += half * (iso.I[BRN_I1] - 3);
  bar.d[BRN_I1] += half;
  add_along(brn__constant(m, ALONG), iso.I, &bar);
  add_across(brn__constant(m, ACROSS), iso.I, &bar);
  brn__add_muscle_fibre(m, k, iso.I[BRN_I4], &bar);
  enum { BARS = BRN_USE_I1 | BRN_USE_I4 | BRN_USE_I5 };
  brn__isochoric_chain(&iso, &bar, USES, BRN_PAIRS(BARS), want, d);
}

enum { PAIRED = BRN_USE_I1 | BRN_USE_J | BRN_USE_I4 | BRN_USE_I5 };

BRN_BODY_KERNEL(kernel, density, USES, BRN_PAIRS(PAIRED))

BRN_MUSCLE_AND_TENDON(blemker, "along- and cross-fibre shear (Blemker et al. 2005)")
