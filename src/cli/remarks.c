// SPDX-License-Identifier: Apache-2.0

#include "cli/cli.h"

#include <string.h>

// What is wrong with a scene or a model: the worst first.

static const struct {
  BrnSeverity severity;
  const char *name, *title;
  CliColor color;
} groups[] = {
    {BRN_ERROR, "error", "Errors", CLI_RED},
    {BRN_WARNING, "warning", "Warnings", CLI_YELLOW},
    {BRN_NOTE, "note", "Notes", CLI_BOLD},
};

static int count_of(const BrnRemarks* remarks, BrnSeverity severity) {
  int count = 0;
  for (int i = 0; i < remarks->count; i++) count += remarks->remark[i].severity == severity;
  return count;
}

void cli_tell_remarks(const Cli* cli, const BrnRemarks* remarks) {
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    if (count_of(remarks, groups[g].severity) == 0) continue;
    printf("%s%s%s\n", cli_color(cli, groups[g].color), groups[g].title, cli_color(cli, CLI_PLAIN));
    for (int i = 0; i < remarks->count; i++) {
      const BrnRemark* remark = &remarks->remark[i];
      if (remark->severity != groups[g].severity) continue;
      bool place = remark->where && *remark->where;
      printf("  %s%s%s%s%s\n", cli_color(cli, CLI_BOLD), place ? remark->where : "",
             cli_color(cli, CLI_PLAIN), place ? ": " : "", remark->text);
    }
  }
}

void cli_tell_remark_counts(const Cli* cli, const BrnRemarks* remarks) {
  int notes = count_of(remarks, BRN_NOTE);
  bool none = remarks->error_count == 0 && remarks->warning_count == 0;
  printf("%s", cli_color(cli, remarks->error_count ? CLI_RED : none ? CLI_GREEN : CLI_YELLOW));
  printf("%d error%s, %d warning%s", remarks->error_count, remarks->error_count == 1 ? "" : "s",
         remarks->warning_count, remarks->warning_count == 1 ? "" : "s");
  if (notes > 0) printf(", %d note%s", notes, notes == 1 ? "" : "s");
  printf("%s\n", cli_color(cli, CLI_PLAIN));
}

json_t* cli_remarks_json(const BrnRemarks* remarks) {
  json_t* list = json_array();
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    for (int i = 0; i < remarks->count; i++) {
      const BrnRemark* remark = &remarks->remark[i];
      if (remark->severity != groups[g].severity) continue;
      json_t* row = json_object();
      cli_put_text(row, "severity", groups[g].name);
      cli_put_text(row, "where", remark->where ? remark->where : "");
      cli_put_text(row, "text", remark->text);
      json_array_append_new(list, row);
    }
  }
  return list;
}
