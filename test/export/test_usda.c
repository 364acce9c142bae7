// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"
#include "run/run_test.h"

// ----------------------------------------------------------------------------------------- reading

static char* export_usda(ExportTest* test, const BrnExportDef* def) {
  size_t size;
  ENSURE_OK(test->ctx, export_go(test, "a.usda", def));
  return export_read(test, "a.usda", &size);
}

/// From the text behind the first occurrence of each in turn; fails when there is none.
static const char* find(const char* text, const char* const* what) {
  for (; *what; what++) {
    const char* at = strstr(text, *what);
    if (!at) fail_msg("there is no '%s'", *what);
    text = at + strlen(*what);
  }
  return text;
}
#define FIND(text, ...) find(text, (const char* const[]){__VA_ARGS__, NULL})

/// Numbers up to the ']' that ends a list, whatever is between them. How many.
static int read_list(const char* text, double* out, int room) {
  int count = 0;
  ENSURE(*text++ == '[');
  while (*text != ']') {
    char* end;
    double value = strtod(text, &end);
    if (end > text) {
      ENSURE(count < room);
      out[count++] = value;
      text = end;
    } else {
      ENSURE(strchr("(), ", *text) != NULL);
      text++;
    }
  }
  return count;
}

static void check_list(const char* text, const double* wanted, int count, double tolerance) {
  double value[200];
  ENSURE_INT(read_list(text, value, 200), count);
  for (int i = 0; i < count; i++) ENSURE_NEAR(value[i], wanted[i], tolerance);
}

static void check_points(const char* prim, int first, int count, const char* code, int frame,
                         const BrnExportDef* def) {
  double wanted[3 * POINTS];
  for (int v = 0; v < count; v++) {
    export_expect_in(first + v, frame, def->metres_per_unit, def->up, wanted + 3 * v);
  }
  check_list(FIND(prim, "point3f[] points.timeSamples = {", code), wanted, 3 * count,
             3e-8 / def->metres_per_unit);
}

// ---------------------------------------------------------------------------------------- surfaces

static void every_frame_has_its_points(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  char* text = export_usda(&test, &def);
  const char *box = FIND(text, "def Mesh \"upper_arm\""),
             *tent = FIND(text, "def Mesh \"fore_arm\"");
  static const char* const code[] = {"10: ", "11: ", "12: ", "13: ", "14: "};
  for (int k = 0; k < FRAMES; k++) {
    check_points(box, 0, BOX, code[k], k, &def);
    check_points(tent, BOX, TENT, code[k], k, &def);
  }
  free(text);
  export_done(&test);
}

static void units_and_axes_are_told_and_true(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.metres_per_unit = 0.01;
  def.up = 'z';
  char* text = export_usda(&test, &def);
  FIND(text, "metersPerUnit = 0.01\n");
  FIND(text, "upAxis = \"Z\"\n");
  check_points(FIND(text, "def Mesh \"fore_arm\""), BOX, TENT, "13: ", 3, &def);
  free(text);
  def.up = 'x';
  def.force = true;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.usda", &def), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "Y up or Z up");
  export_done(&test);
}

static void stage_tells_times(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  test.replay->per_second = 25;
  def.first = 11;
  def.every = 2;
  char* text = export_usda(&test, &def);
  ENSURE(strncmp(text, "#usda 1.0\n(\n    defaultPrim = \"a_b\"\n", 30) == 0);
  FIND(text, "startTimeCode = 11\n");
  FIND(text, "endTimeCode = 13\n");
  FIND(text, "timeCodesPerSecond = 25\n");
  FIND(text, "framesPerSecond = 25\n");
  const char* samples = FIND(text, "points.timeSamples = {");
  ENSURE(strstr(samples, "12: ") == NULL);
  check_points(FIND(text, "def Mesh \"fore_arm\""), BOX, TENT, "13: ", 3, &def);
  free(text);
  export_done(&test);
}

// time goes before numbers
static void uneven_times_are_kept(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->per_second = 25;
  test.replay->frame[4].time += 0.01;
  char* text = export_usda(&test, NULL);
  FIND(text, "endTimeCode = 14.25\n");
  FIND(text, "points.timeSamples = {", "13: ", "14.25: ");
  free(text);
  export_done(&test);
}

