// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

static const double down[3] = {0, -1, 0};

static double angle_to(const double* fibre, const double* axis) {
  double dot = fibre[0] * axis[0] + fibre[1] * axis[1] + fibre[2] * axis[2];
  double norm = sqrt(fibre[0] * fibre[0] + fibre[1] * fibre[1] + fibre[2] * fibre[2]);
  ENSURE_NEAR(norm, 1, 1e-12);
  return acos(fmax(-1, fmin(1, dot))) * 180 / 3.14159265358979323846;
}

// every tet of unit 0
static void check_direction(const BrnModel* model, const double axis[3], double degrees,
                            double tolerance) {
  for (int t = 0; t < model->mesh->tet_count; t++) {
    const double* fibre = model->fibre + 3 * t;
    if (model->unit[t] < 0) {
      ENSURE(fibre[0] == 0 && fibre[1] == 0 && fibre[2] == 0);
    } else {
      ENSURE_NEAR(angle_to(fibre, axis), degrees, tolerance);
    }
  }
}

static void bar_runs_from_origin_to_insertion(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  const BrnModelUnit* unit = &model->unit_list[0];
  check_direction(model, down, 0, 1e-4);
  ENSURE_NEAR(unit->length, 0.2, 1e-9);
  ENSURE_NEAR(unit->fibre_length, 0.2, 1e-9);
  ENSURE_NEAR(unit->area, 0.04 * 0.04, 1e-9);
  ENSURE_NEAR(unit->pennation, 0, 1e-4);
  ENSURE_INT(unit->flat_count, 0);
  for (int i = 0; i < unit->tet_count; i++) {
    double c[3];
    model_centroid(model->mesh, unit->tet[i], c);
    ENSURE_NEAR(unit->potential[i], 1 - c[1] / 0.1, 1e-8);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void line_of_action_hangs_on_the_mesh(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  const BrnModelUnit* unit = &model->unit_list[0];
  ENSURE(unit->line_count >= 8);
  for (int i = 0; i < unit->line_count; i++) {
    double sum = 0, at[3] = {0};
    for (int k = 0; k < 4; k++) {
      double weight = unit->line_weight[4 * i + k];
      sum += weight;
      for (int c = 0; c < 3; c++) {
        at[c] += weight * model->mesh->position[3 * unit->line_vertex[4 * i + k] + c];
      }
    }
    ENSURE_NEAR(sum, 1, 1e-12);
    for (int c = 0; c < 3; c++) ENSURE_NEAR(at[c], unit->line[3 * i + c], 1e-12);
    ENSURE_NEAR(unit->line[3 * i + 1], 0.2 - 0.2 * i / (unit->line_count - 1), 1e-9);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void constant_fibres_follow_the_axis(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model =
      model_build(ctx, BAR_WITH(", 'fibres': {'from': 'constant', 'axis': [3, 0, -4]}"));
  check_direction(model, (double[]){0.6, 0, -0.8}, 0, 1e-5);
  ENSURE_NEAR(model->unit_list[0].pennation, 90, 1e-6);
  brn_model_destroy(ctx, model);
  model_refuses(ctx, BAR_WITH(", 'fibres': {'from': 'constant'}"), "muscles.m.fibres");
  test_context_done(ctx);
}

static void pennate_fibres_lean_away_from_the_plane(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_WITH(", 'fibres': {'from': 'pennate', 'angle': 30, 'plane': {'point': [0, 0, 0], "
                    "'normal': [1, 0, 0]}}"));
  check_direction(model, down, 30, 1e-4);
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    if (model->unit[t] >= 0) ENSURE(model->fibre[3 * t] * c[0] > 0);
  }
  ENSURE_NEAR(model->unit_list[0].pennation, 30, 1e-4);
  brn_model_destroy(ctx, model);
  model_refuses(ctx, BAR_WITH(", 'fibres': {'from': 'pennate'}"),
                "pennate fibres need an \"aponeurosis\" (a selection) or a \"plane\"");
  test_context_done(ctx);
}

static void pennate_fibres_lean_away_from_the_selection(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{" BAR_MESH ", " BAR_BONES ", 'selections': {'sheet': {'parts': 'm', 'plane': "
           "{'point': [-0.0199, 0, 0], 'normal': [-1, 0, 0]}}}, 'muscles': {'m': {" BAR_MUSCLE
           ", 'fibres': {'from': 'pennate', 'aponeurosis': 'sheet'}}}}");
  int leaning = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    if (model->unit[t] >= 0) leaning += model->fibre[3 * t] > 0;
  }
  // the sheet is one side of the bar, so all lean to the other; those at the far side, where the
  // heat levels off, may not
  ENSURE(leaning > 0.85 * model->unit_list[0].tet_count);
  ENSURE_NEAR(model->unit_list[0].pennation, 20, 0.5);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A solid whose u runs straight along (1, 1, 0).
static void spline_fibres_run_along_u(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_WITH(", 'fibres': {'from': 'spline', 'spline': {'count': [2, 2, 2], 'degree': "
                    "[1, 1, 1], 'control': [[-1, -1, -1], [-1, -1, 1], [-2, 0, -1], [-2, 0, 1],"
                    " [1, 1, -1], [1, 1, 1], [0, 2, -1], [0, 2, 1]]}}"));
  double r = sqrt(0.5);
  check_direction(model, (double[]){r, r, 0}, 0, 1e-4);
  brn_model_destroy(ctx, model);
  model_refuses(ctx,
                BAR_WITH(", 'fibres': {'from': 'spline', 'spline': {'count': [2, 2, 3], 'degree': "
                         "[1, 1, 1], 'control': [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1],"
                         " [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]]}}"),
                "it has 8 control points, but 2 x 2 x 3");
  test_context_done(ctx);
}

static void shape_brings_its_own_fibres(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, BAR_WITH(", 'fibres': {'from': 'file'}"));
  check_direction(model, down, 0, 1e-5);
  brn_model_destroy(ctx, model);
  model_refuses(ctx, BAR_WITH(", 'fibres': {'from': 'file', 'array': 'fiber'}"),
                "mesh.shape has no tet array \"fiber\"");
  test_context_done(ctx);
}

// The file has z up: what is -y here is -z there.
static void vectors_of_a_file_turn_with_its_axes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[100];
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnWriteDef as = brn_write_def_default();
  BrnMesh* mesh;
  BrnModel* model;
  def.tets = 300;
  as.up = 'z';
  as.metres_per_unit = 0.001;
  model_folder(folder);
  snprintf(path, sizeof path, "%s/bar.vtu", folder);
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  double* fibre = mesh->array[0].value;
  for (int t = 0; t < mesh->tet_count; t++)
    fibre[3 * t + 2] = fibre[3 * t + 1], fibre[3 * t + 1] = 0;
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, &as));
  brn_mesh_destroy(ctx, mesh);
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'units': 'mm', 'up': 'z', 'mesh': {'file': 'bar.vtu'}, " BAR_BONES
                              ", 'muscles': {'m': {" BAR_MUSCLE ", 'fibres': {'from': 'file'}}}}",
                              &model));
  check_direction(model, down, 0, 1e-5);
  ENSURE_NEAR(model->unit_list[0].volume, 0.2 * 0.04 * 0.04, 1e-9);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- tendons

