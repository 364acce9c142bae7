// SPDX-License-Identifier: Apache-2.0
//
// Which parts cannot be used. Each function refuses those it finds (refuse.h).

#pragma once

#include "tetra/mend.h"
#include "tetra/refuse.h"
#include "tetra/work.h"

/// Corners out of range or not finite, and no triangles at all.
BrnStatus brn__judge_corners(BrnRefusal* refusal, int part);

/// A mended surface that encloses nothing, or does not tell what.
BrnStatus brn__judge_surface(BrnRefusal* refusal, const BrnRulesPart* part,
                             const BrnMendNotes* notes);

/// Parts that lie on another one.
BrnStatus brn__judge_twins(BrnRefusal* refusal, const BrnRules* rules);

/// Fails when a part has no tets to speak of.
BrnStatus brn__judge_lost(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                          const BrnWork* work, double size);
