// SPDX-License-Identifier: Apache-2.0
//
// Signs of determinants of points, without rounding. They are exact for coordinates that are 0 or
// between 1e-84 and 1e99 in magnitude, where no product can overflow or underflow; beyond that the
// answer may be wrong, but is always -1, 0 or 1.

#pragma once

#include <stdbool.h>

/// Sign of (a - c) x (b - c): 1 when a b c run counter-clockwise, 0 when they lie on a line.
int brn__orient2d(const double* a, const double* b, const double* c);

/// Sign of (b - a) x (c - a) . (d - a): 1 when the tet is upright, 0 when the four lie in a plane.
int brn__orient3d(const double* a, const double* b, const double* c, const double* d);

/// brn__orient2d() of points in space, seen along an axis (0 x, 1 y, 2 z).
int brn__orient_along(int axis, const double* a, const double* b, const double* c);

/// An axis along which a triangle keeps its area, so that nothing in its plane falls together;
/// -1: it has none, its corners lie on a line.
int brn__triangle_axis(const double* a, const double* b, const double* c);
