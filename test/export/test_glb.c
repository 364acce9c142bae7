// SPDX-License-Identifier: Apache-2.0

#include "glb_test.h"
#include "run/run_test.h"

static Glb export_glb(ExportTest* test, const BrnExportDef* def) {
  ENSURE_OK(test->ctx, export_go(test, "a.glb", def));
  return glb_read_path(export_path(test, "a.glb"));
}

static void rename_part(ExportTest* test, int p, const char* name) {
  brn__free(test->ctx, test->replay->part[p].name);
  test->replay->part[p].name = brn__strdup(test->ctx, name);
}

// ---------------------------------------------------------------------------------------- surfaces

static void check_points(const Glb* glb, const char* node, int first, int count, int key,
                         int frame) {
  size_t n;
  double* point = glb_points(glb, node, key, &n);
  ENSURE_INT(n, 3 * count);
  for (int v = 0; v < count; v++) {
    double p[3];
    export_expect(first + v, frame, p);
    for (int a = 0; a < 3; a++) ENSURE_NEAR(point[3 * v + a], p[a], 6e-8);
  }
  free(point);
}

static void every_frame_shows_the_vertices_where_they_were(void** state) {
  (void)state;
  ExportTest test = export_make();
  Glb glb = export_glb(&test, NULL);
  for (int k = 0; k < FRAMES; k++) {
    check_points(&glb, "upper arm", 0, BOX, k, k);
    check_points(&glb, "fore/arm", BOX, TENT, k, k);
  }
  ENSURE_INT(glb_target_count(&glb, "fore/arm"), FRAMES - 1);
  ENSURE_INT(test.report.files, 1);
  glb_done(&glb);
  export_done(&test);
}

static void corners_are_those_of_the_skin(void** state) {
  (void)state;
  ExportTest test = export_make();
  Glb glb = export_glb(&test, NULL);
  size_t count;
  double* corner = glb_values(&glb, glb_int(glb_primitive(&glb, "fore/arm"), "indices"), &count);
  const BrnSkin* skin = &test.replay->part[1].skin;
  ENSURE_INT(count, 3 * skin->triangle_count);
  for (size_t i = 0; i < count; i++) ENSURE_INT(corner[i], skin->triangle[i]);
  free(corner);
  glb_done(&glb);
  export_done(&test);
}

static void keys_are_at_the_times_of_the_frames(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.first = 11;
  def.every = 2; // frames 11 and 13
  Glb glb = export_glb(&test, &def);
  json_t* animation = glb_get(&glb, "animations", 0);
  json_t* sampler = json_array_get(json_object_get(animation, "samplers"), 0);
  size_t count;
  double* time = glb_values(&glb, glb_int(sampler, "input"), &count);
  ENSURE_INT(count, 2);
  ENSURE_NEAR(time[0], 0, 0);
  ENSURE_NEAR(time[1], 0.08, 1e-8);
  json_t* accessor = glb_get(&glb, "accessors", glb_int(sampler, "input"));
  json_t* high = json_array_get(json_object_get(accessor, "max"), 0);
  ENSURE_NEAR(json_real_value(high), time[1], 0);
  check_points(&glb, "fore/arm", BOX, TENT, 0, 1);
  check_points(&glb, "fore/arm", BOX, TENT, 1, 3);
  json_t* extras = json_object_get(glb_get(&glb, "nodes", 0), "extras");
  ENSURE_INT(glb_int(extras, "first_frame"), 11);
  ENSURE_INT(glb_int(extras, "last_frame"), 13);
  ENSURE_NEAR(json_real_value(json_object_get(extras, "start_time")), 0.04, 1e-15);
  free(time);
  glb_done(&glb);
  export_done(&test);
}

static void normals_turn_with_the_surface(void** state) {
  (void)state;
  ExportTest test = export_make();
  Glb glb = export_glb(&test, NULL);
  double point[3 * TENT], normal[3 * TENT];
  for (int v = 0; v < TENT; v++) export_expect(BOX + v, FRAMES - 1, point + 3 * v);
  brn_skin_normals(test.ctx, &test.replay->part[1].skin, point, normal);
  size_t count;
  json_int_t node = glb_find_node(&glb, "fore/arm");
  double *base = glb_morph(&glb, node, "NORMAL", 0, &count),
         *now = glb_morph(&glb, node, "NORMAL", FRAMES - 1, &count);
  double turned = 0;
  for (size_t i = 0; i < count; i++) {
    ENSURE_NEAR(now[i], normal[i], 1.1e-3);
    turned = fmax(turned, fabs(now[i] - base[i]));
  }
  ENSURE(turned > 0.01);
  free(base);
  free(now);
  glb_done(&glb);
  export_done(&test);
}

