// SPDX-License-Identifier: Apache-2.0
//
// A step from the last input to the next one. In a part the body is minimised in passes, between
// which terms tighten; a part that does not converge is done in two halves.

#include "solver/body/parts.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { MOST_PASSES = 12 };

// ----------------------------------------------------------------------------------------- a part

void brn__body_begin(BrnContext* ctx, BrnBody* body) {
  brn__terms_begin(ctx, body);
  brn__body_predict(ctx, body);
  brn__terms_start(ctx, body);
  brn__balance_begin(ctx, body);
}

BrnStatus brn__body_pass(BrnContext* ctx, BrnBody* body, BrnPartFn* minimize, void* method,
                         BrnStepReport* report) {
  brn__body_begin(ctx, body);
  for (int pass = 0; pass < MOST_PASSES; pass++) {
    BRN_TRY(minimize(ctx, method, report));
    if (report->outcome != BRN_CONVERGED) return BRN_OK;
    if (brn__terms_hold(ctx, body, BRN_TERM_OF_ANY)) return BRN_OK;
  }
  report->outcome = BRN_OUT_OF_ITERATIONS;
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the parts

static void aim_motion(BrnContext* ctx, BrnBody* body, double share) {
  brn__motion_aim(body->motion, share);
  brn__body_aim_rates(ctx, body);
}

// Parts double again after each that converged. Where one cannot be halved any more, all that is
// left is done at once from as far as it got, and is taken as it comes.
BrnStatus brn__body_walk(BrnContext* ctx, BrnBody* body, BrnPartFn* part, void* method,
                         const BrnStepInput* from, const BrnStepInput* to, BrnStepReport* report) {
  size_t size = 3 * sizeof(double) * (size_t)body->nodes->count;
  int halvings = 0;
  bool last = false;
  for (double done = 0, share = 1; done < 1;) {
    double target = last ? 1 : fmin(done + share, 1);
    brn_input_mix(body->model, from, to, target, body->input);
    // the last input to the bit, not as a blend
    if (target == 1) brn__input_copy(body->model, to, body->input);
    memcpy(body->part, body->y, size);
    if (body->motion) aim_motion(ctx, body, target - done);
    BRN_TRY(part(ctx, method, report));
    bool stuck = halvings == body->def.halvings;
    if (report->outcome == BRN_CONVERGED || (stuck && target == 1)) {
      if (halvings > 0) share *= 2, halvings--;
      // a part is a step of time; the last one is accepted with the state
      if (body->motion && target < 1) brn__motion_accept(body->motion, body->y);
      done = target;
      report->parts++;
    } else if (!stuck) {
      memcpy(body->y, body->part, size);
      share /= 2, halvings++;
    } else {
      // what is left is done at once
      last = true;
    }
  }
  return BRN_OK;
}

// --------------------------------------------------------------------------------------- the state

void brn__body_read_state(BrnBody* body, const BrnState* state) {
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(body->y + 3 * (size_t)i, state->position + 3 * (size_t)body->nodes->vertex[i]);
  }
}

void brn__body_write_state(BrnContext* ctx, BrnBody* body, BrnState* state) {
  size_t size = 3 * sizeof(double) * (size_t)state->vertex_count;
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  memcpy(state->position, body->x, size);
  memset(state->velocity, 0, size);
  memset(state->acceleration, 0, size);
  state->step = 0;
  if (!body->motion) return;
  brn__motion_accept(body->motion, body->y);
  brn__motion_end(ctx, body->motion, body->nodes, body->x, state);
  body->motion->weight = body->elements->per_time = 0; // no step is under way
}

static double kinetic_energy(const BrnModel* model, const BrnState* state) {
  double sum = 0;
  for (int v = 0; v < state->vertex_count; v++) {
    const double* velocity = state->velocity + 3 * (size_t)v;
    sum += model->mass[v] * brn__dot3(velocity, velocity) / 2;
  }
  return sum;
}

// ---------------------------------------------------------------------------------------- the step

typedef struct Passes {
  BrnBody* body;
  BrnPartFn* minimize;
  void* method;
} Passes;

static BrnStatus do_part(BrnContext* ctx, void* user, BrnStepReport* report) {
  const Passes* passes = user;
  return brn__body_pass(ctx, passes->body, passes->minimize, passes->method, report);
}

BrnStatus brn__body_step(BrnContext* ctx, BrnBody* body, BrnPartFn* minimize, void* method,
                         const BrnStepInput* input, BrnState* state, BrnStepReport* report) {
  Passes passes = {body, minimize, method};
  brn__body_read_state(body, state);
  if (body->motion) BRN_TRY(brn__motion_begin(ctx, body->motion, body->nodes, state, input->time));
  BRN_TRY(brn__body_walk(ctx, body, do_part, &passes, state->input, input, report));
  brn__terms_end(ctx, body, BRN_TERM_OF_ANY);
  brn__balance_judge(ctx, body, brn__balance_holds(ctx, body, report), report);
  brn__body_write_state(ctx, body, state);
  report->kinetic = kinetic_energy(body->model, state);
  return BRN_OK;
}
