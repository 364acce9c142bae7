// SPDX-License-Identifier: Apache-2.0
//
// An end that tells the truth; settled.c.

#pragma once

#include "solver/emu/emu.h"

/// What the exact step would have as its decrement, J, from below; all the same once it is beyond
/// `most`. After a preparation of the direction; leaves e->F, e->gap, e->g, e->x and e->d alone.
double brn__emu_true_decrement(BrnContext* ctx, BrnEmu* e, double most, BrnStepReport* report);

/// b.A^-1 b for rows b in body->g, which are used up: how far the body gives way to them. Infinite:
/// A is not definite. As above.
double brn__emu_compliance(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);

/// Looks of one minimisation.
typedef struct BrnEmuLook {
  int next;    ///< iteration of the report before which there is none
  double seen; ///< true decrement at the last one, relative; 0: there was none
} BrnEmuLook;

/// Is the true decrement small, too? For a decrement that is at most the tolerance. The report gets
/// the true one, relative.
bool brn__emu_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                      BrnStepReport* report);
