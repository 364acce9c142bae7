// SPDX-License-Identifier: Apache-2.0

#include "export_test.h"

static BrnStatus nothing(BrnExport* job) {
  (void)job;
  return BRN_OK;
}
static const BrnExportWriter writer = {{"obj", "obj wave", "test"}, nothing, nothing};

static void ensure_name(const char* path, const char* stem, int frame, const char* extension,
                        const char* expected) {
  BrnContext* ctx = test_context();
  BrnExport job = {.ctx = ctx, .path = path, .writer = &writer, .name = (char*)"run"};
  job.def = brn_export_def_default();
  ENSURE_OK(ctx, brn__export_plan_file(&job, stem, frame, extension));
  ENSURE_INT(job.file_count, 1);
  assert_string_equal(job.file[0], expected);
  brn__free(ctx, job.file[0]);
  brn__free(ctx, (void*)job.file);
  test_context_done(ctx);
}

static void parts_and_numbers_go_before_the_extension(void** state) {
  (void)state;
  ensure_name("arm.obj", NULL, BRN_NO_FRAME, NULL, "arm.obj");
  ensure_name("arm.obj", "ulna", BRN_NO_FRAME, NULL, "arm.ulna.obj");
  ensure_name("arm.obj", NULL, 7, NULL, "arm.0007.obj");
  ensure_name("a.b/arm.v2.obj", "ulna", 12345, NULL, "a.b/arm.v2.ulna.12345.obj");
  ensure_name("arm.WAVE", "ulna", -3, NULL, "arm.ulna.-003.WAVE");
  ensure_name("arm.obj", "ulna", 7, "mtl", "arm.ulna.0007.mtl");
}

static void patterns_say_where_numbers_go(void** state) {
  (void)state;
  ensure_name("arm.%04d.obj", NULL, 7, NULL, "arm.0007.obj");
  ensure_name("arm.%04d.obj", "ulna", 7, NULL, "arm.ulna.0007.obj");
  ensure_name("arm_###.obj", "ulna", 7, NULL, "arm_ulna_007.obj");
  ensure_name("arm%d.obj", "ulna", 7, NULL, "arm.ulna.7.obj");
  ensure_name("x/%06d.obj", "ulna", 7, NULL, "x/ulna.000007.obj");
  ensure_name("x/%06d.obj", NULL, 7, NULL, "x/000007.obj");
  ensure_name("f%04d-late.obj", NULL, 7, NULL, "f0007-late.obj");
  // what is no pattern stays, and only in the last name of the path
  ensure_name("100%/#1/arm%s%n.obj", NULL, 7, NULL, "100%/#1/arm%s%n.0007.obj");
  ensure_name("arm.%04d.obj", NULL, BRN_NO_FRAME, NULL, "arm.%04d.obj");
  ensure_name("arm.%99999999999d.obj", NULL, 7, NULL, "arm.00000000000000000007.obj");
}

static void folders_get_names_of_parts_or_of_the_run(void** state) {
  (void)state;
  ensure_name("no-such/", "ulna", 7, NULL, "no-such/ulna.0007.obj");
  ensure_name("no-such/", NULL, 7, NULL, "no-such/run.0007.obj");
  ensure_name("no-such/", NULL, BRN_NO_FRAME, "pvd", "no-such/run.pvd");
  ensure_name("test", "ulna", 7, NULL, "test/ulna.0007.obj"); // it is there
}

static void other_extensions_are_part_of_the_name(void** state) {
  (void)state;
  ensure_name("arm", NULL, BRN_NO_FRAME, NULL, "arm.obj");
  ensure_name("arm.v2", "ulna", BRN_NO_FRAME, NULL, "arm.v2.ulna.obj");
  ensure_name(".obj", NULL, 7, NULL, ".obj.0007.obj"); // a hidden file, without an extension
}

static void memory_may_be_short(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnExport job = {.ctx = ctx, .path = "arm.obj", .writer = &writer, .name = (char*)"run"};
  job.def = brn_export_def_default();
  for (int k = 0; job.file_count == 0; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__export_plan_file(&job, "ulna", 7, NULL);
    ENSURE_INT(status, job.file_count ? BRN_OK : BRN_NO_MEMORY);
  }
  brn__free(ctx, job.file[0]);
  brn__free(ctx, (void*)job.file);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(parts_and_numbers_go_before_the_extension),
          cmocka_unit_test(patterns_say_where_numbers_go),
          cmocka_unit_test(folders_get_names_of_parts_or_of_the_run),
          cmocka_unit_test(other_extensions_are_part_of_the_name),
          cmocka_unit_test(memory_may_be_short))
