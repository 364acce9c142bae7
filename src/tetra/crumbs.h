// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/work.h"

/// Gives pieces that are too small to matter to what is around them: splinters that surfaces leave
/// where they almost touch. A piece matters when it has a thousandth of its part's volume.
BrnStatus brn__crumbs_drop(BrnContext* ctx, const BrnRules* rules, BrnWork* work);
