// SPDX-License-Identifier: Apache-2.0
//
// The run-up: the first frames of the pre-roll lead from the rest pose, on which nothing acts, to
// what is there at the first frame's beginning; the rest of the pre-roll stays there, but for what
// a clip takes along, which gathers speed.

#pragma once

#include "brawn/drive.h"

/// Is the time before the first frame of a model that has a run-up?
bool brn__run_up_is_on(const BrnModel* model, double time);
/// The time whose scripts count.
double brn__run_up_time(const BrnModel* model, double time);
/// How much of it is done, 0 to 1: slow at both ends.
double brn__run_up_share(const BrnModel* model, double time);
/// Makes of an input that is filled with what is there at time 0 what is there in the run-up.
void brn__run_up_apply(const BrnModel* model, double time, BrnStepInput* input);
