// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "mesh/bvh.h"

#include <math.h>
#include <stdio.h>

// Closest points and winding numbers of points near a closed, bumpy surface: 100,000 triangles and
// a million queries by default, asked in random order. Bars: one core answers a million closest
// points and half a million winding numbers a second.
//
// Beside the rates stands what a query cannot do without: the boxes on one way down the tree and
// one leaf. It is a bound from below: near a surface a query looks into two or three leaves.

enum { QUERIES = 1000000, TRIANGLES = 100000 };

typedef struct Task {
  BrnContext* ctx;
  BrnMesh* mesh;
  BrnBvh* bvh;
  double* points;
  int count;
  BrnSurfacePoint* closest;
  double* winding;
} Task;

// a torus of n x n cells with bumps
static BrnStatus make_surface(BrnContext* ctx, int triangles, BrnMesh** out) {
  int n = (int)sqrt(triangles / 2.0);
  BRN_TRY(brn_mesh_create(ctx, n * n, 2 * n * n, 0, out));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double u = 2 * M_PI * i / n, v = 2 * M_PI * j / n;
      double r = 0.3 + 0.03 * cos(5 * u) * sin(3 * v);
      double* p = (*out)->position + 3 * (size_t)(i * n + j);
      p[0] = (1 + r * cos(v)) * cos(u), p[1] = (1 + r * cos(v)) * sin(u), p[2] = r * sin(v);
      int a = i * n + j, b = (i + 1) % n * n + j;
      int c = (i + 1) % n * n + (j + 1) % n, d = i * n + (j + 1) % n;
      int corner[6] = {a, b, c, a, c, d};
      for (int k = 0; k < 6; k++) (*out)->triangle[6 * (size_t)a + (size_t)k] = corner[k];
    }
  }
  return BRN_OK;
}

// within a hundredth of the size of the surface
static void scatter(const BrnMesh* mesh, int count, double* points) {
  uint64_t state = 1;
  for (int i = 0; i < count; i++) {
    int vertex = (int)(bench_random(&state) * mesh->vertex_count);
    for (int k = 0; k < 3; k++) {
      double offset = 0.026 * (bench_random(&state) - 0.5);
      points[3 * (size_t)i + (size_t)k] = mesh->position[3 * (size_t)vertex + (size_t)k] + offset;
    }
  }
}

static void ask_closest(void* user) {
  Task* t = user;
  brn_bvh_closest_batch(t->ctx, t->bvh, t->points, t->count, INFINITY, t->closest);
}

static void ask_winding(void* user) {
  Task* t = user;
  brn_bvh_winding_batch(t->ctx, t->bvh, t->points, t->count, t->winding);
}

static void refit_boxes(void* user) {
  Task* t = user;
  brn_bvh_refit(t->ctx, t->bvh, t->mesh->position, false);
}

static void refit_all(void* user) {
  Task* t = user;
  brn_bvh_refit(t->ctx, t->bvh, t->mesh->position, true);
}

static double least_bytes(const BrnBvh* bvh) {
  double depth = ceil(log(fmax(bvh->tree.leaf_count, 2)) / log(BRN_TREE_WIDTH));
  return depth * sizeof(BrnTreeNode) + sizeof(BrnTrianglePack);
}

static BrnStatus prepare(Task* task, const BenchRun* run, double* build_seconds) {
  BrnContext* ctx = task->ctx;
  task->count = run->quick ? QUERIES / 50 : QUERIES;
  BRN_TRY(make_surface(ctx, run->size > 0 ? run->size : TRIANGLES, &task->mesh));
  task->points = brn__new(ctx, 3 * (size_t)task->count, double);
  task->closest = brn__new(ctx, task->count, BrnSurfacePoint);
  task->winding = brn__new(ctx, task->count, double);
  if (!task->points || !task->closest || !task->winding) return BRN_NO_MEMORY;
  scatter(task->mesh, task->count, task->points);
  double start = brn__seconds();
  BRN_TRY(brn_bvh_create(ctx, task->mesh, &task->bvh));
  *build_seconds = brn__seconds() - start;
  return BRN_OK;
}

static void clean_up(Task* task) {
  brn_bvh_destroy(task->ctx, task->bvh);
  brn_mesh_destroy(task->ctx, task->mesh);
  brn__free(task->ctx, task->points);
  brn__free(task->ctx, task->closest);
  brn__free(task->ctx, task->winding);
}

static json_t* measure(Task* task, const BenchRun* run, int workers, double build_seconds) {
  int times = run->quick ? 1 : 5;
  double boxes = bench_median(times, refit_boxes, task);
  double all = bench_median(times, refit_all, task);
  double closest = task->count / bench_median(times, ask_closest, task);
  double winding = task->count / bench_median(times, ask_winding, task);
  double bytes = least_bytes(task->bvh);
  if (!run->quiet) {
    printf("%7d %9d %9.1f %11.2f %11.2f %13.2f %13.2f %17.2f\n", workers, task->bvh->triangle_count,
           1e3 * build_seconds, 1e3 * boxes, 1e3 * all, 1e-6 * closest, 1e-6 * winding,
           1e-9 * closest * bytes);
  }
  return json_pack("{s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f}", "workers", workers, "triangles",
                   task->bvh->triangle_count, "queries", task->count, "build_seconds",
                   build_seconds, "refit_boxes_seconds", boxes, "refit_seconds", all,
                   "closest_per_second", closest, "winding_per_second", winding,
                   "least_bytes_per_query", bytes);
}

static json_t* run_with(const BenchRun* run, int workers) {
  Task task = {.ctx = bench_context(workers)};
  if (!task.ctx) return NULL;
  double build_seconds = 0;
  json_t* row = NULL;
  if (prepare(&task, run, &build_seconds) == BRN_OK) {
    row = measure(&task, run, workers, build_seconds);
  }
  clean_up(&task);
  brn_context_destroy(task.ctx);
  return row;
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  double bandwidth = run->quick ? 0 : bench_read_bandwidth(ctx);
  if (!run->quiet) {
    if (bandwidth > 0) printf("one core reads %.1f GB/s from memory\n", 1e-9 * bandwidth);
    printf("%7s %9s %9s %11s %11s %13s %13s %17s\n", "workers", "triangles", "build ms", "refit ms",
           "+moments ms", "closest M/s", "winding M/s", "closest, least GB/s");
  }
  json_t* rows = json_array();
  int most = brn_worker_count(ctx);
  for (int workers = 1; workers <= most; workers *= 2) {
    json_t* row = run_with(run, workers);
    if (!row) {
      brn__fail(ctx, BRN_NO_MEMORY, "not enough memory for the bvh benchmark");
      json_decref(rows);
      return NULL;
    }
    json_array_append_new(rows, row);
  }
  return json_pack("{s:f, s:o}", "read_bandwidth", bandwidth, "rows", rows);
}

const Bench bench_bvh = {
    .name = "bvh",
    .summary = "closest points and winding numbers, 100k triangles x 1M queries",
    .run = run,
};
