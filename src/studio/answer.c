// SPDX-License-Identifier: Apache-2.0
//
// From a request to an answer: is it fair, what does it ask for, what of a run is that.

#include "studio/server.h"

#include "studio/bundle.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define LOOK_AGAIN 0.25 // s

// --------------------------------------------------------------------------- is it a fair request?

// A page of another origin may send a POST without asking; browsers say where it comes from.
static bool is_own_origin(const BrnHttpRequest* request) {
  const char* origin = request->origin;
  if (!origin) return true;
  return strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, request->host) == 0;
}

static int find_route(const BrnStudio* studio, const BrnHttpRequest* request, BrnRoute* out) {
  if (!brn__host_is_ours(request->host, studio->host, studio->port)) return 403;
  if (!is_own_origin(request)) return 403;
  return brn__route_parse(request->method, request->target, request->query, studio->token, out);
}

// ----------------------------------------------------------------------------------- without a run

static BrnReply reply_home(const BrnStudio* studio, char* text, size_t size) {
  snprintf(text, size, "Location: /%s/", studio->token);
  return (BrnReply){308, "text/plain", "no-store", text, "", 0};
}

static BrnReply reply_page(int index) {
  BrnBundleFile file = brn__bundle_file(index);
  return (BrnReply){200, file.type, "no-cache", NULL, file.bytes, file.size};
}

static BrnReply reply_runs(const BrnStudio* studio) {
  return (BrnReply){200,  "application/json", "no-store",
                    NULL, studio->runs.text,  studio->runs.size};
}

// ---------------------------------------------------------------------------------------- of a run

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
  *out = brn__answer_cache_find(&run->cache, route);
  if (*out) return BRN_OK;
  BRN_TRY(encode(run, route, &bytes));
  *out = brn__answer_cache_add(ctx, &run->cache, route, bytes, may_keep(route->kind));
  return *out ? BRN_OK : brn__fail_memory(ctx);
}

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

static void answer_of_run(BrnStudioRun* run, const BrnRoute* route, BrnConnection* connection) {
  BrnReplay* replay = run->stream.replay;
  BrnAnswer* answer = NULL;
  BrnStatus status = make_answer(run, route, &answer);
  int code = status_of(status, route->kind);
  if (status != BRN_OK) {
    brn__reply_error(connection, code, brn_last_error(replay->ctx));
    return;
  }
  bool lasting = replay->stage == BRN_REPLAY_FINISHED && may_keep(route->kind);
  const char* cache = lasting ? "private, max-age=3600" : "no-store";
  BrnReply reply = {code, type_of(route->kind), cache,
                    NULL, answer->bytes.data,   answer->bytes.size};
  connection->answer = answer;
  connection->answer_ctx = replay->ctx;
  brn__reply(connection, &reply);
}

void brn__answer(BrnStudio* studio, BrnConnection* connection, const BrnHttpRequest* request) {
  BrnRoute route;
  BrnReply reply;
  char location[64];
  connection->only_head = strcmp(request->method, "HEAD") == 0;
  connection->close = request->close;
  int status = find_route(studio, request, &route);
  if (status != 200) {
    brn__reply_refuse(connection, status);
    return;
  }
  connection->known = true; // until it goes
  switch (route.kind) {
  case BRN_ROUTE_HOME: reply = reply_home(studio, location, sizeof location); break;
  case BRN_ROUTE_PAGE: reply = reply_page(route.file); break;
  case BRN_ROUTE_RUNS: reply = reply_runs(studio); break;
  default:
    if (route.run < studio->run_count) {
      answer_of_run(&studio->run[route.run], &route, connection);
    } else {
      brn__reply_refuse(connection, 404);
    }
    return;
  }
  brn__reply(connection, &reply);
}
