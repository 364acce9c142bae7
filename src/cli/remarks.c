// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"

// What is wrong with a scene or a model: the worst first.

static const struct {
  BrnSeverity severity;
  const char* name;
} groups[] = {{BRN_ERROR, "error"}, {BRN_WARNING, "warning"}, {BRN_NOTE, "note"}};

static json_t* rows(const BrnRemarks* remarks) {
  json_t* list = json_array();
  for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
    for (int i = 0; i < remarks->count; i++) {
      const BrnRemark* r = &remarks->remark[i];
      if (r->severity != groups[g].severity) continue;
      json_array_append_new(list, cli_facts(FACT("severity", groups[g].name),
                                            FACT("where", r->where ? r->where : ""),
                                            FACT("text", r->text)));
    }
  }
  return list;
}

void cli_add_remarks(json_t* facts, const BrnRemarks* remarks) {
  int notes = remarks->count - remarks->error_count - remarks->warning_count;
  cli_add(facts, FACT("errors", remarks->error_count), FACT("warnings", remarks->warning_count),
          FACT("notes", notes), FACT("remarks", rows(remarks)));
}

#define GROUP(count, color, title, name)                                                           \
  "{?" count "}{~" color "}" title "{~}\n"                                                         \
  "{@remarks}{?severity=" name "}  {~bold}{where}{~}{?where}: {/}{text}\n{/}{/}{/}"

void cli_tell_remarks(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           GROUP("errors", "red", "Errors", "error")
               GROUP("warnings", "yellow", "Warnings", "warning")
                   GROUP("notes", "bold", "Notes", "note"));
}

void cli_tell_remark_counts(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{?errors}{~red}{/}{!errors}{?warnings}{~yellow}{/}{!warnings}{~green}{/}{/}"
           "{errors:d} error{errors||s}, {warnings:d} warning{warnings||s}"
           "{?notes}, {notes:d} note{notes||s}{/}{~}\n");
}
