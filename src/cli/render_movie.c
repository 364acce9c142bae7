// SPDX-License-Identifier: Apache-2.0

#include "cli/render.h"

#include "io/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Movies are made by ffmpeg, a program of its own: it is started without a shell, gets the pixels
// through a pipe, and writes to a temporary name. What it complains about goes to a file that has
// no name, to be quoted.

extern char** environ;

struct RenderMovie {
  Cli* cli;
  char path[4096], temporary[4096 + 16];
  char program[4096];
  pid_t process; // 0: none
  int pipe;      // we write here; -1: closed
  FILE* complaints;
  bool transparent;
  uint8_t* row; // a row of pixels as ffmpeg gets it
};

// ----------------------------------------------------------------------------------------- finding

static bool find_program(const char* name, char* path, size_t size) {
  const char* at = getenv("PATH");
  while (at && *at) {
    size_t length = strcspn(at, ":");
    snprintf(path, size, "%.*s%s%s", (int)length, at, length > 0 ? "/" : "./", name);
    if (access(path, X_OK) == 0) return true;
    at += length + (at[length] == ':');
  }
  return false;
}

BrnStatus render_movie_check(Cli* cli, const char* path) {
  char program[4096];
  if (find_program("ffmpeg", program, sizeof program)) return BRN_OK;
  return brn__fail(cli->ctx, BRN_NOT_FOUND,
                   "%s: movies are made by ffmpeg, which is not in PATH; install it (apt install "
                   "ffmpeg), or write pictures: -o NAME.%%04d.png",
                   path);
}

// ---------------------------------------------------------------------------------------- starting

enum { MOST_WORDS = 48 };

typedef struct Words {
  int count;
  const char* word[MOST_WORDS + 1];
} Words;

static void add(Words* words, const char* const* more) { // ended by NULL
  for (; *more && words->count < MOST_WORDS; more++) words->word[words->count++] = *more;
  words->word[words->count] = NULL;
}

// Sides of an MP4 are even: a border is added. A GIF has 256 colours, chosen in a first pass over
// all frames. "bitexact": the same pictures give the same file.
static void add_format(Words* words, const char* extension, bool transparent) {
  static const char* const mp4[] = {"-vf",       "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                    "-c:v",      "libx264",
                                    "-preset",   "medium",
                                    "-crf",      "18",
                                    "-pix_fmt",  "yuv420p",
                                    "-movflags", "+faststart",
                                    "-f",        "mp4",
                                    NULL};
  static const char* const webm[] = {"-c:v", "libvpx-vp9", "-crf", "28", "-b:v",
                                     "0",    "-f",         "webm", NULL};
  static const char* const opaque[] = {"-pix_fmt", "yuv420p", NULL};
  static const char* const alpha[] = {"-pix_fmt", "yuva420p", NULL};
  static const char* const gif[] = {"-filter_complex",
                                    "split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse",
                                    "-f", "gif", NULL};
  static const char* const exact[] = {"-fflags", "+bitexact", "-flags:v", "+bitexact", NULL};
  add(words, exact);
  if (strcmp(extension, "webm") == 0) add(words, transparent ? alpha : opaque);
  add(words, strcmp(extension, "gif") == 0 ? gif : strcmp(extension, "webm") == 0 ? webm : mp4);
}

static BrnStatus fail_system(const RenderMovie* movie, const char* deed) {
  return brn__fail(movie->cli->ctx, BRN_IO_FAILED, "%s: cannot %s: %s", movie->path, deed,
                   strerror(errno));
}

static BrnStatus create_temporary(RenderMovie* movie) {
  int file = -1;
  for (int i = 0; i < 1000 && file < 0; i++) {
    snprintf(movie->temporary, sizeof movie->temporary, "%s.tmp%d", movie->path, i);
    file = open(movie->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) break;
  }
  if (file < 0) {
    movie->temporary[0] = 0; // nothing to remove
    return fail_system(movie, "write");
  }
  close(file);
  return BRN_OK;
}

// A group of its own: Ctrl-C is for us, and we end it.
static BrnStatus spawn(RenderMovie* movie, const Words* words, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t manners;
  sigset_t defaults;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&manners);
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&manners, &defaults);
  posix_spawnattr_setflags(&manners, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(movie->complaints), STDERR_FILENO);
  errno = posix_spawn(&movie->process, movie->program, &actions, &manners,
                      (char* const*)words->word, environ);
  BrnStatus status = BRN_OK;
  if (errno != 0) {
    movie->process = 0;
    status = fail_system(movie, "start ffmpeg");
  }
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&manners);
  return status;
}

