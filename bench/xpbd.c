// SPDX-License-Identifier: Apache-2.0

#include "bench/xpbd.h"

static const BenchStudy studies[] = {
    {"hanging", xpbd_study_hanging},   {"contraction", xpbd_study_contraction},
    {"substeps", xpbd_study_substeps}, {"density", xpbd_study_density},
    {"figure_7", xpbd_study_figure_7}, {"figure_10", xpbd_study_figure_10},
    {"speed", xpbd_study_speed},       {"workers", xpbd_study_workers},
    {"tets", xpbd_study_tets},         {"human", xpbd_study_human},
};
enum { STUDIES = sizeof studies / sizeof *studies };

static const BenchPage page = {
    "xpbd", "Position-based muscles, measured",
    "The paper is Romeo, Monteagudo and Sanchez-Quiros 2018; its numbers are beside ours."};

static json_t* run_xpbd(BrnContext* ctx, const BenchRun* run) {
  return bench_studies_run(ctx, run, &page, studies, STUDIES);
}

const Bench bench_xpbd = {"xpbd", "position-based muscles: look, speed, and what limits them",
                          run_xpbd};
