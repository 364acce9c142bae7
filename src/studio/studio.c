// SPDX-License-Identifier: Apache-2.0
//
// A studio made and ended: runs opened, an address chosen, the thread started.

#include "studio/server.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_PORT = 8017, PORTS = 100 };

BrnStudioDef brn_studio_def_default(void) {
  return (BrnStudioDef){.host = "127.0.0.1",
                        .port = BRN_STUDIO_FIRST_FREE,
                        .clients = 128,
                        .patience = 10,
                        .cache = (size_t)64 << 20,
                        .cookie = BRN_COOKIE};
}

// ------------------------------------------------------------------------------------------- runs

static BrnStatus pass_on(BrnContext* ctx, BrnContext* from, BrnStatus status) {
  if (status == BRN_OK || from == ctx) return status;
  return brn__fail(ctx, status, "%s", brn_last_error(from));
}

static BrnStatus open_runs(BrnContext* ctx, BrnReplay* const* replay, int count, size_t cache,
                           BrnStudio* studio) {
  studio->run = brn__new_zero(ctx, count, BrnStudioRun);
  if (!studio->run) return brn__fail_memory(ctx);
  for (int i = 0; i < count; i++) {
    BRN_TRY(pass_on(ctx, replay[i]->ctx, brn__stream_open(replay[i], 1, &studio->run[i].stream)));
    studio->run[i].cache.limit = cache;
    studio->run_count++;
  }
  return brn__stream_runs(ctx, replay, count, NULL, 0, &studio->runs);
}

static void close_runs(BrnContext* ctx, BrnStudio* studio) {
  for (int i = 0; i < studio->run_count; i++) {
    BrnStudioRun* run = &studio->run[i];
    brn__answer_cache_clear(run->stream.replay->ctx, &run->cache);
    brn__stream_close(&run->stream);
  }
  brn__free(ctx, studio->run);
  brn__string_free(ctx, &studio->runs);
}

// ----------------------------------------------------------------------------------------- server

static BrnStatus listen_at(BrnContext* ctx, const BrnStudioDef* def, BrnStudio* studio) {
  bool any = def->port == BRN_STUDIO_FIRST_FREE;
  for (int i = 0; i < (any ? PORTS : 1) && studio->listener < 0; i++) {
    studio->port = any ? FIRST_PORT + i : def->port;
    studio->listener = brn__listen(studio->host, &studio->port);
  }
  if (studio->listener >= 0) return BRN_OK;
  if (any) {
    return brn__fail(ctx, BRN_IO_FAILED, "cannot listen at %s: no port from %d to %d is free",
                     studio->host, FIRST_PORT, FIRST_PORT + PORTS - 1);
  }
  return brn__fail(ctx, BRN_IO_FAILED,
                   "cannot listen at port %d of %s: %s; leave the port out to get a free one",
                   def->port, studio->host, strerror(errno));
}

// The thread takes no signals: they are for the program.
static BrnStatus start(BrnContext* ctx, BrnStudio* studio) {
  sigset_t all, before;
  if (pipe2(studio->wake, O_CLOEXEC) != 0) {
    studio->wake[0] = studio->wake[1] = -1;
    return brn__fail(ctx, BRN_IO_FAILED, "cannot make a pipe: %s", strerror(errno));
  }
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&studio->thread, NULL, brn__studio_loop, studio);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  studio->running = failed == 0;
  return failed ? brn__fail(ctx, BRN_IO_FAILED, "cannot start a thread: %s", strerror(failed))
                : BRN_OK;
}

static BrnStatus make_places(BrnContext* ctx, int count, BrnStudio* studio) {
  studio->connection = brn__new_zero(ctx, count, BrnConnection);
  studio->wait = brn__new_zero(ctx, count + 2, struct pollfd);
  studio->connection_count = studio->connection ? count : 0;
  return studio->connection && studio->wait ? BRN_OK : brn__fail_memory(ctx);
}

static void stop(BrnStudio* studio) {
  if (studio->running) {
    while (write(studio->wake[1], "", 1) < 0 && errno == EINTR) continue;
    pthread_join(studio->thread, NULL);
  }
  if (studio->listener >= 0) close(studio->listener);
  for (int i = 0; i < 2; i++) {
    if (studio->wake[i] >= 0) close(studio->wake[i]);
  }
}

// "localhost" is this computer
static BrnStatus set_host(BrnContext* ctx, const char* host, BrnStudio* studio) {
  bool six;
  if (strcmp(host, "localhost") == 0) host = "127.0.0.1";
  if (!brn__host_is_address(host, &six)) {
    return brn__fail(ctx, BRN_INVALID,
                     "the host to listen at is an address in digits, such as 127.0.0.1 (this "
                     "computer only) or 0.0.0.0 (the whole network), not \"%s\"",
                     host);
  }
  snprintf(studio->host, sizeof studio->host, "%s", host);
  return BRN_OK;
}

static void set_address(BrnStudio* studio) {
  const char* host = studio->host;
  bool six;
  if (strcmp(host, "0.0.0.0") == 0) host = "127.0.0.1";
  if (strcmp(host, "::") == 0) host = "::1";
  brn__host_is_address(host, &six);
  snprintf(studio->address, sizeof studio->address, six ? "http://[%s]:%d/%s/" : "http://%s:%d/%s/",
           host, studio->port, studio->token);
}

// ------------------------------------------------------------------------------------------ public

BrnStatus brn_studio_create(BrnContext* ctx, BrnReplay* const* replay, int count,
                            const BrnStudioDef* def, BrnStudio** out) {
  BRN_CHECK_DEF(def);
  BRN_ASSERT(ctx && replay && count > 0 && out && def->host && def->clients > 0);
  *out = NULL;
  BrnStudio* studio = brn__new_zero(ctx, 1, BrnStudio);
  if (!studio) return brn__fail_memory(ctx);
  studio->listener = studio->wake[0] = studio->wake[1] = -1;
  studio->patience = fmax(def->patience, 0.1);
  BrnStatus status = set_host(ctx, def->host, studio);
  if (status == BRN_OK) status = open_runs(ctx, replay, count, def->cache, studio);
  if (status == BRN_OK && !brn__token_make(studio->token)) {
    status = brn__fail(ctx, BRN_IO_FAILED, "the system gives no random numbers");
  }
  if (status == BRN_OK) status = make_places(ctx, def->clients, studio);
  if (status == BRN_OK) status = listen_at(ctx, def, studio);
  if (status == BRN_OK) set_address(studio);
  if (status == BRN_OK) status = start(ctx, studio);
  if (status != BRN_OK) {
    brn_studio_destroy(ctx, studio);
    return status;
  }
  *out = studio;
  return BRN_OK;
}

void brn_studio_destroy(BrnContext* ctx, BrnStudio* studio) {
  if (!studio) return;
  stop(studio);
  close_runs(ctx, studio);
  brn__free(ctx, studio->connection);
  brn__free(ctx, studio->wait);
  brn__free(ctx, studio);
}

const char* brn_studio_address(const BrnStudio* studio) { return studio->address; }

int brn_studio_port(const BrnStudio* studio) { return studio->port; }