static BrnStatus start(RenderMovie* movie, const char* extension, int width, int height,
                       double fps) {
  char size[32], rate[32], target[sizeof movie->temporary + 8];
  snprintf(size, sizeof size, "%dx%d", width, height);
  snprintf(rate, sizeof rate, "%d/1000", (int)(1000 * fps + 0.5));
  snprintf(target, sizeof target, "file:%s", movie->temporary); // never an option or an address
  const char* const input[] = {movie->program,
                               "-hide_banner",
                               "-loglevel",
                               "error",
                               "-nostdin",
                               "-y",
                               "-f",
                               "rawvideo",
                               "-pixel_format",
                               movie->transparent ? "rgba" : "rgb24",
                               "-video_size",
                               size,
                               "-framerate",
                               rate,
                               "-i",
                               "pipe:0",
                               NULL};
  Words words = {0};
  add(&words, input);
  add_format(&words, extension, movie->transparent);
  add(&words, (const char* const[]){target, NULL});
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail_system(movie, "open a pipe");
  BrnStatus status = spawn(movie, &words, ends[0]);
  close(ends[0]);
  movie->pipe = ends[1];
  return status;
}

BrnStatus render_movie_open(Cli* cli, const RenderOutput* output, int width, int height, double fps,
                            bool transparent, RenderMovie** out) {
  *out = NULL;
  BRN_TRY(render_movie_check(cli, output->path));
  RenderMovie* movie = brn__new_zero(cli->ctx, 1, RenderMovie);
  if (!movie) return BRN_NO_MEMORY;
  movie->cli = cli;
  movie->pipe = -1;
  movie->transparent = transparent;
  snprintf(movie->path, sizeof movie->path, "%s", output->path);
  find_program("ffmpeg", movie->program, sizeof movie->program);
  signal(SIGPIPE, SIG_IGN); // a dead ffmpeg is a failed write, and told
  BrnStatus status = create_temporary(movie);
  movie->row = brn__new(cli->ctx, 4 * (size_t)width, uint8_t);
  if (status == BRN_OK && !movie->row) status = BRN_NO_MEMORY;
  if (status == BRN_OK && !(movie->complaints = tmpfile())) status = fail_system(movie, "write");
  if (status == BRN_OK) status = start(movie, output->extension, width, height, fps);
  if (status != BRN_OK) {
    render_movie_close(movie, false);
    return status;
  }
  *out = movie;
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- feeding

// a pipe that breaks is told by closing, with what ffmpeg said
BrnStatus render_movie_add(RenderMovie* movie, const BrnImage* image) {
  size_t depth = movie->transparent ? 4 : 3, width = (size_t)image->width;
  for (int y = 0; y < image->height && movie->pipe >= 0; y++) {
    const uint8_t* pixel = image->pixel + 4 * (size_t)y * width;
    for (size_t x = 0; x < width; x++) memcpy(movie->row + depth * x, pixel + 4 * x, depth);
    if (brn__write_all(movie->pipe, movie->row, depth * width)) continue;
    close(movie->pipe);
    movie->pipe = -1;
    return brn__fail(movie->cli->ctx, BRN_IO_FAILED, "%s: ffmpeg stopped early", movie->path);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ ending

enum { COMPLAINT = 1024 };

// the last line that says something
static void read_complaint(RenderMovie* movie, char out[COMPLAINT]) {
  char line[COMPLAINT];
  snprintf(out, COMPLAINT, "no reason is known");
  rewind(movie->complaints);
  while (fgets(line, sizeof line, movie->complaints)) {
    line[strcspn(line, "\r\n")] = 0;
    if (line[strspn(line, " \t")]) memcpy(out, line, sizeof line);
  }
}

static bool wait_for(pid_t process) {
  int state = 0;
  pid_t ended;
  while ((ended = waitpid(process, &state, 0)) < 0 && errno == EINTR) continue;
  return ended == process && WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

static BrnStatus finish(RenderMovie* movie, bool whole) {
  bool good = true;
  if (movie->pipe >= 0) close(movie->pipe);
  if (movie->process > 0 && !whole) kill(movie->process, SIGTERM);
  if (movie->process > 0) good = wait_for(movie->process);
  if (whole && !good) {
    char complaint[COMPLAINT];
    read_complaint(movie, complaint);
    return brn__fail(movie->cli->ctx, BRN_IO_FAILED, "%s: ffmpeg failed: %s", movie->path,
                     complaint);
  }
  if (whole && rename(movie->temporary, movie->path) != 0) return fail_system(movie, "replace");
  if (whole) movie->temporary[0] = 0;
  return BRN_OK;
}

BrnStatus render_movie_close(RenderMovie* movie, bool whole) {
  BrnContext* ctx = movie->cli->ctx;
  // a pipe that broke: ffmpeg knows why
  bool broken = movie->process > 0 && movie->pipe < 0;
  BrnStatus status = finish(movie, whole || broken);
  if (movie->temporary[0]) unlink(movie->temporary);
  if (movie->complaints) fclose(movie->complaints);
  brn__free(ctx, movie->row);
  brn__free(ctx, movie);
  return status;
}
