// SPDX-License-Identifier: Apache-2.0

#include "core/context.h"

#include <pthread.h>
#include <string.h>

// A small pool: the caller is worker 0, the others sleep on a condition between jobs, after a short
// while of looking out for the next one: solvers have many short jobs in a row, and to be woken up
// takes longer than some of them. A job is a
// list of chunks that the workers draw from one atomic counter, so a slow worker delays nobody;
// which worker does a chunk changes from run to run, what the chunk is does not. A job ends when
// every thread has left it, so `job` is never touched by a straggler of the job before.
//
// Not OpenMP: a library that opens teams of its own (CHOLMOD does) makes ours spin, and thread
// sanitizers report races in the simplest OpenMP reduction.

typedef struct Job {
  BrnRangeFn* fn;
  void* user;
  int count, grain, chunk_count;
} Job;

typedef struct Worker {
  BrnPool* pool;
  pthread_t thread;
  int index;
} Worker;

struct BrnPool {
  int size; // workers, the caller included
  pthread_mutex_t mutex;
  pthread_cond_t wake, done;
  Job job;
  atomic_uint generation; // counts jobs
  atomic_int busy;        // threads still in the job
  bool quit;
  bool running;            // a job is on: a nested one runs in place
  atomic_llong next_chunk; // wider than a chunk count, which each worker overshoots once
  Worker* worker;          // (size - 1), workers 1 and up
};

// Which worker of which pool this thread is. For any other pool it is worker 0: it owns that
// context.
static _Thread_local const BrnPool* this_pool;
static _Thread_local int this_worker;

static void run_chunk(const Job* job, int chunk, int worker) {
  int begin = chunk * job->grain;
  int end = job->count - begin < job->grain ? job->count : begin + job->grain;
  job->fn(job->user, begin, end, worker);
}

enum { LOOKS = 1000 }; // some tens of microseconds

static void take_breath(void) {
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause();
#endif
}

static void look_out_for_job(BrnPool* pool, unsigned seen) {
  for (int i = 0; i < LOOKS && atomic_load(&pool->generation) == seen; i++) take_breath();
}

static void look_out_for_end(BrnPool* pool) {
  for (int i = 0; i < LOOKS && atomic_load(&pool->busy) > 0; i++) take_breath();
}

static void draw_chunks(BrnPool* pool, int worker) {
  for (;;) {
    long long chunk = atomic_fetch_add_explicit(&pool->next_chunk, 1, memory_order_relaxed);
    if (chunk >= pool->job.chunk_count) return;
    run_chunk(&pool->job, (int)chunk, worker);
  }
}

static void* worker_main(void* argument) {
  Worker* self = argument;
  BrnPool* pool = self->pool;
  unsigned seen = 0;
  this_pool = pool;
  this_worker = self->index;
  for (;;) {
    look_out_for_job(pool, seen);
    pthread_mutex_lock(&pool->mutex);
    while (pool->generation == seen && !pool->quit) pthread_cond_wait(&pool->wake, &pool->mutex);
    if (pool->quit) break;
    seen = pool->generation;
    pthread_mutex_unlock(&pool->mutex);
    draw_chunks(pool, self->index);
    pthread_mutex_lock(&pool->mutex);
    if (--pool->busy == 0) pthread_cond_signal(&pool->done);
    pthread_mutex_unlock(&pool->mutex);
  }
  pthread_mutex_unlock(&pool->mutex);
  return NULL;
}

BrnPool* brn__pool_create(BrnContext* ctx, int workers) {
  size_t counted = ctx->byte_count; // like scratch, the pool is part of the context
  BrnPool* pool = brn__new_zero(ctx, 1, BrnPool);
  Worker* list = brn__new_zero(ctx, workers - 1, Worker);
  ctx->byte_count = counted;
  if (!pool || !list) {
    brn__free(ctx, list);
    brn__free(ctx, pool);
    ctx->byte_count = counted;
    return NULL;
  }
  pool->worker = list;
  pool->size = 1;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->wake, NULL);
  pthread_cond_init(&pool->done, NULL);
  for (int i = 1; i < workers; i++) {
    Worker* worker = &list[i - 1];
    *worker = (Worker){.pool = pool, .index = i};
    if (pthread_create(&worker->thread, NULL, worker_main, worker) != 0) break;
    pool->size++;
  }
  return pool;
}

void brn__pool_destroy(BrnContext* ctx, BrnPool* pool) {
  if (!pool) return;
  pthread_mutex_lock(&pool->mutex);
  pool->quit = true;
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
  for (int i = 1; i < pool->size; i++) pthread_join(pool->worker[i - 1].thread, NULL);
  pthread_cond_destroy(&pool->done);
  pthread_cond_destroy(&pool->wake);
  pthread_mutex_destroy(&pool->mutex);
  size_t counted = ctx->byte_count;
  brn__free(ctx, pool->worker);
  brn__free(ctx, pool);
  ctx->byte_count = counted;
}

