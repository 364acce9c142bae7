// SPDX-License-Identifier: Apache-2.0
//
// A run of four frames, opened; a server of it; and a client that says exactly what it is told.

#pragma once

#include "brawn/studio.h"
#include "run/run_test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct StudioTest {
  RunTest run;
  BrnReplay* replay;
  BrnStudio* studio;
  char token[64];
} StudioTest;

static inline StudioTest studio_run(void) {
  StudioTest test = {.run = run_make(RUN_SCENE(", 'about': 'A bar'"))};
  BrnRunDef def = run_def(&test.run);
  ENSURE_OK(test.run.ctx, run_go(&test.run, &def));
  ENSURE_OK(test.run.ctx, brn_replay_open(test.run.ctx, test.run.out, NULL, &test.replay));
  return test;
}

static inline void studio_start(StudioTest* test, BrnStudioDef def) {
  def.port = 0;
  ENSURE_OK(test->run.ctx, brn_studio_create(test->run.ctx, &test->replay, 1, &def, &test->studio));
  const char* token = strrchr(brn_studio_address(test->studio), ':');
  ENSURE(sscanf(strchr(token, '/'), "/%32[0-9a-f]/", test->token) == 1);
  ENSURE_INT(strlen(test->token), 32);
}

static inline StudioTest studio_serve(void) {
  StudioTest test = studio_run();
  studio_start(&test, brn_studio_def_default());
  return test;
}

static inline void studio_done(StudioTest* test) {
  brn_studio_destroy(test->run.ctx, test->studio);
  brn_replay_close(test->run.ctx, test->replay);
  run_done(&test->run);
}

// ------------------------------------------------------------------------------------------ client

static inline int client_open(const StudioTest* test) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)brn_studio_port(test->studio)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM, 0);
  ENSURE(file >= 0);
  ENSURE_INT(connect(file, (struct sockaddr*)&address, sizeof address), 0);
  return file;
}

static inline void client_say(int file, const void* text, size_t size) {
  const char* at = text;
  while (size > 0) {
    ssize_t sent = send(file, at, size, MSG_NOSIGNAL);
    if (sent <= 0) return; // it was shut: the answer tells
    at += sent;
    size -= (size_t)sent;
  }
}

typedef struct Answer {
  int status; // 0: there was none
  char head[4096];
  char* body; // to be freed
  size_t size;
} Answer;

static inline bool client_byte(int file, char* out) {
  struct pollfd wait = {.fd = file, .events = POLLIN};
  return poll(&wait, 1, 10000) == 1 && recv(file, out, 1, 0) == 1;
}

/// Reads one answer, and not a byte more.
static inline Answer client_hear(int file, bool only_head) {
  Answer answer = {0};
  size_t used = 0;
  while (used < sizeof answer.head - 1 && client_byte(file, answer.head + used)) {
    answer.head[++used] = 0;
    if (used >= 4 && strcmp(answer.head + used - 4, "\r\n\r\n") == 0) break;
  }
  if (sscanf(answer.head, "HTTP/1.1 %d ", &answer.status) != 1) return answer;
  const char* length = strstr(answer.head, "Content-Length: ");
  ENSURE(length && sscanf(length, "Content-Length: %zu", &answer.size) == 1);
  answer.body = calloc(answer.size + 1, 1);
  for (size_t at = 0; !only_head && at < answer.size;) {
    ssize_t got = recv(file, answer.body + at, answer.size - at, 0);
    if (got <= 0) {
      answer.size = at;
      break;
    }
    at += (size_t)got;
  }
  return answer;
}

static inline bool client_is_shut(int file) {
  char byte;
  struct pollfd wait = {.fd = file, .events = POLLIN};
  return poll(&wait, 1, 5000) == 1 && recv(file, &byte, 1, 0) <= 0;
}

static inline void client_request(int file, const StudioTest* test, const char* method,
                                  const char* target, const char* more) {
  char text[1024];
  int size = snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s\r\n", method,
                      target, brn_studio_port(test->studio), more);
  client_say(file, text, (size_t)size);
}

/// Asks for something behind the token.
static inline Answer client_get(const StudioTest* test, const char* path) {
  char target[512];
  int file = client_open(test);
  snprintf(target, sizeof target, "/%s/%s", test->token, path);
  client_request(file, test, "GET", target, "");
  Answer answer = client_hear(file, false);
  close(file);
  return answer;
}

static inline int client_status(const StudioTest* test, const char* bytes, size_t size) {
  int file = client_open(test);
  client_say(file, bytes, size);
  Answer answer = client_hear(file, false);
  free(answer.body);
  close(file);
  return answer.status;
}