static void check_ends(const BrnModel* model, double origin, double insertion) {
  int tendon_material = -1;
  for (int m = 0; m < model->material_count; m++) {
    if (strcmp(model->material_list[m].name, "tendon") == 0) tendon_material = m;
  }
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    if (model->unit[t] < 0) {
      ENSURE_NEAR(model->tendon[t], 0, 0);
      continue;
    }
    bool is_tendon = c[1] > 0.2 - origin || c[1] < insertion;
    ENSURE_NEAR(model->tendon[t], is_tendon, 0);
    ENSURE_INT(model->tendon_material[t], tendon_material);
    ENSURE(model->material[t] != tendon_material);
  }
}

static void tendons_by_share_and_by_length_agree_on_a_bar(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_WITH(", 'tendons': {'by': 'fraction', 'origin': 0.21, 'insertion': 0.1}"));
  check_ends(model, 0.042, 0.02);
  // what is counted as tendon are whole tets
  ENSURE_NEAR(model->unit_list[0].fibre_length, 0.138, 0.02);
  ENSURE_NEAR(model->unit_list[0].area, 0.0016, 2e-4);
  brn_model_destroy(ctx, model);
  model = model_build(
      ctx, BAR_WITH(", 'tendons': {'by': 'distance', 'origin': 0.042, 'insertion': 0.02}"));
  check_ends(model, 0.042, 0.02);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void thin_ends_of_a_spindle_are_tendon(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'fusiform', 'tets': 4000, 'tendon': 0}}, " BAR_BONES
           ", 'muscles': {'m': {" BAR_MUSCLE ", 'tendons': {'by': 'section', 'share': 0.4}}}}");
  double belly = 0, ends = 0;
  int belly_count = 0, end_count = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    if (model->unit[t] < 0) continue;
    if (fabs(c[1] - 0.1) < 0.03) belly += model->tendon[t], belly_count++;
    if (fabs(c[1] - 0.1) > 0.09) ends += model->tendon[t], end_count++;
  }
  ENSURE_NEAR(belly, 0, 0);
  ENSURE_NEAR(ends, end_count, 0);
  ENSURE(belly_count > 100 && end_count > 20);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A potential drops over the thin ends of a spindle; shares are of the way all the same.
