// SPDX-License-Identifier: Apache-2.0
//
// Bodies of boxes that do not touch: bones of eight vertices, or flesh of some cells.

#pragma once

#include "solver/solver_test.h"

typedef struct Box {
  double low[3], high[3];
  int cells; // along each axis
} Box;

enum { BOX_MOST_CELLS = 4 };

// the six tets of a cell go along the paths from its lowest to its highest corner
static inline void box_cell(BrnMesh* mesh, int label, const int corner[8]) {
  static const int path[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
  for (int k = 0; k < 6; k++) {
    int* tet = mesh->tet + 4 * mesh->tet_count;
    int odd = k == 1 || k == 2 || k == 5;
    tet[0] = corner[0];
    tet[1] = corner[path[k][odd]];
    tet[2] = corner[path[k][1 - odd]];
    tet[3] = corner[7];
    mesh->tet_label[mesh->tet_count++] = label;
  }
}

static inline void box_add(BrnMesh* mesh, int label, const Box* box) {
  int n = box->cells, first = mesh->vertex_count;
  for (int v = 0; v < (n + 1) * (n + 1) * (n + 1); v++) {
    int at[3] = {v % (n + 1), v / (n + 1) % (n + 1), v / (n + 1) / (n + 1)};
    for (int a = 0; a < 3; a++) {
      double share = (double)at[a] / n;
      mesh->position[3 * mesh->vertex_count + a] =
          box->low[a] + share * (box->high[a] - box->low[a]);
    }
    mesh->vertex_count++;
  }
  for (int c = 0; c < n * n * n; c++) {
    int at[3] = {c % n, c / n % n, c / n / n}, corner[8];
    for (int k = 0; k < 8; k++) {
      int x = at[0] + (k & 1), y = at[1] + (k >> 1 & 1), z = at[2] + (k >> 2);
      corner[k] = first + x + (n + 1) * (y + (n + 1) * z);
    }
    box_cell(mesh, label, corner);
  }
}

/// Box b has the label b + 1.
static inline void boxes_write(BrnContext* ctx, const char* folder, const Box* box, int count) {
  int most = BOX_MOST_CELLS + 1;
  BrnMesh* mesh;
  char path[300];
  ENSURE_OK(ctx, brn_mesh_create(ctx, count * most * most * most, 0, 6 * count * most * most * most,
                                 &mesh));
  mesh->tet_label = brn__new_zero(ctx, mesh->tet_count, int);
  mesh->vertex_count = mesh->tet_count = 0;
  for (int b = 0; b < count; b++) box_add(mesh, b + 1, &box[b]);
  snprintf(path, sizeof path, "%s/boxes.vtu", folder);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  brn_mesh_destroy(ctx, mesh);
}

/// `text` is all of the scene but its version and its mesh.
static inline BrnStatus boxes_try(BrnContext* ctx, const Box* box, int count, const char* text,
                                  BrnModel** out) {
  char folder[64], full[6000];
  snprintf(full, sizeof full, "{'brawn': 1, 'mesh': {'file': 'boxes.vtu'}, %s}", text);
  model_folder(folder);
  boxes_write(ctx, folder, box, count);
  BrnStatus status = model_try_in(ctx, folder, full, out);
  model_remove_folder(folder);
  return status;
}

static inline Rig boxes_make(const Box* box, int count, const char* text, const BrnSolverDef* def,
                             int workers) {
  Rig rig = {.ctx = test_context_with(workers)};
  ENSURE_OK(rig.ctx, boxes_try(rig.ctx, box, count, text, &rig.model));
  rig_solver(&rig, def);
  return rig;
}

/// Where a bone has taken a point of its rest pose.
static inline void bone_takes(const Rig* rig, int bone, const double* X, double out[3]) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, bone);
  brn_pose_apply(&pose, X, out);
}

/// The three kinds of linear solvers, one after the other.
static inline BrnSolverDef linear_def(int kind) {
  BrnSolverDef def = brn_solver_def_default();
  def.linear =
      (BrnLinearSolver[]){BRN_LINEAR_DIRECT, BRN_LINEAR_LAPLACE, BRN_LINEAR_COROTATED}[kind];
  return def;
}

// A linkage of four bars in the plane z = 0: ground a from (0, 0) to (0.3, 0), crank b to (0, 0.1),
// rocker d from (0.3, 0) to (0.3, 0.2), and the coupler c between their ends.
static const Box linkage_box[4] = {{{0, -0.02, -0.01}, {0.3, -0.01, 0.01}, 1},
                                   {{-0.01, 0, -0.01}, {0.01, 0.1, 0.01}, 1},
                                   {{0.02, 0.1, -0.01}, {0.28, 0.2, 0.01}, 1},
                                   {{0.29, 0, -0.01}, {0.31, 0.2, 0.01}, 1}};
#define LINKAGE_BONES                                                                              \
  "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}, 'c': {'labels': '3'}, "    \
  "'d': {'labels': '4'}}"
#define HINGE_Z "'type': 'hinge', 'axis': [0, 0, 1], "
#define LINKAGE(script, more)                                                                      \
  LINKAGE_BONES ", 'joints': {'ab': {" HINGE_Z "'bones': ['a', 'b'], 'point': [0, 0, 0]" script    \
                "}, 'bc': {" HINGE_Z "'bones': ['b', 'c'], 'point': [0, 0.1, 0]}, 'ad': {" HINGE_Z \
                "'bones': ['a', 'd'], 'point': [0.3, 0, 0]}, 'cd': {" HINGE_Z                      \
                "'bones': ['c', 'd'], 'point': [0.3, 0.2, 0]}}" more

/// Where the joint of coupler and rocker is when the crank has turned by `angle`.
static inline void linkage_end(double angle, double out[3]) {
  double p[2] = {-0.1 * sin(angle), 0.1 * cos(angle)}, dx = 0.3 - p[0], dy = -p[1];
  double l2 = 0.3 * 0.3 + 0.1 * 0.1, r2 = 0.2 * 0.2, d2 = dx * dx + dy * dy;
  double along = (l2 - r2 + d2) / (2 * d2), across = sqrt(l2 / d2 - along * along);
  out[0] = p[0] + along * dx - across * dy;
  out[1] = p[1] + along * dy + across * dx;
  out[2] = 0;
}
