// SPDX-License-Identifier: Apache-2.0
//
// The active and passive curves of curve.h on lanes. Integrals are from the optimal length on.

#pragma once

#include "material/curve.h"
#include "material/invariant_lanes.h"

typedef struct BrnCurveLanes {
  BrnLanes energy, force, slope;
} BrnCurveLanes;

/// A curve with its numbers.
typedef struct BrnShapeLanes {
  int curve;
  BrnLanes p[4];
  const BrnCurveTable* table;
} BrnShapeLanes;

BRN_LANE_INLINE BrnCurveLanes brn__curve_zero(void) {
  return (BrnCurveLanes){brn__lanes_set(0), brn__lanes_set(0), brn__lanes_set(0)};
}

// -------------------------------------------------------------------------------------- the active

// 1 - 4 t^2 up to t = |x - 1| = 0.4, 9 (t - 0.6)^2 up to 0.6, then 0
BRN_LANE_INLINE BrnCurveLanes brn__curve_blemker(BrnLanes x) {
  BrnLanes offset = x - 1, t = brn__lanes_min(brn__lanes_abs(offset), brn__lanes_set(0.6)),
           u = t - 0.6;
  BrnMask near = brn__lanes_at_most(t, brn__lanes_set(0.4));
  BrnLanes energy = brn__lanes_select(near, t - 4.0 / 3 * (t * t * t), 3 * (u * u * u) + 1.016 / 3);
  BrnLanes slope = brn__lanes_select(near, -8 * t, 18 * u);
  return (BrnCurveLanes){brn__lanes_copysign(energy, offset),
                         brn__lanes_select(near, 1 - 4 * (t * t), 9 * (u * u)),
                         slope * brn__lanes_copysign(brn__lanes_set(1), offset)};
}

// e^-(x - 1)^2 / w, told 1 / w
BRN_LANE_INLINE BrnCurveLanes brn__curve_thelen(BrnLanes x, BrnLanes sharp) {
  BrnLanes offset = x - 1, force = brn__lanes_exp(-sharp * (offset * offset));
  return (BrnCurveLanes){.force = force, .slope = -2 * sharp * offset * force};
}

// sum of b1 e^-q^2/2, q = (x - b2) / (b3 + b4 x)
BRN_LANE_INLINE BrnCurveLanes brn__curve_degroote(BrnLanes x) {
  static const double b[3][4] = {
      {0.8150671134243542, 1.055033428970575, 0.162384573599574, 0.063303448465465},
      {0.433004984392647, 0.716775413397760, -0.029947116970696, 0.200356847296188},
      {0.1, 1.0, 0.353553390593274, 0}};
  BrnCurveLanes sum = {.force = brn__lanes_set(0), .slope = brn__lanes_set(0)};
  for (int i = 0; i < 3; i++) {
    // the second one has no width left at x = 0.15, where it is long zero
    BrnLanes inverse = 1 / brn__lanes_max(b[i][2] + b[i][3] * x, brn__lanes_set(1e-3));
    BrnLanes q = (x - b[i][1]) * inverse, part = b[i][0] * brn__lanes_exp(-0.5 * (q * q));
    sum.force += part;
    sum.slope -= part * q * ((b[i][2] + b[i][3] * b[i][1]) * (inverse * inverse));
  }
  return sum;
}

// s e^((1 - s^2)/2), s = (x - m) / (1 - m), whose integral is -(1 - m) e^((1 - s^2)/2)
BRN_LANE_INLINE BrnCurveLanes brn__curve_ehret(BrnLanes x, BrnLanes least) {
  BrnLanes zero = brn__lanes_set(0), width = 1 - least,
           s = brn__lanes_max((x - least) / width, zero);
  BrnLanes e = brn__lanes_exp(0.5 * (1 - s * s));
  return (BrnCurveLanes){
      width * (1 - e), s * e,
      brn__lanes_select(brn__lanes_less(least, x), (1 - s * s) * e / width, zero)};
}

