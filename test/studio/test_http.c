// SPDX-License-Identifier: Apache-2.0

#include "studio/http.h"
#include "test.h"

static char copy[20000];

static int parse(const char* text, BrnHttpRequest* out) {
  size_t size = strlen(text);
  memcpy(copy, text, size + 1);
  return brn__http_parse(copy, size, out);
}

static void ensure(const char* text, int status) {
  BrnHttpRequest request;
  int found = parse(text, &request);
  if (found != status) print_error("%s gave %d, expected %d\n", text, found, status);
  ENSURE_INT(found, status);
}

static void a_request_is_taken_apart(void** state) {
  (void)state;
  BrnHttpRequest r;
  ENSURE_INT(
      parse("GET /a/b?values=x HTTP/1.1\r\nhOsT:  127.0.0.1:80 \t\r\nAccept: */*\r\n\r\n", &r),
      200);
  assert_string_equal(r.method, "GET");
  assert_string_equal(r.target, "/a/b");
  assert_string_equal(r.query, "values=x");
  assert_string_equal(r.host, "127.0.0.1:80");
  ENSURE(!r.origin && !r.close && r.body == 0);
  ENSURE_INT(
      parse("POST /s HTTP/1.1\r\nHost: h\r\nOrigin: http://h\r\nContent-Length: 12\r\n\r\n", &r),
      200);
  ENSURE(!r.query && r.body == 12);
  assert_string_equal(r.origin, "http://h");
}

static void connections_stay_open_unless_told(void** state) {
  (void)state;
  BrnHttpRequest r;
  ENSURE_INT(parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: foo , CLOSE\r\n\r\n", &r), 200);
  ENSURE(r.close);
  ENSURE_INT(parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: keep-alive\r\n\r\n", &r), 200);
  ENSURE(!r.close);
  ENSURE_INT(parse("GET / HTTP/1.1\r\nHost: h\r\nConnection: closed\r\n\r\n", &r), 200);
  ENSURE(!r.close);
  ENSURE_INT(parse("GET / HTTP/1.0\r\nHost: h\r\n\r\n", &r), 200);
  ENSURE(r.close);
}

static void what_is_nearly_a_request_is_refused(void** state) {
  (void)state;
  static const char* const list[] = {
      "\r\n\r\n",
      "GET /\r\n\r\n",
      "GET  / HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.1 \r\nHost: h\r\n\r\n",
      "GET\t/ HTTP/1.1\r\nHost: h\r\n\r\n",
      " GET / HTTP/1.1\r\nHost: h\r\n\r\n",
      "G(T / HTTP/1.1\r\nHost: h\r\n\r\n",
      "GET / http/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.11\r\nHost: h\r\n\r\n",
      "GET / HTTX/1.1\r\nHost: h\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nnocolon\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
      "GET / HTTP/1.1\nHost: a\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 2\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nOrigin: a\r\nOrigin: a\r\n\r\n",
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) ensure(list[i], 400);
  ensure("GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505);
  ensure("PRI * HTTP/2.0\r\n\r\n", 505);
}

static void bodies_are_short(void** state) {
  (void)state;
  ensure("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1024\r\n\r\n", 200);
  ensure("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1025\r\n\r\n", 413);
  ensure("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999999\r\n\r\n", 413);
  ensure("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200);
  ensure("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", 413);
}

static void a_zero_ends_nothing(void** state) {
  (void)state;
  const char text[] = "GET /\0x HTTP/1.1\r\nHost: a\r\n\r\n";
  BrnHttpRequest r;
  memcpy(copy, text, sizeof text);
  ENSURE_INT(brn__http_parse(copy, sizeof text - 1, &r), 400);
  const char header[] = "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n";
  memcpy(copy, header, sizeof header);
  ENSURE_INT(brn__http_parse(copy, sizeof header - 1, &r), 400);
}

static void headers_are_counted(void** state) {
  (void)state;
  char text[4000] = "GET / HTTP/1.1\r\nHost: a\r\n";
  for (int i = 1; i < 64; i++) strcat(text, "X: y\r\n");
  strcat(text, "\r\n");
  ensure(text, 200);
  text[strlen(text) - 2] = 0;
  strcat(text, "X: y\r\n\r\n");
  ensure(text, 400);
}

static void a_head_is_there_when_its_empty_line_is(void** state) {
  (void)state;
  const char text[] = "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET";
  size_t whole = sizeof text - 1 - 3;
  for (size_t size = 0; size < whole; size++) ENSURE_INT(brn__http_head_size(text, size), 0);
  ENSURE_INT(brn__http_head_size(text, whole), whole);
  ENSURE_INT(brn__http_head_size(text, sizeof text - 1), whole);
}

TEST_MAIN(cmocka_unit_test(a_request_is_taken_apart),
          cmocka_unit_test(connections_stay_open_unless_told),
          cmocka_unit_test(what_is_nearly_a_request_is_refused), cmocka_unit_test(bodies_are_short),
          cmocka_unit_test(a_zero_ends_nothing), cmocka_unit_test(headers_are_counted),
          cmocka_unit_test(a_head_is_there_when_its_empty_line_is))
