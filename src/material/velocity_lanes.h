// SPDX-License-Identifier: Apache-2.0
//
// Force-velocity of active fibres within a step of time: the force at the length x, when the step
// began at x_before and a change of length times q is a velocity (as a share of the greatest one),
// is
//
//   f(x) = f_a(x) f_v(q (x - x_before))
//
// a function of x alone. The energy of the step is its integral from x_before on, on top of what
// the isometric curve has there.

#pragma once

#include "material/curve_lanes.h"

// ------------------------------------------------------------------------------------- the curves

// 0 from full speed of shortening on, and level beyond full speed of lengthening
BRN_LANE_INLINE BrnCurveLanes brn__velocity_degroote(BrnLanes v) {
  BrnLanes one = brn__lanes_set(1), zero = brn__lanes_set(0);
  BrnMask inside = brn__lanes_less(brn__lanes_abs(v), one);
  v = brn__lanes_min(brn__lanes_max(v, -one), one);
  BrnLanes z = -8.149 * v - 0.374, size = brn__lanes_abs(z); // ln(z + sqrt(z^2 + 1)) is odd
  BrnLanes root = brn__lanes_sqrt(size * size + 1), asinh = brn__lanes_log(size + root);
  BrnLanes force = -0.3211346127989808 * brn__lanes_copysign(asinh, z) + 0.8825327733249912;
  BrnLanes slope = (0.3211346127989808 * 8.149) / root;
  return (BrnCurveLanes){.force = brn__lanes_max(force, zero),
                         .slope = brn__lanes_select(inside, slope, zero)};
}

// (1 + v) / (1 - r v) from -1 to 0, (1 + c d v) / (1 + c v) above
BRN_LANE_INLINE BrnCurveLanes brn__velocity_hyperbola(BrnLanes v, BrnLanes r, BrnLanes d,
                                                      BrnLanes c) {
  BrnLanes zero = brn__lanes_set(0), one = brn__lanes_set(1);
  BrnLanes shorter = brn__lanes_max(brn__lanes_min(v, zero), -one),
           longer = brn__lanes_max(v, zero);
  BrnLanes a = 1 / (1 - r * shorter), b = 1 / (1 + c * longer);
  BrnMask is_longer = brn__lanes_less(zero, v), is_level = brn__lanes_less(v, -one);
  BrnLanes slope = brn__lanes_select(is_longer, c * (d - 1) * (b * b), (1 + r) * (a * a));
  return (BrnCurveLanes){
      .force = brn__lanes_select(is_longer, (1 + c * d * longer) * b, (1 + shorter) * a),
      .slope = brn__lanes_select(is_level, zero, slope)};
}

// (1 + v)^2 from -1 to 0, d - (y - v)^2 / y up to y = d - 1, then d
BRN_LANE_INLINE BrnCurveLanes brn__velocity_mujoco(BrnLanes v, BrnLanes d) {
  BrnLanes zero = brn__lanes_set(0), y = d - 1;
  BrnLanes up = brn__lanes_max(1 + brn__lanes_min(v, zero), zero);
  BrnLanes left = y - brn__lanes_min(brn__lanes_max(v, zero), y);
  BrnMask is_longer = brn__lanes_less(zero, v);
  return (BrnCurveLanes){.force = brn__lanes_select(is_longer, d - left * left / y, up * up),
                         .slope = brn__lanes_select(is_longer, 2 * left / y, 2 * up)};
}

/// Force over velocity, as fractions of the isometric force and of the greatest velocity, and its
/// slope.
BRN_LANE_INLINE BrnCurveLanes brn__curve_velocity(const BrnShapeLanes* s, BrnLanes v) {
  switch ((BrnVelocityCurve)s->curve) {
  case BRN_VELOCITY_DEGROOTE: return brn__velocity_degroote(v);
  case BRN_VELOCITY_THELEN:
  case BRN_VELOCITY_HILL: return brn__velocity_hyperbola(v, s->p[0], s->p[1], s->p[2]);
  case BRN_VELOCITY_MUJOCO: return brn__velocity_mujoco(v, s->p[1]);
  case BRN_VELOCITY_MILLARD:
  case BRN_VELOCITY_TABLE: break;
  }
  return brn__curve_table(v, s->table);
}

// -------------------------------------------------------------------------------------- the energy
// 16 points of Gauss and Legendre give the integral to round-off where the integrand has no kink,
// and where the poles of f_v are as far away as the piece is long. De Groote's are at v = -0.05 +-
// 0.12 i, those of the hyperbolas at k and -1/c.

/// Where an active curve must be taken in pieces: how many knots, and one of them.
BRN_LANE_INLINE int brn__active_knots(const BrnShapeLanes* s) {
  switch ((BrnActiveCurve)s->curve) {
  case BRN_ACTIVE_BLEMKER: return 4;
  case BRN_ACTIVE_DEGROOTE: return 8;
  case BRN_ACTIVE_EHRET: return 1;
  case BRN_ACTIVE_MUJOCO: return 5;
  case BRN_ACTIVE_MILLARD:
  case BRN_ACTIVE_TABLE: return s->table->count;
  case BRN_ACTIVE_THELEN:
  case BRN_ACTIVE_NONE: break;
  }
  return 0;
}

