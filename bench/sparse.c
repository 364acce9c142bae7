// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"
#include "bench/modes.h"

#include "sparse/blocks.h"
#include "sparse/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Cholesky factors of the Laplacian of a spindle, its upper bone held, and solves for three
// right-hand sides: the library's own and ours, in doubles and in floats, on one thread and on all.
// A solve has to read the factor twice; what it reads in a second is compared with what the same
// threads read from a large array, in the same run. Then the lowest modes, and the product with the
// 3 x 3 blocks of a stiffness matrix, on all threads.

enum { SIDES = 3, SIZES = 4 };

typedef struct Variant {
  const char* name;
  bool library, floats, all_workers;
} Variant;

static const Variant variants[] = {
    {"library", true, false, false},
    {"own", false, false, false},
    {"own, threads", false, false, true},
    {"own floats", false, true, false},
    {"own floats, threads", false, true, true},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

typedef struct Row {
  int tets, rows;
  int variants; // MUMPS has one: it does not let us read its factor
  BrnFactorInfo info;
  double create_seconds, update_seconds;
  double seconds[VARIANTS], rate[VARIANTS], residual[VARIANTS];
  int mode_solves[2];
  double mode_seconds[2];
  double product_seconds, product_rate;
} Row;

static const int mode_counts[2] = {16, 48};

typedef struct Machine {
  BrnContext* one; // worker; the caller's context has them all
  double bandwidth[2];
} Machine;

// --------------------------------------------------------------------------------------- matrix

static BrnStatus without_upper_bone(BrnContext* ctx, const BrnMesh* mesh, double top, BrnCsr** K) {
  BrnCsr* whole;
  BRN_TRY(brn__csr_laplacian(ctx, mesh, &whole));
  uint8_t* kept = brn__new(ctx, mesh->vertex_count, uint8_t);
  BrnStatus status = kept ? BRN_OK : BRN_NO_MEMORY;
  for (int v = 0; kept && v < mesh->vertex_count; v++) {
    kept[v] = mesh->position[3 * (size_t)v + 1] < top;
  }
  if (kept) status = brn__csr_keep(ctx, whole, kept, K);
  brn__free(ctx, kept);
  brn__csr_destroy(ctx, whole);
  return status;
}

typedef struct Product {
  BrnContext* ctx;
  BrnBlocks* K;
  double *x, *y;
} Product;

static void multiply(void* user) {
  Product* p = user;
  brn__blocks_multiply(p->ctx, p->K, p->x, p->y);
}

// the pattern of a mesh; the values do not matter to the time
static BrnStatus make_blocks(BrnContext* ctx, const BrnMesh* mesh, BrnBlocks* K) {
  BrnCsr* pattern;
  BRN_TRY(brn__csr_from_mesh(ctx, mesh, &pattern));
  K->row_count = pattern->row_count;
  K->start = pattern->start;
  K->column = pattern->column;
  pattern->start = pattern->column = NULL;
  brn__csr_destroy(ctx, pattern);
  K->value = brn__new_zero(ctx, 9 * (size_t)K->start[K->row_count], double);
  return K->value ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus time_product(BrnContext* ctx, const BrnMesh* mesh, Row* row) {
  Product p = {.ctx = ctx};
  p.K = brn__new_zero(ctx, 1, BrnBlocks);
  BrnStatus status = p.K ? make_blocks(ctx, mesh, p.K) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn__blocks_destroy(ctx, p.K);
    return status;
  }
  p.x = brn__new_zero(ctx, 3 * (size_t)p.K->row_count, double);
  p.y = brn__new(ctx, 3 * (size_t)p.K->row_count, double);
  bool got = p.x && p.y;
  if (got) {
    double blocks = p.K->start[p.K->row_count];
    row->product_seconds = bench_median(15, multiply, &p);
    row->product_rate = blocks * (9 * sizeof(double) + sizeof(int)) / row->product_seconds;
  }
  brn__free(ctx, p.x);
  brn__free(ctx, p.y);
  brn__blocks_destroy(ctx, p.K);
  return got ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus make_matrix(BrnContext* ctx, int tets, Row* row, BrnCsr** K) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  BrnMesh* mesh;
  def.tets = tets;
  BRN_TRY(brn_shape_make(ctx, &def, &mesh));
  row->tets = mesh->tet_count;
  BrnStatus status = time_product(ctx, mesh, row);
  if (status == BRN_OK) status = without_upper_bone(ctx, mesh, def.length, K);
  if (status == BRN_OK) row->rows = (*K)->row_count;
  brn_mesh_destroy(ctx, mesh);
  return status;
}

// --------------------------------------------------------------------------------------- timings

typedef struct Task {
  BrnContext* ctx;
  BrnFactor* factor;
  double *b, *x;
} Task;

static void solve(void* user) {
  Task* t = user;
  brn__factor_solve_xyz(t->ctx, t->factor, t->b, t->x);
}

static double residual(const BrnCsr* K, const Task* t) {
  double worst = 0;
  for (int i = 0; i < K->row_count; i++) {
    for (int a = 0; a < SIDES; a++) {
      double left = t->b[SIDES * i + a];
      for (int e = K->start[i]; e < K->start[i + 1]; e++) {
        left -= K->value[e] * t->x[SIDES * K->column[e] + a];
      }
      worst = fmax(worst, fabs(left));
    }
  }
  return worst;
}

static BrnStatus make_factor(BrnContext* ctx, const BrnCsr* K, const Variant* variant, Row* row,
                             BrnFactor** factor) {
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  def.library_solve = variant->library;
  def.floats = variant->floats;
  double start = brn__seconds();
  BRN_TRY(brn__factor_create(ctx, K, &def, factor));
  double middle = brn__seconds();
  BrnStatus status = brn__factor_update(ctx, *factor, K, &report);
  if (variant->library || !variant->floats) {
    row->create_seconds = middle - start;
    row->update_seconds = brn__seconds() - middle;
    row->info = brn__factor_info(*factor);
    row->variants = strcmp(row->info.library, "CHOLMOD") == 0 ? VARIANTS : 1;
  }
  if (status != BRN_OK) brn__factor_destroy(ctx, *factor);
  return status;
}

static BrnStatus time_variant(BrnContext* ctx, const BrnCsr* K, int w, Task* t, Row* row) {
  BRN_TRY(make_factor(ctx, K, &variants[w], row, &t->factor));
  t->ctx = ctx;
  solve(t); // the first touches the memory
  row->residual[w] = residual(K, t);
  row->seconds[w] = bench_median(row->tets > 300000 ? 9 : 31, solve, t);
  row->rate[w] = brn__factor_info(t->factor).solve_bytes / row->seconds[w];
  brn__factor_destroy(ctx, t->factor);
  return BRN_OK;
}

static BrnStatus time_variants(BrnContext* ctx, const Machine* machine, const BrnCsr* K, Row* row) {
  size_t numbers = SIDES * (size_t)K->row_count;
  Task t = {.b = brn__new(ctx, numbers, double), .x = brn__new(ctx, numbers, double)};
  BrnStatus status = t.b && t.x ? BRN_OK : BRN_NO_MEMORY;
  uint64_t state = 1;
  row->variants = 1; // until the factor tells
  for (size_t i = 0; status == BRN_OK && i < numbers; i++) t.b[i] = bench_random(&state) - 0.5;
  for (int w = 0; status == BRN_OK && w < row->variants; w++) {
    status = time_variant(variants[w].all_workers ? ctx : machine->one, K, w, &t, row);
  }
  brn__free(ctx, t.b);
  brn__free(ctx, t.x);
  return status;
}

static BrnStatus time_modes(BrnContext* ctx, BrnFactor* factor, int n, int i, Row* row) {
  BrnModesDef def = brn__modes_def_default();
  BrnModesReport report;
  double lambda[48];
  def.count = mode_counts[i];
  double* mass = brn__new(ctx, n, double);
  double* x = brn__new(ctx, (size_t)n * (size_t)def.count, double);
  BrnStatus status = mass && x ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    for (int k = 0; k < n; k++) mass[k] = 1;
    double start = brn__seconds();
    status = brn__modes_find(ctx, factor, mass, n, &def, lambda, x, &report);
    row->mode_seconds[i] = brn__seconds() - start;
    row->mode_solves[i] = report.solves;
  }
  brn__free(ctx, mass);
  brn__free(ctx, x);
  return status;
}

