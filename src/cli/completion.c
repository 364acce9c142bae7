// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include <string.h>

// `brawn completion SHELL` prints a script made from the tables of verbs and options, so it cannot
// fall behind them.

static void print_dashed(const char* name) {
  for (; *name; name++) putchar(*name == '_' ? '-' : *name);
}

// every option of a verb, separated by spaces
static void print_options(Cli* cli, const CliVerb* verb) {
  for (const CliOption* o = cli_common_options(cli); o->name; o++) printf(" %s", o->name);
  for (const CliOption* o = verb->options ? verb->options() : NULL; o && o->name; o++) {
    printf(" %s", o->name);
  }
  for (const BrnField* f = verb->fields; f && f->name; f++) {
    printf(" --");
    print_dashed(f->name);
  }
}

static void print_verbs(void) {
  for (const CliVerb* const* verb = cli_verbs(); *verb; verb++) printf("%s ", (*verb)->name);
  printf("help version");
}

static void print_bash(Cli* cli) {
  printf("# bash completion of brawn: source it, or put it into bash-completion's folder\n"
         "_brawn() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} options=\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W \"");
  print_verbs();
  printf("\" -- \"$word\"))\n    return\n  fi\n  case $verb in\n");
  for (const CliVerb* const* verb = cli_verbs(); *verb; verb++) {
    printf("    %s) options=\"", (*verb)->name);
    print_options(cli, *verb);
    printf("\" ;;\n");
  }
  printf("  esac\n"
         "  case $verb:$word in\n"
         "    *:-*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
         "    make:*) COMPREPLY=($(compgen -W \"");
  for (int i = 0; i < BRN_SHAPE_COUNT; i++) printf("%s ", brn_shape_name((BrnShape)i));
  printf("human walk run ");
  printf("\" -f -- \"$word\")) ;;\n"
         "    completion:*) COMPREPLY=($(compgen -W \"bash zsh fish\" -- \"$word\")) ;;\n"
         "    *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _brawn brawn\n");
}

static void print_fish_options(const char* verb, const CliOption* option) {
  for (; option && option->name; option++) {
    printf("complete -c brawn -n '__fish_seen_subcommand_from %s' -l %s -d '%s'%s\n", verb,
           option->name + 2, option->help, option->argument ? " -r" : "");
  }
}

static void print_fish(Cli* cli) {
  printf("# fish completion of brawn\n");
  for (const CliVerb* const* verb = cli_verbs(); *verb; verb++) {
    printf("complete -c brawn -n __fish_use_subcommand -a %s -d '%s'\n", (*verb)->name,
           (*verb)->summary);
    print_fish_options((*verb)->name, (*verb)->options ? (*verb)->options() : NULL);
    print_fish_options((*verb)->name, cli_common_options(cli));
    for (const BrnField* f = (*verb)->fields; f && f->name; f++) {
      printf("complete -c brawn -n '__fish_seen_subcommand_from %s' -l ", (*verb)->name);
      print_dashed(f->name);
      printf(" -d '%s' -r\n", f->help);
    }
  }
}

static int run(Cli* cli) {
  const char* shell = cli->argument[0];
  if (strcmp(shell, "bash") == 0) {
    print_bash(cli);
  } else if (strcmp(shell, "zsh") == 0) {
    printf("autoload -U +X bashcompinit && bashcompinit\n");
    print_bash(cli);
  } else if (strcmp(shell, "fish") == 0) {
    print_fish(cli);
  } else {
    return cli_fail(cli, CLI_USAGE,
                    "there is no completion for \"%s\"; there is for bash, zsh and fish", shell);
  }
  return CLI_DONE;
}

const CliVerb cli_completion = {
    .name = "completion",
    .summary = "Prints a script that completes commands in a shell",
    .usage = "bash|zsh|fish",
    .examples = "source <(brawn completion bash)\n"
                "brawn completion fish > ~/.config/fish/completions/brawn.fish",
    .least = 1,
    .most = 1,
    .run = run,
};
