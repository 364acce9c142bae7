// SPDX-License-Identifier: Apache-2.0

#include "fibre/inner.h"

#include <string.h>

// Fibre flow (Romeo et al. 2018, section 3.2). An inner point has the direction to its parent; a
// root takes its child's. A vertex has the mean of those of its inner point, the parent and the
// children of that, each over its distance: the near ones count. Both sides of a root point at it,
// so directions are turned to agree before they are added. The fibre of a vertex lies in the
// surface, but at a tip, where nothing of it would be left.

static const double least_tangent = 0.1; // part of a unit vector that must lie in the surface

typedef struct Flow {
  const BrnInner* inner;
  double* delta; // unit vectors of the inner points    (count x 3)
  double* sum;   // of the vertices                     (vertex_count x 3)
  double size;   // of the surface, m
} Flow;

// ----------------------------------------------------------------------------------- inner points

static bool direction_to(const Flow* flow, int from, int to, double* direction) {
  const double* x = flow->inner->position;
  brn__sub3(direction, x + 3 * (size_t)to, x + 3 * (size_t)from);
  return brn__normalize3(direction) > BRN_INNER_TIE * flow->size;
}

static bool is_set(const double* direction) { return brn__dot3(direction, direction) > 0.5; }

// Away from a lone point to its farthest vertex, for want of anything better; else along x.
static void invent(const Flow* flow, const BrnMesh* surface, int point, double* direction) {
  const double* from = flow->inner->position + 3 * (size_t)point;
  double most = BRN_INNER_TIE * flow->size;
  direction[0] = 1, direction[1] = direction[2] = 0;
  for (int v = 0; v < surface->vertex_count; v++) {
    const double* x = surface->position + 3 * (size_t)v;
    double away = brn__distance3(from, x);
    if (flow->inner->of_vertex[v] != point || !brn__clearly_more(away, most)) continue;
    most = away;
    brn__sub3(direction, x, from);
    brn__normalize3(direction);
  }
}

// Points at the same place as their parent take its direction.
static void point_inward(const Flow* flow, const BrnMesh* surface) {
  const BrnInner* inner = flow->inner;
  for (int i = 0; i < inner->count; i++) {
    int parent = inner->parent[i];
    if (parent < 0) continue;
    double *own = flow->delta + 3 * (size_t)i, *before = flow->delta + 3 * (size_t)parent;
    if (!direction_to(flow, i, parent, own)) memset(own, 0, 3 * sizeof *own);
    if (!is_set(own) && is_set(before)) brn__copy3(own, before);
    if (is_set(own) && !is_set(before)) brn__copy3(before, own);
  }
  for (int i = 0; i < inner->count; i++) {
    double* own = flow->delta + 3 * (size_t)i;
    if (!is_set(own) && inner->parent[i] >= 0) {
      brn__copy3(own, flow->delta + 3 * (size_t)inner->parent[i]);
    }
    if (!is_set(own)) invent(flow, surface, i, own);
  }
}

// --------------------------------------------------------------------------------------- vertices

static void add_over_distance(const Flow* flow, int vertex, const double* x, int own, int point) {
  const double *ahead = flow->delta + 3 * (size_t)own, *delta = flow->delta + 3 * (size_t)point;
  double* sum = flow->sum + 3 * (size_t)vertex;
  double away = brn__distance3(x, flow->inner->position + 3 * (size_t)point);
  double weight = 1 / fmax(away, 1e-6 * flow->size);
  if (brn__dot3(ahead, delta) < -BRN_INNER_TIE) weight = -weight;
  brn__axpy3(sum, sum, weight, delta);
}

// the children of each point, one row after the other
static bool list_children(BrnContext* ctx, const BrnInner* inner, int** start, int** child) {
  *start = brn__scratch_zero(ctx, (size_t)inner->count + 2, int);
  *child = brn__scratch(ctx, inner->count, int);
  if (!*start || !*child) return false;
  int* at = *start + 1; // moves on to the end of each row, which is the beginning of the next
  for (int i = 0; i < inner->count; i++) {
    if (inner->parent[i] >= 0) at[inner->parent[i] + 1]++;
  }
  for (int i = 0; i < inner->count; i++) at[i + 1] += at[i];
  for (int i = 0; i < inner->count; i++) {
    if (inner->parent[i] >= 0) (*child)[at[inner->parent[i]]++] = i;
  }
  return true;
}

