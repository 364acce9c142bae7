// SPDX-License-Identifier: Apache-2.0
//
// Search along a direction in positions: by the energy where there is one, else by the forces that
// are out of balance (descent.h).

#include "solver/body/descent.h"

#include "solver/body/rigid.h"

#include <math.h>

#define AT_REST 1e-26   // share of the stiffness that moves nothing in a step of time
#define LEAST_FALL 1e-4 // share of the forces' square, for the whole step

BrnStatus brn__descent_create(BrnContext* ctx, BrnBody* body, BrnDescent* out) {
  out->body = body;
  out->d = brn__new_zero(ctx, 3 * (size_t)body->nodes->row_count, double);
  out->trial = brn__new_zero(ctx, 3 * (size_t)body->nodes->count, double);
  return out->d && out->trial ? BRN_OK : BRN_NO_MEMORY;
}

void brn__descent_destroy(BrnContext* ctx, BrnDescent* descent) {
  brn__free(ctx, descent->d);
  brn__free(ctx, descent->trial);
}

// ----------------------------------------------------------------------------------- what is small

// Bodies are also measured by the energy of their motion, so that slow motion is as exact as fast
// one, and rigid bones by the forces on them. `now` is where a step has led: before the first one a
// body at rest has taken up nothing but round-off.
double brn__descent_reference(const BrnBody* body, BrnEnergy now) {
  double taken = brn__balance_energy(body, now.inside, now.work) + now.motion;
  double reach = body->rigid ? body->rigid->reach : 0;
  return fmax(taken + reach, BRN_UNDEFORMED * body->elements->stiff);
}

bool brn__descent_is_nothing(BrnContext* ctx, BrnBody* body, double slope, BrnStepReport* report) {
  if (slope == 0 || (body->motion && -slope <= AT_REST * body->elements->stiff)) return true;
  double noise =
      body->def.tolerance > 0 ? 0 : body->balance.noise; // who asks for it sees it reached
  if (brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, body->g) > noise * noise)
    return false;
  return brn__balance_rests(ctx, body, noise, report);
}

// -------------------------------------------------------------------------------------- the search

typedef struct Search {
  BrnDescent* descent;
  double slope, last;
  BrnEnergy* now;
  BrnStepReport* report;
} Search;

static void swap(BrnDescent* descent) {
  double* y = descent->body->y;
  descent->body->y = descent->trial, descent->trial = y;
}

static bool is_lower(const Search* search, BrnEnergy next, double s) {
  const BrnEnergy* now = search->now;
  double change = brn__energy_total(next) - brn__energy_total(*now);
  double size = fabs(now->inside) + fabs(now->work) + fabs(now->motion);
  return change <= BRN_ARMIJO * s * search->slope ||
         fabs(change) <= brn__energy_noise(size, search->descent->body->elements->stiff);
}

// without an energy
static bool residual_falls(BrnContext* ctx, const Search* search, double s) {
  BrnDescent* descent = search->descent;
  BrnBody* body = descent->body;
  if (-search->slope <= search->last) return true;
  swap(descent);
  brn__body_evaluate(ctx, body, BRN_WANT_STRESS, search->report);
  swap(descent);
  double next = brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, body->g);
  return isfinite(next) && next <= (1 - LEAST_FALL * s) * descent->residual;
}

// one trial; a step that lowers the energy is taken
static bool try_path(BrnContext* ctx, const Search* search, double s, bool warp) {
  BrnDescent* descent = search->descent;
  brn__body_retract(ctx, descent->body, descent->d, s, warp, descent->trial);
  BrnEnergy next = brn__body_energy(ctx, descent->body, descent->trial);
  search->report->trials++;
  if (!isfinite(brn__energy_total(next)) || next.bad > 0) return false;
  bool blind = descent->body->elements->path_dependent;
  if (!(blind ? residual_falls(ctx, search, s) : is_lower(search, next, s))) return false;
  swap(descent);
  *search->now = next;
  return true;
}

static bool try_step(BrnContext* ctx, void* user, double s) {
  const Search* search = user;
  return (search->descent->body->def.warp && try_path(ctx, search, s, true)) ||
         try_path(ctx, search, s, false);
}

double brn__descent_search(BrnContext* ctx, BrnDescent* descent, double slope, double first,
                           int trials, double last, BrnEnergy* now, BrnStepReport* report) {
  BrnBody* body = descent->body;
  double begin = brn__seconds();
  double most = brn__terms_first_step(ctx, body, BRN_TERM_OF_ANY, descent->d, slope);
  Search search = {descent, slope, last, now, report};
  brn__body_aim(ctx, body, descent->d);
  if (body->elements->path_dependent) {
    descent->residual = brn__body_dot(ctx, 3 * body->nodes->row_count, body->g, body->g);
  }
  double s = brn__backtrack(ctx, fmin(first, most), trials, try_step, &search);
  report->seconds.search += brn__seconds() - begin;
  return s;
}
