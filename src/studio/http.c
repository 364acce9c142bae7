// SPDX-License-Identifier: Apache-2.0
//
// Parses the head of a request: its line, its headers, and what both may not hold (http.h).

#include "studio/http.h"

#include <string.h>
#include <strings.h>

enum { DONE = 200, MALFORMED = 400, TOO_LARGE = 413, OTHER_VERSION = 505 };
enum { MOST_HEADERS = 64 };

size_t brn__http_head_size(const char* bytes, size_t size) {
  const char* end = memmem(bytes, size, "\r\n\r\n", 4);
  return end ? (size_t)(end - bytes) + 4 : 0;
}

// ------------------------------------------------------------------------------------------- lines

// The line that begins here, ended by a zero now; NULL: it holds what no line holds.
static char* take_line(char** at) {
  char *line = *at, *c = line;
  while ((unsigned char)*c >= 0x20 || *c == '\t') {
    if (*c++ == 0x7f) return NULL;
  }
  if (c[0] != '\r' || c[1] != '\n') return NULL; // a zero, too, ends up here
  *c = 0;
  *at = c + 2;
  return line;
}

static bool is_token(const char* text, size_t length) {
  static const char others[] = "!#$%&'*+-.^_`|~";
  for (size_t i = 0; i < length; i++) {
    char c = text[i];
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!plain && !memchr(others, c, sizeof others - 1)) return false;
  }
  return length > 0;
}

// METHOD SP TARGET SP HTTP/1.1
static int take_request_line(char* line, BrnHttpRequest* out, bool* one) {
  char* target = strchr(line, ' ');
  char* version = target ? strchr(target + 1, ' ') : NULL;
  if (!version || strchr(version + 1, ' ') || strchr(line, '\t')) return MALFORMED;
  *target++ = *version++ = 0;
  if (!is_token(line, strlen(line)) || !*target) return MALFORMED;
  if (strncmp(version, "HTTP/", 5) != 0 || strlen(version) != 8) return MALFORMED;
  *one = strcmp(version, "HTTP/1.1") == 0;
  if (!*one && strcmp(version, "HTTP/1.0") != 0) return OTHER_VERSION;
  char* query = strchr(target, '?');
  if (query) *query++ = 0;
  out->method = line;
  out->target = target;
  out->query = query;
  return DONE;
}

// ----------------------------------------------------------------------------------------- headers

static char* trim(char* text) {
  while (*text == ' ' || *text == '\t') text++;
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t')) text[--length] = 0;
  return text;
}

static bool to_size(const char* text, size_t* out) {
  size_t digits = strspn(text, "0123456789");
  if (digits == 0 || text[digits]) return false;
  *out = 0;
  for (size_t i = 0; i < digits; i++) {
    if (*out > BRN_HTTP_BODY) return true; // too long already
    *out = 10 * *out + (size_t)(text[i] - '0');
  }
  return true;
}

// is the word in a list with commas?
static bool has_word(const char* list, const char* word) {
  size_t length = strlen(word);
  for (const char* at = list; *at;) {
    at += strspn(at, " \t,");
    size_t size = strcspn(at, " \t,");
    if (size == length && strncasecmp(at, word, length) == 0) return true;
    at += size;
  }
  return false;
}

typedef struct Seen {
  int host, length, origin;
} Seen;

static int take_header(char* line, BrnHttpRequest* out, Seen* seen) {
  char* colon = strchr(line, ':');
  if (!colon || !is_token(line, (size_t)(colon - line))) return MALFORMED; // folded lines, too
  *colon = 0;
  char* value = trim(colon + 1);
  if (strcasecmp(line, "Host") == 0) {
    out->host = value;
    seen->host++;
  } else if (strcasecmp(line, "Origin") == 0) {
    out->origin = value;
    if (++seen->origin > 1) return MALFORMED;
  } else if (strcasecmp(line, "Content-Length") == 0) {
    if (++seen->length > 1 || !to_size(value, &out->body)) return MALFORMED;
  } else if (strcasecmp(line, "Transfer-Encoding") == 0) {
    return MALFORMED; // nothing that we take is so long
  } else if (strcasecmp(line, "Connection") == 0) {
    if (has_word(value, "close")) out->close = true;
  }
  return DONE;
}

int brn__http_parse(char* head, size_t size, BrnHttpRequest* out) {
  char* at = head;
  Seen seen = {0};
  bool one;
  *out = (BrnHttpRequest){0};
  if (size < 4 || memcmp(head + size - 4, "\r\n\r\n", 4) != 0) return MALFORMED;
  char* line = take_line(&at);
  int status = line ? take_request_line(line, out, &one) : MALFORMED;
  for (int i = 0; status == DONE; i++) {
    line = take_line(&at);
    if (line && !*line) break;
    status = line && i < MOST_HEADERS ? take_header(line, out, &seen) : MALFORMED;
  }
  if (status != DONE) return status;
  if (at != head + size || seen.host != 1) return MALFORMED;
  if (!one) out->close = true;
  return out->body > (strcmp(out->method, "POST") == 0 ? BRN_HTTP_BODY : 0) ? TOO_LARGE : DONE;
}
