// SPDX-License-Identifier: Apache-2.0
//
// Down in positions: what methods share that find a direction d for the nodes of a body and search
// along it. Where the body has no energy, as with a constant Cauchy stress along fibres, a step is
// good when it makes the unbalanced forces smaller. The stiffness is then the symmetric part of the
// true one, so that convergence is fast, but not quadratic.

#pragma once

#include "solver/body/body.h"
#include "solver/body/search.h"

typedef struct BrnDescent {
  BrnBody* body;
  double* d;       ///< direction                                           (row_count x 3)
  double* trial;   ///< nodes along it; after a search where that began     (node_count x 3)
  double residual; ///< |g|^2 at the beginning of a search without energy
} BrnDescent;

BrnStatus brn__descent_create(BrnContext* ctx, BrnBody* body, BrnDescent* out);
void brn__descent_destroy(BrnContext* ctx, BrnDescent* descent);

/// Halves the step along d until the energy falls, and returns its length; 0: it never does.
/// body->y is where it ends. Where the warped way does not go down the straight one may: crushed
/// tets have spins that mean nothing. The first step is at most `first`, and safe for all terms.
/// @param slope g.d
/// @param last J: with a decrement of that at most, a step without energy is taken as it is: its
/// forces are round-off
double brn__descent_search(BrnContext* ctx, BrnDescent* descent, double slope, double first,
                           int trials, double last, BrnEnergy* now, BrnStepReport* report);

/// What decrements are measured by, J.
double brn__descent_reference(const BrnBody* body, BrnEnergy now);
/// Are forces of that slope round-off alone? A body at rest stays to the bit.
bool brn__descent_is_nothing(BrnContext* ctx, BrnBody* body, double slope, BrnStepReport* report);
