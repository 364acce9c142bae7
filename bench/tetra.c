// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "bench/body.h"

// Four bones and twenty muscles to one mesh.

static double worst_volume(const BrnTetraReport* report, const double* volume) {
  double worst = 0;
  for (int i = 0; i < BODY_PARTS; i++) {
    worst = fmax(worst, fabs(report->part[i].volume / volume[i] - 1));
  }
  return worst;
}

static int most_pieces(const BrnTetraReport* report) {
  int most = 0;
  for (int i = 0; i < BODY_PARTS; i++) {
    if (report->part[i].component_count > most) most = report->part[i].component_count;
  }
  return most;
}

static json_t* tell(const BenchRun* run, const BrnTetraReport* report, double off) {
  const BrnTetReport* tets = &report->tets;
  if (!run->quiet) {
    printf("%10s %9s %9s %7s %9s %9s %9s %9s\n", "tets", "inverted", "angles", "pieces",
           "volumes %", "plan s", "cut s", "improve s");
    printf("%10d %9d %3.0f - %3.0f %7d %9.2f %9.2f %9.2f %9.2f\n", tets->tet_count,
           tets->inverted_count, tets->min_dihedral, tets->max_dihedral, most_pieces(report),
           100 * off, report->seconds[0], report->seconds[1], report->seconds[2]);
  }
  return json_pack("{s:i, s:i, s:f, s:f, s:i, s:f, s:f, s:f, s:f}", "tets", tets->tet_count,
                   "inverted", tets->inverted_count, "min_dihedral", tets->min_dihedral,
                   "max_dihedral", tets->max_dihedral, "most_pieces", most_pieces(report),
                   "worst_volume", off, "planning_seconds", report->seconds[0], "cutting_seconds",
                   report->seconds[1], "improvement_seconds", report->seconds[2]);
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  Body body;
  if (body_make(ctx, 3, &body) != BRN_OK) return NULL;
  BrnTetraDef def = body_def(&body, run->size > 0 ? run->size : run->quick ? 20000 : 60000);
  BrnTetraReport report;
  BrnMesh* mesh;
  double volume[BODY_PARTS];
  json_t* result = NULL;
  if (brn_tetra_make(ctx, &def, &mesh, &report) == BRN_OK) {
    if (body_volumes(ctx, &def, run->quick ? 150 : 500, volume) == BRN_OK) {
      result = tell(run, &report, worst_volume(&report, volume));
    }
    brn_tetra_report_clear(ctx, &report);
    brn_mesh_destroy(ctx, mesh);
  }
  body_free(ctx, &body);
  return result;
}

const Bench bench_tetra = {
    .name = "tetra",
    .summary = "four bones and twenty muscles to one tet mesh",
    .run = run,
};