static void polygons_stay_whole(void** state) {
  (void)state;
  ExportTest test = export_make();
  char* text = export_usda(&test, NULL);
  const char *box = FIND(text, "def Mesh \"upper_arm\""),
             *tent = FIND(text, "def Mesh \"fore_arm\"");
  check_list(FIND(box, "int[] faceVertexCounts = "), (double[]){4, 4, 4, 4, 4, 4}, 6, 0);
  check_list(FIND(tent, "int[] faceVertexCounts = "), (double[]){5, 3, 3, 3, 3, 3}, 6, 0);
  const double corner[] = {4, 3, 2, 1, 0, 0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 4, 5, 4, 0, 5};
  check_list(FIND(tent, "int[] faceVertexIndices = "), corner, 20, 0);
  FIND(tent, "uniform token subdivisionScheme = \"none\"\n");
  FIND(tent, "uniform token orientation = \"rightHanded\"\n");
  free(text);
  export_done(&test);
}

static void rest_pose_is_the_value_without_time(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.first = 13;
  char* text = export_usda(&test, &def);
  const char* tent = FIND(text, "def Mesh \"fore_arm\"");
  check_list(FIND(tent, "point3f[] points = "), &export_rest[BOX][0], 3 * TENT, 3e-8);
  const double extent[] = {0.18, 0.1, 0, 0.35, 0.27, 0.4};
  check_list(FIND(tent, "float3[] extent = "), extent, 6, 3e-8);
  double p[3];
  export_expect(POINTS - 1, 4, p); // the tip is the highest in z
  double box[6];
  ENSURE_INT(read_list(FIND(tent, "float3[] extent.timeSamples = {", "14: "), box, 6), 6);
  ENSURE_NEAR(box[5], p[2], 3e-8);
  free(text);
  export_done(&test);
}

static void normals_are_those_of_the_frame(void** state) {
  (void)state;
  ExportTest test = export_make();
  char* text = export_usda(&test, NULL);
  double point[3 * TENT], normal[3 * TENT];
  for (int v = 0; v < TENT; v++) export_expect(BOX + v, 4, point + 3 * v);
  brn_skin_normals(test.ctx, &test.replay->part[1].skin, point, normal);
  const char* tent = FIND(text, "def Mesh \"fore_arm\"");
  check_list(FIND(tent, "normal3f[] normals.timeSamples = {", "14: "), normal, 3 * TENT, 5.1e-4);
  free(text);
  export_done(&test);
}

static void floats_read_back_as_they_were(void** state) {
  (void)state;
  ExportTest test = export_make();
  char* text = export_usda(&test, NULL);
  double value[3 * BOX], p[3];
  const char* box = FIND(text, "def Mesh \"upper_arm\"", "points.timeSamples = {", "13: ");
  ENSURE_INT(read_list(box, value, 3 * BOX), 3 * BOX);
  for (int v = 0; v < BOX; v++) {
    export_expect(v, 3, p);
    for (int a = 0; a < 3; a++) ENSURE((float)value[3 * v + a] == (float)p[a]);
  }
  free(text);
  export_done(&test);
}

static void one_frame_still_has_its_time(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.first = def.last = 12;
  char* text = export_usda(&test, &def);
  FIND(text, "endTimeCode = 12\n");
  FIND(text, "startTimeCode = 12\n");
  check_points(FIND(text, "def Mesh \"fore_arm\""), BOX, TENT, "12: ", 2, &def);
  free(text);
  def.first = def.last = 10; // which is at rest
  def.force = true;
  text = export_usda(&test, &def);
  ENSURE(strstr(text, "timeSamples") == NULL);
  check_list(FIND(text, "def Mesh \"fore_arm\"", "points = "), &export_rest[BOX][0], 3 * TENT,
             3e-8);
  free(text);
  export_done(&test);
}

