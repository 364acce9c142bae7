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

static void tell_written(const BrnRun* run, const BrnRunReport* report) {
  printf("%s: %d frame%s, to frame %d, in %.1f s\n", brn_run_folder(run), report->written,
         report->written == 1 ? "" : "s", report->frame, report->seconds);
}

static void tell_unconverged(const Cli* cli, const BrnRunReport* report) {
  printf("%s%d frame%s did not converge, the first one is %d%s; see run.csv. %c%s\n",
         cli_color(cli, CLI_YELLOW), report->unconverged, report->unconverged == 1 ? "" : "s",
         report->first_unconverged, cli_color(cli, CLI_PLAIN), toupper(report->cure[0]),
         report->cure + 1);
}

static void tell_collapsed(const Cli* cli, const BrnRunReport* report) {
  printf("%sin %d frame%s a soft part has lost more than half of its volume%s; see parts.csv\n",
         cli_color(cli, CLI_YELLOW), report->collapsed, report->collapsed == 1 ? "" : "s",
         cli_color(cli, CLI_PLAIN));
}

void run_tell(const Cli* cli, const BrnRun* run, const BrnRunReport* report) {
  tell_written(run, report);
  const BrnStepColumn* constant = &report->constant;
  if (constant->value > 0) {
    printf("%s: %s = %.6g\n", constant->help, constant->name, constant->value);
  }
  if (report->unconverged > 0) tell_unconverged(cli, report);
  if (report->collapsed > 0) tell_collapsed(cli, report);
  if (report->end == BRN_RUN_GAVE_UP) {
    printf("frame %d did not converge, and --strict stops there\n", report->frame + 1);
  }
  if (report->end == BRN_RUN_STOPPED) printf("stopped; --resume goes on from here\n");
}

void run_tell_rest(const Cli* cli, const BrnRun* run, const BrnRunReport* report) {
  if (cli->quiet || cli->json || report->written == 0) return;
  fprintf(stderr, "brawn: %d frame%s, to frame %d, %s in %s; --resume goes on from there\n",
          report->written, report->written == 1 ? "" : "s", report->frame,
          report->written == 1 ? "is" : "are", brn_run_folder(run));
}

json_t* run_json(const BrnRun* run, const BrnRunReport* report) {
  static const char* const ends[] = {"finished", "stopped", "gave up"};
  json_t* object = json_object();
  cli_put_text(object, "folder", brn_run_folder(run));
  cli_put_text(object, "outcome", ends[report->end]);
  cli_put_int(object, "frame", report->frame);
  cli_put_int(object, "frames", report->written);
  cli_put_int(object, "unconverged", report->unconverged);
  cli_put_int(object, "collapsed", report->collapsed);
  cli_put_real(object, "seconds", report->seconds);
  const BrnStepColumn* constant = &report->constant;
  if (constant->value > 0) cli_put_real(object, constant->name, constant->value);
  return object;
}
