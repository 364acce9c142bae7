// SPDX-License-Identifier: Apache-2.0
//
// Plots of curves as SVG: small files that web pages and Markdown show as they are.
//
//   BenchSeries series[] = {{.name = "emu", .count = n, .x = alpha, .y = error}};
//   BenchPlot plot = {.title = "...", .x = {"alpha", .log = true}, .y = {"error, %"},
//                     .series = series, .series_count = 1};
//   bench_plot_write(&plot, file);

#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct BenchAxis {
  const char* label;
  bool log;
  double low, high; ///< both 0: as the points want it
} BenchAxis;

/// A curve. Points that are not finite, or not above zero on a logarithmic axis, are left out, and
/// the line is broken there.
typedef struct BenchSeries {
  const char* name;
  int count;
  const double *x, *y; ///< (count)
  bool dashed, bare;   ///< bare: without a line
} BenchSeries;

typedef struct BenchPlot {
  const char* title;
  BenchAxis x, y;
  const BenchSeries* series;
  int series_count;
} BenchPlot;

void bench_plot_write(const BenchPlot* plot, FILE* file);

enum { BENCH_TICKS = 32 };

/// Numbers for an axis from low to high: powers of ten, or multiples of 1, 2 or 5 of one.
/// @param low, high made wider so that an axis always has an extent and, if `widen`, ends at ticks
/// @return how many
int bench_axis_ticks(BenchAxis* axis, bool widen, double tick[BENCH_TICKS]);
/// From 0 at the low end to 1 at the high one; NAN for a value that the axis has no place for.
double bench_axis_place(const BenchAxis* axis, double value);
/// "0.25", "1e5"
void bench_tick_label(const BenchAxis* axis, double value, char out[32]);
