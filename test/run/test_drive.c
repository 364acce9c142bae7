// SPDX-License-Identifier: Apache-2.0
//
// Runs that somebody's own drive moves.

#include "run_test.h"

static int one_number(const void* self, const BrnModel* model) {
  (void)self, (void)model;
  return 1;
}

// a little more at every fill, and as much as the muscle is short of its rest length
static BrnStatus rise(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  const double* each = self;
  (void)ctx;
  brn_drive_scene(step);
  step->memory[0] += *each + step->state->position[1] - step->model->mesh->position[1];
  step->input->activation[0] = fmin(fmax(step->memory[0], 0), 1);
  return BRN_OK;
}

static const BrnDriveOps rise_ops = {.name = "rise", .memory_count = one_number, .fill = rise};

// frames of a run that was stopped after the second, and of one that was not
static void run_goes_on_with_the_same_bits(void** unused) {
  (void)unused;
  char* text[2];
  double each = 0.05;
  for (int stopped = 0; stopped < 2; stopped++) {
    RunTest test = run_make(RUN_SCENE(""));
    BrnRunDef def = run_def(&test);
    def.drive = &rise_ops;
    def.drive_self = &each;
    if (stopped) {
      def.last = 2;
      ENSURE_OK(test.ctx, run_go(&test, &def));
      def.last = 4;
      def.resume = true;
    }
    ENSURE_OK(test.ctx, run_go(&test, &def));
    text[stopped] = run_text(&test, "muscles.csv");
    run_done(&test);
  }
  assert_string_equal(text[0], text[1]);
  ENSURE(strstr(text[0], "0.05")); // that of the first frame, which the scene has at 0
  free(text[0]);
  free(text[1]);
}

// a checkpoint of another drive does not fit
static void another_drive_is_told(void** unused) {
  (void)unused;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  def.last = 2;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  double each = 0.05;
  def.drive = &rise_ops;
  def.drive_self = &each;
  def.last = 4;
  def.resume = true;
  ENSURE(run_go(&test, &def) != BRN_OK);
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(run_goes_on_with_the_same_bits), cmocka_unit_test(another_drive_is_told))
