// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

#define SELECT(text) BAR_SCENE(BAR_MUSCLE, ", 'selections': {" text "}")

typedef bool WantedFn(const double* p);

// exactly the vertices with tets for which `wanted` holds are selected by "a"
static void expect(const char* text, WantedFn* wanted) {
  Fixture f;
  BrnVertexList list;
  fixture_make(&f, text);
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  int at = 0;
  for (int v = 0; v < f.build.model->mesh->vertex_count; v++) {
    bool in = at < list.count && list.vertex[at] == v;
    ENSURE_INT(in, wanted(fixture_point(&f, v)));
    at += in;
  }
  ENSURE_INT(at, list.count);
  ENSURE(list.count > 0);
  brn__free(f.ctx, list.vertex);
  fixture_done(&f);
}

static BrnStatus select_a(BrnBuild* build) {
  BrnVertexList list;
  BRN_TRY(brn__build_select(build, "a", &list));
  brn__free(build->ctx, list.vertex);
  return BRN_OK;
}

static bool in_muscle(const double* p) { return p[1] > -1e-9 && p[1] < 0.2 + 1e-9; }
static bool in_box(const double* p) { return p[0] < 1e-9 && p[1] > 0.1 - 1e-9; }
static bool above(const double* p) { return p[1] > 0.2 - 1e-9; }
static bool in_ball(const double* p) { return brn__norm3(p) < 0.0301; }
static bool near_top(const double* p) { return p[1] > 0.2 - 0.0231; }
static bool on_surface(const double* p) {
  bool wall = fabs(p[0]) > 0.0199 || fabs(p[2]) > 0.0199;
  return in_muscle(p) && (wall || p[1] < 1e-9 || p[1] > 0.2 - 1e-9);
}
static bool low_corner(const double* p) {
  return p[0] < -0.0199 && p[1] < -0.0299 && p[2] < -0.0199;
}
static bool below_box(const double* p) { return in_muscle(p) && !in_box(p); }
static bool top_or_corner(const double* p) { return p[1] > 0.2 - 1e-9 || low_corner(p); }

static void criteria_select_what_they_say(void** state) {
  (void)state;
  expect(SELECT("'a': {'parts': 'flexor'}"), in_muscle);
  expect(SELECT("'a': {'box': [[0, 1, 1], [-1, 0.1, -1]]}"), in_box); // corners in any order
  expect(SELECT("'a': {'plane': {'point': [5, 0.2, 0], 'normal': [0, 3, 0]}}"), above);
  expect(SELECT("'a': {'sphere': {'centre': [0, 0, 0], 'radius': 0.03}}"), in_ball);
  expect(SELECT("'a': {'near': {'parts': 'top', 'within': 0.023}}"), near_top);
  expect(SELECT("'a': {'parts': 'flexor', 'surface': true}"), on_surface);
  expect(SELECT("'a': {'nearest': [[-1, -1, -1]]}"), low_corner);
  expect(SELECT("'a': {'parts': 'flexor', 'box': [[0, 1, 1], [-1, 0.1, -1]], 'invert': true}"),
         below_box);
  expect(SELECT("'a': {'any': ['b', 'top']}, 'b': {'nearest': [[-1, -1, -1]]}"), top_or_corner);
}

static bool in_half(const double* p) { return in_muscle(p) && p[0] < 1e-9 && p[1] > 0.1 - 1e-9; }

static void everything_that_is_given_must_hold(void** state) {
  (void)state;
  expect(SELECT("'a': {'parts': 'flexor', 'box': [[-1, 0.1, -1], [0, 1, 1]], 'any': 'b'}, 'b': "
                "{'plane': {'point': [0, 0.05, 0], 'normal': [0, 1, 0]}}"),
         in_half);
}

static void name_of_a_part_is_all_of_it_and_a_selection_comes_first(void** state) {
  (void)state;
  Fixture f;
  BrnVertexList list;
  fixture_make(&f, SELECT("'top': {'nearest': [[0, 0, 0]]}"));
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "bottom", &list));
  ENSURE_INT(list.count, 36);
  brn__free(f.ctx, list.vertex);
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "top", &list));
  ENSURE_INT(list.count, 1);
  brn__free(f.ctx, list.vertex);
  fixture_done(&f);
}

