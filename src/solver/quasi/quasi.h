// SPDX-License-Identifier: Apache-2.0
//
// Quasi-Newton methods on positions, to compare others with. The shape, its energy and the steps
// are those of solver/body; the direction is made of gradients alone. A pre-factored Poisson
// matrix A is the first guess of the stiffness, and what gradients do along the last steps corrects
// it (limited memory: Nocedal 1980).
//
//   lbfgs   Liu, Bouaziz and Kavan 2017: corrections are differences of gradients
//   bcqn    Zhu, Bridson and Kaufman 2018: those, blended with what A says, and steps that do not
//           run into tets about to collapse
//
//   quasi.c     creation
//   guess.c     A
//   memory.c    pairs of steps and differences, and the direction
//   blend.c     the blend of bcqn, and its stop
//   barrier.c   the filter of bcqn
//   iterate.c   the iteration

#pragma once

#include "solver/body/lbfgs.h"
#include "solver/body/method.h"
#include "solver/body/rigid.h"

typedef double BrnEight[BRN_LANES];

typedef struct BrnQuasi {
  BRN_BODY_METHOD;  ///< whose Poisson matrix is A
  bool blended;     ///< bcqn; else lbfgs
  BrnLbfgs memory;  ///< of steps, m, and what the stiffness makes of them, N; rows
  double* before;   ///< gradient before the step                       (row_count x 3)
  double* product;  ///< A s                                            (row_count x 3)
  double* side;     ///< room for rows                                  (row_count x 3)
  double* move;     ///< room for a motion of nodes                     (node_count x 3)
  BrnEight* weight; ///< of the tets in A, J                            (batch_count)

  // bcqn
  double blend;           ///< 1/N^2: share of A s in z over y.A s
  double characteristic;  ///< N: a gradient of this size is a large one; 0: not known
  BrnEight* force;        ///< of the barrier; this and the rest: NULL without one   (batch_count)
  BrnEight* room;         ///< J + what the step makes of it                         (batch_count)
  BrnEight* diagonal;     ///< of C C^T                                              (batch_count)
  BrnDeformation *F, *dF; ///< where the step begins, and of motions                 (batch_count)
  BrnDeformation* slope;  ///< dJ/dF at F                                            (batch_count)
} BrnQuasi;

/// From body->y.
BrnStatus brn__quasi_minimize(BrnContext* ctx, void* method, BrnStepReport* report);

// ------------------------------------------------------------------------------------------ memory

/// Keeps the step from descent.trial to body->y, with the gradients before and now. Steps along
/// which the gradient does not grow are not kept.
void brn__quasi_learn(BrnContext* ctx, BrnQuasi* q);
/// descent.d = -H g, with H the inverse that the pairs and A make; returns g.d.
double brn__quasi_direct(BrnContext* ctx, BrnQuasi* q);
/// Takes from descent.d what bones cannot do, being rigid.
void brn__quasi_keep_rigid(BrnQuasi* q);

// ------------------------------------------------------------------------------------------- guess

/// The weights of A, and its factor: body->poisson is replaced by it.
BrnStatus brn__quasi_take_guess(BrnContext* ctx, BrnQuasi* q);
/// out = A v, in rows
void brn__quasi_multiply(BrnContext* ctx, BrnQuasi* q, const double* v, double* out);
/// Norm of A if all soft tets were like that, Pa, and bones nothing, N/m.
double brn__quasi_norm(BrnContext* ctx, BrnQuasi* q, double flesh);
/// 2 mu + lambda of the flesh, Pa, its harmonic mean; and its volume, m^3.
double brn__quasi_flesh(const BrnQuasi* q, double* volume);

// ------------------------------------------------------------------------------------------- blend

/// The weight of the blend, and the characteristic gradient.
void brn__quasi_measure(BrnContext* ctx, BrnQuasi* q);
/// The share of A s in z, 0 to 1; q->product is A s.
double brn__quasi_blend(BrnContext* ctx, const BrnQuasi* q, const double* y);

// ----------------------------------------------------------------------------------------- barrier

/// For materials that are not defined for tets inside out; else nothing, and the calls below do
/// nothing either.
BrnStatus brn__barrier_create(BrnContext* ctx, BrnQuasi* q);
/// Takes from descent.d what would turn tets inside out, as far as J is linear; returns g.d.
double brn__barrier_filter(BrnContext* ctx, BrnQuasi* q, double slope);
/// The largest step along descent.d, at most 1, that stays well away from tets inside out.
double brn__barrier_first_step(BrnContext* ctx, BrnQuasi* q);
