// SPDX-License-Identifier: Apache-2.0
//
// Gravity, forces and tractions are dead: they keep their direction. Pressure is dead too while a
// shape is sought, and then turned with the faces, until it stays.

#include "core/vec.h"
#include "solver/newton/newton.h"

#include <math.h>
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

// faces face out, pressure pushes in; a third of area times normal is a sixth of the cross product
static void add_pressure(BrnNewton* n, const BrnModelLoad* load, double scale) {
  for (int i = 0; i < load->face_count; i++) {
    const int* face = load->face + 3 * (size_t)i;
    double normal[3];
    brn__triangle_normal(normal, n->x + 3 * (size_t)face[0], n->x + 3 * (size_t)face[1],
                         n->x + 3 * (size_t)face[2]);
    for (int k = 0; k < 3; k++) {
      double* f = n->point_force + 3 * (size_t)face[k];
      brn__axpy3(f, f, -scale * load->pressure / 6, normal);
    }
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
    if (load->kind == BRN_LOAD_PRESSURE) {
      add_pressure(n, load, n->input->load[l]);
    } else {
      add_forces(n, load, n->input->load[l]);
    }
  }
  brn__nodes_add_forces(n->nodes, n->point_force, n->dead);
}

static bool has_pressure(const BrnNewton* n) {
  for (int l = 0; l < n->model->load_count; l++) {
    if (n->model->load[l].kind == BRN_LOAD_PRESSURE && n->input->load[l] != 0) return true;
  }
  return false;
}

double brn__newton_reload(BrnContext* ctx, BrnNewton* n) {
  if (!has_pressure(n)) return 0;
  size_t count = 3 * (size_t)n->nodes->count;
  memcpy(n->trial, n->dead, sizeof(double) * count);
  brn__newton_load(ctx, n);
  double change = 0, size = 0;
  for (size_t i = 0; i < count; i++) {
    change = fmax(change, fabs(n->dead[i] - n->trial[i]));
    size = fmax(size, fabs(n->dead[i]));
  }
  return size > 0 ? change / size : 0;
}
