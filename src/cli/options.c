// SPDX-License-Identifier: Apache-2.0
//
// Words of the command line to the options of a verb and the fields of its def, and the help that
// lists them.

#include "cli/cli.h"
#include "core/decimal.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { HELP_COLUMN = 30 };

// ----------------------------------------------------------------------------------------- parsing

static const CliOption no_options[] = {{0}};

static const CliOption* options_of(const CliVerb* verb) {
  return verb->options ? verb->options() : no_options;
}

static const CliOption* find_in(const CliOption* option, const char* word) {
  for (; option->name; option++) {
    if (strcmp(option->name, word) == 0) return option;
    if (option->letter && strcmp(option->letter, word) == 0) return option;
  }
  return NULL;
}

// an option of the verb comes before the common one of that name
static const CliOption* find_option(Cli* cli, const char* word) {
  const CliOption* option = find_in(options_of(cli->verb), word);
  return option ? option : find_in(cli_common_options(cli), word);
}

const CliOption* cli_common_options(Cli* cli) {
  static bool help; // taken in main(), before a verb is asked
  static CliOption list[5];
  list[0] = (CliOption){"--json",   NULL, CLI_FLAG,
                        &cli->json, NULL, "one JSON object on standard output, for scripts"};
  list[1] =
      (CliOption){"--quiet", "-q", CLI_FLAG, &cli->quiet, NULL, "no messages other than failures"};
  list[2] = (CliOption){"--threads",   NULL, CLI_NUMBER,
                        &cli->threads, "N",  "workers; default: one per core"};
  list[3] = (CliOption){"--help", "-h", CLI_FLAG, &help, NULL, "this text"};
  return list;
}

static size_t list_names(const CliOption* option, char* names, size_t used, size_t size) {
  for (; option->name; option++) {
    used += (size_t)snprintf(names + used, size - used, "%s%s", used ? " " : "", option->name);
  }
  return used;
}

static void report_unknown(Cli* cli, const char* word) {
  char names[2048], nearest[64];
  size_t used = list_names(options_of(cli->verb), names, 0, sizeof names);
  used = list_names(cli_common_options(cli), names, used, sizeof names);
  for (const BrnField* field = cli->verb->fields; field && field->name; field++) {
    size_t start = used;
    used += (size_t)snprintf(names + used, sizeof names - used, " --%s", field->name);
    for (char* c = names + start; *c; c++) *c = *c == '_' ? '-' : *c;
  }
  if (brn__nearest_spelling(word, names, nearest, sizeof nearest)) {
    cli_fail(cli, CLI_USAGE, "there is no option %s; did you mean %s?", word, nearest);
  } else {
    cli_fail(cli, CLI_USAGE, "there is no option %s; see brawn %s --help", word, cli->verb->name);
  }
}

// which def it goes into the verb knows later
static bool keep_setting(Cli* cli, const char* name, const char* text) {
  cli->setting[cli->setting_count++] = (CliSetting){name, text};
  return true;
}

static bool set_option(Cli* cli, const CliOption* option, const char* text) {
  if (option->type == CLI_TEXTS) return keep_setting(cli, option->name, text);
  if (option->type == CLI_TEXT) {
    *(const char**)option->value = text;
    return true;
  }
  double number;
  if (!brn__double_parse(text, strlen(text), &number) || !isfinite(number)) {
    cli_fail(cli, CLI_USAGE, "%s takes a number, not \"%s\"", option->name, text);
    return false;
  }
  *(double*)option->value = number;
  return true;
}

bool cli_apply_settings(const Cli* cli, void* def) {
  for (int i = 0; i < cli->setting_count; i++) {
    const CliSetting* s = &cli->setting[i];
    if (brn__field_set(cli->ctx, cli->verb->fields, def, s->name, s->text) == BRN_OK) continue;
    cli_fail(cli, CLI_USAGE, "%s", brn_last_error(cli->ctx));
    return false;
  }
  return true;
}

// "--name=value" is cut at the sign; the value goes to *value
static void cut_at_sign(char* word, char** value) {
  char* sign = strchr(word, '=');
  *value = NULL;
  if (!sign) return;
  *sign = 0;
  *value = sign + 1;
}

static bool parse_option(Cli* cli, int count, char** word, int* at) {
  char* name = word[*at];
  char* value;
  cut_at_sign(name, &value);
  const CliOption* option = find_option(cli, name);
  if (option && option->type == CLI_FLAG) {
    if (value) {
      cli_fail(cli, CLI_USAGE, "%s takes no value", name);
      return false;
    }
    return *(bool*)option->value = true;
  }
  bool is_field = !option && cli->verb->fields && strncmp(name, "--", 2) == 0 &&
                  brn__field_find(cli->verb->fields, name + 2);
  if (!option && !is_field) {
    report_unknown(cli, name);
    return false;
  }
  // a forgotten value is more likely than one that looks like an option (--name=--this is one)
  if (!value && *at + 1 < count && strncmp(word[*at + 1], "--", 2) != 0) value = word[++*at];
  if (!value || !*value) {
    cli_fail(cli, CLI_USAGE, "%s needs a value", name);
    return false;
  }
  return option ? set_option(cli, option, value) : keep_setting(cli, name + 2, value);
}

