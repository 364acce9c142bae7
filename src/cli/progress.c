// SPDX-License-Identifier: Apache-2.0
//
// A bar with the time left, or lines where nobody watches.

#include "cli/progress.h"

#include "core/core.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

enum { BAR = 24 };

CliProgress cli_progress_start(const Cli* cli) {
  return (CliProgress){
      .start = brn__seconds(), .quiet = cli->quiet || cli->json, .terminal = isatty(STDERR_FILENO)};
}

static void show_bar(CliProgress* p, const char* stage, double fraction, double left) {
  char bar[BAR + 1];
  for (int i = 0; i < BAR; i++) bar[i] = i < fraction * BAR ? '#' : '.';
  bar[BAR] = 0;
  fprintf(stderr, "\r[%s] %3.0f %%  %-16s", bar, 100 * fraction, stage);
  if (isfinite(left)) {
    fprintf(stderr, " about %.0f s left   ", left);
  } else {
    fprintf(stderr, "%20s", "");
  }
  fflush(stderr);
  p->shown = true;
}

// nothing for the first two seconds; then a bar, or where nobody watches a line a stage, at most
// one a second
void cli_progress_show(void* user, const char* stage, double fraction, double seconds_left) {
  CliProgress* p = user;
  double now = brn__seconds();
  if (p->quiet || now - p->start < 2) return;
  if (!p->terminal) {
    if (strcmp(p->stage, stage) == 0 || now - p->last < 1) return;
    p->last = now;
    snprintf(p->stage, sizeof p->stage, "%s", stage);
    fprintf(stderr, "%6.1f s  %s\n", now - p->start, stage);
  } else if (now - p->last >= 0.1) {
    p->last = now;
    show_bar(p, stage, fmin(fmax(fraction, 0), 1), seconds_left);
  }
}

void cli_progress_end(CliProgress* p) {
  if (p->shown) fprintf(stderr, "\r%80s\r", "");
  p->shown = false;
}
