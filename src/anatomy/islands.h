// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "anatomy/build.h"

/// Gives splinters of the units in a part to the units around them.
/// @param label of the part, whose tets all have a unit
BrnStatus brn__drown_islands(BrnBuild* build, int label);
