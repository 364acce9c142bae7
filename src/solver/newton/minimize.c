// SPDX-License-Identifier: Apache-2.0
//
// Newton's method with a line search (Armijo 1966). It ends by the decrement -g.d, which is about
// twice the energy that is left to gain, over a reference energy of the body: so the end does not
// depend on units, size or mesh.

#include "solver/newton/rigid.h"

#include <math.h>
#include <string.h>

enum { DIRECT_ITERATIONS = 30, LAPLACE_ITERATIONS = 60, MOST_TRIALS = 40 };

#define ARMIJO 1e-4
#define OLD_FACTOR 0.01  // a decrement by the factor before is trusted that much
#define FORESEEN 0.01    // a decrement that is foreseen is trusted that much
#define LOST 0.1         // length of a step that is all but none
#define ROUND_OFF 1e-13  // share of an energy that is lost in its sum
#define LAST_BITS 1e-15  // share of the stiffness that is lost in the energies of elements
#define UNDEFORMED 1e-14 // square of strains that are as good as none

// a truncated step has a small decrement
static double tolerance_of(const BrnNewton* n) {
  if (n->def.tolerance > 0) return n->def.tolerance;
  if (!brn__newton_by_laplace(n)) return 1e-6;
  return n->averages ? 1e-8 : 3e-8;
}

static int limit_of(const BrnNewton* n) {
  if (n->def.iterations > 0) return n->def.iterations;
  return brn__newton_by_laplace(n) ? LAPLACE_ITERATIONS : DIRECT_ITERATIONS;
}

// A passive body is measured by the energy it has taken up, which may be nothing but round-off, and
// rigid bones by the forces on them; a moving body too, and by the energy of its motion, so that
// slow motion is as exact as fast one.
double brn__newton_reference(const BrnNewton* n, BrnEnergy now) {
  double own = n->elements->reference, reach = n->rigid ? n->rigid->reach : 0;
  double taken = fmax(fabs(now.inside) + now.motion + reach, UNDEFORMED * n->elements->stiff);
  if (n->motion) return own > 0 ? fmin(own, taken) : taken;
  return own > 0 ? own : taken;
}

// forces so small that round-off alone makes them: a body at rest stays to the bit
bool brn__newton_is_nothing(const BrnNewton* n, double slope) {
  return slope == 0 || (n->motion && -slope <= ROUND_OFF * ROUND_OFF * n->elements->stiff);
}

// A stiff bone that hardly deforms, and a body that flies free, have energies of round-off alone.
static double noise_of(const BrnNewton* n, BrnEnergy now) {
  double size = fabs(now.inside) + fabs(now.work) + fabs(now.motion);
  return ROUND_OFF * size + LAST_BITS * n->elements->stiff;
}

static bool is_lower(const BrnNewton* n, BrnEnergy now, BrnEnergy next, double s, double slope) {
  double change = brn__energy_total(next) - brn__energy_total(now);
  return next.bad == 0 && (change <= ARMIJO * s * slope || fabs(change) <= noise_of(n, now));
}

// without an energy the last step is taken as it is: its forces are round-off
static bool is_good(BrnContext* ctx, BrnNewton* n, BrnEnergy now, BrnEnergy next, double s,
                    double slope, BrnStepReport* report) {
  if (!n->elements->path_dependent) return is_lower(n, now, next, s, slope);
  bool last = -slope <= tolerance_of(n) * brn__newton_reference(n, now);
  return next.bad == 0 && (last || brn__newton_residual_falls(ctx, n, s, report));
}

// one trial; a step that lowers the energy is taken
static bool try_step(BrnContext* ctx, BrnNewton* n, double s, bool warp, double slope,
                     BrnEnergy* now, BrnStepReport* report) {
  brn__newton_retract(ctx, n, s, warp);
  BrnEnergy next = brn__newton_energy(ctx, n, n->trial);
  report->trials++;
  if (!isfinite(brn__energy_total(next)) || !is_good(ctx, n, *now, next, s, slope, report)) {
    return false;
  }
  double* y = n->y;
  n->y = n->trial, n->trial = y;
  *now = next;
  if (n->rigid && !n->quasi) brn__rigid_foresee(n, s);
  return true;
}

