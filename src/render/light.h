// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <math.h>

/// From sRGB to linear light, 0 to 1 both.
static inline double brn__to_linear(double x) {
  return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static inline double brn__to_srgb(double x) {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}
