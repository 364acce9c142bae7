// SPDX-License-Identifier: Apache-2.0

#include "brawn/scene.h"
#include "test.h"

static const char arm[] =
    "{ // an arm\n"
    "  \"$schema\": \"../docs/scene.schema.json\",\n"
    "  \"brawn\": 1,\n"
    "  \"name\": \"arm\",\n"
    "  \"units\": \"mm\", \"up\": \"z\",\n"
    "  \"mesh\": {\"tets\": 5e4, \"shape\": {\"shape\": \"bar\", \"length\": 200}},\n"
    "  \"bones\": {\n"
    "    \"ulna\": {\"surface\": \"ulna.stl\"},\n"
    "    \"humerus\": {\"form\": {\"clay\": [{\"points\": [[0, 0, 0], [0, 0, 300]], \"widths\": "
    "12},\n"
    "      {\"centre\": [0, 1, 2], \"half\": [1, 2, 3], \"turn\": [0, 0, 90], \"carve\": true}]},\n"
    "      \"fixed\": true}\n"
    "  },\n"
    "  \"muscles\": {\n"
    "    \"biceps\": {\"labels\": [1, \"belly\"], \"origin\": \"humerus\",\n"
    "      \"insertion\": {\"bones\": [\"ulna\", \"radius\"], \"within\": 2},\n"
    "      \"activation\": {\"keys\": [[0, 0], [1, 0.5]]},\n"
    "      \"tendons\": {\"by\": \"distance\", \"origin\": 10}},\n"
    "    \"brachialis\": {\"surface\": \"b.stl\", \"activation\": 0.25}\n"
    "  },\n"
    "  \"joints\": {\"elbow\": {\"type\": \"hinge\", \"bones\": [\"humerus\", \"ulna\"],\n"
    "    \"point\": [1, 2, 3], \"axis\": [0, 1, 0], \"limits\": [0, 145]}},\n"
    "  \"supports\": {\"top\": {\"on\": \"humerus\", \"axes\": \"xy\"}},\n"
    "  \"gravity\": [0, 0, -9.8]\n"
    "}\n";

static BrnScene* parse(BrnContext* ctx, const char* text) {
  BrnScene* scene;
  ENSURE_OK(ctx, brn_scene_parse(ctx, text, strlen(text), "arm/scene.json", &scene));
  return scene;
}

static void scene_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse(ctx, arm);
  assert_string_equal(scene->folder, "arm");
  ENSURE_INT(scene->mesh.tets, 50000);
  ENSURE_INT(scene->mesh.shape->shape, BRN_SHAPE_BAR);
  ENSURE(scene->mesh.shape->width == brn_shape_def_default(BRN_SHAPE_BAR).width);
  ENSURE(scene->mesh.shape->length == 200);
  ENSURE_INT(scene->bone_count, 2);
  assert_string_equal(scene->bone[0].name, "ulna");
  assert_string_equal(scene->bone[1].name, "humerus");
  assert_string_equal(scene->muscle[0].source.label[0], "1");
  assert_string_equal(scene->muscle[0].origin->bone[0], "humerus");
  ENSURE(isnan(scene->muscle[0].origin->within));
  ENSURE(scene->muscle[1].activation.value == 0.25);
  char* text;
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &text, NULL));
  if (getenv("SHOW")) puts(text);
  BrnScene* again = parse(ctx, text);
  char* second;
  ENSURE_OK(ctx, brn_scene_print(ctx, again, &second, NULL));
  assert_string_equal(text, second);
  brn_scene_text_free(ctx, text);
  brn_scene_text_free(ctx, second);
  brn_scene_destroy(ctx, again);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void scene_is_set(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse(ctx, arm);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "muscles.biceps.activation", "0.5"));
  ENSURE(scene->muscle[0].activation.value == 0.5 && scene->muscle[0].activation.key_count == 0);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "mesh.tets", "5e3"));
  ENSURE_INT(scene->mesh.tets, 5000);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "joints.elbow.limits", "[0,120]"));
  ENSURE(scene->joint[0].limits[1] == 120);
  ENSURE_STATUS(ctx, brn_scene_set(ctx, scene, "muscles.bicpes.activation", "1"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "there is no \"bicpes\" in muscles; did you mean \"biceps\"?");
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void scene_turns_to_si(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse(ctx, arm);
  brn_scene_to_si(scene);
  ENSURE_NEAR(scene->mesh.shape->length, 0.2, 1e-15);
  const double* point = scene->joint[0].point;
  ENSURE_NEAR(point[0], 0.001, 1e-15);
  ENSURE_NEAR(point[1], 0.003, 1e-15);
  ENSURE_NEAR(point[2], -0.002, 1e-15);
  ENSURE_NEAR(scene->gravity[1], -9.8, 1e-12);
  ENSURE_NEAR(scene->muscle[0].tendons.origin, 0.01, 1e-15);
  assert_string_equal(scene->support[0].axes, "xz");
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(scene_is_read), cmocka_unit_test(scene_is_set),
          cmocka_unit_test(scene_turns_to_si))
