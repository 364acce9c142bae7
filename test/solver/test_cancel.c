// SPDX-License-Identifier: Apache-2.0
//
// Who asks for the end gets it; methods are in test_manners.c.

#include "core/core.h"

#include "brawn/tetra.h"
#include "solver_test.h"
#include "sparse/sparse.h"

static const char scene[] =
    "{'brawn': 1, " BAR_MESH ", 'gravity': [0, 0, 0], 'bones': {'top': {'labels': 'bone_proximal', "
    "'fixed': true}, 'base': {'labels': 'bone_distal'}}, 'muscles': {'m': {" BAR_MUSCLE
    ", 'tension': 2e5, 'activation': 0.5}}}";

static void building_is_broken_off_and_leaves_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = NULL;
  BrnBuildDef def = brn_build_def_default();
  BrnScene* text = model_scene_in(ctx, ".", scene);
  brn_context_cancel(ctx);
  ENSURE_STATUS(ctx, brn_model_build(ctx, text, &def, &model, NULL), BRN_CANCELLED);
  ENSURE(!model);
  brn_context_uncancel(ctx);
  ENSURE_OK(ctx, brn_model_build(ctx, text, &def, &model, NULL));
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, text);
  test_context_done(ctx);
}

static void meshing_is_broken_off_and_leaves_nothing(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnMesh *solid, *mesh = NULL;
  BrnSurface* surface;
  ENSURE_OK(ctx, brn_shape_make(ctx, &shape, &solid));
  ENSURE_OK(ctx, brn_mesh_boundary(ctx, solid, &surface));
  BrnTetraPart part = {.surface = surface->mesh, .name = "it", .label = 1};
  BrnTetraDef def = brn_tetra_def_default();
  def.part = &part, def.part_count = 1, def.tets = 2000;
  size_t held = brn_byte_count(ctx);
  brn_context_cancel(ctx);
  ENSURE_STATUS(ctx, brn_tetra_make(ctx, &def, &mesh, NULL), BRN_CANCELLED);
  ENSURE(!mesh && brn_byte_count(ctx) == held);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, solid);
  test_context_done(ctx);
}

static void gradients_are_broken_off(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnMesh* mesh;
  BrnCsr* K;
  BrnPcgLimits limits = {.tolerance = 1e-10};
  BrnPcgReport report;
  ENSURE_OK(ctx, brn_shape_make(ctx, &shape, &mesh));
  ENSURE_OK(ctx, brn__csr_laplacian(ctx, mesh, &K));
  double *b = calloc((size_t)K->row_count, sizeof *b), *x = calloc((size_t)K->row_count, sizeof *x);
  b[0] = 1, b[1] = -1;
  brn_context_cancel(ctx);
  ENSURE_STATUS(ctx, brn__pcg_solve(ctx, K, b, x, &limits, &report), BRN_CANCELLED);
  ENSURE_INT(report.iterations, 0);
  free(b);
  free(x);
  brn__csr_destroy(ctx, K);
  brn_mesh_destroy(ctx, mesh);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(building_is_broken_off_and_leaves_nothing),
          cmocka_unit_test(meshing_is_broken_off_and_leaves_nothing),
          cmocka_unit_test(gradients_are_broken_off))
