// SPDX-License-Identifier: Apache-2.0

#include "anatomy/outside.h"

#include "core/vec.h"

#include <stdlib.h>
#include <string.h>

enum { RINGS = 2 }; // edges from a shared vertex within which two parts never touch

void brn__outside_destroy(BrnContext* ctx, BrnOutside* outside) {
  if (!outside) return;
  brn_mesh_destroy(ctx, outside->mesh);
  void* list[] = {
      outside->vertex,      outside->surface,    outside->area,   outside->triangle_area,
      outside->point_depth, outside->point_give, outside->spared, outside};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) brn__free(ctx, list[i]);
}

// --------------------------------------------------------------------------------------- the parts

typedef struct Making {
  BrnContext* ctx;
  const BrnModel* model;
  BrnSurface** part; // boundaries of the parts, until they are put together      (part_count)
  double* around;    // area of all faces around a point, m^2
  BrnOutside* out;
} Making;

static BrnStatus cut_parts(Making* making, int* points, int* triangles) {
  const BrnModel* model = making->model;
  *points = *triangles = 0;
  for (int p = 0; p < model->part_count; p++) {
    BRN_TRY(
        brn_mesh_label_boundary(making->ctx, model->mesh, model->part[p].label, &making->part[p]));
    *points += making->part[p]->mesh->vertex_count;
    *triangles += making->part[p]->mesh->triangle_count;
  }
  return BRN_OK;
}

static BrnStatus take_room(Making* making, int points, int triangles) {
  BrnContext* ctx = making->ctx;
  BrnOutside* out = making->out;
  BRN_TRY(brn_mesh_create(ctx, points, triangles, 0, &out->mesh));
  out->vertex = brn__new(ctx, points, int);
  out->surface = brn__new_zero(ctx, making->model->part_count, BrnContactSurface);
  out->area = brn__new_zero(ctx, points, double);
  out->point_depth = brn__new_zero(ctx, points, double);
  out->point_give = brn__new_zero(ctx, points, double);
  out->triangle_area = brn__new_zero(ctx, triangles, double);
  bool all = out->vertex && out->surface && out->area && out->point_depth && out->point_give &&
             out->triangle_area;
  return all ? BRN_OK : BRN_NO_MEMORY;
}

static void join_parts(Making* making) {
  BrnOutside* out = making->out;
  int point = 0, triangle = 0;
  for (int p = 0; p < making->model->part_count; p++) {
    const BrnSurface* from = making->part[p];
    const BrnMesh* mesh = from->mesh;
    out->surface[p] = (BrnContactSurface){.first = point,
                                          .vertex_count = mesh->vertex_count,
                                          .first_triangle = triangle,
                                          .triangle_count = mesh->triangle_count};
    memcpy(out->mesh->position + 3 * (size_t)point, mesh->position,
           3 * sizeof(double) * (size_t)mesh->vertex_count);
    memcpy(out->vertex + point, from->vertex, sizeof(int) * (size_t)mesh->vertex_count);
    for (int i = 0; i < 3 * mesh->triangle_count; i++) {
      out->mesh->triangle[3 * (size_t)triangle + (size_t)i] = point + mesh->triangle[i];
    }
    point += mesh->vertex_count, triangle += mesh->triangle_count;
  }
}

// ------------------------------------------------------------------------ what is behind a surface

// Pa: of the solid along any direction, and of its fibres at their strongest
static double modulus_of(const BrnModel* model, int t) {
  double tendon = model->tendon[t];
  double muscle = model->material_list[model->material[t]].young;
  if (model->unit[t] >= 0) muscle += model->unit_list[model->unit[t]].tension;
  if (tendon == 0) return muscle;
  return (1 - tendon) * muscle + tendon * model->material_list[model->tendon_material[t]].young;
}

static void measure_triangle(Making* making, const BrnModelPart* part, const BrnSurface* from,
                             int i, int first, int first_triangle) {
  BrnOutside* out = making->out;
  const int* corner = from->mesh->triangle + 3 * (size_t)i;
  double a[3], b[3], normal[3];
  const double* x = from->mesh->position;
  brn__sub3(a, x + 3 * (size_t)corner[1], x + 3 * (size_t)corner[0]);
  brn__sub3(b, x + 3 * (size_t)corner[2], x + 3 * (size_t)corner[0]);
  brn__cross3(normal, a, b);
  double area = brn__norm3(normal) / 2, depth = 0, give = 0;
  if (area > 0) depth = 3 * making->model->volume[from->tet[i]] / area;
  if (part->kind != BRN_PART_BONE) give = depth / modulus_of(making->model, from->tet[i]);
  if (from->tet_in_front[i] < 0) out->triangle_area[first_triangle + i] = area;
  for (int c = 0; c < 3; c++) { // weighted by the area; divided when all is there
    int point = first + corner[c];
    making->around[point] += area;
    if (from->tet_in_front[i] < 0) out->area[point] += area / 3;
    out->point_depth[point] += area * depth;
    out->point_give[point] += area * give;
  }
}

