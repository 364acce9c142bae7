// SPDX-License-Identifier: Apache-2.0
//
// Attachments over a gap. Between part a and part b a bridge claims the points that no part owns,
// from which both are seen in nearly opposite directions, and which are at most `gap` from both
// together:
//
//   claim(p) = min(gap - d_a - d_b, (1/2 - sin(g_a, g_b)) (d_a + d_b), -depth_k for k after a)
//
// with d the distances from the parts and g the directions to them. The second term ends the bridge
// where the facing sides end, but for a flare; the third leaves alone what is cut later.

#pragma once

#include "tetra/plan.h"
#include "tetra/work.h"

/// Checks the bridges of the def and puts them into the rules, whose parts are there already.
BrnStatus brn__bridges_create(BrnContext* ctx, const BrnTetraDef* def, BrnRules* rules);

/// What the bridges of a part claim at a point; -INFINITY: far from that. The gradient (NULL: not
/// wanted) is by differences, and zero where there is no claim.
double brn__bridge_claim(const BrnRules* rules, int part, const double* point, double* gradient);

/// Has the lattice refined where the parts of bridges are near to each other.
BrnStatus brn__bridge_refine(BrnContext* ctx, const BrnRules* rules, BrnTetraPlan* plan);

/// Has the lattice refined more where a bridge has no faces. Adds how many there are to *lost.
BrnStatus brn__bridge_check(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                            double size, const BrnWork* work, BrnTetraPlan* plan, int* lost);

/// Warns of the bridges that have no faces.
BrnStatus brn__bridge_warn(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                           const BrnWork* work);
