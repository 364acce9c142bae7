// SPDX-License-Identifier: Apache-2.0
//
// Bodies that lock when their tets are plain: a beam, Cook's membrane, and the spindle of which one
// half is active.

#pragma once

#include "chain_test.h"

typedef struct Tip {
  double reach; // how far the tip went, m
  int tets, iterations;
  double seconds;
} Tip;

static inline Tip tip_of(const Rig* rig, int vertex, int axis) {
  return (Tip){.reach = rig_now(rig, vertex)[axis] - rig_rest(rig, vertex)[axis],
               .tets = rig->model->mesh->tet_count,
               .iterations = rig->report.iterations};
}

// -------------------------------------------------------------------------------------------- beam
// A cantilever of 40 x 40 mm and 200 mm between bones, E = 1e5 Pa, nu = 0.4999; 0.02 N on the bone
// at its end, which is 30 mm long, so it bends by the force and by a moment of 15 mm times it.

#define BEAM_SCENE                                                                                 \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': %d, 'length': 0.2, 'width': 0.04, "     \
  "'bone': 0.03}}, 'gravity': [0, 0, 0], 'materials': {'flesh': {'like': 'muscle', 'young': 1e5, " \
  "'poisson': 0.4999}}, 'bones': {'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': "     \
  "{'labels': 'bone_distal'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', "            \
  "'insertion': 'base', 'material': 'flesh', 'activation': 0}}, 'loads': {'side': {'on': 'base', " \
  "'vector': [0.02, 0, 0]}}}"

/// Timoshenko 1921, with the shear coefficient of Cowper 1966 for a square.
static inline double beam_theory(void) {
  double L = 0.2, h = 0.04, E = 1e5, nu = 0.4999, F = 0.02, I = h * h * h * h / 12;
  double G = E / (2 * (1 + nu)), k = 10 * (1 + nu) / (12 + 11 * nu);
  return F * L * L * L / (3 * E * I) + F * 0.015 * L * L / (2 * E * I) + F * L / (k * G * h * h);
}

/// Deflection of the end of the flesh.
static inline Tip beam(int tets, BrnLockingCure cure) {
  char text[2000];
  BrnSolverDef def = brn_solver_def_default();
  def.locking = cure;
  def.tolerance = 1e-10;
  snprintf(text, sizeof text, BEAM_SCENE, tets);
  Rig rig = rig_with(text, &def, 2);
  double begin = brn__seconds(), reach = 0;
  int count = 0;
  rig_step_converges(&rig);
  Tip tip = tip_of(&rig, 0, 0);
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    if (fabs(rig_rest(&rig, v)[1]) > 1e-9) continue;
    reach += rig_now(&rig, v)[0] - rig_rest(&rig, v)[0];
    count++;
  }
  tip.reach = reach / count;
  tip.seconds = brn__seconds() - begin;
  rig_done(&rig);
  return tip;
}

// --------------------------------------------------------------------------------- Cook's membrane
// A wedge of 48 mm, clamped at its left side, 44 mm high, and pulled up at its right one, 16 mm
// high, by 100 N per mm of thickness, in plane strain: one layer of cells whose vertices stay in
// their planes. E = 240.565 MPa, nu = 0.4999 (Simo and Armero 1992 with mu = 80.194 MPa). The
// upper right corner goes up by 6.92 mm: Taylor and Hood's triangles with the same energy give
// 6.820, 6.884, 6.909 mm for 8, 16, 32 of them along a side.

/// n x n x 1 cells of six tets, the four sides shaken by nothing.
static inline void cook_write(BrnContext* ctx, const char* folder, int n) {
  static const int path[6][3] = {{1, 3, 7}, {1, 5, 7}, {2, 3, 7}, {2, 6, 7}, {4, 5, 7}, {4, 6, 7}};
  BrnMesh* mesh = brn__new_zero(ctx, 1, BrnMesh);
  char name[300];
  int side = n + 1;
  mesh->vertex_count = 2 * side * side;
  mesh->tet_count = 6 * n * n;
  mesh->position = brn__new(ctx, 3 * mesh->vertex_count, double);
  mesh->tet = brn__new(ctx, 4 * mesh->tet_count, int);
  mesh->tet_label = brn__new(ctx, mesh->tet_count, int);
  for (int v = 0; v < mesh->vertex_count; v++) {
    double s = (double)(v % side) / n, t = (double)(v / side % side) / n;
    mesh->position[3 * v] = 0.048 * s;
    mesh->position[3 * v + 1] = 0.044 * s + t * (0.044 - 0.028 * s);
    mesh->position[3 * v + 2] = v / (side * side) * 0.04 / n;
  }
  for (int t = 0; t < mesh->tet_count; t++) {
    int cell = t / 6, corner[4] = {0, path[t % 6][0], path[t % 6][1], path[t % 6][2]}, v[4];
    for (int k = 0; k < 4; k++) {
      int x = cell % n + (corner[k] & 1), y = cell / n + (corner[k] >> 1 & 1);
      v[k] = x + side * (y + side * (corner[k] >> 2));
    }
    const double* p = mesh->position;
    bool upright = brn__tet_volume(p + 3 * v[0], p + 3 * v[1], p + 3 * v[2], p + 3 * v[3]) > 0;
    for (int k = 0; k < 4; k++) mesh->tet[4 * t + k] = v[upright || k < 2 ? k : 5 - k];
    mesh->tet_label[t] = 1;
  }
  snprintf(name, sizeof name, "%s/cook.vtu", folder);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, name, NULL));
  brn_mesh_destroy(ctx, mesh);
}

