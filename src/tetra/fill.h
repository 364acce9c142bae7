// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/plan.h"

/// Gives a level more to the triangles with the widest gaps to the tets of the last cut, so many
/// that the tets become more by a factor.
/// @param found whether there were gaps enough
BrnStatus brn__fill_gaps(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                         double size, double factor, BrnTetraPlan* plan, bool* found);
