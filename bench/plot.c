// SPDX-License-Identifier: Apache-2.0

#include "bench/plot.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- sheet

enum { WIDTH = 720, HEIGHT = 440, LEFT = 84, RIGHT = 24, TOP = 52, BOTTOM = 64, SIZE = 14 };
enum { INNER = WIDTH - LEFT - RIGHT, UPRIGHT = HEIGHT - TOP - BOTTOM, LETTER = 8, LINE = 20 };

// told apart by the colour-blind too (Okabe and Ito 2008), and by their marks
static const char* const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#56b4e9", "#7a6200", "#333333", "#e69f00"};
enum { COLORS = sizeof colors / sizeof *colors, MARKS = 4 };
enum { MOST_MARKS = 40 }; // a curve of more points is a line alone

// -------------------------------------------------------------------------------------------- axes

static bool has_place(const BenchAxis* axis, double value) {
  return isfinite(value) && (!axis->log || value > 0);
}

double bench_axis_place(const BenchAxis* axis, double value) {
  if (!has_place(axis, value)) return NAN;
  if (axis->log) return log(value / axis->low) / log(axis->high / axis->low);
  return (value - axis->low) / (axis->high - axis->low);
}

static int log_ticks(BenchAxis* axis, bool widen, double* tick) {
  int first = (int)(widen ? floor(log10(axis->low) + 1e-9) : ceil(log10(axis->low) - 1e-9));
  int last = (int)(widen ? ceil(log10(axis->high) - 1e-9) : floor(log10(axis->high) + 1e-9));
  if (last == first && widen) last++;
  int step = 1 + (last - first) / 10, count = 0;
  if (widen) axis->low = pow(10, first), axis->high = pow(10, last);
  for (int e = first; e <= last && count < BENCH_TICKS; e += step) tick[count++] = pow(10, e);
  return count;
}

static double round_step(double least) {
  double power = pow(10, floor(log10(least))), lead = least / power;
  return power * (lead <= 1 + 1e-9 ? 1 : lead <= 2 + 1e-9 ? 2 : lead <= 5 + 1e-9 ? 5 : 10);
}

static int linear_ticks(BenchAxis* axis, bool widen, double* tick) {
  double step = round_step((axis->high - axis->low) / 6);
  double first = axis->low / step, last = axis->high / step;
  first = widen ? floor(first + 1e-9) : ceil(first - 1e-9);
  last = widen ? ceil(last - 1e-9) : floor(last + 1e-9);
  int count = 0;
  if (widen) axis->low = first * step, axis->high = last * step;
  for (double i = first; i <= last && count < BENCH_TICKS; i++) tick[count++] = i * step;
  return count;
}

// an axis of no extent is made to have one
static void open_up(BenchAxis* axis) {
  if (axis->log && !(axis->low > 0 && axis->high > 0)) axis->low = axis->high = 1;
  if (axis->high > axis->low) return;
  double by = axis->log ? 0.9 * axis->low : axis->low == 0 ? 1 : 0.1 * fabs(axis->low);
  axis->high = axis->low + by;
  axis->low -= by;
}

int bench_axis_ticks(BenchAxis* axis, bool widen, double tick[BENCH_TICKS]) {
  open_up(axis);
  return (axis->log ? log_ticks : linear_ticks)(axis, widen, tick);
}

void bench_tick_label(const BenchAxis* axis, double value, char out[32]) {
  bool zero = !axis->log && fabs(value) < 1e-9 * (axis->high - axis->low);
  if (axis->log && (value >= 1e5 || value < 1e-3)) {
    snprintf(out, 32, "1e%d", (int)round(log10(value)));
  } else {
    snprintf(out, 32, "%.6g", zero ? 0 : value);
  }
}

// both of a point, or it is not there at all
static void cover(BenchAxis* x, BenchAxis* y, const BenchPlot* plot) {
  bool any = false;
  for (int s = 0; s < plot->series_count; s++) {
    const BenchSeries* series = &plot->series[s];
    for (int i = 0; i < series->count; i++) {
      if (!has_place(x, series->x[i]) || !has_place(y, series->y[i])) continue;
      x->low = any ? fmin(x->low, series->x[i]) : series->x[i];
      x->high = any ? fmax(x->high, series->x[i]) : series->x[i];
      y->low = any ? fmin(y->low, series->y[i]) : series->y[i];
      y->high = any ? fmax(y->high, series->y[i]) : series->y[i];
      any = true;
    }
  }
  if (!y->log) y->low = fmin(y->low, 0); // heights are read from zero
}

