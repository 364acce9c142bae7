// SPDX-License-Identifier: Apache-2.0
//
// From a signal to an activation: triggers, and muscles that take their time. All of it is exact
// for any length of step, so that two short ones are one long one.

#pragma once

/// A trigger remembers one number: how long ago its signal was above the threshold, s.
#define BRN_NEVER (-1.0)

/// The age of the trigger a step later.
/// @param step s
double brn__trigger_age(double age, double signal, double threshold, double step);
/// Its value: `peak` for `hold` seconds, then a fall with the time constant `relax`.
double brn__trigger_value(double age, double peak, double hold, double relax);

/// Activation after a step in which the excitation stays as it is: first order, with a constant for
/// the way up and one for the way down (Thelen 2003 and De Groote et al. 2016 have 15 and 60 ms).
/// @param rise, fall s; 0: at once
double brn__activation_step(double activation, double excitation, double rise, double fall,
                            double step);
