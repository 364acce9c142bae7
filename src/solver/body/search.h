// SPDX-License-Identifier: Apache-2.0
//
// Line search by halving (Armijo 1966), with the constants that all methods share.

#pragma once

#include "core/core.h"

enum { BRN_MOST_TRIALS = 40 };

#define BRN_ARMIJO 1e-4      // share of the decrement that a step must gain
#define BRN_LOST_STEP 0.1    // length of a step that is all but none
#define BRN_UNDEFORMED 1e-14 // square of strains that are as good as none

/// Is the step of length s one that goes down? Then it is taken.
typedef bool BrnTrialFn(BrnContext* ctx, void* user, double s);

/// Tries `first`, a half of it, and so on. @return the length that was taken; 0: none goes down
double brn__backtrack(BrnContext* ctx, double first, int trials, BrnTrialFn* try, void* user);

/// Differences of energies that say nothing, J: what is lost in a sum of that size, and in the
/// energies of stiff elements, such as a bone that hardly deforms and a body that flies free.
/// @param stiff energy of the body at a strain of about one, J
double brn__energy_noise(double size, double stiff);
