// SPDX-License-Identifier: Apache-2.0
//
// What the rooms share inside the library: asserts, failure messages, memory, scratch, workers.
// memory.c, scratch.c, workers.c and context.c hold the bodies.

#pragma once

#include "brawn/base.h"

#include <stdarg.h>

// -------------------------------------------------------------------------------------- misuse

/// Misuse by the caller, in every build: says where and stops the program.
#define BRN_ASSERT(condition)                                                                      \
  ((condition) ? (void)0 : brn__assert_failed(#condition, __FILE__, __LINE__))

/// An invariant of our own in a hot loop: checked in debug and sanitizer builds only.
#ifdef NDEBUG
#define BRN_DEBUG_ASSERT(condition) ((void)sizeof((condition) ? 1 : 0))
#else
#define BRN_DEBUG_ASSERT(condition) BRN_ASSERT(condition)
#endif

/// A def must come from its default function, which plants this.
#define BRN_COOKIE 0x0b4a93
#define BRN_CHECK_DEF(def) BRN_ASSERT((def) && (def)->cookie == BRN_COOKIE)

_Noreturn void brn__assert_failed(const char* condition, const char* file, int line);

// ------------------------------------------------------------------------------------- messages

/// Stores the sentence for brn_last_error() and returns status, so: return brn__fail(...);
BrnStatus brn__fail(BrnContext* ctx, BrnStatus status, const char* format, ...) BRN_PRINTF(3, 4);
BrnStatus brn__fail_v(BrnContext* ctx, BrnStatus status, const char* format, va_list args);

/// Fails with BRN_NO_MEMORY and how much was asked for.
BrnStatus brn__fail_memory(BrnContext* ctx);

void brn__log(BrnContext* ctx, BrnLogLevel level, const char* format, ...) BRN_PRINTF(3, 4);

/// The log as it stands, and its replacement: for a caller that collects the warnings of a call.
typedef struct BrnLogSink {
  void (*log)(void* user, BrnLogLevel level, const char* message);
  void* user;
  BrnLogLevel level;
} BrnLogSink;
BrnLogSink brn__log_redirect(BrnContext* ctx, BrnLogSink sink);

// --------------------------------------------------------------------------------------- memory
// Blocks are aligned to 64 bytes, counted, and subject to brn_fail_allocation(). Allocation is for
// the thread that owns the context; a worker takes none. On failure the functions return NULL and
// leave the message in place.

void* brn__alloc(BrnContext* ctx, size_t count, size_t item_size);
void* brn__alloc_zero(BrnContext* ctx, size_t count, size_t item_size);
/// Grows or shrinks; the block stays as it was when NULL is returned. NULL block: allocates.
void* brn__realloc(BrnContext* ctx, void* block, size_t count, size_t item_size);
void brn__free(BrnContext* ctx, void* block);
char* brn__strdup(BrnContext* ctx, const char* text);
/// Copies length bytes and ends them with a zero.
char* brn__strndup(BrnContext* ctx, const char* text, size_t length);

#define brn__new(ctx, count, type) ((type*)brn__alloc((ctx), (size_t)(count), sizeof(type)))
#define brn__new_zero(ctx, count, type)                                                            \
  ((type*)brn__alloc_zero((ctx), (size_t)(count), sizeof(type)))

/// Makes room for at least `needed` items in a growing array, by half as much again at a time.
/// array is the address of the item pointer: brn__grow(ctx, &points, &capacity, n, sizeof *points).
BrnStatus brn__grow(BrnContext* ctx, void* array, size_t* capacity, size_t needed,
                    size_t item_size);
/// The same for an array whose capacity nobody keeps: the block tells.
BrnStatus brn__grow_block(BrnContext* ctx, void* array, size_t needed, size_t item_size);

// -------------------------------------------------------------------------------------- scratch
// A stack of working memory inside the context: take a mark, take what is needed, release the mark.
// The stack keeps its blocks, so a step that ran once does not call the allocator again.

typedef struct BrnScratchMark {
  int block;
  size_t used;
} BrnScratchMark;

BrnScratchMark brn__scratch_mark(BrnContext* ctx);
void brn__scratch_release(BrnContext* ctx, BrnScratchMark mark);
void* brn__scratch_take(BrnContext* ctx, size_t count, size_t item_size);
void* brn__scratch_take_zero(BrnContext* ctx, size_t count, size_t item_size);

#define brn__scratch(ctx, count, type)                                                             \
  ((type*)brn__scratch_take((ctx), (size_t)(count), sizeof(type)))
#define brn__scratch_zero(ctx, count, type)                                                        \
  ((type*)brn__scratch_take_zero((ctx), (size_t)(count), sizeof(type)))

// -------------------------------------------------------------------------------------- workers
// Work is cut into chunks by the count and the grain alone, never by the number of workers, and
// sums are added up in chunk order: the same bits with 1 or N workers.

/// Does [begin, end). worker is in [0, worker count), for tables with a row per worker.
typedef void BrnRangeFn(void* user, int begin, int end, int worker);

/// Calls fn for [0, grain), [grain, 2 grain), ... on all workers and waits for the last.
/// Inside a fn it runs in place, one chunk after the other.
void brn__parallel_for(BrnContext* ctx, int count, int grain, BrnRangeFn* fn, void* user);

/// The same on all processes of the context, if it has any; then worker is the number of one. What
/// is reached from the job must be memory of the context.
/// @param size of the job, at most 256 bytes, which is copied; 0: it is memory of the context
void brn__parallel_job(BrnContext* ctx, int count, int grain, BrnRangeFn* fn, void* job,
                       size_t size);
/// Fails when a process has ended in the midst of a job: what that was about is broken.
BrnStatus brn__parallel_check(BrnContext* ctx);

/// Adds the terms of [begin, end) to sum, which has `width` numbers and starts at zero.
typedef void BrnSumFn(void* user, int begin, int end, double* sum);

enum { BRN_SUM_WIDTH = 16, BRN_SUM_CHUNKS = 64 };

/// Sums `width` (at most BRN_SUM_WIDTH) quantities over [0, count).
void brn__parallel_sum(BrnContext* ctx, int count, int width, BrnSumFn* fn, void* user,
                       double* sum);
/// a . b
double brn__parallel_dot(BrnContext* ctx, int count, const double* a, const double* b);

// ------------------------------------------------------------------------------- being stopped
// Whatever may take longer than some tenths of a second looks now and then whether it is still
// wanted: BRN_TRY(brn__go_on(ctx)) at the top of an iteration. Any thread may look.

bool brn__is_cancelled(const BrnContext* ctx);
/// Fails with BRN_CANCELLED when the work is to end.
BrnStatus brn__go_on(BrnContext* ctx);
/// For runs, which may be stopped by a file in their folder: sets and takes back a mark that is not
/// the user's. Any thread may.
void brn__cancel_run(BrnContext* ctx, bool cancelled);

// ----------------------------------------------------------------------------------------- time

/// Seconds of a clock that never goes back.
double brn__seconds(void);
