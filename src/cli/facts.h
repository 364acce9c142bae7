// SPDX-License-Identifier: Apache-2.0
//
// What a verb has found out is written down once, as facts, and printed as JSON, or as text by a
// pattern:
//
//   json_t* facts = cli_facts(FACT("name", part->name), FACT("tets", part->tet_count),
//                             FACT("volume", part->volume));
//   cli_give(cli, facts, "{name:-24} {tets:10} tets{?volume}, {volume:.2f*1e6} cm^3{/}\n");
//
// In a pattern stand, besides words,
//
//   {key}              a text; a count, as 1,234,567; a number, as %g has it; "-" for null
//   {key:-8.2f*1e3}    with the width, digits and letter of printf (d, e, f, g), times a thousand;
//                      d: without commas, i: as much room as two places for each
//   {key|one|other}    a word, by whether it is 1 or true, or not: {n} frame{n||s}
//
//   {?key}...{/}       what is only told where it is there, and neither false, 0 nor empty
//   {?key=word}...{/}  where it is this word
//   {!key}...{/}       where that is not so
//   {@key}...{/}       once for each row of a list ({@key:20}: of the first 20), or in an object;
//                      keys are those of the row, {.} is the row itself, {#} its number, from 1
//
//   {>40}              spaces to that column, one at least
//   {~red}...{~}       colours: bold, dim, red, yellow, green
//
// A key may be a path, as surface.area or low.0 is.

#pragma once

#include "cli/cli.h"

typedef struct CliFact {
  const char* key;
  json_t* value; // NULL: the fact is left out
} CliFact;

/// A number, truth, text, three numbers, or what cli_facts() and cli_list() make. Numbers that JSON
/// does not have (infinity, none) and texts that are NULL become null; in a text that is not UTF-8
/// (the name of a file, say) stand question marks.
#define FACT(key, value)                                                                           \
  { key, CLI_VALUE(value) }
/// One that there is on a condition.
#define FACT_IF(condition, key, value)                                                             \
  { key, (condition) ? CLI_VALUE(value) : NULL }
#define CLI_VALUE(value)                                                                           \
  _Generic((value),                                                                                \
      bool: cli__bool,                                                                             \
      int: cli__int,                                                                               \
      long: cli__int,                                                                              \
      long long: cli__int,                                                                         \
      size_t: cli__size,                                                                           \
      double: cli__real,                                                                           \
      double*: cli__triple,                                                                    \
      const double*: cli__triple,                                                              \
      char*: cli__text,                                                                            \
      const char*: cli__text,                                                                      \
      json_t*: cli__own)(value)
json_t* cli__bool(bool value);
json_t* cli__int(long long value);
json_t* cli__size(size_t value);
json_t* cli__real(double value);
json_t* cli__triple(const double value[3]);
json_t* cli__text(const char* value);
json_t* cli__own(json_t* value);

#define cli_facts(...) cli__facts(json_object(), (const CliFact[]){__VA_ARGS__, {0}})
/// More facts of the same thing.
#define cli_add(facts, ...) (void)cli__facts(facts, (const CliFact[]){__VA_ARGS__, {0}})
json_t* cli__facts(json_t* object, const CliFact* fact);

/// The list of numbers; and of what a function makes of each i below count; what is NULL is left
/// out.
json_t* cli_ints(const int* value, int count);
json_t* cli_list(int count, json_t* (*row)(const void* of, int i), const void* of);

/// Prints facts by a pattern.
void cli_tell(const Cli* cli, const json_t* facts, const char* pattern);
/// Prints facts as JSON with --json, else, unless --quiet, by a pattern; and frees them.
void cli_give(const Cli* cli, json_t* facts, const char* pattern);
