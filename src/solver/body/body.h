// SPDX-License-Identifier: Apache-2.0
//
// A body of tets, as all methods on tets share it: unknowns, materials, joints, loads, what moves
// it, and the forces at a shape. There is no word of any method in here; each has vectors of its
// own for directions and trials, and asks the body for energies, gradients and stiffness.
//
//   nodes.c       unknowns: flesh, affine bones, joints, supports; affine.c: bones among them
//   carry.c       attachments to soft parts across a gap
//   islands.c     parts that nothing holds
//   elements.c    tets in batches of eight, and their materials; element_lanes.c
//   gather.c      from elements to rows; pattern.c: which rows meet in the matrix
//   term.h        what else adds energy, forces and stiffness, each behind the same table; terms.c
//                 has the list
//     averages.h    against locking: volumes of patches of tets (patches.h); locking.c: which laws
//     loads.c       gravity, forces
//     pressure.c    pressure, which follows the faces
//     inertia.c     masses of the nodes; motion.c: steps of time
//     damping.c     damping by stiffness; rates.c: what rates within a step are measured from
//     constraints.c what elimination cannot do, by augmented Lagrangians: ties.c, limits.c, angle.c
//     contact.h     parts that touch: contact_planes.c where, contact_law.c how hard, contact_term.c
//   low_rank.h      stiffness on a few points that comes and goes, beside the matrix
//   energy.c      energy, gradient and stiffness of the whole; factored.h: its factor
//   poisson.c     positions from deformation gradients
//   retract.c     the way of the body along a step; warp_lanes.c
//   parts.c       from one input to the next, in parts where needed
//   search.c      line search; lbfgs.h: what earlier steps have shown
//   descent.c     iterations in positions: directions are tried, and the shape moves down
//   method.h      what methods that minimise in positions begin with
//   balance.c     the end of a step, and what its outcome is
//   inspect.c     stresses and forces of a state, to be measured
//   rigid.h       bones that are exactly rigid: rigid_tangent.c their speeds, rigid_matrix.c and
//                 rigid_laplace.c the stiffness in these, rigid_pose.c back to poses

#pragma once

#include "solver/body/averages.h"
#include "solver/body/balance.h"
#include "solver/body/damping.h"
#include "solver/body/low_rank.h"
#include "solver/body/motion.h"
#include "solver/body/poisson.h"
#include "solver/body/retract.h"
#include "solver/body/term.h"

typedef struct BrnRigid BrnRigid;

struct BrnBody {
  const BrnModel* model;
  BrnSolverDef def;
  BrnNodes* nodes;
  BrnElements* elements;
  BrnGather* gather;
  BrnTerm* term; ///< all else that has energy                                 (term_count)
  int term_count;
  BrnBlocks* K;       ///< stiffness; NULL: the method has no use for it
  BrnLowRanks pieces; ///< what else belongs to the stiffness, as K was evaluated last
  BrnPoisson* poisson;
  BrnMotion* motion;   ///< NULL: quasi-static
  BrnRigid* rigid;     ///< NULL: bones are affine, or none can move
  BrnStepInput* input; ///< in force now
  BrnBalance balance;  ///< what acts in the part under way
  BrnRetraction retraction;

  // two of the terms, for methods whose unknowns are not the nodes
  BrnConstraints* constraints;
  BrnAverages* averages; ///< NULL: all tets are plain

  double* y;           ///< nodes, m: the shape                              (node_count x 3)
  double* part;        ///< nodes at the beginning of a part                 (node_count x 3)
  double* g;           ///< gradient as it was evaluated last                (row_count x 3)
  double* dead;        ///< forces of loads on nodes, N                      (node_count x 3)
  double* x;           ///< points as they were looked at last, m            (point_count x 3)
  double* point_force; ///< N                                                (point_count x 3)
  double* force;       ///< of corners, N                                    (element_count x 12)
  double* stiffness;   ///< of a run of elements                             (run x 144)
};

enum { BRN_BODY_RUN = 128 }; ///< batches whose stiffness is kept at a time: a second-level cache

// ---------------------------------------------------------------------------------------- creation

