// SPDX-License-Identifier: Apache-2.0
//
// Slices of equal potential through a region.

#pragma once

#include "fibre/region.h"

/// Adds up slices at levels first + i step.
/// @param area m^2, (count)
/// @param moment area times centroid, m^3, (count x 3); may be NULL
void brn__slices(const BrnRegion* region, const double* u, double first, double step, int count,
                 double* area, double* moment);
