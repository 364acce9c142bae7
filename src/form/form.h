// SPDX-License-Identifier: Apache-2.0
//
// What the files of this room share.

#pragma once

#include "brawn/form.h"
#include "core/core.h"

/// Refuses what is so far away that its numbers have no digits left for its shape.
/// @param side longest side of the box, m
BrnStatus brn__form_check_place(BrnContext* ctx, const double low[3], const double high[3],
                                double side);
/// Checks everything but what only the making can tell.
BrnStatus brn__form_check(BrnContext* ctx, const BrnFormDef* def);

/// Surface of the sweep, or of the clay; not mirrored.
BrnStatus brn__form_sweep(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out);
BrnStatus brn__form_clay(BrnContext* ctx, const BrnFormDef* def, BrnMesh** out);
