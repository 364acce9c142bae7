// SPDX-License-Identifier: Apache-2.0

#include "studio/server.h"

#include "studio/bundle.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_BODY = 1024, MESSAGE = 2048 };
#define LOOK_AGAIN 0.25 // s

// ------------------------------------------------------------------------------- is it a fair
// request?

static int count_headers(const struct mg_request_info* info, const char* name) {
  int count = 0;
  for (int i = 0; i < info->num_headers; i++) {
    count += strcasecmp(info->http_headers[i].name, name) == 0;
  }
  return count;
}

// A page of another origin may send a POST without asking; browsers say where it comes from.
static bool is_own_origin(struct mg_connection* connection, const char* host) {
  const char* origin = mg_get_header(connection, "Origin");
  if (!origin) return true;
  return strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0;
}

static int check(struct mg_connection* connection, const struct mg_request_info* info,
                 const BrnStudio* studio) {
  const char* host = mg_get_header(connection, "Host");
  bool may_have_body = strcmp(info->request_method, "POST") == 0;
  if (!host || count_headers(info, "Host") != 1) return 400;
  if (!brn__host_is_ours(host, studio->host, info->server_port)) return 403;
  if (!is_own_origin(connection, host)) return 403;
  if (mg_get_header(connection, "Transfer-Encoding")) return 400;
  if (info->content_length > (may_have_body ? MOST_BODY : 0)) return 413;
  return 200;
}

static int refuse(struct mg_connection* connection, int status) {
  switch (status) {
  case 400: return brn__reply_error(connection, status, "this is no address of the page");
  case 403: return brn__reply_error(connection, status, "not allowed");
  case 404: return brn__reply_error(connection, status, "there is nothing here");
  case 405: return brn__reply_error(connection, status, "this cannot be done here");
  case 413: return brn__reply_error(connection, status, "the request is too long");
  default: return brn__reply_error(connection, status, "it did not work");
  }
}

// ------------------------------------------------------------------------------------ without a
// run

static int send_home(struct mg_connection* connection, const BrnStudio* studio) {
  char location[80];
  snprintf(location, sizeof location, "Location: /%s/", studio->token);
  BrnReply reply = {308, "text/plain", "no-store", location, "", 0};
  return brn__reply_send(connection, &reply);
}

static int send_page(struct mg_connection* connection, int index) {
  BrnBundleFile file = brn__bundle_file(index);
  BrnReply reply = {200, file.type, "no-cache", NULL, file.bytes, file.size};
  return brn__reply_send(connection, &reply);
}

static int send_runs(struct mg_connection* connection, const BrnStudio* studio) {
  BrnReply reply = {200,  "application/json", "no-store",
                    NULL, studio->runs.text,  studio->runs.size};
  return brn__reply_send(connection, &reply);
}

// ---------------------------------------------------------------------------- of a run, under its
// lock

static void look_again(BrnStudioRun* run) {
  double now = brn__seconds();
  if (now - run->looked < LOOK_AGAIN) return;
  run->looked = now;
  brn_replay_refresh(run->stream.replay, NULL); // what cannot be read now stays as it was
}

static BrnStatus to_bytes(BrnString* text, BrnStatus status, BrnContext* ctx, BrnByteArray* out) {
  *out = (BrnByteArray){(uint8_t*)text->text, text->size};
  if (status == BRN_OK) status = text->status;
  if (status != BRN_OK) brn__byte_array_free(ctx, out);
  return status;
}

static BrnStatus stop(BrnReplay* replay, BrnString* text) {
  BRN_TRY(brn_replay_stop(replay));
  brn__string_text(replay->ctx, text, "{\"asked\": true}");
  return BRN_OK;
}

static BrnStatus check_frame(BrnStudioRun* run, int frame) {
  const BrnReplay* replay = run->stream.replay;
  if (frame >= replay->frame_count) look_again(run);
  if (frame < replay->frame_count) return BRN_OK;
  return brn__fail(replay->ctx, BRN_NOT_FOUND, "frame %d is not there; there are %d, from 0", frame,
                   replay->frame_count);
}

