// SPDX-License-Identifier: Apache-2.0

#include "tetra/bridge.h"

#include "tetra/tetra_test.h"

// A spindle of 100 mm whose flat end of radius 10 mm floats 2 mm above a block of bone.
enum { BONE = 1, MUSCLE = 2 };
static const double end_area = 3.14159265358979323846 * 1e-4;

typedef struct Scene {
  BrnMesh* surface[2];
  BrnTetraPart part[2];
  BrnTetraBridge bridge;
  BrnTetraDef def;
} Scene;

static void make_scene(BrnContext* ctx, double gap, Scene* scene) {
  static const double low[3] = {-0.03, -0.03, -0.02}, high[3] = {0.03, 0.03, 0};
  static const double a[3] = {0, 0, 0.002}, b[3] = {0, 0, 0.102};
  *scene =
      (Scene){.surface = {tetra_box(ctx, low, high), tetra_spindle(ctx, 32, 24, a, b, 0.01, 0.02)}};
  scene->part[0] =
      (BrnTetraPart){.surface = scene->surface[0], .label = BONE, .name = "bone", .priority = 1};
  scene->part[1] = (BrnTetraPart){.surface = scene->surface[1], .label = MUSCLE, .name = "muscle"};
  scene->bridge = (BrnTetraBridge){.a = 1, .b = 0, .gap = gap};
  scene->def = tetra_def(scene->part, 2, 0.005);
  scene->def.bridge = &scene->bridge;
  scene->def.bridge_count = gap > 0;
}

static void free_scene(BrnContext* ctx, Scene* scene) {
  for (int i = 0; i < 2; i++) brn_mesh_destroy(ctx, scene->surface[i]);
}

static BrnMesh* mesh_scene(BrnContext* ctx, Scene* scene) {
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_tetra_make(ctx, &scene->def, &mesh, NULL));
  tetra_check(ctx, mesh);
  for (int label = BONE; label <= MUSCLE; label++) {
    BrnTetReport tets;
    ENSURE_OK(ctx, brn_tet_report(ctx, mesh, label, &tets));
    ENSURE_INT(tets.component_count, 1);
  }
  ENSURE_NEAR(tetra_volume(ctx, mesh, BONE), 72e-6, 0.4e-6);
  return mesh;
}

static void gap_is_closed_only_by_a_bridge_that_is_wide_enough(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double gap[3] = {0, 0.001, 0.003};
  double volume[3];
  for (int i = 0; i < 3; i++) {
    Scene scene;
    make_scene(ctx, gap[i], &scene);
    BrnMesh* mesh = mesh_scene(ctx, &scene);
    volume[i] = tetra_volume(ctx, mesh, MUSCLE);
    double contact = tetra_contact(ctx, mesh, BONE, MUSCLE);
    if (i < 2) {
      ENSURE_INT(tetra_shared(mesh, BONE, MUSCLE), 0);
    } else {
      print_message("contact %g of %g, volumes %g %g %g\n", contact, end_area, volume[0], volume[1],
                    volume[2]);
      ENSURE(contact > 0.95 * end_area && contact < 1.4 * end_area);
    }
    brn_mesh_destroy(ctx, mesh);
    free_scene(ctx, &scene);
  }
  ENSURE_NEAR(volume[1], volume[0], 0.005 * volume[0]);
  ENSURE_NEAR(volume[2] - volume[0], 0.002 * end_area * 1.1, 0.002 * end_area * 0.25);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(gap_is_closed_only_by_a_bridge_that_is_wide_enough))
