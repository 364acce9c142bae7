// SPDX-License-Identifier: Apache-2.0
//
//   input.c         what acts in a step
//   state.c         what changes
//   drive.c         from a time and a state to an input, and who does that
//   script.c        tracks, motions and clips at a time
//   run_up.c        from rest to the first frame
//   sense*.c        sensors, signals, activations
//   rates.c         velocities from samples
//   signal.c        triggers, and activation of first order
//   dynamics.c      activation dynamics

#pragma once

#include "brawn/state.h"

/// Nothing acts.
void brn__input_rest(const BrnModel* model, BrnStepInput* input);
/// Of the memory as much as both have room for.
void brn__input_copy(const BrnModel* model, const BrnStepInput* from, BrnStepInput* to);
/// An array that a method keeps in states, by its name there.
void* brn__state_own(const BrnState* state, const char* name);
/// Are all poses finite numbers?
BrnStatus brn__input_check_poses(BrnContext* ctx, const BrnModel* model, const BrnStepInput* input);
