// SPDX-License-Identifier: Apache-2.0
//
// A frame in sub-steps of equal length (Macklin et al. 2019), and what acts at the end of each; and
// what scenes may ask of them, on tets and on surfaces.

#pragma once

#include "core/core.h"
#include "solver/solver.h"

typedef struct BrnSubstepSettings {
  int substeps;   ///< of a frame; default 10
  double damping; ///< of velocities, 1/s; default 1
  bool inertia;   ///< default true; false: velocities are forgotten at once
} BrnSubstepSettings;

extern const BrnInlineTable brn__substep_settings;

typedef struct BrnSubsteps {
  int count, index;    // of the frame; the one under way
  double h;            // length of one, s
  bool rest;           // no time goes by: h is that of an ordinary frame, for compliances alone
  BrnStepInput* from;  // what acts at the beginning of the frame
  BrnStepInput* input; // what acts at the end of the sub-step
} BrnSubsteps;

BrnStatus brn__substeps_create(BrnContext* ctx, const BrnModel* model, int count, BrnSubsteps* out);
void brn__substeps_free(BrnContext* ctx, BrnSubsteps* substeps);
/// Length of a sub-step of an ordinary frame of the model, s.
double brn__substeps_usual(const BrnModel* model, int count);
/// A frame from a state on.
/// @return how long it is, s; 0: it takes no time, as the first one, and relaxes without inertia
double brn__substeps_begin(const BrnModel* model, const BrnStepInput* to, const BrnState* state,
                           BrnSubsteps* substeps);
/// What acts in a sub-step is between what did before the frame and what shall after it.
void brn__substeps_aim(const BrnModel* model, const BrnStepInput* to, int index,
                       BrnSubsteps* substeps);
