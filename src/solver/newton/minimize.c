// SPDX-License-Identifier: Apache-2.0
//
// Newton's method with a line search (Armijo 1966). It ends by the decrement -g.d, which is about
// twice the energy that is left to gain, over a reference energy of the body: so the end does not
// depend on units, size or mesh. And the forces that the last step leaves must balance (balance.h).

#include "solver/newton/newton.h"

#include <math.h>
#include <string.h>

enum { DIRECT_ITERATIONS = 30, LAPLACE_ITERATIONS = 60 };
enum { MORE_IN_CONTACT = 2 }; // times: who touches whom is found on the way

#define OLD_FACTOR 0.01 // a decrement by the factor before is trusted that much
#define FORESEEN 0.01   // a decrement that is foreseen is trusted that much

// a truncated step has a small decrement
static double tolerance_of(const BrnNewton* n) {
  if (n->body->def.tolerance > 0) return n->body->def.tolerance;
  if (!brn__newton_by_laplace(n)) return 1e-6;
  return brn__terms_stiff(n->body) ? 1e-8 : 3e-8;
}

static int limit_of(const BrnNewton* n) {
  if (n->body->def.iterations > 0) return n->body->def.iterations;
  int limit = brn__newton_by_laplace(n) ? LAPLACE_ITERATIONS : DIRECT_ITERATIONS;
  return n->body->def.contact ? MORE_IN_CONTACT * limit : limit;
}

// J: a decrement that is small
static double limit_of_decrement(const BrnNewton* n, BrnEnergy now) {
  return tolerance_of(n) * brn__descent_reference(n->body, now);
}

static double search(BrnContext* ctx, BrnNewton* n, double slope, int trials, BrnEnergy* now,
                     BrnStepReport* report) {
  double last = limit_of_decrement(n, *now);
  double s = brn__descent_search(ctx, &n->descent, slope, 1, trials, last, now, report);
  if (s > 0 && n->body->rigid) brn__rigid_foresee(n->body, n->descent.d, s);
  return s;
}

// The last step, when the factor of the one before is good enough for it. Where the body has turned
// much since, it is not: its step goes up.
static BrnStatus try_to_end(BrnContext* ctx, BrnNewton* n, BrnEnergy* now, BrnStepReport* report) {
  double limit = OLD_FACTOR * limit_of_decrement(n, *now), slope;
  BRN_TRY(brn__newton_chord(ctx, n, limit, &slope, report));
  if (isnan(slope) || search(ctx, n, slope, 1, now, report) == 0) return BRN_OK;
  report->iterations++;
  report->decrement = -slope / brn__descent_reference(n->body, *now);
  if (brn__balance_holds(ctx, n->body, report)) report->outcome = BRN_CONVERGED;
  return BRN_OK;
}

// A decrement is what was left before its step. What is left after it is a smaller share of it than
// it is of the one before, as whole steps converge ever faster; truncated ones need not. Who asks
// for a tolerance sees it reached.
// @param before, now J
static bool is_last(const BrnNewton* n, double before, double now, double s, double reference) {
  double limit = tolerance_of(n) * reference;
  if (now <= limit) return true;
  if (n->body->def.tolerance > 0 || !(before > 0)) return false;
  return s == 1 && !brn__newton_by_laplace(n) && now * (now / before) <= FORESEEN * limit;
}

// Neither the warped way nor the straight one goes down, with a matrix that is surely definite:
// what is left is round-off, or the method is at its end.
static void give_up(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  report->outcome = brn__balance_holds(ctx, n->body, report) ? BRN_CONVERGED : BRN_STALLED;
}

BrnStatus brn__newton_minimize(BrnContext* ctx, void* method, BrnStepReport* report) {
  BrnNewton* n = method;
  BrnEnergy now = brn__body_energy(ctx, n->body, n->body->y);
  bool definite = n->body->def.project, close = false;
  double before = 0; // decrement of the last step, J
  if (n->body->rigid) n->body->rigid->foreseen = false;
  report->outcome = n->body->nodes->row_count > 0 ? BRN_OUT_OF_ITERATIONS : BRN_CONVERGED;
  for (int i = 0; i < limit_of(n) && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double slope, s;
    BRN_TRY(brn__go_on(ctx));
    if (i > 0 &&
        brn__terms_renew(ctx, n->body, BRN_TERM_OF_ANY, report->decrement)) { // faces have turned
      now = brn__body_energy(ctx, n->body, n->body->y);
    }
    if (close) BRN_TRY(try_to_end(ctx, n, &now, report));
    if (report->outcome == BRN_CONVERGED) break;
    BRN_TRY(brn__newton_direct(ctx, n, definite, &slope, report));
    report->iterations++;
    if (!isfinite(slope)) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (brn__descent_is_nothing(ctx, n->body, slope, report)) {
      report->decrement = 0;
      report->outcome = BRN_CONVERGED;
    } else if ((s = search(ctx, n, slope, BRN_MOST_TRIALS, &now, report)) > 0) {
      // a truncated step of an indefinite matrix that leads almost nowhere: the next one is
      // definite
      bool lost = brn__newton_by_laplace(n) && s <= BRN_LOST_STEP;
      definite = n->body->def.project || lost;
      report->reference = brn__descent_reference(n->body, now);
      report->decrement = -slope / report->reference;
      bool last = is_last(n, before, -slope, s, report->reference);
      if (last && brn__balance_holds(ctx, n->body, report)) report->outcome = BRN_CONVERGED;
      close = s == 1 && report->decrement <= sqrt(tolerance_of(n)); // the next is about its square
      before = -slope;
    } else if (definite) {
      give_up(ctx, n, report);
    } else {
      definite = true, close = false; // once more, with a matrix that is surely one of descent
    }
  }
  if (report->outcome == BRN_OUT_OF_ITERATIONS && brn__balance_is_noise(ctx, n->body, report)) {
    report->outcome = BRN_CONVERGED;
  }
  report->energy = now.inside - now.work;
  return BRN_OK;
}
