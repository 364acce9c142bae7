// SPDX-License-Identifier: Apache-2.0
//
// Materials in scenes: their keys are those of the registry.

#include "scene_test.h"

static const char materials[] =
    "{\n"
    "  \"brawn\": 1,\n"
    "  \"materials\": {\n"
    "    \"belly\": {\n"
    "      \"model\": \"stable_neo_hookean\",\n"
    "      \"density\": 1060,\n"
    "      \"shear\": 20000,\n"
    "      \"bulk\": 1000000,\n"
    "      \"active_stress\": {\"measure\": \"kirchhoff\", \"direction\": \"along\"}\n"
    "    },\n"
    "    \"flesh\": {\n"
    "      \"like\": \"muscle\",\n"
    "      \"model\": \"mooney_rivlin\",\n"
    "      \"bulk\": 20000000,\n"
    "      \"volumetric\": \"full\",\n"
    "      \"c1\": 30000,\n"
    "      \"c2\": 10000,\n"
    "      \"emu_fibre\": false,\n"
    "      \"hill\": {\"optimal\": 1.1, \"active\": [[0.5, 0], [1, 1], [1.5, 0]], \"passive\": "
    "\"none\"}\n"
    "    }\n"
    "  }\n"
    "}\n";

static void keys_of_the_registry_survive_the_round_trip(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse_scene(ctx, materials);
  char* text;
  ENSURE_OK(ctx, brn_scene_print(ctx, scene, &text, NULL));
  assert_string_equal(text, materials);
  brn_scene_text_free(ctx, text);
  const BrnSceneMaterial* flesh = &scene->material[1];
  ENSURE_INT(flesh->parameter_count, 8);
  assert_string_equal(flesh->model, "mooney_rivlin");
  assert_string_equal(flesh->parameter[2].key, "c1");
  assert_string_equal(flesh->parameter[2].text, "30000");
  assert_string_equal(flesh->parameter[4].key, "emu_fibre");
  assert_string_equal(flesh->parameter[4].text, "false");
  assert_string_equal(flesh->parameter[6].key, "hill.active");
  ENSURE(!flesh->parameter[6].text && flesh->parameter[6].row_count == 3);
  ENSURE(flesh->parameter[6].row[4] == 1.5);
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

static void keys_of_the_registry_are_set_by_paths(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* scene = parse_scene(ctx, materials);
  const BrnSceneMaterial* flesh = &scene->material[1];
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "materials.flesh.hill.active", "blemker"));
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "materials.flesh.young", "6e4"));
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "materials.flesh.model", "corotated"));
  ENSURE_OK(ctx, brn_scene_set(ctx, scene, "materials.belly.active_stress", "false"));
  assert_string_equal(flesh->parameter[6].text, "blemker");
  assert_string_equal(flesh->model, "corotated");
  ENSURE(flesh->young == 6e4);
  ENSURE_INT(scene->material[0].parameter_count, 3);
  ENSURE_STATUS(ctx, brn_scene_set(ctx, scene, "materials.flesh.model", "hill"), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "materials.flesh.model is \"hill\", but must be one of: stable_neo_");
  brn_scene_destroy(ctx, scene);
  test_context_done(ctx);
}

// the order of keys in a file makes no difference
static void order_of_keys_does_not_count(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnScene* a = parse_scene(ctx, "{\"materials\": {\"m\": {\"c1\": 1, \"hill\": {\"tension\": 2, "
                                 "\"optimal\": 1}, \"bulk\": 3}}}");
  BrnScene* b = parse_scene(ctx, "{\"materials\": {\"m\": {\"bulk\": 3, \"hill\": {\"optimal\": 1, "
                                 "\"tension\": 2}, \"c1\": 1}}}");
  ENSURE(brn__record_equal(&brn__scene_record, a, b));
  brn_scene_destroy(ctx, a);
  brn_scene_destroy(ctx, b);
  test_context_done(ctx);
}