// ----------------------------------------------------------------------------------------- writing

static void write_text(FILE* file, double x, double y, const char* anchor, const char* more,
                       const char* text) {
  fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>", x, y, anchor, more);
  for (; *text; text++) {
    if (*text == '<') {
      fputs("&lt;", file);
    } else if (*text == '&') {
      fputs("&amp;", file);
    } else {
      fputc(*text, file);
    }
  }
  fputs("</text>\n", file);
}

static void write_line(FILE* file, double x, double y, double to_x, double to_y,
                       const char* color) {
  fprintf(file, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke=\"%s\" fill=\"none\"/>\n", x, y, to_x,
          to_y, color);
}

static double at_x(const BenchAxis* x, double value) {
  return LEFT + INNER * bench_axis_place(x, value);
}

static double at_y(const BenchAxis* y, double value) {
  return TOP + UPRIGHT * (1 - bench_axis_place(y, value));
}

static void write_axes(FILE* file, BenchAxis* x, BenchAxis* y, bool widen_x, bool widen_y) {
  double tick[BENCH_TICKS];
  char label[32], turn[64];
  int count = bench_axis_ticks(x, widen_x, tick);
  for (int i = 0; i < count; i++) {
    double at = at_x(x, tick[i]);
    bench_tick_label(x, tick[i], label);
    write_line(file, at, TOP, at, TOP + UPRIGHT, "#dddddd");
    write_text(file, at, TOP + UPRIGHT + 20, "middle", "", label);
  }
  count = bench_axis_ticks(y, widen_y, tick);
  for (int i = 0; i < count; i++) {
    double at = at_y(y, tick[i]);
    bench_tick_label(y, tick[i], label);
    write_line(file, LEFT, at, LEFT + INNER, at, "#dddddd");
    write_text(file, LEFT - 8, at + 5, "end", "", label);
  }
  fprintf(file,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
          "stroke=\"#444444\"/>\n",
          LEFT, TOP, INNER, UPRIGHT);
  write_text(file, LEFT + INNER / 2.0, HEIGHT - 18, "middle", "", x->label);
  snprintf(turn, sizeof turn, " transform=\"rotate(-90 20 %.1f)\"", TOP + UPRIGHT / 2.0);
  write_text(file, 20, TOP + UPRIGHT / 2.0, "middle", turn, y->label);
}

static void write_mark(FILE* file, int kind, double x, double y, const char* color) {
  static const char* const mark[MARKS] = {"m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "m-4-4h8v8h-8z",
                                          "m0-5l5 9h-10z", "m0-5l5 5-5 5-5-5z"};
  fprintf(file, "<path class=\"mark\" d=\"M%.1f %.1f%s\" fill=\"%s\"/>\n", x, y, mark[kind], color);
}

static void write_curve(FILE* file, const BenchSeries* series, const BenchAxis* x,
                        const BenchAxis* y, const char* color) {
  bool down = false;
  fprintf(file,
          "<path clip-path=\"url(#frame)\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s d=\"",
          color, series->dashed ? " stroke-dasharray=\"7 5\"" : "");
  for (int i = 0; i < series->count; i++) {
    double u = at_x(x, series->x[i]), v = at_y(y, series->y[i]);
    if (isfinite(u) && isfinite(v)) fprintf(file, "%c%.1f %.1f", down ? 'L' : 'M', u, v);
    down = isfinite(u) && isfinite(v);
  }
  fputs("\"/>\n", file);
}

static void write_marks(FILE* file, const BenchSeries* series, const BenchAxis* x,
                        const BenchAxis* y, int kind, const char* color) {
  if (series->count > MOST_MARKS && !series->bare) return;
  for (int i = 0; i < series->count; i++) {
    double u = bench_axis_place(x, series->x[i]), v = bench_axis_place(y, series->y[i]);
    if (!(u >= -1e-9 && u <= 1 + 1e-9 && v >= -1e-9 && v <= 1 + 1e-9)) continue;
    write_mark(file, kind, at_x(x, series->x[i]), at_y(y, series->y[i]), color);
  }
}

// ------------------------------------------------------------------------------------------ legend

