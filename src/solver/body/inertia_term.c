// SPDX-License-Identifier: Apache-2.0
//
// Masses in a step of time as a term: weight |y - y0 - reach|_M^2 / 2 (motion.h).

#include "core/vec.h"
#include "solver/body/body.h"

#include <string.h>

static void destroy(BrnContext* ctx, void* own) { brn__inertia_destroy(ctx, own); }

static BrnStatus place(BrnContext* ctx, void* own, const BrnBody* body) {
  (void)ctx;
  brn__inertia_place(own, body->nodes, body->K);
  return BRN_OK;
}

static void anchor(const void* own, const BrnBody* body, int axis, const BrnCsr* L) {
  (void)body, (void)axis;
  brn__inertia_add_anchor(own, L);
}

static void pull(BrnContext* ctx, const void* own, const BrnBody* body, double s,
                 const double* move, double* rows) {
  (void)body;
  const BrnInertia* inertia = own;
  if (move) brn__inertia_add_forces(ctx, inertia, s * inertia->anchor, move, rows);
}

static void energy(BrnContext* ctx, void* own, BrnBody* body, const double* y, BrnEnergy* sum) {
  brn__motion_measure(ctx, body->motion, y);
  sum->motion += body->motion->weight * brn__inertia_energy(ctx, own, body->motion->miss);
}

static void evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  double weight = body->motion->weight;
  brn__motion_measure(ctx, body->motion, body->y);
  brn__inertia_add_forces(ctx, own, weight, body->motion->miss, body->g);
  if (want >= BRN_WANT_STIFFNESS) brn__inertia_add_blocks(ctx, own, weight, body->K);
}

static void acting(BrnContext* ctx, void* own, const BrnBody* body, double* rows) {
  BrnInertia* inertia = own;
  size_t count = 3 * (size_t)inertia->row_count;
  memset(inertia->room, 0, sizeof(double) * count);
  brn__inertia_add_forces(ctx, inertia, body->motion->weight, body->motion->miss, inertia->room);
  for (size_t i = 0; i < count; i++) rows[i / 3] += inertia->room[i] * inertia->room[i];
}

// forces of inertia and of damping by mass, as the integrator has them
static void inspect(const void* own, const BrnBody* body, const BrnState* state,
                    BrnInspection* out) {
  (void)own;
  for (int v = 0; v < state->vertex_count && state->step > 0; v++) {
    double *f = out->inertia + 3 * (size_t)v, mass = body->model->mass[v];
    brn__axpy3(f, f, -mass, state->acceleration + 3 * (size_t)v);
    brn__axpy3(f, f, -mass * body->def.mass_damping, state->velocity + 3 * (size_t)v);
  }
}

static const BrnTermOps ops = {
    .name = "inertia",
    .kind = BRN_TERM_OF_NODES,
    .destroy = destroy,
    .place = place,
    .anchor = anchor,
    .pull = pull,
    .energy = energy,
    .evaluate = evaluate,
    .acting = acting,
    .inspect = inspect,
};

BrnStatus brn__inertia_add(BrnContext* ctx, BrnBody* body) {
  BrnInertia* inertia;
  if (!body->motion) return BRN_OK;
  BRN_TRY(brn__inertia_create(ctx, body->model, body->nodes, body->elements, &inertia));
  return brn__body_add_term(ctx, body, &ops, inertia);
}
