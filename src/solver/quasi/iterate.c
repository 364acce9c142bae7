// SPDX-License-Identifier: Apache-2.0
//
// The iteration: direction, line search (Armijo 1966), gradient. lbfgs ends by the decrement -g.d
// over the reference energy, as Newton's method does; H is not the inverse stiffness, and where a
// body bends easily it makes too little of what is left. bcqn ends by the gradient over a
// characteristic one.

#include "solver/quasi/quasi.h"

#include <math.h>
#include <string.h>

static void evaluate(BrnContext* ctx, BrnQuasi* q, BrnStepReport* report) {
  brn__body_evaluate(ctx, q->body, BRN_WANT_STRESS, report);
  if (q->body->rigid) brn__rigid_linearize(q->body, false);
}

// pressure turns with the faces
static void renew(BrnContext* ctx, BrnQuasi* q, double decrement, BrnEnergy* now) {
  if (brn__terms_renew(ctx, q->body, BRN_TERM_OF_ANY, decrement)) {
    *now = brn__body_energy(ctx, q->body, q->body->y);
  }
}

static double direct(BrnContext* ctx, BrnQuasi* q, BrnStepReport* report) {
  double begin = brn__seconds();
  double slope = brn__barrier_filter(ctx, q, brn__quasi_direct(ctx, q));
  report->seconds.solve += brn__seconds() - begin;
  return slope;
}

static bool search(BrnContext* ctx, BrnQuasi* q, double slope, BrnEnergy* now,
                   BrnStepReport* report) {
  if (!(slope < 0)) return false;
  double first = brn__barrier_first_step(ctx, q);
  double last = q->body->def.tolerance * brn__descent_reference(q->body, *now);
  return brn__descent_search(ctx, &q->descent, slope, first, BRN_MOST_TRIALS, last, now, report) >
         0;
}

// Along q->descent.d, or where that does not go down along the direction of A alone; false: neither
// does.
static bool go_down(BrnContext* ctx, BrnQuasi* q, BrnEnergy* now, double* slope,
                    BrnStepReport* report) {
  memcpy(q->before, q->body->g, 3 * sizeof(double) * (size_t)q->body->nodes->row_count);
  if (search(ctx, q, *slope, now, report)) return true;
  if (q->memory.count == 0) return false;
  brn__lbfgs_forget(&q->memory);
  *slope = direct(ctx, q, report);
  return search(ctx, q, *slope, now, report);
}

// after a step
static bool is_last(BrnContext* ctx, const BrnQuasi* q, double decrement) {
  double usual = q->characteristic; // 0: bones alone, or not bcqn
  if (usual == 0) return decrement <= q->body->def.tolerance;
  double size = sqrt(brn__body_dot(ctx, 3 * q->body->nodes->row_count, q->body->g, q->body->g));
  return size <= q->body->def.tolerance * usual;
}

BrnStatus brn__quasi_minimize(BrnContext* ctx, void* method, BrnStepReport* report) {
  BrnQuasi* q = method;
  BrnEnergy now = brn__body_energy(ctx, q->body, q->body->y);
  // pairs of another part were seen at another input
  brn__lbfgs_forget(&q->memory);
  evaluate(ctx, q, report);
  report->outcome = q->body->nodes->row_count > 0 ? BRN_OUT_OF_ITERATIONS : BRN_CONVERGED;
  for (int i = 0; i < q->body->def.iterations && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    BRN_TRY(brn__go_on(ctx));
    double slope = direct(ctx, q, report);
    report->iterations++;
    if (brn__descent_is_nothing(ctx, q->body, slope, report)) {
      report->decrement = 0;
      report->outcome = BRN_CONVERGED;
    } else if (go_down(ctx, q, &now, &slope, report)) {
      report->reference = brn__descent_reference(q->body, now);
      // the promise of the step that was just made is what it is judged by
      report->decrement = -slope / report->reference;
      renew(ctx, q, report->decrement, &now);
      evaluate(ctx, q, report);
      // a small decrement says little where a body bends easily: forces must balance, too
      if (is_last(ctx, q, report->decrement) && brn__balance_holds(ctx, q->body, report)) {
        report->outcome = BRN_CONVERGED;
      }
      brn__quasi_learn(ctx, q);
    } else {
      // nothing goes down any more: that is the end, if it is one
      report->outcome = brn__balance_holds(ctx, q->body, report) ? BRN_CONVERGED : BRN_STALLED;
    }
  }
  report->energy = now.inside - now.work;
  return BRN_OK;
}
