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

#include "solver/emu/condensed.h"
#include "solver/emu/memory.h"
#include "solver/emu/settled.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_TRIALS = 40 };
enum { CHEAP_ITERATIONS = 20 }; // automatic: then steps are exact

#define ARMIJO 1e-4
#define ROUND_OFF 1e-13 // share of an energy that is lost in its sum
#define LAST_BITS 1e-15 // share of the stiffness that is lost in the energies of elements
#define UNDEFORMED 1e-14
#define CHEAP_TOLERANCE 1e-5 // of the decrement, which settled.c looks after
#define LOST 0.1             // length of a step that is all but none

// ------------------------------------------------------------------------------------ the parabola

typedef struct Parabola {
  double c1, c2; // of continuity
  double work;   // of dead loads, along the way
} Parabola;

typedef struct Rate {
  BrnEmu* e;
  double s;
} Rate;

// rate = d - G dq, and the products of the parabola
static void rate_terms(void* user, int begin, int end, double* sum) {
  BrnEmu* e = ((const Rate*)user)->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__batch_strain)(&e->body->elements->batch[b], e->body->x, e->rate[b]);
    BRN_LANE_PICK(brn__emu_rate)(&e->metric[b], e->d[b], e->gap[b], e->rate[b], sum);
  }
}

void brn__emu_spread_rows(const BrnNodes* nodes, const double* rows, double* y) {
  memset(y, 0, 3 * sizeof(double) * (size_t)nodes->count);
  for (int r = 0; r < nodes->row_count; r++) {
    memcpy(y + 3 * (size_t)nodes->row_node[r], rows + 3 * (size_t)r, 3 * sizeof(double));
  }
}

static Parabola aim(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnNewton* n = e->body;
  Rate rate = {.e = e};
  double sum[2], begin = brn__seconds();
  brn__acap_pull(ctx, e, e->d, 0, e->step);
  brn__emu_spread_rows(n->nodes, e->step, n->trial);
  brn__nodes_to_points(ctx, n->nodes, n->trial, n->x);
  brn__parallel_sum(ctx, n->elements->batch_count, 2, rate_terms, &rate, sum);
  double work = brn__newton_dot(ctx, 3 * n->nodes->count, n->dead, n->trial);
  report->seconds.solve += brn__seconds() - begin;
  return (Parabola){e->alpha * sum[0], e->alpha / 2 * sum[1], work};
}

// -------------------------------------------------------------------------------------- the search

static void accept_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  const Rate* rate = user;
  BrnEmu* e = rate->e;
  for (int b = begin; b < end; b++) {
    BRN_LANE_PICK(brn__strain_move)(e->gap[b], rate->s, e->rate[b], e->gap[b]);
  }
}

// to e->trial, which was s along the way
static void accept(BrnContext* ctx, BrnEmu* e, double s) {
  BrnNewton* n = e->body;
  Rate rate = {e, s};
  BrnStrain* F = e->F;
  e->F = e->trial;
  e->trial = F;
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, accept_batches, &rate);
  for (int r = 0; r < n->nodes->row_count; r++) {
    double* to = n->y + 3 * (size_t)n->nodes->row_node[r];
    for (int a = 0; a < 3; a++) to[a] += s * e->step[3 * (size_t)r + (size_t)a];
  }
}

static double noise_of(const BrnEmu* e, BrnEmuEnergy now) {
  double size = fabs(now.inside) + fabs(now.work) + now.continuity;
  return ROUND_OFF * size + LAST_BITS * e->body->elements->stiff;
}

static BrnEmuEnergy energy_along(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy now, Parabola p,
                                 double s) {
  BrnEmuEnergy next = brn__emu_inside_along(ctx, e, s);
  next.continuity = now.continuity + s * (p.c1 + s * p.c2);
  next.work = now.work + s * p.work;
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
  report->trials++;
  if (next.bad > 0 || !isfinite(change)) return false;
  if (!is_good(ctx, e, *now, s, change, wanted, slope)) return false;
  if (e->memory) brn__memory_keep(ctx, e, s);
  accept(ctx, e, s);
  *now = next;
  return true;
}

static void swap_ways(BrnEmu* e) {
  BrnStrain* way = e->way;
  e->way = e->d, e->d = way;
}

// the same at s along the bent way: what it leads to is a straight step, too
static bool try_bent(BrnContext* ctx, BrnEmu* e, double s, double slope, BrnEmuEnergy* now,
                     BrnStepReport* report) {
  brn__emu_bend(ctx, e, s);
  swap_ways(e);
  if (try_step(ctx, e, aim(ctx, e, report), 1, ARMIJO * s * slope, slope, now, report)) return true;
  swap_ways(e);
  return false;
}

