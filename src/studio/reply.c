// SPDX-License-Identifier: Apache-2.0
//
// Heads of answers with the headers that all of them have, and answers that tell of a mistake.

#include "studio/server.h"

#include <stdio.h>
#include <string.h>

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
  case 408: return "Request Timeout";
  case 413: return "Content Too Large";
  case 414: return "URI Too Long";
  case 431: return "Request Header Fields Too Large";
  case 505: return "HTTP Version Not Supported";
  case 503: return "Service Unavailable";
  default: return status < 500 ? "Refused" : "Failed";
  }
}

// Text that is longer than the buffer would be a mistake of ours.
static size_t print_head(const BrnReply* reply, bool close, char* out, size_t size) {
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
  return (size_t)used;
}

void brn__reply(BrnConnection* connection, const BrnReply* reply) {
  connection->head_size =
      print_head(reply, connection->close, connection->head, sizeof connection->head);
  connection->body = reply->body;
  connection->body_size = connection->only_head ? 0 : reply->size;
  connection->sent = 0;
  connection->stage = BRN_CONNECTION_SENDS;
}

// ------------------------------------------------------------------------------------------ errors

static void print_error(const char* message, char* out, size_t size) {
  size_t used = (size_t)snprintf(out, size, "{\"error\": \"");
  for (const char* at = message; *at && used + 4 < size; at++) {
    bool plain = (unsigned char)*at >= 0x20 && *at != '"' && *at != '\\' && *at != '<';
    out[used++] = plain ? *at : '\'';
  }
  snprintf(out + used, size - used, "\"}");
}

void brn__reply_error(BrnConnection* connection, int status, const char* message) {
  print_error(message, connection->text, sizeof connection->text);
  BrnReply reply = {.status = status,
                    .type = "application/json",
                    .cache = "no-store",
                    .more = status == 405 ? "Allow: GET, HEAD, POST" : NULL,
                    .body = connection->text,
                    .size = strlen(connection->text)};
  if (status != 404 && status != 409) connection->close = true;
  brn__reply(connection, &reply);
}

void brn__reply_refuse(BrnConnection* connection, int status) {
  static const struct {
    int status;
    const char* message;
  } list[] = {
      {400, "this is no request of the page"},  {403, "not allowed"},
      {404, "there is nothing here"},           {405, "this cannot be done here"},
      {408, "the request took too long"},       {413, "the request is too long"},
      {414, "the address is too long"},         {431, "the request is too long"},
      {505, "this version of HTTP is unknown"},
  };
  const char* message = "it did not work";
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    if (list[i].status == status) message = list[i].message;
  }
  brn__reply_error(connection, status, message);
}
