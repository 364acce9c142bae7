// SPDX-License-Identifier: Apache-2.0
//
// The command `brawn`: a verb is a row of the table in main.c and one source.

#pragma once

#include "brawn/brawn.h"
#include "core/fields.h"

#include <jansson.h>
#include <stdio.h>

enum {
  CLI_DONE = 0,
  CLI_FAILED = 1,    // the input or the machine is at fault
  CLI_USAGE = 2,     // the words on the command line are
  CLI_UNSURE = 3,    // there is a result, but numbers did not converge
  CLI_STOPPED = 130, // by Ctrl-C, as shells have it
};

// ----------------------------------------------------------------------------------------- options

typedef enum CliOptionType {
  CLI_FLAG,   // bool*
  CLI_TEXT,   // const char**
  CLI_NUMBER, // double*
  CLI_TEXTS,  // may be given many times: each goes to Cli.setting; no value
} CliOptionType;

/// An option of a verb. Fields of a def are options too: see CliVerb.fields.
typedef struct CliOption {
  const char* name;   // "--ascii"
  const char* letter; // "-o"; NULL: none
  CliOptionType type;
  void* value;
  const char* argument; // "FILE", for help; NULL for flags
  const char* help;
} CliOption;

typedef struct CliVerb CliVerb;

enum { CLI_MOST_PROCESSES = 256 };

/// A field that was set on the command line: --NAME TEXT; or an option of many texts: its name.
typedef struct CliSetting {
  const char *name, *text;
} CliSetting;

/// One run of the command.
typedef struct Cli {
  BrnContext* ctx;
  const CliVerb* verb;
  bool json;      // --json: one object on standard output, nothing else
  bool quiet;     // --quiet
  double threads; // --threads; 0: one per core
  bool color;     // standard output is a terminal that wants colours
  int argument_count;
  const char** argument; // what is neither an option nor the verb
  int setting_count;
  CliSetting* setting;
} Cli;

struct CliVerb {
  const char* name;
  const char* summary;               // one line
  const char* usage;                 // "SHAPE [options]"
  const char* notes;                 // paragraphs below the options; NULL: none
  const char* examples;              // one a line, without the prompt
  int least, most;                   // arguments
  const CliOption* (*options)(void); // ended by a row without a name; NULL: none
  const BrnField* fields;            // of a def that --NAME VALUE sets; NULL: none
  int (*run)(Cli* cli);
};

extern const CliVerb cli_new, cli_check, cli_build, cli_run, cli_make, cli_mesh, cli_info,
    cli_convert, cli_render;
extern const CliVerb cli_bench, cli_completion;
extern const CliVerb cli_view, cli_report;
extern const CliVerb cli_export;

/// Verbs in the order of the help, ended by NULL.
const CliVerb* const* cli_verbs(void);

/// --json, --quiet and the like, which every verb has; ended by a row without a name.
const CliOption* cli_common_options(Cli* cli);

/// Is there an option before a "--"? word[0] to word[count - 1] are looked through.
bool cli_has_flag(int count, char** word, const char* name, const char* letter);

/// Fills the options and arguments. False: the command line is wrong, and that has been said.
bool cli_parse(Cli* cli, int count, char** word);

/// Puts the settings into a def. False: one is wrong, and that has been said.
bool cli_apply_settings(const Cli* cli, void* def);

void cli_print_help(const Cli* cli);
void cli_print_verb_help(Cli* cli, const CliVerb* verb);

// ------------------------------------------------------------------------------------------ output

/// Says what went wrong: "brawn: ..." on standard error, and {"error": ...} with --json.
int cli_fail(const Cli* cli, int code, const char* format, ...) BRN_PRINTF(3, 4);
/// The same with the last error of the context.
int cli_fail_status(const Cli* cli, BrnStatus status);

typedef enum CliColor { CLI_PLAIN, CLI_BOLD, CLI_DIM, CLI_RED, CLI_YELLOW, CLI_GREEN } CliColor;
/// The escape sequence that starts (or, with CLI_PLAIN, ends) a colour; "" without colours.
const char* cli_color(const Cli* cli, CliColor color);

/// 1234567 as "1,234,567".
typedef struct CliCount {
  char text[32];
} CliCount;
CliCount cli_count(long long number);

/// Prints an object and frees it.
void cli_print_json(json_t* object);

/// Writes a text to a file, or to standard output for "-".
BrnStatus cli_write_text(BrnContext* ctx, const char* path, const char* text, size_t size);
/// Writes an object to a file, or to standard output for "-", and frees it. Exit code.
int cli_write_json(const Cli* cli, json_t* object, const char* path);

/// Adds remarks to facts (cli/facts.h): by severity, the worst first.
void cli_add_remarks(json_t* facts, const BrnRemarks* remarks);
/// Prints those of facts; then, as a last line, "2 errors, 1 warning".
void cli_tell_remarks(const Cli* cli, const json_t* facts);
void cli_tell_remark_counts(const Cli* cli, const json_t* facts);

// ------------------------------------------------------------------------------------------ scenes

/// Does what each --set PATH=VALUE says. A value that is refused stops it.
BrnStatus cli_set_scene(const Cli* cli, BrnScene* scene);
#define CLI_SET_OPTION                                                                             \
  {                                                                                                \
    "--set", NULL, CLI_TEXTS, NULL, "PATH=VALUE",                                                  \
        "change the scene: muscles.biceps.activation=0.5"                                          \
  }

// ------------------------------------------------------------------------------------------- words

/// The known word (of a list separated by spaces) that was meant, as "; did you mean \"mm\"?", or,
/// when none is near, the list: "; there are: m cm mm".
typedef struct CliHint {
  char text[1024];
} CliHint;
CliHint cli_hint(const char* word, const char* known);

/// Where a word is in a list separated by spaces, from 0; '-' stands for '_', too. -1: nowhere, and
/// that has been said: WHAT "word", and what was meant.
int cli_choose(const Cli* cli, const char* what, const char* word, const char* known);

/// The list of what a function names, until it gives NULL.
typedef struct CliWords {
  char text[1024];
} CliWords;
CliWords cli_words(const char* (*name)(int index));

// What an option says; without it (NULL) all stays as it is. False: it is wrong, and that has been
// said.
bool cli_check_format(const Cli* cli, const char* name);
bool cli_read_unit(const Cli* cli, const char* name, double* metres);
bool cli_read_axis(const Cli* cli, const char* name, char* axis);
#define CLI_UNITS "m cm mm um in ft"
