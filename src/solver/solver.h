// SPDX-License-Identifier: Apache-2.0
//
// What methods have in common: a table of operations, a row in solver.c.

#pragma once

#include "core/fields.h"

#include "brawn/solver.h"

typedef struct BrnSolverOps {
  const char* name;
  /// Checks the model and makes what the method keeps. On failure *out may be half made.
  BrnStatus (*prepare)(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def, void** out);
  void (*destroy)(BrnContext* ctx, void* method); // half made or NULL too
  BrnStatus (*step)(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                    BrnStepReport* report);
} BrnSolverOps;

struct BrnSolver {
  const BrnSolverOps* ops;
  BrnContext* ctx;
  const BrnModel* model;
  void* method;
};

extern const BrnSolverOps brn__newton_ops;

void brn__input_copy(const BrnModel* model, const BrnStepInput* from, BrnStepInput* to);