int brn__pool_size(const BrnPool* pool) { return pool ? pool->size : 1; }

static void run_in_place(const BrnPool* pool, const Job* job) {
  int worker = pool && pool == this_pool ? this_worker : 0;
  for (int chunk = 0; chunk < job->chunk_count; chunk++) run_chunk(job, chunk, worker);
}

static void run_on_pool(BrnPool* pool, const Job* job) {
  pthread_mutex_lock(&pool->mutex);
  pool->job = *job;
  atomic_store_explicit(&pool->next_chunk, 0, memory_order_relaxed);
  pool->busy = pool->size - 1;
  pool->running = true;
  pool->generation++;
  pthread_cond_broadcast(&pool->wake);
  pthread_mutex_unlock(&pool->mutex);
  draw_chunks(pool, 0);
  look_out_for_end(pool);
  pthread_mutex_lock(&pool->mutex);
  while (pool->busy > 0) pthread_cond_wait(&pool->done, &pool->mutex);
  pool->running = false;
  pthread_mutex_unlock(&pool->mutex);
}

void brn__parallel_for(BrnContext* ctx, int count, int grain, BrnRangeFn* fn, void* user) {
  BRN_ASSERT(ctx && fn && grain > 0 && count >= 0);
  Job job = {.fn = fn, .user = user, .count = count, .grain = grain};
  job.chunk_count = count / grain + (count % grain != 0);
  BrnPool* pool = ctx->pool;
  bool inside = brn__processes_inside() || (pool && pool->running);
  if (!pool || pool->size == 1 || job.chunk_count <= 1 || inside) {
    run_in_place(pool, &job);
  } else {
    run_on_pool(pool, &job);
  }
}

void brn__parallel_job(BrnContext* ctx, int count, int grain, BrnRangeFn* fn, void* job,
                       size_t size) {
  BRN_ASSERT(ctx && fn && grain > 0 && count >= 0);
  bool nested = ctx->pool && ctx->pool->running;
  BRN_ASSERT(!ctx->arena || nested || size > 0 || brn__arena_has(ctx->arena, job));
  if (ctx->processes && !nested &&
      brn__processes_run(ctx->processes, count, grain, fn, job, size)) {
    return;
  }
  brn__parallel_for(ctx, count, grain, fn, job);
}

BrnStatus brn__parallel_check(BrnContext* ctx) {
  char why[128];
  if (!brn__processes_lost(ctx->processes, why, sizeof why)) return BRN_OK;
  return brn__fail(ctx, BRN_IO_FAILED, "%s: somebody ended it, or memory ran out", why);
}

// ----------------------------------------------------------------------------------------- sums

typedef struct Sum {
  BrnSumFn* fn;
  void* user;
  double partial[BRN_SUM_CHUNKS][BRN_SUM_WIDTH];
  int count, grain;
} Sum;

static void sum_chunk(void* user, int begin, int end, int worker) {
  (void)worker;
  Sum* sum = user;
  for (int chunk = begin; chunk < end; chunk++) {
    int first = chunk * sum->grain;
    int last = sum->count - first < sum->grain ? sum->count : first + sum->grain;
    sum->fn(sum->user, first, last, sum->partial[chunk]);
  }
}

void brn__parallel_sum(BrnContext* ctx, int count, int width, BrnSumFn* fn, void* user,
                       double* sum) {
  BRN_ASSERT(fn && count >= 0 && width > 0 && width <= BRN_SUM_WIDTH);
  Sum job = {.fn = fn, .user = user, .count = count};
  job.grain = count / BRN_SUM_CHUNKS + 1;
  int chunk_count = count / job.grain + (count % job.grain != 0);
  brn__parallel_for(ctx, chunk_count, 1, sum_chunk, &job);
  memset(sum, 0, sizeof(double) * (size_t)width);
  for (int chunk = 0; chunk < chunk_count; chunk++) {
    for (int k = 0; k < width; k++) sum[k] += job.partial[chunk][k];
  }
}

typedef struct Pair {
  const double *a, *b;
} Pair;

static void dot_terms(void* user, int begin, int end, double* sum) {
  const Pair* pair = user;
  for (int i = begin; i < end; i++) sum[0] += pair->a[i] * pair->b[i];
}

double brn__parallel_dot(BrnContext* ctx, int count, const double* a, const double* b) {
  Pair pair = {a, b};
  double sum;
  brn__parallel_sum(ctx, count, 1, dot_terms, &pair, &sum);
  return sum;
}
