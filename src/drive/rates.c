// SPDX-License-Identifier: Apache-2.0
//
// A parabola through samples, by least squares, and differences through a low pass (rates.h).

#include "drive/rates.h"

#include "core/vec.h"

#include <string.h>

// With k = -m ... m and x(k h) = a + b k h + c k^2 h^2 the normal equations fall apart: k and k^2
// less its mean are orthogonal to each other and to 1.
void brn__rates_fit(const double* sample, double spacing, double velocity[3],
                    double acceleration[3]) {
  double k2 = 0, k4 = 0;
  for (int k = -BRN_RATE_HALF; k <= BRN_RATE_HALF; k++) {
    k2 += k * k;
    k4 += k * k * k * k;
  }
  double mean = k2 / BRN_RATE_SAMPLES;
  memset(velocity, 0, 3 * sizeof(double));
  memset(acceleration, 0, 3 * sizeof(double));
  for (int k = -BRN_RATE_HALF; k <= BRN_RATE_HALF; k++) {
    const double* x = sample + 3 * (k + BRN_RATE_HALF);
    brn__axpy3(velocity, velocity, k / (k2 * spacing), x);
    double bend = (k * k - mean) / (k4 - mean * k2);
    brn__axpy3(acceleration, acceleration, 2 * bend / (spacing * spacing), x);
  }
}

void brn__rates_follow(const double moved[3], double lapse, double smooth, double velocity[3],
                       double acceleration[3]) {
  if (!(lapse > 0)) return;
  double gain = smooth > 0 ? -expm1(-lapse / smooth) : 1;
  for (int i = 0; i < 3; i++) {
    double before = velocity[i];
    velocity[i] += gain * (moved[i] / lapse - velocity[i]);
    acceleration[i] += gain * ((velocity[i] - before) / lapse - acceleration[i]);
  }
}
