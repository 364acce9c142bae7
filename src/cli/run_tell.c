// SPDX-License-Identifier: Apache-2.0

#include "cli/run.h"

#include "core/core.h"

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

// round-off is nothing
static double percent(double share) { return share < 1e-6 ? 0 : 100 * share; }

// Surfaces are iterated as often as they are told to: what counts is what is left.
static void format_work(const BrnRunProgress* progress, char* text, size_t size) {
  if (!progress->surfaces) {
    snprintf(text, size, "%d iteration%s", progress->iterations,
             progress->iterations == 1 ? "" : "s");
    return;
  }
  int used = snprintf(text, size, "fibres off by %.3g %%, volumes by %.3g %%",
                      percent(progress->stretch), percent(progress->volume_error));
  if (progress->depth > 0 && used > 0 && (size_t)used < size) {
    snprintf(text + used, size - (size_t)used, ", %.2g mm deep", 1e3 * progress->depth);
  }
}

// On a terminal one line that changes; elsewhere a line a frame, at most one a second.
void run_progress_show(void* user, const BrnRunProgress* progress) {
  RunProgress* p = user;
  double now = brn__seconds(), pause = p->terminal ? 0.1 : 1;
  bool is_last = progress->frame == progress->last;
  if (p->quiet || (now - p->last < pause && !is_last)) return;
  char left[48], what[80], line[200];
  p->last = now;
  format_left(progress->seconds_left, left, sizeof left);
  format_work(progress, what, sizeof what);
  int length =
      snprintf(line, sizeof line, "frame %d of %d%s: %s, %.2f s%s%s", progress->frame,
               progress->last, progress->written ? "" : " (not written)", what, progress->seconds,
               left, progress->outcome == BRN_CONVERGED ? "" : ", not converged");
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

void run_tell(const Cli* cli, const BrnRun* run, const BrnRunReport* report) {
  tell_written(run, report);
  if (report->alpha > 0) printf("weight of continuity: alpha = %.6g\n", report->alpha);
  if (report->unconverged > 0 && report->surfaces) {
    printf("%sin %d frame%s, the first one is %d, muscles burst and were put back%s; more "
           "solver.xpbd_substeps, or bones that move less from frame to frame, may help\n",
           cli_color(cli, CLI_YELLOW), report->unconverged, report->unconverged == 1 ? "" : "s",
           report->first_unconverged, cli_color(cli, CLI_PLAIN));
  } else if (report->unconverged > 0) {
    printf("%s%d frame%s did not converge, the first one is %d%s; see run.csv. More "
           "solver.substeps or solver.iterations may help\n",
           cli_color(cli, CLI_YELLOW), report->unconverged, report->unconverged == 1 ? "" : "s",
           report->first_unconverged, cli_color(cli, CLI_PLAIN));
  }
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
  json_object_set_new(object, "folder", cli_json_text(brn_run_folder(run)));
  json_object_set_new(object, "outcome", json_string(ends[report->end]));
  json_object_set_new(object, "frame", json_integer(report->frame));
  json_object_set_new(object, "frames", json_integer(report->written));
  json_object_set_new(object, "unconverged", json_integer(report->unconverged));
  json_object_set_new(object, "seconds", json_real(report->seconds));
  if (report->alpha > 0) json_object_set_new(object, "alpha", json_real(report->alpha));
  return object;
}
