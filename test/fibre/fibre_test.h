// SPDX-License-Identifier: Apache-2.0
//
// What the tests of fibres share: muscles with attachments and their potential.

#pragma once

#include "brawn/fibre.h"
#include "brawn/shape.h"
#include "core/vec.h"
#include "mesh/mesh_test.h"

static const double test_pi = 3.14159265358979323846;

/// A region with two attachments, its potential and its fibres.
typedef struct Muscle {
  BrnMesh* mesh;
  BrnRegion* region;
  int *origin, *insertion; // vertices of the mesh
  int origin_count, insertion_count;
  BrnPotentialDef def; // holds the attachments
  double* u;
  double* direction;
  BrnPotentialReport solve;
  BrnFibreReport fibres;
} Muscle;

static inline int* muscle_vertices(const BrnMesh* mesh, bool (*in)(const double* p, double a),
                                   double a, int* count) {
  int* list = malloc(sizeof(int) * (size_t)mesh->vertex_count);
  *count = 0;
  for (int v = 0; v < mesh->vertex_count; v++) {
    if (in(mesh->position + 3 * v, a)) list[(*count)++] = v;
  }
  return list;
}

static inline void muscle_solve(BrnContext* ctx, Muscle* m) {
  ENSURE_OK(ctx, brn_potential_solve(ctx, m->region, &m->def, m->u, &m->solve));
  ENSURE_INT(m->solve.outcome, BRN_CONVERGED);
  ENSURE_OK(ctx, brn_fibre_from_potential(ctx, m->region, m->u, NULL, m->direction, &m->fibres));
}

/// Takes the mesh over; the labels choose the region. The attachments are those of the caller.
static inline Muscle muscle_cut(BrnContext* ctx, BrnMesh* mesh, const int* label, int count) {
  Muscle m = {.mesh = mesh, .def = brn_potential_def_default()};
  ENSURE_OK(ctx, brn_region_create(ctx, mesh, label, count, &m.region));
  m.u = malloc(sizeof(double) * (size_t)m.region->mesh->vertex_count);
  m.direction = malloc(sizeof(double) * 3 * (size_t)m.region->mesh->tet_count);
  return m;
}

static inline void muscle_attach(Muscle* m, bool (*origin)(const double*, double), double a,
                                 bool (*insertion)(const double*, double), double b) {
  m->origin = muscle_vertices(m->region->mesh, origin, a, &m->origin_count);
  m->insertion = muscle_vertices(m->region->mesh, insertion, b, &m->insertion_count);
  for (int i = 0; i < m->origin_count; i++) m->origin[i] = m->region->vertex[m->origin[i]];
  for (int i = 0; i < m->insertion_count; i++) {
    m->insertion[i] = m->region->vertex[m->insertion[i]];
  }
  m->def.origin = (BrnVertexSet){m->origin, m->origin_count};
  m->def.insertion = (BrnVertexSet){m->insertion, m->insertion_count};
}

/// Vertices that the region shares with the tets of a label.
static inline int* muscle_touching(const Muscle* m, int label, int* count) {
  const BrnMesh* mesh = m->mesh;
  uint8_t* in = calloc((size_t)mesh->vertex_count, 1);
  for (int t = 0; t < mesh->tet_count; t++) {
    for (int k = 0; k < 4 && mesh->tet_label[t] == label; k++) in[mesh->tet[4 * t + k]] = 1;
  }
  int* list = malloc(sizeof(int) * (size_t)mesh->vertex_count);
  *count = 0;
  for (int i = 0; i < m->region->mesh->vertex_count; i++) {
    if (in[m->region->vertex[i]]) list[(*count)++] = m->region->vertex[i];
  }
  free(in);
  return list;
}

/// A shape with bones: muscle and tendons between them, attached where they touch.
static inline Muscle muscle_of_shape(BrnContext* ctx, BrnShape shape, int tets) {
  BrnShapeDef def = brn_shape_def_default(shape);
  def.tets = tets;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  int label[9], count = 0;
  for (int id = 3; id <= 8; id++) {
    if (brn_mesh_label_name(mesh, BRN_ON_TET, id)) label[count++] = id;
  }
  Muscle m = muscle_cut(ctx, mesh, label, count);
  m.origin = muscle_touching(&m, 1, &m.origin_count);
  m.insertion = muscle_touching(&m, 2, &m.insertion_count);
  m.def.origin = (BrnVertexSet){m.origin, m.origin_count};
  m.def.insertion = (BrnVertexSet){m.insertion, m.insertion_count};
  muscle_solve(ctx, &m);
  return m;
}

static inline bool muscle_is_below(const double* p, double a) { return p[0] <= a + 1e-9; }
static inline bool muscle_is_above(const double* p, double a) { return p[0] >= a - 1e-9; }

/// A cube of n x n x n jittered cells, held at x = 0 and x = n.
static inline Muscle muscle_cube(BrnContext* ctx, int n) {
  Muscle m = muscle_cut(ctx, mesh_grid(ctx, n, 0.15), NULL, 0);
  muscle_attach(&m, muscle_is_below, 0, muscle_is_above, n);
  muscle_solve(ctx, &m);
  return m;
}

static inline void muscle_done(BrnContext* ctx, Muscle* m) {
  brn_region_destroy(ctx, m->region);
  brn_mesh_destroy(ctx, m->mesh);
  free(m->origin);
  free(m->insertion);
  free(m->u);
  free(m->direction);
}

/// Degrees between two vectors.
static inline double test_angle(const double* a, const double* b) {
  double cross[3];
  brn__cross3(cross, a, b);
  return atan2(brn__norm3(cross), brn__dot3(a, b)) * 180 / test_pi;
}

/// Volume-weighted mean and largest angle to the fibres that the generator gave.
static inline void muscle_angles(const Muscle* m, double* mean, double* max) {
  const BrnArray* fibre = brn_mesh_find_array(m->mesh, "fibre", BRN_ON_TET);
  double sum = 0, volume = 0;
  *max = 0;
  for (int t = 0; t < m->region->mesh->tet_count; t++) {
    double angle = test_angle(m->direction + 3 * t, fibre->value + 3 * m->region->tet[t]);
    sum += m->region->volume[t] * angle;
    volume += m->region->volume[t];
    *max = fmax(*max, angle);
  }
  *mean = sum / volume;
}
