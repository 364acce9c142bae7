// SPDX-License-Identifier: Apache-2.0
//
// Finite elements: the shape of least energy, by Newton's method. In dynamic steps inertia and
// damping have a part in it.
//
//   nodes.c       unknowns: flesh, affine bones, joints, supports
//   carry.c       attachments to soft parts across a gap
//   constraints.c what elimination cannot do, by augmented Lagrangians
//   ties.c        its equations: rings of joints, supports of bones, scripted angles
//   limits.c      its inequalities: limits of joints
//   angle.c       the angle of a joint, with derivatives
//   elements.c    tets in batches of eight, and their materials
//   gather.c      from elements to rows
//   energy.c      energy, gradient and stiffness of the whole
//   averages.h    against locking: volumes of patches of tets
//   loads.c       gravity, forces
//   pressure.c    pressure, which follows the faces
//   inertia.c     masses of the nodes
//   motion.c      steps of time
//   rates.c       what rates within a step are measured from
//   damping.c     damping by stiffness
//   poisson.c     positions from deformation gradients
//   warp_lanes.c  the way of a deformation gradient along a step
//   retract.c     the way of the body along a step
//   direction.c   the linear system
//   corotate.c    its solution with a factor of an earlier iteration
//   automatic.c   which of the solutions
//   chord.c       the last step of a direct one
//   minimize.c    the iteration
//   residual.c    its search where there is no energy
//   step.c        from one input to the next, in parts where needed
//   rigid*.c      bones that are exactly rigid: rigid.h
//   inspect.c     stresses and forces of a state, to be measured

#pragma once

#include "solver/newton/averages.h"
#include "solver/newton/damping.h"
#include "solver/newton/motion.h"
#include "solver/newton/poisson.h"
#include "solver/solver.h"

typedef double BrnStrain[9][BRN_LANES]; // F of a batch
typedef struct BrnRigid BrnRigid;
typedef struct BrnQuasi BrnQuasi;
typedef struct BrnNewton BrnNewton;

struct BrnNewton {
  const BrnModel* model;
  BrnSolverDef def;
  BrnNodes* nodes;
  BrnElements* elements;
  BrnConstraints* constraints;
  BrnGather* gather;
  BrnBlocks* K;
  BrnCsr* csr;       ///< of K; not for BRN_LINEAR_LAPLACE
  BrnFactor* factor; ///< not for BRN_LINEAR_LAPLACE; NULL: not needed yet
  bool factored;     ///< is there a factor of this step that is not worn out?
  bool switched;     ///< automatic: a factor is used from here on, in this step
  int budget, spent; ///< automatic: iterations without one in this step
  BrnPoisson* poisson;
  BrnInertia* inertia;   ///< NULL: quasi-static
  BrnMotion* motion;     ///< NULL: quasi-static
  BrnDamping* damping;   ///< NULL: none                                       (batch_count)
  BrnRigid* rigid;       ///< NULL: bones are affine, or none can move
  BrnAverages* averages; ///< NULL: all tets are plain
  BrnStepInput* input;   ///< in force now

  double *y, *trial, *start; ///< nodes, m                                   (node_count x 3)
  double* part;              ///< nodes at the beginning of a part           (node_count x 3)
  double* dead;              ///< forces of loads on nodes, N                (node_count x 3)
  double* x;                 ///< points, m                                  (point_count x 3)
  double* point_force;       ///< N                                          (point_count x 3)
  double *g, *d, *side;      ///< gradient, direction, right-hand side       (row_count x 3)
  double *turn, *turn_then;  ///< rotations of nodes, now and at the factor; co-rotated only
                             ///< (row_count x 9)
  double* turned;            ///< (row_count x 3)
  double* force;             ///< of corners, N                              (element_count x 12)
  double* stiffness;         ///< of a run of elements                       (run x 144)
  BrnStrain *F, *dF, *given; ///< (batch_count)
  double residual;           ///< |g|^2 at the beginning of a search without energy

  /// The way to the minimum: brn__newton_minimize(), or that of another method on positions.
  BrnStatus (*minimize)(BrnContext* ctx, BrnNewton* n, BrnStepReport* report);
  BrnQuasi* quasi; ///< what lbfgs and bcqn keep; NULL: Newton's method
};

/// Energy of deformation and activation, the work of dead loads, and what inertia and damping add
/// in a dynamic step, J.
typedef struct BrnEnergy {
  double inside, work, motion;
  double held; ///< of constraints: nothing but round-off where they hold
  int bad;     ///< tets that their material is not defined for
} BrnEnergy;

