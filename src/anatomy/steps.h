// SPDX-License-Identifier: Apache-2.0
//
// The steps of a build as a table. All of them look at the scene before any is made, and tell all
// that is wrong with it; `brawn check` does the same, and goes no further than the early ones.
//
// The first ones, up to where `reads` ends, are a chain: each sees of the scene what it and those
// before it read, and nothing else, so that a hash of that is its key, and what is there after it
// can be kept. The steps behind them see all of the scene, are made anew each time, and take no
// time.

#pragma once

#include "anatomy/build.h"

typedef struct BrnBuildStep {
  const char* name;
  void (*check)(BrnBuild* build);     // tells what is wrong with what the scene says; NULL: nothing
  BrnStatus (*make)(BrnBuild* build); // NULL: there is nothing to make
  const char* reads; // members of the scene beside those of earlier steps, as brn__record_keep()
                     // has them; NULL: all, and it is not of the chain
  bool early;        // a check makes it, too, for what it tells
  bool kept;         // what is there after it goes to the cache
  double weight[2];  // of its time: with a mesh from elsewhere, with surfaces to be meshed
} BrnBuildStep;

/// @param surfaces is the body made of surfaces alone?
const BrnBuildStep* brn__build_steps(bool surfaces, int* count);
