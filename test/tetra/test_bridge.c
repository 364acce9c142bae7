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
      (Scene){.surface = {tetra_box(ctx, low, high), tetra_spindle(ctx, 24, 16, a, b, 0.01, 0.02)}};
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
    if (i < 2) ENSURE_INT(tetra_shared(mesh, BONE, MUSCLE), 0);
    if (i == 2) ENSURE(contact > 0.95 * end_area && contact < 1.4 * end_area);
    brn_mesh_destroy(ctx, mesh);
    free_scene(ctx, &scene);
  }
  ENSURE_NEAR(volume[1], volume[0], 0.005 * volume[0]);
  ENSURE_NEAR(volume[2] - volume[0], 0.002 * end_area * 1.1, 0.002 * end_area * 0.25);
  test_context_done(ctx);
}

// edges of 12 mm, with halving allowed and not; and the bone cut before, with, and after the muscle
static void bridge_holds_with_long_edges_and_any_order(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (int i = 0; i < 4; i++) {
    Scene scene;
    make_scene(ctx, 0.003, &scene);
    scene.def.size = i < 2 ? 0.012 : 0.006;
    scene.def.thin_levels = i == 0 ? 0 : 2;
    scene.part[0].priority = i < 2 ? 1 : i == 2 ? 0 : -1;
    BrnMesh* mesh;
    ENSURE_OK(ctx, brn_tetra_make(ctx, &scene.def, &mesh, NULL));
    tetra_check(ctx, mesh);
    double contact = tetra_contact(ctx, mesh, BONE, MUSCLE);
    ENSURE(contact > (i == 0 ? 0.4 : 0.8) * end_area && contact < 1.6 * end_area);
    ENSURE_NEAR(tetra_volume(ctx, mesh, BONE), 72e-6, 2e-6);
    brn_mesh_destroy(ctx, mesh);
    free_scene(ctx, &scene);
  }
  test_context_done(ctx);
}

static BrnRules make_rules(BrnContext* ctx, Scene* scene) {
  BrnRules rules;
  ENSURE_OK(ctx, brn__rules_create(ctx, &scene->def, &rules));
  return rules;
}

static void points_between_belong_to_the_bridge(void** state) {
  (void)state;
  static const struct {
    double point[3];
    int owner; // 0 bone, 1 muscle, in the order of cutting
  } row[] = {{{0, 0, 0.001}, 1},       {{0.009, 0, 0.0001}, 1},  {{0, 0.0095, 0.0019}, 1},
             {{0.0105, 0, 0.0005}, 1}, {{0.0125, 0, 0.001}, -1}, {{0.011, 0, 0.0021}, -1},
             {{0, 0, -0.0001}, 0},     {{0, 0, 0.0021}, 1},      {{0.02, 0, 0.001}, -1},
             {{0, 0, -0.0201}, -1},    {{0, 0, 0.103}, -1}};
  BrnContext* ctx = test_context();
  Scene scene;
  make_scene(ctx, 0.003, &scene);
  BrnRules rules = make_rules(ctx, &scene);
  for (int i = 0; i < COUNT_OF(row); i++) {
    ENSURE_INT(brn__rules_owner(&rules, row[i].point), row[i].owner);
    if (row[i].owner != 0) {
      ENSURE((brn__rules_claim(&rules, 1, row[i].point, NULL) > 0) == (row[i].owner == 1));
    }
  }
  double rim[3] = {0.0115, 0, 0.0004}, g[3];
  double claim = brn__bridge_claim(&rules, 1, rim, g); // the gradient leads back into the bridge
  ENSURE(claim < 0 && g[0] < -0.1 && fabs(g[1]) < 0.02);
  ENSURE(brn__bridge_claim(&rules, 0, rim, NULL) == -INFINITY);
  brn__rules_destroy(ctx, &rules);
  free_scene(ctx, &scene);
  test_context_done(ctx);
}

