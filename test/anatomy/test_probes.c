// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

// A bar along y from 0 to 0.1 m, 0.02 m wide, of one soft part: no bones, no muscle, no density.
#define SOFT_BAR(more)                                                                             \
  "{'brawn': 1, 'gravity': [0, 0, 0], 'mesh': {'shape': {'shape': 'block', 'length': 0.1, "        \
  "'width': 0.02, 'thickness': 0.02, 'tets': 600}}, 'materials': {'mat': {'model': "               \
  "'stable_neo_hookean', 'young': 1e6, 'poisson': 0.3}}, 'soft': {'block': {'labels': 'muscle', "  \
  "'material': 'mat'}}, 'selections': {'foot': {'box': [[-1, -1, -1], [1, 0, 1]]}}" more "}"

#define PROBE(text) SOFT_BAR(", 'probes': {'p': {" text "}}")

static BrnModel* build(BrnContext* ctx, const char* text) { return model_build(ctx, text); }

static void soft_parts_need_no_bones_muscles_and_densities(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = build(ctx, SOFT_BAR(""));
  ENSURE_INT(model->part_count, 1);
  ENSURE(model->part[0].kind == BRN_PART_SOFT);
  assert_string_equal(model->part[0].name, "block");
  ENSURE_INT(model->bone_count + model->muscle_count + model->unit_count, 0);
  ENSURE(model->material_list[model->material[0]].density == 0 && model->mass[0] == 0);
  for (int t = 0; t < model->mesh->tet_count; t++) {
    ENSURE(model->tendon[t] == 0 && model->unit[t] == -1);
    assert_string_equal(model->material_list[model->material[t]].name, "mat");
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void soft_parts_are_fat_unless_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = build(ctx, "{'mesh': {'shape': 'block'}, 'soft': {'pad': {'labels': "
                               "'muscle'}}}");
  assert_string_equal(model->material_list[model->material[0]].name, "fat");
  ENSURE(model->mass[0] > 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void densities_are_asked_for_where_mass_matters(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define WEIGHED(how)                                                                               \
  "{" how                                                                                          \
  "'mesh': {'shape': 'block'}, 'materials': {'mat': {'young': 1, 'poisson': 0.3, 'model': "        \
  "'linear'}}, 'soft': {'b': {'labels': 'muscle', 'material': 'mat'}}}"
  model_refuses(ctx, WEIGHED(""), "materials.mat: needs \"density\", or \"like\"");
  model_refuses(ctx, WEIGHED("'gravity': [0, 0, 1], "), "needs \"density\"");
  model_refuses(ctx, WEIGHED("'gravity': [0, 0, 0], 'solver': {'dynamic': true}, "),
                "needs \"density\"");
  model_refuses(ctx, WEIGHED("'gravity': [0, 0, 0], 'solver': {'method': 'xpbd'}, "),
                "needs \"density\"");
  brn_model_destroy(ctx, build(ctx, WEIGHED("'gravity': [0, 0, 0], ")));
  test_context_done(ctx);
}

static void bones_without_density_have_the_middle_of_their_volume(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define BONES(material)                                                                            \
  "{" BAR_MESH ", 'gravity': [0, 0, 0], 'materials': {'hard': {'young': 1e9, 'poisson': 0.3, "     \
  "'model': 'linear'}}, 'bones': {'top': {'labels': 'bone_proximal'" material "}, 'base': "        \
  "{'labels': 'bone_distal'}}, 'muscles': {'m': {" BAR_MUSCLE "}}}"
  BrnModel *known = build(ctx, BONES("")), *unknown = build(ctx, BONES(", 'material': 'hard'"));
  ENSURE(known->bone[0].mass > 0 && unknown->bone[0].mass == 0);
  for (int i = 0; i < 3; i++) {
    ENSURE_NEAR(unknown->bone[0].centre[i], known->bone[0].centre[i], 1e-15);
  }
  brn_model_destroy(ctx, known);
  brn_model_destroy(ctx, unknown);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ probes

static void ensure_sums(const BrnModelProbe* probe) {
  double sum = 0, tets = 0;
  for (int i = 0; i < probe->vertex_count; i++) sum += probe->weight[i];
  for (int i = 0; i < probe->tet_count; i++) tets += probe->tet_weight[i];
  ENSURE_NEAR(sum, 1, 1e-12);
  if (probe->tet_count > 0) ENSURE_NEAR(tets, 1, 1e-12);
}

static void points_ride_where_they_are(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = build(ctx, PROBE("'at': [0.001, 0.033, -0.002], 'measure': ['position', "
                                     "'stress']"));
  const BrnModelProbe* probe = &model->probe[0];
  const double at[3] = {0.001, 0.033, -0.002};
  ENSURE_INT(model->probe_count, 1);
  ENSURE_INT(probe->measure, BRN_PROBE_POSITION | BRN_PROBE_STRESS);
  ENSURE(probe->vertex_count == 4 && probe->tet_count == 1 && probe->distance == 0);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(probe->at[i], at[i], 1e-15);
  for (int k = 0; k < 4; k++) ENSURE(probe->weight[k] >= -1e-12);
  ensure_sums(probe);
  brn_model_destroy(ctx, model);
  model = build(ctx, PROBE("'at': [0, 0.13, 0]"));
  ENSURE_NEAR(model->probe[0].distance, 0.03, 1e-12);
  ENSURE_INT(model->probe[0].measure, BRN_PROBE_POSITION | BRN_PROBE_DISPLACEMENT);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void selections_are_means_of_their_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = build(ctx, PROBE("'on': 'foot', 'measure': ['range', 'stretch']"));
  const BrnModelProbe* probe = &model->probe[0];
  ENSURE(probe->vertex_count > 3);
  for (int i = 0; i < probe->vertex_count; i++) {
    ENSURE_NEAR(model->mesh->position[3 * (size_t)probe->vertex[i] + 1], 0, 1e-15);
    ENSURE_NEAR(probe->weight[i], 1.0 / probe->vertex_count, 1e-15);
  }
  ensure_sums(probe);
  for (int i = 0; i < probe->tet_count; i++) { // each has a corner there
    int touching = 0;
    for (int k = 0; k < 4; k++) {
      int v = model->mesh->tet[4 * (size_t)probe->tet[i] + (size_t)k];
      touching += model->mesh->position[3 * (size_t)v + 1] < 1e-12;
    }
    ENSURE(touching > 0);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void probes_that_cannot_be_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* const list[][2] = {
      {"", "probes.p: needs a place: \"at\", \"on\" or \"section\""},
      {"'at': [0, 0, 0], 'on': 'foot'", "\"at\" goes without \"on\""},
      {"'on': 'foot', 'part': 'block'", "\"part\" is for \"at\""},
      {"'on': 'fot'",
       "probes.p.on: there is no selection, bone, muscle or tendon \"fot\"; did you mean"},
      {"'at': [0, 0, 0], 'part': 'blok'",
       "probes.p.part: there is no bone, muscle or tendon \"blok\"; did you mean"},
      {"'at': [0, 0, 0], 'measure': 'weight'", "there is no \"weight\"; there are: position,"},
      {"'at': [0, 0, 0], 'measure': 'support'", "there is no support of a point; probe a selec"},
      {"'on': 'foot', 'measure': 'section'", "there is no section without a plane"},
      {"'section': {'point': [0, 0, 0], 'normal': [0, 0, 0]}", "the normal of its section"},
      {"'section': {'point': [0, 1, 0], 'normal': [0, 1, 0]}", "no soft tets on both of its sides"},
      {"'section': {'point': [0, 0.04, 0], 'normal': [0, 1, 0]}, 'measure': 'load'",
       "there is no load of a section"},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char text[2000];
    snprintf(text, sizeof text, PROBE("%s"), list[i][0]);
    model_refuses(ctx, text, list[i][1]);
  }
  test_context_done(ctx);
}

static void checks_know_soft_parts_and_probes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  BrnScene* scene = model_scene_in(ctx, ".",
                                   SOFT_BAR(", 'supports': {'s': {'on': 'foot'}}, 'probes': {'p': "
                                            "{'at': [0, 0, 0], 'part': 'block'}}"));
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  ENSURE_INT(remarks.error_count, 0);
  brn_remarks_clear(ctx, &remarks);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "probes.p.measure", "flesh"));
  ENSURE_OK(ctx, brn_scene_check(ctx, scene, &remarks));
  ENSURE_INT(remarks.error_count, 1);
  brn_remarks_clear(ctx, &remarks);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(soft_parts_need_no_bones_muscles_and_densities),
          cmocka_unit_test(soft_parts_are_fat_unless_told),
          cmocka_unit_test(densities_are_asked_for_where_mass_matters),
          cmocka_unit_test(bones_without_density_have_the_middle_of_their_volume),
          cmocka_unit_test(points_ride_where_they_are),
          cmocka_unit_test(selections_are_means_of_their_vertices),
          cmocka_unit_test(probes_that_cannot_be_are_refused),
          cmocka_unit_test(checks_know_soft_parts_and_probes))