// what readers take boxes from, and what the validator compares bit by bit
static void ranges_are_exact(void** state) {
  (void)state;
  ExportTest test = export_make();
  Glb glb = export_glb(&test, NULL);
  json_t *accessor, *low;
  size_t i, checked = 0, count;
  json_array_foreach(json_object_get(glb.root, "accessors"), i, accessor) {
    if (!(low = json_object_get(accessor, "min"))) continue;
    size_t width = json_array_size(low);
    double* value = glb_values(&glb, (json_int_t)i, &count);
    for (size_t c = 0; c < width; c++) {
      double least = INFINITY, most = -INFINITY;
      for (size_t k = c; k < count; k += width) {
        least = fmin(least, value[k]);
        most = fmax(most, value[k]);
      }
      ENSURE_NEAR(json_real_value(json_array_get(low, c)), least, 0);
      ENSURE_NEAR(json_real_value(json_array_get(json_object_get(accessor, "max"), c)), most, 0);
    }
    free(value);
    checked++;
  }
  ENSURE_INT(checked, 2 + 1 + 2 * (FRAMES - 1)); // positions, times, targets
  glb_done(&glb);
  export_done(&test);
}

static void one_frame_has_no_animation(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.first = def.last = 12;
  Glb glb = export_glb(&test, &def);
  ENSURE(!json_object_get(glb.root, "animations"));
  ENSURE_INT(glb_target_count(&glb, "fore/arm"), 0);
  check_points(&glb, "fore/arm", BOX, TENT, 0, 2);
  glb_done(&glb);
  export_done(&test);
}

static void parts_can_be_chosen(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"fore*"};
  def.part = part;
  def.part_count = 1;
  Glb glb = export_glb(&test, &def);
  ENSURE_INT(json_array_size(json_object_get(glb.root, "meshes")), 1);
  check_points(&glb, "fore/arm", BOX, TENT, 3, 3);
  glb_done(&glb);
  export_done(&test);
}

static void names_are_kept_and_differ(void** state) {
  (void)state;
  ExportTest test = export_make();
  rename_part(&test, 0, "\"ü\"\n\\ \xff{");
  rename_part(&test, 1, "a b"); // as the run
  Glb glb = export_glb(&test, NULL);
  json_int_t box = glb_find_node(&glb, "\"ü\"\n\\ ?{"), tent = glb_find_node(&glb, "a b");
  ENSURE(!json_object_get(json_object_get(glb_get(&glb, "nodes", box), "extras"), "part"));
  assert_string_equal(glb_text(glb_get(&glb, "nodes", tent), "name"), "a b"); // parts go first
  assert_string_equal(glb_text(glb_get(&glb, "nodes", 0), "name"), "a b 2");
  glb_done(&glb);
  export_done(&test);
}

static void parts_of_one_name_are_numbered(void** state) {
  (void)state;
  ExportTest test = export_make();
  for (int p = 0; p < 2; p++) rename_part(&test, p, "x");
  Glb glb = export_glb(&test, NULL);
  json_int_t tent = glb_parent(&glb, 3) == glb_parent(&glb, 2) ? 3 : -1;
  assert_string_equal(glb_text(glb_get(&glb, "nodes", 2), "name"), "x");
  assert_string_equal(glb_text(glb_get(&glb, "nodes", tent), "name"), "x 2");
  json_t* extras = json_object_get(glb_get(&glb, "nodes", tent), "extras");
  assert_string_equal(glb_text(extras, "part"), "x");
  glb_done(&glb);
  export_done(&test);
}

