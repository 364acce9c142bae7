// SPDX-License-Identifier: Apache-2.0
//
// What is told of a state, and in the report of a step: forces out of balance as in all methods on
// tets.

#include "solver/xpbd/xpbd.h"

#include "core/vec.h"
#include "solver/body/rigid.h"

#include <math.h>
#include <string.h>

#define HELD 1e-6 // ties and limits, of the body's size or radians

BrnStatus brn__xpbd_inspect(BrnContext* ctx, void* method, const BrnState* state,
                            BrnInspection* out) {
  BrnXpbd* tets = method;
  return brn__body_inspect(ctx, tets->body, state, out);
}

// -------------------------------------------------------------------------------------- the report

// Forces of inertia join the loads: what gravity does is part of them. Nodes are at tets->at.
static void load_inertia(BrnContext* ctx, BrnXpbd* tets) {
  BrnBody* body = tets->body;
  size_t vertices = (size_t)body->model->mesh->vertex_count;
  memset(body->input->gravity, 0, sizeof body->input->gravity);
  brn__body_load(ctx, body);
  memset(tets->force, 0, 3 * sizeof(double) * vertices);
  brn__tets_add_inertia(tets, tets->force);
  for (int n = 0; n < body->nodes->count; n++) {
    double* f = body->dead + 3 * (size_t)n;
    brn__add3(f, f, tets->force + 3 * (size_t)body->nodes->vertex[n]);
  }
}

// Forces that are out of balance as newton tells them, at positions that all points have. Gravity
// is among the forces that act, also where a body falls.
void brn__xpbd_report(BrnContext* ctx, BrnXpbd* tets, BrnStepReport* report) {
  BrnBody* body = tets->body;
  brn__input_copy(body->model, tets->now.input, body->input); // gravity and all
  brn__body_load(ctx, body);
  brn__balance_begin(ctx, body);
  BrnEnergy energy = brn__body_energy(ctx, body, body->y);
  report->energy = energy.inside - energy.work;
  bool holds = brn__balance_holds(ctx, body, report);
  if (!tets->quasi) {
    double still = report->acting;
    load_inertia(ctx, tets);
    holds = brn__balance_holds(ctx, body, report);
    report->acting = fmax(report->acting, still);
    holds = holds || report->residual <= body->def.balance * report->acting;
  }
  brn__balance_judge(ctx, body, holds, report);
  if (report->outcome == BRN_STALLED || tets->rows.apart > HELD) {
    report->outcome = BRN_OUT_OF_ITERATIONS; // it has done all that it was asked for
  }
}
