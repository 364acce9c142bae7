// SPDX-License-Identifier: Apache-2.0
//
// The options of `brawn render` that say what a picture shows and how.

#include "cli/render.h"

#include "core/decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool render_parse_numbers(const char* text, int count, double* out) {
  for (int i = 0; i < count; i++) {
    size_t length = strcspn(text, ",");
    if (!brn__double_parse(text, length, &out[i]) || !isfinite(out[i])) return false;
    text += length;
    if (i + 1 < count && *text++ != ',') return false;
  }
  return *text == 0;
}

// "1280x960"
static bool parse_pair(const char* text, int most, int* a, int* b) {
  char* end;
  long first = strtol(text, &end, 10);
  if (end == text || *end != 'x' || text[0] == '+' || text[0] == ' ') return false;
  const char* rest = end + 1;
  long second = strtol(rest, &end, 10);
  if (end == rest || *end || first < 1 || second < 1 || first > most || second > most) return false;
  *a = (int)first;
  *b = (int)second;
  return true;
}

static bool parse_sizes(Render* render) {
  const RenderOptions* o = render->options;
  BrnPictureDef* def = &render->def;
  if (o->sheet && !parse_pair(o->sheet, 100, &render->columns, &render->rows)) {
    cli_fail(render->cli, CLI_USAGE,
             "--sheet takes columns and rows, such as 4x3 (up to 100x100), not \"%s\"", o->sheet);
    return false;
  }
  if (o->sheet) def->width = 480, def->height = 360;
  if (o->compare) def->width = 800, def->height = 800;
  if (!o->size || parse_pair(o->size, 16384, &def->width, &def->height)) return true;
  cli_fail(render->cli, CLI_USAGE,
           "--size takes width and height in pixels, such as 1280x960 (up to 16384), not \"%s\"",
           o->size);
  return false;
}

// ----------------------------------------------------------------------------------------- colours

static bool parse_map(Render* render) {
  const char* name = render->options->map;
  return !name || cli_choose(render->cli, "there is no colour map", name,
                             cli_words(brn_color_map_name).text) >= 0;
}

static bool parse_range(Render* render) {
  const char* text = render->options->range;
  double* range = render->def.range;
  if (!text) return true;
  if (!render->options->color) {
    cli_fail(render->cli, CLI_USAGE, "--range is of the value that --color names; add that");
    return false;
  }
  if (render_parse_numbers(text, 2, range) && range[0] < range[1]) return true;
  cli_fail(render->cli, CLI_USAGE, "--range takes two numbers A,B, the lower one first, not \"%s\"",
           text);
  return false;
}

static bool parse_hex(const char* text, double color[3]) {
  size_t digits = strlen(text);
  if ((digits != 3 && digits != 6) || strspn(text, "0123456789abcdefABCDEF") != digits)
    return false;
  unsigned long number = strtoul(text, NULL, 16);
  for (int k = 0; k < 3; k++) {
    int shift = (int)(digits / 3) * 4 * (2 - k);
    color[k] =
        digits == 3 ? (double)(number >> shift & 0xf) / 15 : (double)(number >> shift & 0xff) / 255;
  }
  return true;
}

static bool parse_color(const char* text, double color[3]) {
  static const struct {
    const char *name, *hex;
  } named[] = {{"white", "fff"}, {"black", "000"}, {"grey", "808080"}, {"gray", "808080"}};
  for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
    if (strcmp(named[i].name, text) == 0) return parse_hex(named[i].hex, color);
  }
  return parse_hex(text + (*text == '#'), color);
}

static bool parse_background(Render* render) {
  const RenderOptions* o = render->options;
  BrnPictureDef* def = &render->def;
  static const double dark[2][3] = {{0.16, 0.17, 0.19}, {0.07, 0.075, 0.085}};
  if (o->dark) {
    memcpy(def->background, dark[0], sizeof dark[0]);
    memcpy(def->background_bottom, dark[1], sizeof dark[1]);
  }
  if (!o->background) return true;
  def->transparent = strcmp(o->background, "transparent") == 0;
  if (def->transparent) return true;
  if (parse_color(o->background, def->background)) {
    memcpy(def->background_bottom, def->background, sizeof def->background);
    return true;
  }
  cli_fail(render->cli, CLI_USAGE,
           "--background takes a colour such as #202830 or white, or transparent, not \"%s\"",
           o->background);
  return false;
}

// ------------------------------------------------------------------------------------------- parts

static void add_look(Render* render, const char* pattern, double opacity) {
  render->look[render->def.look_count++] = (BrnPartLook){pattern, opacity};
}

// "a,b" cut into its words, in place
static void add_looks(Render* render, char* words, double opacity) {
  for (char* word = strtok(words, ","); word; word = strtok(NULL, ",")) {
    add_look(render, word, opacity);
  }
}

static bool add_opacity(Render* render, char* text) {
  char* sign = strrchr(text, '=');
  double opacity;
  if (sign && sign != text && brn__double_parse(sign + 1, strlen(sign + 1), &opacity) &&
      opacity >= 0 && opacity <= 1) {
    *sign = 0;
    add_looks(render, text, opacity);
    return true;
  }
  cli_fail(render->cli, CLI_USAGE,
           "--opacity takes PATTERN=NUMBER from 0 to 1, such as muscles=0.3, not \"%s\"", text);
  return false;
}

