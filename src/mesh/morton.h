// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "core/core.h"

/// Orders points along a Z-shaped curve through their box, so that neighbours in the order are
/// neighbours in space. Points at the same place of the curve keep their order.
/// @param points (count x 3); order: caller's, (count)
/// @return BRN_NO_MEMORY, with `order` untouched
BrnStatus brn__morton_order(BrnContext* ctx, const double* points, int count, int* order);
