// SPDX-License-Identifier: Apache-2.0
//
// Algorithm 1 of the paper without contact, mended: the step is tested before it is shortened and
// begins anew in each iteration, the direction has its minus, and since continuity is a square of
// the step, one solution with L serves all trials:
//
//   E(F + s d) = sum V psi(F + s d) + c0 + c1 s + c2 s^2
//
// It ends by the decrement -g.d over a reference energy of the body, like newton; that of the exact
// step must be small, too (settled.c), as the one of (17) is measured by a matrix that is too
// stiff.

#include "solver/body/search.h"
#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/settled.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16 };
enum { CHEAP_ITERATIONS = 20 }; // automatic: then steps are exact

#define CHEAP_TOLERANCE 1e-5 // of the decrement, which settled.c looks after

// ------------------------------------------------------------------------------------ the parabola

typedef struct Parabola {
  double c1, c2; // of continuity
  double work;   // of dead loads, along the way
} Parabola;

// do terms lead q beside F?
static bool leads(const BrnEmu* e) { return e->exact && brn__terms_on_nodes(e->body); }

typedef struct Rate {
  BrnEmu* e;
  double s;
} Rate;

// rate = d - G dq, and the products of the parabola
static void rate_terms(void* user, int begin, int end, double* sum) {
  BrnEmu* e = ((const Rate*)user)->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_deformation)(&e->body->elements->batch[b], e->body->x, e->rate[b]);
    BRN_LANE_PICK(brn__emu_rate)(&e->metric[b], e->d[b], e->gap[b], e->rate[b], sum);
  }
}

// @param share of e->lead
static Parabola aim(BrnContext* ctx, BrnEmu* e, double share, BrnStepReport* report) {
  BrnBody* body = e->body;
  Rate rate = {.e = e};
  double sum[2], begin = brn__seconds();
  brn__acap_pull(ctx, e, e->d, 0, e->step);
  for (int i = 0; i < 3 * body->nodes->row_count && leads(e); i++) {
    e->step[i] += share * e->lead[i];
  }
  brn__nodes_spread_rows(body->nodes, e->step, e->nodes);
  brn__nodes_to_points(ctx, body->nodes, e->nodes, body->x);
  brn__parallel_sum(ctx, body->elements->batch_count, 2, rate_terms, &rate, sum);
  double work = brn__body_dot(ctx, 3 * body->nodes->count, body->dead, e->nodes);
  report->seconds.solve += brn__seconds() - begin;
  return (Parabola){e->alpha * sum[0], e->alpha / 2 * sum[1], work};
}

// -------------------------------------------------------------------------------------- the search

static void accept_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Rate* rate = user;
  BrnEmu* e = rate->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__deformation_move)(e->gap[b], rate->s, e->rate[b], e->gap[b]);
  }
}

// to e->trial, which was s along the way
static void accept(BrnContext* ctx, BrnEmu* e, double s) {
  BrnBody* body = e->body;
  Rate rate = {e, s};
  BrnDeformation* F = e->F;
  e->F = e->trial;
  e->trial = F;
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, accept_batches, &rate);
  brn__nodes_add_rows(body->nodes, s, e->step, body->y);
}

static double noise_of(const BrnEmu* e, BrnEmuEnergy now) {
  double size = fabs(now.inside) + fabs(now.work) + now.continuity;
  return brn__energy_noise(size, e->body->elements->stiff);
}

static BrnEmuEnergy energy_along(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy now, Parabola p,
                                 double s) {
  BrnEmuEnergy next = brn__emu_inside_along(ctx, e, s);
  next.continuity = now.continuity + s * (p.c1 + s * p.c2);
  next.work = now.work + s * p.work;
  next.held = now.held;
  if (!leads(e)) return next;
  memcpy(e->nodes, e->body->y, 3 * sizeof(double) * (size_t)e->body->nodes->count);
  brn__nodes_add_rows(e->body->nodes, s, e->step, e->nodes);
  next.held = brn__emu_nodes_energy(ctx, e, e->nodes);
  return next;
}

// Does the step to e->trial go down? Where there is no energy, the gradient must get smaller.
static bool is_good(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy now, double s, double change,
                    double wanted, double slope) {
  if (e->body->elements->path_dependent) {
    bool good = brn__emu_residual_falls(ctx, e, s, slope);
    brn__emu_inside_along(ctx, e, s); // it has taken e->trial
    return good;
  }
  return change <= wanted || fabs(change) <= noise_of(e, now);
}