// a weaker part in the gap keeps what it has
static void bridge_takes_nothing_from_other_parts(void** state) {
  (void)state;
  static const double low[3] = {-0.03, 0, -0.01}, high[3] = {0.03, 0.03, 0.012};
  BrnContext* ctx = test_context();
  Scene scene;
  make_scene(ctx, 0.003, &scene);
  BrnMesh* fat = tetra_box(ctx, low, high);
  BrnTetraPart part[3] = {
      scene.part[0], scene.part[1], {.surface = fat, .label = 3, .priority = -1}};
  scene.def.part = part;
  scene.def.part_count = 3;
  BrnRules rules = make_rules(ctx, &scene);
  double mine[3] = {0, -0.002, 0.001}, theirs[3] = {0, 0.002, 0.001};
  ENSURE_INT(brn__rules_owner(&rules, mine), 1);
  ENSURE_INT(brn__rules_owner(&rules, theirs), 2);
  ENSURE(brn__rules_claim(&rules, 1, mine, NULL) > 0);
  ENSURE(brn__rules_claim(&rules, 1, theirs, NULL) < 0);
  brn__rules_destroy(ctx, &rules);
  brn_mesh_destroy(ctx, fat);
  free_scene(ctx, &scene);
  test_context_done(ctx);
}

static void wrong_bridge_is_named(void** state) {
  (void)state;
  static const struct {
    BrnTetraBridge bridge;
    const char* why;
  } row[] = {{{.a = 1, .b = 2, .gap = 1}, "bridge 0 is between parts 1 and 2, but there are 2"},
             {{.a = -1, .b = 0, .gap = 1}, "bridge 0 is between parts -1 and 0"},
             {{.a = 1, .b = 1, .gap = 1}, "bridge 0 is from part 1 to itself"},
             {{.a = 1, .b = 0, .gap = 0}, "bridge 0: gap is 0 m; it must be positive"},
             {{.a = 1, .b = 0, .gap = INFINITY}, "gap is inf m"},
             {{.a = 1, .b = 0, .gap = NAN}, "gap is"}};
  BrnContext* ctx = test_context();
  Scene scene;
  make_scene(ctx, 0.003, &scene);
  for (int i = 0; i < COUNT_OF(row); i++) {
    BrnMesh* mesh;
    scene.bridge = row[i].bridge;
    ENSURE_STATUS(ctx, brn_tetra_make(ctx, &scene.def, &mesh, NULL), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, row[i].why);
    ENSURE(!mesh);
  }
  free_scene(ctx, &scene);
  test_context_done(ctx);
}

static BrnMesh* make_ball(BrnContext* ctx) { return tetra_sphere(ctx, 8, 4, 0, 1); }

static BrnStatus make_rules_only(BrnContext* ctx, BrnMesh* ball) {
  BrnMesh* other;
  BRN_TRY(brn_mesh_copy(ctx, ball, &other));
  for (int v = 0; v < other->vertex_count; v++) other->position[3 * v] += 2.1;
  BrnTetraPart part[2] = {{.surface = ball, .label = 1}, {.surface = other, .label = 2}};
  BrnTetraBridge bridge = {.a = 0, .b = 1, .gap = 0.3};
  BrnTetraDef def = tetra_def(part, 2, 0.5);
  BrnRules rules;
  def.bridge = &bridge, def.bridge_count = 1;
  BrnStatus status = brn__rules_create(ctx, &def, &rules);
  if (status == BRN_OK) brn__rules_destroy(ctx, &rules);
  brn_mesh_destroy(ctx, other);
  return status;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  mesh_trial_no_memory(make_ball, make_rules_only);
}

TEST_MAIN(cmocka_unit_test(gap_is_closed_only_by_a_bridge_that_is_wide_enough),
          cmocka_unit_test(bridge_holds_with_long_edges_and_any_order),
          cmocka_unit_test(points_between_belong_to_the_bridge),
          cmocka_unit_test(bridge_takes_nothing_from_other_parts),
          cmocka_unit_test(wrong_bridge_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
