// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"

#include "anatomy/fascia.h"
#include "core/vec.h"

// Three spindles along x, 5 cm apart along z, over a bone: a slab below all of them.

#define AT(z)                                                                                      \
  "'form': {'sweep': {'points': [[0, 0, " z "], [0.1, 0, " z "], [0.2, 0, " z "]], "               \
  "'widths': [[0.006, 0.006], [0.02, 0.02], [0.006, 0.006]]}, 'detail': 24}"
#define SLAB                                                                                       \
  "'bones': {'slab': {'form': {'clay': [{'centre': [0.1, -0.05, 0.05], 'half': [0.15, 0.02, "      \
  "0.1]}], 'detail': 16}, 'fixed': true}}"
#define MUSCLES "'muscles': {'a': {" AT("0") "}, 'b': {" AT("0.05") "}, 'big c': {" AT("0.1") "}}"
#define SCENE(fascia)                                                                              \
  "{'brawn': 1, " SLAB ", " MUSCLES ", 'solver': {'method': 'xpbd'}, 'fascia': {" fascia "}}"

static const double* at(const BrnModel* model, int vertex) {
  return model->mesh->position + 3 * (size_t)vertex;
}

static void deep_fascia_holds_what_faces_its_target(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE("'f': {'kind': 'deep', 'muscles': ['a'], 'targets': "
                                           "['b'], 'within': 0.03}"));
  ENSURE_INT(model->fascia_count, 1);
  const BrnModelFascia* fascia = &model->fascia[0];
  ENSURE_INT(fascia->flesh, 0);
  ENSURE_INT(fascia->target_count, 1);
  ENSURE_INT(fascia->target[0], model->flesh[1].surface);
  ENSURE(strcmp(fascia->name, "f") == 0);
  ENSURE(fascia->count > 10);
  for (int i = 0; i < fascia->count; i++) {
    ENSURE(at(model, fascia->vertex[i])[2] > 0); // towards b
    ENSURE(i == 0 || fascia->vertex[i] > fascia->vertex[i - 1]);
    ENSURE(fascia->distance[i] <= 0.03 && fascia->side[i] == 1);
    ENSURE_INT(fascia->surface[i], model->flesh[1].surface);
    ENSURE(fascia->weight[3 * i] == 1 && fascia->weight[3 * i + 1] == 0);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void what_looks_aside_is_not_held(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE("'f': {'kind': 'deep', 'muscles': ['a'], 'targets': "
                                           "['b'], 'within': 0.03, 'facing': 20}"));
  const BrnModelFascia* fascia = &model->fascia[0];
  ENSURE(fascia->count > 2);
  for (int i = 0; i < fascia->count; i++) { // normals of round sections, about 20 degrees at most
    const double* x = at(model, fascia->vertex[i]);
    ENSURE(x[2] > 0 && fabs(x[1]) < 0.4 * x[2]);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void places_and_offsets_give_the_vertex_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE("'f': {'kind': 'all', 'targets': ['slab'], 'within': "
                                           "0.05, 'hard': 1}"));
  ENSURE_INT(model->fascia_count, 3);
  for (int f = 0; f < 3; f++) {
    const BrnModelFascia* fascia = &model->fascia[f];
    for (int i = 0; i < fascia->count; i++) {
      const BrnModelSurface* surface = &model->surface[fascia->surface[i]];
      const int* corner = surface->mesh->triangle + 3 * fascia->triangle[i];
      const double *p[3], *o = fascia->offset + 3 * i;
      double along[3], across[3], normal[3], x[3] = {0};
      for (int c = 0; c < 3; c++) {
        p[c] = surface->mesh->position + 3 * corner[c];
        brn__axpy3(x, x, fascia->barycentric[3 * i + c], p[c]);
      }
      ENSURE_NEAR(brn__distance3(x, at(model, fascia->vertex[i])), fascia->distance[i], 1e-12);
      brn__sub3(along, p[1], p[0]);
      brn__triangle_normal(normal, p[0], p[1], p[2]);
      brn__normalize3(along);
      brn__normalize3(normal);
      brn__cross3(across, normal, along);
      brn__axpy3(x, x, o[0], along);
      brn__axpy3(x, x, o[1], across);
      brn__axpy3(x, x, o[2], normal);
      ENSURE(brn__distance3(x, at(model, fascia->vertex[i])) < 1e-12);
    }
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void superficial_fascia_holds_the_outside(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, SCENE("'f': {'kind': 'superficial', 'muscles': ['b'], "
                                           "'targets': ['bones']}"));
  ENSURE_INT(model->fascia_count, 1);
  const BrnModelFascia* fascia = &model->fascia[0];
  ENSURE(fascia->count > 10);
  for (int i = 0; i < fascia->count; i++) { // above: the slab is below, a and c at the sides
    const double* p = at(model, fascia->vertex[i]);
    ENSURE(p[1] > -0.004);
    bool middle = p[0] > 0.05 && p[0] < 0.15;
    if (middle) ENSURE(p[1] > 0.002 && fabs(p[2] - 0.05) < 0.0199);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void names_with_stars_mean_all_that_match(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model =
      model_build(ctx, SCENE("'f': {'muscles': ['big*', '?'], 'targets': ['muscles'], "
                             "'within': 0.03, 'facing': 90}"));
  ENSURE_INT(model->fascia_count, 3);
  ENSURE_INT(model->fascia[1].target_count, 2); // not itself
  for (int t = 0; t < 2; t++) ENSURE(model->fascia[1].target[t] != model->flesh[1].surface);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void attached_vertices_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'brawn': 1, 'bones': {'block': {'form': {'clay': [{'centre': [-0.005, 0, 0], 'half': "
           "[0.012, 0.012, 0.012]}], 'detail': 12}, 'fixed': true}}, 'muscles': {'m': {" AT(
               "0") ", 'origin': 'block'}}, 'solver': {'method': 'xpbd'}, 'fascia': {'f': {'kind': "
                    "'all', "
                    "'within': 0.02}}}");
  ENSURE_INT(model->fascia_count, 1);
  const BrnModelAttachment* attachment = &model->attachment[0];
  ENSURE(attachment->vertex_count > 3 && model->fascia[0].count > 3);
  for (int i = 0; i < model->fascia[0].count; i++) {
    for (int k = 0; k < attachment->vertex_count; k++) {
      ENSURE(model->fascia[0].vertex[i] != attachment->vertex[k]);
    }
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void selections_and_maps_choose_vertices(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, "{'brawn': 1, " SLAB ", " MUSCLES ", 'solver': {'method': 'xpbd'}, 'selections': "
           "{'left': {'plane': {'point': [0.1, 0, 0], 'normal': [-1, 0, 0]}}}, 'fascia': {'f': "
           "{'kind': 'all', 'muscles': ['a'], 'targets': ['slab'], 'select': 'left', 'within': "
           "0.1}}}");
  ENSURE_INT(model->fascia_count, 1);
  ENSURE(model->fascia[0].count > 20);
  for (int i = 0; i < model->fascia[0].count; i++) {
    ENSURE(at(model, model->fascia[0].vertex[i])[0] <= 0.1 + 1e-9);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------ painted maps

#define PAINTED(map, rest)                                                                         \
  SCENE("'f': {'kind': 'all', 'muscles': ['a'], 'targets': ['slab'], 'within': 0.1, " map          \
        ": {'part': 'a', 'file': 'paint.txt'}" rest "}")

// half of the way is not painted, then it is stronger and stronger
static double painted_at(const double* p) { return fmin(1, fmax(0, (p[0] - 0.1) / 0.1)); }

static void write_paint(const BrnModel* model, const char* folder) {
  char text[20000];
  size_t used = 0;
  for (int v = 0; v < model->flesh[0].vertex_count; v++) {
    double value = painted_at(at(model, model->flesh[0].first + v));
    used += (size_t)snprintf(text + used, sizeof text - used, "%.17g\n", value);
    ENSURE(used < sizeof text - 40);
  }
  model_write_file(folder, "paint.txt", text, used);
}

// `painted`: slide, soft, hard of a tied vertex, from what is painted there
static void check_painted(BrnContext* ctx, const char* folder, const char* scene, bool all,
                          void (*expected)(double paint, double painted[3])) {
  BrnModel* model;
  ENSURE_OK(ctx, model_try_in(ctx, folder, scene, &model));
  ENSURE_INT(model->fascia_count, 1);
  const BrnModelFascia* fascia = &model->fascia[0];
  int strong = 0;
  for (int v = 0; v < model->flesh[0].vertex_count; v++) {
    strong += painted_at(at(model, model->flesh[0].first + v)) > 0;
  }
  ENSURE(strong > 50 && strong < model->flesh[0].vertex_count - 50);
  ENSURE_INT(fascia->count, all ? model->flesh[0].vertex_count : strong);
  for (int i = 0; i < fascia->count; i++) {
    double painted[3], weight[3];
    expected(painted_at(at(model, fascia->vertex[i])), painted);
    brn__fascia_weights(painted, weight);
    for (int k = 0; k < 3; k++) ENSURE_NEAR(fascia->weight[3 * i + k], weight[k], 1e-9);
  }
  brn_model_destroy(ctx, model);
}

static void half_slide(double paint, double* out) { out[0] = 0.5 * paint, out[1] = out[2] = 0; }

static void soft_and_hard(double paint, double* out) {
  out[0] = 0, out[1] = 0.8 * paint, out[2] = 0.4;
}

static void soft_and_painted_hard(double paint, double* out) {
  out[0] = 0.25, out[1] = 0.3, out[2] = paint;
}

static void painted_maps_multiply_their_weight(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnModel* model = model_build(ctx, SCENE(""));
  write_paint(model, folder);
  brn_model_destroy(ctx, model);
  // what is painted with 0 and has no other weight is not tied at all
  check_painted(ctx, folder, PAINTED("'slide_map'", ", 'slide': 0.5"), false, half_slide);
  check_painted(ctx, folder, PAINTED("'soft_map'", ", 'slide': 0, 'soft': 0.8, 'hard': 0.4"), true,
                soft_and_hard);
  check_painted(ctx, folder, PAINTED("'hard_map'", ", 'slide': 0.25, 'soft': 0.3, 'hard': 1"), true,
                soft_and_painted_hard);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void maps_of_another_part_paint_nothing_here(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  model_folder(folder);
  BrnModel* model = model_build(ctx, SCENE(""));
  write_paint(model, folder);
  brn_model_destroy(ctx, model);
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              SCENE("'f': {'kind': 'all', 'targets': ['slab'], 'within': 0.1, "
                                    "'slide_map': {'part': 'big c', 'file': 'paint.txt'}}"),
                              &model));
  ENSURE_INT(model->fascia_count, 1); // of three muscles
  ENSURE_INT(model->fascia[0].flesh, 2);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void maps_that_cannot_be_read_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, PAINTED("'soft_map'", ""), "fascia.f.soft_map: ./paint.txt");
  model_refuses(ctx, SCENE("'f': {'hard_map': {'part': 'a', 'array': 'red'}}"),
                "fascia.f.hard_map");
  model_refuses(ctx, SCENE("'f': {'slide_map': 'red'}"),
                "fascia.f.slide_map: needs \"part\", whose surface was painted");
  test_context_done(ctx);
}

// ---------------------------------------------------------------------------------------- failures

static void names_that_lead_nowhere_are_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, SCENE("'f': {'muscles': ['big d']}"),
                "fascia.f.muscles: there is no muscle \"big d\"; did you mean \"big c\"?");
  model_refuses(ctx, SCENE("'f': {'targets': ['slap']}"),
                "fascia.f.targets: there is no part \"slap\"; did you mean \"slab\"?");
  model_refuses(ctx, SCENE("'f': {'targets': ['envelope']}"),
                "fascia.f.targets: there is no envelope; give the scene one");
  test_context_done(ctx);
}

static void note_warning(void* user, BrnLogLevel level, const char* message) {
  size_t used = strlen(user);
  if (level == BRN_LOG_WARNING) snprintf((char*)user + used, 900 - used, "%s\n", message);
}

static void check_told(const char* scene, int count, const char* expected) {
  char last[900] = "";
  BrnContextDef def = brn_context_def_default();
  def.log = note_warning, def.log_user = last, def.workers = 2;
  BrnContext* ctx = brn_context_create(&def);
  BrnModel* model = model_build(ctx, scene);
  ENSURE_INT(model->fascia_count, count);
  ENSURE(strstr(last, expected));
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void fascia_that_holds_nothing_is_told(void** state) {
  (void)state;
  check_told(SCENE("'far': {'targets': ['slab'], 'within': 0.001}"), 0,
             "fascia.far: it holds nothing: no vertex is near enough");
  check_told(SCENE("'f': {'kind': 'all', 'slide': 0}"), 0,
             "fascia.f: it holds nothing: its weights are all 0");
  check_told(SCENE("'f': {'kind': 'all', 'stiffness': 0, 'within': 0.1}"), 3,
             "fascia.f: its stiffness is 0");
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = model_scene_in(ctx, ".", SCENE("'f': {'within': 0.03}, 'g': {'kind': 'all'}"));
  BrnBuildDef def = brn_build_def_default();
  BrnModel* model = NULL;
  size_t before = brn_byte_count(ctx);
  for (int k = 0; !model; k += k < 900 ? 23 : 1) { // the last ones are those of fascia
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_model_build(ctx, scene, &def, &model, NULL);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == (model ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(model || brn_byte_count(ctx) == before);
  }
  brn_model_destroy(ctx, model);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(deep_fascia_holds_what_faces_its_target),
          cmocka_unit_test(what_looks_aside_is_not_held),
          cmocka_unit_test(places_and_offsets_give_the_vertex_back),
          cmocka_unit_test(superficial_fascia_holds_the_outside),
          cmocka_unit_test(names_with_stars_mean_all_that_match),
          cmocka_unit_test(attached_vertices_are_left_out),
          cmocka_unit_test(selections_and_maps_choose_vertices),
          cmocka_unit_test(painted_maps_multiply_their_weight),
          cmocka_unit_test(maps_of_another_part_paint_nothing_here),
          cmocka_unit_test(maps_that_cannot_be_read_are_named),
          cmocka_unit_test(names_that_lead_nowhere_are_told),
          cmocka_unit_test(fascia_that_holds_nothing_is_told),
          cmocka_unit_test(every_failed_allocation_is_clean))
