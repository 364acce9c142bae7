// SPDX-License-Identifier: Apache-2.0

#include "scene/scene_test.h"

#include <unistd.h>

static const char arm[] =
    "{ // an arm\n"
    "  \"$schema\": \"../docs/scene.schema.json\",\n"
    "  \"brawn\": 1,\n"
    "  \"name\": \"arm\",\n"
    "  \"mesh\": {\"tets\": 5e4, \"shape\": {\"shape\": \"bar\", \"length\": 200}},\n"
    "  \"bones\": {\n"
    "    \"ulna\": {\"surface\": \"ulna.stl\"},\n"
    "    \"humerus\": {\"form\": {\"clay\": [{\"points\": [[0, 0, 0], [0, 0, 300]], \"widths\": "
    "12},\n"
    "      {\"centre\": [0, 1, 2], \"half\": [1, 2, 3], \"carve\": true}]}, \"fixed\": true}\n"
    "  },\n"
    "  \"muscles\": {\n"
    "    \"biceps\": {\"labels\": [1, \"belly\"], \"origin\": \"humerus\",\n"
    "      \"insertion\": {\"bones\": [\"ulna\", \"radius\"], \"within\": 2},\n"
    "      \"activation\": {\"keys\": [[0, 0], [1, 0.5]]}},\n"
    "    \"brachialis\": {\"surface\": \"b.stl\", \"activation\": 0.25}\n"
    "  },\n"
    "  \"joints\": {\"elbow\": {\"type\": \"hinge\", \"bones\": [\"humerus\", \"ulna\"],\n"
    "    \"limits\": [0, 145]}}\n"
    "}\n";

static void empty_scene_has_the_defaults(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene;
  ENSURE_OK(ctx, brn_scene_create(ctx, &scene));
  ENSURE(scene->brawn == 1 && scene->units == 0 && scene->up == 1 && scene->scale == 1);
  ENSURE(scene->mesh.tets == 100000 && isnan(scene->mesh.size) && scene->mesh.thickness == 1);
  ENSURE(scene->mesh.thin_levels == 3 && scene->mesh.passes == 16 && scene->mesh.fuse == 0);
  ENSURE(scene->mesh.touching == BRN_TOUCHING_FUSED && isnan(scene->gravity[1]));
  ENSURE(scene->frames.first == 1 && scene->frames.last == 48 && scene->frames.per_second == 24);
  ENSURE(scene->solver.substeps == 1 && scene->outputs.every == 1 && scene->outputs.mesh);
  char* text;
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &text, NULL));
  assert_string_equal(text, "{\n  \"brawn\": 1\n}\n");
  brn_scene_text_free(ctx, text);
  brn_scene_destroy(ctx, scene);
  brn_scene_destroy(ctx, NULL);
  test_context_done(ctx);
}

