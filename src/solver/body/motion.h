// SPDX-License-Identifier: Apache-2.0
//
// Steps of time by backward differences, with variable steps. With y0, v0 at the beginning of a
// step of length h, y1, v1 a step earlier and r = h over the length of that step,
//
//   h v = a0 (y - y0) + a2 (y1 - y0),   h v' = a0 (v - v0) + a2 (v1 - v0)
//
//   first order   a0 = 1, a2 = 0                                     (backward Euler)
//   second order  a0 = (1 + 2 r) / (1 + r), a2 = r^2 / (1 + r)
//
// and the end of the step is where the energy and weight |y - y0 - reach|_M^2 / 2 are least. The
// damping by mass, mass_damping M v, is in there too.

#pragma once

#include "solver/body/nodes.h"
#include "solver/solver.h"

typedef struct BrnMotion {
  BrnIntegrator integrator;
  double mass_damping;  ///< 1/s
  double whole;         ///< s: of the step, of which parts are done
  double h;             ///< s: of the part under way
  double last;          ///< s: of the part before it; 0: there is none
  double a0, a2;        ///<
  double weight;        ///< 1/s^2
  double *y0, *v0;      ///< m, m/s: at the beginning of the part             (node_count x 3)
  double *y1, *v1;      ///< at the beginning of the part before it           (node_count x 3)
  double* acceleration; ///< m/s^2: at the beginning of the part             (node_count x 3)
  double* reach;        ///< m                                                (node_count x 3)
  double* miss;         ///< m: y - y0 - reach                                (node_count x 3)
  int node_count;
} BrnMotion;

BrnStatus brn__motion_create(BrnContext* ctx, const BrnNodes* nodes, const BrnSolverDef* def,
                             BrnMotion** out);
void brn__motion_destroy(BrnContext* ctx, BrnMotion* motion);

/// Reads the state from which the time is to go on to `time`.
/// @return BRN_INVALID when it does not go on
BrnStatus brn__motion_begin(BrnContext* ctx, BrnMotion* motion, const BrnNodes* nodes,
                            const BrnState* state, double time);
/// The next part takes a share of the whole step.
void brn__motion_aim(BrnMotion* motion, double share);
/// The part ends at the nodes y, and the next one begins there.
void brn__motion_accept(BrnMotion* motion, const double* y);
/// Writes velocities, accelerations and what the next step must know into the state.
/// @param x room for points
void brn__motion_end(BrnContext* ctx, const BrnMotion* motion, const BrnNodes* nodes, double* x,
                     BrnState* state);

/// Fills `miss` for the nodes y.
void brn__motion_measure(BrnContext* ctx, BrnMotion* motion, const double* y);