static void tets_go_by_their_centroid(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, SELECT("'a': {'plane': {'point': [0, 0.1, 0], 'normal': [0, 1, 0]}}, 'b': "
                          "{'parts': 'flexor', 'surface': true}, 'c': {'nearest': [[0, 0.2, 0]]}"));
  const BrnMesh* mesh = f.build.model->mesh;
  bool* in = malloc((size_t)mesh->tet_count);
  ENSURE_OK(f.ctx, brn__build_select_tets(&f.build, "a", in));
  for (int t = 0; t < mesh->tet_count; t++) {
    double y = 0;
    for (int k = 0; k < 4; k++) y += fixture_point(&f, mesh->tet[4 * t + k])[1] / 4;
    ENSURE_INT(in[t], y >= 0.1);
  }
  ENSURE_OK(f.ctx, brn__build_select_tets(&f.build, "b", in));
  int count = 0;
  for (int t = 0; t < mesh->tet_count; t++) count += in[t];
  ENSURE(count > 100 && count < f.build.model->part[2].tet_count + 1);
  ENSURE_OK(f.ctx, brn__build_select_tets(&f.build, "c", in));
  count = 0;
  for (int t = 0; t < mesh->tet_count; t++) count += in[t];
  ENSURE_INT(count, 1);
  free(in);
  fixture_done(&f);
}

static void vertices_are_those_of_the_mesh(void** state) {
  (void)state;
  Fixture f;
  BrnVertexList list;
  fixture_make(&f, SELECT("'a': {'vertices': [7, 3, 3]}, 'b': {'vertices': [100000]}"));
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  ENSURE_INT(list.count, 2);
  ENSURE_INT(list.vertex[0], 3);
  ENSURE_INT(list.vertex[1], 7);
  brn__free(f.ctx, list.vertex);
  ENSURE_STATUS(f.ctx, brn__build_select(&f.build, "b", &list), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, "selections.b.vertices: there is no vertex 100000; the mesh has 0 to ");
  // a copy of a vertex that was taken apart is chosen with it
  BrnModel* model = f.build.model;
  int last = model->mesh->vertex_count - 1;
  model->original = brn__new(f.ctx, model->mesh->vertex_count, int);
  for (int v = 0; v <= last; v++) model->original[v] = v == last ? 7 : v;
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  ENSURE_INT(list.count, 3);
  ENSURE_INT(list.vertex[2], last);
  brn__free(f.ctx, list.vertex);
  fixture_done(&f);
}

static void orphans_of_the_source_do_not_shift_numbers(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, SELECT("'a': {'vertices': [6]}"));
  BrnMesh* source = f.build.source; // as if the file began with two vertices that no tet has
  BrnMesh* longer;
  ENSURE_OK(f.ctx, brn_mesh_create(f.ctx, source->vertex_count + 2, 0, 0, &longer));
  memcpy(longer->position + 6, source->position, sizeof(double) * 3 * (size_t)source->vertex_count);
  longer->position[1] = -7, longer->position[4] = 9;
  brn_mesh_destroy(f.ctx, source);
  f.build.source = longer;
  BrnVertexList list;
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  ENSURE_INT(list.count, 1);
  ENSURE_INT(list.vertex[0], 4);
  brn__free(f.ctx, list.vertex);
  fixture_done(&f);
}

static void vertices_of_a_surface_become_those_nearby(void** state) {
  (void)state;
  Fixture f;
  BrnVertexList list;
  fixture_make(&f, "{'brawn': 1, 'mesh': {'size': 0.1}, 'bones': {'ball': {'form': {'clay': "
                   "[{'centre': [0, 0, 0], 'half': [0.5, 0.5, 0.5]}], 'detail': 8}}}, 'selections':"
                   " {'a': {'parts': 'ball', 'vertices': [0, 5]}, 'b': {'parts': 'ball', "
                   "'vertices': [99999]}}}");
  const BrnMesh* surface = f.build.model->surface[0].mesh;
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  ENSURE(list.count >= 1 && list.count <= 2);
  for (int i = 0; i < list.count; i++) {
    const double* p = fixture_point(&f, list.vertex[i]);
    double near =
        fmin(brn__distance3(p, surface->position), brn__distance3(p, surface->position + 15));
    ENSURE(near < 0.1);
  }
  brn__free(f.ctx, list.vertex);
  ENSURE_STATUS(f.ctx, brn__build_select(&f.build, "b", &list), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, "the surface has 0 to ");
  fixture_done(&f);
}

