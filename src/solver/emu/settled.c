// SPDX-License-Identifier: Apache-2.0
//
// Is the iteration where it wants to be? The decrement of the Woodbury direction does not tell: its
// matrix is too stiff for all that is not in the basis, by up to alpha over the stiffness of the
// motion, and where slender things bend it calls an end at a tenth of the way. The decrement of the
// exact step does. With F eliminated from the system of that step (docs/emu.md), it is
//
//   -g.d = g.x + b.A^-1 b,   x = H^-1 g,  b = alpha G^T W x,  A = G^T S G,  S = alpha W - alpha^2 W
//   H^-1 W
//
// of which conjugate gradients on A give ever larger lower bounds, a term an iteration (Hestenes
// and Stiefel 1952; Strakos and Tichy 2002). They begin with the factor of L, which is at hand, as
// S is at most alpha W. Far from the optimum the first terms are too much already; only near to it
// the sum is taken to its end.

#include "solver/emu/settled.h"

#include "solver/emu/border.h"
#include "solver/emu/patches.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_TERMS = 300, LATELY = 10 };

enum { PAUSE = 5 }; // iterations between two looks

#define TRUST 30  // times the tolerance: what the true decrement may be
#define SMALL 0.1 // of what is left to the bound: terms that do not matter

// ---------------------------------------------------------------------------------- the matrix

// trial = W G y of the points, rate = H^-1 of it but for patches
static void press_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    BrnStrain G;
    BRN_LANE_PICK(brn__batch_strain)(&e->body->elements->batch[b], e->body->x, G);
    brn__metric_apply(&e->metric[b], G, e->trial[b]);
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->trial[b], e->rate[b]);
  }
}

// forces of S G y = alpha W (G y - alpha H^-1 W G y)
static void force_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  static const double one[BRN_LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
  BrnEmu* e = user;
  BrnNewton* n = e->body;
  for (int b = begin; b < end; b++) {
    BrnStrain weighed;
    brn__metric_apply(&e->metric[b], e->rate[b], weighed);
    for (int k = 0; k < 9; k++) {
      for (int i = 0; i < BRN_LANES; i++) {
        weighed[k][i] = e->alpha * (e->trial[b][k][i] - e->alpha * weighed[k][i]);
      }
    }
    BRN_LANE_PICK(brn__batch_forces)
    (&n->elements->batch[b], one, weighed, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

// out = A rows
static void apply(BrnContext* ctx, BrnEmu* e, const double* rows, double* out) {
  BrnNewton* n = e->body;
  int batches = n->elements->batch_count;
  brn__emu_spread_rows(n->nodes, rows, n->trial);
  brn__nodes_to_points(ctx, n->nodes, n->trial, n->x);
  brn__parallel_for(ctx, batches, GRAIN, press_batches, e);
  if (e->z) brn__patches_correct(ctx, e, 1, e->trial, e->rate);
  brn__parallel_for(ctx, batches, GRAIN, force_batches, e);
  brn__gather_forces(ctx, n->gather, n->force, out);
}

// out = (alpha L)^-1 rows, which does not move the ties
static void precondition(BrnContext* ctx, BrnEmu* e, const double* rows, double* out) {
  brn__poisson_precondition(ctx, e->acap, rows, out);
  if (e->border) brn__border_correct(e->border, BRN_BORDER_LOOSE, false, e->body->y, out);
  for (int i = 0; i < 3 * e->body->nodes->row_count; i++) out[i] /= e->alpha;
}

// ------------------------------------------------------------------------------------ the sum

// have the terms become too small to matter?
static bool fades(const double* term, int count, double left) {
  double sum = 0;
  if (count < LATELY) return false;
  for (int k = count - LATELY; k < count; k++) sum += term[k];
  return sum <= SMALL * left;
}

static void axpy(int count, double s, const double* x, double* y) {
  for (int i = 0; i < count; i++) y[i] += s * x[i];
}

// b.A^-1 b for b in n->g, from below; ends beyond `most`. Infinite: A is not definite.
static double sum_terms(BrnContext* ctx, BrnEmu* e, double most, int* taken) {
  BrnNewton* n = e->body;
  int count = 3 * n->nodes->row_count;
  double *r = n->g, *z = n->side, *p = n->d, *Ap = e->step, term[MOST_TERMS], sum = 0;
  precondition(ctx, e, r, z);
  memcpy(p, z, sizeof(double) * (size_t)count);
  double now = brn__newton_dot(ctx, count, r, z);
  for (*taken = 0; *taken < MOST_TERMS && now > 0 && sum <= most;) {
    apply(ctx, e, p, Ap);
    double curve = brn__newton_dot(ctx, count, p, Ap);
    if (!(curve > 0)) return INFINITY;
    double a = now / curve, before = now;
    term[(*taken)++] = a * now;
    sum += a * now;
    if (fades(term, *taken, isinf(most) ? sum : most - sum)) break;
    axpy(count, -a, Ap, r);
    precondition(ctx, e, r, z);
    now = brn__newton_dot(ctx, count, r, z);
    for (int i = 0; i < count; i++) p[i] = z[i] + now / before * p[i];
  }
  return sum;
}

double brn__emu_compliance(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  int taken;
  double sum = sum_terms(ctx, e, INFINITY, &taken);
  report->linear_iterations += taken;
  return sum;
}

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  static const double one[BRN_LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
  BrnEmu* e = user;
  BrnNewton* n = e->body;
  for (int b = begin; b < end; b++) {
    BrnStrain weighed;
    brn__metric_apply(&e->metric[b], e->x[b], weighed);
    BRN_LANE_PICK(brn__batch_forces)
    (&n->elements->batch[b], one, weighed, n->force + 12 * BRN_LANES * (size_t)b);
  }
}

double brn__emu_true_decrement(BrnContext* ctx, BrnEmu* e, double most, BrnStepReport* report) {
  BrnNewton* n = e->body;
  int taken;
  double begin = brn__seconds(), own = brn__strain_dot(ctx, e, e->g, e->x);
  brn__parallel_for(ctx, n->elements->batch_count, GRAIN, pull_batches, e);
  brn__gather_forces(ctx, n->gather, n->force, n->g);
  for (int i = 0; i < 3 * n->nodes->row_count; i++) n->g[i] *= e->alpha;
  double sum = own + sum_terms(ctx, e, most - own, &taken);
  report->linear_iterations += taken;
  report->seconds.solve += brn__seconds() - begin;
  return sum;
}

bool brn__emu_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                      BrnStepReport* report) {
  if (report->iterations < look->next) return false;
  double most = TRUST * tolerance * report->reference;
  double decrement = brn__emu_true_decrement(ctx, e, most, report);
  look->next = report->iterations + PAUSE;
  look->seen = report->decrement = decrement / report->reference;
  return decrement <= most;
}
