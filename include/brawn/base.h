// SPDX-License-Identifier: Apache-2.0
//
// The ground every other header stands on: status codes, and the context that carries the
// allocator, the log, the last error and the workers. There are no globals: two contexts never
// meet, and one context is used by one thread at a time.
//
//   BrnContextDef def = brn_context_def_default();
//   def.workers = 2;
//   BrnContext* ctx = brn_context_create(&def);
//   if (brn_mesh_read(ctx, "arm.vtu", NULL, &mesh) != BRN_OK) puts(brn_last_error(ctx));
//   brn_context_destroy(ctx);
//
// Failures come in three kinds that never mix. Misuse (a NULL that must not be, a def that was not
// initialised) asserts. Bad input returns a status, and brn_last_error() names the culprit and the
// cure. Numerics report an outcome.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BRN_API __attribute__((visibility("default")))
#define BRN_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define BRN_API
#define BRN_PRINTF(text, first)
#endif

#define BRN_VERSION_MAJOR 0
#define BRN_VERSION_MINOR 1
#define BRN_VERSION_PATCH 0

// name, sentence
#define BRN_STATUS_LIST(X)                                                                         \
  X(BRN_OK, "done")                                                                                \
  X(BRN_NO_MEMORY, "out of memory")                                                                \
  X(BRN_INVALID, "an argument or an option is not valid")                                          \
  X(BRN_NOT_FOUND, "no such file, name or thing")                                                  \
  X(BRN_BAD_FILE, "the contents of a file are broken")                                             \
  X(BRN_UNSUPPORTED, "the input is valid, but Brawn cannot use it")                                \
  X(BRN_IO_FAILED, "the operating system refused to read or write")                                \
  X(BRN_CANCELLED, "it was stopped before it was done")

/// What a call that can fail returns. Everything but BRN_OK leaves a sentence in brn_last_error().
typedef enum BrnStatus {
#define BRN_STATUS_ENUM(name, sentence) name,
  BRN_STATUS_LIST(BRN_STATUS_ENUM)
#undef BRN_STATUS_ENUM
} BrnStatus;

/// Returns early from a function that itself returns a status.
#define BRN_TRY(call)                                                                              \
  do {                                                                                             \
    BrnStatus brn_try_status = (call);                                                             \
    if (brn_try_status != BRN_OK) return brn_try_status;                                           \
  } while (0)

/// How an iteration ended. Not an error: what was reached is handed over, to be looked at.
typedef enum BrnOutcome {
  BRN_CONVERGED,         ///< of a solver: the forces balance
  BRN_STALLED,           ///< what is left does not get less, and is more than the tolerance
  BRN_OUT_OF_ITERATIONS, ///< the limit came before the tolerance
  BRN_BROKE_DOWN,        ///< there is no going on: a matrix that is not positive, a NaN, a tet that
                         ///< its material is not defined for
} BrnOutcome;

/// A parameter by its name, as scenes and models keep those of materials.
typedef struct BrnParameter {
  char* key;   ///< "hill.tension"
  char* text;  ///< its value: "3e5", "true", "degroote"; NULL: a table
  double* row; ///< the table; NULL: none                                   (row_count x 2)
  int row_count;
} BrnParameter;

typedef enum BrnLogLevel {
  BRN_LOG_DEBUG,   ///< for the people who write Brawn
  BRN_LOG_INFO,    ///< what was done
  BRN_LOG_WARNING, ///< the input was taken, but something of it was changed or left out
} BrnLogLevel;

/// Parameters of a context. Initialise with brn_context_def_default().
typedef struct BrnContextDef {
  void* (*allocate)(void* user, size_t bytes); ///< returns NULL when memory is short
  void (*release)(void* user, void* block);    ///< frees a block of allocate()
  void* memory_user;                           ///< handed to allocate and release
  void (*log)(void* user, BrnLogLevel level, const char* message); ///< NULL: silence
  void* log_user;                                                  ///< handed to log
  BrnLogLevel log_level; ///< messages below it are not made; default BRN_LOG_WARNING
  int workers;           ///< threads, the caller's included; 0 (default): one per core
  int processes;         ///< the caller's included; 0 (default) or 1: no others
  int cookie;            ///< set by brn_context_def_default(); leave it alone
} BrnContextDef;

typedef struct BrnContext BrnContext;

/// Default parameters: malloc, warnings to stderr, one worker per core.
BRN_API BrnContextDef brn_context_def_default(void);

/// With more than one process the context forks the others at once; they do a share of the work of
/// methods that can be spread, with the same results to the last bit. All of them see all
/// memory of the context, which is its own then (allocate and release are not asked), and nothing
/// else: what a solver is given must have been made with the same context.
/// @return NULL when there is no memory for it; threads and processes that cannot be had are done
/// without.
BRN_API BrnContext* brn_context_create(const BrnContextDef* def);

/// Frees a context. Everything made with it must have been freed before. NULL is allowed.
BRN_API void brn_context_destroy(BrnContext* ctx);

/// The sentence that goes with the last status other than BRN_OK; "" before the first one.
BRN_API const char* brn_last_error(const BrnContext* ctx);

/// Asks for the end of whatever the context is doing: the call that is under way comes back soon,
/// with BRN_CANCELLED and as after any other failure, and so do those that follow, until
/// brn_context_uncancel(). The one function of a context that a signal handler may call, and a
/// thread that does not own it. Iterations look several times a second; a factorization of a large
/// matrix is finished first.
BRN_API void brn_context_cancel(BrnContext* ctx);
/// Takes it back: the context works as before.
BRN_API void brn_context_uncancel(BrnContext* ctx);
BRN_API bool brn_context_is_cancelled(const BrnContext* ctx);

/// "BRN_BAD_FILE" and the like.
BRN_API const char* brn_status_name(BrnStatus status);

/// The general sentence that belongs to a status.
BRN_API const char* brn_status_sentence(BrnStatus status);

/// "0.1.0": what was linked, which may differ from the BRN_VERSION_* that was compiled against.
BRN_API const char* brn_version(void);

/// Threads in use, the caller's included.
BRN_API int brn_worker_count(const BrnContext* ctx);

/// Processes in use, the caller's included.
BRN_API int brn_process_count(const BrnContext* ctx);

/// Bytes that things made with the context hold now; scratch is not counted.
BRN_API size_t brn_byte_count(const BrnContext* ctx);

/// Frees an array that a function of the library handed over. NULL is allowed.
BRN_API void brn_free(BrnContext* ctx, void* block);

/// For tests: lets `successes` more allocations succeed and the one after them fail; the ones after
/// that succeed again. Negative: none fails (the default).
BRN_API void brn_fail_allocation(BrnContext* ctx, int successes);

#ifdef __cplusplus
}
#endif
