// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// Two tets from a file, two boxes of clay, units, joints, loads: everything a build can run out of
// memory in.
static const char tiny[] =
    "{'mesh': {'shape': {'shape': 'bar', 'tets': 100, 'tendon': 0.2}, 'touching': 'apart'}, "
    "'bones': {'top': {'labels': 1}, 'base': {'labels': 2, 'motion': {'turn': [[0, 1, 0, 0]]}}},"
    "'tendons': {'u': {'labels': 3, 'from': 'top', 'to': 'm'}, 'd': {'labels': 4}},"
    "'muscles': {'m': {'labels': 5, 'origin': {'select': 'a'}, 'insertion': {'select': 'b'},"
    "'tendons': {'by': 'fraction', 'origin': 0.1}, 'units': {'l': {'region': 'left', 'fibres': "
    "{'from': 'pennate', 'aponeurosis': 'a'}}, 'r': {}}}},"
    "'joints': {'j': {'type': 'hinge', 'bones': ['base', 'top'], 'point': [0, 0, 0], 'axis': [0, 0,"
    "1], 'angle': 10}}, 'supports': {'s': {'on': 'top'}}, 'loads': {'f': {'on': 'a', 'kind': "
    "'force', 'vector': [0, 1, 0]}},"
    "'selections': {'a': {'parts': 'm', 'plane': {'point': [0, 0.159, 0], 'normal': [0, 1, 0]}},"
    "'b': {'parts': 'm', 'plane': {'point': [0, 0.041, 0], 'normal': [0, -1, 0]}},"
    "'left': {'plane': {'point': [0, 0, 0], 'normal': [-1, 0, 0]}}}}";

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  BrnScene* scene = model_scene_in(ctx, ".", tiny);
  BrnBuildDef def = brn_build_def_default();
  size_t before = brn_byte_count(ctx);
  BrnModel* model = NULL;
  int n = 0;
  for (; !model; n++) {
    brn_fail_allocation(ctx, n);
    BrnStatus status = brn_model_build(ctx, scene, &def, &model, NULL);
    ENSURE(status == (model ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(model || brn_byte_count(ctx) == before);
  }
  ENSURE(n > 300);
  brn_fail_allocation(ctx, -1);
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void failed_allocations_with_surfaces_are_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(1);
  char folder[64];
  model_folder(folder);
  model_write_box(folder, "b.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  BrnScene* scene =
      model_scene_in(ctx, folder, "{'mesh': {'size': 0.9}, 'bones': {'b': {'surface': 'b.obj'}}}");
  BrnBuildDef def = brn_build_def_default();
  size_t before = brn_byte_count(ctx);
  BrnModel* model = NULL;
  for (int n = 0; !model; n++) {
    brn_fail_allocation(ctx, n);
    BrnStatus status = brn_model_build(ctx, scene, &def, &model, NULL);
    ENSURE(status == (model ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(model || brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static char* build_bytes(const char* folder, int workers, size_t* size) {
  char path[128];
  BrnModel* model;
  BrnContext* ctx = test_context_with(workers);
  snprintf(path, sizeof path, "%s/model", folder);
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'mesh': {'size': 0.15}, 'bones': {'a': {'surface': 'a.obj'}, 'b': "
                              "{'surface': 'b.obj'}}, 'muscles': {'m': {'surface': 'm.obj', "
                              "'origin': 'a', 'insertion': 'b'}}}",
                              &model));
  ENSURE_OK(ctx, brn_model_write(ctx, model, path));
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
  return model_read_file(path, size);
}

static void workers_do_not_change_a_bit(void** state) {
  (void)state;
  char folder[64];
  size_t size, other_size;
  model_folder(folder);
  model_write_box(folder, "a.obj", (double[]){0, 0, 0}, (double[]){1, 1, 1});
  model_write_box(folder, "m.obj", (double[]){0.9, 0.2, 0.2}, (double[]){3.1, 0.7, 0.7});
  model_write_box(folder, "b.obj", (double[]){3, 0, 0}, (double[]){4, 1, 1});
  char *one = build_bytes(folder, 1, &size), *two = build_bytes(folder, 2, &other_size);
  ENSURE(size == other_size && memcmp(one, two, size) == 0);
  free(one);
  free(two);
  model_remove_folder(folder);
}

typedef struct Seen {
  double last;
  int count;
} Seen;

static void see(void* user, const char* stage, double fraction, double seconds_left) {
  Seen* seen = user;
  ENSURE(stage && stage[0]);
  ENSURE(fraction >= seen->last && fraction <= 1);
  ENSURE(isnan(seconds_left) || seconds_left >= 0);
  seen->last = fraction;
  seen->count++;
}

static void progress_never_goes_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = model_scene_in(ctx, ".", tiny);
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model;
  Seen seen = {0};
  def.progress = see;
  def.progress_user = &seen;
  ENSURE_OK(ctx, brn_model_build(ctx, scene, &def, &model, NULL));
  ENSURE(seen.count > 10 && seen.last == 1);
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void gravity_points_down_unless_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  ENSURE_NEAR(model->gravity[1], -9.81, 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void mesh_to_look_at_has_it_all(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  BrnMesh* mesh;
  ENSURE_OK(ctx, brn_model_to_mesh(ctx, model, &mesh));
  assert_string_equal(mesh->label_array, "part");
  const BrnArray* fibre = brn_mesh_find_array(mesh, "fibre", BRN_ON_TET);
  const BrnArray* unit = brn_mesh_find_array(mesh, "unit", BRN_ON_TET);
  const BrnArray* bone = brn_mesh_find_array(mesh, "bone", BRN_ON_VERTEX);
  ENSURE(fibre && unit && bone && brn_mesh_find_array(mesh, "tendon", BRN_ON_TET) &&
         brn_mesh_find_array(mesh, "material", BRN_ON_TET));
  for (int t = 0; t < mesh->tet_count; t++) {
    ENSURE_NEAR(unit->value[t], model->unit[t], 0);
    ENSURE_NEAR(fibre->value[3 * t + 1], model->fibre[3 * t + 1], 0);
  }
  for (int v = 0; v < mesh->vertex_count; v++)
    ENSURE_NEAR(bone->value[v], model->vertex_bone[v], 0);
  brn_mesh_destroy(ctx, mesh);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(failed_allocations_with_surfaces_are_clean),
          cmocka_unit_test(workers_do_not_change_a_bit), cmocka_unit_test(progress_never_goes_back),
          cmocka_unit_test(gravity_points_down_unless_told),
          cmocka_unit_test(mesh_to_look_at_has_it_all))
