// SPDX-License-Identifier: Apache-2.0

#include "../../bench/body.h"

#include "tetra/rules.h"
#include "tetra/tetra_test.h"

// Twenty muscles that overlap four bones and each other, in one mesh.

typedef struct Trial {
  BrnContext* ctx;
  Body body;
  BrnTetraDef def;
  BrnMesh* mesh;
  BrnTetraReport report;
} Trial;

static void start(Trial* trial) {
  trial->ctx = test_context();
  ENSURE_OK(trial->ctx, body_make(trial->ctx, &trial->body));
  trial->def = body_def(&trial->body, 24000);
  ENSURE_OK(trial->ctx, brn_tetra_make(trial->ctx, &trial->def, &trial->mesh, &trial->report));
}

static void finish(Trial* trial) {
  brn_tetra_report_clear(trial->ctx, &trial->report);
  brn_mesh_destroy(trial->ctx, trial->mesh);
  body_free(trial->ctx, &trial->body);
  test_context_done(trial->ctx);
}

// ------------------------------------------------------------------------ what the rules give

enum { STEPS = 280 };

typedef struct Census {
  const BrnRules* rules;
  double low[3], step;
  int count[3];
  int* owner;
} Census;

static void owner_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Census* census = user;
  for (int i = begin; i < end; i++) {
    int place[3] = {i % census->count[0], i / census->count[0] % census->count[1],
                    i / census->count[0] / census->count[1]};
    double p[3];
    for (int a = 0; a < 3; a++) p[a] = census->low[a] + (place[a] + 0.5) * census->step;
    census->owner[i] = brn__rules_owner(census->rules, p);
  }
}

/// Volumes by part of the def, from points 1/STEPS of the longest side apart.
static void count_volumes(Trial* trial, double* volume) {
  BrnRules rules;
  ENSURE_OK(trial->ctx, brn__rules_create(trial->ctx, &trial->def, &rules));
  Census census = {.rules = &rules};
  double high[3], longest = 0;
  for (int a = 0; a < 3; a++) {
    census.low[a] = INFINITY, high[a] = -INFINITY;
    for (int i = 0; i < rules.part_count; i++) {
      census.low[a] = fmin(census.low[a], rules.part[i].low[a]);
      high[a] = fmax(high[a], rules.part[i].high[a]);
    }
    longest = fmax(longest, high[a] - census.low[a]);
  }
  census.step = longest / STEPS;
  int total = 1;
  for (int a = 0; a < 3; a++) {
    census.count[a] = (int)ceil((high[a] - census.low[a]) / census.step);
    total *= census.count[a];
  }
  census.owner = malloc(sizeof(int) * (size_t)total);
  brn__parallel_for(trial->ctx, total, 1024, owner_range, &census);
  for (int i = 0; i < rules.part_count; i++) volume[i] = 0;
  for (int i = 0; i < total; i++) {
    if (census.owner[i] < 0) continue;
    volume[rules.part[census.owner[i]].index] += pow(census.step, 3);
  }
  free(census.owner);
  brn__rules_destroy(trial->ctx, &rules);
}

static void body_becomes_one_mesh(void** state) {
  (void)state;
  Trial trial;
  double volume[BODY_PARTS];
  double t0 = brn__seconds();
  start(&trial);
  double t1 = brn__seconds();
  const BrnTetReport* tets = &trial.report.tets;
  count_volumes(&trial, volume);
  double t2 = brn__seconds();
  print_message("%d tets, %g %g, %.2f s %.2f s\n", tets->tet_count, tets->min_dihedral, tets->max_dihedral, t1 - t0, t2 - t1);
  for (int i = 0; i < BODY_PARTS; i++) {
    double c0 = 0, c1 = 0;
    if (i >= BODY_BONES) {
      c0 = tetra_contact(trial.ctx, trial.mesh, i + 1, trial.body.ends[i - BODY_BONES][0] + 1);
      c1 = tetra_contact(trial.ctx, trial.mesh, i + 1, trial.body.ends[i - BODY_BONES][1] + 1);
    }
    print_message("%s: %d tets %d pieces %.2f of %.2f (%.2f %%), surface %.2f; contact %.2f %.2f cm2\n", trial.body.name[i],
                  trial.report.part[i].tet_count, trial.report.part[i].component_count,
                  1e6 * trial.report.part[i].volume, 1e6 * volume[i],
                  100 * (trial.report.part[i].volume / volume[i] - 1), 1e6 * trial.report.part[i].surface_volume, 1e4 * c0, 1e4 * c1);
  }
  print_message("%.2f s\n", brn__seconds() - t2);
  finish(&trial);
}

TEST_MAIN(cmocka_unit_test(body_becomes_one_mesh))
