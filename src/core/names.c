// SPDX-License-Identifier: Apache-2.0
//
// Patterns with '*' for names.

#include "core/names.h"

#include <stddef.h>

// On a mismatch the last '*' takes one letter more.
bool brn__name_matches(const char* pattern, const char* name) {
  const char *star = NULL, *again = NULL;
  while (*name) {
    if (*pattern == '*') {
      star = ++pattern;
      again = name;
    } else if (*pattern == '?' || *pattern == *name) {
      pattern++;
      name++;
    } else if (!*pattern && *name == '.') {
      return true;
    } else if (star) {
      pattern = star;
      name = ++again;
    } else {
      return false;
    }
  }
  while (*pattern == '*') pattern++;
  return !*pattern;
}
