// SPDX-License-Identifier: Apache-2.0
//
// libFuzzer target of what a stranger can say to the server: a head of HTTP and the address in it.
// Whatever comes out of it must be one of the things there are.

#include "studio/http.h"
#include "studio/route.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

#define TOKEN "0123456789abcdef0123456789abcdef"

static void check_route(const BrnHttpRequest* request) {
  BrnRoute route;
  int status = brn__route_parse(request->method, request->target, request->query, TOKEN, &route);
  if (status != 200) return;
  if (strncmp(request->target, "/" TOKEN, 33) != 0) __builtin_trap();
  if (strstr(request->target, "..") || strchr(request->target, '%')) __builtin_trap();
  if (route.run < 0 || route.frame < 0) __builtin_trap();
  if (route.kind == BRN_ROUTE_TABLE && !brn__table_name(route.table)) __builtin_trap();
  if (route.kind == BRN_ROUTE_STOP && strcmp(request->method, "POST") != 0) __builtin_trap();
  if (strlen(route.values) >= BRN_ROUTE_NAME) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  BrnHttpRequest request;
  char* copy = malloc(size + 1);
  memcpy(copy, data, size);
  copy[size] = 0;
  size_t head = brn__http_head_size(copy, size);
  if (head > 0 && brn__http_parse(copy, head, &request) == 200) {
    if (!request.host || request.body > BRN_HTTP_BODY) __builtin_trap();
    brn__host_is_ours(request.host, "0.0.0.0", 8017);
    check_route(&request);
  }
  free(copy);
  return 0;
}
