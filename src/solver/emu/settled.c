// SPDX-License-Identifier: Apache-2.0
//
// Is the iteration where it wants to be? The decrement of the Woodbury direction does not tell: its
// matrix is too stiff for all that is not in the basis, by up to alpha over the stiffness of the
// motion, and where slender things bend it calls an end at a tenth of the way. The exact step of
// the same objective does. With F eliminated it is A y = -b, and has the decrement
//
//   -g.d = g.x + b.A^-1 b,   x = H^-1 g,   b = alpha G^T W x
//   A = G^T S G,   S = alpha W - alpha^2 W H^-1 W
//
// of which conjugate gradients on A give ever larger lower bounds, a term an iteration (Hestenes
// and Stiefel 1952; Strakos and Tichy 2002). They begin with the factor of L, which is at hand, as
// S is at most alpha W. Far from the optimum the first terms are too much already; only near to it
// the sum is taken to its end. Slender things go far for little energy, so the way y that is left
// counts as well. Neither knows of turns: where a body has far to bend, more is left than they say.

#include "solver/emu/settled.h"

#include "core/vec.h"
#include "solver/emu/border.h"
#include "solver/emu/patches.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 16, MOST_TERMS = 300, LATELY = 20 };
enum { PAUSE = 5 }; // iterations between two looks

#define TRUST 5   // times the tolerance: what the exact decrement may be
#define WAY 1     // times the root of the tolerance: share of the body's size that may be left
#define SMALL 0.1 // of what is left to a bound: terms that do not matter

// ---------------------------------------------------------------------------------- the matrix

// trial = W G y of the points, rate = H^-1 of it but for patches
static void press_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    BrnDeformation G;
    BRN_LANE_PICK(brn__batch_deformation)(&e->body->elements->batch[b], e->body->x, G);
    brn__metric_apply(&e->metric[b], G, e->trial[b]);
    BRN_LANE_PICK(brn__squares_apply)(e->inverse[b], e->trial[b], 1, e->rate[b]);
  }
}

static void take_forces(BrnEmu* e, int b, BrnDeformation weighed) {
  static const double one[BRN_LANES] = {1, 1, 1, 1, 1, 1, 1, 1};
  double* force = e->body->force + 12 * BRN_LANES * (size_t)b;
  BRN_LANE_PICK(brn__batch_forces)(&e->body->elements->batch[b], one, weighed, force);
}

// forces of S G y / alpha = W G y - alpha W H^-1 W G y
static void force_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[b], e->rate[b], weighed);
    BRN_LANE_PICK(brn__deformation_move)(e->trial[b], -e->alpha, weighed, weighed);
    take_forces(e, b, weighed);
  }
}

// out = A rows
static void apply(BrnContext* ctx, BrnEmu* e, const double* rows, double* out) {
  BrnBody* body = e->body;
  int batches = body->elements->batch_count;
  brn__nodes_spread_rows(body->nodes, rows, e->nodes);
  brn__nodes_to_points(ctx, body->nodes, e->nodes, body->x);
  brn__parallel_for(ctx, batches, GRAIN, press_batches, e);
  if (e->z) brn__patches_correct(ctx, e, 1, e->trial, e->rate);
  brn__parallel_for(ctx, batches, GRAIN, force_batches, e);
  brn__gather_forces(ctx, body->gather, body->force, out);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) out[i] *= e->alpha;
}

// out = (alpha L)^-1 rows, which does not move the ties
static void precondition(BrnContext* ctx, BrnEmu* e, const double* rows, double* out) {
  brn__poisson_precondition(ctx, e->acap, rows, out);
  if (e->border) brn__border_correct(e->border, BRN_BORDER_LOOSE, false, e->body->y, out);
  for (int i = 0; i < 3 * e->body->nodes->row_count; i++) out[i] /= e->alpha;
}

// ------------------------------------------------------------------------------------ the sum

// have the last terms become too small to matter?
static bool fades(const double* sum, int count, double most) {
  if (count <= LATELY) return false;
  double now = sum[count - 1], lately = now - sum[count - 1 - LATELY];
  return lately <= SMALL * (isinf(most) ? now : most - now);
}

