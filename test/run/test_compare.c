// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include "run/run_test.h"

static int differences(const char* was, const char* is, const char* expected) {
  BrnContext* ctx = test_context();
  BrnJson a, b;
  BrnString told = {0};
  char *was_text = model_text(was), *is_text = model_text(is);
  ENSURE_OK(ctx, brn__json_open(ctx, was_text, strlen(was_text), "was", &a));
  ENSURE_OK(ctx, brn__json_open(ctx, is_text, strlen(is_text), "is", &b));
  int count = brn__scene_differences(ctx, a.root, b.root, 2, &told);
  assert_string_equal(told.text ? told.text : "", expected);
  brn__string_free(ctx, &told);
  brn__json_close(ctx, &a);
  brn__json_close(ctx, &b);
  free(was_text);
  free(is_text);
  test_context_done(ctx);
  return count;
}

static void changed_values_are_named_by_their_paths(void** unused) {
  (void)unused;
  ENSURE_INT(differences("{'muscles': {'biceps': {'activation': 0.5, 'tension': 3}}}",
                         "{'muscles': {'biceps': {'activation': 0.7, 'tension': 3}}}",
                         "; muscles.biceps.activation: was 0.5, is 0.7"),
             1);
  ENSURE_INT(
      differences("{'solver': {'substeps': 2}}", "{}", "; solver.substeps: was 2, is not given"),
      1);
  ENSURE_INT(differences("{}", "{'bones': {'a': {'fixed': true}}}",
                         "; bones.a: was not given, is {\"fixed\": true}"),
             1);
  ENSURE_INT(differences("{'f': [{'r': 1}, {'r': 2}]}", "{'f': [{'r': 1}, {'r': 3}]}",
                         "; f.1.r: was 2, is 3"),
             1);
  ENSURE_INT(differences("{'g': [0, 1]}", "{'g': [0, 2]}", "; g: was [0, 1], is [0, 2]"), 1);
}

static void equal_scenes_have_no_differences(void** unused) {
  (void)unused;
  ENSURE_INT(differences("{'a': 1, 'b': {'c': [1, 2]}}", "{'b': {'c': [1, 2]}, 'a': 1}", ""), 0);
}

// a run may be made longer and written in other formats
static void what_changes_no_frame_is_free(void** unused) {
  (void)unused;
  ENSURE_INT(differences("{'outputs': {'every': 2}}", "{'outputs': {'units': 'mm'}}",
                         "; outputs.units: was not given, is \"mm\""),
             1); // rows in two units are no table
  ENSURE_INT(differences("{'frames': {'last': 5}, 'outputs': {'every': 2}, 'about': 'a'}",
                         "{'frames': {'last': 9}, 'outputs': {'formats': 'ply'}}", ""),
             0);
  ENSURE_INT(differences("{'frames': {'first': 5}}", "{'frames': {'first': 9}}",
                         "; frames.first: was 5, is 9"),
             1);
}

static void long_lists_are_cut_short(void** unused) {
  (void)unused;
  ENSURE_INT(differences("{'a': 1, 'b': 2, 'c': 3, 'd': 4}", "{'a': 2, 'b': 3, 'c': 4, 'd': 5}",
                         "; a: was 1, is 2; b: was 2, is 3; and 2 more"),
             4);
  ENSURE_INT(
      differences("{'a': 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'}",
                  "{'a': 1}",
                  "; a: was \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..., "
                  "is 1"),
      1);
}

TEST_MAIN(cmocka_unit_test(changed_values_are_named_by_their_paths),
          cmocka_unit_test(equal_scenes_have_no_differences),
          cmocka_unit_test(what_changes_no_frame_is_free),
          cmocka_unit_test(long_lists_are_cut_short))