/// Fails for models that elimination cannot do, and where parts are held by nothing. On failure
/// *out may be half made.
BrnStatus brn__body_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                           BrnBody** out);
/// The same for methods that make elements of their own, and need no matrix: nodes alone; once the
/// elements are there, the terms; and in the end the vectors and what the balance keeps.
BrnStatus brn__body_begin_with(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                               BrnBody** out);
BrnStatus brn__body_take_terms(BrnContext* ctx, BrnBody* body);
BrnStatus brn__body_end_with(BrnContext* ctx, BrnBody* body);
void brn__body_destroy(BrnContext* ctx, BrnBody* body);
/// The rows that meet in tets and in terms with a part in the Poisson matrix; pattern.c.
BrnStatus brn__body_pattern(BrnContext* ctx, const BrnBody* body, BrnBlocks** out);
/// Adds those that meet in other terms.
BrnStatus brn__body_widen(BrnContext* ctx, const BrnBody* body, BrnBlocks** K);
/// Fails when a part of the body is held by nothing; islands.c.
BrnStatus brn__body_check_islands(BrnContext* ctx, const BrnBody* body);
/// What hangs together by tets and ties between free nodes: a forest of nodes, whose roots are the
/// first nodes of their islands.
void brn__islands_of_free(const BrnBody* body, int* root);
int brn__island_root(int* root, int node);
/// Room for K in single precision, and the rows whose products stay in doubles; rough.c.
BrnStatus brn__body_keep_rough(BrnContext* ctx, BrnBody* body);
/// Iterations with the Poisson factor that cost as much as a factorisation of K; budget.c.
int brn__body_budget(const BrnBody* body);
/// A Poisson matrix of the body in other weights.
BrnStatus brn__body_take_poisson(BrnContext* ctx, BrnBody* body, const BrnMetric* metric,
                                 BrnPoisson** out);

// ------------------------------------------------------------------------------------------ energy

static inline double brn__energy_total(BrnEnergy e) {
  return e.inside + e.motion + e.held - e.work;
}

/// At the nodes y.
BrnEnergy brn__body_energy(BrnContext* ctx, BrnBody* body, const double* y);
/// g, and K when more than the stress is wanted, at body->y. The times are added to the report.
void brn__body_evaluate(BrnContext* ctx, BrnBody* body, BrnWant want, BrnStepReport* report);
/// y = K x with all pieces; rough: the blocks as they have been rounded.
void brn__body_multiply(BrnContext* ctx, const BrnBody* body, bool rough, const double* x,
                        double* y);
/// a . b
static inline double brn__body_dot(BrnContext* ctx, int count, const double* a, const double* b) {
  return brn__parallel_dot(ctx, count, a, b);
}

// ------------------------------------------------------------------------------------------- loads

/// The loads of the input in force; pressure acts on the faces as they are at body->y.
void brn__body_load(BrnContext* ctx, BrnBody* body);
bool brn__body_has_pressure(const BrnBody* body);
/// Adds pressure to point_force, and its stiffness to K, both at body->x.
void brn__body_add_pressure(BrnBody* body);
void brn__body_add_pressure_stiffness(BrnBody* body);

/// Sets what rates are measured from in the part of body->motion that begins; dynamic steps only.
void brn__body_aim_rates(BrnContext* ctx, BrnBody* body);
/// Rates are those of a state's velocities, as for looking at it; there is no step and no inertia.
void brn__body_recall_rates(BrnContext* ctx, BrnBody* body, const BrnState* state);

// ------------------------------------------------------------------------------------------- state

/// Puts body->y where a state is, and the other way round; parts.c.
void brn__body_read_state(BrnBody* body, const BrnState* state);
void brn__body_write_state(BrnContext* ctx, BrnBody* body, BrnState* state);
/// Stresses, energies and loads of a state.
BrnStatus brn__body_inspect(BrnContext* ctx, BrnBody* body, const BrnState* state,
                            BrnInspection* out);
/// The same with deformation gradients of the method's own; NULL: those of the positions.
BrnStatus brn__body_inspect_at(BrnContext* ctx, BrnBody* body, const BrnState* state,
                               const BrnDeformation* F, BrnInspection* out);
