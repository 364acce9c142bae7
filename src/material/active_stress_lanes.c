// SPDX-License-Identifier: Apache-2.0

#include "material/active_shape.h"
#include "material/kernel_lanes.h"

// A constant active stress T = tension times activation along the fibres (M = u u^T), across them
// (M = I - u u^T) or in all directions (M = I), constant in one of four measures. Their energies:
//
//               along        across                     all
//   second      T/2 I4       T/2 (I1 - I4)              T/2 I1      S = T M
//   first       T l          T (sum of the singular     T sigma     force per area at rest
//                             values of F (I - u u^T))
//   kirchhoff   T ln l       T (ln J - ln l)            T ln J      J times Cauchy
//   cauchy      -            -                          T J         force per area now
//
// A Cauchy stress along or across the fibres is no gradient of an energy: its energy is zero here,
// and its stiffness is the symmetric part of dP/dF. A Cauchy stress may also hang on the length of
// the fibres: T = tension times activation f(x), or x f(x) with `times_length`, x being the stretch
// over the optimal one, by default that without the change of volume. Blemker et al. 2005 and FEBio
// have x f(x); then there is no energy in any direction.

typedef struct Def {
  double tension, optimal;
  int measure, direction;
  BrnActiveShape length; // none: the stress is the same at all lengths
  bool isochoric, times_length;
} Def;

typedef enum Measure { SECOND, FIRST, KIRCHHOFF, CAUCHY } Measure;
typedef enum Direction { ALONG, ACROSS, ALL } Direction;

static const BrnField fields[] = {
    {"tension", BRN_FIELD_DOUBLE, offsetof(Def, tension), 0, 1e12, .unit = "Pa",
     .help = "stress at full activation"},
    {"measure", BRN_FIELD_CHOICE, offsetof(Def, measure),
     .choices = "second first kirchhoff cauchy",
     .help = "which stress is constant: a Piola-Kirchhoff stress, Kirchhoff's or Cauchy's"},
    {"direction", BRN_FIELD_CHOICE, offsetof(Def, direction), .choices = "along across all",
     .help = "along the fibres, across them, or in all directions"},
    {"length", BRN_FIELD_CHOICE, offsetof(Def, length.curve), .choices = BRN_ACTIVE_CHOICES,
     .width = 2, .help = "cauchy: the active curve that the stress follows; none: constant"},
    {"optimal", BRN_FIELD_DOUBLE, offsetof(Def, optimal), 0.1, 10,
     .help = "stretch at which that curve is greatest"},
    {"isochoric", BRN_FIELD_BOOL, offsetof(Def, isochoric),
     .help = "measure that stretch without the change of volume"},
    {"times_length", BRN_FIELD_BOOL, offsetof(Def, times_length),
     .help = "the curve times stretch over optimal, as Blemker et al. 2005 and FEBio have it"},
    BRN_ACTIVE_SHAPE_FIELDS(Def, length),
    {0}};

static void defaults(void* def) {
  *(Def*)def = (Def){.tension = 3e5,
                     .optimal = 1,
                     .measure = CAUCHY,
                     .direction = ALONG,
                     .length = BRN_ACTIVE_SHAPE(BRN_ACTIVE_NONE),
                     .isochoric = true};
}

enum { TENSION, INVERSE, OF_LENGTH };
enum { MEASURE, DIRECTION, LENGTH, FLAGS };
enum { IS_ISOCHORIC = 1, TIMES_LENGTH = 2 };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  const Def* from = def;
  bool varies = from->length.curve != BRN_ACTIVE_NONE;
  if (varies && from->measure != CAUCHY) {
    return brn__fail(ctx, BRN_INVALID,
                     "the stress follows a curve of the length, but only one of the measure cauchy "
                     "can; fibres of \"hill\" have such a curve and an energy");
  }
  int count;
  const char* name = brn__curve_kinds(BRN_CURVES_ACTIVE, &count)[from->length.curve].name;
  bool mujoco = from->length.curve == BRN_ACTIVE_MUJOCO;
  BRN_TRY(brn__curve_refuse(ctx, "longest", from->length.longest, name, mujoco));
  BRN_TRY(brn__active_prepare(ctx, &from->length, out->constant + OF_LENGTH));
  out->constant[TENSION] = from->tension;
  out->constant[INVERSE] = 1 / from->optimal;
  out->choice[LENGTH] = from->length.curve;
  out->choice[FLAGS] =
      (from->isochoric ? IS_ISOCHORIC : 0) | (from->times_length ? TIMES_LENGTH : 0);
  out->choice[MEASURE] = from->measure;
  out->choice[DIRECTION] = from->direction;
  out->path_dependent = from->measure == CAUCHY && (from->direction != ALL || varies);
  out->definite = (from->direction == ALONG && from->measure != CAUCHY) || from->measure == SECOND;
  return BRN_OK;
}

static BrnStatus make_tables(BrnContext* ctx, const void* def, struct BrnCurveTable** out) {
  return brn__active_table(ctx, &((const Def*)def)->length, &out[0]);
}

