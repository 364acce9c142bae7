// SPDX-License-Identifier: Apache-2.0
//
// Creases are ironed at the end of a frame.
//
// Nothing resists bending (Romeo et al. 2018 leave it out on purpose, so that muscles bulge), and
// nothing holds back a triangle that turns over: where a tendon bends sharply at its insertion, or
// flesh is pushed together, faces fold onto each other and stay so, as each edge has its length. To
// hold vertices near the middle of their neighbours in every iteration was tried; it fights with
// contact. So triangles that face against the surface around them are looked for once a frame, and
// their free corners go half of the way to the middle of their neighbours, until there are none.
// That way is no velocity.

#include "solver/sheet/muscles.h"

#include "core/vec.h"

#include <string.h>

enum { ROUNDS = 24, WIDER = 6 }; // from that round on the neighbours go, too

// ------------------------------------------------------------------------------------- preparation

void brn__creases_free(BrnContext* ctx, BrnCreases* creases) {
  brn__free(ctx, creases->ring);
  brn__free(ctx, creases->near);
  brn__free(ctx, creases->normal);
  brn__free(ctx, creases->goal);
  brn__free(ctx, creases->folded);
  *creases = (BrnCreases){0};
}

static void count_edges(const BrnModelFlesh* muscle, int edge_count, BrnCreases* out) {
  for (int e = 0; e < 2 * edge_count; e++) out->ring[muscle->edge[e] - muscle->first + 1]++;
  for (int v = 0; v < muscle->vertex_count; v++) out->ring[v + 1] += out->ring[v];
}

// each entry of ring[] is moved on by its own count, and then all are moved back
static void list_neighbours(const BrnModelFlesh* muscle, int edge_count, BrnCreases* out) {
  for (int e = 0; e < 2 * edge_count; e++) {
    out->near[out->ring[muscle->edge[e] - muscle->first]++] = muscle->edge[e ^ 1];
  }
  memmove(out->ring + 1, out->ring, sizeof(int) * (size_t)muscle->vertex_count);
  out->ring[0] = 0;
}

BrnStatus brn__creases_create(BrnContext* ctx, const BrnSheet* sheet, int muscle, BrnCreases* out) {
  const BrnModelFlesh* model = &sheet->model->flesh[muscle];
  int edge_count = model->edge_count - model->diagonal_count;
  out->first = model->first;
  out->count = model->vertex_count;
  out->triangle = sheet->model->mesh->triangle + 3 * (size_t)model->first_triangle;
  out->triangle_count = model->triangle_count;
  out->ring = brn__new_zero(ctx, out->count + 1, int);
  out->near = brn__new(ctx, 2 * (size_t)edge_count, int);
  out->normal = brn__new(ctx, 3 * (size_t)out->count, double);
  out->goal = brn__new(ctx, 3 * (size_t)out->count, double);
  out->folded = brn__new(ctx, out->count, bool);
  if (!out->ring || !out->near || !out->normal || !out->goal || !out->folded) return BRN_NO_MEMORY;
  count_edges(model, edge_count, out);
  list_neighbours(model, edge_count, out);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- ironing

static void face_normal(const int* corner, const double* at, double out[3]) {
  brn__triangle_normal(out, at + 4 * (size_t)corner[0], at + 4 * (size_t)corner[1],
                       at + 4 * (size_t)corner[2]);
}

// normals of the vertices: of the faces around, by their areas
static void find_normals(const BrnCreases* creases, const double* at) {
  memset(creases->normal, 0, 3 * sizeof(double) * (size_t)creases->count);
  for (int t = 0; t < creases->triangle_count; t++) {
    const int* corner = creases->triangle + 3 * (size_t)t;
    double face[3];
    face_normal(corner, at, face);
    for (int c = 0; c < 3; c++) {
      double* normal = creases->normal + 3 * (size_t)(corner[c] - creases->first);
      brn__add3(normal, normal, face);
    }
  }
}

// corners of the triangles that face against the surface around them
static int find_folded(const BrnCreases* creases, const double* at) {
  int count = 0;
  memset(creases->folded, 0, sizeof(bool) * (size_t)creases->count);
  for (int t = 0; t < creases->triangle_count; t++) {
    const int* corner = creases->triangle + 3 * (size_t)t;
    double face[3], around[3] = {0};
    face_normal(corner, at, face);
    for (int c = 0; c < 3; c++) {
      brn__add3(around, around, creases->normal + 3 * (size_t)(corner[c] - creases->first));
    }
    if (!(brn__dot3(face, around) < 0)) continue;
    for (int c = 0; c < 3; c++) creases->folded[corner[c] - creases->first] = true;
    count++;
  }
  return count;
}

static bool moves(const BrnCreases* creases, int v, const double* at) {
  return creases->folded[v] && at[4 * (size_t)(creases->first + v) + 3] > 0 &&
         creases->ring[v] < creases->ring[v + 1];
}

static void iron(const BrnCreases* creases, double* at) {
  for (int v = 0; v < creases->count; v++) {
    double *goal = creases->goal + 3 * (size_t)v, sum[3] = {0};
    if (!moves(creases, v, at)) continue;
    for (int i = creases->ring[v]; i < creases->ring[v + 1]; i++) {
      brn__add3(sum, sum, at + 4 * (size_t)creases->near[i]);
    }
    brn__scale3(goal, 0.5, at + 4 * (size_t)(creases->first + v));
    brn__axpy3(goal, goal, 0.5 / (creases->ring[v + 1] - creases->ring[v]), sum);
  }
  for (int v = 0; v < creases->count; v++) {
    if (!moves(creases, v, at)) continue;
    brn__copy3(at + 4 * (size_t)(creases->first + v), creases->goal + 3 * (size_t)v);
  }
}

// the neighbours of those that are folded; goal serves as a mark
static void widen(const BrnCreases* creases) {
  for (int v = 0; v < creases->count; v++) creases->goal[3 * (size_t)v] = creases->folded[v];
  for (int v = 0; v < creases->count; v++) {
    if (!(creases->goal[3 * (size_t)v] > 0)) continue;
    for (int i = creases->ring[v]; i < creases->ring[v + 1]; i++) {
      creases->folded[creases->near[i] - creases->first] = true;
    }
  }
}

int brn__creases_iron(const BrnCreases* creases, double* at) {
  int folded = 0;
  for (int i = 0; i < ROUNDS; i++) {
    find_normals(creases, at);
    folded = find_folded(creases, at);
    if (folded == 0) break;
    if (i >= WIDER) widen(creases);
    iron(creases, at);
  }
  return folded;
}
