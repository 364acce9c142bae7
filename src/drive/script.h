// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/state.h"

/// What the model's own tracks and scripts say at a time. Before time 0 of a model with a run-up: a
/// share of what they say at 0.
void brn__script_fill(const BrnModel* model, double time, BrnStepInput* input);