// The step that was taken, and the energy there; 0: none goes down. Where the bent way does not go
// down the straight one may.
double brn__emu_search(BrnContext* ctx, BrnEmu* e, BrnEmuEnergy* now, double slope,
                       BrnStepReport* report) {
  Parabola p = {0};
  double s = 2 * e->first_step, begin = brn__seconds(), solve = report->seconds.solve;
  bool found = false, bent = e->way && e->exact;
  for (int trial = 0; trial < MOST_TRIALS && !found; trial++) {
    s /= 2;
    found = bent && try_bent(ctx, e, s, slope, now, report);
    if (found) break;
    if (trial == 0 || bent) p = aim(ctx, e, report);
    found = try_step(ctx, e, p, s, ARMIJO * s * slope, slope, now, report);
  }
  report->seconds.search += brn__seconds() - begin - (report->seconds.solve - solve);
  return found ? s : 0;
}

// ----------------------------------------------------------------------------------- the iteration

double brn__emu_reference(const BrnEmu* e, BrnEmuEnergy now) {
  double own = e->body->elements->reference;
  double taken = fmax(fabs(now.inside) + fabs(now.work), UNDEFORMED * e->body->elements->stiff);
  return own > 0 ? own : taken;
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

// by the exact step, of which the last is taken, too
static BrnStatus iterate_exactly(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                                 BrnEmuEnergy* now, BrnStepReport* report) {
  bool definite = e->def.project;
  for (int i = 0; report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double slope;
    if (i >= (limit > 0 ? limit : brn__condensed_limit(e->condensed))) break;
    BRN_TRY(brn__condensed_direction(ctx, e, definite, &slope, report));
    report->iterations++;
    report->reference = brn__emu_reference(e, *now);
    report->decrement = -slope / report->reference;
    double s = slope < 0 ? brn__emu_search(ctx, e, now, slope, report) : 0;
    double aim_at = tolerance > 0 ? tolerance : brn__condensed_tolerance(e->condensed);
    if (slope == 0 || (s > 0 && report->decrement <= aim_at)) {
      report->outcome = BRN_CONVERGED;
    } else if (isnan(slope) || (s == 0 && definite)) {
      report->outcome = BRN_BROKE_DOWN;
    }
    // a truncated step of an indefinite matrix that leads almost nowhere: the next one is definite
    definite = e->def.project || s == 0 || (!e->condensed->direct && s <= LOST);
  }
  report->energy = brn__emu_total(*now);
  return BRN_OK;
}

// A small decrement of an approximate direction is looked at more closely, now and then.
static bool is_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                       BrnStepReport* report) {
  if (report->decrement > tolerance) return false;
  if (e->memory && e->memory->plain && !brn__woodbury_prepare(ctx, e, true, report)) return false;
  return brn__emu_settled(ctx, e, tolerance, look, report);
}

// by directions of low rank
static void iterate(BrnContext* ctx, BrnEmu* e, int limit, double tolerance, BrnEmuEnergy* now,
                    BrnStepReport* report) {
  BrnEmuLook look = {0};
  if (e->memory) brn__memory_forget(e->memory);
  for (int i = 0; i < limit && report->outcome == BRN_OUT_OF_ITERATIONS; i++) {
    double before = brn__emu_total(*now), slope = direction(ctx, e, report);
    report->iterations++;
    report->reference = brn__emu_reference(e, *now);
    report->decrement = -slope / report->reference;
    if (isnan(slope)) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (is_settled(ctx, e, tolerance, &look, report)) {
      report->outcome = BRN_CONVERGED;
    } else if (brn__emu_search(ctx, e, now, slope, report) == 0) {
      report->outcome = BRN_BROKE_DOWN;
    } else if (e->energy_stop > 0 && before - brn__emu_total(*now) < e->energy_stop) {
      report->outcome = BRN_CONVERGED;
    }
  }
  report->energy = brn__emu_total(*now);
  if (report->outcome == BRN_OUT_OF_ITERATIONS && look.seen > 0) report->decrement = look.seen;
}

BrnStatus brn__emu_minimize(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                            BrnStepReport* report) {
  brn__acap_solve(ctx, e);
  BrnEmuEnergy now = brn__emu_energy(ctx, e);
  report->outcome = BRN_OUT_OF_ITERATIONS;
  e->exact = e->def.emu_step == BRN_EMU_NEWTON;
  if (e->exact) return iterate_exactly(ctx, e, limit, tolerance, &now, report);
  if (e->def.emu_step != BRN_EMU_AUTO) {
    iterate(ctx, e, limit, tolerance, &now, report);
    return BRN_OK;
  }
  int cheap = limit > 0 && limit < CHEAP_ITERATIONS ? limit : CHEAP_ITERATIONS;
  iterate(ctx, e, cheap, tolerance > 0 ? tolerance : CHEAP_TOLERANCE, &now, report);
  if (report->outcome == BRN_CONVERGED || limit == cheap) return BRN_OK;
  report->outcome = BRN_OUT_OF_ITERATIONS;
  e->exact = true;
  return iterate_exactly(ctx, e, limit > 0 ? limit - cheap : 0, tolerance, &now, report);
}
