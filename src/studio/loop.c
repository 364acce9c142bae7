// SPDX-License-Identifier: Apache-2.0
//
// One thread that waits for all clients at once.

#include "studio/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 256, TICK = 200, BREATH = 20000 }; // connections, ms, us

// --------------------------------------------------------------------------------------- listening

typedef union Address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
} Address;

static socklen_t make_address(const char* host, int port, Address* out) {
  memset(out, 0, sizeof *out);
  if (inet_pton(AF_INET, host, &out->four.sin_addr) == 1) {
    out->four.sin_family = AF_INET;
    out->four.sin_port = htons((uint16_t)port);
    return sizeof out->four;
  }
  inet_pton(AF_INET6, host, &out->six.sin6_addr);
  out->six.sin6_family = AF_INET6;
  out->six.sin6_port = htons((uint16_t)port);
  return sizeof out->six;
}

int brn__listen(const char* host, int* port) {
  Address address;
  const int yes = 1;
  socklen_t size = make_address(host, *port, &address);
  int file = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (file < 0) return -1;
  setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(file, &address.any, size) == 0 && listen(file, BACKLOG) == 0 &&
      getsockname(file, &address.any, &size) == 0) {
    *port = ntohs(address.any.sa_family == AF_INET ? address.four.sin_port : address.six.sin6_port);
    return file;
  }
  close(file);
  return -1;
}

// Those who have not shown the token go first, and of them the one that came first: they may be
// many, and mean to keep the owner out. Of those who have, the one that has been silent the
// longest.
static bool goes_before(const BrnConnection* a, const BrnConnection* b) {
  if (a->known != b->known) return b->known;
  return a->known ? a->deadline < b->deadline : a->opened < b->opened;
}

// A free place; where there is none, that of another. NULL: all are busy with requests.
static BrnConnection* find_place(BrnStudio* studio) {
  BrnConnection* first = NULL;
  for (int i = 0; i < studio->connection_count; i++) {
    BrnConnection* c = &studio->connection[i];
    if (c->stage == BRN_CONNECTION_FREE) return c;
    if (brn__connection_may_go(c) && (!first || goes_before(c, first))) first = c;
  }
  if (first) brn__connection_close(first);
  return first;
}

// One at a time: what has just come in gets a turn before its place may be taken away.
static void welcome(BrnStudio* studio) {
  const int yes = 1;
  BrnConnection* place = find_place(studio);
  if (!place) return;
  int file = accept4(studio->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (file < 0) {
    if (errno == EMFILE || errno == ENFILE) usleep(BREATH); // until somebody closes a file
    return;
  }
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  brn__connection_open(studio, place, file);
}

// -------------------------------------------------------------------------------------------- loop

static bool all_busy(const BrnStudio* studio) {
  for (int i = 0; i < studio->connection_count; i++) {
    const BrnConnection* c = &studio->connection[i];
    if (c->stage == BRN_CONNECTION_FREE || brn__connection_may_go(c)) return false;
  }
  return true;
}

static void ask(const BrnStudio* studio, struct pollfd* wait) {
  wait[0] = (struct pollfd){.fd = studio->wake[0], .events = POLLIN};
  wait[1] = (struct pollfd){.fd = all_busy(studio) ? -1 : studio->listener, .events = POLLIN};
  for (int i = 0; i < studio->connection_count; i++) {
    const BrnConnection* c = &studio->connection[i];
    wait[2 + i].fd = c->stage == BRN_CONNECTION_FREE ? -1 : c->socket;
    wait[2 + i].events = (short)brn__connection_events(c);
    wait[2 + i].revents = 0;
  }
}

void* brn__studio_loop(void* user) {
  BrnStudio* studio = user;
  struct pollfd* wait = studio->wait;
  for (;;) {
    ask(studio, wait);
    int count = poll(wait, (nfds_t)studio->connection_count + 2, TICK);
    if (count < 0 && errno != EINTR) break;
    if (wait[0].revents) break;
    for (int i = 0; i < studio->connection_count; i++) {
      BrnConnection* c = &studio->connection[i];
      if (wait[2 + i].fd >= 0) brn__connection_go(studio, c, count > 0 ? wait[2 + i].revents : 0);
    }
    if (count > 0 && wait[1].revents) welcome(studio);
  }
  for (int i = 0; i < studio->connection_count; i++) brn__connection_close(&studio->connection[i]);
  return NULL;
}
