// SPDX-License-Identifier: Apache-2.0
//
// Where pictures go: names, folders, sheets, movies; and going through all of them.

#include "cli/render.h"

#include "cli/interrupt.h"
#include "io/folder.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------- names

// ".png" of "a.b/c.png"; "": none
static const char* extension_of(const char* path) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
  return dot && dot[1] ? dot + 1 : "";
}

static bool is_movie(const char* path) {
  const char* extension = extension_of(path);
  return strcasecmp(extension, "mp4") == 0 || strcasecmp(extension, "gif") == 0 ||
         strcasecmp(extension, "webm") == 0;
}

bool render_is_folder(const char* path) {
  size_t length = strlen(path);
  return (length > 0 && path[length - 1] == '/') || brn__folder_is(path) || !*extension_of(path);
}

// one number, as %d or %04d; nothing else of printf
static bool is_pattern(const char* path) {
  int numbers = 0;
  for (const char* at = path; (at = strchr(at, '%')); numbers++) {
    at++;
    while (isdigit((unsigned char)*at)) at++;
    if (*at != 'd') return false;
  }
  return numbers == 1;
}

void render_file(const RenderOutput* output, int number, char* path, size_t size) {
  const char* sign = output->kind == RENDER_SEQUENCE ? strchr(output->path, '%') : NULL;
  if (!sign) {
    snprintf(path, size, "%s", output->path);
    return;
  }
  int digits = 0;
  const char* rest = sign + 1;
  for (; isdigit((unsigned char)*rest); rest++)
    digits = digits < 20 ? 10 * digits + *rest - '0' : 20;
  snprintf(path, size, "%.*s%0*d%s", (int)(sign - output->path), output->path,
           digits > 20 ? 20 : digits, number, rest + 1);
}

bool render_wants_many(const char* out) {
  return out && (is_movie(out) || render_is_folder(out) || strchr(out, '%'));
}

// ---------------------------------------------------------------------------------------- planning

static bool fail_usage(const Render* render, const char* message) {
  cli_fail(render->cli, CLI_USAGE, "-o %s: %s", render->options->out, message);
  return false;
}

void render_name(const char* path, char* out, size_t size) {
  char text[4096];
  snprintf(text, sizeof text, "%s", path);
  size_t length = strlen(text);
  while (length > 1 && text[length - 1] == '/') text[--length] = 0;
  const char* slash = strrchr(text, '/');
  snprintf(out, size, "%.250s", slash && slash[1] ? slash + 1 : text);
  char* dot = strrchr(out, '.');
  if (dot && dot != out && strcmp(out, "..") != 0) *dot = 0;
}

// Runs go by their own name; several by those of their folders, which differ.
static void plain_name(const Render* render, char* out, size_t size) {
  snprintf(out, size, "%.250s", *render->run[0]->name ? render->run[0]->name : "picture");
  if (render->cli->argument_count > 1 && !render->options->compare) {
    render_name(render->path[0], out, size);
  }
  for (char* c = out; *c; c++) *c = *c == '/' || *c == '%' || (unsigned char)*c < ' ' ? '_' : *c;
}

static void name_output(Render* render, const char* folder, bool several) {
  RenderOutput* output = &render->output;
  char name[256];
  plain_name(render, name, sizeof name);
  size_t length = strlen(folder);
  const char* slash = length > 0 && folder[length - 1] != '/' ? "/" : "";
  output->kind = several ? RENDER_SEQUENCE : RENDER_PICTURE;
  snprintf(output->path, sizeof output->path, "%s%s%s%s.png", folder, slash, name,
           several ? ".%04d" : "");
}

static bool check_movie(const Render* render) {
  const char* extension = render->output.extension;
  if (render->columns > 0) return fail_usage(render, "--sheet is one picture; name a .png");
  if (render->def.transparent && strcmp(extension, "mp4") == 0) {
    return fail_usage(render, "mp4 knows no transparency; take .webm, .gif or a background");
  }
  return true;
}

bool render_parse_output(Render* render, bool several) {
  const char* out = render->options->out;
  RenderOutput* output = &render->output;
  *output = (RenderOutput){0};
  if (!out || render_is_folder(out)) {
    name_output(render, out ? out : "", several);
    return true;
  }
  snprintf(output->path, sizeof output->path, "%s", out);
  if (is_movie(out)) {
    output->kind = RENDER_MOVIE;
    snprintf(output->extension, sizeof output->extension, "%s", extension_of(out));
    for (char* c = output->extension; *c; c++) *c = (char)tolower((unsigned char)*c);
    return check_movie(render);
  }
  if (strcasecmp(extension_of(out), "png") != 0) {
    return fail_usage(render, "pictures are .png, movies .mp4, .webm or .gif");
  }
  if (strchr(out, '%')) {
    output->kind = RENDER_SEQUENCE;
    if (render->columns > 0) return fail_usage(render, "--sheet is one picture; leave the % out");
    return is_pattern(out) || fail_usage(render, "the number of the frame goes in once, as %04d");
  }
  if (several) {
    return fail_usage(render, "there are several pictures; name them as NAME.%04d.png, a folder or "
                              "a movie (.mp4)");
  }
  return true;
}