static void parts_have_the_defaults(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse_scene(
      ctx,
      "{\"muscles\": {\"m\": {\"units\": {\"u\": {}}, \"origin\": {}}}, \"bones\": {\"b\": "
      "{\"motion\": {}, \"form\": {}}}, \"tendons\": {\"t\": {}}, \"materials\": {\"x\": {}}, "
      "\"joints\": {\"j\": {\"type\": \"ball\", \"bones\": [\"b\", \"b\"]}}, \"clips\": {\"c\": "
      "{\"file\": \"c.bvh\"}}, \"loads\": {\"l\": {\"on\": \"m\"}}, \"selections\": {\"s\": "
      "{\"map\": {}}}}");
  const BrnSceneMuscle* m = scene->muscle;
  ENSURE(m->activation.value == 0 && m->activation.curve == BRN_CURVE_SMOOTH && isnan(m->tension));
  ENSURE(m->fibres.from == BRN_FIBRES_LAPLACE && m->fibres.angle == 20 && isnan(m->fibres.axis[0]));
  ENSURE(m->tendons.by == BRN_TENDON_NONE && m->tendons.share == 0.3 && !m->material);
  ENSURE(m->touching == BRN_TOUCHING_AS_MESH && isnan(m->origin->within) && !m->insertion);
  ENSURE(isnan(m->unit->activation.value) && isnan(m->unit->tension) && !m->unit->fibres);
  ENSURE(isnan(scene->bone->motion->about[2]) && scene->bone->source.form->detail == 64);
  const BrnSceneMaterial* x = scene->material;
  ENSURE(!x->model && isnan(x->density) && isnan(x->young) && isnan(x->poisson));
  ENSURE(!x->parameter && x->parameter_count == 0 && isnan(scene->tendon->within));
  const BrnSceneJoint* j = scene->joint;
  ENSURE(isnan(j->point[0]) && isnan(j->axis[1]) && j->limits[0] == -180 && j->limits[1] == 180);
  ENSURE(j->swing == 180 && isnan(j->within) && isnan(j->angle.value));
  ENSURE(scene->clip->units == 1 && scene->clip->up == 1 && scene->clip->speed == 1);
  ENSURE(scene->load->scale.value == 1 && isnan(scene->load->pressure));
  ENSURE(scene->selection->map->above == 0.5);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void hand_written_scene_is_read(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse_scene(ctx, arm);
  assert_string_equal(scene->folder, "arm");
  ENSURE(scene->mesh.tets == 50000 && scene->mesh.shape->shape == BRN_SHAPE_BAR);
  ENSURE(scene->mesh.shape->width == brn_shape_def_default(BRN_SHAPE_BAR).width);
  ENSURE(scene->mesh.shape->length == 200 && scene->mesh.shape->cookie == BRN_COOKIE);
  ENSURE(scene->bone_count == 2 && scene->bone[1].source.form->cookie == BRN_COOKIE);
  assert_string_equal(scene->bone[0].name, "ulna"); // as in the file
  assert_string_equal(scene->bone[1].name, "humerus");
  const BrnFormLump* clay = scene->bone[1].source.form->clay;
  ENSURE(clay[0].path.width_count == 1 && clay[0].path.width[1] == 12 && isnan(clay[0].blend));
  ENSURE(clay[1].carve && clay[1].half[2] == 3);
  assert_string_equal(scene->muscle[0].source.label[0], "1");
  assert_string_equal(scene->muscle[0].origin->bone[0], "humerus");
  ENSURE(scene->muscle[0].insertion->bone_count == 2 && scene->muscle[0].insertion->within == 2);
  ENSURE(scene->muscle[0].activation.key_count == 2 && scene->muscle[0].activation.key[3] == 0.5);
  ENSURE(scene->muscle[1].activation.value == 0.25 && scene->joint->limits[1] == 145);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void names_that_must_be_given_are_asked_for(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][2] = {
      {"{\"supports\": {\"s\": {\"on\": []}}}", "supports.s.on must not be empty"},
      {"{\"supports\": {\"s\": {}}}", "supports.s.on is missing: selections or parts"},
      {"{\"clips\": {\"c\": {}}}", "clips.c.file is missing: motion capture file (.bvh)"},
      {"{\"mesh\": {\"shape\": {}}}", "mesh.shape.shape is missing: what to make"},
      {"{\"brawn\": 2}", "brawn is 2, but must be 1"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    BrnScene* scene;
    ENSURE_STATUS(ctx, brn_scene_parse(ctx, cases[i][0], strlen(cases[i][0]), "a", &scene),
                  BRN_INVALID);
    ENSURE(!scene);
    ENSURE_ERROR_HAS(ctx, cases[i][1]);
  }
  test_context_done(ctx);
}

static void folder_is_that_of_the_file(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const cases[][2] = {
      {"a.json", "."}, {"/a.json", "/"}, {"x/y/a.json", "x/y"}, {"../a.json", ".."}};
  for (int i = 0; i < 4; i++) {
    BrnScene* scene;
    ENSURE_OK(ctx, brn_scene_parse(ctx, "{}", 2, cases[i][0], &scene));
    assert_string_equal(scene->folder, cases[i][1]);
    brn_scene_destroy(ctx, scene);
  }
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------- round trip

static void ensure_all_open_keys(const BrnField* open, json_t* object) {
  BrnOpenGroup group;
  for (int i = 0; open->group(i, &group); i++) {
    json_t* from = group.name ? json_object_get(object, group.name) : object;
    for (const BrnField* field = group.fields; field->name; field++) {
      ENSURE(json_object_get(from, field->name));
    }
  }
}

static void ensure_all_keys(const BrnRecord* type, json_t* object) {
  ENSURE(json_is_object(object));
  for (const BrnField* field = type->fields; field->name; field++) {
    if (field->type == BRN_FIELD_OPEN) {
      ensure_all_open_keys(field, object);
      continue;
    }
    if (field->type == BRN_FIELD_INLINE) {
      BrnInlineWalk walk = {0};
      BrnField own;
      while (brn__inline_next(field, &walk, &own)) ENSURE(json_object_get(object, own.name));
      continue;
    }
    json_t* value = json_object_get(object, field->name);
    if (!value) print_error("%s.%s is not written\n", type->name, field->name);
    ENSURE(value);
    if (field->type == BRN_FIELD_RECORD || field->type == BRN_FIELD_OPTION) {
      ensure_all_keys(field->record, value);
    } else if (field->type == BRN_FIELD_LIST) {
      ensure_all_keys(field->record, json_array_get(value, 1));
    } else if (field->type == BRN_FIELD_MAP) {
      void* at = json_object_iter(value);
      ensure_all_keys(field->record, json_object_iter_value(at));
    }
  }
}

static void every_key_survives_the_round_trip(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene *scene = whole_scene(ctx), *again;
  char *text, *second;
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &text, NULL));
  json_t* json = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  ensure_all_keys(&brn__scene_record, json);
  json_decref(json);
  again = parse_scene(ctx, text);
  ENSURE(brn__record_equal(&brn__scene_record, scene, again));
  ENSURE_OK(ctx, brn_scene_print(ctx, again, &second, NULL));
  assert_string_equal(text, second);
  brn_scene_text_free(ctx, text);
  brn_scene_text_free(ctx, second);
  brn_scene_destroy(ctx, again);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void scene_is_written_and_read_as_a_file(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene *scene = parse_scene(ctx, arm), *again;
  char path[64];
  snprintf(path, sizeof path, "/tmp/brawn_scene_%d.json", (int)getpid());
  ENSURE_OK(ctx, brn_scene_write(ctx, scene, path));
  ENSURE_OK(ctx, brn_scene_read(ctx, path, &again));
  assert_string_equal(again->folder, "/tmp");
  ENSURE(brn__record_equal(&brn__scene_record, scene, again));
  brn_scene_destroy(ctx, again);
  remove(path);
  ENSURE_STATUS(ctx, brn_scene_read(ctx, path, &again), BRN_NOT_FOUND);
  ENSURE(!again);
  ENSURE(brn_scene_write(ctx, scene, "/no/such/folder/x.json") != BRN_OK);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void copy_is_equal_and_its_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene *scene = whole_scene(ctx), *copy;
  ENSURE_OK(ctx, brn_scene_text(ctx, &scene->folder, "there"));
  ENSURE_OK(ctx, brn_scene_copy(ctx, scene, &copy));
  ENSURE(brn__record_equal(&brn__scene_record, scene, copy));
  ENSURE(scene->folder != copy->folder);
  brn_scene_destroy(ctx, scene);
  assert_string_equal(copy->folder, "there");
  ENSURE(copy->mesh.shape->cookie == BRN_COOKIE);
  brn_scene_destroy(ctx, copy);
  test_context_done(ctx);
}

// -------------------------------------------------------------------------------------------- set

static void scene_is_set_by_paths(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse_scene(ctx, arm);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "muscles.biceps.activation", "0.5"));
  ENSURE(scene->muscle[0].activation.value == 0.5 && scene->muscle[0].activation.key_count == 0);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "muscles.biceps.activation", "null"));
  ENSURE(scene->muscle[0].activation.value == 0); // the muscle's default, not the value's
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "mesh.tets", "5e3"));
  ENSURE_INT(scene->mesh.tets, 5000);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "joints.elbow.limits", "[0,120]"));
  ENSURE(scene->joint[0].limits[1] == 120);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "muscles.biceps.origin", "scapula"));
  assert_string_equal(scene->muscle[0].origin->bone[0], "scapula");
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "bones.ulna.motion.clip", "walk"));
  assert_string_equal(scene->bone[0].motion->clip, "walk");
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "bones.humerus.form.clay.1.blend", "3"));
  ENSURE(scene->bone[1].source.form->clay[1].blend == 3);
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "mesh.shape", "torus"));
  ENSURE(scene->mesh.shape->shape == BRN_SHAPE_TORUS && scene->mesh.shape->cookie == BRN_COOKIE);
  ENSURE_STATUS(ctx, brn_scene_set(ctx, scene, "muscles.bicpes.activation", "1"), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx),
                      "there is no \"bicpes\" in muscles; did you mean \"biceps\"?");
  ENSURE_STATUS(ctx, brn_scene_set(ctx, scene, "muscles.biceps.activation", "1.5"), BRN_INVALID);
  assert_string_equal(brn_last_error(ctx),
                      "muscles.biceps.activation is 1.5, but must be from 0 to 1");
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------- allocations

