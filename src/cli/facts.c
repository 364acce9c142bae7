// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"

#include "core/core.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ making

json_t* cli__bool(bool value) { return json_boolean(value); }
json_t* cli__int(long long value) { return json_integer(value); }
json_t* cli__size(size_t value) { return json_integer((json_int_t)value); }
json_t* cli__real(double value) { return isfinite(value) ? json_real(value) : json_null(); }
json_t* cli__own(json_t* value) { return value; }

json_t* cli__text(const char* value) {
  json_t* string = value ? json_string(value) : json_null();
  if (string) return string;
  char plain[4096];
  snprintf(plain, sizeof plain, "%s", value);
  for (char* c = plain; *c; c++) *c = (unsigned char)*c < 0x80 ? *c : '?';
  return json_string(plain);
}

json_t* cli__triple(const double value[3]) {
  return json_pack("[o, o, o]", cli__real(value[0]), cli__real(value[1]), cli__real(value[2]));
}

json_t* cli__facts(json_t* object, const CliFact* fact) {
  for (; fact->key; fact++) {
    if (fact->value) json_object_set_new(object, fact->key, fact->value);
  }
  return object;
}

json_t* cli_ints(const int* value, int count) {
  json_t* list = json_array();
  for (int i = 0; i < count; i++) json_array_append_new(list, json_integer(value[i]));
  return list;
}

json_t* cli_list(int count, json_t* (*row)(const void* of, int i), const void* of) {
  json_t* list = json_array();
  for (int i = 0; i < count; i++) {
    json_t* one = row(of, i);
    if (one) json_array_append_new(list, one);
  }
  return list;
}

// ---------------------------------------------------------------------------------------- patterns

// where keys are looked for
typedef struct Scope {
  const json_t* facts;
  json_t* row; // its number, as a fact; NULL: it is no row
} Scope;

// of an object by its name, of a list by its number
static const json_t* member(const json_t* facts, const char* path, size_t length) {
  while (facts && length > 0) {
    size_t word = 0;
    char key[64];
    while (word < length && path[word] != '.') word++;
    snprintf(key, sizeof key, "%.*s", (int)word, path);
    facts = json_is_array(facts) ? json_array_get(facts, (size_t)atoi(key))
                                 : json_object_get(facts, key);
    path += word + (word < length);
    length -= word + (word < length);
  }
  return facts;
}

static const json_t* find(const Scope* scope, const char* path, size_t length) {
  if (length == 1 && *path == '#') return scope->row;
  if (length == 1 && *path == '.') return scope->facts;
  return member(scope->facts, path, length);
}

static bool is_so(const json_t* fact) {
  return json_is_true(fact) || json_is_real(fact) || json_integer_value(fact) != 0 ||
         json_string_length(fact) > 0 || json_object_size(fact) > 0 || json_array_size(fact) > 0;
}

typedef struct Printer {
  const Cli* cli;
  int column;
} Printer;

static void print_words(Printer* p, const char* text, size_t length) {
  fwrite(text, 1, length, stdout);
  for (size_t i = 0; i < length; i++) p->column = text[i] == '\n' ? 0 : p->column + 1;
}

// with the width and digits of printf
static int print_number(const json_t* fact, int width, int digits, char letter, double scale) {
  long long count = json_integer_value(fact);
  double number = json_number_value(fact) * scale;
  switch (letter) {
  case 'd': return printf("%*lld", width, count);
  case 'e': return printf("%*.*e", width, digits, number);
  case 'f': return printf("%*.*f", width, digits, number);
  case 'g': return printf("%*.*g", width, digits, number);
  case 'i': return printf("%*s", 2 * (int)count, "");
  default: break;
  }
  if (json_is_integer(fact)) return printf("%*s", width, cli_count(count).text);
  return printf("%*.*g", width, digits, number);
}

// "-8.2f*1e3"
static int print_fact(const json_t* fact, const char* format) {
  char* at;
  int width = (int)strtol(format, &at, 10), digits = -1;
  if (*at == '.') digits = (int)strtol(at + 1, &at, 10);
  const char* times = strchr(at, '*');
  if (json_is_number(fact)) {
    return print_number(fact, width, digits, *at, times ? atof(times + 1) : 1);
  }
  return printf("%*.*s", width, digits, json_is_string(fact) ? json_string_value(fact) : "-");
}

