// SPDX-License-Identifier: Apache-2.0

#include "studio/route.h"
#include "test.h"

static void tokens_are_long_and_never_the_same(void** state) {
  (void)state;
  char a[BRN_TOKEN_SIZE + 1], b[BRN_TOKEN_SIZE + 1];
  int seen[16] = {0};
  for (int i = 0; i < 200; i++) {
    ENSURE(brn__token_make(a) && brn__token_make(b));
    ENSURE_INT(strlen(a), 32);
    ENSURE_INT(strspn(a, "0123456789abcdef"), 32);
    ENSURE(strcmp(a, b) != 0);
    for (int k = 0; k < 32; k++) seen[a[k] <= '9' ? a[k] - '0' : a[k] - 'a' + 10]++;
  }
  for (int k = 0; k < 16; k++) ENSURE(seen[k] > 250 && seen[k] < 550); // 400 on average
}

static void every_letter_of_a_token_counts(void** state) {
  (void)state;
  char token[BRN_TOKEN_SIZE + 1], text[BRN_TOKEN_SIZE + 1];
  ENSURE(brn__token_make(token));
  ENSURE(brn__token_is(token, token, 32));
  ENSURE(!brn__token_is(token, token, 31) && !brn__token_is(token, "", 0));
  for (int i = 0; i < 32; i++) {
    memcpy(text, token, sizeof text);
    text[i] = (char)(text[i] == '0' ? '1' : '0');
    ENSURE(!brn__token_is(token, text, 32));
  }
}

static void this_computer_has_three_names(void** state) {
  (void)state;
  static const char* const ours[] = {"127.0.0.1:8017", "localhost:8017", "LocalHost:8017",
                                     "[::1]:8017"};
  static const char* const theirs[] = {"",
                                       "127.0.0.1",
                                       "127.0.0.1:8018",
                                       "localhost",
                                       "evil.example:8017",
                                       "127.0.0.1:",
                                       "127.0.0.1:80",
                                       "127.0.0.1:8017:1",
                                       "127.0.0.1:8017x",
                                       "127.0.0.1.evil:8017",
                                       "[::1]",
                                       "[::1:8017",
                                       "[::1]8017",
                                       "::1:8017",
                                       "192.168.0.2:8017",
                                       ":8017",
                                       "[]:8017",
                                       "0.0.0.0:8017",
                                       "127.0.0.1:73553",
                                       "localhost.:8017",
                                       " 127.0.0.1:8017"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
    ENSURE(brn__host_is_ours(ours[i], "127.0.0.1", 8017));
  }
  for (size_t i = 0; i < sizeof theirs / sizeof *theirs; i++) {
    if (brn__host_is_ours(theirs[i], "127.0.0.1", 8017)) print_error("%s\n", theirs[i]);
    ENSURE(!brn__host_is_ours(theirs[i], "127.0.0.1", 8017));
  }
  char longest[400];
  memset(longest, 'a', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  ENSURE(!brn__host_is_ours(longest, "127.0.0.1", 8017));
}

static void port_80_may_be_left_out(void** state) {
  (void)state;
  ENSURE(brn__host_is_ours("127.0.0.1", "127.0.0.1", 80));
  ENSURE(brn__host_is_ours("[::1]", "::1", 80));
  ENSURE(brn__host_is_ours("localhost:80", "127.0.0.1", 80));
}

static void a_host_that_was_given_is_ours_too(void** state) {
  (void)state;
  ENSURE(brn__host_is_ours("192.168.0.2:9", "192.168.0.2", 9));
  ENSURE(!brn__host_is_ours("192.168.0.3:9", "192.168.0.2", 9));
  ENSURE(brn__host_is_ours("[fe80::1]:9", "fe80::1", 9));
}

static void the_whole_network_asks_by_digits(void** state) {
  (void)state;
  ENSURE(brn__host_is_ours("192.168.0.3:9", "0.0.0.0", 9));
  ENSURE(brn__host_is_ours("[fe80::1]:9", "::", 9));
  ENSURE(!brn__host_is_ours("evil.example:9", "0.0.0.0", 9));
  ENSURE(!brn__host_is_ours("1.2.3:9", "0.0.0.0", 9));
}

static void addresses_are_digits(void** state) {
  (void)state;
  bool six;
  ENSURE(brn__host_is_address("127.0.0.1", &six) && !six);
  ENSURE(brn__host_is_address("::1", &six) && six);
  ENSURE(!brn__host_is_address("localhost", &six));
  ENSURE(!brn__host_is_address("127.0.0.1,80", &six));
  ENSURE(!brn__host_is_address("", &six));
}

TEST_MAIN(cmocka_unit_test(tokens_are_long_and_never_the_same),
          cmocka_unit_test(every_letter_of_a_token_counts),
          cmocka_unit_test(this_computer_has_three_names),
          cmocka_unit_test(port_80_may_be_left_out),
          cmocka_unit_test(a_host_that_was_given_is_ours_too),
          cmocka_unit_test(the_whole_network_asks_by_digits),
          cmocka_unit_test(addresses_are_digits))
