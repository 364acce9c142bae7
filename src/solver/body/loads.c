// SPDX-License-Identifier: Apache-2.0
//
// Loads as a term. Gravity, forces and tractions are dead: they keep their direction. Pressure
// (pressure.c) is as the faces are when loads are taken: at the beginning of each iteration.

#include "core/vec.h"
#include "solver/body/body.h"

#include <string.h>

static void add_gravity(BrnBody* body) {
  for (int v = 0; v < body->model->mesh->vertex_count; v++) {
    double* f = body->point_force + 3 * (size_t)v;
    brn__axpy3(f, f, body->model->mass[v], body->input->gravity);
  }
}

static void add_forces(BrnBody* body, const BrnModelLoad* load, double scale) {
  for (int i = 0; i < load->vertex_count; i++) {
    double* f = body->point_force + 3 * (size_t)load->vertex[i];
    brn__axpy3(f, f, scale, load->force + 3 * (size_t)i);
  }
}

void brn__body_load(BrnContext* ctx, BrnBody* body) {
  const BrnModel* model = body->model;
  memset(body->point_force, 0, 3 * sizeof(double) * (size_t)body->nodes->point_count);
  memset(body->dead, 0, 3 * sizeof(double) * (size_t)body->nodes->count);
  brn__nodes_to_points(ctx, body->nodes, body->y, body->x);
  add_gravity(body);
  for (int l = 0; l < model->load_count; l++) {
    const BrnModelLoad* load = &model->load[l];
    if (load->kind != BRN_LOAD_PRESSURE) add_forces(body, load, body->input->load[l]);
  }
  brn__body_add_pressure(body);
  brn__nodes_add_forces(body->nodes, body->point_force, body->dead);
  body->balance.work = brn__body_dot(ctx, 3 * body->nodes->count, body->dead, body->balance.start);
}

// ---------------------------------------------------------------------------------------- the term

static void start(BrnContext* ctx, void* own, BrnBody* body) {
  (void)own;
  brn__body_load(ctx, body);
}

// pressure alone turns with the faces
static bool renew(BrnContext* ctx, void* own, BrnBody* body, double decrement) {
  (void)own, (void)decrement;
  if (!brn__body_has_pressure(body)) return false;
  brn__body_load(ctx, body);
  return true;
}

static void energy(BrnContext* ctx, void* own, BrnBody* body, const double* y, BrnEnergy* sum) {
  (void)own;
  sum->work += brn__body_dot(ctx, 3 * body->nodes->count, body->dead, y);
}

// definite the stiffness of pressure would not be, and it is small beside the rest
static void evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  (void)ctx, (void)own;
  const BrnNodes* nodes = body->nodes;
  for (int r = 0; r < nodes->row_count; r++) {
    size_t node = (size_t)nodes->row_node[r];
    for (size_t a = 0; a < 3; a++) {
      if (!(nodes->held[node] >> a & 1)) body->g[3 * (size_t)r + a] -= body->dead[3 * node + a];
    }
  }
  if (want == BRN_WANT_STIFFNESS) brn__body_add_pressure_stiffness(body);
}

// those on free nodes
static void acting(BrnContext* ctx, void* own, const BrnBody* body, double* rows) {
  (void)ctx, (void)own;
  for (int r = 0; r < body->nodes->row_count; r++) {
    size_t node = (size_t)body->nodes->row_node[r];
    for (size_t a = 0; a < 3; a++) {
      double f = body->nodes->held[node] >> a & 1 ? 0 : body->dead[3 * node + a];
      rows[r] += f * f;
    }
  }
}

static void inspect(const void* own, const BrnBody* body, const BrnState* state,
                    BrnInspection* out) {
  (void)own;
  memcpy(out->load, body->point_force, 3 * sizeof(double) * (size_t)state->vertex_count);
}

static const BrnTermOps ops = {
    .name = "loads",
    .kind = BRN_TERM_OF_LOADS,
    .start = start,
    .renew = renew,
    .energy = energy,
    .evaluate = evaluate,
    .acting = acting,
    .inspect = inspect,
};

BrnStatus brn__loads_add(BrnContext* ctx, BrnBody* body) {
  return brn__body_add_term(ctx, body, &ops, NULL);
}