#define COOK_SCENE                                                                                 \
  "{'brawn': 1, 'mesh': {'file': 'cook.vtu'}, 'gravity': [0, 0, 0], 'materials': {'rubber': "      \
  "{'like': 'muscle', 'young': 2.40565e8, 'poisson': 0.4999}}, 'muscles': {'m': {'labels': '1', "  \
  "'origin': {'select': 'left'}, 'insertion': {'select': 'right'}, 'fibres': {'from': "            \
  "'constant', "                                                                                   \
  "'axis': [1, 0, 0]}, 'material': 'rubber', 'activation': 0}}, 'selections': {'left': {'plane': " \
  "{'point': [1e-7, 0, 0], 'normal': [-1, 0, 0]}}, 'right': {'plane': {'point': [0.0479999, 0, "   \
  "0], 'normal': [1, 0, 0]}}}, 'supports': {'clamp': {'on': 'left'}, 'plane': {'on': 'm', "        \
  "'axes': "                                                                                       \
  "'z'}}, 'loads': {'shear': {'on': 'right', 'kind': 'traction', 'vector': [0, 6.25e6, 0], "       \
  "'scale': {'keys': [[0, 0], [1, 1]], 'curve': 'linear'}}}}"

static const double cook_reference = 6.92e-3;

static inline Tip cook(int n, BrnLockingCure cure) {
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = {.ctx = test_context()};
  char folder[64];
  def.locking = cure;
  def.tolerance = 1e-10;
  model_folder(folder);
  cook_write(rig.ctx, folder, n);
  ENSURE_OK(rig.ctx, model_try_in(rig.ctx, folder, COOK_SCENE, &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, &def);
  double begin = brn__seconds();
  Tip tip = {0};
  for (int f = 1; f <= 4; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 4.0, rig.state, rig.input));
    rig_step_converges(&rig);
    int iterations = tip.iterations + rig.report.iterations;
    tip = tip_of(&rig, (n + 1) * (n + 1) - 1, 1);
    tip.iterations = iterations;
  }
  tip.seconds = brn__seconds() - begin;
  rig_done(&rig);
  return tip;
}

// ------------------------------------------------------------------------------------- the spindle

#define HALF_SCENE                                                                                 \
  SPINDLE("%d", "[0, -9.81, 0]",                                                                   \
          ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",                       \
          ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': [1, 0, 0]}}}")

/// How far the free bone goes sideways in `frames` of ten frames.
static inline Tip half(int tets, BrnLockingCure cure, int frames) {
  char text[4000];
  BrnSolverDef def = brn_solver_def_default();
  def.locking = cure;
  snprintf(text, sizeof text, HALF_SCENE, tets);
  Rig rig = rig_with(text, &def, 2);
  const BrnModelBone* bone = &rig.model->bone[1];
  Tip tip = {.tets = 0};
  double begin = brn__seconds();
  for (int f = 1; f <= frames; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 10.0, rig.state, rig.input));
    rig_step_converges(&rig);
    ENSURE_INT(rig.report.inverted, 0);
    tip.iterations += rig.report.iterations;
  }
  tip.seconds = brn__seconds() - begin;
  for (int t = 0; t < rig.model->mesh->tet_count; t++) tip.tets += brn__tet_bone(rig.model, t) < 0;
  for (int i = 0; i < bone->vertex_count; i++) {
    int v = bone->vertex[i];
    tip.reach += (rig_now(&rig, v)[0] - rig_rest(&rig, v)[0]) / bone->vertex_count;
  }
  rig_done(&rig);
  return tip;
}
