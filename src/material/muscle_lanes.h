// SPDX-License-Identifier: Apache-2.0
//
// What the muscles and tendons of Teran et al. 2003 and Blemker et al. 2005 have in common: the
// fibre's part F2 of the energy, given by its derivative by the isochoric stretch l,
//
//   muscle   dF2/dl = tension / optimal (activation f_a(x) + f_p(x)), x = l / optimal
//   tendon   dF2/dl = size (e^(growth (l - 1)) - 1) above 1, straight from some l on

#pragma once

#include "material/curve_lanes.h"
#include "material/isochoric_lanes.h"
#include "material/kernel_lanes.h"

typedef struct BrnMuscleFibre {
  double tension, optimal, size, growth, straight;
  int active;
} BrnMuscleFibre;

#define BRN_MUSCLE_FIBRE                                                                           \
  ((BrnMuscleFibre){3e5, 1, BRN_TOE_BLEMKER.size, BRN_TOE_BLEMKER.growth,                          \
                    BRN_TOE_BLEMKER.straight, BRN_ACTIVE_BLEMKER})
#define BRN_TENDON_FIBRE ((BrnMuscleFibre){1, 1, 2.7e6, 46.4, 1.03, BRN_ACTIVE_NONE})

#define BRN_MUSCLE_FIELDS(Def, fibre)                                                              \
  BRN_NUMBER_FIELD(Def, "tension", fibre.tension, 0, 1e12, "Pa", "of fully active fibres"),        \
      BRN_NUMBER_FIELD(Def, "optimal", fibre.optimal, 0.1, 10, NULL,                               \
                       "stretch at which the active force is greatest"),                           \
      BRN_NUMBER_FIELD(Def, "passive_size", fibre.size, 0, 1e3, NULL, "of the passive curve"),     \
      BRN_NUMBER_FIELD(Def, "passive_growth", fibre.growth, 1e-3, 300, NULL,                       \
                       "of the passive curve"),                                                    \
      BRN_NUMBER_FIELD(Def, "passive_straight", fibre.straight, 1, 2, NULL,                        \
                       "where the passive curve goes on straight")
#define BRN_TENDON_FIELDS(Def, fibre)                                                              \
  BRN_NUMBER_FIELD(Def, "size", fibre.size, 0, 1e12, "Pa", "of the exponential"),                  \
      BRN_NUMBER_FIELD(Def, "growth", fibre.growth, 1e-3, 300, NULL, "of the exponential"),        \
      BRN_NUMBER_FIELD(Def, "straight", fibre.straight, 1, 2, NULL,                                \
                       "stretch from which the curve goes on straight")

enum {
  BRN_MUSCLE_TENSION,
  BRN_MUSCLE_OPTIMAL,
  BRN_MUSCLE_SIZE,
  BRN_MUSCLE_GROWTH,
  BRN_MUSCLE_STRAIGHT,
  BRN_MUSCLE_CONSTANTS
};

static inline void brn__muscle_prepare(const BrnMuscleFibre* from, BrnTermConstants* out) {
  out->constant[BRN_MUSCLE_TENSION] = from->tension;
  out->constant[BRN_MUSCLE_OPTIMAL] = from->optimal;
  out->constant[BRN_MUSCLE_SIZE] = from->size;
  out->constant[BRN_MUSCLE_GROWTH] = from->growth;
  out->constant[BRN_MUSCLE_STRAIGHT] = from->straight;
  out->choice[0] = from->active;
}

/// Adds F2 to a density of isochoric invariants.
BRN_LANE_INLINE void brn__add_muscle_fibre(const BrnTermLanes* m, const BrnInvariantLanes* k,
                                           BrnLanes I4, BrnDensityLanes* bar) {
  BrnLanes l = brn__lanes_sqrt(I4), inverse = 1 / brn__constant(m, BRN_MUSCLE_OPTIMAL);
  BrnLanes tension = brn__constant(m, BRN_MUSCLE_TENSION), x = l * inverse;
  BrnCurveLanes f =
      brn__curve_toe(x, brn__constant(m, BRN_MUSCLE_SIZE), brn__constant(m, BRN_MUSCLE_GROWTH),
                     brn__constant(m, BRN_MUSCLE_STRAIGHT));
  if (m->choice[0] == BRN_ACTIVE_BLEMKER) {
    BrnCurveLanes active = brn__curve_blemker(x);
    f.energy += k->activation * active.energy;
    f.force += k->activation * active.force;
    f.slope += k->activation * active.slope;
  }
  f.energy *= tension;
  f.force *= tension * inverse;
  f.slope *= tension * (inverse * inverse);
  brn__add_stretch(I4, l, f, bar);
}

/// Tables of a muscle, and of a tendon, which is the same but for its fields and what they are at
/// first. What they name is in the file.
#define BRN_MUSCLE_AND_TENDON(word, law)                                                           \
  const BrnMaterialTermOps BRN_LANE_NAME(brn__##word##_muscle) = {                                 \
      .name = #word "_muscle",                                                                     \
      .title = "muscle of " law,                                                                   \
      .uses_fibre = true,                                                                          \
      .bulk_law = BRN_BULK_LOG,                                                                    \
      .bulk_constant = BULK,                                                                       \
      .fields = muscle_fields,                                                                     \
      .defaults = muscle_defaults,                                                                 \
      .tension_share = brn__whole_tension,                                                         \
      .prepare = prepare,                                                                          \
      .kernel = kernel,                                                                            \
  };                                                                                               \
  const BrnMaterialTermOps BRN_LANE_NAME(brn__##word##_tendon) = {                                 \
      .name = #word "_tendon",                                                                     \
      .title = "tendon of " law,                                                                   \
      .uses_fibre = true,                                                                          \
      .bulk_law = BRN_BULK_LOG,                                                                    \
      .bulk_constant = BULK,                                                                       \
      .fields = tendon_fields,                                                                     \
      .defaults = tendon_defaults,                                                                 \
      .prepare = prepare,                                                                          \
      .kernel = kernel,                                                                            \
  };
