// SPDX-License-Identifier: Apache-2.0

#include "material/hill.h"

#include "material/isochoric_lanes.h"
#include "material/kernel_lanes.h"
#include "material/velocity_lanes.h"

// Fibres of Hill's type: an energy of the stretch l along the fibre with the derivative
//
//   dW/dl = tension / optimal (activation f_v f_a(x) + f_p(x)),   x = l / optimal
//
// f_v is a function of the rate of l over the step, and so of l: energy and stiffness have it in
// them. With `isochoric` the stretch is J^-1/3 |F u|, as in Teran et al. 2003.

BRN_LANE_INLINE BrnCurveLanes active_curve(const BrnTermLanes* m, const BrnInvariantLanes* k,
                                           BrnLanes x) {
  BrnShapeLanes active =
      brn__shape(m, m->choice[ACTIVE], OF_ACTIVE, BRN_ACTIVE_CONSTANTS, ACTIVE_TABLE);
  if (m->choice[VELOCITY] < 0 || !(k->per_time > 0)) return brn__curve_active(&active, x);
  BrnShapeLanes velocity =
      brn__shape(m, m->choice[VELOCITY], OF_VELOCITY, VELOCITY_CONSTANTS, VELOCITY_TABLE);
  BrnLanes inverse = brn__constant(m, INVERSE);
  BrnLanes q = k->per_time * brn__constant(m, INVERSE_RATE) / inverse;
  // little active fibres are slow
  if (velocity.curve == BRN_VELOCITY_THELEN) q /= 0.25 + 0.75 * k->activation;
  return brn__curve_moving(&active, &velocity, x, k->stretch_before * inverse, q);
}

BRN_LANE_INLINE BrnCurveLanes curve(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnLanes l) {
  BrnLanes inverse = brn__constant(m, INVERSE), tension = brn__constant(m, TENSION);
  BrnLanes x = l * inverse, a = k->activation;
  BrnShapeLanes shape =
      brn__shape(m, m->choice[PASSIVE], OF_PASSIVE, PASSIVE_CONSTANTS, PASSIVE_TABLE);
  BrnCurveLanes active = active_curve(m, k, x), passive = brn__curve_passive(&shape, x);
  return (BrnCurveLanes){tension * (a * active.energy + passive.energy),
                         tension * inverse * (a * active.force + passive.force),
                         tension * (inverse * inverse) * (a * active.slope + passive.slope)};
}

BRN_DENSITY stretch_density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                            BrnDensityLanes* d) {
  (void)want;
  BrnLanes I4 = k->I[BRN_I4], l = brn__lanes_sqrt(I4), zero = brn__lanes_set(0);
  d->W = d->d[BRN_I4] = d->dd[BRN_I4][BRN_I4] = zero;
  brn__add_stretch(I4, l, curve(m, k, l), d);
}

BRN_STRETCH_KERNEL(stretch_kernel, stretch_density)

enum { USES = BRN_USE_J | BRN_USE_I4 | BRN_USE_LOG, PAIRED = BRN_USE_J | BRN_USE_I4 };

BRN_DENSITY isochoric_density(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                              BrnDensityLanes* d) {
  BrnIsochoricLanes iso;
  BrnDensityLanes bar;
  brn__isochoric(k, USES, &iso);
  BrnLanes I4 = iso.I[BRN_I4], l = brn__lanes_sqrt(I4), zero = brn__lanes_set(0);
  bar.W = bar.d[BRN_J] = bar.dd[BRN_J][BRN_J] = bar.d[BRN_I4] = bar.dd[BRN_I4][BRN_I4] = zero;
  brn__add_stretch(I4, l, curve(m, k, l), &bar);
  brn__isochoric_chain(&iso, &bar, USES, BRN_PAIR(BRN_I4, BRN_I4), want, d);
}

BRN_FIBRE_KERNEL(isochoric_kernel, isochoric_density, USES, BRN_PAIRS(PAIRED))

static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,
                   BrnMaterialOut* out) {
  if (m->choice[ISOCHORIC])
    isochoric_kernel(m, in, want, out);
  else
    stretch_kernel(m, in, want, out);
}

const BrnMaterialTermOps BRN_LANE_NAME(brn__hill) = {
    .name = "hill",
    .title = "Hill fibres: active and passive force-length, force-velocity",
    .adds = true,
    .inverts = true,
    .definite = true,
    .uses_fibre = true,
    .fields = fields,
    .defaults = defaults,
    .tension_share = brn__whole_tension,
    .prepare = prepare,
    .make_tables = make_tables,
    .kernel = kernel,
};