static void part_without_triangles_is_left_out(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->part[0].skin.triangle_count = 0;
  Glb glb = export_glb(&test, NULL);
  ENSURE_INT(json_array_size(json_object_get(glb.root, "meshes")), 1);
  check_points(&glb, "fore/arm", BOX, TENT, 4, 4);
  glb_done(&glb);
  test.replay->part[1].skin.triangle_count = 0;
  BrnExportDef def = brn_export_def_default();
  def.force = true;
  glb = export_glb(&test, &def);
  ENSURE(!glb.binary && !json_object_get(glb.root, "meshes"));
  glb_done(&glb);
  export_done(&test);
}

static void materials_differ_by_kind(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->part[0].kind = BRN_REPLAY_TENDON;
  const double color[3] = {1, 0.5, 0};
  memcpy(test.replay->part[0].color, color, sizeof color);
  Glb glb = export_glb(&test, NULL);
  json_t* look = json_object_get(glb_get(&glb, "materials", 0), "pbrMetallicRoughness");
  json_t* factor = json_object_get(look, "baseColorFactor");
  const double linear[4] = {1, 0.2140, 0, 1};
  for (size_t i = 0; i < 4; i++) {
    ENSURE_NEAR(json_real_value(json_array_get(factor, i)), linear[i], 6e-5);
  }
  json_t* other = json_object_get(glb_get(&glb, "materials", 1), "pbrMetallicRoughness");
  ENSURE(json_real_value(json_object_get(look, "roughnessFactor")) <
         json_real_value(json_object_get(other, "roughnessFactor")));
  json_int_t group = glb_parent(&glb, glb_find_node(&glb, "upper arm"));
  ENSURE(strcmp(glb_text(glb_get(&glb, "nodes", group), "name"), "tendons") == 0);
  glb_done(&glb);
  export_done(&test);
}

// ------------------------------------------------------------------------------------------- large

enum { SIDE = 260, BUMP = 40 }; // 67600 vertices

// A sheet in which the vertices of the first rows rise in the second frame.
static void write_sheet(const char* path, double rise) {
  FILE* file = fopen(path, "wb");
  ENSURE(file != NULL);
  for (int v = 0; v < SIDE * SIDE; v++) {
    fprintf(file, "v %g %g %g\n", 0.001 * (v % SIDE), v < BUMP ? rise : 0, 0.001 * (v / SIDE));
  }
  for (int v = 0; v < SIDE * (SIDE - 1); v++) {
    if ((v + 1) % SIDE) fprintf(file, "f %d %d %d\n", v + 1, v + 1 + SIDE, v + 2);
  }
  fprintf(file, "f %d %d %d\n", SIDE * SIDE, SIDE * (SIDE - 1), SIDE * SIDE - 1);
  fclose(file);
}

static ExportTest make_sheet(double rise) {
  ExportTest test = {.ctx = test_context()};
  char name[2][100], list[1000];
  export_folders(&test);
  for (int k = 0; k < 2; k++) {
    snprintf(name[k], sizeof name[k], "%s/%d.obj", test.folder, k);
    write_sheet(name[k], k * rise);
  }
  snprintf(list, sizeof list,
           "<VTKFile type='Collection'><Collection><DataSet timestep='0' file='0.obj'/>"
           "<DataSet timestep='0.5' file='1.obj'/></Collection></VTKFile>");
  export_write_text(test.folder, "s.pvd", list);
  export_open(&test, "s.pvd");
  return test;
}

static void few_moved_vertices_of_many_take_few_bytes(void** state) {
  (void)state;
  ExportTest test = make_sheet(0.01);
  Glb glb = export_glb(&test, NULL);
  const char* name = test.replay->part[0].name;
  json_t* primitive = glb_primitive(&glb, name);
  json_t* corners = glb_get(&glb, "accessors", glb_int(primitive, "indices"));
  ENSURE_INT(glb_int(corners, "componentType"), 5125);
  json_t* target = json_array_get(json_object_get(primitive, "targets"), 0);
  json_t* moved = glb_get(&glb, "accessors", glb_int(target, "POSITION"));
  ENSURE_INT(glb_int(json_object_get(moved, "sparse"), "count"), BUMP);
  size_t count, corner_count;
  double* corner = glb_values(&glb, glb_int(primitive, "indices"), &corner_count);
  double most = 0;
  for (size_t i = 0; i < corner_count; i++) most = fmax(most, corner[i]);
  ENSURE_NEAR(most, SIDE * SIDE - 1, 0);
  double* point = glb_morph(&glb, glb_find_node(&glb, name), "POSITION", 1, &count);
  ENSURE_INT(count, 3 * SIDE * SIDE);
  for (int v = 0; v < SIDE * SIDE; v++) {
    ENSURE_NEAR(point[3 * v + 1], v < BUMP ? 0.01 : 0, 1e-9);
    ENSURE_NEAR(point[3 * v], 0.001 * (v % SIDE), 1e-7);
  }
  free(corner);
  free(point);
  glb_done(&glb);
  export_done(&test);
}

