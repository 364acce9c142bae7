// SPDX-License-Identifier: Apache-2.0
//
// The volume of a closed surface and its constraint C = V - V_goal, without compliance:
//
//   V = 1/6 sum p_a . (p_b x p_c),   grad_a V = 1/6 sum p_b x p_c,   3 V = sum p_a . grad_a V
//
// Each vertex adds up the triangles around it, so nothing is scattered. One Newton step of a cubic
// leaves an error that can be seen, so it is repeated at the end of a sub-step.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 64 }; // batches

#define LARGEST_STEP 0.1 // of the muscle's length

// ------------------------------------------------------------------------------------------- rings

// Triangle (v, b, c) with v first.
typedef struct Wedge {
  int v, b, c;
} Wedge;

typedef struct Ring {
  int v, first, count; // entries of the list
} Ring;

typedef struct Maker {
  BrnContext* ctx;
  const BrnModelFlesh* muscle;
  BrnVolume* volume;
  Wedge* wedge; // sorted                                            (3 triangle_count)
  int* entry;   // rings one after another                           (9 triangle_count)
  int entry_count;
  Ring* ring; // those with most entries first                       (vertex_count)
  int ring_count, nobody;
} Maker;

static int compare_wedges(const void* a, const void* b) {
  const int *p = a, *q = b;
  for (int k = 0; k < 3; k++) {
    if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  }
  return 0;
}

static int compare_rings(const void* a, const void* b) {
  const Ring *p = a, *q = b;
  return p->count != q->count ? (p->count < q->count) - (p->count > q->count)
                              : (p->v > q->v) - (p->v < q->v);
}

// the wedge among some of one vertex that begins or ends with `point`; a used one has v = -1
static Wedge* find_wedge(Wedge* wedge, int count, int point, bool begins) {
  for (int i = 0; i < count; i++) {
    if (wedge[i].v >= 0 && (begins ? wedge[i].b : wedge[i].c) == point) return &wedge[i];
  }
  return NULL;
}

// fans that begin where nothing ends come first, so that each is as long as can be
static Wedge* next_fan(Wedge* wedge, int count) {
  Wedge* any = NULL;
  for (int i = 0; i < count; i++) {
    if (wedge[i].v < 0) continue;
    if (!find_wedge(wedge, count, wedge[i].b, false)) return &wedge[i];
    if (!any) any = &wedge[i];
  }
  return any;
}

static void walk_ring(Maker* m, Wedge* wedge, int count) {
  int v = wedge->v, first = m->entry_count;
  for (Wedge* at; (at = next_fan(wedge, count));) {
    if (m->entry_count > first) m->entry[m->entry_count++] = v; // makes no triangle
    m->entry[m->entry_count++] = at->b;
    for (Wedge* next; at; at = next) {
      m->entry[m->entry_count++] = at->c;
      next = find_wedge(wedge, count, at->c, true);
      at->v = -1;
      if (next == at) next = NULL;
    }
  }
  m->ring[m->ring_count++] = (Ring){v, first, m->entry_count - first};
}

static void list_wedges(const Maker* m, const BrnMesh* mesh) {
  const int* corner = mesh->triangle + 3 * (size_t)m->muscle->first_triangle;
  for (int t = 0; t < m->muscle->triangle_count; t++, corner += 3) {
    for (int k = 0; k < 3; k++) {
      m->wedge[3 * t + k] = (Wedge){corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]};
    }
  }
  qsort(m->wedge, 3 * (size_t)m->muscle->triangle_count, sizeof *m->wedge, compare_wedges);
}

static void list_rings(Maker* m) {
  int count = 3 * m->muscle->triangle_count;
  for (int i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && m->wedge[end].v == m->wedge[i].v;) end++;
    walk_ring(m, m->wedge + i, end - i);
  }
  qsort(m->ring, (size_t)m->ring_count, sizeof *m->ring, compare_rings);
}

// ------------------------------------------------------------------------------------- preparation

static BrnStatus take_batches(Maker* m) {
  BrnVolume* volume = m->volume;
  int steps = 0;
  volume->count = (m->ring_count + BRN_LANES - 1) / BRN_LANES;
  for (int i = 0; i < m->ring_count; i += BRN_LANES) steps += m->ring[i].count;
  volume->batch = brn__new_zero(m->ctx, volume->count, BrnVolumeBatch);
  volume->ring = brn__alloc(m->ctx, (size_t)steps, sizeof *volume->ring);
  volume->slope = brn__alloc_zero(m->ctx, (size_t)volume->count, sizeof *volume->slope);
  volume->sum = brn__alloc_zero(m->ctx, (size_t)(volume->count / GRAIN + 1), sizeof *volume->sum);
  return volume->batch && volume->ring && volume->slope && volume->sum ? BRN_OK : BRN_NO_MEMORY;
}

