// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/plan.h"
#include "tetra/work.h"

/// Looks for places where a part was too thin for the lattice and got lost: triangles of its
/// surface that are far from its tets. The plan gets a level more there.
/// @param lost how many triangles that are; 0: the lattice was fine enough, or cannot be finer
BrnStatus brn__lost_refine(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           double size, const BrnWork* work, BrnPlan* plan, int* lost);