static void names_are_identifiers_and_kept_beside(void** state) {
  (void)state;
  ExportTest test = export_make();
  for (int p = 0; p < 2; p++) {
    brn__free(test.ctx, test.replay->part[p].name);
    test.replay->part[p].name = brn__strdup(test.ctx, p ? "2 \"ü\"" : "2 \"ä\"\\\n\t\xff");
  }
  char* text = export_usda(&test, NULL);
  FIND(text, "def Mesh \"_2________\" (\n            displayName = \"2 \\\"ä\\\"\\\\\\n\\x09?\"\n");
  FIND(text, "def Mesh \"_2____\" (\n            displayName = \"2 \\\"ü\\\"\"\n");
  free(text);
  brn__free(test.ctx, test.replay->part[0].name);
  test.replay->part[0].name = brn__strdup(test.ctx, "2 \"ü\"");
  BrnExportDef def = brn_export_def_default();
  def.force = true;
  text = export_usda(&test, &def);
  const char* second = FIND(text, "def Mesh \"_2____\" (", "def Mesh \"_2_____2\" (");
  FIND(second, "rel material:binding = </a_b/materials/_2_____2>\n");
  free(text);
  export_done(&test);
}

static void parts_are_in_the_groups_of_their_kinds(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->part[0].kind = BRN_REPLAY_TENDON;
  test.replay->part[1].kind = BRN_REPLAY_BONE;
  char* text = export_usda(&test, NULL);
  FIND(text, "\n    def Xform \"bones\"\n", "def Mesh \"fore_arm\"", "\n    }\n",
       "\n    def Xform \"tendons\"\n", "def Mesh \"upper_arm\"", "\n    }\n}\n");
  FIND(text, "def Material \"upper_arm\"", "inputs:roughness = 0.25\n");
  FIND(text, "def Material \"fore_arm\"", "inputs:roughness = 0.85\n");
  free(text);
  export_done(&test);
}

static void empty_part_is_an_empty_mesh(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->part[0].skin.triangle_count = 0;
  char* text = export_usda(&test, NULL);
  FIND(text, "def Mesh \"upper_arm\"", "int[] faceVertexCounts = []\n",
       "int[] faceVertexIndices = []\n");
  free(text);
  export_done(&test);
}

// a part at a time, with the frames read for each
static void little_memory_gives_the_same_file(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  char* text = export_usda(&test, &def);
  def.memory = 1;
  def.force = true;
  char* again = export_usda(&test, &def);
  assert_string_equal(text, again);
  free(text);
  free(again);
  export_done(&test);
}

// ------------------------------------------------------------------------------------------- solid

typedef struct SolidTest {
  RunTest run;
  BrnReplay* replay;
  char* text;
} SolidTest;

static SolidTest make_solid(bool solid) {
  SolidTest test = {.run = run_make(RUN_SCENE(""))};
  BrnContext* ctx = test.run.ctx;
  BrnRunDef run = run_def(&test.run);
  BrnExportDef def = brn_export_def_default();
  size_t size;
  char path[100];
  def.solid = solid;
  def.metres_per_unit = 0.01;
  ENSURE_OK(ctx, run_go(&test.run, &run));
  ENSURE_OK(ctx, brn_replay_open(ctx, test.run.out, NULL, &test.replay));
  snprintf(path, sizeof path, "%s/a.usda", test.run.folder);
  ENSURE_OK(ctx, brn_export(ctx, test.replay, path, &def, NULL));
  char* bytes = model_read_file(path, &size);
  test.text = calloc(size + 1, 1);
  memcpy(test.text, bytes, size);
  free(bytes);
  return test;
}

static void solid_done(SolidTest* test) {
  free(test->text);
  brn_replay_close(test->run.ctx, test->replay);
  run_done(&test->run);
}

static void tets_have_their_points_in_every_frame(void** state) {
  (void)state;
  SolidTest test = make_solid(true);
  const BrnMesh* mesh = test.replay->mesh;
  const char* solid = FIND(test.text, "def TetMesh \"solid\"");
  int room = 4 * mesh->tet_count + 3 * mesh->vertex_count;
  double *value = malloc(sizeof(double) * (size_t)room),
         *position = malloc(sizeof(double) * 3 * (size_t)mesh->vertex_count);
  int count = read_list(FIND(solid, "int4[] tetVertexIndices = "), value, room);
  ENSURE_INT(count, 4 * mesh->tet_count);
  for (int i = 0; i < count; i++) ENSURE_INT(value[i], mesh->tet[i]);
  static const char* const code[] = {"1: ", "2: ", "3: ", "4: "};
  for (int k = 0; k < 4; k++) {
    const char* samples = FIND(solid, "points.timeSamples = {", code[k]);
    ENSURE_OK(test.run.ctx, brn_replay_positions(test.replay, k, position));
    ENSURE_INT(read_list(samples, value, room), 3 * mesh->vertex_count);
    for (int i = 0; i < 3 * mesh->vertex_count; i++) {
      ENSURE_NEAR(value[i], 100 * position[i], 2e-6);
    }
  }
  free(value);
  free(position);
  solid_done(&test);
}