// Halves the step until the energy falls, and returns its length; 0: it never does. Where the
// warped way does not go down the straight one may: crushed tets have spins that mean nothing.
double brn__newton_search(BrnContext* ctx, BrnNewton* n, double slope, double first, int trials,
                          BrnEnergy* now, BrnStepReport* report) {
  double begin = brn__seconds();
  double s = 2 * fmin(first, brn__limits_first_step(n->constraints, n->nodes, n->y, n->d, slope));
  bool found = false;
  brn__newton_aim(ctx, n);
  brn__newton_aim_residual(ctx, n);
  for (int i = 0; i < trials && !found; i++) {
    s /= 2;
    found = n->def.warp && try_step(ctx, n, s, true, slope, now, report);
    if (!found) found = try_step(ctx, n, s, false, slope, now, report);
  }
  report->seconds.search += brn__seconds() - begin;
  return found ? s : 0;
}

// The last step, when the factor of the one before is good enough for it. Where the body has turned
// much since, it is not: its step goes up.
static BrnStatus try_to_end(BrnContext* ctx, BrnNewton* n, BrnEnergy* now, BrnStepReport* report) {
  double limit = OLD_FACTOR * tolerance_of(n) * brn__newton_reference(n, *now), slope;
  BRN_TRY(brn__newton_chord(ctx, n, limit, &slope, report));
  if (isnan(slope) || brn__newton_search(ctx, n, slope, 1, 1, now, report) == 0) return BRN_OK;
  report->iterations++;
  report->decrement = -slope / brn__newton_reference(n, *now);
  report->outcome = BRN_CONVERGED;
  return BRN_OK;
}

// A decrement is what was left before its step. What is left after it is a smaller share of it than
// it is of the one before, as whole steps converge ever faster; truncated ones need not. Who asks
// for a tolerance sees it reached.
static bool is_last(const BrnNewton* n, double before, double now, double s) {
  double tolerance = tolerance_of(n);
  if (now <= tolerance) return true;
  if (n->def.tolerance > 0) return false;
  return s == 1 && !brn__newton_by_laplace(n) && now * (now / before) <= FORESEEN * tolerance;
}

BrnStatus brn__newton_minimize(BrnContext* ctx, BrnNewton* n, BrnStepReport* report) {
  BrnEnergy now = brn__newton_energy(ctx, n, n->y);
  bool definite = n->def.project, close = false;
  if (n->rigid) n->rigid->foreseen = false;
  report->outcome = n->nodes->row_count > 0 ? BRN_OUT_OF_ITERATIONS : BRN_CONVERGED;
  for (int i = 0; i < limit_of(n) && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double slope, s;
    if (i > 0 && brn__newton_has_pressure(n)) {
      brn__newton_load(ctx, n); // the faces have turned
      now = brn__newton_energy(ctx, n, n->y);
    }
    if (close) BRN_TRY(try_to_end(ctx, n, &now, report));
    if (report->outcome == BRN_CONVERGED) break;
    BRN_TRY(brn__newton_direct(ctx, n, definite, &slope, report));
    report->iterations++;
    report->reference = brn__newton_reference(n, now);
    if (!isfinite(slope)) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (brn__newton_is_nothing(n, slope)) {
      report->decrement = 0;
      report->outcome = BRN_CONVERGED;
    } else if ((s = brn__newton_search(ctx, n, slope, 1, MOST_TRIALS, &now, report)) > 0) {
      // a truncated step of an indefinite matrix that leads almost nowhere: the next one is
      // definite
      bool lost = brn__newton_by_laplace(n) && s <= LOST;
      definite = n->def.project || lost;
      double before = report->decrement;
      report->decrement = -slope / report->reference;
      if (is_last(n, i > 0 ? before : 0, report->decrement, s)) {
        report->outcome = BRN_CONVERGED;
      }
      close = s == 1 && report->decrement <= sqrt(tolerance_of(n)); // the next is about its square
    } else if (definite) {
      report->outcome = BRN_BROKE_DOWN;
    } else {
      definite = true, close = false; // once more, with a matrix that is surely one of descent
    }
  }
  report->energy = now.inside - now.work;
  return BRN_OK;
}
