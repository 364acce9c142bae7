// SPDX-License-Identifier: Apache-2.0
//
// From the input of the last step to the next one: at once, or in parts that are halved until they
// converge. Parts of a dynamic step are steps of time themselves.

#pragma once

#include "solver/body/body.h"

/// What a method does in a part, from body->y to where body->input wants it, as far as it gets; the
/// report tells how that ended.
typedef BrnStatus BrnPartFn(BrnContext* ctx, void* method, BrnStepReport* report);

/// At the beginning of a part: what is given goes where the input has it, the flesh follows, and
/// loads, constraints and what acts are those of the input.
void brn__body_begin(BrnContext* ctx, BrnBody* body);

/// A part in passes: `minimize` until the constraints hold, too, multipliers growing between them.
BrnStatus brn__body_pass(BrnContext* ctx, BrnBody* body, BrnPartFn* minimize, void* method,
                         BrnStepReport* report);

/// From one input to the next, in parts.
BrnStatus brn__body_walk(BrnContext* ctx, BrnBody* body, BrnPartFn* part, void* method,
                         const BrnStepInput* from, const BrnStepInput* to, BrnStepReport* report);

/// A whole step of a method that minimises in positions: reads the state, walks in passes, tells
/// what became of it, and writes the state.
BrnStatus brn__body_step(BrnContext* ctx, BrnBody* body, BrnPartFn* minimize, void* method,
                         const BrnStepInput* input, BrnState* state, BrnStepReport* report);
