// SPDX-License-Identifier: Apache-2.0

#include "cli/facts.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/replay.h"

#include "brawn/studio.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// `brawn view RUN`: serves a page until Ctrl-C.

static struct {
  const char* host;
  double port;
  bool no_open;
} options = {.port = BRN_STUDIO_FIRST_FREE};

static const CliOption* option_list(void) {
  static const CliOption list[] = {
      {"--port", NULL, CLI_NUMBER, &options.port, "N",
       "port to listen at; default: the first free one from 8017"},
      {"--host", NULL, CLI_TEXT, &options.host, "ADDRESS",
       "address to listen at; default 127.0.0.1: this computer only"},
      {"--no-open", NULL, CLI_FLAG, &options.no_open, NULL, "print the address, open no browser"},
      {0},
  };
  return list;
}

// -------------------------------------------------------------------------------------- interrupt

static int end_pipe[2]; // a byte in it ends the server

static void on_signal(int number) {
  (void)number;
  cli_interrupted = 1;
  if (write(end_pipe[1], "", 1) < 0) return; // it is full of them: fine
}

static bool catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  if (pipe2(end_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  if (fcntl(end_pipe[0], F_SETFL, 0) != 0) return false;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  return true;
}

static void wait_for_signal(void) {
  char byte;
  while (read(end_pipe[0], &byte, 1) < 0 && errno == EINTR) continue;
}

// ---------------------------------------------------------------------------------------- browser

static bool has_display(void) {
  const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
  return (x && *x) || (wayland && *wayland);
}

// In a session of its own, so that our Ctrl-C does not end a browser that was started for us. Its
// own chatter is not wanted here.
static bool open_browser(const char* address) {
  extern char** environ;
  char program[] = "xdg-open", *copy = strdup(address);
  char* words[] = {program, copy, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  pid_t child;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  for (int fd = 0; fd < 3; fd++) {
    posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
  }
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  signal(SIGCHLD, SIG_IGN); // nobody waits for it
  bool opened = copy && posix_spawnp(&child, program, &files, &attributes, words, environ) == 0;
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  free(copy);
  return opened;
}

// ------------------------------------------------------------------------------------------- verb

static void tell(const Cli* cli, const BrnStudio* studio) {
  const char* address = brn_studio_address(studio);
  bool open = !options.no_open && has_display();
  cli_give(&(Cli){.json = cli->json, .color = cli->color},
           cli_facts(FACT("address", address), FACT("port", brn_studio_port(studio))),
           "{~bold}{address}{~}\n");
  fflush(stdout);
  if (open && !open_browser(address)) open = false;
  if (cli->json || cli->quiet) return;
  if (options.host && strncmp(options.host, "127.", 4) != 0 && strcmp(options.host, "::1") != 0) {
    fprintf(stderr, "everybody in the network who has this address can look, and stop the run\n");
  }
  fprintf(stderr, "%sCtrl-C ends it\n", open ? "" : "open this address in a browser; ");
}

static int serve(Cli* cli, BrnReplay** replay) {
  BrnStudio* studio;
  BrnStudioDef def = brn_studio_def_default();
  if (options.host) def.host = options.host;
  def.port = (int)options.port;
  if (!catch_signals()) return cli_fail(cli, CLI_FAILED, "cannot make a pipe: %s", strerror(errno));
  BrnStatus status = brn_studio_create(cli->ctx, replay, cli->argument_count, &def, &studio);
  if (status != BRN_OK) return cli_fail_status(cli, status);
  tell(cli, studio);
  wait_for_signal();
  if (!cli->quiet && !cli->json) fprintf(stderr, "\n");
  brn_studio_destroy(cli->ctx, studio);
  return CLI_DONE;
}

static int run(Cli* cli) {
  BrnReplay** replay;
  if (options.port != BRN_STUDIO_FIRST_FREE &&
      !(options.port >= 0 && options.port <= 65535 && options.port == (int)options.port)) {
    return cli_fail(cli, CLI_USAGE, "--port takes a number from 0 (any) to 65535");
  }
  int code = cli_open_replays(cli, &replay);
  if (code == CLI_DONE) code = serve(cli, replay);
  cli_close_replays(cli, replay);
  return code;
}

const CliVerb cli_view = {
    .name = "view",
    .summary = "Shows runs in the browser, also while they are still going",
    .usage = "RUN... [options]",
    .notes = "RUN is the folder of a run; a scene or a mesh file is shown at rest. Two runs are\n"
             "shown side by side. The page is served by this program, at an address with a random\n"
             "key, to this computer only unless --host says otherwise.",
    .examples = "brawn view out\n"
                "brawn view out/newton out/coarse\n"
                "brawn view out --no-open --port 8080",
    .least = 1,
    .most = 16,
    .options = option_list,
    .run = run,
};
