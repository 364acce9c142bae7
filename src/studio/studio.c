// SPDX-License-Identifier: Apache-2.0

#include "studio/server.h"

#include <math.h>
#include <string.h>

enum { FIRST_PORT = 8017, PORTS = 100 };

BrnStudioDef brn_studio_def_default(void) {
  return (BrnStudioDef){.host = "127.0.0.1",
                        .port = BRN_STUDIO_FIRST_FREE,
                        .clients = 64,
                        .patience = 10,
                        .cache = (size_t)64 << 20,
                        .cookie = BRN_COOKIE};
}

// ------------------------------------------------------------------------------------------- runs

// Runs that share a context share a lock.
static void open_lock(BrnStudio* studio, int index) {
  BrnStudioRun* run = &studio->run[index];
  pthread_mutex_init(&run->own_lock, NULL);
  run->lock = &run->own_lock;
  for (int i = index - 1; i >= 0; i--) {
    const BrnReplay* other = studio->run[i].stream.replay;
    if (other->ctx == run->stream.replay->ctx) run->lock = &studio->run[i].own_lock;
  }
}

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
    studio->run[i].shelf.limit = cache;
    studio->run_count++;
    open_lock(studio, i);
  }
  return brn__stream_runs(ctx, replay, count, NULL, 0, &studio->runs);
}

static void close_runs(BrnContext* ctx, BrnStudio* studio) {
  for (int i = 0; i < studio->run_count; i++) {
    BrnStudioRun* run = &studio->run[i];
    brn__shelf_clear(run->stream.replay->ctx, &run->shelf);
    brn__stream_close(&run->stream);
    pthread_mutex_destroy(&run->own_lock);
  }
  brn__free(ctx, studio->run);
  brn__string_free(ctx, &studio->runs);
}

// ----------------------------------------------------------------------------------------- server

static int stay_silent(const struct mg_connection* connection, const char* message) {
  (void)connection, (void)message;
  return 1;
}

static struct mg_context* listen_at(BrnStudio* studio, int port, int clients) {
  char ports[96], threads[16], patience[24];
  bool six;
  brn__host_is_address(studio->host, &six);
  snprintf(ports, sizeof ports, six ? "[%s]:%d" : "%s:%d", studio->host, port);
  snprintf(threads, sizeof threads, "%d", clients);
  snprintf(patience, sizeof patience, "%.0f", 1000 * studio->patience);
  // no document_root: civetweb has no files to serve
  const char* options[] = {"listening_ports",
                           ports,
                           "num_threads",
                           threads,
                           "connection_queue",
                           "256",
                           "listen_backlog",
                           "256",
                           "request_timeout_ms",
                           patience,
                           "enable_keep_alive",
                           "yes",
                           "keep_alive_timeout_ms",
                           "1500",
                           "max_request_size",
                           "8192",
                           "decode_url",
                           "no",
                           "enable_directory_listing",
                           "no",
                           "enable_auth_domain_check",
                           "no",
                           "tcp_nodelay",
                           "1",
                           NULL};
  struct mg_callbacks callbacks = {.begin_request = brn__studio_request,
                                   .http_error = brn__studio_refuse,
                                   .log_message = stay_silent,
                                   .log_access = stay_silent};
  return mg_start(&callbacks, studio, options);
}

static BrnStatus start(BrnContext* ctx, const BrnStudioDef* def, BrnStudio* studio) {
  bool any = def->port == BRN_STUDIO_FIRST_FREE;
  struct mg_server_port found;
  for (int i = 0; i < (any ? PORTS : 1) && !studio->server; i++) {
    studio->server = listen_at(studio, any ? FIRST_PORT + i : def->port, def->clients);
  }
  if (studio->server && mg_get_server_ports(studio->server, 1, &found) == 1) {
    studio->port = found.port;
    return BRN_OK;
  }
  if (any) {
    return brn__fail(ctx, BRN_IO_FAILED, "cannot listen at %s: no port from %d to %d is free",
                     studio->host, FIRST_PORT, FIRST_PORT + PORTS - 1);
  }
  return brn__fail(ctx, BRN_IO_FAILED,
                   "cannot listen at port %d of %s: it is taken or not allowed; leave the port out "
                   "to get a free one",
                   def->port, studio->host);
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

// --------------------------------------------------------------------------------------------
// public

BrnStatus brn_studio_create(BrnContext* ctx, BrnReplay* const* replay, int count,
                            const BrnStudioDef* def, BrnStudio** out) {
  BRN_CHECK_DEF(def);
  BRN_ASSERT(ctx && replay && count > 0 && out && def->host && def->clients > 0);
  *out = NULL;
  BrnStudio* studio = brn__new_zero(ctx, 1, BrnStudio);
  if (!studio) return brn__fail_memory(ctx);
  mg_init_library(0);
  studio->patience = fmax(def->patience, 0.1);
  BrnStatus status = set_host(ctx, def->host, studio);
  if (status == BRN_OK) status = open_runs(ctx, replay, count, def->cache, studio);
  if (status == BRN_OK && !brn__token_make(studio->token)) {
    status = brn__fail(ctx, BRN_IO_FAILED, "the system gives no random numbers");
  }
  if (status == BRN_OK) status = start(ctx, def, studio);
  if (status != BRN_OK) {
    brn_studio_destroy(ctx, studio);
    return status;
  }
  set_address(studio);
  *out = studio;
  return BRN_OK;
}

void brn_studio_destroy(BrnContext* ctx, BrnStudio* studio) {
  if (!studio) return;
  if (studio->server) mg_stop(studio->server);
  close_runs(ctx, studio);
  brn__free(ctx, studio);
  mg_exit_library();
}

const char* brn_studio_address(const BrnStudio* studio) { return studio->address; }

int brn_studio_port(const BrnStudio* studio) { return studio->port; }