static void shares_of_tendon_are_shares_of_the_way(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'fusiform', 'tets': 8000, 'tendon': 0}}, " BAR_BONES
           ", 'muscles': {'m': {" BAR_MUSCLE
           ", 'tendons': {'by': 'fraction', 'origin': 0.25, 'insertion': 0.1}}}}");
  int tendon = 0, muscle = 0;
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    if (model->unit[t] < 0) continue;
    // the level sets bend near the ends, by no more than a tenth of the way
    if (c[1] > 0.16 || c[1] < 0.012) tendon++, ENSURE_NEAR(model->tendon[t], 1, 0);
    if (c[1] > 0.03 && c[1] < 0.14) muscle++, ENSURE_NEAR(model->tendon[t], 0, 0);
  }
  ENSURE(tendon > 100 && muscle > 1000);
  ENSURE_NEAR(model->unit_list[0].length, 0.2, 1e-3);
  ENSURE_NEAR(model->unit_list[0].fibre_length, 0.65 * 0.2, 0.1 * 0.2);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// Points of the line of action are spread evenly, whatever the potential does between them.
static void line_of_action_is_spread_evenly(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'fusiform', 'tets': 4000, 'tendon': 0}}, " BAR_BONES
           ", 'muscles': {'m': {" BAR_MUSCLE "}}}");
  const BrnModelUnit* unit = &model->unit_list[0];
  for (int i = 0; i < unit->line_count; i++) {
    ENSURE_NEAR(unit->line[3 * i + 1], 0.2 - 0.2 * i / (unit->line_count - 1), 1e-3);
    ENSURE(hypot(unit->line[3 * i], unit->line[3 * i + 2]) < 1e-3);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void spline_that_holds_nothing_is_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx,
                BAR_WITH(", 'fibres': {'from': 'spline', 'spline': {'count': [2, 2, 2], 'degree': "
                         "[1, 1, 1], 'control': [[5, 0, 0], [5, 0, 1], [5, 1, 0], [5, 1, 1],"
                         " [6, 0, 0], [6, 0, 1], [6, 1, 0], [6, 1, 1]]}}"),
                "all of the muscle is outside of the solid");
  test_context_done(ctx);
}

static void painted_tendon_is_the_mean_of_its_corners(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64], path[100];
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_BAR);
  BrnMesh* mesh;
  BrnArray* paint;
  BrnModel* model;
  def.tets = 300;
  model_folder(folder);
  snprintf(path, sizeof path, "%s/bar.vtu", folder);
  ENSURE_OK(ctx, brn_shape_make(ctx, &def, &mesh));
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, "paint", BRN_ON_VERTEX, 1, BRN_F64, &paint));
  for (int v = 0; v < mesh->vertex_count; v++) {
    paint->value[v] = fmin(fmax(mesh->position[3 * v + 1] / 0.2, 0), 1);
  }
  ENSURE_OK(ctx, brn_mesh_write(ctx, mesh, path, NULL));
  brn_mesh_destroy(ctx, mesh);
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              "{'mesh': {'file': 'bar.vtu'}, " BAR_BONES
                              ", 'muscles': {'m': {" BAR_MUSCLE
                              ", 'tendons': {'by': 'map', 'map': {'array': 'paint'}}}}}",
                              &model));
  for (int t = 0; t < model->mesh->tet_count; t++) {
    double c[3];
    model_centroid(model->mesh, t, c);
    if (model->unit[t] >= 0) ENSURE_NEAR(model->tendon[t], c[1] / 0.2, 1e-12);
  }
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// From the bone down to the muscle, and from the muscle down to the bone.
static void models_that_need_fibres_are_refused_without(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx,
                "{'mesh': {'shape': {'shape': 'bar', 'tets': 800, 'tendon': 0.2}}, " BAR_BONES
                ", 'materials': {'cord': {'like': 'tendon', 'model': 'teran_tendon'}}, 'tendons': "
                "{'upper': {'labels': ['tendon_proximal', 'tendon_distal', 'muscle'], 'material': "
                "'cord'}}}",
                "materials.cord: teran_tendon needs fibres, but \"upper\" has none; say where the "
                "tendon leads by \"from\" and \"to\"");
  model_refuses(
      ctx,
      "{'brawn': 1, " BAR_MESH ", " BAR_BONES ", 'materials': {'bone': {'model': "
      "'blemker_muscle'}}, 'muscles': {'m': {" BAR_MUSCLE "}}}",
      "materials.bone: blemker_muscle needs fibres, but \"top\" has none; give it another "
      "material");
  test_context_done(ctx);
}

