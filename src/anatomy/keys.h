// SPDX-License-Identifier: Apache-2.0
//
// Keys of what is built: hashes of all that it is built from.

#pragma once

#include "anatomy/steps.h"

/// Keys of the steps of the chain. Files that cannot be read count as missing.
/// @param scene in SI units
/// @param key caller's, (count)
BrnStatus brn__step_keys(const BrnBuild* build, const BrnScene* scene, const BrnBuildStep* step,
                         int count, uint64_t* key);

/// The same of the whole model: of all of the scene but solver, frames and outputs.
BrnStatus brn__model_key(const BrnBuild* build, const BrnScene* scene, uint64_t* out);
