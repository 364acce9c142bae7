// SPDX-License-Identifier: Apache-2.0

#include "core/processes.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// A job is cut into chunks as in workers.c, and all processes draw them from one counter. That is a
// ticket: which job it is, how many chunks it has, and how many were drawn. Whoever has drawn a
// chunk may read the job, for it is not over before that chunk is done; who comes too late draws
// nothing. So nobody waits for a process that the system has not woken up yet, and there may be
// more of them than cores.
//
// Nothing is locked: a process may be killed at any moment. If it was in the midst of a chunk, the
// others are ended, too, and the caller is told.

enum { BITS = 22, MOST_CHUNKS = (1 << BITS) - 1, JOB_SIZE = 256, LOOKS = 1000 };

static const long GLANCE = 50000000;      // ns after which a caller who waits looks for the dead
static const long BEAT = 1000000000L - 1; // and a process whether its caller lives

typedef struct Helper {
  sem_t wake;
  pid_t pid;           // GONE: it has ended, and was waited for
  atomic_bool at_work; // may it have a chunk?
} Helper;

enum { GONE = -1 };

struct BrnProcesses {
  atomic_ullong ticket;
  atomic_int finished; // chunks of the job
  BrnRangeFn* fn;
  void* user;
  int count, grain; // of the job
  _Alignas(64) char copy[JOB_SIZE];
  sem_t done;
  atomic_bool quit;
  pid_t caller;
  int looks; // for the next thing to do, before one sleeps
  int size;  // processes, with the caller's
  bool lost;
  char why[128];
  Helper helper[]; // (size - 1)
};

static _Thread_local bool inside;

bool brn__processes_inside(void) { return inside; }
int brn__processes_count(const BrnProcesses* processes) { return processes ? processes->size : 1; }

// ----------------------------------------------------------------------------------------- tickets

static unsigned long long drawn_of(unsigned long long ticket) { return ticket & MOST_CHUNKS; }
static int chunks_of(unsigned long long ticket) { return (int)(ticket >> BITS & MOST_CHUNKS); }

static unsigned long long next_ticket(unsigned long long last, int chunks) {
  unsigned long long job = (last >> (2 * BITS)) + 1;
  return job << (2 * BITS) | (unsigned long long)chunks << BITS;
}

static bool draw(BrnProcesses* p, int* chunk, int* chunks) {
  unsigned long long ticket = atomic_load(&p->ticket);
  while ((int)drawn_of(ticket) < chunks_of(ticket)) {
    if (!atomic_compare_exchange_weak(&p->ticket, &ticket, ticket + 1)) continue;
    *chunk = (int)drawn_of(ticket), *chunks = chunks_of(ticket);
    return true;
  }
  return false;
}

// @return whether this was the last one
static bool do_chunk(BrnProcesses* p, int chunk, int chunks, int rank) {
  int begin = chunk * p->grain;
  int end = p->count - begin < p->grain ? p->count : begin + p->grain;
  p->fn(p->user, begin, end, rank);
  return atomic_fetch_add(&p->finished, 1) + 1 == chunks;
}

// ----------------------------------------------------------------------------------------- helpers

static bool sleep_on(sem_t* semaphore, long nanoseconds) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += nanoseconds;
  if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
  return sem_timedwait(semaphore, &until) == 0;
}

static void look_out(const BrnProcesses* p, sem_t* semaphore) {
  int value = 0;
  for (int i = 0; i < p->looks && value == 0; i++) sem_getvalue(semaphore, &value);
}

// Signals of the terminal are the caller's business: it may want to finish a frame first.
static void become_helper(void) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGINT, &ignore, NULL);
  sigaction(SIGTERM, &ignore, NULL);
  sigaction(SIGHUP, &ignore, NULL);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  inside = true;
}

static _Noreturn void serve(BrnProcesses* p, int rank) {
  Helper* self = &p->helper[rank - 1];
  become_helper();
  for (;;) {
    int chunk, chunks;
    atomic_store(&self->at_work, true);
    while (draw(p, &chunk, &chunks)) {
      if (do_chunk(p, chunk, chunks, rank)) sem_post(&p->done);
    }
    atomic_store(&self->at_work, false);
    if (atomic_load(&p->quit) || getppid() != p->caller) _exit(0);
    look_out(p, &self->wake);
    sleep_on(&self->wake, BEAT);
  }
}

static bool fork_helper(BrnProcesses* p, int rank) {
  Helper* helper = &p->helper[rank - 1];
  if (sem_init(&helper->wake, 1, 0) != 0) return false;
  pid_t pid = fork();
  if (pid == 0) serve(p, rank);
  helper->pid = pid; // not by both: it is shared memory
  if (pid > 0) return true;
  sem_destroy(&helper->wake);
  return false;
}

