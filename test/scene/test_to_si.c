// SPDX-License-Identifier: Apache-2.0

#include "scene/scene_test.h"

static const char body[] =
    "{\"units\": \"%s\", \"up\": \"%s\", \"scale\": %s,"
    "\"mesh\": {\"shape\": {\"shape\": \"bar\", \"length\": 200}, \"size\": 4, \"fuse\": 2},"
    "\"bones\": {\"b\": {\"motion\": {\"move\": [[5, 1, 2, 3]], \"turn\": [[6, 10, 20, 30]],"
    "  \"about\": [7, 8, 9]}, \"form\": {\"mirror\": \"z\", \"clay\": [{\"centre\": [1, 2, 3],"
    "  \"half\": [4, 5, 6], \"turn\": [0, 0, 90], \"round\": 1}, {\"points\": [[1, 2, 3]],"
    "  \"widths\": [[7, 8]], \"wide\": [0, 1, 0]}]}}},"
    "\"muscles\": {\"d\": {\"tendons\": {\"by\": \"distance\", \"origin\": 10, \"insertion\": 20,"
    "  \"blend\": 5}, \"units\": {\"u\": {\"tendons\": {\"by\": \"fraction\", \"origin\": 0.5}}},"
    "  \"insertion\": {\"within\": 3}, \"fibres\": {\"axis\": [0, 0, 1]}}},"
    "\"joints\": {\"j\": {\"type\": \"hinge\", \"bones\": [\"b\", \"b\"], \"point\": [1, 2, 3],"
    "  \"axis\": [0, 1, 0], \"limits\": [0, 90]}},"
    "\"selections\": {\"s\": {\"box\": [[0, 0, 0], [1, 2, 3]], \"sphere\": {\"centre\": [1, 2, 3],"
    "  \"radius\": 4}, \"plane\": {\"point\": [1, 2, 3], \"normal\": [0, 1, 0]}}},"
    "\"supports\": {\"p\": {\"on\": \"b\", \"axes\": \"%s\"}},"
    "\"loads\": {\"l\": {\"on\": \"b\", \"vector\": [1, 2, 3]}},"
    "\"gravity\": [1, 2, 3]}";

static BrnScene* si_body(BrnContext* ctx, const char* units, const char* up, const char* scale,
                         const char* axes) {
  char text[4096];
  snprintf(text, sizeof text, body, units, up, scale, axes);
  BrnScene* scene = parse_scene(ctx, text);
  brn_scene_to_si(scene);
  ENSURE(scene->units == 0 && scene->up == 1 && scene->scale == 1);
  return scene;
}

static void near3(const double* v, double x, double y, double z) {
  ENSURE_NEAR(v[0], x, 1e-14);
  ENSURE_NEAR(v[1], y, 1e-14);
  ENSURE_NEAR(v[2], z, 1e-14);
}

