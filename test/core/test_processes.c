// SPDX-License-Identifier: Apache-2.0

#include "core/core.h"
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 3000 };

typedef struct Visits {
  atomic_int seen[MOST];
  pid_t by[MOST];
} Visits;

// on the stack of the caller, so other processes see it only as a copy
typedef struct Job {
  Visits* visits;
  int naps; // ms a chunk
  int only; // process that does not come back from its chunk; 0: none
  BrnContext* ctx;
} Job;

static void nap(int milliseconds) {
  struct timespec time = {0, milliseconds * 1000000L};
  nanosleep(&time, NULL);
}

static void visit(void* user, int begin, int end, int process) {
  const Job* job = user;
  if (job->naps) nap(job->naps);
  if (job->only > 0 && process == job->only) raise(SIGKILL);
  for (int i = begin; i < end; i++) {
    job->visits->seen[i]++;
    job->visits->by[i] = getpid();
  }
}

static Visits* visit_all(BrnContext* ctx, int count, int grain, int naps) {
  Visits* visits = brn__new_zero(ctx, 1, Visits);
  Job job = {.visits = visits, .naps = naps, .ctx = ctx};
  brn__parallel_job(ctx, count, grain, visit, &job, sizeof job);
  for (int i = 0; i < MOST; i++) ENSURE_INT(visits->seen[i], i < count);
  return visits;
}

// ------------------------------------------------------------------------------------------- jobs

static void each_index_is_visited_once(void** state) {
  (void)state;
  static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1000, MOST};
  static const int grains[] = {1, 2, 8, 64, 1000, 2 * MOST};
  for (int processes = 1; processes <= 6; processes++) {
    BrnContext* ctx = test_context_with(-processes);
    ENSURE_INT(brn_process_count(ctx), processes);
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
      for (size_t g = 0; g < sizeof grains / sizeof *grains; g++) {
        brn__free(ctx, visit_all(ctx, counts[c], grains[g], 0));
      }
    }
    test_context_done(ctx);
  }
}

// who has done a chunk and is not the caller, once each
static int list_others(const Visits* visits, int count, pid_t* found, int others) {
  for (int i = 0; i < count; i++) {
    bool known = visits->by[i] == getpid();
    for (int k = 0; k < others; k++) known |= found[k] == visits->by[i];
    if (!known) found[others++] = visits->by[i];
  }
  return others;
}

// on a busy machine one may come late
enum { TRIES = 50 };

static void all_processes_do_a_share(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-4);
  pid_t found[64 * TRIES];
  int others = 0;
  for (int i = 0; i < TRIES && others < 3; i++) {
    Visits* visits = visit_all(ctx, 64, 1, 4);
    others = list_others(visits, 64, found, others);
    brn__free(ctx, visits);
  }
  ENSURE_INT(others, 3);
  test_context_done(ctx);
  for (int k = 0; k < others; k++) ENSURE(kill(found[k], 0) != 0 && errno == ESRCH);
}

// a thousand in a row, each of them too short for all to come in time
static void short_jobs_follow_each_other(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-5);
  Visits* visits = brn__new_zero(ctx, 1, Visits);
  Job job = {.visits = visits, .ctx = ctx};
  for (int k = 1; k <= 3000; k++) {
    int count = 2 + k % 9;
    brn__parallel_job(ctx, count, 1, visit, &job, sizeof job);
    for (int i = 0; i < 10; i++) {
      if (atomic_exchange(&visits->seen[i], 0) != (i < count)) fail_msg("job %d, index %d", k, i);
    }
  }
  brn__free(ctx, visits);
  test_context_done(ctx);
}

static void nest(void* user, int begin, int end, int process) {
  const Job* job = user;
  (void)process;
  for (int i = begin; i < end; i++) {
    nap(job->naps); // so that others come
    Job inner = {.visits = job->visits + i};
    brn__parallel_job(job->ctx, 100, 10, visit, &inner, sizeof inner);
    brn__parallel_for(job->ctx, 100, 10, visit, &inner);
  }
}

static void loops_inside_of_a_job_run_in_place(void** state) {
  (void)state;
  BrnContextDef def = brn_context_def_default();
  def.workers = 2, def.processes = 3;
  BrnContext* ctx = brn_context_create(&def);
  Job job = {.visits = brn__new_zero(ctx, 20, Visits), .naps = 2, .ctx = ctx};
  brn__parallel_job(ctx, 20, 1, nest, &job, sizeof job);
  for (int i = 0; i < 20; i++) {
    for (int k = 0; k < 100; k++) {
      ENSURE_INT(job.visits[i].seen[k], 2);
      ENSURE_INT(job.visits[i].by[k], job.visits[i].by[0]);
    }
  }
  brn__free(ctx, job.visits);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ deaths

static void one_that_is_killed_at_work_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-4);
  Visits* visits = brn__new_zero(ctx, 1, Visits);
  Job job = {.visits = visits, .naps = 4, .only = 2, .ctx = ctx};
  for (int i = 0; i < TRIES && brn_process_count(ctx) > 1; i++) {
    brn__parallel_job(ctx, 64, 1, visit, &job, sizeof job);
  }
  ENSURE_STATUS(ctx, brn__parallel_check(ctx), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "process 3 of 4");
  ENSURE_ERROR_HAS(ctx, "Killed");
  ENSURE_INT(brn_process_count(ctx), 1);
  ENSURE_OK(ctx, brn__parallel_check(ctx)); // once
  memset(visits, 0, sizeof *visits);
  job.naps = 0;
  brn__parallel_job(ctx, 64, 1, visit, &job, sizeof job); // the caller is there yet
  for (int i = 0; i < 64; i++) ENSURE_INT(visits->seen[i], 1);
  brn__free(ctx, visits);
  test_context_done(ctx);
}

