// SPDX-License-Identifier: Apache-2.0
//
// A chain of three bones with flesh between them, as a bar cut across into slabs: bone a (fixed),
// flesh m, bone b on a ball joint to a, flesh k, bone c on a hinge to b. With a roller, loads of
// all kinds and gravity it has everything that a dof map must know.

#pragma once

#include "solver/solver_test.h"

#define CHAIN_MATERIALS                                                                            \
  "'sinew': {'like': 'tendon', 'young': 3e5, 'poisson': 0.45}, 'rubbery': {'like': 'muscle', "     \
  "'model': 'mooney_rivlin', 'c1': 1e4, 'c2': 3e3, 'bulk': 2e5}"

#define CHAIN_SCENE(more)                                                                          \
  "{'brawn': 1, 'mesh': {'file': 'chain.vtu'}, 'gravity': [1, -9.81, 2], 'bones': {'a': "          \
  "{'labels': '1', 'fixed': true}, 'b': {'labels': '3'}, 'c': {'labels': '5'}}, 'materials': "     \
  "{'flesh': {'like': 'muscle', 'young': 5e4, 'poisson': 0.4}, 'bone': {'like': 'bone', 'young': " \
  "1e6, 'poisson': 0.3}, " CHAIN_MATERIALS                                                         \
  "}, 'muscles': {'m': {'labels': '2', 'origin': 'a', 'insertion': 'b', "                          \
  "'material': 'flesh', 'tension': 3e4, 'activation': 0.7, 'tendons': {'by': 'fraction', "         \
  "'origin': 0.3, 'blend': 0.5, 'material': 'sinew'}}, 'k': {'labels': '4', 'origin': 'b', "       \
  "'insertion': 'c', 'material': 'rubbery', 'tension': 2e4, 'activation': 0.4}}" more "}"

#define CHAIN_BODY                                                                                 \
  ", 'joints': {'ball': {'type': 'ball', 'bones': ['a', 'b'], 'point': [0.03, 0.19, 0.01]}, "      \
  "'hinge': {'type': 'hinge', 'bones': ['b', 'c'], 'point': [-0.03, 0.1, 0], 'axis': [1, 0, "      \
  "1]}}, 'selections': {'side': {'parts': ['m'], 'box': [[0.0199, 0.118, -1], [1, 0.152, 1]]}, "   \
  "'far': {'parts': ['k'], 'plane': {'point': [-0.0199, 0, 0], 'normal': [-1, 0, "                 \
  "0]}}}, 'supports': {'roller': {'on': 'side', 'axes': 'z'}}, 'loads': {'pull': {'on': 'c', "     \
  "'vector': [1, -2, 3]}, 'wind': {'on': 'far', 'kind': 'traction', 'vector': [50, 20, 10]}, "     \
  "'cuff': {'on': 'k', 'kind': 'pressure', 'pressure': 100}}"

/// The bar in slabs; `name` is a folder for it.
static inline void chain_write(BrnContext* ctx, const char* folder) {
  static const double cut[4] = {0.16, 0.11, 0.09, 0.04}; // m, from the top
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnMesh* mesh;
  char path[300];
  def.tets = 900;
  def.length = 0.2;
  def.bone = 0;
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  for (int t = 0; t < mesh->tet_count; t++) {
    double centroid[3];
    model_centroid(mesh, t, centroid);
    mesh->tet_label[t] = 1;
    for (int i = 0; i < 4; i++) mesh->tet_label[t] += centroid[1] < cut[i];
  }
  for (int i = 0; i < mesh->label_count; i++) brn__free(ctx, mesh->label[i].name);
  mesh->label_count = 0;
  snprintf(path, sizeof path, "%s/chain.vtu", folder);
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  brn_mesh_destroy(ctx, mesh);
}

static inline BrnStatus chain_try(BrnContext* ctx, const char* text, BrnModel** out) {
  char folder[64];
  model_folder(folder);
  chain_write(ctx, folder);
  BrnStatus status = model_try_in(ctx, folder, text, out);
  model_remove_folder(folder);
  return status;
}

static inline Rig chain_make(const char* text, const BrnSolverDef* def) {
  Rig rig = {.ctx = test_context()};
  ENSURE_OK(rig.ctx, chain_try(rig.ctx, text, &rig.model));
  rig_solver(&rig, def);
  return rig;
}
