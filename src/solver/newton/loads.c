// SPDX-License-Identifier: Apache-2.0
//
// Gravity, forces and tractions are dead: they keep their direction. Pressure (pressure.c) is as
// the faces are when loads are taken: at the beginning of each iteration.

#include "core/vec.h"
#include "solver/newton/newton.h"

#include <string.h>

static void add_gravity(BrnNewton* n) {
  for (int v = 0; v < n->model->mesh->vertex_count; v++) {
    double* f = n->point_force + 3 * (size_t)v;
    brn__axpy3(f, f, n->model->mass[v], n->input->gravity);
  }
}

static void add_forces(BrnNewton* n, const BrnModelLoad* load, double scale) {
  for (int i = 0; i < load->vertex_count; i++) {
    double* f = n->point_force + 3 * (size_t)load->vertex[i];
    brn__axpy3(f, f, scale, load->force + 3 * (size_t)i);
  }
}

void brn__newton_load(BrnContext* ctx, BrnNewton* n) {
  const BrnModel* model = n->model;
  memset(n->point_force, 0, 3 * sizeof(double) * (size_t)n->nodes->point_count);
  memset(n->dead, 0, 3 * sizeof(double) * (size_t)n->nodes->count);
  brn__nodes_to_points(ctx, n->nodes, n->y, n->x);
  add_gravity(n);
  for (int l = 0; l < model->load_count; l++) {
    const BrnModelLoad* load = &model->load[l];
    if (load->kind != BRN_LOAD_PRESSURE) add_forces(n, load, n->input->load[l]);
  }
  brn__newton_add_pressure(n);
  brn__nodes_add_forces(n->nodes, n->point_force, n->dead);
}
