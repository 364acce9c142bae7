// SPDX-License-Identifier: Apache-2.0
//
// Activation dynamics: from what a muscle is told, its excitation e, to how active it is, a, by
//
//   first_order  da/dt = (e - a) / tau, tau = rise where e > a, fall elsewhere
//   thelen       the same with tau = rise (0.5 + 1.5 b) where e > a, fall / (0.5 + 1.5 b) elsewhere
//                (Winters 1995, Thelen 2003), b being a without the least activation (Millard et
//                al. 2013)
//   degroote     da/dt = ((1/2 + f) / (rise z) + (1/2 - f) z / fall) (e - a), z = 0.5 + 1.5 a,
//                f = tanh(smooth (e - a)) / 2; smooth = 0.1 (De Groote et al. 2016)
//   mujoco       as thelen, but from one time constant to the other by a smooth step of the width
//                `smooth` about e = a; 0: no width (MuJoCo; Todorov et al. 2012)
//
// It is integrated by the classical method of Runge and Kutta in steps of a twentieth of the
// shortest time constant, anew from each key of the track on: so the frame rate does not matter.

#pragma once

#include "brawn/scene.h"

typedef struct BrnActivator {
  BrnDynamics kind;
  double rise, fall; // s
  double least;      // what neither excitation nor activation falls below
  double smooth;     // of degroote and mujoco; NAN: their own
} BrnActivator;

/// What a muscle is told while time goes on.
typedef struct BrnExcitation {
  double (*at)(const void* user, double time);
  /// The next time after this one at which it jumps or bends; INFINITY: there is none.
  double (*next)(const void* user, double time);
  const void* user;
} BrnExcitation;

/// da/dt, 1/s.
double brn__activation_rate(const BrnActivator* m, double activation, double excitation);

/// The activation at the end of a time that begins with it.
double brn__activation_follow(const BrnActivator* m, double activation,
                              const BrnExcitation* excitation, double from, double to);
