// SPDX-License-Identifier: Apache-2.0
//
// The option --bridges of `brawn mesh`: pairs of names.

#include "cli/mesh.h"

#include <string.h>

// the part of that name; -1: none, and that has been said
static int find_part(Cli* cli, const char* name, const BrnTetraPart* part, int count) {
  char known[1024] = "";
  for (int i = 0; i < count; i++) {
    size_t used = strlen(known);
    if (strcmp(part[i].name, name) == 0) return i;
    snprintf(known + used, sizeof known - used, "%s%s", i ? " " : "", part[i].name);
  }
  cli_fail(cli, CLI_USAGE, "--attach: there is no part \"%s\"%s", name, cli_hint(name, known).text);
  return -1;
}

static bool read_one(Cli* cli, char* word, double gap, const BrnTetraPart* part, int part_count,
                     BrnTetraBridge* bridge) {
  char* colon = strchr(word, ':');
  if (!colon) {
    cli_fail(cli, CLI_USAGE, "--attach: \"%s\" is not a pair like muscle:bone", word);
    return false;
  }
  *colon = 0;
  int a = find_part(cli, word, part, part_count);
  int b = a < 0 ? -1 : find_part(cli, colon + 1, part, part_count);
  if (bridge) *bridge = (BrnTetraBridge){.a = a, .b = b, .gap = gap};
  return b >= 0;
}

int cli_read_bridges(Cli* cli, const char* text, double gap, const BrnTetraPart* part,
                     int part_count, BrnTetraBridge* bridge) {
  int count = 0;
  for (const char* at = text; at && *at; count++) {
    size_t length = strcspn(at, ",");
    char word[512];
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (!read_one(cli, word, gap, part, part_count, bridge ? &bridge[count] : NULL)) return -1;
    at += length;
    at += *at == ',';
  }
  return count;
}
