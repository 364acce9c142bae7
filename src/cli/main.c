// SPDX-License-Identifier: Apache-2.0
//
// The table of verbs, and the way from the command line to one of them.

#include "cli/cli.h"
#include "cli/interrupt.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const CliVerb* const verbs[] = {
    &cli_new,    &cli_check,   &cli_build,  &cli_run,        &cli_view,
    &cli_render, &cli_report,  &cli_export, &cli_make,       &cli_mesh,
    &cli_info,   &cli_convert, &cli_bench,  &cli_completion, NULL,
};

const CliVerb* const* cli_verbs(void) { return verbs; }

static const CliVerb* find_verb(const char* name) {
  for (const CliVerb* const* verb = verbs; *verb; verb++) {
    if (strcmp((*verb)->name, name) == 0) return *verb;
  }
  return NULL;
}

static bool is_any(const char* word, const char* a, const char* b, const char* c) {
  return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

static int unknown_verb(Cli* cli, const char* name) {
  char names[256] = "help version", nearest[64];
  for (const CliVerb* const* verb = verbs; *verb; verb++) {
    strncat(names, " ", sizeof names - strlen(names) - 1);
    strncat(names, (*verb)->name, sizeof names - strlen(names) - 1);
  }
  if (brn__nearest_spelling(name, names, nearest, sizeof nearest)) {
    return cli_fail(cli, CLI_USAGE, "there is no \"brawn %s\"; did you mean \"brawn %s\"?", name,
                    nearest);
  }
  return cli_fail(cli, CLI_USAGE, "there is no \"brawn %s\"; see brawn --help", name);
}

static int help(Cli* cli, const char* topic) {
  if (!topic) {
    cli_print_help(cli);
    return CLI_DONE;
  }
  const CliVerb* verb = find_verb(topic);
  if (!verb) return unknown_verb(cli, topic);
  cli_print_verb_help(cli, verb);
  return CLI_DONE;
}

static int run(Cli* cli, int count, char** word) {
  if (count < 2 || is_any(word[1], "help", "--help", "-h")) {
    return help(cli, count > 2 ? word[2] : NULL);
  }
  if (is_any(word[1], "version", "--version", "-V")) {
    printf("brawn %s\n", brn_version());
    return CLI_DONE;
  }
  cli->verb = find_verb(word[1]);
  if (!cli->verb) return unknown_verb(cli, word[1]);
  if (cli_has_flag(count - 2, word + 2, "--help", "-h")) return help(cli, word[1]);
  if (!cli_parse(cli, count - 2, word + 2)) return CLI_USAGE;
  return cli->verb->run(cli);
}

// --threads and --processes must be known before there is a context; whether they are right is
// looked at later
static int number_of(int count, char** word, const char* name, int most) {
  size_t length = strlen(name);
  int number = 0;
  for (int i = 2; i < count && strcmp(word[i], "--") != 0; i++) {
    if (strncmp(word[i], name, length) != 0) continue;
    if (word[i][length] == '=') number = atoi(word[i] + length + 1);
    if (!word[i][length] && i + 1 < count) number = atoi(word[i + 1]);
  }
  return number > 0 && number <= most ? number : 0;
}

static void log_line(void* user, BrnLogLevel level, const char* message) {
  const Cli* cli = user;
  if (cli->quiet) return;
  fprintf(stderr, "brawn: %s%s\n", level == BRN_LOG_WARNING ? "warning: " : "", message);
}

int main(int count, char** word) {
  Cli cli = {0};
  const char* no_color = getenv("NO_COLOR");
  cli.color = isatty(STDOUT_FILENO) && !(no_color && *no_color);
  BrnContextDef def = brn_context_def_default();
  def.log = log_line;
  def.log_user = &cli;
  def.workers = number_of(count, word, "--threads", 1024);
  def.processes = number_of(count, word, "--processes", CLI_MOST_PROCESSES);
  cli.ctx = brn_context_create(&def);
  if (!cli.ctx) {
    fprintf(stderr, "brawn: out of memory\n");
    return CLI_FAILED;
  }
  cli.argument = malloc(sizeof *cli.argument * (size_t)(count + 1));
  cli.setting = malloc(sizeof *cli.setting * (size_t)(count + 1));
  cli_catch_interrupts(cli.ctx);
  int code = cli.argument && cli.setting ? run(&cli, count, word) : CLI_FAILED;
  if (cli_interrupted && code != CLI_DONE) code = CLI_STOPPED;
  cli_forget_context();
  free(cli.setting);
  free(cli.argument);
  brn_context_destroy(cli.ctx);
  // a result that did not reach the disk or the pipe is a failure
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "brawn: cannot write to standard output\n");
    return CLI_FAILED;
  }
  return code;
}
