// SPDX-License-Identifier: Apache-2.0

#include "render/outline.h"

#include <math.h>
#include <string.h>

// Exact coverage of pixels by polygons, a row of pixels at a time. The area that an outline covers
// of a pixel is the sum over its edges of the signed area between the edge and the right border of
// the row. An edge within one pixel adds to that pixel and, with its whole height, to all on its
// right: two numbers per edge and pixel, and a running sum gives all coverages. Curves become as
// many lines as it takes to stay within 1/50 of a pixel.
//
// The outline is walked again for each row: rows are few, and nothing needs to be allocated.

enum { STRIP = 512 }; // pixels of a row that are done at once

typedef struct Row {
  int x, y, count;       // pixels
  double sum[STRIP + 1]; // increase of the coverage from pixel to pixel
} Row;

typedef struct Point {
  double x, y;
} Point;

// an edge that stays within a column; x counts from the strip's left border
static void add_piece(Row* row, int column, double x, double height) {
  if (column >= row->count) return;
  double right = column < 0 ? 0 : x - column; // part of the pixel that is left of the edge
  int at = column < 0 ? 0 : column;
  row->sum[at] += height * (1 - right);
  row->sum[at + 1] += height * right;
}

// an edge that stays within the row, cut where it passes from column to column
static void add_edge(Row* row, Point a, Point b) {
  double height = b.y - a.y;
  if (height == 0) return;
  double low = fmin(a.x, b.x) - row->x, high = fmax(a.x, b.x) - row->x;
  int first = (int)fmin(fmax(floor(low), -1), row->count);
  int last = (int)fmax(fmin(floor(high), row->count), -1);
  if (first >= last || high - low < 1e-12) {
    add_piece(row, first, (low + high) / 2, height);
    return;
  }
  for (int column = first; column <= last; column++) {
    double from = column == first ? low : column, to = column == last ? high : column + 1;
    to = fmin(to, high);
    add_piece(row, column, (from + to) / 2, height * (to - from) / (high - low));
  }
}

static Point between(Point a, Point b, double t) {
  return (Point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

static void add_line(Row* row, Point a, Point b) {
  double top = row->y, bottom = row->y + 1;
  if ((a.y <= top && b.y <= top) || (a.y >= bottom && b.y >= bottom)) return;
  double slope = 1 / (b.y - a.y); // only used when they differ
  Point from = a, to = b;
  if (a.y < top) from = between(a, b, (top - a.y) * slope), from.y = top;
  if (a.y > bottom) from = between(a, b, (bottom - a.y) * slope), from.y = bottom;
  if (b.y < top) to = between(a, b, (top - a.y) * slope), to.y = top;
  if (b.y > bottom) to = between(a, b, (bottom - a.y) * slope), to.y = bottom;
  add_edge(row, from, to);
}

// A quadratic curve is off its chord by a quarter of its second difference at most, and n pieces
// are by 1/n^2 of that.
static void add_curve(Row* row, Point a, Point control, Point b) {
  double top = fmin(fmin(a.y, b.y), control.y), bottom = fmax(fmax(a.y, b.y), control.y);
  if (bottom <= row->y || top >= row->y + 1) return;
  double off = hypot(a.x - 2 * control.x + b.x, a.y - 2 * control.y + b.y) / 4;
  int pieces = (int)fmin(ceil(sqrt(50 * off)), 200);
  if (pieces < 1) pieces = 1;
  Point from = a;
  for (int i = 1; i <= pieces; i++) {
    double t = (double)i / pieces;
    Point to = i == pieces ? b : between(between(a, control, t), between(control, b, t), t);
    add_line(row, from, to);
    from = to;
  }
}

typedef struct Contour {
  int count;
  const int16_t* data; // count pairs of numbers
} Contour;

static bool next_contour(const int16_t** at, Contour* contour) {
  *contour = (Contour){**at, *at + 1};
  *at += 1 + 2 * contour->count;
  return contour->count > 0;
}

static Point point_of(const Contour* contour, int i, BrnOutlinePlace place, bool* on_curve) {
  const int16_t* p = contour->data + 2 * (i % contour->count);
  *on_curve = p[0] & 1;
  return (Point){place.x + place.scale * ((p[0] - *on_curve) / 2), place.y - place.scale * p[1]};
}

// contours begin on the curve
static void add_contour(Row* row, const Contour* contour, BrnOutlinePlace place) {
  bool on_curve;
  Point from = point_of(contour, 0, place, &on_curve);
  for (int i = 1; i <= contour->count; i++) {
    Point p = point_of(contour, i, place, &on_curve);
    if (on_curve) {
      add_line(row, from, p);
      from = p;
      continue;
    }
    Point next = point_of(contour, i + 1, place, &on_curve);
    Point to = on_curve ? next : between(p, next, 0.5);
    add_curve(row, from, p, to);
    from = to;
    i += on_curve;
  }
}

static void fill_strip(BrnImage* image, Row* row, const int16_t* outline, BrnOutlinePlace place,
                       const double color[3]) {
  memset(row->sum, 0, sizeof row->sum);
  Contour contour;
  while (next_contour(&outline, &contour)) add_contour(row, &contour, place);
  double covered = 0;
  for (int i = 0; i < row->count; i++) {
    covered += row->sum[i];
    double opacity = fmin(fabs(covered), 1); // either sense of winding
    if (opacity > 1e-6) brn__image_blend(image, row->x + i, row->y, color, opacity);
  }
}

// pixels that an outline may touch and the picture has: columns and rows from low to high - 1
static void find_box(const BrnImage* image, const int16_t* outline, BrnOutlinePlace place,
                     int low[2], int high[2]) {
  double box[4] = {INFINITY, INFINITY, -INFINITY, -INFINITY};
  Contour contour;
  bool on_curve;
  while (next_contour(&outline, &contour)) {
    for (int i = 0; i < contour.count; i++) {
      Point p = point_of(&contour, i, place, &on_curve);
      box[0] = fmin(box[0], p.x), box[1] = fmin(box[1], p.y);
      box[2] = fmax(box[2], p.x), box[3] = fmax(box[3], p.y);
    }
  }
  int size[2] = {image->width, image->height};
  for (int i = 0; i < 2; i++) {
    low[i] = (int)fmin(fmax(floor(box[i]), 0), size[i]);
    high[i] = (int)fmin(fmax(ceil(box[2 + i]), 0), size[i]);
  }
}

void brn__outline_fill(BrnImage* image, const int16_t* outline, BrnOutlinePlace place,
                       const double color[3]) {
  int low[2], high[2];
  find_box(image, outline, place, low, high);
  Row row;
  for (row.y = low[1]; row.y < high[1]; row.y++) {
    for (row.x = low[0]; row.x < high[0]; row.x += STRIP) {
      row.count = high[0] - row.x < STRIP ? high[0] - row.x : STRIP;
      fill_strip(image, &row, outline, place, color);
    }
  }
}
