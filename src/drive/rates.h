// SPDX-License-Identifier: Apache-2.0
//
// How fast something moves, from samples of where it is. Motion capture is noisy, and a second
// difference of it is little but noise: both ways to a rate smooth as they differentiate.

#pragma once

enum { BRN_RATE_HALF = 6, BRN_RATE_SAMPLES = 2 * BRN_RATE_HALF + 1 };

/// Velocity and acceleration in the middle of samples at equal distances in time: those of the
/// parabola that fits them best (Savitzky and Golay 1964).
/// @param sample (BRN_RATE_SAMPLES x 3)
/// @param spacing s
void brn__rates_fit(const double* sample, double spacing, double velocity[3],
                    double acceleration[3]);

/// The same of what only its past is known of: differences from step to step through a low pass of
/// first order, twice for the acceleration.
/// @param moved since the step before                     (3)
/// @param lapse of the step, s; nothing changes where it is not above 0
/// @param smooth time constant, s; 0: no filter
/// @param velocity, acceleration as they were, and as they are
void brn__rates_follow(const double moved[3], double lapse, double smooth, double velocity[3],
                       double acceleration[3]);
