// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"

#include "test.h"

#include <pthread.h>
#include <signal.h>

static void cancelled_context_says_so_until_it_is_taken_back(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  ENSURE_OK(ctx, brn__go_on(ctx));
  ENSURE(!brn_context_is_cancelled(ctx));
  brn_context_cancel(ctx);
  ENSURE_STATUS(ctx, brn__go_on(ctx), BRN_CANCELLED);
  ENSURE_ERROR_HAS(ctx, "it was stopped");
  ENSURE(brn_context_is_cancelled(ctx) && brn__is_cancelled(ctx));
  brn_context_uncancel(ctx);
  ENSURE_OK(ctx, brn__go_on(ctx));
  test_context_done(ctx);
}

// neither takes back what the other has asked for
static void runs_and_users_do_not_meddle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  brn__cancel_run(ctx, true);
  ENSURE(brn_context_is_cancelled(ctx));
  brn_context_uncancel(ctx);
  ENSURE(brn_context_is_cancelled(ctx));
  brn_context_cancel(ctx);
  brn__cancel_run(ctx, false);
  ENSURE(brn_context_is_cancelled(ctx));
  brn_context_uncancel(ctx);
  ENSURE(!brn_context_is_cancelled(ctx));
  test_context_done(ctx);
}

static BrnContext* of_signal;
static void on_signal(int number) {
  (void)number;
  brn_context_cancel(of_signal);
}

static void signal_handler_may_cancel(void** state) {
  (void)state;
  of_signal = test_context();
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  ENSURE(brn_context_is_cancelled(of_signal));
  test_context_done(of_signal);
}

static void* cancel(void* ctx) {
  brn_context_cancel(ctx);
  return NULL;
}

static void other_thread_may_cancel(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  pthread_t thread;
  ENSURE_INT(pthread_create(&thread, NULL, cancel, ctx), 0);
  while (!brn__is_cancelled(ctx)) continue;
  pthread_join(thread, NULL);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(cancelled_context_says_so_until_it_is_taken_back),
          cmocka_unit_test(runs_and_users_do_not_meddle),
          cmocka_unit_test(signal_handler_may_cancel), cmocka_unit_test(other_thread_may_cancel))
