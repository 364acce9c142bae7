// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/plan.h"
#include "tetra/work.h"

/// Lattice and cuts: the tets before they are improved, about as many as were asked for. The report
/// gets the size, and the seconds of planning and cutting.
BrnStatus brn__form(BrnContext* ctx, const BrnTetraDef* def, const BrnRules* rules,
                    BrnTetraPlan* plan, BrnWork* work, BrnTetraReport* report);