static BrnStatus encode(BrnStudioRun* run, const BrnRoute* route, BrnByteArray* out) {
  BrnStream* stream = &run->stream;
  BrnContext* ctx = stream->replay->ctx;
  BrnString text = {0};
  switch (route->kind) {
  case BRN_ROUTE_RUN: return to_bytes(&text, brn__stream_run(stream, NULL, 0, &text), ctx, out);
  case BRN_ROUTE_STATUS:
    return to_bytes(&text, brn__stream_status(stream, NULL, 0, &text), ctx, out);
  case BRN_ROUTE_STOP: return to_bytes(&text, stop(stream->replay, &text), ctx, out);
  case BRN_ROUTE_SKINS: return brn__stream_skins(stream, out);
  case BRN_ROUTE_MESH: return brn__stream_mesh(stream, out);
  case BRN_ROUTE_TABLE: return brn__stream_table(stream, route->table, out);
  case BRN_ROUTE_FRAME: return brn__stream_frame(stream, route->frame, route->values, out);
  default: return brn__stream_mesh_frame(stream, route->frame, route->values, out);
  }
}

static bool is_frame(BrnRouteKind kind) {
  return kind == BRN_ROUTE_FRAME || kind == BRN_ROUTE_MESH_FRAME;
}

// Frames stay as they are, and so do the lists of what moves; all else is made anew.
static bool may_keep(BrnRouteKind kind) {
  return is_frame(kind) || kind == BRN_ROUTE_SKINS || kind == BRN_ROUTE_MESH;
}

static BrnStatus make_answer(BrnStudioRun* run, const BrnRoute* route, BrnAnswer** out) {
  BrnContext* ctx = run->stream.replay->ctx;
  BrnByteArray bytes;
  if (route->kind == BRN_ROUTE_STATUS || route->kind == BRN_ROUTE_STOP) look_again(run);
  if (is_frame(route->kind)) BRN_TRY(check_frame(run, route->frame));
  *out = brn__shelf_find(&run->shelf, route);
  if (*out) return BRN_OK;
  BRN_TRY(encode(run, route, &bytes));
  *out = brn__shelf_add(ctx, &run->shelf, route, bytes, may_keep(route->kind));
  return *out ? BRN_OK : brn__fail_memory(ctx);
}

// ----------------------------------------------------------------------------------- of a run,
// sent

static const char* type_of(BrnRouteKind kind) {
  switch (kind) {
  case BRN_ROUTE_RUN:
  case BRN_ROUTE_STATUS:
  case BRN_ROUTE_STOP: return "application/json";
  case BRN_ROUTE_TABLE: return "text/csv; charset=utf-8";
  default: return "application/octet-stream";
  }
}

static int status_of(BrnStatus status, BrnRouteKind kind) {
  switch (status) {
  case BRN_OK: return 200;
  case BRN_NOT_FOUND: return 404;
  case BRN_INVALID: return kind == BRN_ROUTE_STOP ? 409 : 403;
  case BRN_NO_MEMORY: return 503;
  default: return 500;
  }
}

static int send_of_run(struct mg_connection* connection, BrnStudioRun* run, const BrnRoute* route) {
  BrnAnswer* answer = NULL;
  BrnReplay* replay = run->stream.replay;
  char message[MESSAGE];
  pthread_mutex_lock(run->lock);
  BrnStatus status = make_answer(run, route, &answer);
  bool lasting = replay->stage == BRN_REPLAY_FINISHED && may_keep(route->kind);
  snprintf(message, sizeof message, "%s", status == BRN_OK ? "" : brn_last_error(replay->ctx));
  pthread_mutex_unlock(run->lock);
  int code = status_of(status, route->kind);
  if (status != BRN_OK) return brn__reply_error(connection, code, message);
  BrnReply reply = {code, type_of(route->kind), lasting ? "private, max-age=3600" : "no-store",
                    NULL, answer->bytes.data,   answer->bytes.size};
  brn__reply_send(connection, &reply);
  pthread_mutex_lock(run->lock);
  brn__answer_release(replay->ctx, answer);
  pthread_mutex_unlock(run->lock);
  return code;
}

int brn__studio_request(struct mg_connection* connection) {
  const struct mg_request_info* info = mg_get_request_info(connection);
  BrnStudio* studio = info->user_data;
  BrnRoute route;
  int status = check(connection, info, studio);
  if (status == 200) {
    status = brn__route_parse(info->request_method, info->request_uri, info->query_string,
                              studio->token, &route);
  }
  if (status != 200) return refuse(connection, status);
  switch (route.kind) {
  case BRN_ROUTE_HOME: return send_home(connection, studio);
  case BRN_ROUTE_PAGE: return send_page(connection, route.file);
  case BRN_ROUTE_RUNS: return send_runs(connection, studio);
  default: break;
  }
  if (route.run >= studio->run_count) return refuse(connection, 404);
  return send_of_run(connection, &studio->run[route.run], &route);
}
