// SPDX-License-Identifier: Apache-2.0
//
// `brawn bench emu`: what Modi et al. 2020 ("the paper") measured, measured again, in parts:
//
//   emu.c             the order of studies
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

#include "bench/ramp.h"
#include "bench/studies.h"

// ----------------------------------------------------------------------------------------- studies

BrnStatus emu_study_table_2(BenchStudies* bench);
BrnStatus emu_study_figure_8(BenchStudies* bench);
BrnStatus emu_study_spectrum(BenchStudies* bench);
BrnStatus emu_study_scaling(BenchStudies* bench);
BrnStatus emu_study_iteration(BenchStudies* bench);
BrnStatus emu_study_workers(BenchStudies* bench);
BrnStatus emu_study_peers(BenchStudies* bench);
BrnStatus emu_study_methods(BenchStudies* bench);
BrnStatus emu_study_models(BenchStudies* bench);

// -------------------------------------------------------------------------------------------- runs

/// Plain tets, and what the words say: "method=emu emu_alpha=10".
BrnStatus emu_def(BrnContext* ctx, const BrnModel* model, const char* words, BrnSolverDef* def);
/// Runs a ramp so. A method that is not there yet gives BRN_UNSUPPORTED.
BrnStatus emu_run(BrnContext* ctx, BenchRamp* ramp, const char* words, BenchResult* result);

/// ... and sets PREFIXerror_percent, PREFIXmotion_percent, PREFIXiterations and PREFIXconverged of
/// a row; a method that is not there leaves it without them, with a remark.
BrnStatus emu_run_into(BenchStudies* bench, BenchRamp* ramp, const char* words, const char* prefix,
                       json_t* row);

static inline double emu_percent(double distance) { return 100 * distance / BENCH_SPINDLE_LENGTH; }
