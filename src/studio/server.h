// SPDX-License-Identifier: Apache-2.0
//
// The inside of a studio. One thread waits for all clients at once and answers one request after
// the other: encoding a frame takes milliseconds, and is spread over the workers of the context.
// Bytes go out as fast as each client takes them, and nobody waits for a slow one.

#pragma once

#include "brawn/studio.h"
#include "studio/answer_cache.h"
#include "studio/http.h"

#include <poll.h>
#include <pthread.h>

typedef struct BrnStudioRun {
  BrnStream stream;
  BrnAnswerCache cache;
  double looked; // when the folder was looked at last, s
} BrnStudioRun;

// ------------------------------------------------------------------------------------- connections

typedef enum BrnConnectionState {
  BRN_CONNECTION_FREE,
  BRN_CONNECTION_LISTENS, // for a request
  BRN_CONNECTION_SENDS,
  BRN_CONNECTION_DRAINS, // the last answer is out; what still comes is thrown away
} BrnConnectionState;

enum { BRN_REPLY_HEAD = 2048, BRN_REPLY_TEXT = 2304 };

typedef struct BrnConnection {
  BrnConnectionState stage;
  int socket;
  double deadline;            // s
  double opened;              // when it came, s
  bool known;                 // it has shown the token
  char in[BRN_HTTP_HEAD + 1]; // what came and was not used yet
  size_t in_size;
  size_t skip;               // bytes of a body to throw away
  char head[BRN_REPLY_HEAD]; // of the answer
  size_t head_size;
  char text[BRN_REPLY_TEXT]; // body of a short answer
  const void* body;
  size_t body_size, sent; // sent: of head and body
  BrnAnswer* answer;      // holds the body; NULL: nothing to let go of
  BrnContext* answer_ctx;
  bool close;     // after this answer
  bool only_head; // HEAD: the body stays here
} BrnConnection;

struct BrnStudio {
  char host[64];
  char token[BRN_TOKEN_SIZE + 1];
  char address[160];
  int port;
  double patience;
  BrnString runs; // runs.json
  int run_count;
  BrnStudioRun* run; // (run_count)
  int listener;
  int wake[2]; // a byte in it ends the thread
  bool running;
  pthread_t thread;
  int connection_count;
  BrnConnection* connection; // (connection_count)
  struct pollfd* wait;       // (connection_count + 2)
};

void brn__connection_open(BrnStudio* studio, BrnConnection* connection, int socket);
void brn__connection_close(BrnConnection* connection);
/// May its place be given to another? A stranger's always; that of one who has shown the token only
/// between two requests.
bool brn__connection_may_go(const BrnConnection* connection);
/// Does what can be done without waiting. `events` are those of poll().
void brn__connection_go(BrnStudio* studio, BrnConnection* connection, int events);
/// What to wait for, as poll() has it.
int brn__connection_events(const BrnConnection* connection);

/// A socket that listens; -1: it cannot be had. @param port 0: any; gets the one that was found
int brn__listen(const char* host, int* port);
/// Serves until a byte comes through the pipe. A thread's function; user is the studio.
void* brn__studio_loop(void* user);

// --------------------------------------------------------------------------------------- answering

/// What goes out.
typedef struct BrnReply {
  int status;
  const char* type;  // media type
  const char* cache; // Cache-Control
  const char* more;  // a header of its own, "Name: value"; NULL: none
  const void* body;  // lives until it is sent
  size_t size;
} BrnReply;

/// Lays out an answer to be sent.
void brn__reply(BrnConnection* connection, const BrnReply* reply);
/// {"error": message}. A client that made a mess of its request is let go.
void brn__reply_error(BrnConnection* connection, int status, const char* message);
/// With the message that belongs to the status.
void brn__reply_refuse(BrnConnection* connection, int status);
/// Answers a request.
void brn__answer(BrnStudio* studio, BrnConnection* connection, const BrnHttpRequest* request);
