// SPDX-License-Identifier: Apache-2.0

#include "run/verify.h"

#include "run/run_test.h"

// twelve frames, of which 3, 6 and 9 have a checkpoint that is kept
#define LONG_SCENE RUN_SCENE(", 'outputs': {'surfaces': false}")

static RunTest make_run(void) {
  RunTest test = run_make(LONG_SCENE);
  BrnRunDef def = run_def(&test);
  def.last = 12;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(run_has(&test, "run.checkpoint.0003") && run_has(&test, "run.checkpoint.0009"));
  return test;
}

typedef struct Seen {
  int count, frame;
  char file[100];
} Seen;

static void see(void* user, const BrnRunFault* fault) {
  Seen* seen = user;
  if (seen->count++ == 0 || fault->frame < seen->frame) seen->frame = fault->frame;
  snprintf(seen->file, sizeof seen->file, "%s", fault->file);
}

static BrnRunCheck verify(RunTest* test, Seen* seen) {
  BrnRunCheck check;
  *seen = (Seen){0};
  ENSURE_OK(test->ctx, brn_run_verify(test->ctx, test->out, see, seen, &check));
  ENSURE_INT(check.fault_count, seen->count);
  return check;
}

// a bit in the midst of a file, or where the text is
static void flip(const RunTest* test, const char* name, const char* where) {
  size_t size;
  char* bytes = model_read_file(run_path(test, name), &size);
  char* at = where ? memmem(bytes, size, where, strlen(where)) : bytes + size / 2;
  ENSURE(at);
  *at ^= 1;
  model_write_file(test->out, name, bytes, size);
  free(bytes);
}

static BrnStatus go_on(RunTest* test) {
  BrnRunDef def = run_def(test);
  def.resume = true;
  return run_go(test, &def);
}

static void whole_run_has_no_faults(void** state) {
  (void)state;
  RunTest test = make_run();
  Seen seen;
  BrnRunCheck check = verify(&test, &seen);
  ENSURE(check.fault_count == 0 && check.has_sums && !check.running);
  ENSURE(check.first == 1 && check.done == 12 && check.from == 12);
  ENSURE(check.file_count >= 12 + 5 + 5); // frames, tables, and files of the run
  run_done(&test);
}

static void folder_without_a_run_is_told(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunCheck check;
  ENSURE_STATUS(test.ctx, brn_run_verify(test.ctx, test.folder, NULL, NULL, &check), BRN_NOT_FOUND);
  ENSURE_ERROR_HAS(test.ctx, "there is no run in this folder");
  run_done(&test);
}

// Damages a file, and sees that it is told and comes back. `from`: the frame that it goes on after.
static void check_damage(const char* name, const char* where, int frame, int from) {
  RunTest test = make_run();
  Seen seen;
  size_t size, size_after;
  char* before = model_read_file(run_path(&test, name), &size);
  flip(&test, name, where);
  BrnRunCheck check = verify(&test, &seen);
  assert_string_equal(seen.file, name);
  ENSURE(seen.count == 1 && seen.frame == frame && check.from == from);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE_INT(test.report.done, 12 - (from < 0 ? 0 : from));
  ENSURE(test.report.frame == 12 && test.report.written == 12);
  char* after = model_read_file(run_path(&test, name), &size_after);
  ENSURE(size == size_after && memcmp(before, after, size) == 0);
  ENSURE_INT(verify(&test, &seen).fault_count, 0);
  ENSURE_INT(run_rows(&test, "muscles.csv"), 12);
  free(before);
  free(after);
  run_done(&test);
}

static void damaged_frame_is_made_anew_from_the_checkpoint_before_it(void** state) {
  (void)state;
  check_damage("frames/bar.0008.vtu", NULL, 8, 6);
  check_damage("frames/bar.0002.vtu", NULL, 2, INT32_MIN);
  check_damage("frames/bar.0012.vtu", NULL, 12, 9);
}

static void damaged_row_is_made_anew(void** state) {
  (void)state;
  check_damage("muscles.csv", "\n11,", 10, 9); // the end of row 10
  check_damage("run.csv", "converged", 1, INT32_MIN);
  check_damage("parts.csv", "time", INT32_MIN, INT32_MIN);
}

static void damaged_files_of_the_run_cost_no_frame(void** state) {
  (void)state;
  check_damage("run.model", NULL, INT32_MAX, 12);
  check_damage("run.scene.json", NULL, INT32_MAX, 12);
  check_damage("bar.pvd", NULL, INT32_MAX, 12);
}

static void damaged_record_is_made_anew(void** state) {
  (void)state;
  RunTest test = make_run();
  Seen seen;
  flip(&test, "run.json", "\"seconds\"");
  ENSURE(verify(&test, &seen).fault_count == 1 && strcmp(seen.file, "run.json") == 0);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE(test.report.done == 0 && verify(&test, &seen).fault_count == 0);
  ENSURE(unlink(run_path(&test, "run.json")) == 0);
  ENSURE(verify(&test, &seen).fault_count == 1);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE(run_has(&test, "run.json") && verify(&test, &seen).fault_count == 0);
  run_done(&test);
}

