// SPDX-License-Identifier: Apache-2.0
//
// The settings of methods as options of `brawn run`, from their tables: emu_alpha is --emu-alpha.

#include "cli/run.h"

#include "core/core.h"
#include "scene/methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct {
  char name[40], help[256];
  const char* key;
  const char* text; // as it was given; NULL: not
} setting[RUN_MOST_SETTINGS];

// ------------------------------------------------------------------------------------- the options

static const char* argument_of(const BrnField* field) {
  switch (field->type) {
  case BRN_FIELD_BOOL: return "YES";
  case BRN_FIELD_CHOICE: return "WORD";
  case BRN_FIELD_INT: return "N";
  default: return "VALUE";
  }
}

// "--emu-alpha"
static void spell(const char* key, char* name, size_t size) {
  snprintf(name, size, "--%s", key);
  for (char* at = name; *at; at++) *at = *at == '_' ? '-' : *at;
}

static CliOption option_of(const BrnField* field, int i) {
  bool words = field->type == BRN_FIELD_CHOICE;
  setting[i].key = field->name;
  spell(field->name, setting[i].name, sizeof setting[i].name);
  snprintf(setting[i].help, sizeof setting[i].help, "%s%s%s", field->help, words ? ": " : "",
           words ? field->choices : "");
  return (CliOption){setting[i].name,    NULL,           CLI_TEXT, &setting[i].text,
                     argument_of(field), setting[i].help};
}

int run_list_settings(CliOption* list) {
  const BrnInlineTable* table;
  int count = 0;
  for (int t = 0; (table = brn__method_settings(t)); t++) {
    for (const BrnField* field = table->fields; field->name; field++, count++) {
      BRN_ASSERT(count < RUN_MOST_SETTINGS);
      list[count] = option_of(field, count);
    }
  }
  return count;
}

// ------------------------------------------------------------------------------- words for numbers

// the first that has the key
static const BrnMethod* owner_of(const char* key) {
  const BrnMethod* method = brn__method_at(0);
  for (int m = 1; method && !brn__method_field(method, key); m++) method = brn__method_at(m);
  return method;
}

// the setting whose words may stand for the number of this one; NULL: there is none
static const BrnField* words_for(const char* key) {
  const BrnMethod* owner = owner_of(key);
  const char* other =
      owner->words.key && strcmp(owner->words.key, key) == 0 ? owner->words.other : NULL;
  return other ? brn__method_field(owner, other) : NULL;
}

static bool is_among(const char* words, const char* text) {
  size_t length = strlen(text);
  for (const char* at = words; *at; at += strspn(at, " ")) {
    size_t word = strcspn(at, " ");
    if (word == length && strncmp(at, text, length) == 0) return true;
    at += word;
  }
  return false;
}

// "auto, paper, "
static void list_words(const char* words, char* text, size_t size) {
  size_t used = 0;
  for (; *words && used + 3 < size; words++) {
    text[used++] = *words == ' ' ? ',' : *words;
    if (*words == ' ') text[used++] = ' ';
  }
  text[used] = 0;
}

bool run_check_settings(const Cli* cli) {
  for (int i = 0; i < RUN_MOST_SETTINGS && setting[i].key; i++) {
    char *end, list[128];
    const char* text = setting[i].text;
    const BrnField* words = text ? words_for(setting[i].key) : NULL;
    if (!words || is_among(words->choices, text)) continue;
    double value = strtod(text, &end);
    if (end != text && !*end && value > 0 && isfinite(value)) continue;
    list_words(words->choices, list, sizeof list);
    cli_fail(cli, CLI_USAGE, "%s takes %s, or a value above 0, not \"%s\"", setting[i].name, list,
             text);
    return false;
  }
  return true;
}

// ------------------------------------------------------------------------------------ into a scene

static BrnStatus need(Cli* cli, const char* option, const BrnMethod* owner) {
  return brn__fail(cli->ctx, BRN_INVALID, "%s is for %s; add --method %s", option, owner->name,
                   owner->name);
}

static BrnStatus set(Cli* cli, BrnScene* scene, const char* key, const char* value) {
  char path[80];
  snprintf(path, sizeof path, "solver.%s", key);
  return brn_scene_set(cli->ctx, scene, path, value);
}

// a word goes to the setting that has it, and the number is the default
static BrnStatus apply(Cli* cli, BrnScene* scene, const char* key, const char* text) {
  const BrnField* words = words_for(key);
  bool word = words && is_among(words->choices, text);
  if (word) BRN_TRY(set(cli, scene, words->name, text));
  return set(cli, scene, key, word ? "null" : text);
}

BrnStatus run_apply_settings(Cli* cli, BrnScene* scene) {
  const BrnMethod* method = brn__method_find(scene->solver.method);
  for (int i = 0; i < RUN_MOST_SETTINGS && setting[i].key; i++) {
    if (!setting[i].text) continue;
    if (!method || !brn__method_field(method, setting[i].key)) {
      return need(cli, setting[i].name, owner_of(setting[i].key));
    }
    BRN_TRY(apply(cli, scene, setting[i].key, setting[i].text));
  }
  return BRN_OK;
}

BrnStatus run_need_processes(Cli* cli, const BrnScene* scene) {
  const BrnMethod *method = brn__method_find(scene->solver.method), *owner = brn__method_at(0);
  if (method && method->spreads) return BRN_OK;
  for (int m = 1; owner && !owner->spreads; m++) owner = brn__method_at(m);
  BRN_ASSERT(owner);
  return need(cli, "--processes", owner);
}