BrnProcesses* brn__processes_start(int count, void* (*allocate)(void*, size_t), void* memory) {
  size_t bytes = sizeof(BrnProcesses) + (size_t)(count - 1) * sizeof(Helper);
  BrnProcesses* p = allocate(memory, bytes);
  if (!p) return NULL;
  memset(p, 0, bytes);
  p->caller = getpid();
  p->looks = sysconf(_SC_NPROCESSORS_ONLN) >= count ? LOOKS : 0;
  p->size = 1;
  if (sem_init(&p->done, 1, 0) != 0) return NULL;
  for (int rank = 1; rank < count && fork_helper(p, rank); rank++) p->size++;
  return p;
}

static void wait_for(Helper* helper) {
  while (helper->pid != GONE && waitpid(helper->pid, NULL, 0) < 0 && errno == EINTR) continue;
  helper->pid = GONE;
}

static void end_helpers(BrnProcesses* p) {
  for (int i = 0; i < p->size - 1; i++) {
    wait_for(&p->helper[i]);
    sem_destroy(&p->helper[i].wake);
  }
  p->size = 1;
}

void brn__processes_stop(BrnProcesses* p) {
  if (!p) return;
  atomic_store(&p->quit, true);
  for (int i = 0; i < p->size - 1; i++) sem_post(&p->helper[i].wake);
  end_helpers(p);
  sem_destroy(&p->done);
}

// ------------------------------------------------------------------------------------ the caller's

static bool has_ended(Helper* helper, int* status) {
  if (helper->pid == GONE) return false; // that is known
  pid_t found = waitpid(helper->pid, status, WNOHANG);
  bool unseen = found < 0 && errno == ECHILD && kill(helper->pid, 0) != 0;
  if (unseen) *status = 0; // somebody else was told how it ended
  if (found != helper->pid && !unseen) return false;
  helper->pid = GONE;
  return true;
}

// one that has ended at work, as its number; 0: none. Others that have ended are done without.
static int find_dead(BrnProcesses* p, int* status) {
  for (int i = 0; i < p->size - 1; i++) {
    if (has_ended(&p->helper[i], status) && atomic_load(&p->helper[i].at_work)) return i + 1;
  }
  return 0;
}

// Its chunk is half done, so what the job was about is of no use any more.
static bool is_lost(BrnProcesses* p) {
  int status, dead = find_dead(p, &status);
  if (dead == 0) return false;
  int written = snprintf(p->why, sizeof p->why, "process %d of %d ended in the midst of its work",
                         dead + 1, p->size);
  if (WIFSIGNALED(status)) {
    snprintf(p->why + written, sizeof p->why - (size_t)written, " (%s)",
             strsignal(WTERMSIG(status)));
  }
  for (int i = 0; i < p->size - 1; i++) {
    if (p->helper[i].pid != GONE) kill(p->helper[i].pid, SIGKILL);
  }
  end_helpers(p);
  p->lost = true;
  return true;
}

static void wait_for_chunks(BrnProcesses* p, int chunks) {
  for (int i = 0; i < p->looks && atomic_load(&p->finished) < chunks; i++) continue;
  while (atomic_load(&p->finished) < chunks) {
    if (!sleep_on(&p->done, GLANCE) && errno == ETIMEDOUT && is_lost(p)) return;
  }
}

static void publish(BrnProcesses* p, int chunks) {
  atomic_store(&p->finished, 0);
  atomic_store(&p->ticket, next_ticket(atomic_load(&p->ticket), chunks));
  for (int i = 0; i < p->size - 1 && i < chunks - 1; i++) {
    int value = 0;
    if (sem_getvalue(&p->helper[i].wake, &value) != 0 || value == 0) sem_post(&p->helper[i].wake);
  }
}

bool brn__processes_run(BrnProcesses* p, int count, int grain, BrnRangeFn* fn, void* job,
                        size_t size) {
  int chunks = count / grain + (count % grain != 0), chunk, all;
  if (p->size == 1 || inside || chunks <= 1 || chunks > MOST_CHUNKS) return false;
  BRN_ASSERT(size <= JOB_SIZE);
  if (size > 0) memcpy(p->copy, job, size);
  p->fn = fn, p->user = size > 0 ? p->copy : job;
  p->count = count, p->grain = grain;
  publish(p, chunks);
  inside = true;
  while (draw(p, &chunk, &all)) do_chunk(p, chunk, all, 0);
  inside = false;
  wait_for_chunks(p, chunks);
  return true;
}

bool brn__processes_lost(BrnProcesses* p, char* why, size_t size) {
  if (!p || !p->lost) return false;
  p->lost = false;
  snprintf(why, size, "%s", p->why);
  return true;
}
