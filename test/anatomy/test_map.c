// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"

#include <unistd.h>

static const char bar[] = BAR_SCENE(BAR_MUSCLE, "");

// a cube of bone, and one of muscle beside it, from surfaces
static const char cubes[] =
    "{'brawn': 1, 'mesh': {'size': 0.3}, 'bones': {'cube': {'form': {'clay': [{'centre': [0, 0, "
    "0], 'half': [1, 1, 1]}], 'detail': 16}}, 'other': {'form': {'clay': [{'centre': [3, 0, 0], "
    "'half': [0.8, 0.8, 0.8]}], 'detail': 16}}}}";

static double linear(const double* p) { return 0.5 + 0.2 * p[0] - 0.1 * p[1] + 0.05 * p[2]; }

static void paint(BrnContext* ctx, BrnMesh* mesh, const char* name) {
  BrnArray* array;
  ENSURE_OK(ctx, brn_mesh_add_array(ctx, mesh, name, BRN_ON_VERTEX, 1, BRN_F64, &array));
  for (int v = 0; v < mesh->vertex_count; v++) array->value[v] = linear(mesh->position + 3 * v);
}

static void linear_map_comes_over_from_a_surface(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, cubes);
  BrnMesh* surface = f.build.model->surface[0].mesh;
  paint(f.ctx, surface, "red");
  int count = f.build.model->mesh->vertex_count, inside = 0;
  double* value = malloc(sizeof(double) * (size_t)count);
  BrnSceneMap map = {.part = (char*)"cube", .array = (char*)"red", .above = 0.5};
  ENSURE_OK(f.ctx, brn__build_map(&f.build, "here", &map, value));
  BrnBvh* bvh;
  ENSURE_OK(f.ctx, brn_bvh_create(f.ctx, surface, &bvh));
  for (int v = 0; v < count; v++) {
    const double* p = fixture_point(&f, v);
    BrnSurfacePoint at = brn_bvh_closest(bvh, p, INFINITY);
    bool own = p[0] < 1.6;
    inside += own;
    ENSURE_NEAR(value[v], own ? linear(at.point) : 0, 1e-12);
  }
  ENSURE(inside > 50 && inside < count - 50);
  brn_bvh_destroy(f.ctx, bvh);
  free(value);
  fixture_done(&f);
}

static void map_of_the_mesh_file_is_taken_as_it_is(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  paint(f.ctx, f.build.source, "red");
  int count = f.build.model->mesh->vertex_count;
  double* value = malloc(sizeof(double) * (size_t)count);
  BrnSceneMap map = {.array = (char*)"red", .above = 0.5};
  ENSURE_OK(f.ctx, brn__build_map(&f.build, "here", &map, value));
  for (int v = 0; v < count; v++) ENSURE(value[v] == linear(fixture_point(&f, v)));
  map.part = (char*)"top"; // came as tets: the same numbers, but only there
  ENSURE_OK(f.ctx, brn__build_map(&f.build, "here", &map, value));
  for (int v = 0; v < count; v++) {
    const double* p = fixture_point(&f, v);
    ENSURE(value[v] == (p[1] > 0.2 - 1e-9 ? linear(p) : 0));
  }
  free(value);
  fixture_done(&f);
}

static void selection_takes_what_is_painted_enough(void** state) {
  (void)state;
  Fixture f;
  BrnVertexList list;
  fixture_make(&f, BAR_SCENE(BAR_MUSCLE, ", 'selections': {'a': {'map': {'array': 'red', 'above': "
                                         "0.48}}}"));
  paint(f.ctx, f.build.source, "red");
  ENSURE_OK(f.ctx, brn__build_select(&f.build, "a", &list));
  int expected = 0;
  for (int v = 0; v < f.build.model->mesh->vertex_count; v++) {
    expected += linear(fixture_point(&f, v)) >= 0.48;
  }
  ENSURE_INT(list.count, expected);
  ENSURE(expected > 0 && expected < f.build.model->mesh->vertex_count);
  brn__free(f.ctx, list.vertex);
  fixture_done(&f);
}

