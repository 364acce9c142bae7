// SPDX-License-Identifier: Apache-2.0
//
// A body of one soft part on a mapped grid, with its scene, for cases with published or exact
// answers: everything through the public interface.

#pragma once

#include "brawn/brawn.h"
#include "solver/solver_test.h"

/// From [0, 1]^3 to the body.
typedef void GridMap(const double s[3], double out[3]);

typedef struct Grid {
  int cells[3];
  GridMap* map;
} Grid;

typedef struct Case {
  BrnContext* ctx;
  BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
  BrnStepReport report;
  BrnMeasures* measures;
} Case;

static inline int grid_vertex(const Grid* grid, int i, int j, int k) {
  return (k * (grid->cells[1] + 1) + j) * (grid->cells[0] + 1) + i;
}

/// Six tets a cell, along the paths from its lowest to its highest corner (Kuhn 1960). Every second
/// cell is mirrored, so that no direction is preferred.
static inline void grid_cell(const Grid* grid, const int at[3], int** tet) {
  static const int path[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int p = 0; p < 6; p++) {
    int corner[3] = {at[0] & 1, at[1] & 1, at[2] & 1}, v[4];
    bool even = (p == 0 || p == 3 || p == 4) ^ ((at[0] + at[1] + at[2]) & 1);
    for (int n = 0; n < 4; n++) {
      v[n] = grid_vertex(grid, at[0] + corner[0], at[1] + corner[1], at[2] + corner[2]);
      if (n < 3) corner[path[p][n]] ^= 1;
    }
    int order[4] = {v[0], v[1], even ? v[2] : v[3], even ? v[3] : v[2]};
    memcpy(*tet, order, sizeof order);
    *tet += 4;
  }
}

static inline BrnMesh* grid_mesh(BrnContext* ctx, const Grid* grid) {
  const int* n = grid->cells;
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_mesh_create(ctx, (n[0] + 1) * (n[1] + 1) * (n[2] + 1), 0,
                                 6 * n[0] * n[1] * n[2], &mesh));
  int* tet = mesh->tet;
  for (int k = 0; k <= n[2]; k++) {
    for (int j = 0; j <= n[1]; j++) {
      for (int i = 0; i <= n[0]; i++) {
        double s[3] = {i / (double)n[0], j / (double)n[1], k / (double)n[2]};
        grid->map(s, mesh->position + 3 * grid_vertex(grid, i, j, k));
        if (i < n[0] && j < n[1] && k < n[2]) grid_cell(grid, (int[]){i, j, k}, &tet);
      }
    }
  }
  return mesh;
}

/// A solver on the model of a scene whose mesh is the file grid.vtu. The text has the keys after
/// "brawn", "mesh" and "gravity"; its muscle is BODY.
#define BODY(material, more)                                                                       \
  "'materials': {'flesh': {'like': 'muscle', " material "}}, 'muscles': {'m': {'labels': '0', "    \
  "'origin': {'select': 'from'}, 'insertion': {'select': 'to'}, 'fibres': {'from': 'constant', "   \
  "'axis': [1, 0, 0]}, 'material': 'flesh'" more "}}"

static inline Case case_make(const Grid* grid, const char* keys) {
  Case c = {.ctx = test_context()};
  char folder[64], path[300];
  size_t size = strlen(keys) + 200;
  char* text = malloc(size);
  model_folder(folder);
  snprintf(path, sizeof path, "%s/grid.vtu", folder);
  snprintf(text, size, "{'brawn': 1, 'mesh': {'file': 'grid.vtu'}, 'gravity': [0, 0, 0], %s}",
           keys);
  BrnMesh* mesh = grid_mesh(c.ctx, grid);
  ENSURE_OK(c.ctx, brn_mesh_write(c.ctx, mesh, path, NULL));
  brn_mesh_destroy(c.ctx, mesh);
  ENSURE_OK(c.ctx, model_try_in(c.ctx, folder, text, &c.model));
  model_remove_folder(folder);
  free(text);
  BrnSolverDef def = brn_solver_def_default();
  def.tolerance = 1e-14;
  def.locking = BRN_LOCKING_OFF;
  ENSURE_OK(c.ctx, brn_solver_create(c.ctx, c.model, &def, &c.solver));
  ENSURE_OK(c.ctx, brn_state_create(c.ctx, c.model, &c.state));
  ENSURE_OK(c.ctx, brn_input_create(c.ctx, c.model, &c.input));
  ENSURE_OK(c.ctx, brn_drive_create(c.ctx, c.model, NULL, NULL, &c.drive));
  ENSURE_OK(c.ctx, brn_measures_create(c.ctx, c.model, &c.measures));
  ENSURE_OK(c.ctx, brn_drive_fill(c.drive, 1, c.state, c.input));
  return c;
}

static inline void case_solve(Case* c) {
  as_it_comes(c->ctx, c->model, c->input);
  ENSURE_OK(c->ctx, brn_solver_step(c->solver, c->input, c->state, &c->report));
  ENSURE_INT(c->report.outcome, BRN_CONVERGED);
  ENSURE_OK(c->ctx, brn_solver_measure(c->solver, c->state, c->measures));
}

static inline void case_done(Case* c) {
  brn_measures_destroy(c->ctx, c->measures);
  brn_input_destroy(c->ctx, c->input);
  brn_drive_destroy(c->ctx, c->drive);
  brn_state_destroy(c->ctx, c->state);
  brn_solver_destroy(c->ctx, c->solver);
  brn_model_destroy(c->ctx, c->model);
  test_context_done(c->ctx);
}

/// Displacement of the vertex nearest to a point at rest.
static inline double case_moved(const Case* c, const double point[3], int axis) {
  const double* rest = c->model->mesh->position;
  int best = 0;
  double least = INFINITY;
  for (int v = 0; v < c->model->mesh->vertex_count; v++) {
    double away = 0;
    for (int i = 0; i < 3; i++) away += (rest[3 * v + i] - point[i]) * (rest[3 * v + i] - point[i]);
    if (away < least) least = away, best = v;
  }
  ENSURE(least < 1e-12);
  return c->state->position[3 * best + axis] - rest[3 * best + axis];
}

/// What second order leads to: the limit of values on meshes of sizes h and h / 2.
static inline double limit_of(double coarse, double fine) { return fine + (fine - coarse) / 3; }