// --only comes before --hide, and both before --opacity, wherever they stand
bool render_parse_looks(Render* render) {
  const Cli* cli = render->cli;
  static const char* const order[] = {"--only", "--hide", "--opacity"};
  size_t size = 1, words = 1, used = 0;
  for (int i = 0; i < cli->setting_count; i++) size += strlen(cli->setting[i].text) + 1;
  words += size; // a word has a letter
  render->words = brn__new_zero(cli->ctx, size, char);
  render->look = brn__new(cli->ctx, words, BrnPartLook);
  if (!render->words || !render->look) return cli_fail_status(cli, BRN_NO_MEMORY), false;
  render->def.look = render->look;
  for (int k = 0; k < 3; k++) {
    bool first = true;
    for (int i = 0; i < cli->setting_count; i++) {
      if (strcmp(cli->setting[i].name, order[k]) != 0) continue;
      char* text = strcpy(render->words + used, cli->setting[i].text);
      used += strlen(text) + 1;
      if (k == 0 && first) add_look(render, "*", 0);
      first = false;
      if (k == 2 && !add_opacity(render, text)) return false;
      if (k < 2) add_looks(render, text, k == 0 ? 1 : 0);
    }
  }
  return true;
}

// ---------------------------------------------------------------------------------------- the rest

// "x=0.02", "-z", "PX,PY,PZ:NX,NY,NZ"
static bool parse_cut(Render* render) {
  const char* text = render->options->cut;
  BrnPictureDef* def = &render->def;
  if (!text) return true;
  def->cut = true;
  double sign = *text == '-' ? -1 : 1;
  const char* axis = text + (*text == '-');
  if (*axis >= 'x' && *axis <= 'z' && (!axis[1] || axis[1] == '=')) {
    def->cut_normal[*axis - 'x'] = sign;
    render->cut_centre = !axis[1];
    if (!axis[1] || render_parse_numbers(axis + 2, 1, &def->cut_point[*axis - 'x'])) return true;
  }
  char point[256];
  size_t length = strcspn(text, ":");
  snprintf(point, sizeof point, "%.*s", (int)length, text);
  const double* n = def->cut_normal;
  if (text[length] == ':' && render_parse_numbers(point, 3, def->cut_point) &&
      render_parse_numbers(text + length + 1, 3, def->cut_normal) && (n[0] || n[1] || n[2])) {
    return true;
  }
  cli_fail(render->cli, CLI_USAGE,
           "--cut takes a plane: x, -x, z=0.02 (m) or PX,PY,PZ:NX,NY,NZ, not \"%s\"", text);
  return false;
}

static bool parse_quality(Render* render) {
  static const struct {
    int samples, rays;
  } finer[] = {{1, 4}, {0, 0}, {3, 48}}; // normal is as it is
  const char* name = render->options->quality;
  int index = name ? cli_choose(render->cli, "there is no quality", name, "draft normal fine") : 1;
  if (index >= 0 && finer[index].samples > 0) {
    render->def.samples = finer[index].samples;
    render->def.rays = finer[index].rays;
  }
  return index >= 0;
}

static bool parse_frames(Render* render) {
  const RenderOptions* o = render->options;
  if (o->frame && o->frames) {
    cli_fail(render->cli, CLI_USAGE, "--frame is one and --frames are several; take one of them");
    return false;
  }
  const char* text = o->frame ? o->frame : o->frames ? o->frames : "all";
  bool good = render_parse_frames(text, &render->frames);
  const RenderSpan* span = &render->frames.span[0];
  if (good && (!o->frame || (render->frames.span_count == 1 && span->first == span->last))) {
    return true;
  }
  cli_fail(render->cli, CLI_USAGE,
           o->frame ? "--frame takes a number, first or last, not \"%s\""
                    : "--frames takes a list such as 1-48, 1-48/2 or 1,4,8-12, not \"%s\"",
           text);
  return false;
}

static bool check_conflicts(const Render* render) {
  const RenderOptions* o = render->options;
  const Cli* cli = render->cli;
  const char* message = NULL;
  if (o->compare && cli->argument_count < 2) {
    message = "--compare shows runs side by side; name two or more";
  } else if (o->compare && o->sheet) {
    message = "--compare and --sheet do not go together; take one of them";
  } else if (cli->argument_count > RENDER_RUNS && o->compare) {
    message = "--compare takes up to 16 runs";
  } else if (o->color && strcmp(o->color, "error") == 0 && !o->compare) {
    message = "--color error shows how far runs are from the first one: brawn render --compare A B "
              "--color error";
  } else if (o->cut_whole && !o->cut) {
    message = "--cut-whole says how --cut cuts; add that";
  } else if (!(o->fibres >= 0 && o->fibres <= 100000)) {
    message = "--fibres takes how many a muscle, up to 100000";
  } else if (!isnan(o->fps) && !(o->fps >= 0.1 && o->fps <= 240)) {
    message = "--fps goes from 0.1 to 240";
  } else if (!(o->pictures >= 1 && o->pictures <= 100000)) {
    message = "--pictures goes from 1 to 100000";
  }
  if (message) cli_fail(cli, CLI_USAGE, "%s", message);
  return !message;
}

enum { RENDER_STROKES = 260 }; // a muscle

bool render_parse(Render* render) {
  const RenderOptions* o = render->options;
  BrnPictureDef* def = &render->def;
  *def = brn_picture_def_default();
  def->color_by = o->color;
  def->map = o->map;
  def->legend = !o->no_legend;
  def->fibres = (int)o->fibres;
  def->inner = o->inner;
  def->flow = o->flow ? RENDER_STROKES : 0;
  def->action = o->lines;
  def->joints = o->joints;
  def->wire = o->wire;
  def->cut_whole = o->cut_whole;
  def->flat = o->flat;
  def->ground = o->ground;
  return check_conflicts(render) && parse_sizes(render) && parse_map(render) &&
         parse_range(render) && parse_background(render) && parse_cut(render) &&
         parse_quality(render) &&
         cli_read_skin(render->cli, render->options->skin, &render->skin) && parse_frames(render) &&
         render_parse_camera(render) && render_parse_looks(render);
}
