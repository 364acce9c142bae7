// SPDX-License-Identifier: Apache-2.0

#include "export/gltf.h"
#include "test.h"

static json_int_t number_at(json_t* list, size_t index, const char* key) {
  return json_integer_value(json_object_get(json_array_get(list, index), key));
}

// 65535 would be the index of vertex 65536, and means that a strip starts anew
static void indices_are_short_as_long_as_they_fit(void** state) {
  (void)state;
  ENSURE_INT(brn__gltf_index(1), BRN_GLTF_U16);
  ENSURE_INT(brn__gltf_index(65535), BRN_GLTF_U16);
  ENSURE_INT(brn__gltf_index(65536), BRN_GLTF_U32);
}

static void views_start_at_multiples_of_four(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGltf gltf;
  ENSURE_OK(ctx, brn__gltf_open(ctx, &gltf));
  ENSURE_INT(brn__gltf_accessor(&gltf, BRN_GLTF_U16, "SCALAR", 3, BRN_GLTF_CORNERS, NULL, NULL), 0);
  ENSURE_INT(brn__gltf_accessor(&gltf, BRN_GLTF_F32, "VEC3", 2, BRN_GLTF_VERTICES, NULL, NULL), 1);
  ENSURE_INT(number_at(gltf.view, 0, "byteLength"), 6);
  ENSURE_INT(number_at(gltf.view, 0, "target"), 34963);
  ENSURE_INT(number_at(gltf.view, 1, "byteOffset"), 8);
  ENSURE_INT(number_at(gltf.view, 1, "byteLength"), 24);
  ENSURE_INT(gltf.size, 32);
  brn__gltf_close(&gltf);
  test_context_done(ctx);
}

static void zeros_take_no_bytes(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGltf gltf;
  const float low[3] = {-1, 0, 0}, high[3] = {0, 2, 0.1f};
  ENSURE_OK(ctx, brn__gltf_open(ctx, &gltf));
  brn__gltf_sparse(&gltf, "VEC3", 100, 0, NULL, NULL);
  ENSURE_INT(gltf.size, 0);
  ENSURE(!json_object_get(json_array_get(gltf.accessor, 0), "sparse"));
  brn__gltf_sparse(&gltf, "VEC3", 100, 3, low, high);
  ENSURE_INT(gltf.size, 8 + 36); // indices of 2 bytes with padding, triples
  json_t* most = json_object_get(json_array_get(gltf.accessor, 1), "max");
  ENSURE((float)json_real_value(json_array_get(most, 2)) == 0.1f);
  brn__gltf_sparse(&gltf, "SCALAR", 70000, 3, NULL, NULL);
  ENSURE_INT(gltf.size, 44 + 12 + 12);
  brn__gltf_close(&gltf);
  test_context_done(ctx);
}

static void empty_lists_are_left_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGltf gltf;
  char* text;
  ENSURE_OK(ctx, brn__gltf_open(ctx, &gltf));
  brn__gltf_add(&gltf, gltf.node, json_pack("{s:s}", "name", "x"));
  ENSURE_OK(ctx, brn__gltf_print(&gltf, &text));
  ENSURE(strstr(text, "\"nodes\":[{\"name\":\"x\"}]"));
  ENSURE(!strstr(text, "meshes") && !strstr(text, "animations") && !strstr(text, "buffers"));
  free(text);
  brn__gltf_close(&gltf);
  test_context_done(ctx);
}

// jansson gives NULL for a string that is no UTF-8, as it does without memory
static void failure_of_a_value_is_kept(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGltf gltf;
  char* text;
  ENSURE_OK(ctx, brn__gltf_open(ctx, &gltf));
  brn__gltf_set(&gltf, gltf.root, "extras", json_string("\xff"));
  ENSURE_STATUS(ctx, brn__gltf_print(&gltf, &text), BRN_NO_MEMORY);
  ENSURE(text == NULL);
  brn__gltf_close(&gltf);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(indices_are_short_as_long_as_they_fit),
          cmocka_unit_test(views_start_at_multiples_of_four), cmocka_unit_test(zeros_take_no_bytes),
          cmocka_unit_test(empty_lists_are_left_out), cmocka_unit_test(failure_of_a_value_is_kept))
