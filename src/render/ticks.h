// SPDX-License-Identifier: Apache-2.0
//
// Round numbers along a scale, in a unit whose numbers are short: 0, 20, 40 kPa.

#pragma once

#include <stddef.h>

typedef struct BrnTicks {
  int count;
  double first, step; // in the unit below
  int digits;         // behind the point; -1: with an exponent
  double scale;       // numbers of the range times this are in the unit
  char unit[32];      // "kPa"; "": none
} BrnTicks;

/// Multiples of 1, 2 or 5 times a power of ten within a range (either end may be the larger one),
/// at most `most` of them (2 or more).
/// @param unit SI: "Pa", "m", "J/m^3"
BrnTicks brn__ticks(const double range[2], const char* unit, int most);
/// "-0.5"
void brn__tick_label(const BrnTicks* ticks, int index, char* out, size_t size);
/// Where the tick is from range[0] (0) to range[1] (1).
double brn__tick_place(const BrnTicks* ticks, int index, const double range[2]);
