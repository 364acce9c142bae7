// SPDX-License-Identifier: Apache-2.0
//
// Life cycle of a context, the last error, the log, and the list of statuses.

#include "core/context.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define TEXT_OF(x) #x
#define VERSION_TEXT(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

static void* default_allocate(void* user, size_t bytes) {
  (void)user;
  return malloc(bytes);
}

static void default_release(void* user, void* block) {
  (void)user;
  free(block);
}

static void default_log(void* user, BrnLogLevel level, const char* message) {
  (void)user;
  fprintf(stderr, "%s%s\n", level == BRN_LOG_WARNING ? "warning: " : "", message);
}

BrnContextDef brn_context_def_default(void) {
  return (BrnContextDef){
      .allocate = default_allocate,
      .release = default_release,
      .log = default_log,
      .log_level = BRN_LOG_WARNING,
      .cookie = BRN_COOKIE,
  };
}

static void use_arena(BrnContextDef* def, BrnArena* arena) {
  def->allocate = brn__arena_allocate;
  def->release = brn__arena_release;
  def->memory_user = arena;
}

static BrnContext* create_in(const BrnContextDef* def, BrnArena* arena) {
  BrnContext* ctx = def->allocate(def->memory_user, sizeof *ctx);
  if (!ctx) return NULL;
  memset(ctx, 0, sizeof *ctx);
  ctx->def = *def;
  ctx->arena = arena;
  ctx->fail_after = -1;
  return ctx;
}

// processes first: a fork takes no threads along
static void hire(BrnContext* ctx) {
  int workers = ctx->def.workers;
  if (ctx->arena) {
    ctx->processes =
        brn__processes_start(ctx->def.processes, ctx->def.allocate, ctx->def.memory_user);
  }
  if (workers == 0) workers = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (workers > 1) ctx->pool = brn__pool_create(ctx, workers);
  ctx->last_error[0] = 0; // a pool that could not be had is done without
}

BrnContext* brn_context_create(const BrnContextDef* def) {
  BRN_CHECK_DEF(def);
  BRN_ASSERT(def->allocate && def->release && def->workers >= 0 && def->processes >= 0);
  BrnContextDef own = *def;
  BrnArena* arena = def->processes > 1 ? brn__arena_create() : NULL;
  if (arena) use_arena(&own, arena);
  BrnContext* ctx = create_in(&own, arena);
  if (!ctx) return NULL;
  hire(ctx);
  return ctx;
}

void brn_context_destroy(BrnContext* ctx) {
  if (!ctx) return;
  brn__pool_destroy(ctx, ctx->pool);
  brn__processes_stop(ctx->processes);
  brn__scratch_free(ctx);
  BRN_ASSERT(ctx->byte_count == 0 && "something made with this context was not freed");
  BrnArena* arena = ctx->arena;
  ctx->def.release(ctx->def.memory_user, ctx);
  brn__arena_destroy(arena);
}

const char* brn_last_error(const BrnContext* ctx) {
  BRN_ASSERT(ctx);
  return ctx->last_error;
}

int brn_worker_count(const BrnContext* ctx) {
  BRN_ASSERT(ctx);
  return brn__pool_size(ctx->pool);
}

int brn_process_count(const BrnContext* ctx) {
  BRN_ASSERT(ctx);
  return brn__processes_count(ctx->processes);
}

const char* brn_version(void) {
  return VERSION_TEXT(BRN_VERSION_MAJOR, BRN_VERSION_MINOR, BRN_VERSION_PATCH);
}

static const struct {
  const char *name, *sentence;
} status_text[] = {
#define STATUS_ROW(name, sentence) {#name, sentence},
    BRN_STATUS_LIST(STATUS_ROW)
#undef STATUS_ROW
};

static bool status_known(BrnStatus status) {
  return (size_t)status < sizeof status_text / sizeof *status_text;
}

const char* brn_status_name(BrnStatus status) {
  return status_known(status) ? status_text[status].name : "unknown status";
}

const char* brn_status_sentence(BrnStatus status) {
  return status_known(status) ? status_text[status].sentence : "unknown status";
}

_Noreturn void brn__assert_failed(const char* condition, const char* file, int line) {
  fprintf(stderr, "brawn: misuse: %s does not hold (%s:%d)\n", condition, file, line);
  abort();
}

// Names out of files are in it: what could command a terminal, or look like another line, must not.
static void print_message(char message[BRN_MESSAGE_SIZE], const char* format, va_list args) {
  vsnprintf(message, BRN_MESSAGE_SIZE, format, args);
  for (char* c = message; *c; c++) {
    if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
  }
}

BrnStatus brn__fail_v(BrnContext* ctx, BrnStatus status, const char* format, va_list args) {
  char message[BRN_MESSAGE_SIZE]; // the last error may be among the arguments
  print_message(message, format, args);
  memcpy(ctx->last_error, message, strlen(message) + 1);
  return status;
}

BrnStatus brn__fail(BrnContext* ctx, BrnStatus status, const char* format, ...) {
  va_list args;
  va_start(args, format);
  brn__fail_v(ctx, status, format, args);
  va_end(args);
  return status;
}

BrnStatus brn__fail_memory(BrnContext* ctx) {
  return brn__fail(ctx, BRN_NO_MEMORY, "out of memory: %zu bytes were asked for, %zu are in use",
                   ctx->last_request, ctx->byte_count);
}

void brn__log(BrnContext* ctx, BrnLogLevel level, const char* format, ...) {
  if (!ctx->def.log || level < ctx->def.log_level) return;
  char message[BRN_MESSAGE_SIZE];
  va_list args;
  va_start(args, format);
  print_message(message, format, args);
  va_end(args);
  ctx->def.log(ctx->def.log_user, level, message);
}

BrnLogSink brn__log_redirect(BrnContext* ctx, BrnLogSink sink) {
  BrnLogSink before = {ctx->def.log, ctx->def.log_user, ctx->def.log_level};
  ctx->def.log = sink.log;
  ctx->def.log_user = sink.user;
  ctx->def.log_level = sink.level;
  return before;
}

double brn__seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
