// SPDX-License-Identifier: Apache-2.0

#include "scene/scene_test.h"

#include <unistd.h>

static char* file_with(const char* text) {
  static char path[64];
  snprintf(path, sizeof path, "/tmp/brawn_remarks_%d.json", (int)getpid());
  FILE* file = fopen(path, "wb");
  ENSURE(file && fputs(text, file) >= 0 && fclose(file) == 0);
  return path;
}

static void remarks_are_counted(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  ENSURE_OK(ctx, brn_remarks_add(ctx, &remarks, BRN_ERROR, "muscles.biceps", "is bad"));
  ENSURE_OK(ctx, brn_remarks_add(ctx, &remarks, BRN_WARNING, "", "is odd"));
  ENSURE_OK(ctx, brn_remarks_add(ctx, &remarks, BRN_NOTE, "x", "is"));
  ENSURE(remarks.count == 3 && remarks.error_count == 1 && remarks.warning_count == 1);
  assert_string_equal(remarks.remark[0].where, "muscles.biceps");
  assert_string_equal(remarks.remark[1].text, "is odd");
  brn_remarks_clear(ctx, &remarks);
  ENSURE(remarks.count == 0 && remarks.error_count == 0 && !remarks.remark);
  brn_remarks_clear(ctx, &remarks);
  test_context_done(ctx);
}

static const char broken[] = "{\"muscels\": {},\n"
                             " \"units\": \"miles\",\n"
                             " \"muscles\": {\"m\": {\"tension\": -1, \"activation\": 0.5}}}\n";

static void every_mistake_is_a_remark(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  BrnScene* scene;
  const char* path = file_with(broken);
  ENSURE_OK(ctx, brn_scene_inspect(ctx, path, &remarks, &scene));
  ENSURE(remarks.count == 3 && remarks.error_count == 3);
  char where[96];
  snprintf(where, sizeof where, "%s:1:2", path);
  assert_string_equal(remarks.remark[0].where, where);
  assert_string_equal(remarks.remark[0].text,
                      "there is no \"muscels\" in the scene; did you mean \"muscles\"?");
  snprintf(where, sizeof where, "%s:2:2", path);
  assert_string_equal(remarks.remark[1].where, where);
  assert_string_equal(remarks.remark[1].text,
                      "units is \"miles\", but must be one of: m cm mm in ft");
  assert_string_equal(remarks.remark[2].text,
                      "muscles.m.tension is -1, but must be from 0 to 1e+12 Pa");
  ENSURE(scene->muscle_count == 1 && scene->muscle->activation.value == 0.5); // the rest
  assert_string_equal(scene->folder, "/tmp");
  brn_remarks_clear(ctx, &remarks);
  brn_scene_destroy(ctx, scene);
  remove(path);
  test_context_done(ctx);
}

static void broken_json_is_a_remark(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnRemarks remarks = {0};
  BrnScene* scene;
  const char* path = file_with("{\"units\": \n}");
  ENSURE_OK(ctx, brn_scene_inspect(ctx, path, &remarks, &scene));
  ENSURE(!scene && remarks.error_count == 1);
  ENSURE(strstr(remarks.remark[0].where, ".json:2:") && *remarks.remark[0].text);
  brn_remarks_clear(ctx, &remarks);
  remove(path);
  ENSURE_STATUS(ctx, brn_scene_inspect(ctx, path, &remarks, &scene), BRN_NOT_FOUND);
  ENSURE(!scene && remarks.count == 0);
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* path = file_with(broken);
  BrnStatus status = BRN_NO_MEMORY;
  for (int failures = 0; status != BRN_OK; failures++) {
    BrnRemarks remarks = {0};
    BrnScene* scene;
    brn_fail_allocation(ctx, failures);
    status = brn_scene_inspect(ctx, path, &remarks, &scene);
    brn_fail_allocation(ctx, -1);
    ENSURE(status == BRN_NO_MEMORY ? !scene : status == BRN_OK && remarks.count == 3);
    brn_remarks_clear(ctx, &remarks);
    brn_scene_destroy(ctx, scene);
    ENSURE_INT(brn_byte_count(ctx), 0);
  }
  remove(path);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(remarks_are_counted), cmocka_unit_test(every_mistake_is_a_remark),
          cmocka_unit_test(broken_json_is_a_remark), cmocka_unit_test(failed_allocation_is_clean))
