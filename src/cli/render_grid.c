// SPDX-License-Identifier: Apache-2.0

#include "cli/render.h"

#include "cli/interrupt.h"
#include "render/color_map.h"
#include "render/image.h"
#include "render/legend.h"

#include <math.h>
#include <string.h>

// Several pictures on one: a contact sheet has a cell a frame, a comparison a cell a run. Cells
// have a caption, and there is one legend for all, in a strip of its own at the right; a title is
// in a strip at the top.

typedef struct Grid {
  int columns, rows;
  int gap, top, right; // strips around the cells, pixels
  int width, height;   // of all
} Grid;

static Grid lay_out(const Render* render, int columns, int rows) {
  const BrnPictureDef* def = &render->def;
  Grid grid = {.columns = columns, .rows = rows, .gap = def->height / 60 + 2};
  int inner = rows * def->height + (rows + 1) * grid.gap;
  bool legend = def->legend && render->about && strcmp(render->about->name, "part") != 0;
  if (render->options->title) grid.top = (int)(2.2 * fmax(inner / 36.0, 12));
  grid.height = inner + grid.top;
  if (legend) grid.right = (int)ceil(brn__legend_width(grid.height, render->about, def->range));
  grid.width = columns * def->width + (columns + 1) * grid.gap + grid.right;
  return grid;
}

static void fill_background(const Render* render, BrnImage* image) {
  if (render->def.transparent) return;
  const double* low = render->def.background_bottom;
  double color[3];
  for (int k = 0; k < 3; k++) color[k] = (render->def.background[k] + low[k]) / 2;
  brn__image_box(image, 0, 0, image->width, image->height, color, 1);
}

// dark letters on light backgrounds, and the other way round
static void write(const Render* render, BrnImage* image, double x, double y, double size,
                  const char* text) {
  static const double ink[2][3] = {{0.12, 0.12, 0.12}, {0.93, 0.93, 0.93}};
  const double* color = render->def.background;
  bool dark = !render->def.transparent && color[0] + color[1] + color[2] < 1.5;
  brn_image_text(image, x, y, size, ink[dark], text);
}

static void draw_frame(const Render* render, const Grid* grid, BrnImage* image) {
  const BrnPictureDef* def = &render->def;
  double size = grid->top / 2.2;
  if (render->options->title) {
    write(render, image, grid->gap + 0.3 * size, 0.6 * size, size, render->options->title);
  }
  if (grid->right == 0) return;
  const char* map = def->map ? def->map : brn__color_map_for(render->about);
  brn__draw_legend(image, render->about, map, def->range);
}

// Draws a frame of a run as a cell, or as the whole picture.
static BrnStatus draw_one(Render* render, int run, int frame, double turn, const char* title,
                          bool legend, BrnImage** out) {
  BrnPictureDef def = render->def;
  bool reference = def.color_by && strcmp(def.color_by, "error") == 0 && run == 0;
  def.fit = false;
  memcpy(def.low, render->camera.low, sizeof def.low); // where a floor is
  memcpy(def.high, render->camera.high, sizeof def.high);
  def.camera = render_camera(render, turn, (double)def.width / def.height);
  def.title = title;
  def.legend = def.legend && legend;
  def.other = render->run[0];
  if (reference) def.color_by = NULL; // the distance to itself is nothing to look at
  return brn_picture_draw(render->cli->ctx, render->run[run], frame, &def, out);
}

// The end of a long path tells more than its beginning.
static void shorten(const char* text, double size, double room, char* out, size_t out_size) {
  snprintf(out, out_size, "%s", text);
  while (*text && brn_text_width(size, out) > room) {
    do text++;
    while ((*text & 0xc0) == 0x80); // whole characters
    snprintf(out, out_size, "…%s", text);
  }
}