static inline double brn__energy_total(BrnEnergy e) {
  return e.inside + e.motion + e.held - e.work;
}

/// At the nodes y.
BrnEnergy brn__newton_energy(BrnContext* ctx, BrnNewton* n, const double* y);
/// g, and K when more than the stress is wanted, at n->y. The times are added to the report.
void brn__newton_evaluate(BrnContext* ctx, BrnNewton* n, BrnWant want, BrnStepReport* report);

/// The loads of the input in force; pressure acts on the faces as they are at n->y.
void brn__newton_load(BrnContext* ctx, BrnNewton* n);
bool brn__newton_has_pressure(const BrnNewton* n);
/// Adds pressure to point_force, and its stiffness to K, both at n->x.
void brn__newton_add_pressure(BrnNewton* n);
void brn__newton_add_pressure_stiffness(BrnNewton* n);

/// Sets what rates are measured from in the part of n->motion that begins; dynamic steps only.
void brn__newton_aim_rates(BrnContext* ctx, BrnNewton* n);
/// Rates are those of a state's velocities, as for looking at it; there is no step and no inertia.
void brn__newton_recall_rates(BrnContext* ctx, BrnNewton* n, const BrnState* state);

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

/// Unknowns of the linear system: 3 a row, or fewer where bones are rigid. Its vectors are folded.
int brn__newton_unknown_count(const BrnNewton* n);
/// y = K x, in the unknowns; user is the BrnNewton
void brn__newton_apply(BrnContext* ctx, const void* user, const double* x, double* y);
/// Before the first product with a new K.
void brn__newton_round(BrnContext* ctx, BrnNewton* n);
/// The same matrix with single entries, for the factor.
const BrnCsr* brn__newton_matrix(BrnContext* ctx, BrnNewton* n);

/// d = K^-1 side by conjugate gradients on the factor at hand; false: there is none, as K is
/// indefinite.
BrnStatus brn__newton_solve_corotated(BrnContext* ctx, BrnNewton* n, double tolerance, bool* solved,
                                      BrnStepReport* report);

/// The search where the materials have no energy: notes the forces at n->y, and tells whether they
/// are smaller at n->trial, which is at s along the way.
void brn__newton_aim_residual(BrnContext* ctx, BrnNewton* n);
bool brn__newton_residual_falls(BrnContext* ctx, BrnNewton* n, double s, BrnStepReport* report);

/// The same with the Poisson factor, at most `most` iterations.
BrnStatus brn__newton_solve_laplace(BrnContext* ctx, BrnNewton* n, double tolerance, int most,
                                    int* taken, BrnStepReport* report);
/// The one or the other; automatic.c.
BrnStatus brn__newton_solve_auto(BrnContext* ctx, BrnNewton* n, bool* solved,
                                 BrnStepReport* report);
/// Iterations with the Poisson factor that cost as much as a factorisation.
int brn__newton_budget(const BrnNewton* n);
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

/// Halves the step along n->d until the energy falls, and returns its length; 0: it never does.
/// n->y is where it ends, n->trial where it began. From limits on the first step is at most
/// `first`.
double brn__newton_search(BrnContext* ctx, BrnNewton* n, double slope, double first, int trials,
                          BrnEnergy* now, BrnStepReport* report);
/// What decrements are measured by, J.
double brn__newton_reference(const BrnNewton* n, BrnEnergy now);
/// Are forces of that slope round-off alone?
bool brn__newton_is_nothing(const BrnNewton* n, double slope);
/// Newton's method from n->y.
BrnStatus brn__newton_minimize(BrnContext* ctx, BrnNewton* n, BrnStepReport* report);

BrnStatus brn__newton_step(BrnContext* ctx, void* method, const BrnStepInput* input,
                           BrnState* state, BrnStepReport* report);

/// Puts n->y where a state is.
void brn__newton_read_state(BrnNewton* n, const BrnState* state);
BrnStatus brn__newton_inspect(BrnContext* ctx, void* method, const BrnState* state,
                              BrnInspection* out);

/// Fails when a part of the body is held by nothing; islands.c.
BrnStatus brn__newton_check_islands(BrnContext* ctx, const BrnNewton* n);

/// a . b
double brn__newton_dot(BrnContext* ctx, int count, const double* a, const double* b);

BrnStatus brn__newton_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                              void** out);
void brn__newton_destroy(BrnContext* ctx, void* method);

enum { BRN_NEWTON_RUN = 128 }; ///< batches whose stiffness is kept at a time: a second-level cache