// 1 - t^2/2 up to t = 1, (2 - t)^2/2 up to 2, where t is |x - 1| over half of the way to the end
BRN_LANE_INLINE BrnCurveLanes brn__curve_mujoco(BrnLanes x, BrnLanes least, BrnLanes most) {
  BrnLanes offset = x - 1, one = brn__lanes_set(1), sign = brn__lanes_copysign(one, offset);
  BrnLanes w =
      0.5 * brn__lanes_select(brn__lanes_less(offset, brn__lanes_set(0)), 1 - least, most - 1);
  BrnLanes t = brn__lanes_min(brn__lanes_abs(offset) / w, brn__lanes_set(2)), u = 2 - t;
  BrnMask near = brn__lanes_at_most(t, one);
  BrnLanes energy = brn__lanes_select(near, t - t * t * t / 6, 1 - u * u * u / 6);
  return (BrnCurveLanes){sign * w * energy,
                         brn__lanes_select(near, 1 - 0.5 * (t * t), 0.5 * (u * u)),
                         -sign * brn__lanes_select(near, t, u) / w};
}

BRN_LANE_INLINE BrnCurveLanes brn__curve_table(BrnLanes x, const BrnCurveTable* table) {
  BrnCurveLanes all;
  for (int i = 0; i < BRN_LANES; i++) {
    BrnCurveValue value = brn__curve_table_at(table, x[i]);
    all.energy[i] = value.energy;
    all.force[i] = value.force;
    all.slope[i] = value.slope;
  }
  return all;
}

/// Force and slope; the energy where it has a closed form.
BRN_LANE_INLINE BrnCurveLanes brn__curve_force(const BrnShapeLanes* s, BrnLanes x) {
  switch ((BrnActiveCurve)s->curve) {
  case BRN_ACTIVE_BLEMKER: return brn__curve_blemker(x);
  case BRN_ACTIVE_THELEN: return brn__curve_thelen(x, s->p[0]);
  case BRN_ACTIVE_DEGROOTE: return brn__curve_degroote(x);
  case BRN_ACTIVE_EHRET: return brn__curve_ehret(x, s->p[0]);
  case BRN_ACTIVE_MUJOCO: return brn__curve_mujoco(x, s->p[0], s->p[1]);
  case BRN_ACTIVE_MILLARD:
  case BRN_ACTIVE_TABLE: return brn__curve_table(x, s->table);
  case BRN_ACTIVE_NONE: break;
  }
  return brn__curve_zero();
}

// Gauss and Legendre's 16 points and weights on (-1, 1), one half of them.
static const double brn__gauss_node[8] = {
    0.0950125098376374402, 0.2816035507792589132, 0.4580167776572273863, 0.6178762444026437484,
    0.7554044083550030339, 0.8656312023878317439, 0.9445750230732325761, 0.9894009349916499326};
static const double brn__gauss_weight[8] = {
    0.1894506104550684963, 0.1826034150449235889, 0.1691565193950025382, 0.1495959888165767321,
    0.1246289712555338720, 0.0951585116824927848, 0.0622535239386478929, 0.0271524594117540949};

// The integral of a curve that has none in closed form: 16 points in each of `panels` pieces of the
// way from 1 to x.
BRN_LANE_INLINE BrnLanes brn__curve_integral(const BrnShapeLanes* s, BrnLanes x, int panels) {
  BrnLanes half = (x - 1) * (0.5 / panels), sum = brn__lanes_set(0);
  for (int i = 0; i < 16 * panels; i++) {
    int n = i % 16 / 2;
    double node = i % 2 ? brn__gauss_node[n] : -brn__gauss_node[n];
    BrnLanes at = 1 + half * (1 + 2 * (i / 16) + node);
    sum += brn__gauss_weight[n] * (s->curve == BRN_ACTIVE_DEGROOTE ? brn__curve_degroote(at)
                                                                   : brn__curve_thelen(at, s->p[0]))
                                      .force;
  }
  return sum * half;
}

// narrow Gaussians need more points
BRN_LANE_INLINE int brn__curve_panels(const BrnShapeLanes* s) {
  if (s->curve == BRN_ACTIVE_DEGROOTE) return 4;
  double sharp = 0;
  for (int i = 0; i < BRN_LANES; i++) sharp = s->p[0][i] > sharp ? s->p[0][i] : sharp;
  return sharp < 2.5 ? 1 : sharp < 12 ? 4 : 16;
}

