// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/anatomy.h"

/// Fibres of a muscle in a body of surfaces, on the surfaces of all its units.
BrnStatus brn__trace_surfaces(BrnContext* ctx, const BrnModel* model, int muscle, int count,
                              BrnLines** out);
