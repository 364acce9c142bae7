// SPDX-License-Identifier: Apache-2.0
//
// What the steps before have shown of the curvature that the modes miss: limited-memory BFGS
// (body/lbfgs.h) in deformation space, with the Woodbury inverse of the iteration at hand as its
// start, or without anything of the kind (plain.c). Modes hold a compatible motion that they do not
// span as stiffly as alpha; a few pairs of steps and changes of the gradient let it go.

#pragma once

#include "solver/body/lbfgs.h"
#include "solver/emu/emu.h"

enum { BRN_EMU_PAIRS = 6, BRN_EMU_MOST_PAIRS = 20 };

typedef struct BrnEmuMemory {
  BrnLbfgs pairs; ///< of changes of F and of the gradient
  bool plain;     ///< begin with a multiple of the identity
  double scale;   ///< that multiple, while there is no pair
  BrnDeformation*
      gradient; ///< before the step                                        (batch_count)
  bool pending; ///< a step was taken since
} BrnEmuMemory;

BrnStatus brn__memory_create(BrnContext* ctx, const BrnEmu* e, int most, BrnEmuMemory** out);
void brn__memory_destroy(BrnContext* ctx, BrnEmuMemory* memory);
void brn__memory_forget(BrnEmuMemory* memory);
/// e->d from e->g, which brn__woodbury_prepare() has made; returns g.d.
double brn__memory_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// The same from the gradient alone, which it takes at e->F; plain.c.
double brn__plain_direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report);
/// The step s e->d is taken.
void brn__memory_keep(BrnContext* ctx, BrnEmu* e, double s);
