// SPDX-License-Identifier: Apache-2.0
//
// A benchmark that is a row of studies, each of which fills tables: they are printed as they grow,
// returned as JSON, and written with their plots into one page (--out). --only picks studies.

#pragma once

#include "bench/bench.h"
#include "bench/plot.h"
#include "bench/table.h"

typedef struct BenchStudies {
  BrnContext* ctx;
  const BenchRun* run;
  json_t* results; // table by table
  FILE* page;      // NULL: nobody wants files
} BenchStudies;

/// quick, as it is, or with --paper
static inline int study_pick(const BenchStudies* bench, int quick, int usual, int paper) {
  return bench->run->quick ? quick : bench->run->paper ? paper : usual;
}

/// As its table is called.
typedef struct BenchStudy {
  const char* name;
  BrnStatus (*run)(BenchStudies* bench);
} BenchStudy;

/// What a page says before its tables.
typedef struct BenchPage {
  const char* name;  ///< "emu": of the benchmark and of the page
  const char* title; ///< "What the EMU paper measured, measured again"
  const char* paper; ///< a sentence on what is compared with
} BenchPage;

/// Runs those that are wanted.
json_t* bench_studies_run(BrnContext* ctx, const BenchRun* run, const BenchPage* page,
                          const BenchStudy* study, int count);

// ------------------------------------------------------------------------------------------ tables

void study_table_begin(const BenchStudies* bench, BenchTable* table);
/// Takes the row over.
void study_table_add(const BenchStudies* bench, BenchTable* table, json_t* row);
/// Writes what is wanted of it. @return BRN_IO_FAILED when a file cannot be written
BrnStatus study_table_end(BenchStudies* bench, BenchTable* table);
/// NAME.svg in the folder, and in the page.
BrnStatus study_plot(BenchStudies* bench, const char* name, const BenchPlot* plot);

/// A curve of a table: rows whose `key` is `value` (NULL: all).
enum { STUDY_POINTS = 256 };
typedef struct StudyCurve {
  double x[STUDY_POINTS], y[STUDY_POINTS];
  int count;
} StudyCurve;
StudyCurve study_curve(const BenchTable* table, const char* key, const char* value, const char* x,
                       const char* y);
BenchSeries study_series(const char* name, const StudyCurve* curve);