static void surface_and_subsets_cover_the_solid(void** state) {
  (void)state;
  SolidTest test = make_solid(true);
  const BrnMesh* mesh = test.replay->mesh;
  const char* solid = FIND(test.text, "def TetMesh \"solid\"");
  double* value = malloc(sizeof(double) * 12 * (size_t)mesh->tet_count);
  int count =
      read_list(FIND(solid, "int3[] surfaceFaceVertexIndices = "), value, 12 * mesh->tet_count);
  BrnSurface* surface;
  ENSURE_OK(test.run.ctx, brn_mesh_boundary(test.run.ctx, mesh, &surface));
  ENSURE_INT(count, 3 * surface->mesh->triangle_count);
  for (int i = 0; i < count; i++) ENSURE_INT(value[i], surface->vertex[surface->mesh->triangle[i]]);
  brn_surface_destroy(test.run.ctx, surface);
  int listed = 0;
  for (int p = 0; p < test.replay->part_count; p++) {
    char name[64];
    snprintf(name, sizeof name, "def GeomSubset \"%s\"", test.replay->part[p].name);
    const char* subset = FIND(solid, name, "elementType = \"tetrahedron\"", "int[] indices = ");
    count = read_list(subset, value, mesh->tet_count);
    for (int i = 0; i < count; i++) {
      ENSURE_INT(mesh->tet_label[(int)value[i]], test.replay->part[p].label);
    }
    listed += count;
  }
  ENSURE_INT(listed, mesh->tet_count);
  free(value);
  solid_done(&test);
}

static void activation_of_a_muscle_has_samples(void** state) {
  (void)state;
  SolidTest test = make_solid(false);
  ENSURE(strstr(test.text, "TetMesh") == NULL);
  const char* samples = FIND(test.text, "def Mesh \"m\"", "float[] primvars:activation = [0] (\n",
                             "interpolation = \"constant\"", "primvars:activation.timeSamples = {");
  static const char* const code[] = {"1: ", "2: ", "3: ", "4: "};
  for (int k = 0; k < 4; k++) {
    double value = brn_model_frame_time(test.replay->model, k + 1); // it grows by 1 a second
    check_list(FIND(samples, code[k]), &value, 1, 1e-7);
  }
  ENSURE(strstr(test.text, "activation") > strstr(test.text, "def Mesh \"m\"")); // bones have none
  solid_done(&test);
}

static void surfaces_have_no_solid(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.solid = true;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.usda", &def), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "has no tets; leave out --solid");
  export_done(&test);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  ExportTest test = export_make();
  export_trial_no_memory(&test, "a.usda", NULL);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(every_frame_has_its_points),
          cmocka_unit_test(units_and_axes_are_told_and_true), cmocka_unit_test(stage_tells_times),
          cmocka_unit_test(uneven_times_are_kept), cmocka_unit_test(polygons_stay_whole),
          cmocka_unit_test(rest_pose_is_the_value_without_time),
          cmocka_unit_test(normals_are_those_of_the_frame),
          cmocka_unit_test(floats_read_back_as_they_were),
          cmocka_unit_test(one_frame_still_has_its_time),
          cmocka_unit_test(names_are_identifiers_and_kept_beside),
          cmocka_unit_test(parts_are_in_the_groups_of_their_kinds),
          cmocka_unit_test(empty_part_is_an_empty_mesh),
          cmocka_unit_test(little_memory_gives_the_same_file),
          cmocka_unit_test(tets_have_their_points_in_every_frame),
          cmocka_unit_test(surface_and_subsets_cover_the_solid),
          cmocka_unit_test(activation_of_a_muscle_has_samples),
          cmocka_unit_test(surfaces_have_no_solid),
          cmocka_unit_test(every_failed_allocation_is_clean))