static BrnStatus find_modes(BrnContext* ctx, const BrnCsr* K, Row* row) {
  BrnFactorDef def = brn__factor_def_default();
  BrnFactorReport report;
  BrnFactor* factor;
  def.width = 8;
  BRN_TRY(brn__factor_create(ctx, K, &def, &factor));
  BrnStatus status = brn__factor_update(ctx, factor, K, &report);
  for (int i = 0; status == BRN_OK && i < 2; i++) {
    status = time_modes(ctx, factor, K->row_count, i, row);
  }
  brn__factor_destroy(ctx, factor);
  return status;
}

// ---------------------------------------------------------------------------------------- telling

static void tell(const BrnContext* ctx, const Machine* machine, const Row* row) {
  printf("  %d tets, %d rows: %.2f M numbers in L (%s, %s), %.1f Gflop, %.0f MB\n", row->tets,
         row->rows, 1e-6 * row->info.nonzeros, row->info.library, row->info.ordering,
         1e-9 * row->info.flops, 1e-6 * (double)row->info.bytes);
  printf("  %-20s %9.3f ms          %6.1f GB/s\n", "product, 3x3 blocks",
         1e3 * row->product_seconds, 1e-9 * row->product_rate);
  for (int i = 0; i < 2; i++) {
    printf("  %2d modes             %9.1f ms, %d solves\n", mode_counts[i],
           1e3 * row->mode_seconds[i], row->mode_solves[i]);
  }
  printf("  %-20s %9.1f ms\n  %-20s %9.1f ms\n", "analyse", 1e3 * row->create_seconds, "factor",
         1e3 * row->update_seconds);
  for (int w = 0; w < row->variants; w++) {
    double share = row->rate[w] / machine->bandwidth[variants[w].all_workers];
    printf("  %-20s %9.3f ms %6.2f x  %6.1f GB/s %5.0f %% of %d thread%s\n", variants[w].name,
           1e3 * row->seconds[w], row->seconds[0] / row->seconds[w], 1e-9 * row->rate[w],
           100 * share, variants[w].all_workers ? brn_worker_count(ctx) : 1,
           variants[w].all_workers ? "s" : "");
  }
}

