// SPDX-License-Identifier: Apache-2.0
//
// Quasi-Newton methods on positions, to compare others with. The shape, its energy and the steps
// are those of solver/newton; the direction is made of gradients alone. A pre-factored Poisson
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

#include "solver/newton/rigid.h"

typedef double BrnEight[BRN_LANES];

struct BrnQuasi {
  BrnMethod method;
  int most;         ///< pairs that are kept
  int count;        ///< pairs that there are
  int next;         ///< where the next pair goes
  double* s;        ///< steps, m                                       (most x row_count x 3)
  double* z;        ///< what the stiffness makes of them, N            (most x row_count x 3)
  double* rho;      ///< 1 / s.z                                        (most)
  double* share;    ///< of the pairs, in the direction                 (most)
  double* before;   ///< gradient before the step                       (row_count x 3)
  double* product;  ///< A s                                            (row_count x 3)
  BrnEight* weight; ///< of the tets in A, J                            (batch_count)

  // bcqn
  double blend;          ///< 1/N^2: share of A s in z over y.A s
  double characteristic; ///< N: a gradient of this size is a large one; 0: not known
  BrnEight* force;       ///< of the barrier; this and the rest: NULL without one   (batch_count)
  BrnEight* room;        ///< J + what the step makes of it                         (batch_count)
  BrnEight* diagonal;    ///< of C C^T                                              (batch_count)
};

BrnStatus brn__quasi_prepare(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                             void** out);
void brn__quasi_destroy(BrnContext* ctx, void* method);

/// From n->y, as brn__newton_minimize().
BrnStatus brn__quasi_minimize(BrnContext* ctx, BrnNewton* n, BrnStepReport* report);

// ------------------------------------------------------------------------------------------ memory

void brn__quasi_forget(BrnQuasi* q);
/// Keeps the step from n->trial to n->y, with the gradients before and now. Steps along which the
/// gradient does not grow are not kept.
void brn__quasi_learn(BrnContext* ctx, BrnNewton* n);
/// n->d = -H g, with H the inverse that the pairs and A make; returns g.d.
double brn__quasi_direct(BrnContext* ctx, BrnNewton* n);
/// Takes from n->d what bones cannot do, being rigid.
void brn__quasi_keep_rigid(BrnNewton* n);

// ------------------------------------------------------------------------------------------- guess

/// The weights of A, and its factor: n->poisson is replaced by it.
BrnStatus brn__quasi_take_guess(BrnContext* ctx, BrnNewton* n);
/// out = A v, in rows; n->trial and n->x are lost
void brn__quasi_multiply(BrnContext* ctx, BrnNewton* n, const double* v, double* out);
/// Norm of A if all soft tets were like that, Pa, and bones nothing, N/m.
double brn__quasi_norm(BrnContext* ctx, BrnNewton* n, double flesh);
/// 2 mu + lambda of the flesh, Pa, its harmonic mean; and its volume, m^3.
double brn__quasi_flesh(const BrnNewton* n, double* volume);

// ------------------------------------------------------------------------------------------- blend

/// The weight of the blend, and the characteristic gradient.
void brn__quasi_measure(BrnContext* ctx, BrnNewton* n);
/// The share of A s in z, 0 to 1; q->product is A s.
double brn__quasi_blend(BrnContext* ctx, const BrnNewton* n, const double* y);

// ----------------------------------------------------------------------------------------- barrier

/// For materials that are not defined for tets inside out; else nothing, and the calls below do
/// nothing either.
BrnStatus brn__barrier_create(BrnContext* ctx, BrnNewton* n);
/// Takes from n->d what would turn tets inside out, as far as J is linear; returns g.d.
double brn__barrier_filter(BrnContext* ctx, BrnNewton* n, double slope);
/// The largest step along n->d, at most 1, that stays well away from tets inside out.
double brn__barrier_first_step(BrnContext* ctx, BrnNewton* n);