static BrnStatus check_file(const Render* render, const char* path) {
  struct stat info;
  if (render->options->force || lstat(path, &info) != 0) return BRN_OK;
  return brn__fail(render->cli->ctx, BRN_INVALID, "%s: is there already; --force replaces it",
                   path);
}

// the folder that files go to, unless it is the one we are in
static BrnStatus make_folder(const Render* render) {
  char folder[sizeof render->output.path];
  snprintf(folder, sizeof folder, "%s", render->output.path);
  char* slash = strrchr(folder, '/');
  if (!slash || slash == folder) return BRN_OK;
  *slash = 0;
  return brn__folder_make(render->cli->ctx, folder);
}

BrnStatus render_check_output(Render* render) {
  const RenderOutput* output = &render->output;
  int count = output->kind == RENDER_SEQUENCE ? render->shot_count : 1;
  for (int i = 0; i < count; i++) {
    char path[sizeof output->path];
    render_file(output, render->shot[i].number, path, sizeof path);
    BRN_TRY(check_file(render, path));
  }
  if (output->kind == RENDER_MOVIE) BRN_TRY(render_movie_check(render->cli, output->path));
  return make_folder(render);
}

// ----------------------------------------------------------------------------------------- writing

// as fast as the run was: by the times of its frames
static double frames_per_second(const Render* render) {
  const BrnReplay* run = render->run[0];
  if (!isnan(render->options->fps)) return render->options->fps;
  int last = render->shot_count - 1;
  double seconds =
      run->frame[render->shot[last].frame].time - run->frame[render->shot[0].frame].time;
  double fps = seconds > 0 ? last / seconds : 24;
  return fmin(fmax(fps, 1), 120);
}

void render_show(Render* render, const char* stage, int done, int count) {
  double now = brn__seconds();
  if (done == 0) render->stage_start = now;
  double left = done > 0 ? (now - render->stage_start) / done * (count - done) : NAN;
  cli_progress_show(&render->progress, stage, (double)done / count, left);
}

static BrnStatus write_picture(Render* render, const BrnImage* image, int number) {
  RenderOutput* output = &render->output;
  char path[sizeof output->path];
  render_file(output, number, path, sizeof path);
  BRN_TRY(brn_image_write(render->cli->ctx, image, path));
  memcpy(output->file_count == 0 ? output->first : output->last, path, sizeof path);
  if (output->file_count++ == 0) memcpy(output->last, path, sizeof path);
  return BRN_OK;
}

static BrnStatus add_to_movie(Render* render, const BrnImage* image, RenderMovie** movie) {
  if (!*movie) {
    BRN_TRY(render_movie_open(render->cli, &render->output, image->width, image->height,
                              frames_per_second(render), render->def.transparent, movie));
  }
  return render_movie_add(*movie, image);
}

static BrnStatus write_shot(Render* render, int shot, RenderMovie** movie) {
  BrnImage* image;
  BRN_TRY(render_draw(render, shot, &image));
  BrnStatus status = render->output.kind == RENDER_MOVIE
                         ? add_to_movie(render, image, movie)
                         : write_picture(render, image, render->shot[shot].number);
  brn_image_destroy(render->cli->ctx, image);
  return status;
}

static BrnStatus write_shots(Render* render) {
  RenderMovie* movie = NULL;
  BrnStatus status = BRN_OK;
  for (int i = 0; status == BRN_OK && i < render->shot_count && !cli_interrupted; i++) {
    render_show(render, "drawing", i, render->shot_count);
    status = write_shot(render, i, &movie);
  }
  if (!movie) return status;
  BrnStatus end = render_movie_close(movie, status == BRN_OK && !cli_interrupted);
  render->output.file_count = end == BRN_OK && !cli_interrupted;
  return end != BRN_OK ? end : status; // ffmpeg knows best why it ended
}

static BrnStatus write_sheet(Render* render) {
  BrnImage* image;
  BRN_TRY(render_draw_sheet(render, &image));
  BrnStatus status = cli_interrupted ? BRN_OK : write_picture(render, image, 0);
  brn_image_destroy(render->cli->ctx, image);
  return status;
}

BrnStatus render_write(Render* render) {
  return render->columns > 0 ? write_sheet(render) : write_shots(render);
}
