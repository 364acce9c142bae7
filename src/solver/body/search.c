// SPDX-License-Identifier: Apache-2.0
//
// A line search by halving, and what energies are good to (search.h).

#include "solver/body/search.h"

#define ROUND_OFF 1e-13 // share of an energy that is lost in its sum
#define LAST_BITS 1e-15 // share of the stiffness that is lost in the energies of elements

double brn__backtrack(BrnContext* ctx, double first, int trials, BrnTrialFn* try, void* user) {
  double s = first;
  for (int i = 0; i < trials && !brn__is_cancelled(ctx); i++, s /= 2) {
    if (try(ctx, user, s)) return s;
  }
  return 0;
}

double brn__energy_noise(double size, double stiff) { return ROUND_OFF * size + LAST_BITS * stiff; }