static void empty_selection_names_the_criterion_and_the_miss(void** state) {
  (void)state;
  fixture_refuse(SELECT("'a': {'sphere': {'centre': [0, 0.3, 0], 'radius': 0.0669}}"), select_a,
                 "selections.a: \"sphere\" leaves no vertex; the nearest vertex is 3.1 mm outside");
  fixture_refuse(SELECT("'a': {'parts': 'flexor', 'near': {'parts': 'top', 'within': 0.3}, 'box': "
                        "[[0, 0.21, 0], [1, 1, 1]]}"),
                 select_a, "\"box\" leaves no vertex; the nearest vertex is 10 mm outside of it");
  fixture_refuse(SELECT("'a': {'parts': 'bottom', 'near': {'parts': 'top', 'within': 0.15}}"),
                 select_a, "\"near\" leaves no vertex; the nearest vertex is 50 mm outside of it");
  fixture_refuse(SELECT("'a': {'parts': 'top', 'plane': {'point': [0, 0.24, 0], 'normal': [0, 1, "
                        "0]}}"),
                 select_a, "\"plane\" leaves no vertex; the nearest vertex is 10 mm outside of it");
  fixture_refuse(SELECT("'a': {'parts': 'top', 'any': 'bottom'}"), select_a,
                 "selections.a: \"any\" leaves no vertex");
  fixture_refuse(SELECT("'a': {'parts': 'top', 'invert': true}"), select_a,
                 "selections.a: \"invert\" leaves no vertex");
}

static void inverted_nothing_is_everything(void** state) {
  (void)state;
  expect(SELECT("'a': {'parts': 'flexor', 'sphere': {'centre': [9, 9, 9], 'radius': 1}, 'invert': "
                "true}"),
         in_muscle);
}

static void circles_are_named(void** state) {
  (void)state;
  fixture_refuse(SELECT("'a': {'any': ['top', 'b']}, 'b': {'any': 'c'}, 'c': {'any': 'b'}"),
                 select_a, "selections.c.any: goes in circles: it leads back to \"c\"");
  fixture_refuse(SELECT("'a': {'any': 'a'}"), select_a, "goes in circles: it leads back to \"a\"");
}

static void bad_criteria_are_refused(void** state) {
  (void)state;
  fixture_refuse(SELECT("'a': {'plane': {'point': [0, 0, 0], 'normal': [0, 0, 0]}}"), select_a,
                 "selections.a: the \"normal\" of the plane has no length");
  fixture_refuse(
      SELECT("'a': {'parts': 'flexr'}"), select_a,
      "selections.a.parts: there is no bone, muscle or tendon \"flexr\"; did you mean \"flexor\"?");
  fixture_refuse(
      SELECT("'a': {'near': {'parts': 'tap', 'within': 1}}"), select_a,
      "selections.a.near.parts: there is no bone, muscle or tendon \"tap\"; did you mean \"top\"?");
}

static void long_chains_are_worked_out_once_each_or_refused(void** state) {
  (void)state;
  char scene[10000];
  for (int links = 98; links <= 99; links++) { // two ways at each step: 2^98 in all
    int used = (int)strlen(BAR_SCENE("", "")) - 3;
    memcpy(scene, BAR_SCENE("", ""), (size_t)used);
    used += sprintf(scene + used, BAR_MUSCLE "}}, 'selections': {'a': {'any': ['s1', 's1']}");
    for (int i = 1; i <= links; i++) {
      used += sprintf(scene + used, ", 's%d': {'any': ['s%d', 's%d']}", i, i + 1, i + 1);
    }
    sprintf(scene + used, ", 's%d': {'any': ['top']}}}", links + 1);
    if (links == 98) expect(scene, above);
    if (links == 99) fixture_refuse(scene, NULL, "selections.a.any: more than 100 selections lead");
  }
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(SELECT("'a': {'parts': 'flexor', 'surface': true, 'any': ['b', 'top'], "
                                 "'near': {'parts': 'top', 'within': 0.1}}, 'b': {'nearest': [[-1, "
                                 "-1, -1]]}"),
                          NULL, select_a);
}

TEST_MAIN(cmocka_unit_test(criteria_select_what_they_say),
          cmocka_unit_test(everything_that_is_given_must_hold),
          cmocka_unit_test(name_of_a_part_is_all_of_it_and_a_selection_comes_first),
          cmocka_unit_test(tets_go_by_their_centroid),
          cmocka_unit_test(vertices_are_those_of_the_mesh),
          cmocka_unit_test(orphans_of_the_source_do_not_shift_numbers),
          cmocka_unit_test(vertices_of_a_surface_become_those_nearby),
          cmocka_unit_test(empty_selection_names_the_criterion_and_the_miss),
          cmocka_unit_test(inverted_nothing_is_everything), cmocka_unit_test(circles_are_named),
          cmocka_unit_test(bad_criteria_are_refused),
          cmocka_unit_test(long_chains_are_worked_out_once_each_or_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
