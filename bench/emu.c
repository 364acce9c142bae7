// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

static const BenchStudy studies[] = {
    {"table_2", emu_study_table_2},       {"figure_8", emu_study_figure_8},
    {"figure_4", emu_study_spectrum},     {"figure_20", emu_study_scaling},
    {"iteration", emu_study_iteration},   {"figure_20_workers", emu_study_workers},
    {"peers_iteration", emu_study_peers}, {"methods", emu_study_methods},
    {"table_3", emu_study_models},
};
enum { STUDIES = sizeof studies / sizeof *studies };

static const BenchPage page = {
    "emu", "What the EMU paper measured, measured again",
    "The paper is Modi, Fulton, Sueda, Jacobson and Levin 2020; its numbers are beside ours."};

static json_t* run_emu(BrnContext* ctx, const BenchRun* run) {
  return bench_studies_run(ctx, run, &page, studies, STUDIES);
}

const Bench bench_emu = {"emu", "the EMU paper's tables and figures, beside its numbers", run_emu};
