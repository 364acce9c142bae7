// SPDX-License-Identifier: Apache-2.0
//
// What states and inputs hold, member by member (core/describe.h). Their counts are those of a
// model, in whose scope they stand:
//
//   BrnScope around = brn__model_scope(model);
//   BrnScope scope = brn__state_scope(&around, state);

#pragma once

#include "anatomy/described.h"
#include "brawn/drive.h"

extern const BrnDescription brn__state_description, brn__input_description;

/// They are only looked at, unless somebody writes to scope.record.
BrnScope brn__state_scope(const BrnScope* model, const BrnState* state);
BrnScope brn__input_scope(const BrnScope* model, const BrnStepInput* input);
