// SPDX-License-Identifier: Apache-2.0

#include "run/run.h"

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

// A step may take minutes, and so may what is built before the first one; whoever does it looks at
// a flag of the context only. So a thread looks for those who would stop the run, some times a
// second, from when the folder is locked, and raises that flag. It takes no signals, which are for
// the program, and no memory of the context, which is for its owner.

static const long PAUSE = 50000000; // ns

struct BrnRunWatch {
  BrnContext* ctx;
  const volatile int* cancelled;
  char* file; // run.stop
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t over;
  bool looks; // the thread is there
  bool quit;
};

static bool is_stopped(const BrnRunWatch* watch) {
  struct stat info; // links that lead nowhere are there, too
  return brn__is_raised(watch->cancelled) || lstat(watch->file, &info) == 0;
}

void brn__watch_look(const BrnRunWatch* watch) {
  if (is_stopped(watch)) brn__cancel_run(watch->ctx, true);
}

static void wait_a_while(BrnRunWatch* watch) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += PAUSE;
  if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
  pthread_cond_timedwait(&watch->over, &watch->mutex, &until);
}

static void* look_out(void* user) {
  BrnRunWatch* watch = user;
  pthread_mutex_lock(&watch->mutex);
  while (!watch->quit) {
    brn__watch_look(watch);
    wait_a_while(watch);
  }
  pthread_mutex_unlock(&watch->mutex);
  return NULL;
}

static bool start_thread(BrnRunWatch* watch) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&watch->thread, NULL, look_out, watch);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return failed == 0;
}

static void stop_thread(BrnRunWatch* watch) {
  pthread_mutex_lock(&watch->mutex);
  watch->quit = true;
  pthread_cond_signal(&watch->over);
  pthread_mutex_unlock(&watch->mutex);
  pthread_join(watch->thread, NULL);
}

static char* stop_file(const BrnRun* run) {
  BrnScratchMark mark = brn__scratch_mark(run->ctx);
  const char* path = brn__run_path(run, "run.stop");
  char* file = path ? brn__strdup(run->ctx, path) : NULL;
  brn__scratch_release(run->ctx, mark);
  return file;
}

BrnStatus brn__watch_start(BrnRun* run) {
  if (run->watch) return BRN_OK; // not every folder can be locked
  char* file = stop_file(run);
  BrnRunWatch* watch = file ? brn__new_zero(run->ctx, 1, BrnRunWatch) : NULL;
  if (!watch) {
    brn__free(run->ctx, file);
    return BRN_NO_MEMORY;
  }
  brn__run_forget_stop(run); // one that came too late for the run before
  watch->ctx = run->ctx;
  watch->cancelled = run->def.cancelled;
  watch->file = file;
  pthread_mutex_init(&watch->mutex, NULL);
  pthread_cond_init(&watch->over, NULL);
  watch->looks = start_thread(watch);
  run->watch = watch;
  return BRN_OK;
}

void brn__watch_stop(BrnRun* run) {
  BrnRunWatch* watch = run->watch;
  if (!watch) return;
  if (watch->looks) stop_thread(watch);
  pthread_cond_destroy(&watch->over);
  pthread_mutex_destroy(&watch->mutex);
  brn__free(run->ctx, watch->file);
  brn__free(run->ctx, watch);
  run->watch = NULL;
  brn__cancel_run(run->ctx, false);
  brn__run_forget_stop(run);
}