BRN_LANE_INLINE BrnLanes stress(const BrnTermLanes* m, const BrnInvariantLanes* k) {
  return brn__constant(m, TENSION) * k->activation;
}

// ----------------------------------------------------------------- along, with an energy of I4

BRN_DENSITY along(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                  BrnDensityLanes* d) {
  (void)want;
  BrnLanes T = stress(m, k), half = 0.5 * T, I4 = k->I[BRN_I4];
  if (m->choice[MEASURE] == SECOND) {
    d->W = half * I4;
    d->d[BRN_I4] = half;
    d->dd[BRN_I4][BRN_I4] = brn__lanes_set(0);
  } else if (m->choice[MEASURE] == FIRST) {
    BrnLanes l = brn__lanes_sqrt(I4);
    d->W = T * l;
    d->d[BRN_I4] = half / l;
    d->dd[BRN_I4][BRN_I4] = -0.5 * d->d[BRN_I4] / I4;
  } else {
    d->W = half * brn__lanes_log(I4);
    d->d[BRN_I4] = half / I4;
    d->dd[BRN_I4][BRN_I4] = -d->d[BRN_I4] / I4;
  }
}

BRN_STRETCH_KERNEL(along_kernel, along)

// ------------------------------------------------------------------------- second, across and all

BRN_DENSITY second(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                   BrnDensityLanes* d) {
  (void)want;
  BrnLanes half = 0.5 * stress(m, k);
  d->d[BRN_I1] = half;
  d->d[BRN_I4] = m->choice[DIRECTION] == ACROSS ? -half : brn__lanes_set(0);
  d->W = d->d[BRN_I1] * k->I[BRN_I1] + d->d[BRN_I4] * k->I[BRN_I4];
}

// T times I - u u^T or I: never negative
BRN_FIBRE_KERNEL(second_kernel, second, BRN_USE_I1 | BRN_USE_I4, 0)

// ------------------------------------------------------------------------------------ first, all

BRN_DENSITY first_all(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                      BrnDensityLanes* d) {
  (void)want;
  d->d[BRN_SIGMA] = stress(m, k);
  d->W = d->d[BRN_SIGMA] * k->I[BRN_SIGMA];
}

BRN_FIBRE_KERNEL(first_all_kernel, first_all, BRN_USE_SIGMA, 0)

// --------------------------------------------------------------------------------- first, across
// The sum of the two singular values of F (I - u u^T) is the root of q = I1 - I4 + 2 h, h^2 =
// u.cof(C) u = I5 - I1 I4 + I2.

enum { AREA = BRN_USE_I1 | BRN_USE_I2 | BRN_USE_I4 | BRN_USE_I5 };

BRN_DENSITY first_across(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                         BrnDensityLanes* d) {
  const BrnLanes* I = k->I;
  BrnLanes hh = I[BRN_I5] - I[BRN_I1] * I[BRN_I4] + I[BRN_I2], zero = brn__lanes_set(0);
  hh = brn__lanes_max(hh, brn__lanes_set(1e-12));
  BrnLanes h = brn__lanes_sqrt(hh), q = I[BRN_I1] - I[BRN_I4] + 2 * h, root = brn__lanes_sqrt(q);
  BrnLanes T = stress(m, k), over = 0.5 * T / root, slope[BRN_INVARIANTS], step[BRN_INVARIANTS];
  d->W = T * root;
  if (want < BRN_WANT_STRESS) return;
  for (int a = 0; a < BRN_INVARIANTS; a++) slope[a] = step[a] = zero;
  slope[BRN_I1] = -I[BRN_I4] / h; // 2 dh, and all of dq
  slope[BRN_I4] = -I[BRN_I1] / h;
  slope[BRN_I2] = slope[BRN_I5] = 1 / h;
  for (int a = 0; a < BRN_INVARIANTS; a++) step[a] = slope[a];
  step[BRN_I1] += 1;
  step[BRN_I4] -= 1;
  for (int a = 0; a < BRN_INVARIANTS; a++) {
    if (!(AREA >> a & 1)) continue;
    d->d[a] = over * step[a];
    for (int b = a; b < BRN_INVARIANTS; b++) {
      if (!(AREA >> b & 1)) continue;
      BrnLanes bend = -0.5 * (slope[a] * slope[b]) / h;
      if (a == BRN_I1 && b == BRN_I4) bend -= 1 / h;
      d->dd[a][b] = over * (bend - 0.5 * (step[a] * step[b]) / q);
    }
  }
}

BRN_FIBRE_KERNEL(first_across_kernel, first_across, AREA, BRN_PAIRS(AREA))

// ------------------------------------------------------------------- those that hang on the volume

enum { VOLUME = BRN_USE_J | BRN_USE_I4 | BRN_USE_LOG, PAIRED = BRN_USE_J | BRN_USE_I4 };