static BrnStatus mix(BrnContext* ctx, const Flow* flow, const BrnMesh* surface) {
  const BrnInner* inner = flow->inner;
  int *start, *child;
  if (!list_children(ctx, inner, &start, &child)) return BRN_NO_MEMORY;
  for (int v = 0; v < surface->vertex_count; v++) {
    const double* x = surface->position + 3 * (size_t)v;
    int own = inner->of_vertex[v];
    memset(flow->sum + 3 * (size_t)v, 0, 3 * sizeof(double));
    add_over_distance(flow, v, x, own, own);
    if (inner->parent[own] >= 0) add_over_distance(flow, v, x, own, inner->parent[own]);
    for (int c = start[own]; c < start[own + 1]; c++) add_over_distance(flow, v, x, own, child[c]);
    brn__normalize3(flow->sum + 3 * (size_t)v);
  }
  return BRN_OK;
}

// normals of the sheet, by area: a seam does not show
static double* find_normals(BrnContext* ctx, const BrnMesh* mesh) {
  double* normal = brn__scratch_zero(ctx, 3 * (size_t)mesh->vertex_count, double);
  double* whole = brn__scratch_zero(ctx, mesh->vertex_count, double);
  if (!normal || !whole) return NULL;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* corner = mesh->triangle + 3 * (size_t)t;
    const double* x = mesh->position;
    double area[3];
    brn__triangle_normal(area, x + 3 * (size_t)corner[0], x + 3 * (size_t)corner[1],
                         x + 3 * (size_t)corner[2]);
    for (int k = 0; k < 3; k++) {
      double* sum = normal + 3 * (size_t)corner[k];
      brn__add3(sum, sum, area);
      whole[corner[k]] += brn__norm3(area);
    }
  }
  for (int v = 0; v < mesh->vertex_count; v++) {
    double* own = normal + 3 * (size_t)v;
    bool cancels = !(brn__norm3(own) > BRN_INNER_TIE * whole[v]);
    if (cancels) memset(own, 0, 3 * sizeof *own);
    brn__normalize3(own);
  }
  return normal;
}

static void lay_into_surface(double* fibre, const double* normal) {
  double tangent[3];
  brn__axpy3(tangent, fibre, -brn__dot3(fibre, normal), normal);
  if (brn__normalize3(tangent) >= least_tangent) brn__copy3(fibre, tangent);
}

// from the middle of the vertices to the farthest one: a box would change when it is turned
static double find_size(const BrnMesh* surface) {
  double middle[3] = {0}, size = 0;
  for (int v = 0; v < surface->vertex_count; v++) {
    brn__axpy3(middle, middle, 1.0 / surface->vertex_count, surface->position + 3 * (size_t)v);
  }
  for (int v = 0; v < surface->vertex_count; v++) {
    size = fmax(size, brn__distance3(middle, surface->position + 3 * (size_t)v));
  }
  return size;
}

BrnStatus brn__inner_flow(BrnContext* ctx, const BrnMesh* surface, const BrnInnerSurface* sheet,
                          BrnInner* inner) {
  size_t vertex_count = (size_t)surface->vertex_count;
  inner->fibre = brn__new_zero(ctx, 3 * (vertex_count + (size_t)inner->count), double);
  double* normal = find_normals(ctx, sheet->mesh);
  if (!inner->fibre || !normal) return BRN_NO_MEMORY;
  Flow flow = {inner, inner->fibre + 3 * vertex_count, inner->fibre, find_size(surface)};
  point_inward(&flow, surface);
  BRN_TRY(mix(ctx, &flow, surface));
  for (size_t v = 0; v < vertex_count; v++) {
    lay_into_surface(inner->fibre + 3 * v, normal + 3 * (size_t)sheet->of[v]);
  }
  return BRN_OK;
}
