// SPDX-License-Identifier: Apache-2.0
//
// A trigger by its age: up at once, held, and down exponentially; and activation of first order.

#include "drive/signal.h"

#include <math.h>

double brn__trigger_age(double age, double signal, double threshold, double step) {
  if (signal > threshold) return 0;
  return age < 0 ? BRN_NEVER : age + fmax(step, 0);
}

double brn__trigger_value(double age, double peak, double hold, double relax) {
  if (age < 0) return 0;
  if (age <= hold) return peak;
  return relax > 0 ? peak * exp(-(age - hold) / relax) : 0;
}

double brn__activation_step(double activation, double excitation, double rise, double fall,
                            double step) {
  double constant = excitation > activation ? rise : fall;
  if (!(step > 0)) return activation;
  if (!(constant > 0)) return excitation;
  return excitation + (activation - excitation) * exp(-step / constant);
}
