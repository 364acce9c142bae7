// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C ends the work in order, and a thread that watches ends the program where that takes too
// long (interrupt.h).

#include "cli/interrupt.h"

#include "cli/cli.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

volatile int cli_interrupted;
static const char* volatile to_say;
static BrnContext* _Atomic context; // NULL: it is gone
static pthread_mutex_t context_is_used = PTHREAD_MUTEX_INITIALIZER;

static const double LOOK = 0.02, GRACE = 0.7; // s

static void on_signal(int number) {
  (void)number;
  __atomic_store_n(&cli_interrupted, 1, __ATOMIC_RELAXED); // threads look, too
  BrnContext* ctx = context;
  if (ctx) brn_context_cancel(ctx);
  if (to_say && write(STDERR_FILENO, to_say, strlen(to_say)) < 0) return; // nobody is there
}

// ---------------------------------------------------------------------------------------- watching
// The work looks at the flag of the context, but not everything does: libraries do not, and a
// system call may wait. A run raises the flag itself when it finds a file run.stop.

static void pause_for(double seconds) {
  nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL);
}

static bool is_to_end(void) {
  pthread_mutex_lock(&context_is_used);
  BrnContext* ctx = context;
  bool cancelled = ctx && brn_context_is_cancelled(ctx);
  pthread_mutex_unlock(&context_is_used);
  return cancelled || __atomic_load_n(&cli_interrupted, __ATOMIC_RELAXED) != 0;
}

static void* watch(void* unused) {
  (void)unused;
  double asked = brn__seconds(); // by the clock: on a busy machine pauses are longer than asked for
  for (;;) {
    double now = brn__seconds();
    if (!is_to_end()) asked = now;
    if (now - asked >= GRACE) _exit(CLI_STOPPED);
    pause_for(LOOK);
  }
  return NULL;
}

// all signals are for the main thread
static void start_to_watch(void) {
  sigset_t all, before;
  pthread_t thread;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void cli_catch_interrupts(BrnContext* ctx) {
  context = ctx;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGXFSZ, &ignore, NULL);
  start_to_watch();
}

void cli_say_when_interrupted(const char* message) { to_say = message; }

void cli_forget_context(void) {
  pthread_mutex_lock(&context_is_used);
  context = NULL;
  pthread_mutex_unlock(&context_is_used);
}
