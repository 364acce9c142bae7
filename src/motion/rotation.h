// SPDX-License-Identifier: Apache-2.0
//
// What the room needs of rotations beyond the public header.

#pragma once

#include "brawn/motion.h"

/// The rotation about axis 0, 1 or 2.
void brn__rotation_about(int axis, double angle, double out[4]);

/// With h(t) a moving rotation vector, the angular velocity of exp(h) in the turning frame is J dh:
/// out = J(h) x.
void brn__rotation_rate(const double h[3], const double x[3], double out[3]);
/// out = J(h)^-1 x, for |h| below 2 pi.
void brn__rotation_rate_inverse(const double h[3], const double x[3], double out[3]);

/// Axes of an order: XZY is 0 2 1.
const int* brn__euler_axes(BrnEulerOrder order);
/// Of the angles that make the rotation, those nearest to `hint`.
void brn__rotation_to_euler_near(BrnEulerOrder order, const double q[4], const double hint[3],
                                 double out[3]);
/// angle, plus as many turns as bring it next to hint.
double brn__angle_near(double angle, double hint);