static void wrong_keys_are_told_with_their_places(void** state) {
  (void)state;
  static const char* const cases[][2] = {
      {"\"c3\": 1", "x.json:2:2: there is no \"c3\" in materials.m; did you mean \"c1\"?"},
      {"\"hil\": true", "x.json:2:2: there is no \"hil\" in materials.m; did you mean \"hill\"?"},
      {"\"hill\": {\"actve\": \"thelen\"}",
       "x.json:2:11: there is no \"actve\" in materials.m.hill; did you mean \"active\"?"},
      {"\"hill\": {\"active\": \"thelan\"}",
       "x.json:2:11: materials.m.hill.active is \"thelan\", but must be one of: "},
      {"\"hill\": null", "x.json:2:2: materials.m.hill is null; false takes it away"},
      {"\"bulk\": -1", "x.json:2:2: materials.m.bulk is -1, but must be from 0.001 to 1e+15 Pa"},
      {"\"c1\": \"3e4\"", "x.json:2:2: materials.m.c1 must be a number, but is text"},
      {"\"raw\": 1", "x.json:2:2: materials.m.raw must be true or false, but is a number"},
      {"\"hill\": {\"tension\": 1e13}",
       "x.json:2:11: materials.m.hill.tension is 10000000000000, but must be from 0 to 1e+12 Pa"},
      {"\"model\": \"neohookean\"",
       "x.json:2:2: materials.m.model is \"neohookean\", but must be one of: stable_neo_hookean "},
      {"\"hill.active\": \"thelen\"", "x.json:2:2: there is no \"hill.active\" in materials.m"},
      {"\"parameters\": {}", "x.json:2:2: there is no \"parameters\" in materials.m"},
  };
  BrnContext* ctx = test_context();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[300];
    BrnScene* scene;
    snprintf(text, sizeof text, "{\"materials\": {\"m\":\n{%s}}}", cases[i][0]);
    BrnStatus status = brn_scene_parse(ctx, text, strlen(text), "x.json", &scene);
    ENSURE_STATUS(ctx, status, BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, cases[i][1]);
  }
  test_context_done(ctx);
}

static json_t* at(json_t* json, const char* a, const char* b, const char* c) {
  json_t* value = json_object_get(json_object_get(json, a), b);
  return c ? json_object_get(value, c) : value;
}

// of every term every key, with its range
static void schema_knows_every_term(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char* text;
  ENSURE_OK(ctx, brn_scene_schema(ctx, &text, NULL));
  json_t* schema = json_loads(text, 0, NULL);
  json_t* material = at(schema, "$defs", "material", NULL);
  ENSURE(json_is_false(json_object_get(material, "additionalProperties")));
  const BrnField* open = brn__record_open_field(&brn__material_record);
  BrnOpenGroup group;
  int count = 0;
  for (int i = 0; open->group(i, &group); i++, count++) {
    json_t* keys = json_object_get(material, "properties");
    if (group.name) {
      json_t* either = json_object_get(json_object_get(keys, group.name), "anyOf");
      ENSURE(json_is_false(json_object_get(json_array_get(either, 1), "additionalProperties")));
      keys = json_object_get(json_array_get(either, 1), "properties");
    }
    for (const BrnField* field = group.fields; field->name; field++) {
      json_t* key = json_object_get(keys, field->name);
      ENSURE(key && json_object_get(key, "description"));
      if (field->type != BRN_FIELD_DOUBLE) continue;
      ENSURE(json_number_value(json_object_get(key, "minimum")) == field->low);
      ENSURE(json_number_value(json_object_get(key, "maximum")) == field->high);
    }
  }
  ENSURE_INT(count, 15);
  json_decref(schema);
  brn_scene_text_free(ctx, text);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(keys_of_the_registry_survive_the_round_trip),
          cmocka_unit_test(keys_of_the_registry_are_set_by_paths),
          cmocka_unit_test(order_of_keys_does_not_count),
          cmocka_unit_test(wrong_keys_are_told_with_their_places),
          cmocka_unit_test(schema_knows_every_term))
