// SPDX-License-Identifier: Apache-2.0

#include "studio/server.h"

#include <stdio.h>
#include <string.h>

enum { PIECE = 1 << 20 };

// The page gets everything from here and nothing from elsewhere, cannot be put into a frame, and
// tells nobody where it came from: its address is the key.
static const char* const always[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
     "data: "
     "blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Embedder-Policy", "require-corp"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
};

static const char* phrase(int status) {
  switch (status) {
  case 200: return "OK";
  case 308: return "Permanent Redirect";
  case 400: return "Bad Request";
  case 403: return "Forbidden";
  case 404: return "Not Found";
  case 405: return "Method Not Allowed";
  case 409: return "Conflict";
  case 413: return "Content Too Large";
  case 503: return "Service Unavailable";
  default: return status < 500 ? "Refused" : "Failed";
  }
}

// One write for the head: text that is longer than the buffer would be a mistake of ours.
static int print_head(const BrnReply* reply, bool close, char* out, size_t size) {
  int used = snprintf(out, size,
                      "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n"
                      "Cache-Control: %s\r\nConnection: %s\r\n",
                      reply->status, phrase(reply->status), reply->type, reply->size, reply->cache,
                      close ? "close" : "keep-alive");
  for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
    used += snprintf(out + used, size - (size_t)used, "%s: %s\r\n", always[i][0], always[i][1]);
    BRN_ASSERT((size_t)used < size);
  }
  used += snprintf(out + used, size - (size_t)used, "%s%s\r\n", reply->more ? reply->more : "",
                   reply->more ? "\r\n" : "");
  BRN_ASSERT((size_t)used < size);
  return used;
}

// as civetweb decides it after the answer
static bool wants_close(struct mg_connection* connection, const struct mg_request_info* info) {
  const char* header = mg_get_header(connection, "Connection");
  if (header) return strcasestr(header, "keep-alive") == NULL;
  return !info->http_version || strcmp(info->http_version, "1.1") != 0;
}

static int send(struct mg_connection* connection, const BrnReply* reply, bool close) {
  const struct mg_request_info* info = mg_get_request_info(connection);
  bool only_head = info && info->request_method && strcmp(info->request_method, "HEAD") == 0;
  char head[2048];
  int size = print_head(reply, close, head, sizeof head);
  if (close) mg_disable_connection_keep_alive(connection);
  if (mg_write(connection, head, (size_t)size) <= 0 || only_head) return reply->status;
  const char* body = reply->body;
  for (size_t at = 0; at < reply->size; at += PIECE) {
    size_t piece = reply->size - at < PIECE ? reply->size - at : PIECE;
    if (mg_write(connection, body + at, piece) <= 0) {
      mg_disable_connection_keep_alive(connection); // the client is gone, or will not take it
      break;
    }
  }
  return reply->status;
}

int brn__reply_send(struct mg_connection* connection, const BrnReply* reply) {
  const struct mg_request_info* info = mg_get_request_info(connection);
  return send(connection, reply, !info || wants_close(connection, info));
}

// no memory of a context here: whose lock would it be?
static void print_error(const char* message, char* out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "{\"error\": \"");
  for (const char* at = message; *at && used + 4 < size; at++) {
    bool plain = (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\' && *at != '<';
    out[used++] = plain ? *at : '\'';
  }
  snprintf(out + used, size - used, "\"}");
}

int brn__reply_error(struct mg_connection* connection, int status, const char* message) {
  char text[2300];
  print_error(message, text, sizeof text);
  BrnReply reply = {.status = status,
                    .type = "application/json",
                    .cache = "no-store",
                    .more = status == 405 ? "Allow: GET, HEAD, POST" : NULL,
                    .body = text,
                    .size = strlen(text)};
  if (status != 404 && status != 409) return send(connection, &reply, true);
  return brn__reply_send(connection, &reply);
}

int brn__studio_refuse(struct mg_connection* connection, int status, const char* message) {
  (void)message; // it may tell of paths
  brn__reply_error(connection, status, status < 500 ? "this is no request" : "it did not work");
  return 0;
}
