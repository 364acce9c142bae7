// SPDX-License-Identifier: Apache-2.0
//
// How far a run is while it goes, and how it ended.

#include "cli/run.h"

#include "core/core.h"

#include <ctype.h>
#include <math.h>
#include <unistd.h>

// --------------------------------------------------------------------------------------- progress

RunProgress run_progress_start(const Cli* cli) {
  return (RunProgress){.quiet = cli->quiet || cli->json, .terminal = isatty(STDERR_FILENO)};
}

static void format_left(double seconds, char* text, size_t size) {
  if (!isfinite(seconds) || seconds <= 0) {
    snprintf(text, size, "%s", "");
  } else if (seconds < 100) {
    snprintf(text, size, ", about %.0f s left", ceil(seconds));
  } else if (seconds < 6000) {
    snprintf(text, size, ", about %.0f min left", ceil(seconds / 60));
  } else {
    snprintf(text, size, ", about %.1f h left", seconds / 3600);
  }
}

// On a terminal one line that changes; elsewhere a line a frame, at most one a second.
void run_progress_show(void* user, const BrnRunProgress* progress) {
  RunProgress* p = user;
  double now = brn__seconds(), pause = p->terminal ? 0.1 : 1;
  bool is_last = progress->frame == progress->last;
  if (p->quiet || (now - p->last < pause && !is_last)) return;
  char left[48], line[200];
  p->last = now;
  format_left(progress->seconds_left, left, sizeof left);
  int length = snprintf(line, sizeof line, "frame %d of %d%s: %s, %.2f s%s%s", progress->frame,
                        progress->last, progress->written ? "" : " (not written)", progress->work,
                        progress->seconds, left,
                        progress->outcome == BRN_CONVERGED ? "" : ", not converged");
  if (p->terminal) {
    fprintf(stderr, "\r%-*s\r", length > 78 ? length : 78, line); // a warning goes over it
  } else {
    fprintf(stderr, "%s\n", line);
  }
  p->shown = p->terminal;
  fflush(stderr);
}

void run_progress_end(RunProgress* p) {
  if (p->shown) fprintf(stderr, "\r%80s\r", "");
  p->shown = false;
}

// ----------------------------------------------------------------------------------------- the end

void run_tell_plan(const Cli* cli, const BrnRun* run) {
  int lead = brn_run_lead(run);
  if (cli->quiet || cli->json || lead == 0) return;
  fprintf(stderr, "%d frame%s before the first one that is written %s simulated, too\n", lead,
          lead == 1 ? "" : "s", lead == 1 ? "is" : "are");
}

json_t* run_facts(const BrnRun* run, const BrnRunReport* report) {
  static const char* const ends[] = {"finished", "stopped", "gave up"};
  const BrnStepColumn* c = &report->constant;
  char cure[512] = "";
  if (report->cure) snprintf(cure, sizeof cure, "%s", report->cure);
  *cure = (char)toupper(*cure);
  json_t* facts =
      cli_facts(FACT("folder", brn_run_folder(run)), FACT("outcome", ends[report->end]),
                FACT("frame", report->frame), FACT("frames", report->written),
                FACT("unconverged", report->unconverged),
                FACT_IF(report->unconverged > 0, "first_unconverged", report->first_unconverged),
                FACT_IF(report->unconverged > 0, "cure", cure),
                FACT_IF(report->end == BRN_RUN_GAVE_UP, "gave_up_at", report->frame + 1),
                FACT("collapsed", report->collapsed), FACT("seconds", report->seconds));
  if (!(c->value > 0)) return facts;
  cli_add(facts, FACT(c->name, c->value),
          FACT("constant",
               cli_facts(FACT("name", c->name), FACT("help", c->help), FACT("value", c->value))));
  return facts;
}

void run_tell(const Cli* cli, const json_t* facts) {
  cli_tell(cli, facts,
           "{folder}: {frames:d} frame{frames||s}, to frame {frame:d}, in {seconds:.1f} s\n"
           "{@constant}{help}: {name} = {value:.6g}\n{/}"
           "{?unconverged}{~yellow}{unconverged:d} frame{unconverged||s} did not converge, the "
           "first one is {first_unconverged:d}{~}; see run.csv. {cure}\n{/}"
           "{?collapsed}{~yellow}in {collapsed:d} frame{collapsed||s} a soft part has lost more "
           "than half of its volume{~}; see parts.csv\n{/}"
           "{?gave_up_at}frame {gave_up_at:d} did not converge, and --strict stops there\n{/}"
           "{?outcome=stopped}stopped; --resume goes on from here\n{/}");
}

void run_tell_rest(const Cli* cli, const BrnRun* run, const BrnRunReport* report) {
  if (cli->quiet || cli->json || report->written == 0) return;
  fprintf(stderr, "brawn: %d frame%s, to frame %d, %s in %s; --resume goes on from there\n",
          report->written, report->written == 1 ? "" : "s", report->frame,
          report->written == 1 ? "is" : "are", brn_run_folder(run));
}