static void axpy(int count, double s, const double* x, double* y) {
  for (int i = 0; i < count; i++) y[i] += s * x[i];
}

static double farthest(int rows, const double* y) {
  double most = 0;
  for (int r = 0; r < rows; r++) most = fmax(most, brn__dot3(y + 3 * (size_t)r, y + 3 * (size_t)r));
  return sqrt(most);
}

// A y = b for b in body->g: b.y and the way of y, from below. Infinite: A is not definite.
static BrnEmuRest sum_terms(BrnContext* ctx, BrnEmu* e, BrnEmuRest most, BrnStepReport* report) {
  BrnBody* body = e->body;
  int rows = body->nodes->row_count, count = 3 * rows;
  double *r = body->g, *z = e->rest[0], *p = e->rest[1], *Ap = e->step, *y = e->rest[2];
  double energy[MOST_TERMS], distance[MOST_TERMS];
  BrnEmuRest sum = {0, 0};
  memset(y, 0, sizeof(double) * (size_t)count);
  precondition(ctx, e, r, z);
  memcpy(p, z, sizeof(double) * (size_t)count);
  double now = brn__body_dot(ctx, count, r, z);
  for (int k = 0; k < MOST_TERMS && now > 0; k++) {
    apply(ctx, e, p, Ap);
    report->linear_iterations++;
    double curve = brn__body_dot(ctx, count, p, Ap);
    if (!(curve > 0)) return (BrnEmuRest){INFINITY, INFINITY};
    // each term of conjugate gradients lowers the energy by a (r.z), a lower bound of what is left
    double a = now / curve, before = now;
    axpy(count, a, p, y);
    energy[k] = sum.energy += a * now;
    distance[k] = sum.distance = farthest(rows, y);
    // too much already; or terms fade, so that little is to come
    if (sum.energy > most.energy || sum.distance > most.distance) return sum;
    if (fades(energy, k + 1, most.energy) && fades(distance, k + 1, most.distance)) return sum;
    axpy(count, -a, Ap, r);
    precondition(ctx, e, r, z);
    now = brn__body_dot(ctx, count, r, z);
    for (int i = 0; i < count; i++) p[i] = z[i] + now / before * p[i];
  }
  return sum;
}

double brn__emu_compliance(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  return sum_terms(ctx, e, (BrnEmuRest){INFINITY, INFINITY}, report).energy;
}

static void pull_batches(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnEmu* e = user;
  for (int b = begin; b < end; b++) {
    BrnDeformation weighed;
    brn__metric_apply(&e->metric[b], e->x[b], weighed);
    take_forces(e, b, weighed);
  }
}

BrnEmuRest brn__emu_rest(BrnContext* ctx, BrnEmu* e, BrnEmuRest most, BrnStepReport* report) {
  BrnBody* body = e->body;
  double begin = brn__seconds(), own = brn__deformation_dot(ctx, e, e->g, e->x);
  brn__parallel_for(ctx, body->elements->batch_count, GRAIN, pull_batches, e);
  brn__gather_forces(ctx, body->gather, body->force, body->g);
  for (int i = 0; i < 3 * body->nodes->row_count; i++) body->g[i] *= e->alpha;
  most.energy -= own;
  BrnEmuRest rest = sum_terms(ctx, e, most, report);
  rest.energy += own;
  report->seconds.solve += brn__seconds() - begin;
  return rest;
}

bool brn__emu_settled(BrnContext* ctx, BrnEmu* e, double tolerance, BrnEmuLook* look,
                      BrnStepReport* report) {
  if (report->iterations < look->next) return false;
  BrnEmuRest most = {TRUST * tolerance * report->reference,
                     WAY * sqrt(tolerance) * e->body->constraints->size};
  BrnEmuRest rest = brn__emu_rest(ctx, e, most, report);
  look->next = report->iterations + PAUSE;
  if (isfinite(rest.energy)) look->seen = report->decrement = rest.energy / report->reference;
  return rest.energy <= most.energy && rest.distance <= most.distance;
}
