// SPDX-License-Identifier: Apache-2.0
//
// One client: its request as it trickles in, its answer as it goes out, and when its time is up.

#include "studio/server.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define DRAIN_SECONDS 1.0

// -------------------------------------------------------------------------------- coming and going

// A stranger has this long to say something sensible, which takes a browser milliseconds.
#define STRANGER_SECONDS 2.0

static double deadline_of(const BrnStudio* studio, const BrnConnection* connection) {
  bool hurry = !connection->known && studio->patience > STRANGER_SECONDS;
  return brn__seconds() + (hurry ? STRANGER_SECONDS : studio->patience);
}

void brn__connection_open(BrnStudio* studio, BrnConnection* connection, int socket) {
  *connection =
      (BrnConnection){.stage = BRN_CONNECTION_LISTENS, .socket = socket, .opened = brn__seconds()};
  connection->deadline = deadline_of(studio, connection);
}

bool brn__connection_may_go(const BrnConnection* connection) {
  bool idle = connection->stage == BRN_CONNECTION_LISTENS && connection->in_size == 0;
  return !connection->known || idle || connection->stage == BRN_CONNECTION_DRAINS;
}

static void let_go(BrnConnection* connection) {
  if (connection->answer) brn__answer_release(connection->answer_ctx, connection->answer);
  connection->answer = NULL;
  connection->body = NULL;
}

void brn__connection_close(BrnConnection* connection) {
  let_go(connection);
  if (connection->stage != BRN_CONNECTION_FREE) close(connection->socket);
  connection->stage = BRN_CONNECTION_FREE;
}

int brn__connection_events(const BrnConnection* connection) {
  return connection->stage == BRN_CONNECTION_SENDS ? POLLOUT : POLLIN;
}

// To close at once with bytes of the client still unread would make the system take back what was
// sent. So the client is told first, and gets a moment.
static void begin_to_drain(BrnConnection* connection) {
  let_go(connection);
  shutdown(connection->socket, SHUT_WR);
  connection->stage = BRN_CONNECTION_DRAINS;
  connection->deadline = brn__seconds() + DRAIN_SECONDS;
}

// ---------------------------------------------------------------------------------------- requests

// Throws away `size` bytes at the front of what came.
static void use_up(BrnConnection* connection, size_t size) {
  memmove(connection->in, connection->in + size, connection->in_size - size);
  connection->in_size -= size;
}

static void skip_body(BrnConnection* connection) {
  size_t size = connection->skip < connection->in_size ? connection->skip : connection->in_size;
  use_up(connection, size);
  connection->skip -= size;
}

static void answer_head(BrnStudio* studio, BrnConnection* connection, size_t size) {
  BrnHttpRequest request;
  connection->only_head = false;
  int status = brn__http_parse(connection->in, size, &request);
  if (status == 200) {
    brn__answer(studio, connection, &request);
  } else {
    brn__reply_refuse(connection, status);
  }
  connection->skip = status == 200 ? request.body : 0;
  use_up(connection, size);
  skip_body(connection);
  connection->deadline = deadline_of(studio, connection);
}

// Answers the next request, if all of its head is there.
static void look_for_request(BrnStudio* studio, BrnConnection* connection) {
  skip_body(connection);
  size_t size = brn__http_head_size(connection->in, connection->in_size);
  if (size > 0) {
    answer_head(studio, connection, size);
  } else if (connection->in_size == BRN_HTTP_HEAD) {
    bool has_line = memchr(connection->in, '\n', connection->in_size) != NULL;
    brn__reply_refuse(connection, has_line ? 431 : 414);
  }
}

static void receive(BrnStudio* studio, BrnConnection* connection) {
  char* to = connection->in + connection->in_size;
  bool was_idle = connection->in_size == 0;
  ssize_t got = recv(connection->socket, to, BRN_HTTP_HEAD - connection->in_size, 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    brn__connection_close(connection);
    return;
  }
  connection->in_size += (size_t)got;
  // from the first byte on there is time for the whole head, however it trickles
  if (was_idle) connection->deadline = deadline_of(studio, connection);
  look_for_request(studio, connection);
}

static void drain(BrnConnection* connection) {
  char waste[4096];
  ssize_t got = recv(connection->socket, waste, sizeof waste, 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) brn__connection_close(connection);
}

// ----------------------------------------------------------------------------------------- answers

static ssize_t send_piece(BrnConnection* connection) {
  struct iovec piece[2];
  struct msghdr message = {.msg_iov = piece};
  size_t head = connection->sent < connection->head_size ? connection->sent : connection->head_size;
  size_t body = connection->sent - head;
  if (head < connection->head_size) {
    piece[message.msg_iovlen++] =
        (struct iovec){connection->head + head, connection->head_size - head};
  }
  if (body < connection->body_size) {
    piece[message.msg_iovlen++] =
        (struct iovec){(char*)(uintptr_t)connection->body + body, connection->body_size - body};
  }
  return sendmsg(connection->socket, &message, MSG_NOSIGNAL);
}

static void finish(BrnStudio* studio, BrnConnection* connection) {
  if (connection->close) {
    begin_to_drain(connection);
    return;
  }
  let_go(connection);
  connection->stage = BRN_CONNECTION_LISTENS;
  connection->deadline = deadline_of(studio, connection);
  look_for_request(studio, connection); // it may have come behind the last one
}

static void send_on(BrnStudio* studio, BrnConnection* connection) {
  ssize_t sent = send_piece(connection);
  if (sent < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (sent < 0) {
    brn__connection_close(connection);
    return;
  }
  connection->sent += (size_t)sent;
  connection->deadline = deadline_of(studio, connection);
  if (connection->sent == connection->head_size + connection->body_size) finish(studio, connection);
}

void brn__connection_go(BrnStudio* studio, BrnConnection* connection, int events) {
  double now = brn__seconds();
  if (events == 0 && now < connection->deadline) return;
  if (events == 0 && connection->stage == BRN_CONNECTION_LISTENS && connection->in_size > 0) {
    brn__reply_refuse(connection, 408);
    connection->deadline = now + DRAIN_SECONDS;
  } else if (events == 0) {
    brn__connection_close(connection);
  } else if (connection->stage == BRN_CONNECTION_SENDS) {
    send_on(studio, connection);
  } else if (connection->stage == BRN_CONNECTION_LISTENS) {
    receive(studio, connection);
  } else {
    drain(connection);
  }
  // most answers fit into the system's buffer: no need to ask first
  if (connection->stage == BRN_CONNECTION_SENDS && connection->sent == 0) {
    send_on(studio, connection);
  }
}