static void tendons_of_their_own_have_fibres(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bar', 'tets': 800, 'tendon': 0.2}}, " BAR_BONES
           ", 'tendons': {'upper': {'labels': 'tendon_proximal', 'from': 'top', 'to': 'm'},"
           "'lower': {'labels': 'tendon_distal', 'from': 'base', 'to': 'm'}},"
           "'muscles': {'m': {'labels': ['muscle'], 'origin': {'select': 'a'},"
           "                  'insertion': {'select': 'b'}}},"
           "'selections': {'a': {'parts': 'm', 'box': [[-1, 0.159, -1], [1, 0.161, 1]]},"
           "               'b': {'parts': 'm', 'box': [[-1, 0.039, -1], [1, 0.041, 1]]}}}");
  static const double up[3] = {0, 1, 0};
  for (int t = 0; t < model->mesh->tet_count; t++) {
    int label = model->mesh->tet_label[t];
    ENSURE_NEAR(model->tendon[t], label >= 4, 0);
    if (label >= 4) ENSURE_NEAR(angle_to(model->fibre + 3 * t, label == 4 ? down : up), 0, 1e-4);
    if (label >= 4) ENSURE_INT(model->tendon_material[t], model->material[t]);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void feather_leans_by_its_angle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'mesh': {'shape': {'shape': 'bipennate', 'tets': 4000}}, " BAR_BONES
           ", 'muscles': {'l': {'labels': 'muscle_left', 'fibres': {'from': 'file'}, 'origin': "
           "{'select': 'a'}, 'insertion': {'select': 'b'}}, 'r': {'labels': 'muscle_right', "
           "'fibres': {'from': 'file'}, 'origin': {'select': 'a'}, 'insertion': {'select': 'b'}}},"
           "'selections': {'a': {'plane': {'point': [0, 0.11, 0], 'normal': [0, 1, 0]}},"
           "'b': {'plane': {'point': [0, 0.04, 0], 'normal': [0, -1, 0]}}},"
           "'tendons': {'u': {'labels': 'tendon_proximal'}, 'd': {'labels': ['tendon_distal', "
           "'tendon_central']}}}");
  ENSURE_INT(model->unit_count, 2);
  for (int u = 0; u < 2; u++) {
    ENSURE(model->unit_list[u].pennation > 10 && model->unit_list[u].pennation < 40);
    // from the outside to the sheet, at 25 degrees: at most (0.03 - 0.0075) / sin(25)
    ENSURE(model->unit_list[u].fibre_length < 0.053);
    ENSURE(model->unit_list[u].fibre_length > 0.02);
  }
  ENSURE_NEAR(model->unit_list[0].pennation, model->unit_list[1].pennation, 2);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(bar_runs_from_origin_to_insertion),
          cmocka_unit_test(line_of_action_hangs_on_the_mesh),
          cmocka_unit_test(constant_fibres_follow_the_axis),
          cmocka_unit_test(pennate_fibres_lean_away_from_the_plane),
          cmocka_unit_test(pennate_fibres_lean_away_from_the_selection),
          cmocka_unit_test(spline_fibres_run_along_u),
          cmocka_unit_test(shape_brings_its_own_fibres),
          cmocka_unit_test(vectors_of_a_file_turn_with_its_axes),
          cmocka_unit_test(tendons_by_share_and_by_length_agree_on_a_bar),
          cmocka_unit_test(thin_ends_of_a_spindle_are_tendon),
          cmocka_unit_test(shares_of_tendon_are_shares_of_the_way),
          cmocka_unit_test(line_of_action_is_spread_evenly),
          cmocka_unit_test(spline_that_holds_nothing_is_refused),
          cmocka_unit_test(painted_tendon_is_the_mean_of_its_corners),
          cmocka_unit_test(models_that_need_fibres_are_refused_without),
          cmocka_unit_test(tendons_of_their_own_have_fibres),
          cmocka_unit_test(feather_leans_by_its_angle))