// the calls that make something, one after the other
static BrnStatus everything(BrnContext* ctx, const char* text) {
  BrnScene *scene, *copy = NULL;
  char *printed = NULL, *schema = NULL;
  BRN_TRY(brn_scene_parse(ctx, text, strlen(text), "x/y.json", &scene));
  BrnStatus status = brn_scene_copy(ctx, scene, &copy);
  if (status == BRN_OK) status = brn_scene_set(ctx, copy, "name", "other");
  if (status == BRN_OK) status = brn_scene_print(ctx, copy, &printed, NULL);
  if (status == BRN_OK) status = brn_scene_schema(ctx, &schema, NULL);
  brn_scene_text_free(ctx, printed);
  brn_scene_text_free(ctx, schema);
  brn_scene_destroy(ctx, copy);
  brn_scene_destroy(ctx, scene);
  return status;
}

static void failed_allocations_are_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnStatus status = BRN_NO_MEMORY;
  int failures = 0;
  for (; status != BRN_OK; failures++) {
    brn_fail_allocation(ctx, failures);
    status = everything(ctx, arm);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  ENSURE(failures > 60);
  brn_fail_allocation(ctx, -1);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(empty_scene_has_the_defaults), cmocka_unit_test(parts_have_the_defaults),
          cmocka_unit_test(hand_written_scene_is_read),
          cmocka_unit_test(names_that_must_be_given_are_asked_for),
          cmocka_unit_test(folder_is_that_of_the_file),
          cmocka_unit_test(every_key_survives_the_round_trip),
          cmocka_unit_test(scene_is_written_and_read_as_a_file),
          cmocka_unit_test(copy_is_equal_and_its_own), cmocka_unit_test(scene_is_set_by_paths),
          cmocka_unit_test(failed_allocations_are_clean))
