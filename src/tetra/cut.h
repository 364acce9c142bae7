// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "tetra/work.h"

/// Gives part j what it claims of the tets that are still open, cutting them along its interface.
BrnStatus brn__cut(BrnContext* ctx, const BrnRules* rules, int part, BrnWork* work);
