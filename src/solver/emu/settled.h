// SPDX-License-Identifier: Apache-2.0
//
// An end that tells the truth; settled.c.

#pragma once

#include "solver/emu/emu.h"

/// What is left to the optimum, as the exact step has it.
typedef struct BrnEmuRest {
  double energy;   ///< its decrement, J: about twice what is left to gain
  double distance; ///< how far it moves the node that it moves farthest, m
} BrnEmuRest;

/// Both from below; all the same once one is beyond `most`. After a preparation of the direction;
/// leaves e->F, e->gap, e->g, e->x and e->d alone.
BrnEmuRest brn__emu_rest(BrnContext* ctx, BrnEmu* e, BrnEmuRest most, BrnStepReport* report);
/// b.A^-1 b for rows b in body->g, which are used up: how far the body gives way to them. Infinite:
/// A is not definite. As above.
double brn__emu_compliance(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);

/// Looks of one minimisation.
typedef struct BrnEmuLook {
  int next;    ///< iteration of the report before which there is none
  double seen; ///< exact decrement at the last one, relative; 0: there was none
} BrnEmuLook;

/// Is little left, too? For a decrement that is at most the tolerance. The report gets the exact
/// one, relative.
bool brn__emu_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                      BrnStepReport* report);
