// SPDX-License-Identifier: Apache-2.0

#include "material/isochoric_lanes.h"
#include "material/kernel_lanes.h"
#include "material/velocity_lanes.h"

// Fibres of Hill's type: an energy of the stretch l along the fibre with the derivative
//
//   dW/dl = tension / optimal (activation f_v f_a(x) + f_p(x)),   x = l / optimal
//
// f_v is a function of the rate of l over the step, and so of l: energy and stiffness have it in
// them. With `isochoric` the stretch is J^-1/3 |F u|, as in Teran et al. 2003.

typedef struct Def {
  double tension, optimal, max_rate;
  int active, passive;
  bool velocity, isochoric;
} Def;

static const BrnField fields[] = {
    {"tension", BRN_FIELD_DOUBLE, offsetof(Def, tension), 0, 1e12, .unit = "Pa",
     .help = "greatest active stress"},
    {"optimal", BRN_FIELD_DOUBLE, offsetof(Def, optimal), 0.1, 10,
     .help = "stretch at which the active force is greatest"},
    {"active", BRN_FIELD_CHOICE, offsetof(Def, active), .choices = BRN_ACTIVE_CHOICES, .width = 2,
     .help = "force-length curve of active fibres"},
    {"passive", BRN_FIELD_CHOICE, offsetof(Def, passive), .choices = BRN_PASSIVE_CHOICES,
     .width = 2, .help = "force-length curve of resting fibres"},
    {"velocity", BRN_FIELD_BOOL, offsetof(Def, velocity),
     .help = "in dynamic steps force falls as fibres shorten (De Groote et al. 2016)"},
    {"max_rate", BRN_FIELD_DOUBLE, offsetof(Def, max_rate), 1e-3, 1e3, .unit = "1/s",
     .help = "greatest velocity, in optimal lengths"},
    {"isochoric", BRN_FIELD_BOOL, offsetof(Def, isochoric),
     .help = "measure the stretch without the change of volume"},
    {0}};

static void defaults(void* def) {
  *(Def*)def = (Def){3e5, 1, 10, BRN_ACTIVE_THELEN, BRN_PASSIVE_THELEN, true, false};
}

enum { TENSION, INVERSE, SIZE, GROWTH, STRAIGHT, INVERSE_RATE };
enum { ACTIVE, PASSIVE, VELOCITY, ISOCHORIC };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  (void)ctx;
  const Def* from = def;
  BrnToe toe = from->passive == BRN_PASSIVE_BLEMKER ? BRN_TOE_BLEMKER : BRN_TOE_THELEN;
  if (from->passive == BRN_PASSIVE_NONE) toe.size = 0;
  out->constant[TENSION] = from->tension;
  out->constant[INVERSE] = 1 / from->optimal;
  out->constant[SIZE] = toe.size;
  out->constant[GROWTH] = toe.growth;
  out->constant[STRAIGHT] = toe.straight;
  out->constant[INVERSE_RATE] = 1 / (from->max_rate * from->optimal);
  out->choice[ACTIVE] = from->active;
  out->choice[PASSIVE] = from->passive;
  out->choice[VELOCITY] = from->velocity;
  out->choice[ISOCHORIC] = from->isochoric;
  out->definite = !from->isochoric;
  return BRN_OK;
}

BRN_LANE_INLINE BrnCurveLanes curve(const BrnTermLanes* m, const BrnStrainLanes* k, BrnLanes l) {
  BrnLanes inverse = brn__constant(m, INVERSE), tension = brn__constant(m, TENSION);
  BrnLanes x = l * inverse, a = k->activation;
  BrnActiveCurve choice = (BrnActiveCurve)m->choice[ACTIVE];
  BrnCurveLanes active;
  if (m->choice[VELOCITY] && k->per_time > 0) {
    BrnLanes q = k->per_time * brn__constant(m, INVERSE_RATE) / inverse;
    active = brn__curve_moving(choice, x, k->stretch_before * inverse, q, m->table[0]);
  } else {
    active = brn__curve_active(choice, x, m->table[0]);
  }
  BrnCurveLanes passive = m->choice[PASSIVE] == BRN_PASSIVE_TABLE
                              ? brn__curve_table(x, m->table[1])
                              : brn__curve_toe(x, brn__constant(m, SIZE), brn__constant(m, GROWTH),
                                               brn__constant(m, STRAIGHT));
  return (BrnCurveLanes){tension * (a * active.energy + passive.energy),
                         tension * inverse * (a * active.force + passive.force),
                         tension * (inverse * inverse) * (a * active.slope + passive.slope)};
}

BRN_DENSITY stretch_density(const BrnTermLanes* m, const BrnStrainLanes* k, BrnWant want,
                            BrnDensityLanes* d) {
  (void)want;
  BrnLanes I4 = k->I[BRN_I4], l = brn__lanes_sqrt(I4), zero = brn__lanes_set(0);
  d->W = d->d[BRN_I4] = d->dd[BRN_I4][BRN_I4] = zero;
  brn__add_stretch(I4, l, curve(m, k, l), d);
}

BRN_STRETCH_KERNEL(stretch_kernel, stretch_density)

enum { USES = BRN_USE_J | BRN_USE_I4 | BRN_USE_LOG, PAIRED = BRN_USE_J | BRN_USE_I4 };

BRN_DENSITY isochoric_density(const BrnTermLanes* m, const BrnStrainLanes* k, BrnWant want,
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

const BrnTermOps BRN_LANE_NAME(brn__hill) = {
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
    .kernel = kernel,
};
