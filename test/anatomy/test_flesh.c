// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// A spindle of 20 cm along x between two blocks of bone, as xpbd takes it.

#define SPINDLE                                                                                    \
  "'form': {'sweep': {'points': [[0, 0, 0], [0.1, 0, 0], [0.2, 0, 0]], "                           \
  "'widths': [[0.006, 0.006], [0.02, 0.02], [0.006, 0.006]]}, 'detail': 24}"
#define BLOCK(x)                                                                                   \
  "'form': {'clay': [{'centre': [" x ", 0, 0], 'half': [0.012, 0.012, 0.012]}], "                  \
  "'detail': 12}"
#define BLOCKS                                                                                     \
  "'bones': {'left': {" BLOCK("-0.005") ", 'fixed': true}, 'right': {" BLOCK("0.205") "}}"
#define XPBD "'solver': {'method': 'xpbd'}"
#define SCENE(more) "{" BLOCKS ", 'muscles': {'m': {" SPINDLE more "}}, " XPBD "}"
#define ENDS ", 'origin': 'left', 'insertion': 'right'"

static void surfaces_follow_each_other_in_the_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE(ENDS));
  const BrnMesh* mesh = model->mesh;
  ENSURE_INT(mesh->tet_count, 0);
  ENSURE_INT(model->flesh_count, 1);
  ENSURE_INT(model->surface_count, 3);
  int vertex = 0, triangle = 0;
  for (int s = 0; s < 3; s++) {
    const BrnModelSurface* surface = &model->surface[s];
    ENSURE_INT(surface->first, vertex);
    ENSURE(surface->embedding == NULL);
    for (int t = 0; t < surface->mesh->triangle_count; t++, triangle++) {
      ENSURE_INT(mesh->triangle_label[triangle], s + 1);
      ENSURE_INT(mesh->triangle[3 * triangle], vertex + surface->mesh->triangle[3 * t]);
    }
    vertex += surface->mesh->vertex_count;
  }
  const BrnModelFlesh* flesh = &model->flesh[0];
  ENSURE_INT(flesh->first_inner, vertex);
  ENSURE_INT(mesh->vertex_count, vertex + flesh->inner_count);
  ENSURE_INT(flesh->first, model->surface[2].first);
  ENSURE_INT(flesh->first_triangle, triangle - flesh->triangle_count);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void flesh_has_mass_edges_and_a_line(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE(ENDS));
  const BrnModelFlesh* flesh = &model->flesh[0];
  const BrnModelUnit* unit = &model->unit_list[0];
  double mass = 0;
  for (int v = 0; v < model->mesh->vertex_count; v++) mass += model->mass[v];
  ENSURE_NEAR(mass, 1060 * flesh->volume, 1e-9 * mass);
  ENSURE(model->mass[0] == 0); // of a bone
  // a closed surface of genus 0 has 3 (V - 2) edges
  int quads = flesh->diagonal_count;
  ENSURE_INT(flesh->edge_count - quads, 3 * (flesh->vertex_count - 2));
  ENSURE(unit->line_count > 4 && unit->length > 0.17 && unit->length < 0.23);
  ENSURE(unit->line[0] < 0.02 && unit->line[3 * (unit->line_count - 1)] > 0.18);
  for (int i = 1; i < unit->line_count; i++) ENSURE(unit->line[3 * i] > unit->line[3 * i - 3]);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void ends_are_carried_by_their_bones(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE(ENDS));
  const BrnModelFlesh* flesh = &model->flesh[0];
  ENSURE_INT(model->attachment_count, 2);
  for (int a = 0; a < 2; a++) {
    const BrnModelAttachment* attachment = &model->attachment[a];
    ENSURE(attachment->vertex_count > 3);
    ENSURE_INT(attachment->bone, a);
    for (int i = 0; i < attachment->vertex_count; i++) {
      int v = attachment->vertex[i];
      ENSURE(v >= flesh->first && v < flesh->first + flesh->vertex_count);
      ENSURE(a == 0 ? model->mesh->position[3 * v] < 0.02 : model->mesh->position[3 * v] > 0.18);
    }
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void bones_weigh_as_their_surfaces_do(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE(ENDS));
  const BrnModelBone* bone = &model->bone[1];
  double density = bone->mass / model_part(model, "right")->volume, side = 0.024;
  ENSURE(density > 500 && density < 3000);
  ENSURE_NEAR(bone->centre[0], 0.205, 1e-5);
  ENSURE_NEAR(bone->inertia[0], bone->mass * side * side / 6, 0.05 * bone->inertia[0]);
  ENSURE_NEAR(bone->inertia[4], bone->inertia[8], 1e-3 * bone->inertia[4]);
  ENSURE_NEAR(bone->inertia[1], 0, 1e-3 * bone->inertia[4]);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void a_muscle_alone_is_free(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, "{'muscles': {'m': {" SPINDLE "}}, " XPBD "}");
  ENSURE_INT(model->attachment_count, 0);
  ENSURE_INT(model->unit_list[0].origin, -1);
  ENSURE(model->unit_list[0].length > 0.17);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void roots_are_those_that_are_picked(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx,
      "{'muscles': {'m': {" SPINDLE ", 'flesh': {'roots': 'ring', 'spacing': 0.03}}}, "
      "'selections': {'ring': {'parts': 'm', 'box': [[0.045, -1, -1], [0.055, 1, 1]]}}, " XPBD "}");
  const BrnModelFlesh* flesh = &model->flesh[0];
  int roots = 0;
  for (int i = 0; i < flesh->inner_count; i++) {
    if (flesh->parent[i] >= 0) continue;
    roots++;
    ENSURE_NEAR(model->mesh->position[3 * (flesh->first_inner + i)], 0.05, 0.006);
  }
  ENSURE_INT(roots, 1);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void joints_are_fitted_to_surfaces(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx,
      "{'bones': {'head': {'form': {'clay': [{'points': [[0, 0, 0]], 'widths': [[0.02, "
      "0.02]]}], 'detail': 24}, 'fixed': true}, 'cup': {'form': {'clay': [{'centre': [0.03, "
      "0, 0], 'half': [0.02, 0.03, 0.03]}, {'points': [[0, 0, 0]], 'widths': [[0.022, "
      "0.022]], 'carve': true}], 'detail': 40}}}, 'muscles': {'m': {" SPINDLE "}}, "
      "'joints': {'j': {'type': 'ball', 'bones': ['head', 'cup'], 'fit': 'sphere'}}, " XPBD "}");
  for (int i = 0; i < 3; i++) ENSURE_NEAR(model->joint[0].point[i], 0, 5e-4);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void other_methods_still_get_tets(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* scene = "{" BLOCKS ", 'muscles': {'m': {" SPINDLE ENDS
                      "}}, 'mesh': {'tets': 2000}, 'solver': {'method': 'xpbd', 'xpbd_body': "
                      "'tets'}}";
  BrnModel* model = model_build(ctx, scene);
  ENSURE(model->mesh->tet_count > 500);
  ENSURE_INT(model->flesh_count, 0);
  ENSURE_INT(model->surface[0].first, -1);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void note_warning(void* user, BrnLogLevel level, const char* message) {
  size_t used = strlen(user);
  if (level == BRN_LOG_WARNING) snprintf((char*)user + used, 900 - used, "%s\n", message);
}

// a muscle from these faces: does it keep its volume, and what is said?
static void check_sheet(const char* faces, bool has_volume, const char* expected) {
  char folder[64], last[900] = "", text[400];
  BrnContextDef def = brn_context_def_default();
  def.log = note_warning, def.log_user = last, def.workers = 2;
  BrnContext* ctx = brn_context_create(&def);
  BrnModel* model;
  model_folder(folder);
  snprintf(text, sizeof text, "v 0 0 0\nv 0.1 0.02 0\nv 0.2 0 0\nv 0.1 0 0.02\n%s", faces);
  model_write_file(folder, "sheet.obj", text, strlen(text));
  ENSURE_OK(ctx, model_try_in(ctx, folder, "{'muscles': {'m': {'surface': 'sheet.obj'}}, " XPBD "}",
                              &model));
  ENSURE(has_volume == (model->flesh[0].volume > 0));
  ENSURE(strstr(last, expected));
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void surfaces_without_a_volume_are_told(void** state) {
  (void)state;
  check_sheet("f 1 2 3\nf 1 3 4\n", false, "\"m\": its surface is open (4 edges of one triangle)");
  check_sheet("f 1 2 3\nf 1 3 2\n", false, "\"m\": its surface is flat");
  check_sheet("f 1 3 2\nf 1 4 3\nf 1 2 4\nf 2 3 4\n", true, "");
}

static void what_cannot_be_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();

  model_refuses(ctx,
                "{" BLOCKS ", 'muscles': {'m': {" SPINDLE ENDS ", 'units': {'a': {}}}}, 'solver': "
                "{'method': 'xpbd', 'xpbd_body': 'surface'}}",
                "\"m\" has none; give it a `surface` or a `form`");
  model_refuses(ctx,
                "{" BLOCKS ", 'muscles': {'m': {" SPINDLE ENDS ", 'flesh': {'roots': 'all'}}}, "
                "'selections': {'all': {'parts': 'm'}}, " XPBD "}",
                "muscles.m.flesh.roots: the selection \"all\" has all vertices of the muscle");
  model_refuses(ctx,
                "{" BLOCKS ", 'muscles': {'m': {" SPINDLE ENDS ", 'flesh': {'roots': 'far'}}}, "
                "'selections': {'far': {'parts': 'left'}}, " XPBD "}",
                "has no vertex of the muscle");
  model_refuses(ctx,
                "{" BAR_MESH ", " BAR_BONES ", 'muscles': {'m': {" BAR_MUSCLE "}}, 'solver': "
                "{'method': 'xpbd', 'xpbd_body': 'surface'}}",
                "\"top\" has none");
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = model_scene_in(ctx, ".", SCENE(ENDS));
  BrnBuildDef def = brn_build_def_default();
  for (int n = 0; n < 100000; n += 1 + n / 8) {
    BrnModel* model;
    brn_fail_allocation(ctx, n);
    BrnStatus status = brn_model_build(ctx, scene, &def, &model, NULL);
    brn_fail_allocation(ctx, -1);
    if (status == BRN_OK) {
      brn_model_destroy(ctx, model);
      break;
    }
    ENSURE_INT(status, BRN_NO_MEMORY);
  }
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(surfaces_follow_each_other_in_the_mesh),
          cmocka_unit_test(flesh_has_mass_edges_and_a_line),
          cmocka_unit_test(ends_are_carried_by_their_bones),
          cmocka_unit_test(bones_weigh_as_their_surfaces_do),
          cmocka_unit_test(a_muscle_alone_is_free),
          cmocka_unit_test(roots_are_those_that_are_picked),
          cmocka_unit_test(joints_are_fitted_to_surfaces),
          cmocka_unit_test(other_methods_still_get_tets),
          cmocka_unit_test(surfaces_without_a_volume_are_told),
          cmocka_unit_test(what_cannot_be_is_told),
          cmocka_unit_test(every_failed_allocation_is_clean))
