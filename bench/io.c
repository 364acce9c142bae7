// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "io/registry.h"

#include <stdio.h>
#include <string.h>

// Writing and reading a labelled tet mesh (or its surface, for formats without tets) in memory, in
// every format and encoding.

typedef struct Task {
  BrnContext* ctx;
  const BrnFormat* format;
  BrnWriteDef def;
  const BrnMesh* mesh;
  BrnSink sink;
  BrnStatus status;
} Task;

static void write_once(void* user) {
  Task* t = user;
  brn__sink_abandon(&t->sink);
  t->status = brn__sink_open_memory(t->ctx, &t->sink);
  if (t->status == BRN_OK) t->status = t->format->write(t->ctx, t->mesh, &t->def, &t->sink);
  if (t->status == BRN_OK) t->status = t->sink.status;
}

static void read_once(void* user) {
  Task* t = user;
  BrnMesh* mesh = NULL;
  BrnSource source = {.name = "memory", .data = t->sink.buffer, .size = t->sink.used};
  t->status = brn__format_read(t->ctx, t->format, &source, &mesh);
  brn_mesh_destroy(t->ctx, mesh);
}

static json_t* measure(Task* t, const BenchRun* run, const char* encoding) {
  int times = run->quick ? 1 : 3;
  double write = bench_median(times, write_once, t), read = 0;
  if (t->status == BRN_OK) read = bench_median(times, read_once, t);
  if (t->status != BRN_OK) return NULL;
  double megabytes = 1e-6 * (double)t->sink.used;
  if (!run->quiet) {
    printf("%-10s %-11s %9.1f %10.1f %12.0f %10.1f %12.0f\n", t->format->info.name, encoding,
           megabytes, 1e3 * write, megabytes / write, 1e3 * read, megabytes / read);
  }
  return json_pack("{s:s, s:s, s:f, s:f, s:f}", "format", t->format->info.name, "encoding",
                   encoding, "megabytes", megabytes, "write_seconds", write, "read_seconds", read);
}

static BrnStatus measure_format(BrnContext* ctx, const BenchRun* run, const BrnFormat* format,
                                const BrnMesh* mesh, json_t* rows) {
  static const char* const encoding[] = {"default", "ascii", "binary", "compressed"};
  bool choice = strcmp(format->info.name, "obj") != 0 && strcmp(format->info.name, "medit") != 0;
  for (int e = BRN_ENCODING_ASCII; e <= BRN_ENCODING_COMPRESSED; e++) {
    bool compressed = e == BRN_ENCODING_COMPRESSED;
    if (compressed && strcmp(format->info.name, "vtu") != 0) continue;
    if (e == BRN_ENCODING_BINARY && !choice) continue;
    Task task = {.ctx = ctx, .format = format, .mesh = mesh, .def = brn_write_def_default()};
    task.def.encoding = (BrnEncoding)e;
    task.sink = (BrnSink){.ctx = ctx, .file = -1};
    json_t* row = measure(&task, run, encoding[e]);
    brn__sink_abandon(&task.sink);
    if (!row) return task.status;
    json_array_append_new(rows, row);
  }
  return BRN_OK;
}

static BrnStatus measure_all(BrnContext* ctx, const BenchRun* run, const BrnMesh* mesh,
                             const BrnMesh* surface, json_t* rows) {
  for (int i = 0; brn_format_info(i); i++) {
    const BrnFormatInfo* info = brn_format_info(i);
    const BrnFormat* format;
    BRN_TRY(brn__format_find(ctx, info->name, "", &format));
    if (format->second_extension || !info->writes || !info->reads)
      continue; // two files: not in memory
    BRN_TRY(measure_format(ctx, run, format, info->holds_tets ? mesh : surface, rows));
  }
  return BRN_OK;
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  def.tets = run->size > 0 ? run->size : run->quick ? 2000 : 200000;
  BrnMesh* mesh = NULL;
  BrnSurface* surface = NULL;
  json_t* rows = json_array();
  BrnLogSink before = brn__log_redirect(ctx, (BrnLogSink){0});
  BrnStatus status = brn_shape_make(ctx, &def, &mesh);
  if (status == BRN_OK) status = brn_mesh_boundary(ctx, mesh, &surface);
  if (status == BRN_OK && !run->quiet) {
    printf("%d tets, %d boundary triangles\n", mesh->tet_count, surface->mesh->triangle_count);
    printf("%-10s %-11s %9s %10s %12s %10s %12s\n", "format", "encoding", "MB", "write ms",
           "write MB/s", "read ms", "read MB/s");
  }
  if (status == BRN_OK) status = measure_all(ctx, run, mesh, surface->mesh, rows);
  brn__log_redirect(ctx, before);
  brn_surface_destroy(ctx, surface);
  brn_mesh_destroy(ctx, mesh);
  if (status == BRN_OK) return rows;
  json_decref(rows);
  return NULL;
}

const Bench bench_io = {
    .name = "io",
    .summary = "writing and reading a mesh in every format",
    .run = run,
};
