// SPDX-License-Identifier: Apache-2.0
//
// Activation dynamics (dynamics.h): the rates of the four kinds, and the integration over a track
// or a step.

#include "drive/dynamics.h"

#include <math.h>

// steps are this share of the shortest time constant
#define SHARE 0.05

static double clamp(double x, double low) { return fmin(fmax(x, low), 1); }

// ------------------------------------------------------------------------------------------- rates

static double thelen(const BrnActivator* m, double a, double difference) {
  double z = 0.5 + 1.5 * (a - m->least) / (1 - m->least);
  return difference / (difference > 0 ? m->rise * z : m->fall / z);
}

static double degroote(const BrnActivator* m, double a, double difference) {
  double z = 0.5 + 1.5 * a, f = 0.5 * tanh((isnan(m->smooth) ? 0.1 : m->smooth) * difference);
  return difference * ((0.5 + f) / (m->rise * z) + (0.5 - f) * z / m->fall);
}

// from 0 to 1, level at both ends
static double smooth_step(double x) {
  x = fmin(fmax(x, 0), 1);
  return x * x * x * (10 + x * (6 * x - 15));
}

static double mujoco(const BrnActivator* m, double a, double difference) {
  double z = 0.5 + 1.5 * a, up = m->rise * z, down = m->fall / z;
  if (!(m->smooth > 0)) return difference / (difference > 0 ? up : down);
  return difference / (down + (up - down) * smooth_step(difference / m->smooth + 0.5));
}

double brn__activation_rate(const BrnActivator* m, double activation, double excitation) {
  double a = clamp(activation, m->least), difference = clamp(excitation, m->least) - a;
  switch (m->kind) {
  case BRN_DYNAMICS_THELEN: return thelen(m, a, difference);
  case BRN_DYNAMICS_DEGROOTE: return degroote(m, a, difference);
  case BRN_DYNAMICS_MUJOCO: return mujoco(m, a, difference);
  case BRN_DYNAMICS_NONE:
  case BRN_DYNAMICS_FIRST_ORDER: break;
  }
  return difference / (difference > 0 ? m->rise : m->fall);
}

// ------------------------------------------------------------------------------------- integration

// the shortest time constant that there can be
static double shortest(const BrnActivator* m) {
  return fmin(m->rise, m->fall) * (m->kind == BRN_DYNAMICS_FIRST_ORDER ? 1 : 0.5);
}

static double step(const BrnActivator* m, const BrnExcitation* e, double a, double t, double h,
                   double end) {
  double first = e->at(e->user, t), middle = e->at(e->user, t + 0.5 * h);
  double last = e->at(e->user, fmin(t + h, end));
  double k1 = brn__activation_rate(m, a, first);
  double k2 = brn__activation_rate(m, a + 0.5 * h * k1, middle);
  double k3 = brn__activation_rate(m, a + 0.5 * h * k2, middle);
  double k4 = brn__activation_rate(m, a + h * k3, last);
  return clamp(a + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), m->least);
}

// from one key to the next; a jump at `to` belongs to what follows
static double follow_piece(const BrnActivator* m, const BrnExcitation* e, double a, double from,
                           double to) {
  double span = to - from, count = ceil(span / (SHARE * shortest(m))), h = span / count;
  double end = nextafter(to, from);
  for (double i = 0; i < count; i++) a = step(m, e, a, from + i * h, h, end);
  return a;
}

double brn__activation_follow(const BrnActivator* m, double activation,
                              const BrnExcitation* excitation, double from, double to) {
  double a = clamp(activation, m->least);
  while (from < to) {
    double next = fmin(excitation->next(excitation->user, from), to);
    a = follow_piece(m, excitation, a, from, next);
    from = next;
  }
  return a;
}