static pid_t any_other(BrnContext* ctx) {
  pid_t found[64] = {0};
  for (int i = 0; i < TRIES && !found[0]; i++) {
    Visits* visits = visit_all(ctx, 64, 1, 2);
    list_others(visits, 64, found, 0);
    brn__free(ctx, visits);
  }
  ENSURE(found[0] > 0); // 0 would be our whole group
  return found[0];
}

static void one_that_is_killed_idle_is_done_without(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-3);
  pid_t other = any_other(ctx);
  nap(20); // it goes to sleep
  kill(other, SIGKILL);
  for (int i = 0; i < 20; i++) brn__free(ctx, visit_all(ctx, 40, 1, 0));
  brn__free(ctx, visit_all(ctx, 4, 1, 120)); // long enough to look for who is missing
  ENSURE_OK(ctx, brn__parallel_check(ctx));
  test_context_done(ctx);
}

static bool is_gone_within(pid_t pid, double seconds) {
  for (int i = 0; i < 20 * seconds; i++) {
    if (kill(pid, 0) != 0) return true;
    nap(50);
  }
  return false;
}

// the caller of this one ends without a word
static void nobody_outlives_the_caller(void** state) {
  (void)state;
  int pipes[2];
  pid_t other = 0;
  assert_int_equal(pipe(pipes), 0);
  pid_t caller = fork();
  if (caller == 0) {
    BrnContext* ctx = test_context_with(-2);
    other = any_other(ctx);
    _exit(write(pipes[1], &other, sizeof other) == sizeof other ? 0 : 1);
  }
  ENSURE_INT(read(pipes[0], &other, sizeof other), sizeof other);
  waitpid(caller, NULL, 0);
  close(pipes[0]);
  close(pipes[1]);
  ENSURE(other > 0 && is_gone_within(other, 10));
}

static void signals_of_the_terminal_are_left_to_the_caller(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-2);
  pid_t other = any_other(ctx);
  kill(other, SIGINT);
  kill(other, SIGTERM);
  nap(20);
  ENSURE_INT(kill(other, 0), 0);
  ENSURE_INT(any_other(ctx), other);
  test_context_done(ctx);
}

// ------------------------------------------------------------------------------------------ memory

typedef struct Piece {
  unsigned char* bytes;
  size_t size;
  unsigned char mark;
} Piece;

static void check_piece(const Piece* piece) {
  for (size_t i = 0; i < piece->size; i += 1 + piece->size / 64) {
    if (piece->bytes[i] != piece->mark) fail_msg("a block was written over");
  }
}

static void blocks_do_not_overlap(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-2);
  TestRandom random = {3};
  Piece piece[200] = {{0}};
  for (int k = 0; k < 20000; k++) {
    Piece* p = &piece[test_random_bits(&random) % 200];
    check_piece(p);
    brn__free(ctx, p->bytes);
    p->size = (size_t)pow(2, test_random(&random, 0, 21));
    p->mark = (unsigned char)k;
    p->bytes = brn__new(ctx, p->size, unsigned char);
    ENSURE((uintptr_t)p->bytes % 64 == 0);
    memset(p->bytes, p->mark, p->size);
  }
  for (int i = 0; i < 200; i++) {
    check_piece(&piece[i]);
    brn__free(ctx, piece[i].bytes);
  }
  test_context_done(ctx);
}

// what is given back is used again: this would not fit otherwise
static void memory_is_used_again(void** state) {
  (void)state;
  BrnContext* ctx = test_context_with(-2);
  for (int k = 0; k < 4000; k++) {
    char* block = brn__new(ctx, (64 << 20) - k, char);
    ENSURE(block != NULL);
    block[0] = block[(64 << 20) - 4000] = 1;
    brn__free(ctx, block);
  }
  ENSURE(brn__alloc(ctx, SIZE_MAX / 2, 1) == NULL);
  ENSURE(brn__alloc(ctx, SIZE_MAX / 4, 1) == NULL);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(each_index_is_visited_once), cmocka_unit_test(all_processes_do_a_share),
          cmocka_unit_test(short_jobs_follow_each_other),
          cmocka_unit_test(loops_inside_of_a_job_run_in_place),
          cmocka_unit_test(one_that_is_killed_at_work_is_told),
          cmocka_unit_test(one_that_is_killed_idle_is_done_without),
          cmocka_unit_test(nobody_outlives_the_caller),
          cmocka_unit_test(signals_of_the_terminal_are_left_to_the_caller),
          cmocka_unit_test(blocks_do_not_overlap), cmocka_unit_test(memory_is_used_again))
