// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include <string.h>

// Words that options take: one of a list, a unit, an axis. What is wrong is told with the word that
// was meant.

CliHint cli_hint(const char* word, const char* known) {
  CliHint hint;
  char nearest[64];
  if (brn__nearest_spelling(word, known, nearest, sizeof nearest)) {
    snprintf(hint.text, sizeof hint.text, "; did you mean \"%s\"?", nearest);
  } else {
    snprintf(hint.text, sizeof hint.text, "; there are: %s", known);
  }
  return hint;
}

// '-' and '_' are the same
static bool is_called(const char* word, const char* name, size_t length) {
  size_t i = 0;
  while (i < length && word[i] && (word[i] == name[i] || (word[i] == '-' && name[i] == '_'))) i++;
  return i == length && !word[i];
}

int cli_choose(const Cli* cli, const char* what, const char* word, const char* known) {
  int index = 0;
  for (const char* at = known; *at; index++) {
    size_t length = strcspn(at, " ");
    if (is_called(word, at, length)) return index;
    at += length + strspn(at + length, " ");
  }
  cli_fail(cli, CLI_USAGE, "%s \"%s\"%s", what, word, cli_hint(word, known).text);
  return -1;
}

CliWords cli_words(const char* (*name)(int index)) {
  CliWords words = {""};
  size_t used = 0;
  for (int i = 0; name(i) && used < sizeof words.text; i++) {
    used += (size_t)snprintf(words.text + used, sizeof words.text - used, "%s%s", i ? " " : "",
                             name(i));
  }
  return words;
}

static const char* format_name(int index) {
  const BrnFormatInfo* info = brn_format_info(index);
  return info ? info->name : NULL;
}

bool cli_check_format(const Cli* cli, const char* name) {
  return !name || cli_choose(cli, "there is no format", name, cli_words(format_name).text) >= 0;
}

bool cli_read_unit(const Cli* cli, const char* name, double* metres) {
  static const double each[] = {1, 0.01, 0.001, 1e-6, 0.0254, 0.3048}; // of CLI_UNITS
  if (!name) return true;
  int index = cli_choose(cli, "there is no unit", name, CLI_UNITS);
  if (index >= 0) *metres = each[index];
  return index >= 0;
}

bool cli_read_axis(const Cli* cli, const char* name, char* axis) {
  if (!name) return true;
  if (strlen(name) != 1 || !strchr("xyz", *name)) {
    cli_fail(cli, CLI_USAGE, "the up-axis is x, y or z, not \"%s\"", name);
    return false;
  }
  *axis = *name;
  return true;
}