static void what_moves_too_little_stands_still(void** state) {
  (void)state;
  ExportTest test = make_sheet(2e-8);
  Glb glb = export_glb(&test, NULL);
  ENSURE_INT(glb_target_count(&glb, test.replay->part[0].name), 0);
  ENSURE(!json_object_get(glb.root, "animations"));
  glb_done(&glb);
  export_done(&test);
}

// ------------------------------------------------------------------------------------------- bones

#define HINGED                                                                                     \
  ", 'joints': {'knee': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.01, 0.02, 0.03], " \
  "'axis': [0, 0, 1], 'angle': {'keys': [[0, 0], [0.125, 30]], 'curve': 'linear'}}}"

typedef struct BoneTest {
  RunTest run;
  BrnReplay* replay;
  Glb glb;
} BoneTest;

static BoneTest make_bones(const BrnExportDef* def) {
  BoneTest test = {.run = run_make(RUN_SCENE(HINGED))};
  BrnContext* ctx = test.run.ctx;
  BrnRunDef run = run_def(&test.run);
  char path[100];
  ENSURE_OK(ctx, run_go(&test.run, &run));
  ENSURE_OK(ctx, brn_replay_open(ctx, test.run.out, NULL, &test.replay));
  snprintf(path, sizeof path, "%s/a.glb", test.run.folder);
  ENSURE_OK(ctx, brn_export(ctx, test.replay, path, def, NULL));
  test.glb = glb_read_path(path);
  return test;
}

static void bones_done(BoneTest* test) {
  glb_done(&test->glb);
  brn_replay_close(test->run.ctx, test->replay);
  run_done(&test->run);
}

static void check_part(BoneTest* test, int p, int key) {
  BrnContext* ctx = test->run.ctx;
  const BrnReplayPart* part = &test->replay->part[p];
  double* position = malloc(sizeof(double) * 3 * (size_t)test->replay->mesh->vertex_count);
  double* wanted = malloc(sizeof(double) * 3 * (size_t)part->skin.rider.point_count);
  size_t count;
  double* point = glb_points(&test->glb, part->name, key, &count);
  ENSURE_INT(count, 3 * part->skin.rider.point_count);
  ENSURE_OK(ctx, brn_replay_positions(test->replay, key, position));
  brn_riders_apply(ctx, &part->skin.rider, position, wanted);
  for (size_t i = 0; i < count; i++) ENSURE_NEAR(point[i], wanted[i], 1e-7);
  free(position);
  free(wanted);
  free(point);
}

static void bones_are_carried_by_nodes_and_muscles_by_targets(void** state) {
  (void)state;
  BoneTest test = make_bones(NULL);
  ENSURE_INT(test.replay->part_count, 3);
  for (int key = 0; key < test.replay->frame_count; key++) {
    for (int p = 0; p < 3; p++) check_part(&test, p, key);
  }
  ENSURE_INT(glb_target_count(&test.glb, "top"), 0);
  ENSURE_INT(glb_target_count(&test.glb, "base"), 0);
  ENSURE_INT(glb_target_count(&test.glb, "m"), test.replay->frame_count - 1);
  bones_done(&test);
}