// lanes with shorter rings stay at their vertex
static void fill_batch(const Maker* m, int index, int first) {
  BrnVolumeBatch* batch = &m->volume->batch[index];
  batch->first = first;
  batch->count = m->ring[BRN_LANES * index].count;
  for (int lane = 0; lane < BRN_LANES; lane++) {
    int r = BRN_LANES * index + lane;
    const Ring* ring = r < m->ring_count ? &m->ring[r] : NULL;
    batch->vertex[lane] = ring ? ring->v : m->nobody;
    for (int n = 0; n < batch->count; n++) {
      m->volume->ring[first + n][lane] =
          ring && n < ring->count ? m->entry[ring->first + n] : batch->vertex[lane];
    }
  }
}

static BrnStatus make(Maker* m, const BrnMesh* mesh) {
  size_t triangles = (size_t)m->muscle->triangle_count;
  m->wedge = brn__scratch(m->ctx, 3 * triangles, Wedge);
  m->entry = brn__scratch(m->ctx, 9 * triangles, int);
  m->ring = brn__scratch(m->ctx, 3 * triangles, Ring);
  if (!m->wedge || !m->entry || !m->ring) return BRN_NO_MEMORY;
  list_wedges(m, mesh);
  list_rings(m);
  BRN_TRY(take_batches(m));
  for (int i = 0, first = 0; i < m->volume->count; first += m->volume->batch[i++].count) {
    fill_batch(m, i, first);
  }
  return BRN_OK;
}

BrnStatus brn__volume_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnVolume* out) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  const BrnModelFlesh* model = &sheet->model->flesh[muscle];
  Maker m = {.ctx = ctx, .muscle = model, .volume = out, .nobody = sheet->points.count + muscle};
  BrnStatus status = make(&m, sheet->model->mesh);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) return status;
  out->origin = model->first;
  out->largest = LARGEST_STEP * model->length;
  double unused;
  out->rest = brn__volume_measure(ctx, out, sheet->points.at, &unused);
  return BRN_OK;
}

void brn__volume_free(BrnContext* ctx, BrnVolume* volume) {
  brn__free(ctx, volume->batch);
  brn__free(ctx, volume->ring);
  brn__free(ctx, volume->slope);
  brn__free(ctx, volume->sum);
  *volume = (BrnVolume){0};
}

// --------------------------------------------------------------------------------------- iterating

typedef struct Job {
  const BrnVolume* volume;
  double* at;
  double share;
} Job;

static void slope_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  const double* origin = job->at + 4 * (size_t)job->volume->origin;
  BRN_LANE_PICK(brn__volume_slope)
  (job->volume, begin, end, job->at, origin, job->volume->sum[begin / GRAIN]);
}

static void move_range(void* user, int begin, int end, int worker) {
  (void)worker;
  const Job* job = user;
  BRN_LANE_PICK(brn__volume_move)(job->volume, begin, end, job->share, job->at);
}

double brn__volume_measure(BrnContext* ctx, const BrnVolume* volume, double* at, double* weight) {
  Job job = {.volume = volume, .at = at};
  double triple = 0;
  *weight = 0;
  brn__parallel_job(ctx, volume->count, GRAIN, slope_range, &job, sizeof job);
  for (int i = 0; i * GRAIN < volume->count; i++) {
    triple += volume->sum[i][0];
    *weight += volume->sum[i][1];
  }
  return triple / 3;
}

// A body pressed flat has hardly a gradient: its steps are kept short.
void brn__volume_project(BrnContext* ctx, BrnVolume* volume, double inverse_mass, double* at) {
  double weight, V = brn__volume_measure(ctx, volume, at, &weight);
  double share = (volume->goal - V) / weight;
  double way = fabs(share) * sqrt(inverse_mass * weight / (BRN_LANES * volume->count));
  if (!(weight > 0) || !isfinite(way)) return;
  if (way > volume->largest) share *= volume->largest / way;
  volume->lambda += share;
  Job job = {.volume = volume, .at = at, .share = share};
  brn__parallel_job(ctx, volume->count, GRAIN, move_range, &job, sizeof job);
}