static bool check_argument_count(Cli* cli) {
  const CliVerb* verb = cli->verb;
  if (cli->argument_count >= verb->least && cli->argument_count <= verb->most) return true;
  if (cli->argument_count < verb->least) {
    cli_fail(cli, CLI_USAGE, "something is missing: brawn %s %s", verb->name, verb->usage);
  } else {
    cli_fail(cli, CLI_USAGE, "\"%s\" is one too many: brawn %s %s", cli->argument[verb->most],
             verb->name, verb->usage);
  }
  return false;
}

static bool check_threads(const Cli* cli) {
  bool whole = cli->threads == floor(cli->threads);
  if (whole && cli->threads >= 0 && cli->threads <= 1024) return true;
  cli_fail(cli, CLI_USAGE, "--threads takes a whole number up to 1024, not %g", cli->threads);
  return false;
}

bool cli_has_flag(int count, char** word, const char* name, const char* letter) {
  for (int i = 0; i < count && strcmp(word[i], "--") != 0; i++) {
    if (strcmp(word[i], name) == 0 || (letter && strcmp(word[i], letter) == 0)) return true;
  }
  return false;
}

bool cli_parse(Cli* cli, int count, char** word) {
  bool options = true;
  // --json first, so that mistakes in what stands before it are told in JSON too
  bool own_json = find_in(options_of(cli->verb), "--json") != NULL;
  cli->json = !own_json && cli_has_flag(count, word, "--json", NULL);
  for (int at = 0; at < count; at++) {
    if (options && strcmp(word[at], "--") == 0) {
      options = false;
    } else if (options && word[at][0] == '-' && word[at][1]) {
      if (!parse_option(cli, count, word, &at)) return false;
    } else {
      cli->argument[cli->argument_count++] = word[at];
    }
  }
  return check_threads(cli) && check_argument_count(cli);
}

// -------------------------------------------------------------------------------------------- help

static void print_row(const Cli* cli, const char* left, const char* right) {
  printf("  %s%-*s%s%s %s\n", cli_color(cli, CLI_BOLD), HELP_COLUMN, left,
         cli_color(cli, CLI_PLAIN),
         strlen(left) > HELP_COLUMN ? "\n                                " : "", right);
}

static void print_heading(const Cli* cli, const char* text) {
  printf("\n%s%s%s\n", cli_color(cli, CLI_BOLD), text, cli_color(cli, CLI_PLAIN));
}

static void print_option(const Cli* cli, const CliOption* option) {
  char left[96];
  snprintf(left, sizeof left, "%s%s%s%s%s", option->letter ? option->letter : "",
           option->letter ? ", " : "", option->name, option->argument ? " " : "",
           option->argument ? option->argument : "");
  print_row(cli, left, option->help);
}

static void print_field(const Cli* cli, const BrnField* field) {
  static const char* const kind[] = {"NUMBER", "COUNT", "true|false", "CHOICE"};
  char left[96], right[256];
  snprintf(left, sizeof left, "--%s %s", field->name, kind[field->type]);
  for (char* c = left; *c && *c != ' '; c++) *c = *c == '_' ? '-' : *c;
  const char* unit = field->unit ? field->unit : "";
  const char* choices = field->choices ? field->choices : "";
  snprintf(right, sizeof right, "%s%s%s%s%s", field->help, *unit ? ", " : "", unit,
           *choices ? ": " : "", choices);
  print_row(cli, left, right);
}

static void print_examples(const Cli* cli, const char* examples) {
  print_heading(cli, "Examples");
  for (const char* at = examples; *at;) {
    int length = (int)strcspn(at, "\n");
    printf("  %.*s\n", length, at);
    at += length + (at[length] == '\n');
  }
}

void cli_print_verb_help(Cli* cli, const CliVerb* verb) {
  printf("%s\n\nUsage: brawn %s %s\n", verb->summary, verb->name, verb->usage);
  print_heading(cli, "Options");
  for (const CliOption* option = options_of(verb); option->name; option++) {
    print_option(cli, option);
  }
  for (const BrnField* field = verb->fields; field && field->name; field++) print_field(cli, field);
  for (const CliOption* option = cli_common_options(cli); option->name; option++) {
    if (!find_in(options_of(verb), option->name)) print_option(cli, option);
  }
  if (verb->notes) printf("\n%s\n", verb->notes);
  print_examples(cli, verb->examples);
}

void cli_print_help(const Cli* cli) {
  printf("Brawn simulates volumetric muscles, tendons, bones and joints.\n\n"
         "Usage: brawn VERB [arguments] [options]\n");
  print_heading(cli, "Verbs");
  for (const CliVerb* const* verb = cli_verbs(); *verb; verb++) {
    print_row(cli, (*verb)->name, (*verb)->summary);
  }
  print_row(cli, "help VERB", "Tells about one of them (also: brawn VERB --help)");
  print_row(cli, "version", "Prints the version");
  print_examples(cli, "brawn make fusiform --tets 20000 -o out\n"
                      "brawn info out/fusiform.vtu\n"
                      "brawn convert out/fusiform.vtu fusiform.msh");
  printf("\nExit codes: 0 done, 1 failed (the message says why), 2 wrong command line.\n");
}