// one trial at s along e->d; a step that goes down is taken
static bool try_step(BrnContext* ctx, BrnEmu* e, Parabola p, double s, double wanted, double slope,
                     BrnEmuEnergy* now, BrnStepReport* report) {
  BrnEmuEnergy next = energy_along(ctx, e, *now, p, s);
  double change = next.inside - now->inside + s * (p.c1 - p.work + s * p.c2);
  change += next.held - now->held;
  report->trials++;
  if (next.bad > 0 || !isfinite(change)) return false;
  if (!is_good(ctx, e, *now, s, change, wanted, slope)) return false;
  if (e->memory) brn__memory_keep(ctx, e, s);
  accept(ctx, e, s);
  *now = next;
  return true;
}

static void swap_path(BrnEmu* e) {
  BrnDeformation* path = e->path;
  e->path = e->d, e->d = path;
}

// the same at s along the bent way: what it leads to is a straight step, too
static bool try_bent(BrnContext* ctx, BrnEmu* e, double s, double slope, BrnEmuEnergy* now,
                     BrnStepReport* report) {
  brn__emu_bend(ctx, e, s);
  swap_path(e);
  Parabola p = aim(ctx, e, s, report);
  if (try_step(ctx, e, p, 1, BRN_ARMIJO * s * slope, slope, now, report)) return true;
  swap_path(e);
  return false;
}

typedef struct Search {
  BrnEmu* e;
  BrnEmuEnergy* now;
  double slope;
  Parabola parabola; // of the straight way; once for all trials where nothing else is tried
  bool aimed;
  BrnStepReport* report;
} Search;

// Where the bent way does not go down the straight one may.
static bool try_paths(BrnContext* ctx, void* user, double s) {
  Search* search = user;
  BrnEmu* e = search->e;
  bool bent = e->path && e->exact;
  if (bent && try_bent(ctx, e, s, search->slope, search->now, search->report)) return true;
  if (!search->aimed || bent) search->parabola = aim(ctx, e, 1, search->report);
  search->aimed = true;
  return try_step(ctx, e, search->parabola, s, BRN_ARMIJO * s * search->slope, search->slope,
                  search->now, search->report);
}

// The step that was taken, and the energy there; 0: none goes down.
double brn__emu_search(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy* now, double slope,
                       BrnStepReport* report) {
  Search search = {.e = e, .now = now, .slope = slope, .report = report};
  double begin = brn__seconds(), solve = report->seconds.solve, first = e->first_step;
  if (leads(e)) first = fmin(first, brn__emu_nodes_aim(ctx, e, e->condensed->back, slope));
  double s = brn__backtrack(ctx, first, BRN_MOST_TRIALS, try_paths, &search);
  report->seconds.search += brn__seconds() - begin - (report->seconds.solve - solve);
  return s;
}

// ----------------------------------------------------------------------------------- the iteration

double brn__emu_reference(const BrnEmu* e, BrnEmuEnergy now) {
  double taken = brn__balance_energy(e->body, now.inside, now.work);
  return fmax(taken, BRN_UNDEFORMED * e->body->elements->stiff);
}

static double direction(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  bool project = e->def.project;
  if (e->memory && e->memory->plain) return brn__plain_direction(ctx, e, report);
  for (;; project = true) {
    bool good = brn__woodbury_prepare(ctx, e, project, report);
    double slope = NAN;
    if (good && e->memory) slope = brn__memory_direction(ctx, e, report);
    if (good && !(slope < 0)) slope = brn__woodbury_direction(ctx, e, report);
    if (slope <= 0) return slope;
    if (project) return NAN;
    report->projections++;
  }
}

// Nothing acts, and the forces are so small that round-off alone makes them: a body at rest stays
// to the bit. Where something acts F has a gap to find, even if forces balance without.
static bool is_nothing(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  if (e->body->balance.driven || e->body->balance.own > 0) return false;
  brn__emu_balances(ctx, e, report);
  return brn__balance_rests(ctx, e->body, brn__emu_noise(e), report);
}