static int letters(const char* text) {
  int count = 0;
  for (; *text; text++) count += (*text & 0xc0) != 0x80;
  return count;
}

static double legend_width(const BenchPlot* plot) {
  int most = 0;
  for (int s = 0; s < plot->series_count; s++) {
    int count = letters(plot->series[s].name);
    if (count > most) most = count;
  }
  return 52 + LETTER * most;
}

enum { PLACES = 6 }; // of the legend: left and right, above, below and in the middle

typedef struct Box {
  double left, top, width, height; // in the frame
} Box;

static Box place_of(int place, double width, double height) {
  static const double down[] = {0, 1, 0.5};
  double free = UPRIGHT - height - 16;
  return (Box){place % 2 ? INNER - width - 8 : 8, 8 + down[place / 2] * free, width, height};
}

// points that a box hides
static int points_in(const BenchPlot* plot, const BenchAxis* x, const BenchAxis* y, Box box) {
  int count = 0;
  for (int s = 0; s < plot->series_count; s++) {
    const BenchSeries* series = &plot->series[s];
    for (int i = 0; i < 8 * (series->count - 1) + 1; i++) { // along the lines too
      int k = i / 8, next = k + 1 < series->count ? k + 1 : k;
      double t = i % 8 / 8.0;
      double u = (1 - t) * at_x(x, series->x[k]) + t * at_x(x, series->x[next]) - LEFT;
      double v = (1 - t) * at_y(y, series->y[k]) + t * at_y(y, series->y[next]) - TOP;
      count += fabs(u - box.left - box.width / 2) < box.width / 2 + 8 &&
               fabs(v - box.top - box.height / 2) < box.height / 2 + 8;
    }
  }
  return count;
}

static void write_legend(FILE* file, const BenchPlot* plot, const BenchAxis* x,
                         const BenchAxis* y) {
  double width = legend_width(plot), height = LINE * plot->series_count + 12;
  Box best = place_of(1, width, height);
  int least = points_in(plot, x, y, best);
  for (int p = 0; p < PLACES; p++) {
    Box box = place_of((p + 1) % PLACES, width, height);
    int count = points_in(plot, x, y, box);
    if (count < least) least = count, best = box;
  }
  double left = LEFT + best.left, top = TOP + best.top;
  fprintf(file,
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#ffffff\" "
          "fill-opacity=\"0.85\" stroke=\"#bbbbbb\"/>\n",
          left, top, width, height);
  for (int s = 0; s < plot->series_count; s++) {
    const BenchSeries* series = &plot->series[s];
    double y0 = top + 16 + LINE * s;
    if (!series->bare) {
      fprintf(file, "<path d=\"M%.1f %.1fh28\" stroke=\"%s\" stroke-width=\"2\"%s/>\n", left + 8,
              y0, colors[s % COLORS], series->dashed ? " stroke-dasharray=\"7 5\"" : "");
    }
    write_mark(file, s % MARKS, left + 22, y0, colors[s % COLORS]);
    write_text(file, left + 44, y0 + 5, "start", "", series->name);
  }
}

// -------------------------------------------------------------------------------------------- plot

void bench_plot_write(const BenchPlot* plot, FILE* file) {
  BenchAxis x = plot->x, y = plot->y, fit_x = x, fit_y = y;
  bool given_x = x.low != x.high, given_y = y.low != y.high;
  cover(&fit_x, &fit_y, plot);
  if (!given_x) x = fit_x;
  if (!given_y) y = fit_y;
  fprintf(
      file,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
      "%d\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"%d\" fill=\"#222222\">\n"
      "<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n"
      "<clipPath id=\"frame\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
      WIDTH, HEIGHT, WIDTH, HEIGHT, SIZE, WIDTH, HEIGHT, LEFT, TOP, INNER, UPRIGHT);
  write_text(file, WIDTH / 2.0, 30, "middle", " font-size=\"17\"", plot->title);
  write_axes(file, &x, &y, !given_x, !given_y);
  for (int s = 0; s < plot->series_count; s++) {
    if (!plot->series[s].bare) write_curve(file, &plot->series[s], &x, &y, colors[s % COLORS]);
  }
  for (int s = 0; s < plot->series_count; s++) {
    write_marks(file, &plot->series[s], &x, &y, s % MARKS, colors[s % COLORS]);
  }
  write_legend(file, plot, &x, &y);
  fputs("</svg>\n", file);
}