static BrnStatus add_cell(Render* render, const Grid* grid, BrnImage* image, int cell, int run,
                          int frame, double turn, const char* title) {
  BrnImage* picture;
  char caption[512];
  const BrnPictureDef* def = &render->def;
  BRN_TRY(draw_one(render, run, frame, turn, NULL, false, &picture));
  double size = fmax(def->height / 28.0, 12);
  shorten(title, size, def->width - 1.4 * size, caption, sizeof caption);
  write(render, picture, 0.7 * size, 0.7 * size, size, caption);
  int column = cell % grid->columns, row = cell / grid->columns;
  brn_image_paste(image, picture, grid->gap + column * (def->width + grid->gap),
                  grid->top + grid->gap + row * (def->height + grid->gap));
  brn_image_destroy(render->cli->ctx, picture);
  return BRN_OK;
}

// two runs of one name are told apart by their folders
static const char* name_of(const Render* render, int run) {
  for (int i = 0; i < render->run_count; i++) {
    if (i != run && strcmp(render->run[i]->name, render->run[run]->name) == 0) {
      return render->path[run];
    }
  }
  return render->run[run]->name;
}

static BrnStatus add_shots(Render* render, const Grid* grid, BrnImage* image) {
  for (int i = 0; i < render->shot_count && !cli_interrupted; i++) {
    const RenderShot* s = &render->shot[i];
    char title[32];
    snprintf(title, sizeof title, "%d", s->number);
    render_show(render, "drawing", i, render->shot_count);
    BRN_TRY(add_cell(render, grid, image, i, 0, s->frame, s->turn, title));
  }
  return BRN_OK;
}

static BrnStatus add_runs(Render* render, const Grid* grid, BrnImage* image, int shot) {
  const RenderShot* s = &render->shot[shot];
  for (int run = 0; run < render->run_count; run++) {
    int frame = render_match(render, run, s->frame);
    BRN_TRY(add_cell(render, grid, image, run, run, frame, s->turn, name_of(render, run)));
  }
  return BRN_OK;
}

static BrnStatus begin(const Render* render, const Grid* grid, BrnImage** out) {
  BRN_TRY(brn_image_create(render->cli->ctx, grid->width, grid->height, out));
  fill_background(render, *out);
  return BRN_OK;
}

static BrnStatus end(const Render* render, const Grid* grid, BrnStatus status, BrnImage** out) {
  if (status == BRN_OK) {
    draw_frame(render, grid, *out);
  } else {
    brn_image_destroy(render->cli->ctx, *out);
    *out = NULL;
  }
  return status;
}

// ---------------------------------------------------------------------------------------- pictures

// "{frame}" and "{time}" of a title become those of the picture
static void write_title(const Render* render, int frame, char* out, size_t size) {
  const BrnReplayFrame* f = &render->run[0]->frame[frame];
  size_t used = 0;
  for (const char* at = render->options->title; *at && used + 32 < size;) {
    if (strncmp(at, "{frame}", 7) == 0) {
      used += (size_t)snprintf(out + used, size - used, "%d", f->number), at += 7;
    } else if (strncmp(at, "{time}", 6) == 0) {
      used += (size_t)snprintf(out + used, size - used, "%.2f s", f->time), at += 6;
    } else {
      out[used++] = *at++;
    }
  }
  out[used] = 0;
}

BrnStatus render_draw(Render* render, int shot, BrnImage** out) {
  const RenderShot* s = &render->shot[shot];
  if (render->options->compare) {
    Grid grid = lay_out(render, render->run_count, 1);
    BRN_TRY(begin(render, &grid, out));
    return end(render, &grid, add_runs(render, &grid, *out, shot), out);
  }
  char title[1024] = "";
  if (render->options->title) write_title(render, s->frame, title, sizeof title);
  return draw_one(render, 0, s->frame, s->turn, *title ? title : NULL, true, out);
}

BrnStatus render_draw_sheet(Render* render, BrnImage** out) {
  Grid grid = lay_out(render, render->columns, render->rows);
  BRN_TRY(begin(render, &grid, out));
  return end(render, &grid, add_shots(render, &grid, *out), out);
}
