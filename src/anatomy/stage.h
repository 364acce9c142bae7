// SPDX-License-Identifier: Apache-2.0
//
// A build as it is between two steps, in the cache.

#pragma once

#include "anatomy/build.h"

/// Goes back to where a build was: fills in all that the steps up to there made.
/// @param found false: it is not there, and the build is as it was
BrnStatus brn__stage_find(BrnBuild* build, uint64_t key, bool* found);
BrnStatus brn__stage_keep(BrnBuild* build, uint64_t key);