// ":format" or "|one|other"
static void print_value(Printer* p, const json_t* fact, const char* at, const char* end) {
  char rest[160];
  BRN_ASSERT(fact && end - at < (ptrdiff_t)sizeof rest);
  snprintf(rest, sizeof rest, "%.*s", (int)(end - at), at);
  if (*rest != '|') {
    p->column += print_fact(fact, *rest ? rest + 1 : rest);
    return;
  }
  bool one = json_is_true(fact) || json_integer_value(fact) == 1;
  char *first = rest + 1, *other = strchr(first, '|');
  BRN_ASSERT(other);
  print_words(p, one ? first : other + 1, one ? (size_t)(other - first) : strlen(other + 1));
}

static void print_color(const Cli* cli, const char* word, size_t length) {
  static const char* const name[] = {"", "bold", "dim", "red", "yellow", "green"};
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    bool is_it = strlen(name[i]) == length && strncmp(name[i], word, length) == 0;
    if (is_it) printf("%s", cli_color(cli, (CliColor)i));
  }
}

static const char* print(Printer* p, const char* at, const Scope* scope, bool shown);

// an object is a list of one
static const char* print_rows(Printer* p, const char* at, const Scope* scope, const json_t* list,
                              size_t most) {
  const char* end = NULL;
  size_t count = json_is_object(list) ? 1 : json_array_size(list);
  for (size_t i = 0; i < count && i < most; i++) {
    const json_t* row = json_is_object(list) ? list : json_array_get(list, i);
    Scope inner = {row, json_integer((json_int_t)i + 1)};
    end = print(p, at, &inner, true);
    json_decref(inner.row);
  }
  return end ? end : print(p, at, scope, false);
}

static bool is_word(const json_t* fact, const char* word, size_t length) {
  return json_string_length(fact) == length && strncmp(json_string_value(fact), word, length) == 0;
}

// the part from a {?key}, {!key} or {@key} to its {/}
static const char* print_part(Printer* p, const char* word, const char* end, const Scope* scope,
                              bool shown) {
  size_t length = strcspn(word + 1, "=:}");
  const json_t* fact = shown ? find(scope, word + 1, length) : NULL;
  const char* sign = word + 1 + length;
  if (*word == '@') {
    return print_rows(p, end + 1, scope, fact, *sign == ':' ? (size_t)atoi(sign + 1) : SIZE_MAX);
  }
  bool so = *sign == '=' ? is_word(fact, sign + 1, (size_t)(end - sign - 1)) : is_so(fact);
  return print(p, end + 1, scope, shown && so == (*word == '?'));
}

static void print_one(Printer* p, const char* word, const char* end, const Scope* scope) {
  size_t length = strcspn(word, ":|}");
  if (*word == '~') {
    print_color(p->cli, word + 1, (size_t)(end - word - 1));
  } else if (*word == '>') {
    int room = atoi(word + 1) - p->column;
    p->column += printf("%*s", room > 1 ? room : 1, "");
  } else {
    print_value(p, find(scope, word, length), word + length, end);
  }
}

// up to the end of the pattern, or behind the {/} that ends this part of it; where that is
static const char* print(Printer* p, const char* at, const Scope* scope, bool shown) {
  while (*at) {
    size_t plain = strcspn(at, "{");
    if (shown) print_words(p, at, plain);
    at += plain;
    if (!*at) break;
    const char *word = at + 1, *end = strchr(word, '}');
    BRN_ASSERT(end);
    at = end + 1;
    if (*word == '/') break;
    if (strchr("?!@", *word)) {
      at = print_part(p, word, end, scope, shown);
    } else if (shown) {
      print_one(p, word, end, scope);
    }
  }
  return at;
}

void cli_tell(const Cli* cli, const json_t* facts, const char* pattern) {
  print(&(Printer){.cli = cli}, pattern, &(Scope){.facts = facts}, true);
}

void cli_give(const Cli* cli, json_t* facts, const char* pattern) {
  if (cli->json) {
    cli_print_json(facts);
    return;
  }
  if (!cli->quiet) cli_tell(cli, facts, pattern);
  json_decref(facts);
}
