// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/rules.h"

/// Fills in the distances between the tets of each part and what the rules give to it.
/// @param report has its parts, in the order of the def, and the size
BrnStatus brn__measure(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def,
                       const BrnMesh* mesh, BrnTetraReport* report);