static json_t* to_json(const Machine* machine, const Row* row) {
  json_t* solves = json_object();
  for (int w = 0; w < row->variants; w++) {
    double bandwidth = machine->bandwidth[variants[w].all_workers];
    json_object_set_new(solves, variants[w].name,
                        json_pack("{s:f, s:f, s:f, s:f}", "seconds", row->seconds[w],
                                  "bytes_per_second", row->rate[w], "share_of_bandwidth",
                                  row->rate[w] / bandwidth, "residual", row->residual[w]));
  }
  return json_pack("{s:i, s:i, s:s, s:s, s:f, s:f, s:I, s:f, s:f, s:o, s:f, s:f, s:f}", "tets",
                   row->tets, "rows", row->rows, "library", row->info.library, "ordering",
                   row->info.ordering, "nonzeros", row->info.nonzeros, "flops", row->info.flops,
                   "bytes", (json_int_t)row->info.bytes, "analyse_seconds", row->create_seconds,
                   "factor_seconds", row->update_seconds, "solves", solves, "modes_16_seconds",
                   row->mode_seconds[0], "modes_48_seconds", row->mode_seconds[1],
                   "product_seconds", row->product_seconds);
}

static BrnStatus run_size(BrnContext* ctx, const Machine* machine, int tets, Row* row) {
  BrnCsr* K;
  *row = (Row){0};
  BRN_TRY(make_matrix(ctx, tets, row, &K));
  BrnStatus status = time_variants(ctx, machine, K, row);
  if (status == BRN_OK) status = find_modes(ctx, K, row);
  brn__csr_destroy(ctx, K);
  return status;
}

static json_t* run_sizes(BrnContext* ctx, const Machine* machine, const BenchRun* run) {
  static const int size[SIZES] = {10000, 50000, 200000, 600000};
  json_t* list = json_array();
  bool one = run->size > 0 || run->quick;
  for (int i = 0; i < (one ? 1 : SIZES); i++) {
    Row row;
    int tets = run->size > 0 ? run->size : run->quick ? 2000 : size[i];
    if (run_size(ctx, machine, tets, &row) != BRN_OK) {
      json_decref(list);
      return NULL;
    }
    if (!run->quiet) tell(ctx, machine, &row);
    json_array_append_new(list, to_json(machine, &row));
  }
  return list;
}

static json_t* run_sparse(BrnContext* ctx, const BenchRun* run) {
  Machine machine = {.one = bench_context(1)};
  if (!machine.one) return NULL;
  machine.bandwidth[0] = bench_stream_bandwidth(machine.one);
  machine.bandwidth[1] = bench_stream_bandwidth(ctx);
  if (!run->quiet) {
    printf("  memory is read at %.1f GB/s by one thread, %.1f by %d\n", 1e-9 * machine.bandwidth[0],
           1e-9 * machine.bandwidth[1], brn_worker_count(ctx));
  }
  json_t* sizes = run_sizes(ctx, &machine, run);
  json_t* modes = sizes ? bench_modes(ctx, run) : NULL;
  brn_context_destroy(machine.one);
  if (!modes) {
    json_decref(sizes);
    return NULL;
  }
  return json_pack("{s:f, s:f, s:o, s:o}", "read_bytes_per_second", machine.bandwidth[0],
                   "read_bytes_per_second_all", machine.bandwidth[1], "sizes", sizes, "modes",
                   modes);
}

const Bench bench_sparse = {"sparse", "Cholesky factors and solves against the speed of memory",
                            run_sparse};