BRN_LANE_INLINE void kirchhoff(BrnLanes T, BrnLanes J, BrnLanes I4, bool across,
                               BrnDensityLanes* d) {
  BrnLanes zero = brn__lanes_set(0), half = across ? -0.5 * T : zero;
  d->W = T * brn__lanes_log(J) + (across ? half * brn__lanes_log(I4) : zero);
  d->d[BRN_J] = T / J;
  d->d[BRN_I4] = half / I4;
  d->dd[BRN_J][BRN_J] = -d->d[BRN_J] / J;
  d->dd[BRN_J][BRN_I4] = zero;
  d->dd[BRN_I4][BRN_I4] = -d->d[BRN_I4] / I4;
}

// a stress, and its derivatives by J and I4
typedef struct Pull {
  BrnLanes T, by_J, by_I4;
} Pull;

// T f(x), x^2 = J^-2/3 I4 / optimal^2
BRN_LANE_INLINE Pull pull_of(const BrnTermLanes* m, BrnLanes T, BrnLanes J, BrnLanes I4) {
  BrnLanes zero = brn__lanes_set(0), x = brn__lanes_sqrt(I4) * brn__constant(m, INVERSE);
  if (m->choice[LENGTH] == BRN_ACTIVE_NONE) return (Pull){T, zero, zero};
  bool isochoric = (m->choice[FLAGS] & IS_ISOCHORIC) != 0;
  BrnShapeLanes shape = brn__shape(m, m->choice[LENGTH], OF_LENGTH, BRN_ACTIVE_CONSTANTS, 0);
  if (isochoric) x *= brn__lanes_exp(-1.0 / 3 * brn__lanes_log(J));
  BrnCurveLanes f = brn__curve_force(&shape, x);
  if (m->choice[FLAGS] & TIMES_LENGTH) {
    f.slope = f.force + x * f.slope;
    f.force = x * f.force;
  }
  BrnLanes change = T * f.slope * x; // by ln x
  return (Pull){T * f.force, isochoric ? -1.0 / 3 * change / J : zero, 0.5 * change / I4};
}

// along: P = T J/I4 F u u^T; across: P = T cof F less that
BRN_LANE_INLINE void cauchy(Pull pull, BrnLanes J, BrnLanes I4, Direction direction, bool varies,
                            BrnDensityLanes* d) {
  BrnLanes zero = brn__lanes_set(0), T = pull.T, part = direction == ALONG ? T : -T;
  if (direction == ALL) part = zero;
  d->W = direction == ALL && !varies ? T * J : zero;
  d->d[BRN_J] = direction == ALONG ? zero : T;
  d->d[BRN_I4] = 0.5 * part * J / I4;
  d->dd[BRN_J][BRN_J] = zero;
  d->dd[BRN_J][BRN_I4] = 0.25 * part / I4;
  d->dd[BRN_I4][BRN_I4] = -d->d[BRN_I4] / I4;
  if (!varies) return;
  double fibre = direction == ALONG ? 1 : direction == ACROSS ? -1 : 0;
  double whole = direction == ALONG ? 0 : 1;
  d->dd[BRN_J][BRN_J] += whole * pull.by_J;
  d->dd[BRN_J][BRN_I4] += 0.5 * (0.5 * fibre * J / I4 * pull.by_J + whole * pull.by_I4);
  d->dd[BRN_I4][BRN_I4] += 0.5 * fibre * J / I4 * pull.by_I4;
}

BRN_DENSITY volume(const BrnTermLanes* m, const BrnInvariantLanes* k, BrnWant want,
                   BrnDensityLanes* d) {
  (void)want;
  BrnLanes T = stress(m, k), J = k->I[BRN_J], I4 = k->I[BRN_I4];
  if (m->choice[MEASURE] == CAUCHY)
    cauchy(pull_of(m, T, J, I4), J, I4, (Direction)m->choice[DIRECTION],
           m->choice[LENGTH] != BRN_ACTIVE_NONE, d);
  else
    kirchhoff(T, J, I4, m->choice[DIRECTION] == ACROSS, d);
}

BRN_FIBRE_KERNEL(volume_kernel, volume, VOLUME, BRN_PAIRS(PAIRED))

static void kernel(const BrnTermLanes* m, const BrnMaterialIn* in, BrnWant want,
                   BrnMaterialOut* out) {
  int measure = m->choice[MEASURE], direction = m->choice[DIRECTION];
  if (measure == CAUCHY || (measure == KIRCHHOFF && direction != ALONG)) {
    volume_kernel(m, in, want, out);
  } else if (direction == ALONG) {
    along_kernel(m, in, want, out);
  } else if (measure == SECOND) {
    second_kernel(m, in, want, out);
  } else if (direction == ALL) {
    first_all_kernel(m, in, want, out);
  } else {
    first_across_kernel(m, in, want, out);
  }
}

const BrnMaterialTermOps BRN_LANE_NAME(brn__active_stress) = {
    .name = "active_stress",
    .title = "active stress: along the fibres, across them, or in all directions",
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