static void millimetres_with_z_up(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* s = si_body(ctx, "mm", "z", "1", "xy");
  ENSURE_NEAR(s->mesh.shape->length, 0.2, 1e-15);
  ENSURE_NEAR(s->mesh.size, 0.004, 1e-15);
  ENSURE_NEAR(s->mesh.fuse, 0.002, 1e-15);
  const BrnSceneMotion* motion = s->bone->motion;
  ENSURE(motion->move[0] == 5 && motion->turn[0] == 6); // seconds
  near3(motion->move + 1, 0.001, 0.003, -0.002);
  near3(motion->turn + 1, 10, 30, -20); // degrees
  near3(motion->about, 0.007, 0.009, -0.008);
  const BrnFormDef* form = s->bone->source.form;
  ENSURE_INT(form->mirror, 2); // our y
  near3(form->clay[0].centre, 0.001, 0.003, -0.002);
  near3(form->clay[0].half, 0.004, 0.006, 0.005);
  near3(form->clay[0].turn, 0, 90, 0);
  ENSURE_NEAR(form->clay[0].round, 0.001, 1e-15);
  near3(form->clay[1].path.point, 0.001, 0.003, -0.002);
  ENSURE_NEAR(form->clay[1].path.width[1], 0.008, 1e-15);
  near3(form->clay[1].path.wide, 0, 0, -1);
  ENSURE_NEAR(s->muscle->tendons.origin, 0.01, 1e-15);
  ENSURE_NEAR(s->muscle->tendons.insertion, 0.02, 1e-15);
  ENSURE_NEAR(s->muscle->tendons.blend, 0.005, 1e-15);
  ENSURE(s->muscle->unit->tendons->origin == 0.5); // a share
  ENSURE_NEAR(s->muscle->insertion->within, 0.003, 1e-15);
  ENSURE(isnan(s->muscle->insertion->fuse));
  near3(s->muscle->fibres.axis, 0, 1, 0);
  near3(s->joint->point, 0.001, 0.003, -0.002);
  near3(s->joint->axis, 0, 0, -1);
  ENSURE(s->joint->limits[1] == 90);
  near3(s->selection->box + 3, 0.001, 0.003, -0.002);
  near3(s->selection->sphere->centre, 0.001, 0.003, -0.002);
  ENSURE_NEAR(s->selection->sphere->radius, 0.004, 1e-15);
  near3(s->selection->plane->normal, 0, 0, -1);
  assert_string_equal(s->support->axes, "xz");
  near3(s->load->vector, 1, 3, -2); // newtons
  near3(s->gravity, 1, 3, -2);
  brn_scene_destroy(ctx, s);
  test_context_done(ctx);
}

static void feet_with_x_up_and_a_scale(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* s = si_body(ctx, "ft", "x", "2", "xz");
  near3(s->joint->point, -1.2192, 0.6096, 1.8288);
  near3(s->joint->axis, -1, 0, 0);
  near3(s->gravity, -2, 1, 3);
  near3(s->bone->source.form->clay[0].half, 3.048, 2.4384, 3.6576);
  ENSURE_INT(s->bone->source.form->mirror, 3);
  assert_string_equal(s->support->axes, "yz");
  brn_scene_destroy(ctx, s);
  test_context_done(ctx);
}

static void every_unit_is_known(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const names[] = {"m", "cm", "mm", "in", "ft"};
  static const double metres[] = {1, 0.01, 0.001, 0.0254, 0.3048};
  for (int i = 0; i < 5; i++) {
    BrnScene* s = si_body(ctx, names[i], "y", "1", "y");
    near3(s->joint->point, metres[i], 2 * metres[i], 3 * metres[i]);
    assert_string_equal(s->support->axes, "y");
    brn_scene_destroy(ctx, s);
  }
  test_context_done(ctx);
}

// the same as meshes are turned by
static void scenes_turn_as_meshes_do(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const ups[] = {"x", "y", "z"};
  for (int i = 0; i < 3; i++) {
    BrnScene* s = si_body(ctx, "cm", ups[i], "1", "y");
    double position[3] = {1, 2, 3};
    BrnMesh mesh = {.vertex_count = 1, .position = position};
    brn_mesh_to_si(&mesh, 0.01, ups[i][0]);
    near3(s->joint->point, position[0], position[1], position[2]);
    brn_scene_destroy(ctx, s);
  }
  test_context_done(ctx);
}

static void absent_gravity_stays_absent(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* s = parse_scene(ctx, "{\"up\": \"z\", \"units\": \"mm\"}");
  brn_scene_to_si(s);
  ENSURE(isnan(s->gravity[0]) && isnan(s->gravity[1]) && isnan(s->gravity[2]));
  brn_scene_destroy(ctx, s);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(millimetres_with_z_up), cmocka_unit_test(feet_with_x_up_and_a_scale),
          cmocka_unit_test(every_unit_is_known), cmocka_unit_test(scenes_turn_as_meshes_do),
          cmocka_unit_test(absent_gravity_stays_absent))
