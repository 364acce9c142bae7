// SPDX-License-Identifier: Apache-2.0
//
// The token in the address, and names under which this server may be called.

#include "studio/route.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

// ------------------------------------------------------------------------------------------- token

bool brn__token_make(char out[BRN_TOKEN_SIZE + 1]) {
  unsigned char bits[BRN_TOKEN_SIZE / 2];
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  for (int i = 0; i < BRN_TOKEN_SIZE; i++) {
    out[i] = "0123456789abcdef"[bits[i / 2] >> (i % 2 ? 0 : 4) & 15];
  }
  out[BRN_TOKEN_SIZE] = 0;
  return true;
}

bool brn__token_is(const char* token, const char* text, size_t length) {
  unsigned different = 0;
  if (length != BRN_TOKEN_SIZE) return false;
  for (size_t i = 0; i < BRN_TOKEN_SIZE; i++) {
    different |= (unsigned char)token[i] ^ (unsigned char)text[i];
  }
  return different == 0;
}

// -------------------------------------------------------------------------------------------- host

bool brn__host_is_address(const char* text, bool* six) {
  unsigned char bytes[16];
  *six = inet_pton(AF_INET6, text, bytes) == 1;
  return *six || inet_pton(AF_INET, text, bytes) == 1;
}

// "name:port" or "[address]:port" to its parts; port 80 may be left out
static bool split(const char* header, char* name, size_t size, int* port) {
  const char* end = *header == '[' ? strchr(header, ']') : strchr(header, ':');
  const char* begin = *header == '[' ? header + 1 : header;
  if (!end && *header == '[') return false;
  size_t length = end ? (size_t)(end - begin) : strlen(begin);
  if (length == 0 || length >= size) return false;
  memcpy(name, begin, length);
  name[length] = 0;
  const char* at = end ? end + (*end == ']') : begin + length;
  *port = 80;
  if (!*at) return true;
  if (*at++ != ':' || !*at) return false;
  for (*port = 0; *at; at++) {
    if (*at < '0' || *at > '9' || *port > 65535) return false;
    *port = 10 * *port + (*at - '0');
  }
  return true;
}

static bool is_any_address(const char* host) {
  return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "::") == 0;
}

bool brn__host_is_ours(const char* header, const char* host, int port) {
  static const char* const near[] = {"127.0.0.1", "localhost", "::1"};
  char name[64];
  int asked;
  bool six;
  if (!split(header, name, sizeof name, &asked) || asked != port) return false;
  for (int i = 0; i < 3; i++) {
    if (strcasecmp(name, near[i]) == 0) return true;
  }
  // addresses in digits belong to nobody's name server
  return strcasecmp(name, host) == 0 || (is_any_address(host) && brn__host_is_address(name, &six));
}
