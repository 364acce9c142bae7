// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/plan.h"
#include "tetra/work.h"

/// What there was to refine.
typedef struct BrnLost {
  int triangles;    // that are far from the tets of their part; 0: nothing can be done
  int broken_parts; // parts in pieces
} BrnLost;

/// Looks for places where a part was too thin for the lattice and got lost: triangles of its
/// surface that are far from its tets. The plan gets a level more there, and is told the gaps.
BrnStatus brn__lost_refine(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           double size, const BrnWork* work, BrnTetraPlan* plan, BrnLost* lost);
