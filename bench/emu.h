// SPDX-License-Identifier: Apache-2.0
//
// `brawn bench emu`: what Modi et al. 2020 ("the paper") measured, measured again, in parts:
//
//   emu.c             the order of studies; printing, files
//   emu_run.c         a ramp with a method that is named by words
//   emu_alpha.c       table 2: error over the weight of continuity
//   emu_homogeneous.c figure 8: the same of one material, and iterations
//   emu_spectrum.c  figure 4: the spectrum of L
//   emu_scaling.c   figure 20: time over size and over workers; an iteration of emu and of FEM
//   emu_peers.c     an iteration on the spindles of `brawn bench peers`
//   emu_methods.c   every method on four bodies: which to use when
//   emu_models.c    table 3: the bodies of scenes/
//
// Figures 2 and 3 are pictures: tools/emu_figures.sh.

#pragma once

#include "bench/bench.h"
#include "bench/plot.h"
#include "bench/ramp.h"
#include "bench/table.h"

typedef struct EmuBench {
  BrnContext* ctx;
  const BenchRun* run;
  json_t* results; // table by table
  FILE* page;      // NULL: nobody wants files
} EmuBench;

/// quick, as it is, or with --paper
static inline int emu_pick(const EmuBench* bench, int quick, int usual, int paper) {
  return bench->run->quick ? quick : bench->run->paper ? paper : usual;
}

// ----------------------------------------------------------------------------------------- studies

BrnStatus emu_study_table_2(EmuBench* bench);
BrnStatus emu_study_figure_8(EmuBench* bench);
BrnStatus emu_study_spectrum(EmuBench* bench);
BrnStatus emu_study_scaling(EmuBench* bench);
BrnStatus emu_study_iteration(EmuBench* bench);
BrnStatus emu_study_workers(EmuBench* bench);
BrnStatus emu_study_peers(EmuBench* bench);
BrnStatus emu_study_methods(EmuBench* bench);
BrnStatus emu_study_models(EmuBench* bench);

// ------------------------------------------------------------------------------------------ tables

void emu_table_begin(const EmuBench* bench, BenchTable* table);
/// Takes the row over.
void emu_table_add(const EmuBench* bench, BenchTable* table, json_t* row);
/// Writes what is wanted of it. @return BRN_IO_FAILED when a file cannot be written
BrnStatus emu_table_end(EmuBench* bench, BenchTable* table);
/// NAME.svg in the folder, and in the page.
BrnStatus emu_plot(EmuBench* bench, const char* name, const BenchPlot* plot);

/// A curve of a table: rows whose `key` is `value` (NULL: all).
enum { EMU_POINTS = 256 };
typedef struct EmuCurve {
  double x[EMU_POINTS], y[EMU_POINTS];
  int count;
} EmuCurve;
EmuCurve emu_curve(const BenchTable* table, const char* key, const char* value, const char* x,
                   const char* y);
BenchSeries emu_series(const char* name, const EmuCurve* curve);

// -------------------------------------------------------------------------------------------- runs

/// Plain tets, and what the words say: "method=emu emu_alpha=10".
BrnStatus emu_def(BrnContext* ctx, const BrnModel* model, const char* words, BrnSolverDef* def);
/// Runs a ramp so. A method that is not there yet gives BRN_UNSUPPORTED.
BrnStatus emu_run(BrnContext* ctx, BenchRamp* ramp, const char* words, BenchResult* result);

/// ... and sets PREFIXerror_percent, PREFIXmotion_percent, PREFIXiterations and PREFIXconverged of
/// a row; a method that is not there leaves it without them, with a remark.
BrnStatus emu_run_into(EmuBench* bench, BenchRamp* ramp, const char* words, const char* prefix,
                       json_t* row);

static inline double emu_percent(double distance) { return 100 * distance / BENCH_SPINDLE_LENGTH; }