BRN_LANE_INLINE BrnLanes brn__active_knot(const BrnShapeLanes* s, int k) {
  static const double blemker[4] = {0.4, 0.6, 1.4, 1.6};
  static const double degroote[8] = {0.2, 0.3, 0.4, 0.5, 0.7, 0.9, 1.2, 1.5};
  BrnLanes least = s->p[0], most = s->p[1];
  switch ((BrnActiveCurve)s->curve) {
  case BRN_ACTIVE_BLEMKER: return brn__lanes_set(blemker[k]);
  case BRN_ACTIVE_DEGROOTE: return brn__lanes_set(degroote[k]);
  case BRN_ACTIVE_EHRET: return least;
  case BRN_ACTIVE_MUJOCO:
    return k < 2 ? least + 0.5 * k * (1 - least) : 1 + 0.5 * (k - 2) * (most - 1);
  case BRN_ACTIVE_MILLARD:
  case BRN_ACTIVE_TABLE: return brn__lanes_set(s->table->x[k]);
  case BRN_ACTIVE_THELEN:
  case BRN_ACTIVE_NONE: break;
  }
  return brn__lanes_set(0);
}

/// The same of a curve of the velocity.
BRN_LANE_INLINE int brn__velocity_knots(const BrnShapeLanes* s) {
  switch ((BrnVelocityCurve)s->curve) {
  case BRN_VELOCITY_DEGROOTE: return 8;
  case BRN_VELOCITY_THELEN:
  case BRN_VELOCITY_HILL: return 12;
  case BRN_VELOCITY_MUJOCO: return 3;
  case BRN_VELOCITY_MILLARD:
  case BRN_VELOCITY_TABLE: break;
  }
  return s->table->count;
}

BRN_LANE_INLINE BrnLanes brn__velocity_knot(const BrnShapeLanes* s, int k) {
  static const double degroote[8] = {-1, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1};
  static const double hyperbola[12] = {-1,   -0.75, -0.25, -0.05, 0,   0.04,
                                       0.12, 0.28,  0.6,   1.24,  2.5, 5};
  switch ((BrnVelocityCurve)s->curve) {
  case BRN_VELOCITY_DEGROOTE: return brn__lanes_set(degroote[k]);
  case BRN_VELOCITY_THELEN:
  case BRN_VELOCITY_HILL: return brn__lanes_set(hyperbola[k]);
  case BRN_VELOCITY_MUJOCO: return k < 2 ? brn__lanes_set(k - 1) : s->p[1] - 1;
  case BRN_VELOCITY_MILLARD:
  case BRN_VELOCITY_TABLE: break;
  }
  return brn__lanes_set(s->table->x[k]);
}

typedef struct BrnStroke {
  const BrnShapeLanes *active, *velocity;
  BrnLanes before, q, low, high; // the way from before to x, the lower end first
} BrnStroke;

// what of the piece from a to b is on the way
BRN_LANE_INLINE BrnLanes brn__stroke_piece(const BrnStroke* s, BrnLanes a, BrnLanes b) {
  a = brn__lanes_min(brn__lanes_max(a, s->low), s->high);
  b = brn__lanes_min(brn__lanes_max(b, s->low), s->high);
  BrnLanes half = 0.5 * (b - a), middle = 0.5 * (a + b), sum = brn__lanes_set(0);
  if (!brn__mask_any(brn__lanes_less(a, b))) return sum;
  for (int i = 0; i < 16; i++) {
    double node = i % 2 ? brn__gauss_node[i / 2] : -brn__gauss_node[i / 2];
    BrnLanes x = middle + half * node, v = s->q * (x - s->before);
    sum += brn__gauss_weight[i / 2] *
           (brn__curve_force(s->active, x).force * brn__curve_velocity(s->velocity, v).force);
  }
  return sum * half;
}

// the same in pieces between the knots of the velocity
BRN_LANE_INLINE BrnLanes brn__stroke_pieces(const BrnStroke* s, BrnLanes a, BrnLanes b) {
  BrnLanes sum = brn__lanes_set(0), from = a;
  if (!brn__mask_any(brn__lanes_less(s->low, b) & brn__lanes_less(a, s->high))) return sum;
  int count = brn__velocity_knots(s->velocity);
  for (int k = 0; k < count; k++) {
    BrnLanes knot = s->before + brn__velocity_knot(s->velocity, k) / s->q;
    BrnLanes to = brn__lanes_min(brn__lanes_max(knot, a), b);
    sum += brn__stroke_piece(s, from, to);
    from = to;
  }
  return sum + brn__stroke_piece(s, from, b);
}

/// An active curve with its force-velocity. Once for all kernels: it is long.
static __attribute__((noinline)) BrnCurveLanes brn__curve_moving(const BrnShapeLanes* active,
                                                                 const BrnShapeLanes* velocity,
                                                                 BrnLanes x, BrnLanes before,
                                                                 BrnLanes q) {
  BrnCurveLanes v = brn__curve_velocity(velocity, q * (x - before));
  BrnCurveLanes length = brn__curve_force(active, x);
  BrnStroke s = {active, velocity, before, q, brn__lanes_min(x, before), brn__lanes_max(x, before)};
  BrnLanes sum = brn__lanes_set(0), from = s.low;
  int count = brn__active_knots(active);
  for (int k = 0; k <= count; k++) {
    BrnLanes to = s.high;
    if (k < count) to = brn__lanes_min(brn__lanes_max(brn__active_knot(active, k), s.low), s.high);
    sum += brn__stroke_pieces(&s, from, to);
    from = to;
  }
  sum = brn__lanes_select(brn__lanes_less(x, before), -sum, sum);
  return (BrnCurveLanes){brn__curve_active(active, before).energy + sum, length.force * v.force,
                         length.slope * v.force + length.force * v.slope * q};
}
