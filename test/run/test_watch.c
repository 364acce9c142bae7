// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include "run/run_test.h"

#include <pthread.h>

// A step that would take for ever: each iteration is short, but there are very many of them.
#define ENDLESS ", 'solver': {'method': 'admm', 'iterations': 1000000, 'tolerance': 1e-300}"

typedef struct Stopper {
  RunTest* test;
  volatile int cancelled;
  int way; // 0: the number of the def, 1: a file, 2: the context
} Stopper;

// waits until the run has its first checkpoint, and a while longer
static void* stop_it(void* user) {
  Stopper* stopper = user;
  while (!run_has(stopper->test, "run.checkpoint")) usleep(1000);
  usleep(100000);
  if (stopper->way == 0) __atomic_store_n(&stopper->cancelled, 1, __ATOMIC_RELAXED);
  if (stopper->way == 1) model_write_file(stopper->test->out, "run.stop", "", 0);
  if (stopper->way == 2) brn_context_cancel(stopper->test->ctx);
  return NULL;
}

static void endless_step_is_stopped_at_once(void** state) {
  (void)state;
  for (int way = 0; way < 3; way++) {
    RunTest test = run_make(RUN_SCENE(ENDLESS));
    BrnRunDef def = run_def(&test);
    Stopper stopper = {.test = &test, .way = way};
    pthread_t thread;
    def.cancelled = &stopper.cancelled;
    ENSURE_INT(pthread_create(&thread, NULL, stop_it, &stopper), 0);
    ENSURE_OK(test.ctx, run_go(&test, &def));
    pthread_join(thread, NULL);
    ENSURE(test.report.end == BRN_RUN_STOPPED && test.report.frame == 0);
    ENSURE(!run_has(&test, "run.stop") && !run_has(&test, "frames/bar.0001.vtu"));
    ENSURE_INT(run_rows(&test, "run.csv"), 0);
    ENSURE(brn_context_is_cancelled(test.ctx) == (way == 2)); // what the run did it took back
    run_done(&test);
  }
}

static bool is_cancelled_soon(const BrnContext* ctx) {
  for (int i = 0; i < 5000 && !brn_context_is_cancelled(ctx); i++) usleep(1000);
  return brn_context_is_cancelled(ctx);
}

// what is built between the plan and the first frame may take longer than all frames
static void run_is_stopped_while_its_model_is_built(void** state) {
  (void)state;
  for (int way = 0; way < 2; way++) {
    RunTest test = run_make(RUN_SCENE(""));
    BrnRunDef def = run_def(&test);
    volatile int cancelled = 0;
    BrnBuildDef build = brn_build_def_default();
    BrnModel* model;
    BrnRun* run;
    def.cancelled = &cancelled;
    ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &run));
    if (way == 0) model_write_file(test.out, "run.stop", "", 0);
    if (way == 1) __atomic_store_n(&cancelled, 1, __ATOMIC_RELAXED);
    ENSURE(is_cancelled_soon(test.ctx));
    ENSURE_STATUS(test.ctx, brn_model_build(test.ctx, test.scene, &build, &model, NULL),
                  BRN_CANCELLED);
    if (way == 1) { // had the model been there
      ENSURE_OK(test.ctx, brn_run_go(run, test.model, &test.report));
      ENSURE(test.report.end == BRN_RUN_STOPPED && test.report.done == 0);
    }
    brn_run_destroy(test.ctx, run);
    ENSURE(!brn_context_is_cancelled(test.ctx));         // what the run did it took back
    ENSURE((access(test.out, F_OK) == 0) == (way == 1)); // or it was made for nothing
    ENSURE(!run_has(&test, "run.stop"));
    run_done(&test);
  }
}

static void stop_of_the_run_before_does_not_count(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  def.last = 2;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  model_write_file(test.out, "run.stop", "", 0);
  def.last = 4, def.resume = true;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE(test.report.end == BRN_RUN_FINISHED && !run_has(&test, "run.stop"));
  run_done(&test);
}

// the second of two may not even look: what it saw would be old by the time it has the lock
static void folder_is_locked_from_the_plan_on(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  BrnRun *first, *second;
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &first));
  def.resume = true;
  ENSURE_STATUS(test.ctx, brn_run_create(test.ctx, test.scene, &def, &second), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "another run is writing into this folder");
  ENSURE_OK(test.ctx, brn_run_go(first, test.model, &test.report));
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &second)); // the first is over
  ENSURE(brn_run_is_finished(second));
  brn_run_destroy(test.ctx, second);
  brn_run_destroy(test.ctx, first);
  run_done(&test);
}

// A run that was planned for an empty folder, let go of it, and finds it full.
static void run_that_let_go_of_its_folder_plans_again(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  BrnRun* late;
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &late));
  brn__run_unlock(late);
  ENSURE_OK(test.ctx, run_go(&test, &def));
  ENSURE_STATUS(test.ctx, brn_run_go(late, test.model, &test.report), BRN_INVALID);
  ENSURE_ERROR_HAS(test.ctx, "there is a run in this folder already");
  ENSURE_INT(run_rows(&test, "run.csv"), 4);
  brn_run_destroy(test.ctx, late);
  run_done(&test);
}

static void folder_that_was_made_for_nothing_is_gone_again(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  BrnRun* run;
  ENSURE_OK(test.ctx, brn_run_create(test.ctx, test.scene, &def, &run));
  brn_run_destroy(test.ctx, run);
  ENSURE(access(test.out, F_OK) != 0);
  run_done(&test);
}

// what is in the folder of a run and is no file is somebody's trap
static void links_in_the_folder_are_not_followed(void** state) {
  (void)state;
  RunTest test = run_make(RUN_SCENE(""));
  BrnRunDef def = run_def(&test);
  char victim[100];
  def.last = 2;
  ENSURE_OK(test.ctx, run_go(&test, &def));
  model_write_file(test.folder, "victim", "precious", 8);
  snprintf(victim, sizeof victim, "%s/victim", test.folder);
  const char* const names[] = {"run.json",    "run.model",           "run.scene.json",
                               "muscles.csv", "frames/bar.0003.vtu", "run.sums"};
  def.resume = true;
  for (int i = 0; i < 6; i++) {
    unlink(run_path(&test, names[i]));
    ENSURE_INT(symlink(victim, run_path(&test, names[i])), 0);
    if (i == 3) continue; // two at once
    def.last = i < 4 ? 2 : 4;
    ENSURE_OK(test.ctx, run_go(&test, &def));
  }
  size_t size;
  char* text = model_read_file(victim, &size);
  ENSURE(size == 8 && memcmp(text, "precious", 8) == 0);
  free(text);
  ENSURE_INT(run_rows(&test, "muscles.csv"), 4);
  run_done(&test);
}

TEST_MAIN(cmocka_unit_test(endless_step_is_stopped_at_once),
          cmocka_unit_test(run_is_stopped_while_its_model_is_built),
          cmocka_unit_test(stop_of_the_run_before_does_not_count),
          cmocka_unit_test(folder_is_locked_from_the_plan_on),
          cmocka_unit_test(run_that_let_go_of_its_folder_plans_again),
          cmocka_unit_test(folder_that_was_made_for_nothing_is_gone_again),
          cmocka_unit_test(links_in_the_folder_are_not_followed))
