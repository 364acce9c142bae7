// SPDX-License-Identifier: Apache-2.0
//
// Loads that depend on the shape. The objective has dead loads, which enter by the transposed map
// (22); so pressure that follows its faces, and the moments of joints at their limits, are taken at
// the shape that was found, and the shape is sought again, until they do not change any more.
//
// The moment of a limit grows by the stiffness of the body about the joint times what the angle is
// off. That stiffness is 1 / (a.A^-1 a), with a the slope of the angle and A the stiffness of the
// body with F eliminated (settled.c), and by secants later.

#pragma once

#include "solver/emu/emu.h"

/// Minimises as often as it takes, and leaves body->y as it is shown.
BrnStatus brn__emu_solve(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                         BrnStepReport* report);