static BrnStatus measure_parts(Making* making) {
  BrnOutside* out = making->out;
  making->around = brn__scratch_zero(making->ctx, out->mesh->vertex_count, double);
  if (!making->around) return BRN_NO_MEMORY;
  for (int p = 0; p < making->model->part_count; p++) {
    const BrnContactSurface* run = &out->surface[p];
    for (int i = 0; i < run->triangle_count; i++) {
      measure_triangle(making, &making->model->part[p], making->part[p], i, run->first,
                       run->first_triangle);
    }
  }
  for (int v = 0; v < out->mesh->vertex_count; v++) {
    if (!(making->around[v] > 0)) continue;
    out->point_depth[v] /= making->around[v];
    out->point_give[v] /= making->around[v];
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------- who is spared

typedef struct Spare {
  int point, part;
  int next; // of the same point; -1: none
} Spare;

typedef struct Sparing {
  BrnContext* ctx;
  Spare* list;
  int* head; // of each point
  size_t count, capacity;
} Sparing;

static BrnStatus spare(Sparing* s, int point, int part) {
  for (int i = s->head[point]; i >= 0; i = s->list[i].next) {
    if (s->list[i].part == part) return BRN_OK;
  }
  BRN_TRY(brn__grow(s->ctx, &s->list, &s->capacity, s->count + 1, sizeof(Spare)));
  s->list[s->count] = (Spare){point, part, s->head[point]};
  s->head[point] = (int)s->count++;
  return BRN_OK;
}

static int part_of(const Making* making, int point) {
  int p = 0;
  while (point >= making->out->surface[p].first + making->out->surface[p].vertex_count) p++;
  return p;
}

// points of other parts that are the same vertex
static BrnStatus spare_shared(const Making* making, Sparing* s) {
  const BrnOutside* out = making->out;
  int points = out->mesh->vertex_count;
  int* last = brn__scratch(s->ctx, making->model->mesh->vertex_count, int); // point of a vertex
  int* before = brn__scratch(s->ctx, points, int); // the one before with the same vertex
  if (!last || !before) return BRN_NO_MEMORY;
  memset(last, -1, sizeof(int) * (size_t)making->model->mesh->vertex_count);
  for (int i = 0; i < points; i++) {
    before[i] = last[out->vertex[i]];
    last[out->vertex[i]] = i;
    for (int j = before[i]; j >= 0; j = before[j]) {
      BRN_TRY(spare(s, i, part_of(making, j)));
      BRN_TRY(spare(s, j, part_of(making, i)));
    }
  }
  return BRN_OK;
}

static BrnStatus spare_ring(const BrnAdjacency* around, Sparing* s, size_t* first) {
  size_t end = s->count;
  for (size_t i = *first; i < end; i++) {
    Spare from = s->list[i];
    for (int k = around->start[from.point]; k < around->start[from.point + 1]; k++) {
      BRN_TRY(spare(s, around->item[k], from.part));
    }
  }
  *first = end;
  return BRN_OK;
}

static int compare_pairs(const void* a, const void* b) {
  const int *x = a, *y = b;
  return x[0] != y[0] ? (x[0] > y[0]) - (x[0] < y[0]) : (x[1] > y[1]) - (x[1] < y[1]);
}

static BrnStatus keep_spared(const Sparing* s, BrnOutside* out) {
  out->spared = brn__new(s->ctx, 2 * s->count, int);
  if (!out->spared) return BRN_NO_MEMORY;
  for (size_t i = 0; i < s->count; i++) {
    out->spared[2 * i] = s->list[i].point;
    out->spared[2 * i + 1] = s->list[i].part;
  }
  out->spared_count = (int)s->count;
  qsort(out->spared, s->count, 2 * sizeof(int), compare_pairs);
  return BRN_OK;
}

static BrnStatus find_spared(const Making* making) {
  BrnContext* ctx = making->ctx;
  BrnOutside* out = making->out;
  BrnAdjacency* around = NULL;
  Sparing s = {.ctx = ctx, .head = brn__scratch(ctx, out->mesh->vertex_count, int)};
  if (!s.head) return BRN_NO_MEMORY;
  memset(s.head, -1, sizeof(int) * (size_t)out->mesh->vertex_count);
  BrnStatus status = brn_adjacency_vertex_vertices(ctx, out->mesh, &around);
  size_t first = 0;
  if (status == BRN_OK) status = spare_shared(making, &s);
  for (int ring = 0; ring < RINGS && status == BRN_OK; ring++) {
    status = spare_ring(around, &s, &first);
  }
  if (status == BRN_OK) status = keep_spared(&s, out);
  brn__free(ctx, s.list);
  brn_adjacency_destroy(ctx, around);
  return status;
}

// --------------------------------------------------------------------------------------------- all

static BrnStatus make(Making* making) {
  int points, triangles;
  making->part = brn__scratch_zero(making->ctx, making->model->part_count, BrnSurface*);
  if (!making->part) return BRN_NO_MEMORY;
  BRN_TRY(cut_parts(making, &points, &triangles));
  BRN_TRY(take_room(making, points, triangles));
  join_parts(making);
  BRN_TRY(measure_parts(making));
  return find_spared(making);
}

BrnStatus brn__outside_create(BrnContext* ctx, const BrnModel* model, BrnOutside** out) {
  Making making = {.ctx = ctx, .model = model, .out = brn__new_zero(ctx, 1, BrnOutside)};
  *out = making.out;
  if (!making.out) return BRN_NO_MEMORY;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = make(&making);
  for (int p = 0; making.part && p < model->part_count; p++) {
    brn_surface_destroy(ctx, making.part[p]);
  }
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__outside_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}
