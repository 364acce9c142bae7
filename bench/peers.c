// SPDX-License-Identifier: Apache-2.0

#include "bench/peers.h"

#include "bench/bench.h"
#include "core/vec.h"
#include "drive/script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Brawn beside the finite-element programs that a person can install on the same machine, on one
// mesh: a passive spindle, one bone held, the other moved. Timed is, for Brawn, preparing the
// solver and the step; for FEniCSx, making its solver and solving, with forms compiled before; for
// CalculiX, the whole run, as it tells no less. Shapes are compared with that of FEniCSx, which has
// the same energy, or with Brawn's own when it is not there.

typedef struct Table {
  const BenchRun* run;
  const PeerBody* body;
  json_t* list;
  double* reference; // shape of FEniCSx; NULL: it is not there
} Table;

static int compare_doubles(const void* a, const void* b) {
  double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static double median(const double* list, int count) {
  double sorted[PEER_REPEATS];
  memcpy(sorted, list, sizeof sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
  return sorted[count / 2];
}

// ------------------------------------------------------------------------------------------- Brawn

static const char scene_text[] =
    "{'brawn': 1, 'mesh': {'file': 'spindle.vtu'}, 'gravity': [0, 0, 0], 'materials': {'flesh': "
    "{'like': 'muscle', 'young': 6e6, 'poisson': 0.49}}, 'bones': {'a': {'labels': '1', 'fixed': "
    "true}, 'b': {'labels': '3', 'motion': {'move': [[0, 0, 0, 0], [1, 0.03, 0.015, 0]]}}}, "
    "'muscles': {'m': {'labels': '2', 'origin': 'a', 'insertion': 'b', 'material': 'flesh', "
    "'activation': 0}}, 'solver': {'locking': 'off', 'linear_tolerance': 0.05}}";

BrnStatus peer_body_model(BrnContext* ctx, const PeerBody* body, BrnModel** model) {
  char path[300], text[sizeof scene_text];
  BrnScene* scene;
  BrnBuildDef def = brn_build_def_default();
  snprintf(path, sizeof path, "%s/spindle.vtu", body->folder);
  BRN_TRY(brn_mesh_write(ctx, body->mesh, path, NULL));
  memcpy(text, scene_text, sizeof text);
  for (char* c = text; *c; c++) *c = *c == '\'' ? '"' : *c;
  snprintf(path, sizeof path, "%s/scene.json", body->folder);
  BRN_TRY(brn_scene_parse(ctx, text, strlen(text), path, &scene));
  BrnStatus status = brn_model_build(ctx, scene, &def, model, NULL);
  brn_scene_destroy(ctx, scene);
  return status;
}

static BrnStatus solve(BrnContext* ctx, const BrnModel* model, BrnState* state, BrnStepInput* input,
                       int repeat, PeerResult* result) {
  BrnSolverDef def = brn_solver_def_of(model);
  BrnSolver* solver;
  BrnStepReport report;
  double begin = brn__seconds(), cpu = bench_cpu_seconds();
  BRN_TRY(brn_solver_create(ctx, model, &def, &solver));
  BrnStatus status = brn_solver_step(solver, input, state, &report);
  result->seconds[repeat] = brn__seconds() - begin;
  result->cpu[repeat] = bench_cpu_seconds() - cpu;
  brn_solver_destroy(ctx, solver);
  if (status != BRN_OK) return status;
  if (report.outcome != BRN_CONVERGED) {
    return brn__fail(ctx, BRN_INVALID, "the spindle did not converge");
  }
  result->iterations = report.iterations;
  result->residual = report.residual;
  return BRN_OK;
}

static BrnStatus solve_all(BrnContext* ctx, const BrnModel* model, PeerResult* result) {
  BrnStepInput* input;
  size_t size = 3 * sizeof(double) * (size_t)model->mesh->vertex_count;
  BRN_TRY(brn_input_create(ctx, model, &input));
  brn__script_fill(model, 1, input);
  BrnStatus status = BRN_OK;
  for (int i = 0; i < result->repeats && status == BRN_OK; i++) {
    BrnState* state;
    status = brn_state_create(ctx, model, &state);
    if (status == BRN_OK) status = solve(ctx, model, state, input, i, result);
    if (status == BRN_OK) memcpy(result->position, state->position, size);
    brn_state_destroy(ctx, state);
  }
  brn_input_destroy(ctx, input);
  return status;
}

static BrnStatus run_brawn(BrnContext* ctx, const PeerBody* body, PeerResult* result) {
  BrnContext* own = bench_context(result->cores);
  BrnModel* model = NULL;
  BrnStatus status = own ? peer_body_model(own, body, &model) : BRN_NO_MEMORY;
  result->position = brn__new(ctx, 3 * (size_t)body->mesh->vertex_count, double);
  if (!result->position) status = BRN_NO_MEMORY;
  if (status == BRN_OK) status = solve_all(own, model, result);
  if (status != BRN_OK && own) status = brn__fail(ctx, status, "%s", brn_last_error(own));
  if (own) brn_model_destroy(own, model);
  brn_context_destroy(own);
  return status;
}

// ------------------------------------------------------------------------------------------- table

// largest distance between vertices, as a share of the length
static double apart(const PeerBody* body, const double* a, const double* b) {
  double most = 0;
  for (int v = 0; v < body->mesh->vertex_count; v++) {
    most = fmax(most, brn__distance3(a + 3 * (size_t)v, b + 3 * (size_t)v));
  }
  return most / PEER_LENGTH;
}

static void add_row(Table* table, const PeerResult* r) {
  double seconds = median(r->seconds, r->repeats), cpu = median(r->cpu, r->repeats);
  double away =
      table->reference && r->position ? apart(table->body, r->position, table->reference) : NAN;
  if (!table->run->quiet && !r->position) {
    printf("  %-16s %5d   failed\n", r->name, r->cores);
  } else if (!table->run->quiet) {
    printf("  %-16s %5d %9.3f %9.3f %10d %11.2g %11.2g\n", r->name, r->cores, seconds, cpu,
           r->iterations, r->residual, away);
  }
  fflush(stdout);
  json_t* row = json_pack("{s:s, s:i, s:i, s:i, s:b}", "program", r->name, "tets",
                          table->body->mesh->tet_count, "cores", r->cores, "iterations",
                          r->iterations, "failed", r->position == NULL);
  if (r->position) json_object_set_new(row, "seconds", json_real(seconds));
  if (r->position) json_object_set_new(row, "cpu_seconds", json_real(cpu));
  if (isfinite(r->residual)) json_object_set_new(row, "residual", json_real(r->residual));
  if (isfinite(away)) json_object_set_new(row, "distance_over_length", json_real(away));
  json_array_append_new(table->list, row);
}

static BrnStatus run_peer(BrnContext* ctx, Table* table, int program, int cores) {
  static const char* const names[] = {"Brawn", "FEniCSx", "CalculiX C3D4", "CalculiX C3D10"};
  PeerResult result = {.name = names[program], .cores = cores};
  result.repeats = table->run->quick || program == 3 ? 1 : 3;
  BrnStatus status = program == 0   ? run_brawn(ctx, table->body, &result)
                     : program == 1 ? peer_run_dolfinx(ctx, table->body, &result)
                                    : peer_run_calculix(ctx, table->body, program == 3, &result);
  bool first = status == BRN_OK && program == 1 && cores == 1 && result.position;
  if (first) table->reference = result.position;
  if (status == BRN_OK) add_row(table, &result);
  if (!first) brn__free(ctx, result.position);
  return status;
}

static void tell_head(const Table* table) {
  printf("  %d tets, %d vertices\n", table->body->mesh->tet_count, table->body->mesh->vertex_count);
  printf("  %-16s %5s %9s %9s %10s %11s %11s\n", "program", "cores", "seconds", "cpu s",
         "iterations", "residual N", "off/length");
}

// what is compared with comes first
static BrnStatus run_all(BrnContext* ctx, Table* table, const bool there[4]) {
  static const int order[4] = {1, 0, 2, 3};
  if (!table->run->quiet) tell_head(table);
  for (int cores = 1; cores <= 2; cores++) {
    for (int i = 0; i < 4; i++) {
      bool slow = order[i] == 3 && (cores > 1 || table->body->n > 8);
      if (there[order[i]] && !slow) BRN_TRY(run_peer(ctx, table, order[i], cores));
    }
  }
  return BRN_OK;
}

static BrnStatus run_size(BrnContext* ctx, const BenchRun* run, int n, const bool there[4],
                          json_t* list) {
  char folder[] = "/tmp/brawn-peers-XXXXXX", command[100];
  PeerBody body;
  if (!mkdtemp(folder)) return brn__fail(ctx, BRN_IO_FAILED, "%s: cannot make a folder", folder);
  BrnStatus status = peer_body_create(ctx, n, folder, &body);
  Table table = {.run = run, .body = &body, .list = list};
  if (status == BRN_OK) status = run_all(ctx, &table, there);
  brn__free(ctx, table.reference);
  peer_body_destroy(ctx, &body);
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  if (system(command) != 0 && status == BRN_OK) {
    status = brn__fail(ctx, BRN_IO_FAILED, "%s: cannot remove", folder);
  }
  return status;
}

static json_t* run_peers(BrnContext* ctx, const BenchRun* run) {
  int sizes[2] = {8, 13}, count = 2;
  if (run->size > 0 || run->quick) sizes[0] = run->size > 0 ? run->size : 3, count = 1;
  if (sizes[0] < 2 || sizes[0] > 60) {
    brn__fail(ctx, BRN_INVALID, "peers: --size is the cells across, from 2 to 60");
    return NULL;
  }
  bool there[4] = {true, !run->quick && peer_dolfinx_found(), !run->quick && peer_calculix_found()};
  there[3] = there[2];
  if (!run->quiet && !run->quick) {
    if (!there[1]) printf("  FEniCSx is not there: apt-get install python3-dolfinx\n");
    if (!there[2]) printf("  CalculiX is not there: apt-get install calculix-ccx\n");
  }
  json_t* list = json_array();
  for (int i = 0; i < count; i++) {
    if (run_size(ctx, run, sizes[i], there, list) == BRN_OK) continue;
    json_decref(list);
    return NULL;
  }
  return json_pack("{s:b, s:b, s:o}", "dolfinx", there[1], "calculix", there[2], "runs", list);
}

const Bench bench_peers = {"peers", "beside CalculiX and FEniCSx, where they are installed",
                           run_peers};