static void bad_maps_are_refused(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  double* value = malloc(sizeof(double) * (size_t)f.build.model->mesh->vertex_count);
  BrnArray* array;
  paint(f.ctx, f.build.source, "red");
  ENSURE_OK(f.ctx,
            brn_mesh_add_array(f.ctx, f.build.source, "wide", BRN_ON_VERTEX, 3, BRN_F64, &array));
  ENSURE_OK(f.ctx,
            brn_mesh_add_array(f.ctx, f.build.source, "loud", BRN_ON_VERTEX, 1, BRN_F64, &array));
  array->value[11] = 1.5;
  const char* trial[][2] = {
      {"rad", "here: there is no vertex array \"rad\"; did you mean \"red\"?"},
      {"wide", "here: the array \"wide\" has 3 numbers per vertex, but a map is one"},
      {"loud", "here: the array \"loud\" is 1.5 at vertex 11, but must be 0 to 1"},
  };
  for (int i = 0; i < 3; i++) {
    BrnSceneMap map = {.array = (char*)trial[i][0]};
    ENSURE_STATUS(f.ctx, brn__build_map(&f.build, "here", &map, value), BRN_INVALID);
    ENSURE_ERROR_HAS(f.ctx, trial[i][1]);
  }
  free(value);
  fixture_done(&f);
  fixture_make(&f, cubes);
  BrnSceneMap map = {.array = (char*)"red"};
  double none;
  f.build.model->mesh->vertex_count = 1; // room for one number is enough to be refused
  ENSURE_STATUS(f.ctx, brn__build_map(&f.build, "here", &map, &none), BRN_INVALID);
  ENSURE_ERROR_HAS(f.ctx, "needs \"part\", whose surface was painted");
  fixture_done(&f);
}

// the file has a number per line; line `odd` (from 0) has the text instead
static BrnStatus read_file(Fixture* f, int count, int odd, const char* text, double* value) {
  char path[] = "/tmp/brawn_map_XXXXXX";
  int handle = mkstemp(path);
  ENSURE(handle >= 0);
  FILE* file = fdopen(handle, "w");
  for (int v = 0; v < count; v++) {
    if (v == odd) {
      fprintf(file, "%s\n", text);
    } else {
      fprintf(file, "%.17g\n", linear(fixture_point(f, v)));
    }
  }
  fclose(file);
  BrnSceneMap map = {.file = path, .above = 0.5};
  BrnStatus status = brn__build_map(&f->build, "here", &map, value);
  remove(path);
  return status;
}

static void text_file_has_a_number_per_vertex(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, bar);
  int count = f.build.model->mesh->vertex_count;
  double* value = malloc(sizeof(double) * (size_t)count);
  ENSURE_OK(f.ctx, read_file(&f, count, -1, "", value));
  for (int v = 0; v < count; v++) ENSURE(value[v] == linear(fixture_point(&f, v)));
  ENSURE(read_file(&f, count, 2, "-0.1", value) != BRN_OK);
  ENSURE_ERROR_HAS(f.ctx, ":3: the number of vertex 2 is -0.1, but must be 0 to 1");
  ENSURE(read_file(&f, count, 4, "nan", value) != BRN_OK);
  ENSURE(read_file(&f, count, 4, "much", value) != BRN_OK);
  ENSURE_ERROR_HAS(f.ctx, ":5: expected a number (the number of vertex 4), found \"much\"");
  ENSURE(read_file(&f, count - 1, -1, "", value) != BRN_OK);
  ENSURE_ERROR_HAS(f.ctx, "the file ends after 233 numbers; there are 234 vertices");
  ENSURE(read_file(&f, count, count - 1, "0 0.5", value) != BRN_OK);
  ENSURE_ERROR_HAS(f.ctx, ":234: there are more numbers than the 234 vertices: \"0.5\"");
  BrnSceneMap map = {.file = (char*)"/nowhere/map.txt"};
  ENSURE_STATUS(f.ctx, brn__build_map(&f.build, "here", &map, value), BRN_NOT_FOUND);
  free(value);
  fixture_done(&f);
}

static BrnStatus map_of_cube(BrnBuild* build) {
  double* value = malloc(sizeof(double) * (size_t)build->model->mesh->vertex_count);
  BrnSceneMap map = {.part = (char*)"top", .array = (char*)"red"};
  BrnStatus status = brn__build_map(build, "here", &map, value);
  free(value);
  return status;
}

static BrnStatus paint_source(BrnBuild* build) {
  paint(build->ctx, build->source, "red");
  return BRN_OK;
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(bar, paint_source, map_of_cube);
}

TEST_MAIN(cmocka_unit_test(linear_map_comes_over_from_a_surface),
          cmocka_unit_test(map_of_the_mesh_file_is_taken_as_it_is),
          cmocka_unit_test(selection_takes_what_is_painted_enough),
          cmocka_unit_test(bad_maps_are_refused),
          cmocka_unit_test(text_file_has_a_number_per_vertex),
          cmocka_unit_test(every_failed_allocation_is_clean))
