// SPDX-License-Identifier: Apache-2.0
//
// Requests as RFC 9112 has them, and nothing that is nearly one: whoever is let in by a mistake in
// reading was let in.

#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { BRN_HTTP_HEAD = 8192, BRN_HTTP_BODY = 1024 }; // bytes at most

typedef struct BrnHttpRequest {
  const char *method, *target, *query; // query is NULL without a question mark
  const char *host, *origin;           // origin is NULL when there is none
  size_t body;                         // bytes behind the head
  bool close;                          // the client wants no other answer
} BrnHttpRequest;

/// Bytes of the head at the beginning of what has come, its empty line included; 0: not all of it
/// is there.
size_t brn__http_head_size(const char* bytes, size_t size);

/// Takes a head apart, in place: the texts of the request are pieces of it.
/// @return 200, or the status to answer with
int brn__http_parse(char* head, size_t size, BrnHttpRequest* out);
