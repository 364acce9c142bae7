// SPDX-License-Identifier: Apache-2.0

#include "bench/emu.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

// as their tables are called
static const struct {
  const char* name;
  BrnStatus (*run)(EmuBench* bench);
} studies[] = {
    {"table_2", emu_study_table_2},       {"figure_8", emu_study_figure_8},
    {"figure_4", emu_study_spectrum},     {"figure_20", emu_study_scaling},
    {"iteration", emu_study_iteration},   {"figure_20_workers", emu_study_workers},
    {"peers_iteration", emu_study_peers}, {"methods", emu_study_methods},
    {"table_3", emu_study_models},
};
enum { STUDIES = sizeof studies / sizeof *studies };

// ------------------------------------------------------------------------------------------- files

// NULL: it cannot be written, and the context says so
static FILE* open_file(const EmuBench* bench, const char* name, const char* ending) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s%s", bench->run->out, name, ending);
  FILE* file = fopen(path, "w");
  if (!file) brn__fail(bench->ctx, BRN_IO_FAILED, "%s: cannot write", path);
  return file;
}

static BrnStatus close_file(const EmuBench* bench, const char* name, FILE* file) {
  bool failed = ferror(file) != 0;
  if (fclose(file) == 0 && !failed) return BRN_OK;
  return brn__fail(bench->ctx, BRN_IO_FAILED, "%s/%s: cannot write all of it", bench->run->out,
                   name);
}

void emu_table_begin(const EmuBench* bench, BenchTable* table) {
  table->rows = json_array();
  if (!bench->run->quiet) bench_table_print_head(table);
}

void emu_table_add(const EmuBench* bench, BenchTable* table, json_t* row) {
  if (!bench->run->quiet) bench_table_print_row(table, row);
  json_array_append_new(table->rows, row);
}

static BrnStatus write_table(const EmuBench* bench, const BenchTable* table) {
  if (!bench->page) return BRN_OK;
  bench_table_markdown(table, bench->page);
  FILE* file = open_file(bench, table->name, ".csv");
  if (!file) return BRN_IO_FAILED;
  bench_table_csv(table, file);
  return close_file(bench, table->name, file);
}

BrnStatus emu_table_end(EmuBench* bench, BenchTable* table) {
  BrnStatus status = write_table(bench, table);
  if (!bench->run->quiet && table->note) printf("  %s\n", table->note);
  json_object_set_new(bench->results, table->name, bench_table_json(table));
  json_decref(table->rows);
  table->rows = NULL;
  return status;
}

BrnStatus emu_plot(EmuBench* bench, const char* name, const BenchPlot* plot) {
  if (!bench->page) return BRN_OK;
  FILE* file = open_file(bench, name, ".svg");
  if (!file) return BRN_IO_FAILED;
  bench_plot_write(plot, file);
  fprintf(bench->page, "\n![%s](%s.svg)\n", plot->title, name);
  return close_file(bench, name, file);
}

// ------------------------------------------------------------------------------------------ curves

EmuCurve emu_curve(const BenchTable* table, const char* key, const char* value, const char* x,
                   const char* y) {
  EmuCurve curve = {.count = 0};
  size_t i;
  json_t* row;
  json_array_foreach(table->rows, i, row) {
    const char* text = key ? json_string_value(json_object_get(row, key)) : NULL;
    if (key && (!text || strcmp(text, value) != 0)) continue;
    if (curve.count == EMU_POINTS) break;
    curve.x[curve.count] = bench_row_number(row, x);
    curve.y[curve.count++] = bench_row_number(row, y);
  }
  return curve;
}

BenchSeries emu_series(const char* name, const EmuCurve* curve) {
  return (BenchSeries){.name = name, .count = curve->count, .x = curve->x, .y = curve->y};
}

// -------------------------------------------------------------------------------------------- page

static BrnStatus begin_page(EmuBench* bench, const char* machine) {
  if (!bench->run->out) return BRN_OK;
  mkdir(bench->run->out, 0777); // it may be there
  bench->page = open_file(bench, "emu", ".md");
  if (!bench->page) return BRN_IO_FAILED;
  fprintf(bench->page,
          "# What the EMU paper measured, measured again\n\n"
          "Made by `brawn bench emu%s --out`. %s. The paper is Modi, Fulton, Sueda, Jacobson and "
          "Levin 2020; its numbers are beside ours.\n",
          bench->run->paper   ? " --paper"
          : bench->run->quick ? " --quick"
                              : "",
          machine);
  return BRN_OK;
}

// "table_2,methods"
static bool is_wanted(const BenchRun* run, const char* name) {
  size_t length = strlen(name);
  for (const char* at = run->only; at; at = strchr(at, ',')) {
    at += *at == ',';
    if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length])) return true;
  }
  return !run->only;
}

static BrnStatus run_studies(EmuBench* bench) {
  int count = 0;
  for (int s = 0; s < STUDIES; s++) {
    if (!is_wanted(bench->run, studies[s].name)) continue;
    BRN_TRY(studies[s].run(bench));
    count++;
  }
  if (count > 0) return BRN_OK;
  return brn__fail(
      bench->ctx, BRN_INVALID,
      "--only: emu has no \"%s\"; it has table_2, figure_8, "
      "figure_4, figure_20, iteration, figure_20_workers, peers_iteration, methods and "
      "table_3",
      bench->run->only);
}

static void describe(BrnContext* ctx, char* text, size_t size) {
  char processor[200];
  bench_processor_name(processor, sizeof processor);
  snprintf(text, size, "%s, %d workers, one core reads memory at %.1f GB/s", processor,
           brn_worker_count(ctx), 1e-9 * bench_read_bandwidth(ctx));
}

static json_t* run_emu(BrnContext* ctx, const BenchRun* run) {
  EmuBench bench = {.ctx = ctx, .run = run, .results = json_object()};
  char machine[400];
  describe(ctx, machine, sizeof machine);
  if (!run->quiet) printf("  %s\n", machine);
  json_object_set_new(bench.results, "machine", json_string(machine));
  BrnStatus status = begin_page(&bench, machine);
  if (status == BRN_OK) status = run_studies(&bench);
  if (bench.page) {
    BrnStatus closed = close_file(&bench, "emu.md", bench.page);
    if (status == BRN_OK) status = closed;
  }
  if (status == BRN_OK) return bench.results;
  json_decref(bench.results);
  return NULL;
}

const Bench bench_emu = {"emu", "the EMU paper's tables and figures, beside its numbers", run_emu};