static void lost_checkpoint_loses_few_frames(void** state) {
  (void)state;
  RunTest test = make_run();
  Seen seen;
  ENSURE(unlink(run_path(&test, "run.checkpoint")) == 0);
  BrnRunDef def = run_def(&test);
  ENSURE_STATUS(test.ctx, run_go(&test, &def), BRN_INVALID); // it is a run all the same
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE(test.report.done == 3 && test.report.frame == 12);
  ENSURE_INT(verify(&test, &seen).fault_count, 0);
  run_done(&test);
}

static void damaged_sums_are_not_trusted(void** state) {
  (void)state;
  RunTest test = make_run();
  Seen seen;
  flip(&test, "run.sums", "frames/bar.0007.vtu");
  BrnRunCheck check = verify(&test, &seen);
  ENSURE(seen.count > 0 && seen.frame == 7 && check.from == 6);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE_INT(test.report.done, 6);
  ENSURE(unlink(run_path(&test, "run.sums")) == 0);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE_INT(test.report.done, 12);
  ENSURE_INT(verify(&test, &seen).fault_count, 0);
  run_done(&test);
}

// a scene that cannot be compared any more is not mixed with another
static void damaged_scene_lets_in_no_other(void** state) {
  (void)state;
  RunTest test = make_run();
  flip(&test, "run.scene.json", NULL);
  ENSURE_OK(test.ctx, brn_scene_set(test.ctx, test.scene, "muscles.m.tension", "3e5"));
  ENSURE_STATUS(test.ctx, go_on(&test), BRN_BAD_FILE);
  ENSURE_ERROR_HAS(test.ctx, "run.scene.json: it is damaged or missing");
  run_done(&test);
}

static void rows_that_nobody_wrote_are_told_and_cut_off(void** state) {
  (void)state;
  RunTest test = make_run();
  Seen seen;
  FILE* table = fopen(run_path(&test, "run.csv"), "a");
  ENSURE(table && fputs("13,0.5,converged\n", table) >= 0 && fclose(table) == 0);
  ENSURE(verify(&test, &seen).fault_count == 1 && strcmp(seen.file, "run.csv") == 0);
  ENSURE_OK(test.ctx, go_on(&test));
  ENSURE(run_rows(&test, "run.csv") == 12 && verify(&test, &seen).fault_count == 0);
  run_done(&test);
}

// whichever byte of it is wrong: version, model, sizes, sums
static void early_checkpoint_with_a_damaged_head_is_removed(void** state) {
  (void)state;
  enum { HEAD = 48 };
  static const char name[] = "run.checkpoint.0009";
  RunTest test = make_run();
  size_t size;
  char* bytes = model_read_file(run_path(&test, name), &size);
  for (int at = 0; at < HEAD; at++) {
    Seen seen;
    bytes[at] ^= 1;
    model_write_file(test.out, name, bytes, size);
    bytes[at] ^= 1;
    verify(&test, &seen);
    ENSURE_INT(seen.count, 1);
    ENSURE_OK(test.ctx, go_on(&test));
    ENSURE(!run_has(&test, name));
    verify(&test, &seen);
    ENSURE_INT(seen.count, 0);
  }
  free(bytes);
  run_done(&test);
}

static void leftovers_of_a_finished_run_are_removed(void** state) {
  (void)state;
  RunTest test = make_run();
  model_write_file(test.out, "run.json.tmp0", "{", 1);
  BrnRunDef def = run_def(&test);
  BrnRun* run;
  def.resume = true;
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &run));
  ENSURE(brn_run_is_finished(run) && !run_has(&test, "run.json.tmp0"));
  brn_run_destroy(test.ctx, run);
  run_done(&test);
}

static void verifying_bears_failed_allocations(void** state) {
  (void)state;
  RunTest test = make_run();
  BrnStatus status = BRN_NO_MEMORY;
  size_t held = brn_byte_count(test.ctx);
  for (int k = 0; status != BRN_OK; k++) {
    BrnRunCheck check;
    brn_fail_allocation(test.ctx, k);
    status = brn_run_verify(test.ctx, test.out, NULL, NULL, &check);
    brn_fail_allocation(test.ctx, -1);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(k < 10000 && brn_byte_count(test.ctx) == held);
    if (status == BRN_OK) ENSURE_INT(check.fault_count, 0);
  }
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(whole_run_has_no_faults), cmocka_unit_test(folder_without_a_run_is_told),
          cmocka_unit_test(damaged_frame_is_made_anew_from_the_checkpoint_before_it),
          cmocka_unit_test(damaged_row_is_made_anew),
          cmocka_unit_test(damaged_files_of_the_run_cost_no_frame),
          cmocka_unit_test(damaged_record_is_made_anew),
          cmocka_unit_test(lost_checkpoint_loses_few_frames),
          cmocka_unit_test(damaged_sums_are_not_trusted),
          cmocka_unit_test(damaged_scene_lets_in_no_other),
          cmocka_unit_test(rows_that_nobody_wrote_are_told_and_cut_off),
          cmocka_unit_test(early_checkpoint_with_a_damaged_head_is_removed),
          cmocka_unit_test(leftovers_of_a_finished_run_are_removed),
          cmocka_unit_test(verifying_bears_failed_allocations))
