// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/work.h"

/// Raises the worst angles of the tets by moving vertices, exchanging tets and collapsing edges,
/// keeping the interfaces; then pulls some out to rims.
/// @param size edge length at the surfaces, m
BrnStatus brn__improve(BrnContext* ctx, const BrnRules* rules, const BrnTetraDef* def, double size,
                       BrnWork* work);
