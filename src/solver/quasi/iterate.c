// SPDX-License-Identifier: Apache-2.0
//
// The iteration: direction, line search (Armijo 1966), gradient. lbfgs ends by the decrement -g.d
// over the reference energy, as Newton's method does; H is not the inverse stiffness, and where a
// body bends easily it makes too little of what is left. bcqn ends by the gradient over a
// characteristic one.

#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIALS = 40 };

static void evaluate(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  brn__newton_evaluate(ctx, n, BRN_WANT_STRESS, report);
  if (n->rigid) brn__rigid_linearize(n, false);
}

// pressure turns with the faces
static void turn_loads(BrnContext* ctx, BrnNewton* n, BrnEnergy* now) {
  if (!brn__newton_has_pressure(n)) return;
  brn__newton_load(ctx, n);
  *now = brn__newton_energy(ctx, n, n->y);
}

static double direct(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  double begin = brn__seconds();
  double slope = brn__barrier_filter(ctx, n, brn__quasi_direct(ctx, n));
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}

static bool search(BrnContext* ctx, BrnNewton* n, double slope, BrnEnergy* now,
                   BrnStepReport* report) {
  if (!(slope < 0)) return false;
  double first = brn__barrier_first_step(ctx, n);
  return brn__newton_search(ctx, n, slope, first, MOST_TRIALS, now, report) > 0;
}

// Along n->d, or where that does not go down along the direction of A alone; false: neither does.
static bool go_down(BrnContext* ctx, BrnNewton* n, BrnEnergy* now, double* slope,
                    BrnStepReport* report) {
  memcpy(n->quasi->before, n->g, 3 * sizeof(double) * (size_t)n->nodes->row_count);
  if (search(ctx, n, *slope, now, report)) return true;
  if (n->quasi->count == 0) return false;
  brn__quasi_forget(n->quasi);
  *slope = direct(ctx, n, report);
  return search(ctx, n, *slope, now, report);
}

// after a step
static bool is_last(BrnContext* ctx, const BrnNewton* n, double decrement) {
  double usual = n->quasi->characteristic; // 0: bones alone, or not bcqn
  if (usual == 0) return decrement <= n->def.tolerance;
  double size = sqrt(brn__newton_dot(ctx, 3 * n->nodes->row_count, n->g, n->g));
  return size <= n->def.tolerance * usual;
}

BrnStatus brn__quasi_minimize(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  BrnEnergy now = brn__newton_energy(ctx, n, n->y);
  brn__quasi_forget(n->quasi);
  evaluate(ctx, n, report);
  report->outcome = n->nodes->row_count > 0 ? BRN_OUT_OF_ITERATIONS : BRN_CONVERGED;
  for (int i = 0; i < n->def.iterations && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double slope = direct(ctx, n, report);
    report->iterations++;
    report->reference = brn__newton_reference(n, now);
    if (brn__newton_is_nothing(n, slope)) {
      report->decrement = 0;
      report->outcome = BRN_CONVERGED;
    } else if (go_down(ctx, n, &now, &slope, report)) {
      report->decrement = -slope / report->reference;
      turn_loads(ctx, n, &now);
      evaluate(ctx, n, report);
      if (is_last(ctx, n, report->decrement)) report->outcome = BRN_CONVERGED;
      brn__quasi_learn(ctx, n);
    } else {
      report->outcome = BRN_BROKE_DOWN;
    }
  }
  report->energy = now.inside - now.work;
  return BRN_OK;
}
