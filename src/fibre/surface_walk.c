// SPDX-License-Identifier: Apache-2.0
//
// A walk over a triangle mesh, from triangle to triangle over their edges (surface_walk.h).

#include "fibre/surface_walk.h"

#include "mesh/sort.h"

// ---------------------------------------------------------------------------------------- topology

BrnStatus brn__triangle_neighbours(BrnContext* ctx, const BrnMesh* mesh, int* neighbour) {
  BrnTuples edges;
  size_t count = 3 * (size_t)mesh->triangle_count;
  BRN_TRY(brn__tuples_take(ctx, 2, count, &edges));
  for (size_t i = 0; i < count; i++) {
    const int* corner = mesh->triangle + i / 3 * 3;
    int pair[2] = {corner[(i + 1) % 3], corner[(i + 2) % 3]};
    neighbour[i] = -1;
    brn__tuples_add(&edges, pair, (int)i);
  }
  BRN_TRY(brn__tuples_sort(ctx, &edges, mesh->vertex_count));
  for (int i = 0, end; i < edges.count; i = end) {
    end = brn__tuples_run_end(&edges, i);
    if (end != i + 2) continue;
    int a = brn__tuples_item(&edges, i), b = brn__tuples_item(&edges, i + 1);
    neighbour[a] = b;
    neighbour[b] = a;
  }
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- walking

// the direction where the walk is, in the plane of its triangle; false: there is none
static bool head(const BrnSurfaceWalk* walk, const double* normal, double* out) {
  const int* corner = walk->mesh->triangle + 3 * (size_t)walk->triangle;
  double sum[3] = {0};
  for (int k = 0; k < 3; k++) {
    const double* own = walk->direction + 3 * (size_t)corner[k];
    double sign = brn__dot3(own, walk->heading) < 0 ? -1 : 1;
    brn__axpy3(sum, sum, sign * walk->weight[k], own);
  }
  double square = brn__dot3(normal, normal);
  if (!(square > 0)) return false;
  brn__axpy3(out, sum, -brn__dot3(sum, normal) / square, normal);
  return brn__normalize3(out) > 1e-3 && brn__dot3(out, walk->heading) > 0;
}

// how fast the weight of a corner grows along a direction
static double weight_slope(const BrnMesh* mesh, const int* corner, int k, const double* normal,
                           const double* along) {
  double edge[3], slope[3];
  brn__sub3(edge, mesh->position + 3 * (size_t)corner[(k + 2) % 3],
            mesh->position + 3 * (size_t)corner[(k + 1) % 3]);
  brn__cross3(slope, normal, edge);
  return brn__dot3(slope, along) / brn__dot3(normal, normal);
}

void brn__surface_place(BrnSurfaceWalk* walk) {
  const int* corner = walk->mesh->triangle + 3 * (size_t)walk->triangle;
  walk->x[0] = walk->x[1] = walk->x[2] = 0;
  for (int k = 0; k < 3; k++) {
    brn__axpy3(walk->x, walk->x, walk->weight[k], walk->mesh->position + 3 * (size_t)corner[k]);
  }
}

// the same point of the shared edge, with the weights of the next triangle
static void enter(BrnSurfaceWalk* walk, int side) {
  int other = walk->neighbour[side], from = side % 3;
  const int* corner = walk->mesh->triangle + 3 * (size_t)walk->triangle;
  const int* next = walk->mesh->triangle + other / 3 * 3;
  double weight[3] = {0};
  for (int k = 0; k < 3; k++) {
    if (k == other % 3) continue;
    for (int j = 0; j < 3; j++) {
      if (j != from && corner[j] == next[k]) weight[k] = walk->weight[j];
    }
  }
  for (int k = 0; k < 3; k++) walk->weight[k] = weight[k];
  walk->triangle = other / 3;
  walk->came_over = other % 3;
}

bool brn__surface_step(BrnSurfaceWalk* walk) {
  const BrnMesh* mesh = walk->mesh;
  const int* corner = mesh->triangle + 3 * (size_t)walk->triangle;
  double normal[3], along[3], slope[3], distance = INFINITY;
  int leave = BRN_NO_EDGE;
  brn__face_normal(mesh, walk->triangle, normal);
  if (!head(walk, normal, along)) return false;
  for (int k = 0; k < 3; k++) {
    slope[k] = weight_slope(mesh, corner, k, normal, along);
    if (!(slope[k] < 0)) continue;
    if (k == walk->came_over) return false; // back over the edge it came from
    double until = walk->weight[k] / -slope[k];
    if (until < distance) distance = until, leave = k;
  }
  if (leave == BRN_NO_EDGE) return false;
  if (distance > walk->left) distance = walk->left, walk->left = 0;
  for (int k = 0; k < 3; k++) walk->weight[k] = fmax(walk->weight[k] + distance * slope[k], 0);
  brn__copy3(walk->heading, along);
  walk->crossed = walk->triangle;
  brn__surface_place(walk);
  if (walk->left == 0) return true;
  walk->left -= distance;
  walk->weight[leave] = 0;
  int side = 3 * walk->triangle + leave;
  if (walk->neighbour[side] < 0) {
    walk->left = 0;
  } else {
    enter(walk, side);
  }
  return true;
}
