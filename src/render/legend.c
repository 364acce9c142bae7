// SPDX-License-Identifier: Apache-2.0

#include "render/legend.h"

#include "render/image.h"
#include "render/ticks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// All measures are in sizes of the letters, so that a legend looks the same in a thumbnail and in a
// poster. From the right border: a margin, the numbers, their ticks, the bar.

enum { MOST_TICKS = 7, LEAST_LETTER = 9 }; // the smallest letter that can be read, pixels

typedef struct Legend {
  BrnImage* image;
  const BrnReplayValue* about;
  BrnTicks ticks;
  double letter;              // size, pixels
  double x, y, width, height; // of the bar, pixels
  char title[160];            // with its unit
  double ink[3], halo[3];     // of letters, and of what sets them off
} Legend;

#define RIGHT 1.9 // margin and ticks, beside the numbers
#define MARGIN 0.8

static double letter_size(int height) { return fmax(round(height / 48.0), LEAST_LETTER); }

static double widest_label(const Legend* legend) {
  double widest = 0;
  for (int i = 0; i < legend->ticks.count; i++) {
    char label[32];
    brn__tick_label(&legend->ticks, i, label, sizeof label);
    widest = fmax(widest, brn_text_width(legend->letter, label));
  }
  return widest;
}

// "von Mises stress [kPa]" on one line, or on two when it is wide for the picture
static void write_title(Legend* legend) {
  const char *title = legend->about->title, *unit = legend->ticks.unit;
  const char* before = *unit ? " [" : "";
  snprintf(legend->title, sizeof legend->title, "%s%s%s%s", title, before, unit, *unit ? "]" : "");
  if (legend->image && *unit &&
      brn_text_width(legend->letter, legend->title) > 0.3 * legend->image->width) {
    snprintf(legend->title, sizeof legend->title, "%s\n[%s]", title, unit);
  }
}

static int line_count(const char* text) {
  int count = 1;
  for (; *text; text++) count += *text == '\n';
  return count;
}

static void lay_out(Legend* legend) {
  double em = legend->letter;
  legend->width = round(em);
  legend->height = round(0.5 * legend->image->height);
  legend->x = round(legend->image->width - RIGHT * em - widest_label(legend) - legend->width);
  double above = line_count(legend->title) * BRN_TEXT_LINE * em;
  legend->y = round((legend->image->height - legend->height + above) / 2);
}

// Ink that stands out from what is behind it. Where the body is behind the legend, a halo in the
// colour of the background sets the letters off.
static void choose_ink(Legend* legend) {
  int x = (int)legend->x, width = legend->image->width - x;
  double mean[3];
  brn__image_mean(legend->image, x, (int)legend->y, width, (int)legend->height, mean);
  bool dark = 0.2126 * mean[0] + 0.7152 * mean[1] + 0.0722 * mean[2] < 0.5;
  for (int i = 0; i < 3; i++) {
    legend->ink[i] = dark ? 0.93 : 0.12;
    legend->halo[i] = dark ? fmin(mean[i], 0.25) : fmax(mean[i], 0.75);
  }
}

static void write(const Legend* legend, double x, double y, const char* text) {
  double off = fmax(1, legend->letter / 12);
  for (int i = 0; i < 9; i++) {
    if (i == 4) continue;
    brn_image_text(legend->image, x + (i % 3 - 1) * off, y + (i / 3 - 1) * off, legend->letter,
                   legend->halo, text);
  }
  brn_image_text(legend->image, x, y, legend->letter, legend->ink, text);
}

// lines of the title end where the numbers end
static void draw_title(const Legend* legend) {
  double line = BRN_TEXT_LINE * legend->letter,
         right = legend->image->width - MARGIN * legend->letter;
  char text[sizeof legend->title];
  snprintf(text, sizeof text, "%s", legend->title);
  double y = legend->y - line_count(text) * line - 0.6 * legend->letter;
  for (char *at = text, *rest; at; at = rest, y += line) {
    rest = strchr(at, '\n');
    if (rest) *rest++ = 0;
    write(legend, fmax(right - brn_text_width(legend->letter, at), 0), y, at);
  }
}

static void draw_bar(const Legend* legend, const char* map) {
  brn__image_box(legend->image, legend->x - 1, legend->y - 1, legend->width + 2, legend->height + 2,
                 legend->ink, 1);
  for (int i = 0; i < (int)legend->height; i++) {
    double color[3];
    brn_color_map(map, 1 - (i + 0.5) / legend->height, color);
    brn__image_box(legend->image, legend->x, legend->y + i, legend->width, 1, color, 1);
  }
}

static void draw_ticks(const Legend* legend, const double range[2]) {
  double em = legend->letter, thick = fmax(1, round(em / 14));
  double right = legend->x + legend->width + 1;
  for (int i = 0; i < legend->ticks.count; i++) {
    char label[32];
    brn__tick_label(&legend->ticks, i, label, sizeof label);
    double y = legend->y + (1 - brn__tick_place(&legend->ticks, i, range)) * legend->height;
    brn__image_box(legend->image, right, round(y - thick / 2), round(0.3 * em), thick, legend->ink,
                   1);
    write(legend, right + 0.6 * em, y - 0.4 * em, label); // digits are as high as capitals
  }
}

void brn__draw_legend(BrnImage* image, const BrnReplayValue* about, const char* map,
                      const double range[2]) {
  Legend legend = {.image = image, .about = about};
  legend.letter = letter_size(image->height);
  bool room = image->height >= 10 * legend.letter && image->width >= 10 * legend.letter;
  if (!isfinite(range[0]) || !isfinite(range[1]) || strcmp(map, "part") == 0 || !room) return;
  legend.ticks = brn__ticks(range, about->unit, MOST_TICKS);
  write_title(&legend);
  lay_out(&legend);
  choose_ink(&legend);
  draw_title(&legend);
  draw_bar(&legend, map);
  draw_ticks(&legend, range);
}

double brn__legend_width(int height, const BrnReplayValue* about, const double range[2]) {
  Legend legend = {.about = about, .letter = letter_size(height)};
  legend.ticks = brn__ticks(range, about->unit, MOST_TICKS);
  write_title(&legend);
  double bar = widest_label(&legend) + (RIGHT + 1) * legend.letter;
  double title = brn_text_width(legend.letter, legend.title) + MARGIN * legend.letter;
  return fmax(bar, title) + MARGIN * legend.letter;
}