static void node_of_a_joint_turns_about_it(void** state) {
  (void)state;
  BoneTest test = make_bones(NULL);
  const Glb* glb = &test.glb;
  json_int_t knee = glb_find_node(glb, "knee"), top = glb_find_node(glb, "top");
  ENSURE_INT(glb_parent(glb, glb_find_node(glb, "base")), knee);
  ENSURE_INT(glb_parent(glb, knee), top);
  int last = test.replay->frame_count - 1;
  for (int key = 0; key <= last; key++) {
    double q[4] = {0}, at[3] = {0};
    glb_track(glb, knee, "rotation", key, 4, q);
    glb_place(glb, knee, key, at);
    double half = 15 * M_PI / 180 * key / last;
    const double wanted[4] = {0, 0, sin(half), cos(half)}, point[3] = {0.01, 0.02, 0.03};
    for (int i = 0; i < 4; i++) ENSURE_NEAR(q[i], wanted[i], 1e-6);
    for (int i = 0; i < 3; i++) ENSURE_NEAR(at[i], point[i], 1e-6);
  }
  // what is fixed has no keys
  size_t count;
  ENSURE(glb_channel(glb, top, "rotation", &count) == NULL);
  ENSURE(glb_channel(glb, top, "translation", &count) == NULL);
  json_t* extras = json_object_get(glb_get(glb, "nodes", knee), "extras");
  ENSURE(strcmp(glb_text(extras, "child"), "base") == 0);
  ENSURE_NEAR(json_real_value(json_array_get(json_object_get(extras, "axis"), 2)), 1, 0);
  bones_done(&test);
}

static void muscles_alone_come_without_bones(void** state) {
  (void)state;
  BrnExportDef def = brn_export_def_default();
  const char* part[] = {"muscles"};
  def.part = part;
  def.part_count = 1;
  BoneTest test = make_bones(&def);
  ENSURE_INT(json_array_size(json_object_get(test.glb.root, "nodes")), 3); // root, group, m
  check_part(&test, 2, 3);
  bones_done(&test);
}

// ----------------------------------------------------------------------------------------- refused

static void other_units_and_axes_are_refused(void** state) {
  (void)state;
  ExportTest test = export_make();
  BrnExportDef def = brn_export_def_default();
  def.metres_per_unit = 0.01;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.glb", &def), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "leave out --units");
  def.metres_per_unit = 1;
  def.up = 'z';
  ENSURE_STATUS(test.ctx, export_go(&test, "a.glb", &def), BRN_UNSUPPORTED);
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void vertex_that_is_nowhere_is_named(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->part[1].skin.rider.weight[4 * 3] = NAN;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.glb", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "frame 10: vertex 3 of fore/arm");
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void frames_at_one_time_are_refused(void** state) {
  (void)state;
  ExportTest test = export_make();
  test.replay->frame[3].time = test.replay->frame[2].time;
  ENSURE_STATUS(test.ctx, export_go(&test, "a.glb", NULL), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(test.ctx, "frame 12 is at 0.08 s and frame 13 at 0.08 s");
  ENSURE_STATUS(test.ctx, export_go(&test, "a.usda", NULL), BRN_UNSUPPORTED);
  ENSURE_INT(export_file_count(&test), 0);
  export_done(&test);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  ExportTest test = export_make();
  export_trial_no_memory(&test, "a.glb", NULL);
  export_done(&test);
}

TEST_MAIN(cmocka_unit_test(every_frame_shows_the_vertices_where_they_were),
          cmocka_unit_test(corners_are_those_of_the_skin),
          cmocka_unit_test(keys_are_at_the_times_of_the_frames),
          cmocka_unit_test(normals_turn_with_the_surface), cmocka_unit_test(ranges_are_exact),
          cmocka_unit_test(one_frame_has_no_animation), cmocka_unit_test(parts_can_be_chosen),
          cmocka_unit_test(names_are_kept_and_differ),
          cmocka_unit_test(parts_of_one_name_are_numbered),
          cmocka_unit_test(part_without_triangles_is_left_out),
          cmocka_unit_test(materials_differ_by_kind),
          cmocka_unit_test(few_moved_vertices_of_many_take_few_bytes),
          cmocka_unit_test(what_moves_too_little_stands_still),
          cmocka_unit_test(bones_are_carried_by_nodes_and_muscles_by_targets),
          cmocka_unit_test(node_of_a_joint_turns_about_it),
          cmocka_unit_test(muscles_alone_come_without_bones),
          cmocka_unit_test(other_units_and_axes_are_refused),
          cmocka_unit_test(frames_at_one_time_are_refused),
          cmocka_unit_test(vertex_that_is_nowhere_is_named),
          cmocka_unit_test(every_failed_allocation_is_clean))
