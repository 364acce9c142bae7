// SPDX-License-Identifier: Apache-2.0
//
// A Cholesky factor of a body's stiffness. Pieces (low_rank.h) may want blocks that its pattern has
// not: then the pattern grows, and is analysed anew. It grows within a step only, so that the next
// one does not depend on where it came from.

#pragma once

#include "solver/body/low_rank.h"
#include "sparse/factor.h"

typedef struct BrnBody BrnBody;

typedef struct BrnFactored {
  BrnFactorDef def;
  bool whole;        ///< with the pieces; else without: for a preconditioner
  bool fold;         ///< in the unknowns of rigid bones, where there are some
  BrnBlocks* wide;   ///< K and the pieces; NULL: there were none in this step
  BrnCsr* csr;       ///< of the one or the other, entry by entry; NULL: not needed yet
  BrnFactor* factor; ///< NULL: not needed yet
} BrnFactored;

void brn__factored_destroy(BrnContext* ctx, BrnFactored* f);
/// At the beginning of a step: forgets the pieces of the one before.
void brn__factored_begin(BrnContext* ctx, BrnFactored* f);
/// Makes the factor, values excepted, unless it is there.
BrnStatus brn__factored_take(BrnContext* ctx, BrnBody* body, BrnFactored* f);
/// The matrix as body->K is now, and `times` the pieces of the body, as it goes into the factor.
BrnStatus brn__factored_matrix(BrnContext* ctx, BrnBody* body, BrnFactored* f, double times,
                               const BrnCsr** out);
/// Its factor.
BrnStatus brn__factored_update(BrnContext* ctx, BrnBody* body, BrnFactored* f, double times,
                               BrnFactorReport* report);
