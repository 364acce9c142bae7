// SPDX-License-Identifier: Apache-2.0
//
// Ticks of a scale: steps of 1, 2 or 5 times a power of ten, a prefix for the unit, and as many
// digits as they need.

#include "render/ticks.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Units that take a prefix: those that begin with a symbol to the power of one. A prefix before m^3
// would be cubed.
static bool takes_prefix(const char* unit) {
  static const char* const symbol[] = {"Pa", "m", "N", "J", "W", "s"};
  for (size_t i = 0; i < sizeof symbol / sizeof symbol[0]; i++) {
    size_t length = strlen(symbol[i]);
    if (strncmp(unit, symbol[i], length) != 0) continue;
    if (unit[length] == 0 || unit[length] == '/' || unit[length] == ' ') return true;
  }
  return false;
}

// numbers from 1 to 1000 if there is a prefix for it
static const char* prefix_for(double largest, double* scale) {
  static const struct {
    const char* text;
    double unit;
  } prefix[] = {{"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"", 1}, {"m", 1e-3}, {"µ", 1e-6}, {"n", 1e-9}};
  enum { COUNT = sizeof prefix / sizeof prefix[0] };
  int i = 0;
  while (i < COUNT - 1 && largest < 0.9999 * prefix[i].unit) i++;
  *scale = 1 / prefix[i].unit;
  return prefix[i].text;
}

// "J/m^3" as "J/m³"
static void print_unit(const char* prefix, const char* unit, char* out, size_t size) {
  int used = snprintf(out, size, "%s", prefix);
  for (; *unit && used >= 0 && (size_t)used + 3 < size; unit++) {
    if (unit[0] == '^' && (unit[1] == '2' || unit[1] == '3') &&
        !(unit[2] >= '0' && unit[2] <= '9')) {
      used += snprintf(out + used, size - (size_t)used, "%s", *++unit == '2' ? "²" : "³");
    } else {
      out[used++] = *unit;
      out[used] = 0;
    }
  }
}

// the smallest of 1, 2, 5, 10 times a power of ten that is not below
static double round_step(double least, int* exponent) {
  *exponent = (int)floor(log10(least));
  double power = pow(10, *exponent), lead = least / power;
  if (lead <= 1 + 1e-9) return power;
  if (lead <= 2 + 1e-9) return 2 * power;
  if (lead <= 5 + 1e-9) return 5 * power;
  ++*exponent;
  return 10 * power;
}

static void set_digits(BrnTicks* ticks, int exponent, double largest) {
  ticks->digits = exponent < 0 ? -exponent : 0;
  if (ticks->digits > 5 || largest >= 1e6) ticks->digits = -1;
}

BrnTicks brn__ticks(const double range[2], const char* unit, int most) {
  BrnTicks ticks = {.scale = 1};
  double low = fmin(range[0], range[1]), high = fmax(range[0], range[1]);
  double largest = fmax(fabs(low), fabs(high));
  const char* prefix = "";
  if (takes_prefix(unit) && largest > 0) prefix = prefix_for(largest, &ticks.scale);
  print_unit(prefix, unit, ticks.unit, sizeof ticks.unit);
  low *= ticks.scale, high *= ticks.scale, largest *= ticks.scale;

  // a range without width has one number
  if (!(high - low > 1e-12 * largest)) {
    int exponent = largest > 0 ? (int)floor(log10(largest)) - 2 : 0;
    set_digits(&ticks, exponent, largest);
    ticks.count = 1, ticks.first = low, ticks.step = 0;
    return ticks;
  }
  int exponent;
  ticks.step = round_step((high - low) / (most - 1), &exponent);
  double begin = ceil(low / ticks.step - 1e-6), end = floor(high / ticks.step + 1e-6);
  ticks.first = begin * ticks.step;
  ticks.count = (int)(end - begin) + 1;
  set_digits(&ticks, exponent, largest);
  return ticks;
}

// from whole multiples, so that 0 is 0
static double value_of(const BrnTicks* ticks, int index) {
  if (ticks->step == 0) return ticks->first;
  return (round(ticks->first / ticks->step) + index) * ticks->step;
}

void brn__tick_label(const BrnTicks* ticks, int index, char* out, size_t size) {
  double value = value_of(ticks, index);
  if (value == 0) value = 0; // not -0
  if (ticks->digits < 0) {
    snprintf(out, size, "%.4g", value);
  } else {
    snprintf(out, size, "%.*f", ticks->digits, value);
  }
  char* comma = strchr(out, ','); // of another locale
  if (comma) *comma = '.';
}

double brn__tick_place(const BrnTicks* ticks, int index, const double range[2]) {
  double width = range[1] - range[0];
  return width == 0 ? 0.5 : (value_of(ticks, index) / ticks->scale - range[0]) / width;
}
