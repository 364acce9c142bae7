// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "material/material.h"

#include <stdio.h>
#include <string.h>

// Energy, stress and stiffness of random tets, one core, blocks of eight lanes whose F are in the
// second-level cache and whose answers stay in the first, as in a solver that assembles them at
// once. The peak that a rate is compared with is measured here: independent products and sums, the
// arithmetic that kernels are made of (they never fuse the two), and fused ones.

typedef struct Row {
  const char* body;
  const char* fibre; // NULL: none
  const char* curve; // of active fibres; NULL: the usual one
  int flops;         // of energy, stress and stiffness, counted by hand; 0: not counted
} Row;

// stable neo-Hookean, by material/invariant_lanes.h: I1 17, cofactors 27, J 5, density 10, gradient
// of I1 9, stress 27, products of F and cofactors with derivatives 19, 45 entries of which 27 have
// a second term 72
static const Row rows[] = {
    {.body = "stable_neo_hookean", .flops = 186},
    {.body = "stable_neo_hookean", .fibre = "emu_fibre"},
    {.body = "stable_neo_hookean", .fibre = "hill"},
    {.body = "stable_neo_hookean", .fibre = "hill", .curve = "degroote"},
    {.body = "stable_neo_hookean_log"},
    {.body = "neo_hookean"},
    {.body = "corotated"},
    {.body = "st_venant_kirchhoff"},
    {.body = "linear"},
    {.body = "mooney_rivlin"},
    {.body = "teran_muscle"},
    {.body = "blemker_muscle"},
};
enum { ROWS = sizeof rows / sizeof *rows };

typedef struct Task {
  BrnMaterialLanes lanes;
  BrnMaterialIn* in;
  BrnMaterialOut out;
  int blocks;
  BrnWant want;
  double sum; // so that nothing is left out
} Task;

static void evaluate(void* user) {
  Task* t = user;
  for (int i = 0; i < t->blocks; i++) {
    brn__material_evaluate(&t->lanes, &t->in[i], t->want, &t->out);
    t->sum += t->out.energy[i % BRN_LANES];
  }
}

static void fill(BrnMaterialIn* in, int blocks) {
  uint64_t state = 1;
  for (int b = 0; b < blocks; b++) {
    memset(&in[b], 0, sizeof in[b]);
    for (int i = 0; i < BRN_LANES; i++) {
      for (int p = 0; p < 9; p++) {
        in[b].F[p][i] = (p % 4 == 0) + 0.2 * (bench_random(&state) - 0.5);
      }
      in[b].fibre[i % 3][i] = 1;
      in[b].activation[i] = bench_random(&state);
    }
  }
}

static double tets_per_second(Task* t, BrnWant want, int times) {
  t->want = want;
  evaluate(t);
  return BRN_LANES * t->blocks / bench_median(times, evaluate, t);
}

static json_t* measure_row(BrnContext* ctx, const Row* row, Task* t, const BenchRun* run,
                           const double peak[2]) {
  BrnMaterial* m = NULL;
  bool made = brn_material_create(ctx, row->body, &m) == BRN_OK &&
              (!row->fibre || brn_material_add(ctx, m, row->fibre) == BRN_OK) &&
              (!row->curve || brn_material_set(ctx, m, "hill.active", row->curve) == BRN_OK) &&
              brn_material_prepare(ctx, m) == BRN_OK;
  double rate[4] = {0};
  if (made) {
    brn__material_lanes_init(&t->lanes, m);
    for (int want = 0; want < 4; want++) {
      rate[want] = tets_per_second(t, (BrnWant)want, run->quick ? 1 : 31);
    }
  }
  brn_material_destroy(ctx, m);
  if (!made) return NULL;
  double share = rate[BRN_WANT_STIFFNESS] * row->flops / peak[0];
  double fused = rate[BRN_WANT_STIFFNESS] * row->flops / peak[1];
  if (!run->quiet) {
    printf("%-22s %-10s", row->body, row->curve ? row->curve : row->fibre ? row->fibre : "");
    for (int want = 0; want < 4; want++) printf(" %10.2f", 1e-6 * rate[want]);
    if (row->flops > 0) printf(" %7.0f%% %7.0f%%", 100 * share, 100 * fused);
    printf("\n");
  }
  return json_pack("{s:s, s:s, s:s, s:f, s:f, s:f, s:f, s:i, s:f, s:f}", "body", row->body, "fibre",
                   row->fibre ? row->fibre : "", "curve", row->curve ? row->curve : "",
                   "energy_per_second", rate[0], "stress_per_second", rate[1],
                   "stiffness_per_second", rate[2], "definite_per_second", rate[3], "flops",
                   row->flops, "share_of_peak", share, "share_of_fused_peak", fused);
}

static void measure_peak(const BenchRun* run, double peak[2]) {
  int times = run->quick ? 1 : 15;
  peak[0] = bench_peak_flops(false, times);
  peak[1] = bench_peak_flops(true, times);
  if (!run->quiet) {
    printf("peak of one core: %.1f Gflop/s in products and sums, %.1f fused\n\n", 1e-9 * peak[0],
           1e-9 * peak[1]);
    printf("%-33s %43s %17s\n", "", "million tets a second", "stiffness, share");
    printf("%-22s %-10s %10s %10s %10s %10s %8s %8s\n", "material", "fibres", "energy", "stress",
           "stiffness", "definite", "of peak", "of fused");
  }
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  int tets = run->size > 0 ? run->size : 512;
  Task* t = brn__new_zero(ctx, 1, Task);
  BrnMaterialIn* in = brn__new(ctx, (size_t)(tets / BRN_LANES + 1), BrnMaterialIn);
  json_t* result = NULL;
  if (t && in) {
    double peak[2];
    t->in = in;
    t->blocks = tets / BRN_LANES + 1;
    fill(in, t->blocks);
    measure_peak(run, peak);
    json_t* list = json_array();
    for (int i = 0; i < ROWS; i++) {
      json_t* row = measure_row(ctx, &rows[i], t, run, peak);
      if (row) json_array_append_new(list, row);
    }
    result = json_pack("{s:f, s:f, s:o}", "peak_flops", peak[0], "fused_peak_flops", peak[1],
                       "materials", list);
  }
  brn__free(ctx, t);
  brn__free(ctx, in);
  return result;
}

const Bench bench_material = {
    .name = "material",
    .summary = "energy, stress and stiffness of tets, against the peak of a core",
    .run = run,
};
