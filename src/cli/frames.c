// SPDX-License-Identifier: Apache-2.0
//
// Ranges of frames as options spell them: 1-48, 24, 1-48/2.

#include "cli/frames.h"

#include <stddef.h>
#include <stdlib.h>

static bool parse_number(const char** at, int* out) {
  char* end;
  long number = strtol(*at, &end, 10);
  if (end == *at || number < -1000000000 || number > 1000000000) return false;
  *at = end;
  *out = (int)number;
  return true;
}

bool cli_parse_frames(const char* text, int* first, int* last, int* every) {
  const char* at = text;
  if (!parse_number(&at, first)) return false;
  *last = *first;
  if (*at == '-') {
    at++;
    if (!parse_number(&at, last) || *last < *first) return false;
  }
  if (*at == '/' && every) {
    at++;
    if (!parse_number(&at, every) || *every < 1) return false;
  }
  return !*at;
}
