// SPDX-License-Identifier: Apache-2.0
//
// When contact looks for places, and when it holds.

#include "solver/body/contact.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

#define DEPTH 0.02        // of the depth of what is behind a point: how deep it may stay
#define DEEPEST 0.5       // of that: no step leads deeper
#define LEAST_STEP 0.05   // but it is not cut shorter than this
#define NEARLY_FOUND 1e-3 // relative decrement at which multipliers begin to grow
enum { PASSES = 3 };

static void destroy(BrnContext* ctx, void* own) { brn__body_contact_destroy(ctx, own); }

// ----------------------------------------------------------------------------------------- holding

// how deep it is, as often as it may be
static double excess_of(const BrnBodyContact* c, const BrnContactPlane* plane, const double* x) {
  return -brn__contact_gap(plane, x) / (DEPTH * c->outside->point_depth[plane->point]);
}

static bool is_deep(const BrnBodyContact* c, const double* x) {
  for (int i = 0; i < c->count; i++) {
    if (excess_of(c, &c->plane[i], x) > 1) return true;
  }
  return false;
}

static void grow_multipliers(BrnBodyContact* c, const double* x) {
  for (int i = 0; i < c->count; i++) {
    BrnContactPlane* plane = &c->plane[i];
    plane->multiplier = brn__contact_pressure(plane, brn__contact_gap(plane, x));
  }
  c->pass++;
}

static bool holds(void* own, const BrnBody* body) {
  const BrnBodyContact* c = own;
  return c->pass >= PASSES || !is_deep(c, body->x);
}

static void tighten(void* own, const BrnBody* body) {
  BrnBodyContact* c = own;
  if (c->pass < PASSES) grow_multipliers(c, body->x);
}

// --------------------------------------------------------------------------------------- searching

// Where a part begins nothing has gone through anything yet, and nothing of the steps before
// counts, so that a run can be resumed anywhere.
static void begin(BrnContext* ctx, void* own, BrnBody* body) {
  BrnBodyContact* c = own;
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  BrnStatus status = brn__body_contact_forget(ctx, c, body->x);
  if (status == BRN_OK) status = brn__body_contact_look(ctx, c, body->x);
  if (status != BRN_OK) body->pieces.status = status;
  c->fresh = true;
}

static bool renew(BrnContext* ctx, void* own, BrnBody* body, double decrement) {
  BrnBodyContact* c = own;
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  c->fresh = false;
  if (decrement < NEARLY_FOUND) c->steady = true;
  BrnStatus status = brn__body_contact_look(ctx, c, body->x);
  if (status != BRN_OK) body->pieces.status = status;
  if (decrement < NEARLY_FOUND && !holds(c, body)) grow_multipliers(c, body->x);
  return true;
}

// no point is to get to the other side of what is thin
static double first_step(BrnContext* ctx, const void* own, const BrnBody* body, const double* d,
                         double slope) {
  const BrnBodyContact* c = own;
  const BrnNodes* nodes = body->nodes;
  double *node = c->move, *point = c->move + 3 * (size_t)nodes->count, most = 1;
  (void)slope;
  if (c->count == 0) return 1;
  brn__nodes_spread_rows(nodes, d, node);
  brn__nodes_to_points(ctx, nodes, node, point);
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    double limit = -DEEPEST * c->outside->point_depth[plane->point];
    double gap = brn__contact_gap(plane, body->x);
    double change = brn__contact_gap(plane, point) + plane->rest;
    if (!(plane->area > 0) || gap <= limit) continue; // beside it, or there already
    if (gap + most * change < limit && change < 0) most = fmax((limit - gap) / change, LEAST_STEP);
  }
  return most;
}

// ----------------------------------------------------------------------------------------- a shape

static void energy(BrnContext* ctx, void* own, BrnBody* body, const double* y, BrnEnergy* sum) {
  (void)ctx, (void)y;
  sum->held += brn__body_contact_energy(own, body->x);
}

static void evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  brn__body_contact_evaluate(ctx, own, body, want);
}

static void tell(const void* own, const BrnBody* body, BrnStepReport* report) {
  const BrnBodyContact* c = own;
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    if (!(plane->area > 0)) continue; // beside the other part
    double gap = brn__contact_gap(plane, body->x), excess = excess_of(c, plane, body->x);
    if (brn__contact_pressure(plane, gap) > 0) report->contacts++;
    report->contact_depth = fmax(report->contact_depth, -gap);
    // forces balance without it, and it is where it must not be
    bool missed = plane->mute && excess > 1 && report->outcome == BRN_CONVERGED;
    if (missed) report->outcome = BRN_STALLED;
    if (!(excess > report->contact_excess)) continue;
    report->contact_excess = excess;
    report->contact_parts[0] = c->search->owner[plane->point];
    report->contact_parts[1] = plane->surface;
  }
}

// Forces at the shape that was looked at last, with the multipliers that it ended with: that of a
// step just done. Of another one they are not known.
static void inspect(const void* own, const BrnBody* body, const BrnState* state,
                    BrnInspection* out) {
  const BrnBodyContact* c = own;
  (void)body;
  for (int i = 0; i < c->outside->mesh->vertex_count; i++) {
    const double* x = state->position + 3 * (size_t)c->outside->vertex[i];
    if (memcmp(x, c->position + 3 * (size_t)i, 3 * sizeof(double)) != 0) return;
  }
  for (int i = 0; i < c->count; i++) {
    const BrnContactPlane* plane = &c->plane[i];
    double force[3];
    brn__contact_force(plane, state->position, force);
    for (int k = 0; k < 4; k++) {
      double* f = out->inertia + 3 * (size_t)plane->vertex[k];
      brn__axpy3(f, f, plane->weight[k], force);
    }
  }
}

static const BrnTermOps ops = {
    .name = "contact",
    .kind = BRN_TERM_OF_NODES,
    .destroy = destroy,
    .begin = begin,
    .holds = holds,
    .tighten = tighten,
    .renew = renew,
    .first_step = first_step,
    .energy = energy,
    .evaluate = evaluate,
    .tell = tell,
    .inspect = inspect,
};

BrnStatus brn__contact_add(BrnContext* ctx, BrnBody* body) {
  BrnBodyContact* c;
  if (!body->def.contact) return BRN_OK;
  BrnStatus status = brn__body_contact_create(ctx, body, &c);
  if (status != BRN_OK) {
    brn__body_contact_destroy(ctx, c);
    return status;
  }
  return brn__body_add_term(ctx, body, &ops, c);
}
