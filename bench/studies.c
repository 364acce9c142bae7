// SPDX-License-Identifier: Apache-2.0

#include "bench/studies.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>

// ------------------------------------------------------------------------------------------- files

// NULL: it cannot be written, and the context says so
static FILE* open_file(const BenchStudies* bench, const char* name, const char* ending) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s%s", bench->run->out, name, ending);
  FILE* file = fopen(path, "w");
  if (!file) brn__fail(bench->ctx, BRN_IO_FAILED, "%s: cannot write", path);
  return file;
}

static BrnStatus close_file(const BenchStudies* bench, const char* name, FILE* file) {
  bool failed = ferror(file) != 0;
  if (fclose(file) == 0 && !failed) return BRN_OK;
  return brn__fail(bench->ctx, BRN_IO_FAILED, "%s/%s: cannot write all of it", bench->run->out,
                   name);
}

void study_table_begin(const BenchStudies* bench, BenchTable* table) {
  table->rows = json_array();
  if (!bench->run->quiet) bench_table_print_head(table);
}

void study_table_add(const BenchStudies* bench, BenchTable* table, json_t* row) {
  if (!bench->run->quiet) bench_table_print_row(table, row);
  json_array_append_new(table->rows, row);
}

static BrnStatus write_table(const BenchStudies* bench, const BenchTable* table) {
  if (!bench->page) return BRN_OK;
  bench_table_markdown(table, bench->page);
  FILE* file = open_file(bench, table->name, ".csv");
  if (!file) return BRN_IO_FAILED;
  bench_table_csv(table, file);
  return close_file(bench, table->name, file);
}

BrnStatus study_table_end(BenchStudies* bench, BenchTable* table) {
  BrnStatus status = write_table(bench, table);
  if (!bench->run->quiet && table->note) printf("  %s\n", table->note);
  json_object_set_new(bench->results, table->name, bench_table_json(table));
  json_decref(table->rows);
  table->rows = NULL;
  return status;
}

BrnStatus study_plot(BenchStudies* bench, const char* name, const BenchPlot* plot) {
  if (!bench->page) return BRN_OK;
  FILE* file = open_file(bench, name, ".svg");
  if (!file) return BRN_IO_FAILED;
  bench_plot_write(plot, file);
  fprintf(bench->page, "\n![%s](%s.svg)\n", plot->title, name);
  return close_file(bench, name, file);
}

// ------------------------------------------------------------------------------------------ curves

StudyCurve study_curve(const BenchTable* table, const char* key, const char* value, const char* x,
                       const char* y) {
  StudyCurve curve = {.count = 0};
  size_t i;
  json_t* row;
  json_array_foreach(table->rows, i, row) {
    const char* text = key ? json_string_value(json_object_get(row, key)) : NULL;
    if (key && (!text || strcmp(text, value) != 0)) continue;
    if (curve.count == STUDY_POINTS) break;
    curve.x[curve.count] = bench_row_number(row, x);
    curve.y[curve.count++] = bench_row_number(row, y);
  }
  return curve;
}

BenchSeries study_series(const char* name, const StudyCurve* curve) {
  return (BenchSeries){.name = name, .count = curve->count, .x = curve->x, .y = curve->y};
}

// -------------------------------------------------------------------------------------------- page

static BrnStatus begin_page(BenchStudies* bench, const BenchPage* page, const char* machine) {
  const BenchRun* run = bench->run;
  if (!run->out) return BRN_OK;
  mkdir(run->out, 0777); // it may be there
  bench->page = open_file(bench, page->name, ".md");
  if (!bench->page) return BRN_IO_FAILED;
  fprintf(bench->page, "# %s\n\nMade by `brawn bench %s%s --out`. %s. %s\n", page->title,
          page->name,
          run->paper   ? " --paper"
          : run->quick ? " --quick"
                       : "",
          machine, page->paper);
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

static BrnStatus refuse(const BenchStudies* bench, const char* name, const BenchStudy* study,
                        int count) {
  char list[600] = "";
  for (int s = 0; s < count; s++) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s",
             s == 0           ? ""
             : s == count - 1 ? " and "
                              : ", ",
             study[s].name);
  }
  return brn__fail(bench->ctx, BRN_INVALID, "--only: %s has no \"%s\"; it has %s", name,
                   bench->run->only, list);
}

static BrnStatus run_studies(BenchStudies* bench, const char* name, const BenchStudy* study,
                             int count) {
  int done = 0;
  for (int s = 0; s < count; s++) {
    if (!is_wanted(bench->run, study[s].name)) continue;
    BRN_TRY(study[s].run(bench));
    done++;
  }
  return done > 0 ? BRN_OK : refuse(bench, name, study, count);
}

static void describe(BrnContext* ctx, char* text, size_t size) {
  char processor[200];
  bench_processor_name(processor, sizeof processor);
  snprintf(text, size, "%s, %d workers, one core reads memory at %.1f GB/s", processor,
           brn_worker_count(ctx), 1e-9 * bench_read_bandwidth(ctx));
}

json_t* bench_studies_run(BrnContext* ctx, const BenchRun* run, const BenchPage* page,
                          const BenchStudy* study, int count) {
  BenchStudies bench = {.ctx = ctx, .run = run, .results = json_object()};
  char machine[400];
  describe(ctx, machine, sizeof machine);
  if (!run->quiet) printf("  %s\n", machine);
  json_object_set_new(bench.results, "machine", json_string(machine));
  BrnStatus status = begin_page(&bench, page, machine);
  if (status == BRN_OK) status = run_studies(&bench, page->name, study, count);
  if (bench.page) {
    BrnStatus closed = close_file(&bench, page->name, bench.page);
    if (status == BRN_OK) status = closed;
  }
  if (status == BRN_OK) return bench.results;
  json_decref(bench.results);
  return NULL;
}
