// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdbool.h>

/// Do two triangles of a mesh have a point in common that is not of a corner or an edge they share?
/// Exact, touching counts. Neither triangle may be degenerate.
/// @param a, b corners as indices into position
bool brn__triangles_cut(const double* position, const int* a, const int* b);