BRN_LANE_INLINE BrnCurveLanes brn__curve_active(const BrnShapeLanes* s, BrnLanes x) {
  BrnCurveLanes value = brn__curve_force(s, x);
  if (s->curve == BRN_ACTIVE_THELEN || s->curve == BRN_ACTIVE_DEGROOTE) {
    value.energy = brn__curve_integral(s, x, brn__curve_panels(s));
  }
  return value;
}

// ------------------------------------------------------------------------------------- the passive

/// size (e^(growth (x - 1)) - 1), straight from some x on, 0 below 1.
BRN_LANE_INLINE BrnCurveLanes brn__curve_toe(BrnLanes x, BrnLanes size, BrnLanes growth,
                                             BrnLanes straight) {
  BrnLanes one = brn__lanes_set(1), zero = brn__lanes_set(0);
  BrnLanes bent = brn__lanes_min(brn__lanes_max(x, one), straight) - 1;
  BrnLanes beyond = brn__lanes_max(x - straight, zero);
  BrnLanes e = brn__lanes_exp(growth * bent), force = size * (e - 1), slope = size * growth * e;
  BrnLanes energy = force / growth - size * bent + beyond * (force + 0.5 * (slope * beyond));
  return (BrnCurveLanes){energy, force + slope * beyond,
                         brn__lanes_select(brn__lanes_less(one, x), slope, zero)};
}

/// size (e^(growth (x - 1)) - rest) for all x, straight from some x on.
BRN_LANE_INLINE BrnCurveLanes brn__curve_exponential(BrnLanes x, BrnLanes size, BrnLanes growth,
                                                     BrnLanes straight, BrnLanes rest) {
  BrnLanes bent = brn__lanes_min(x, straight) - 1;
  BrnLanes beyond = brn__lanes_max(x - straight, brn__lanes_set(0));
  BrnLanes e = brn__lanes_exp(growth * bent), force = size * (e - rest), slope = size * growth * e;
  BrnLanes energy = size * ((e - 1) / growth - rest * bent);
  return (BrnCurveLanes){energy + beyond * (force + 0.5 * (slope * beyond)), force + slope * beyond,
                         slope};
}

// size t^2/2 up to t = 1, then straight; t = (x - 1) / width
BRN_LANE_INLINE BrnCurveLanes brn__curve_parabola(BrnLanes x, BrnLanes size, BrnLanes width) {
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1), all = (x - 1) / width;
  BrnLanes t = brn__lanes_min(brn__lanes_max(all, zero), one), u = brn__lanes_max(all - 1, zero);
  return (BrnCurveLanes){size * width * (t * t * t / 6 + u * (0.5 + 0.5 * u)),
                         size * (0.5 * (t * t) + u), size * t / width};
}

BRN_LANE_INLINE BrnCurveLanes brn__curve_passive(const BrnShapeLanes* s, BrnLanes x) {
  switch ((BrnPassiveCurve)s->curve) {
  case BRN_PASSIVE_BLEMKER:
  case BRN_PASSIVE_THELEN: return brn__curve_toe(x, s->p[0], s->p[1], s->p[2]);
  case BRN_PASSIVE_DEGROOTE: return brn__curve_exponential(x, s->p[0], s->p[1], s->p[2], s->p[3]);
  case BRN_PASSIVE_MUJOCO: return brn__curve_parabola(x, s->p[0], s->p[1]);
  case BRN_PASSIVE_MILLARD:
  case BRN_PASSIVE_TABLE: return brn__curve_table(x, s->table);
  case BRN_PASSIVE_NONE: break;
  }
  return brn__curve_zero();
}

// ------------------------------------------------------------------------------------ the stretch

/// Turns an energy of the stretch l = sqrt(I4) and its derivatives into those by I4, and adds them.
BRN_LANE_INLINE void brn__add_stretch(BrnLanes I4, BrnLanes l, BrnCurveLanes w,
                                      BrnDensityLanes* d) {
  BrnLanes over = w.force / l;
  d->W += w.energy;
  d->d[BRN_I4] += 0.5 * over;
  d->dd[BRN_I4][BRN_I4] += 0.25 * (w.slope - over) / I4;
}
