// SPDX-License-Identifier: Apache-2.0
//
// The inside of a studio. Requests come on threads of civetweb; each does what it must under the
// lock of the run it is about, and sends without it.

#pragma once

#include "brawn/studio.h"
#include "studio/shelf.h"

#include <civetweb.h>
#include <pthread.h>

typedef struct BrnStudioRun {
  BrnStream stream;
  BrnShelf shelf;
  pthread_mutex_t own_lock;
  pthread_mutex_t* lock; // of the first run with the same context
  double looked;         // when the folder was looked at last, s
} BrnStudioRun;

struct BrnStudio {
  char host[64];
  char token[BRN_TOKEN_SIZE + 1];
  char address[160];
  int port;
  double patience;
  BrnString runs; // runs.json
  int run_count;
  BrnStudioRun* run; // (run_count)
  struct mg_context* server;
};

// ----------------------------------------------------------------------------------------
// answering

/// What goes out.
typedef struct BrnReply {
  int status;
  const char* type;  // media type
  const char* cache; // Cache-Control
  const char* more;  // a header of its own, "Name: value"; NULL: none
  const void* body;
  size_t size;
} BrnReply;

/// Sends head and, unless only the head was asked for, body. Returns the status.
int brn__reply_send(struct mg_connection* connection, const BrnReply* reply);
/// Sends {"error": message}. A client that made a mess of its request is let go.
int brn__reply_error(struct mg_connection* connection, int status, const char* message);

/// Callbacks of civetweb: a request, and an error that it found by itself.
int brn__studio_request(struct mg_connection* connection);
int brn__studio_refuse(struct mg_connection* connection, int status, const char* message);
