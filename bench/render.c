// SPDX-License-Identifier: Apache-2.0

#include "bench/bench.h"

#include "brawn/render.h"
#include "render/view.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// A picture of 800 x 600 of a spindle of 100,000 tets at default quality, everything included: the
// file is opened and read, the picture drawn, the PNG written. Bar: 2 s on two cores. Beside it
// rays alone, by the seconds that cores computed: those through the pixels, and those from the
// surface to the sky.
//
// What a ray cannot do without: the boxes on one way down the tree and one leaf of eight triangles.
// It is a bound from below. A box takes 12 operations, a triangle 44.

enum { WIDTH = 800, HEIGHT = 600, TETS = 100000, BOX_FLOPS = 12, TRIANGLE_FLOPS = 44 };

typedef struct Task {
  BrnContext* ctx;
  char mesh[64], picture[64];
  BrnPictureDef def;
  BrnView view; // for rays alone
  BrnSoup soup;
  BrnStatus status;
  double open, draw, write; // seconds of the last picture
} Task;

static BrnStatus draw_picture(Task* t) {
  BrnReplay* replay = NULL;
  BrnImage* image = NULL;
  double start = brn__seconds();
  BrnStatus status = brn_replay_open(t->ctx, t->mesh, NULL, &replay);
  t->open = brn__seconds() - start;
  if (status == BRN_OK) status = brn_picture_draw(t->ctx, replay, 0, &t->def, &image);
  t->draw = brn__seconds() - start - t->open;
  if (status == BRN_OK) status = brn_image_write(t->ctx, image, t->picture);
  t->write = brn__seconds() - start - t->open - t->draw;
  brn_image_destroy(t->ctx, image);
  brn_replay_close(t->ctx, replay);
  return status;
}

static void picture(void* user) {
  Task* t = user;
  if (t->status == BRN_OK) t->status = draw_picture(t);
}

// -------------------------------------------------------------------------------------------- rays

// every ray ends somewhere on the surface, or nowhere
static void first_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnView* view = user;
  BrnHitQuery query = {.least_opacity = 1, .after = {.t = -1}};
  for (int i = begin * WIDTH; i < end * WIDTH; i++) {
    BrnRay ray;
    BrnHit hit = {.t = 4, .triangle = INT32_MAX};
    view->record[i].filled = false;
    if (!brn__view_ray(view, i % WIDTH + 0.5, i / WIDTH + 0.5, &ray)) continue;
    if (!view->nearest(&view->tree, &ray, &query, &hit)) continue;
    BrnSpot spot = brn__spot(view, &ray, &hit);
    memcpy(view->record[i].point, spot.start, sizeof spot.start);
    memcpy(view->record[i].normal, spot.normal, sizeof spot.normal);
    view->record[i].filled = true;
  }
}

static void first_rays(void* user) {
  Task* t = user;
  brn__parallel_for(t->ctx, HEIGHT, 4, first_rows, &t->view);
}

static void sky_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const BrnView* view = user;
  for (int i = begin * WIDTH; i < end * WIDTH; i++) {
    BrnPixelLight* record = &view->record[i];
    if (!record->filled) continue;
    uint64_t state = (uint64_t)i;
    BrnRay ray;
    memcpy(ray.origin, record->point, sizeof ray.origin);
    for (int k = 0; k < 3; k++) {
      ray.direction[k] = record->normal[k] + (float)(1.6 * bench_random(&state) - 0.8);
    }
    record->raw.sky = view->blocked(&view->tree, &ray, 0.4f, 0.5f);
  }
}

static void sky_rays(void* user) {
  Task* t = user;
  for (int i = 0; i < 4; i++) brn__parallel_for(t->ctx, HEIGHT, 4, sky_rows, &t->view);
}

static BrnStatus add_skin(Task* t, const BrnMesh* skin) {
  int look;
  BRN_TRY(brn__soup_add_look(t->ctx, &t->soup, (BrnLook){.opacity = 1}, &look));
  BRN_TRY(brn__soup_reserve(t->ctx, &t->soup, (size_t)skin->vertex_count,
                            (size_t)skin->triangle_count));
  for (int v = 0; v < skin->vertex_count; v++) {
    const double* p = skin->position + 3 * (size_t)v;
    brn__soup_add_vertex(&t->soup, &(BrnSoupVertex){.point = {p[0], p[1], p[2]}});
  }
  for (int f = 0; f < skin->triangle_count; f++) {
    const int* v = skin->triangle + 3 * (size_t)f;
    BrnSoupTriangle triangle = {.corner = {v[0], v[1], v[2]}, .look = look};
    brn__soup_flatten(&t->soup, &triangle);
    brn__soup_add_triangle(&t->soup, &triangle);
  }
  return BRN_OK;
}

