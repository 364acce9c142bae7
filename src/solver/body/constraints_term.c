// SPDX-License-Identifier: Apache-2.0
//
// Ties and limits as a term.

#include "core/vec.h"
#include "solver/body/body.h"
#include "solver/measure.h"

static void destroy(BrnContext* ctx, void* own) { brn__constraints_destroy(ctx, own); }

static BrnStatus couple(BrnContext* ctx, const void* own, const BrnBody* body, BrnGroups* out) {
  return brn__constraints_group(ctx, own, body->nodes, out);
}

static void anchor(const void* own, const BrnBody* body, int axis, const BrnCsr* L) {
  brn__ties_anchor(own, body->nodes, axis, L);
}

static bool by_axis(const void* own) {
  const BrnConstraints* c = own;
  for (int t = 0; t < c->tie_count; t++) {
    if (c->tie[t].axes != 7) return true;
  }
  return false;
}

static void begin(BrnContext* ctx, void* own, BrnBody* body) {
  (void)ctx;
  brn__constraints_begin(body->model, body->nodes, body->input, own);
}

static bool holds(void* own, const BrnBody* body) { return brn__constraints_hold(own, body->y); }

static void tighten(void* own, const BrnBody* body) { brn__constraints_tighten(own, body->y); }

static void end(void* own, const BrnBody* body) { brn__constraints_settle(own, body->y); }

static double first_step(BrnContext* ctx, const void* own, const BrnBody* body, const double* d,
                         double slope) {
  (void)ctx;
  return brn__limits_first_step(own, body->nodes, body->y, d, slope);
}

static bool aim(void* own, const BrnBody* body, const double* move, bool home) {
  BrnConstraints* c = own;
  if (home) {
    brn__ties_aim_home(c, body->y, move);
  } else {
    brn__ties_aim(c, move);
  }
  return c->tie_count > 0;
}

static void pull(BrnContext* ctx, const void* own, const BrnBody* body, double s,
                 const double* move, double* rows) {
  (void)ctx, (void)move;
  brn__ties_add_displacement(own, body->nodes, s, rows);
}

static void energy(BrnContext* ctx, void* own, BrnBody* body, const double* y, BrnEnergy* sum) {
  (void)ctx, (void)body;
  sum->held += brn__constraints_energy(own, y);
}

static void evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  (void)ctx;
  brn__constraints_evaluate(own, body->nodes, body->y, want, body->g, body->K);
}

// what the last step says of the forces of ties
static void inspect(const void* own, const BrnBody* body, const BrnState* state,
                    BrnInspection* out) {
  const BrnConstraints* c = own;
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    if (tie->support >= 0) {
      double* f = out->inertia + 3 * (size_t)tie->vertex;
      brn__add3(f, f, tie->force);
      brn__wrench_add(&out->support[tie->support], state->position + 3 * (size_t)tie->vertex,
                      tie->force);
    } else if (body->model->skeleton->closes[tie->joint]) {
      BrnPose pose = brn_state_bone_pose(body->model, state, body->model->joint[tie->joint].child);
      double x[3];
      brn_pose_apply(&pose, tie->point, x);
      brn__wrench_add(&out->ring[tie->joint], x, tie->force);
    }
  }
}

static const BrnTermOps ops = {
    .name = "constraints",
    .kind = BRN_TERM_OF_TIES,
    .destroy = destroy,
    .couple = couple,
    .anchor = anchor,
    .by_axis = by_axis,
    .begin = begin,
    .holds = holds,
    .tighten = tighten,
    .end = end,
    .first_step = first_step,
    .aim = aim,
    .pull = pull,
    .energy = energy,
    .evaluate = evaluate,
    .inspect = inspect,
};

BrnStatus brn__constraints_add(BrnContext* ctx, BrnBody* body) {
  BrnConstraints* constraints;
  BRN_TRY(brn__constraints_create(ctx, body->model, body->nodes, &constraints));
  BRN_TRY(brn__body_add_term(ctx, body, &ops, constraints));
  body->constraints = constraints;
  return BRN_OK;
}
