// SPDX-License-Identifier: Apache-2.0
//
// What methods that minimise in positions begin with, and what they need not write themselves: the
// operations that their tables leave out.

#pragma once

#include "solver/body/descent.h"
#include "solver/body/parts.h"

typedef struct BrnBodyMethod {
  BrnBody* body;
  BrnDescent descent;
  BrnPartFn* minimize; ///< from body->y to a minimum; it gets the method
} BrnBodyMethod;

/// First in the struct of a method: the same as members of its own.
#define BRN_BODY_METHOD                                                                            \
  union {                                                                                          \
    BrnBodyMethod base;                                                                            \
    struct {                                                                                       \
      BrnBody* body;                                                                               \
      BrnDescent descent;                                                                          \
    };                                                                                             \
  }

/// A method of so many bytes, zeroed but for that. On failure *out may be half made.
BrnStatus brn__body_method_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                                  size_t size, BrnPartFn* minimize, void** out);

// in place of operations that are NULL
void brn__body_method_destroy(BrnContext* ctx, void* method);
BrnStatus brn__body_method_step(BrnContext* ctx, void* method, const BrnStepInput* input,
                                BrnState* state, BrnStepReport* report);
BrnStatus brn__body_method_inspect(BrnContext* ctx, void* method, const BrnState* state,
                                   BrnInspection* out);
