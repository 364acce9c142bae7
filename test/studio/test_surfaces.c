// SPDX-License-Identifier: Apache-2.0

#include "studio/stream.h"

#include "replay/surfaces_run_test.h"
#include "stream_test.h"

// What the page gets of the boxes.

static json_t* run_json(BoxesTest* test, BrnStream* stream) {
  BrnString text = {0};
  json_error_t error;
  ENSURE_OK(test->ctx, brn__stream_run(stream, NULL, 0, &text));
  json_t* json = json_loadb(text.text, text.size, 0, &error);
  ENSURE(json != NULL);
  brn__string_free(test->ctx, &text);
  return json;
}

static void page_is_told_what_is_hidden_and_what_is_soft(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnStream stream;
  boxes_open(&test);
  ENSURE_OK(test.ctx, brn__stream_open(test.replay, 1, &stream));
  json_t* json = run_json(&test, &stream);
  json_t *parts = json_object_get(json, "parts"), *values = json_object_get(json, "values");
  ENSURE_INT(json_integer_value(json_object_get(json, "tets")), 0);
  assert_string_equal(json_string_value(json_object_get(json, "method")), "xpbd");
  ENSURE_INT(json_array_size(parts), 5);
  for (size_t p = 0; p < 5; p++) {
    ENSURE(json_is_true(json_object_get(json_array_get(parts, p), "hidden")) == (p == 4));
  }
  ENSURE_INT(json_array_size(values), 6);
  for (size_t i = 0; i < 6; i++) {
    json_t* value = json_array_get(values, i);
    assert_string_equal(json_string_value(json_object_get(value, "on")), "vertex");
    ENSURE(json_is_true(json_object_get(value, "soft")) == (i > 2)); // activation and so on
  }
  json_decref(json);
  brn__stream_close(&stream);
  boxes_done(&test);
}

static void frames_have_positions_and_values(void** state) {
  (void)state;
  BoxesTest test = boxes_make();
  BrnStream stream;
  BrnByteArray bytes;
  StreamArray array;
  boxes_open(&test);
  ENSURE_OK(test.ctx, brn__stream_open(test.replay, 1, &stream));
  ENSURE_OK(test.ctx, brn__stream_frame(&stream, 2, "stretch", &bytes));
  StreamFile file = stream_open(bytes.data, bytes.size);
  ENSURE(stream_find(&file, "position", &array));
  ENSURE_INT(array.count, (size_t)stream.skins.vertex_count);
  ENSURE(stream_find(&file, "value", &array));
  ENSURE_NEAR(array.low[0], 1, 1e-6);
  ENSURE_NEAR(array.high[0], 1.3, 1e-6);
  stream_close(&file);
  brn__byte_array_free(test.ctx, &bytes);
  ENSURE_OK(test.ctx, brn__stream_mesh(&stream, &bytes)); // empty, but there
  file = stream_open(bytes.data, bytes.size);
  ENSURE(stream_find(&file, "tet", &array) && array.count == 0);
  stream_close(&file);
  brn__byte_array_free(test.ctx, &bytes);
  brn__stream_close(&stream);
  boxes_done(&test);
}

TEST_MAIN(cmocka_unit_test(page_is_told_what_is_hidden_and_what_is_soft),
          cmocka_unit_test(frames_have_positions_and_values))
