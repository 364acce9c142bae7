// SPDX-License-Identifier: Apache-2.0
//
// Quasi-static finite elements: the shape of least energy, by Newton's method.
//
//   nodes.c       unknowns: flesh, affine bones, joints, supports
//   elements.c    tets in batches of eight, and their materials
//   gather.c      from elements to rows
//   energy.c      energy, gradient and stiffness of the whole
//   loads.c       gravity, forces, pressure
//   poisson.c     positions from deformation gradients
//   warp_lanes.c  the way of a deformation gradient along a step
//   retract.c     the way of the body along a step
//   direction.c   the linear system
//   corotate.c    its solution with a factor of an earlier iteration
//   automatic.c   which of the solutions
//   chord.c       the last step of a direct one
//   minimize.c    the iteration
//   step.c        from one input to the next, in parts where needed

#pragma once

#include "solver/newton/poisson.h"
#include "solver/solver.h"

typedef double BrnStrain[9][BRN_LANES]; // F of a batch

typedef struct BrnNewton {
  const BrnModel* model;
  BrnSolverDef def;
  BrnNodes* nodes;
  BrnElements* elements;
  BrnGather* gather;
  BrnBlocks* K;
  BrnCsr* csr;       ///< of K; not for BRN_LINEAR_LAPLACE
  BrnFactor* factor; ///< not for BRN_LINEAR_LAPLACE; NULL: not needed yet
  bool factored;     ///< is there a factor of this step that is not worn out?
  bool switched;     ///< automatic: a factor is used from here on, in this step
  int budget, spent; ///< automatic: iterations without one in this step
  BrnPoisson* poisson;
  BrnStepInput* input; ///< in force now

  double *y, *trial, *start; ///< nodes, m                                   (node_count x 3)
  double* part;              ///< nodes at the beginning of a part           (node_count x 3)
  double* dead;              ///< forces of dead loads on nodes, N           (node_count x 3)
  double* x;                 ///< points, m                                  (point_count x 3)
  double* point_force;       ///< N                                          (point_count x 3)
  double *g, *d, *side;      ///< gradient, direction, right-hand side       (row_count x 3)
  double *turn, *turn_then;  ///< rotations of nodes, now and at the factor; co-rotated only
                             ///< (row_count x 9)
  double* turned;            ///< (row_count x 3)
  double* force;             ///< of corners, N                              (element_count x 12)
  double* stiffness;         ///< of a run of elements                       (run x 144)
  BrnStrain *F, *dF, *given; ///< (batch_count)
} BrnNewton;

/// Energy of deformation and activation, and the work of dead loads, J.
typedef struct BrnEnergy {
  double inside, work;
  int bad; ///< tets that their material is not defined for
} BrnEnergy;

static inline double brn__energy_total(BrnEnergy e) { return e.inside - e.work; }

/// At the nodes y.
BrnEnergy brn__newton_energy(BrnContext* ctx, BrnNewton* n, const double* y);
/// g, and K when more than the stress is wanted, at n->y. The times are added to the report.
void brn__newton_evaluate(BrnContext* ctx, BrnNewton* n, BrnWant want, BrnStepReport* report);

/// The dead loads of the input in force; pressure acts on the faces as they are at n->y.
void brn__newton_load(BrnContext* ctx, BrnNewton* n);
/// The same, and how much they changed by it, as a share of their size.
double brn__newton_reload(BrnContext* ctx, BrnNewton* n);

/// F of nodes, or differences of F of differences.
void brn__newton_measure(BrnContext* ctx, BrnNewton* n, const double* nodes, BrnStrain* out);
/// Fills F and dF for a search from n->y along n->d.
void brn__newton_aim(BrnContext* ctx, BrnNewton* n);
/// trial = where the body is at s along the way, warped or straight
void brn__newton_retract(BrnContext* ctx, BrnNewton* n, double s, bool warp);
/// Moves what is given to where the input wants it, and the rest with it.
void brn__newton_predict(BrnContext* ctx, BrnNewton* n);

/// The direction n->d from the gradient and stiffness at n->y, and its slope g.d.
/// @param definite begin with the definite stiffness
BrnStatus brn__newton_direct(BrnContext* ctx, BrnNewton* n, bool definite, double* slope,
                             BrnStepReport* report);

/// d = K^-1 side by conjugate gradients on the factor at hand; false: there is none, as K is
/// indefinite.
BrnStatus brn__newton_solve_corotated(BrnContext* ctx, BrnNewton* n, double tolerance, bool* solved,
                                      BrnStepReport* report);

/// The same with the Poisson factor, at most `most` iterations.
BrnStatus brn__newton_solve_laplace(BrnContext* ctx, BrnNewton* n, double tolerance, int most,
                                    int* taken, BrnStepReport* report);
/// The one or the other; automatic.c.
BrnStatus brn__newton_solve_auto(BrnContext* ctx, BrnNewton* n, bool* solved,
                                 BrnStepReport* report);
/// At the beginning of a step.
void brn__newton_begin_auto(BrnNewton* n);
/// Does a Poisson factor precondition now? Its truncated steps have small decrements.
static inline bool brn__newton_by_laplace(const BrnNewton* n) {
  return n->def.linear == BRN_LINEAR_LAPLACE || (n->def.linear == BRN_LINEAR_AUTO && !n->switched);
}
/// Makes the factor of K, values excepted, unless it is there.
BrnStatus brn__newton_take_factor(BrnContext* ctx, BrnNewton* n);

/// g at n->y and the direction n->d from the factor of the iteration before, when its decrement is
/// at most `limit`; else, or when there is none, *slope is NAN.
BrnStatus brn__newton_chord(BrnContext* ctx, BrnNewton* n, double limit, double* slope,
                            BrnStepReport* report);

/// Newton's method from n->y.
BrnStatus brn__newton_minimize(BrnContext* ctx, BrnNewton* n, BrnStepReport* report);

BrnStatus brn__newton_step(BrnContext* ctx, void* method, const BrnStepInput* input,
                           BrnState* state, BrnStepReport* report);

/// Fails when a part of the body is held by nothing; islands.c.
BrnStatus brn__newton_check_islands(BrnContext* ctx, const BrnNewton* n);

/// a . b
double brn__newton_dot(BrnContext* ctx, int count, const double* a, const double* b);

BrnStatus brn__newton_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                              void** out);
void brn__newton_destroy(BrnContext* ctx, void* method);

enum { BRN_NEWTON_RUN = 128 }; ///< batches whose stiffness is kept at a time: a second-level cache