// the outside of the body, nearer than in the picture
static BrnStatus set_view(Task* t) {
  BrnMesh* mesh;
  BrnSurface* surface = NULL;
  double low[3], high[3];
  BRN_TRY(brn_mesh_read(t->ctx, t->mesh, NULL, &mesh));
  brn_mesh_bounds(mesh, low, high);
  BrnStatus status = brn_mesh_boundary(t->ctx, mesh, &surface);
  brn_mesh_destroy(t->ctx, mesh);
  if (status == BRN_OK) status = add_skin(t, surface->mesh);
  brn_surface_destroy(t->ctx, surface);
  BRN_TRY(status);
  BrnCamera camera = brn_camera_fit(low, high, 30, 12, 30, (double)WIDTH / HEIGHT, 1.5);
  return brn__view_create(t->ctx, &t->def, &camera, &t->soup, 0, &t->view);
}

// -------------------------------------------------------------------------------------- measuring

static BrnStatus prepare(Task* t, const BenchRun* run) {
  BrnShapeDef shape = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
  shape.tets = run->size > 0 ? run->size : run->quick ? 2000 : TETS;
  snprintf(t->mesh, sizeof t->mesh, "/tmp/brawn_bench_%d.vtu", (int)getpid());
  snprintf(t->picture, sizeof t->picture, "/tmp/brawn_bench_%d.png", (int)getpid());
  t->def = brn_picture_def_default();
  t->def.width = WIDTH, t->def.height = HEIGHT;
  BrnMesh* mesh;
  BRN_TRY(brn_shape_make(t->ctx, &shape, &mesh));
  BrnStatus status = brn_mesh_write(t->ctx, mesh, t->mesh, NULL);
  brn_mesh_destroy(t->ctx, mesh);
  return status == BRN_OK ? set_view(t) : status;
}

// seconds that cores computed for a call
static double core_seconds(int times, void (*call)(void* user), Task* t) {
  double start = bench_cpu_seconds();
  for (int i = 0; i < times; i++) call(t);
  return (bench_cpu_seconds() - start) / times;
}

static json_t* measure(Task* t, const BenchRun* run, int workers) {
  int times = run->quick ? 1 : 5;
  double cpu = bench_cpu_seconds(), all = bench_median(times, picture, t);
  cpu = (bench_cpu_seconds() - cpu) / times;
  if (t->status != BRN_OK) return NULL;
  double first = WIDTH * HEIGHT / core_seconds(times, first_rays, t);
  int filled = 0;
  for (int i = 0; i < WIDTH * HEIGHT; i++) filled += t->view.record[i].filled;
  double sky = 4.0 * filled / core_seconds(times, sky_rays, t);
  double depth = ceil(log(fmax(t->view.tree.pack_count, 2)) / log(BRN_LANES));
  double bytes = depth * sizeof(BrnRayNode) + sizeof(BrnRayPack);
  double flops = BRN_LANES * (depth * BOX_FLOPS + TRIANGLE_FLOPS);
  if (!run->quiet) {
    printf("%7d %9d %8.0f %8.0f %8.0f %8.0f %8.0f %11.2f %9.2f %10.1f %12.1f\n", workers,
           t->soup.triangle_count, 1e3 * all, 1e3 * cpu, 1e3 * t->open, 1e3 * t->draw,
           1e3 * t->write, 1e-6 * first, 1e-6 * sky, 1e-9 * sky * bytes, 1e-9 * sky * flops);
  }
  return json_pack("{s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "workers", workers,
                   "triangles", t->soup.triangle_count, "seconds", all, "cpu_seconds", cpu,
                   "open_seconds", t->open, "draw_seconds", t->draw, "write_seconds", t->write,
                   "pixel_rays_per_second", first, "sky_rays_per_second", sky,
                   "least_bytes_per_ray", bytes, "least_flops_per_ray", flops);
}

static json_t* run_with(BrnContext* ctx, const BenchRun* run, int workers) {
  Task task = {.ctx = bench_context(workers)};
  if (!task.ctx) return NULL;
  json_t* row = NULL;
  BrnStatus status = prepare(&task, run);
  if (status == BRN_OK) row = measure(&task, run, workers);
  if (!row) brn__fail(ctx, BRN_IO_FAILED, "bench render: %s", brn_last_error(task.ctx));
  brn__view_destroy(task.ctx, &task.view);
  brn__soup_free(task.ctx, &task.soup);
  remove(task.mesh);
  remove(task.picture);
  brn_context_destroy(task.ctx);
  return row;
}

static json_t* run(BrnContext* ctx, const BenchRun* run) {
  if (!run->quiet) {
    printf("%7s %9s %8s %8s %8s %8s %8s %11s %9s %10s %12s\n", "workers", "triangles", "ms",
           "cpu ms", "open ms", "draw ms", "png ms", "pixel M/s", "sky M/s", "least GB/s",
           "least Gflops");
  }
  json_t* rows = json_array();
  int most = brn_worker_count(ctx);
  for (int workers = 1; workers <= most; workers *= 2) {
    json_t* row = run_with(ctx, run, workers);
    if (!row) {
      json_decref(rows);
      return NULL;
    }
    json_array_append_new(rows, row);
  }
  return json_pack("{s:o}", "rows", rows);
}

const Bench bench_render = {
    .name = "render",
    .summary = "a picture of 800 x 600 of 100k tets, and rays alone",
    .run = run,
};
