// SPDX-License-Identifier: Apache-2.0
//
// Minimisations between which pressure and the moments of joints at their limits are taken anew
// (passes.h).

#include "solver/emu/passes.h"

#include "solver/emu/settled.h"

#include <math.h>
#include <string.h>

enum { MOST_PASSES = 12 };

#define HOLDS 2e-3  // rad: how exactly limits hold
#define STEADY 1e-4 // share of the forces that pressure may still change by
#define LEAST_SHARE 0.1
#define PLAUSIBLE 100 // times: how much a secant may differ from the stiffness before

// ------------------------------------------------------------------------------------------ limits

// out[node] += s da/dy; of rows, or of nodes
static void add_slope(const BrnBody* body, const BrnLimit* limit, const BrnAngle* angle, double s,
                      bool rows, double* out) {
  const BrnConstraints* c = body->constraints;
  for (int i = 0; i < limit->count; i++) {
    int node = c->node[limit->start + i], at = rows ? body->nodes->row[node] : node;
    for (int k = 0; k < angle->count && at >= 0; k++) {
      if (body->nodes->held[node] >> k % 3 & 1) continue;
      double share = limit->share[k / 3 * limit->count + i];
      out[3 * (size_t)at + (size_t)(k % 3)] += s * share * angle->gradient[k];
    }
  }
}

static void push_limits(BrnBody* body) {
  for (int l = 0; l < body->constraints->limit_count; l++) {
    const BrnLimit* limit = &body->constraints->limit[l];
    BrnAngle angle;
    if (limit->multiplier == 0) continue;
    brn__limit_angle(body->constraints, limit, body->y, true, &angle);
    add_slope(body, limit, &angle, -limit->multiplier, false, body->dead);
  }
}

// N m / rad; moment and angle of the limit are those of the pass before
static double stiffness_of(BrnContext* ctx, BrnEmu* e, const BrnLimit* limit, double angle,
                           BrnStepReport* report) {
  BrnBody* body = e->body;
  double secant = -(limit->multiplier - limit->moment) / (angle - limit->angle);
  if (limit->multiplier != 0) {
    bool plausible = secant > limit->stiffness / PLAUSIBLE && secant < limit->stiffness * PLAUSIBLE;
    return plausible ? secant : limit->stiffness;
  }
  BrnAngle slope;
  brn__limit_angle(body->constraints, limit, body->y, true, &slope);
  memset(body->g, 0, 3 * sizeof(double) * (size_t)body->nodes->row_count);
  add_slope(body, limit, &slope, 1, true, body->g);
  double compliance = brn__emu_compliance(ctx, e, report);
  return compliance > 0 && isfinite(compliance) ? 1 / compliance : limit->stiffness;
}

// the end of the range that the angle is beyond, or that a moment holds it at
static bool end_of(const BrnLimit* limit, double angle, double* out) {
  double m = limit->multiplier;
  *out = m > 0 || (m == 0 && angle > limit->high) ? limit->high : limit->low;
  return m != 0 || angle > limit->high || angle < limit->low;
}

// true: it holds; else its moment has changed
static bool renew_limit(BrnContext* ctx, BrnEmu* e, BrnLimit* limit, BrnStepReport* report) {
  BrnAngle angle;
  double end, m = limit->multiplier;
  brn__limit_angle(e->body->constraints, limit, e->body->y, false, &angle);
  if (!end_of(limit, angle.value, &end) || fabs(angle.value - end) <= HOLDS) {
    limit->angle = angle.value;
    limit->moment = m;
    return true;
  }
  limit->stiffness = stiffness_of(ctx, e, limit, angle.value, report);
  double next = m + limit->stiffness * (angle.value - end);
  limit->multiplier = end == limit->high ? fmax(next, 0) : fmin(next, 0);
  limit->angle = angle.value;
  limit->moment = m;
  return false;
}

static bool renew_limits(BrnContext* ctx, BrnEmu* e, BrnStepReport* report) {
  BrnConstraints* c = e->body->constraints;
  bool hold = true;
  for (int l = 0; l < c->limit_count; l++) {
    if (!renew_limit(ctx, e, &c->limit[l], report)) hold = false;
  }
  return hold;
}

// ----------------------------------------------------------------------------------------- passes

// Forces by the shape change the shape, and where that is soft against them, too much: so they go
// a share of the way, by how the last change has changed (Aitken's, as Irons and Tuck 1969 have it
// for vectors). e->load has the forces in force, e->missing what was missing to those before.
static double share_of(BrnEmu* e, int pass, double share) {
  BrnBody* body = e->body;
  int count = 3 * body->nodes->count;
  double along = 0, square = 0;
  for (int i = 0; i < count; i++) {
    double miss = body->dead[i] - e->load[i], change = miss - e->missing[i];
    along += e->missing[i] * change;
    square += change * change;
    e->missing[i] = miss;
  }
  if (pass == 0 || square == 0) return 1;
  return fmin(fmax(-share * along / square, LEAST_SHARE), 1);
}

// do the loads stay as they are, at the shape that was found? Else they are renewed.
static bool loads_hold(BrnContext* ctx, BrnEmu* e, int pass, double* share, BrnStepReport* report) {
  BrnBody* body = e->body;
  int count = 3 * body->nodes->count;
  bool pressure = brn__body_has_pressure(body) && report->outcome == BRN_CONVERGED;
  bool hold = renew_limits(ctx, e, report);
  if (hold && !pressure) return true;
  memcpy(e->load, body->dead, sizeof(double) * (size_t)count);
  brn__body_load(ctx, body);
  push_limits(body);
  double size = brn__body_dot(ctx, count, body->dead, body->dead);
  *share = share_of(e, pass, *share);
  if (hold && brn__body_dot(ctx, count, e->missing, e->missing) <= STEADY * STEADY * size)
    return true;
  for (int i = 0; i < count && pressure; i++) body->dead[i] = e->load[i] + *share * e->missing[i];
  return false;
}

static void tell(BrnContext* ctx, const BrnEmu* e) {
  const BrnConstraints* c = e->body->constraints;
  for (int l = 0; l < c->limit_count; l++) {
    BrnAngle angle;
    double end;
    brn__limit_angle(c, &c->limit[l], e->body->y, false, &angle);
    if (!end_of(&c->limit[l], angle.value, &end) || fabs(angle.value - end) <= HOLDS) continue;
    brn__log(ctx, BRN_LOG_WARNING,
             "joint \"%s\": emu leaves it %.3g degrees off its limit; take more "
             "solver.iterations or solver.substeps, or method \"newton\"",
             e->model->joint[c->limit[l].joint].name,
             57.295779513082320877 * fabs(angle.value - end));
  }
}

BrnStatus brn__emu_solve(BrnContext* ctx, BrnEmu* e, int limit, double tolerance,
                         BrnStepReport* report) {
  double share = 1;
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    BRN_TRY(brn__emu_minimize(ctx, e, limit, tolerance, report));
    brn__acap_settle(ctx, e);
    if (report->outcome == BRN_BROKE_DOWN) return BRN_OK;
    bool hold = loads_hold(ctx, e, pass, &share, report);
    if (hold && brn__emu_nodes_hold(ctx, e)) return BRN_OK;
  }
  report->outcome = BRN_OUT_OF_ITERATIONS;
  tell(ctx, e);
  return BRN_OK;
}
