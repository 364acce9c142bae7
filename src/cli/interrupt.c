// SPDX-License-Identifier: Apache-2.0

#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

volatile int cli_interrupted;
static const char* to_say;

static void on_signal(int number) {
  (void)number;
  cli_interrupted = 1;
  if (to_say && write(STDERR_FILENO, to_say, strlen(to_say)) < 0) return; // nobody is there
}

void cli_catch_interrupts(const char* message) {
  to_say = message;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGXFSZ, &ignore, NULL);
}