// by the exact step, of which the last is taken, too
static BrnStatus iterate_exactly(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                                 BrnEmuEnergy* now, BrnStepReport* report) {
  bool definite = e->def.project;
  for (int i = 0; report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double slope;
    BRN_TRY(brn__go_on(ctx));
    if (i >= (limit > 0 ? limit : brn__condensed_limit(e->condensed))) break;
    brn__emu_nodes_renew(ctx, e, now, i > 0 ? report->decrement : INFINITY);
    BRN_TRY(brn__condensed_direction(ctx, e, definite, &slope, report));
    report->iterations++;
    if (i == 0 && slope < 0 && is_nothing(ctx, e, report)) slope = 0;
    report->reference = brn__emu_reference(e, *now);
    report->decrement = -slope / report->reference;
    double s = slope < 0 ? brn__emu_search(ctx, e, now, slope, report) : 0;
    double aim_at = tolerance > 0 ? tolerance : brn__condensed_tolerance(e->condensed);
    bool small = slope == 0 || (s > 0 && report->decrement <= aim_at);
    if (isnan(slope)) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (small && brn__emu_balances(ctx, e, report)) {
      report->outcome = BRN_CONVERGED;
    } else if (slope == 0 || (s == 0 && definite)) {
      report->outcome = brn__emu_balances(ctx, e, report) ? BRN_CONVERGED : BRN_STALLED;
    }
    // a truncated step of an indefinite matrix that leads almost nowhere: the next one is definite
    definite = e->def.project || s == 0 || (!e->condensed->direct && s <= BRN_LOST_STEP);
  }
  report->energy = brn__emu_total(*now);
  return BRN_OK;
}

// A small decrement of an approximate direction is looked at more closely, now and then.
static bool is_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                       BrnStepReport* report) {
  if (report->decrement > tolerance) return false;
  if (e->memory && e->memory->plain && !brn__woodbury_prepare(ctx, e, true, report)) return false;
  return brn__emu_settled(ctx, e, tolerance, look, report) && brn__emu_balances(ctx, e, report);
}

// by directions of low rank
static void iterate(BrnContext* ctx, BrnEmu* e, int limit, double tolerance, BrnEmuEnergy* now,
                    BrnStepReport* report) {
  BrnEmuLook look = {0};
  if (e->memory) brn__memory_forget(e->memory);
  for (int i = 0; i < limit && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    if (brn__is_cancelled(ctx)) return;
    double before = brn__emu_total(*now), slope = direction(ctx, e, report);
    report->iterations++;
    report->reference = brn__emu_reference(e, *now);
    report->decrement = -slope / report->reference;
    if (isnan(slope)) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (i == 0 && is_nothing(ctx, e, report)) {
      report->decrement = 0;
      report->outcome = BRN_CONVERGED;
    } else if (is_settled(ctx, e, tolerance, &look, report)) {
      report->outcome = BRN_CONVERGED;
    } else if (brn__emu_search(ctx, e, now, slope, report) == 0 ||
               (e->energy_stop > 0 && before - brn__emu_total(*now) < e->energy_stop)) {
      report->outcome = brn__emu_balances(ctx, e, report) ? BRN_CONVERGED : BRN_STALLED;
    }
  }
  report->energy = brn__emu_total(*now);
  if (report->outcome == BRN_OUT_OF_ITERATIONS && look.seen > 0) report->decrement = look.seen;
}

BrnStatus brn__emu_minimize(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                            BrnStepReport* report) {
  e->shows = false;
  brn__acap_solve(ctx, e);
  BrnEmuEnergy now = brn__emu_energy(ctx, e);
  report->outcome = BRN_OUT_OF_ITERATIONS;
  e->exact = e->set.step == BRN_EMU_NEWTON;
  if (e->exact) return iterate_exactly(ctx, e, limit, tolerance, &now, report);
  if (e->set.step != BRN_EMU_AUTO) {
    iterate(ctx, e, limit, tolerance, &now, report);
    return brn__go_on(ctx);
  }
  // auto: cheap steps first, and exact ones where those do not get there
  int cheap = limit > 0 && limit < CHEAP_ITERATIONS ? limit : CHEAP_ITERATIONS;
  iterate(ctx, e, cheap, tolerance > 0 ? tolerance : CHEAP_TOLERANCE, &now, report);
  BRN_TRY(brn__go_on(ctx));
  if (report->outcome == BRN_CONVERGED || limit == cheap) return BRN_OK;
  report->outcome = BRN_OUT_OF_ITERATIONS;
  e->exact = true;
  return iterate_exactly(ctx, e, limit > 0 ? limit - cheap : 0, tolerance, &now, report);
}
