// SPDX-License-Identifier: Apache-2.0

#include "brawn/mesh.h"

#include "core/core.h"

#include <limits.h>

// Rows are made by counting: the size of each row first, then the items, which come out ascending
// because they are dealt in ascending order.

static BrnStatus create(BrnContext* ctx, int row_count, BrnAdjacency** out) {
  *out = NULL;
  BrnAdjacency* adjacency = brn__new_zero(ctx, 1, BrnAdjacency);
  if (!adjacency) return BRN_NO_MEMORY;
  adjacency->row_count = row_count;
  adjacency->start = brn__new_zero(ctx, (size_t)row_count + 1, int);
  if (!adjacency->start) {
    brn__free(ctx, adjacency);
    return BRN_NO_MEMORY;
  }
  *out = adjacency;
  return BRN_OK;
}

void brn_adjacency_destroy(BrnContext* ctx, BrnAdjacency* adjacency) {
  BRN_ASSERT(ctx);
  if (!adjacency) return;
  brn__free(ctx, adjacency->start);
  brn__free(ctx, adjacency->item);
  brn__free(ctx, adjacency);
}

// From the size of row i in start[i + 1] to its beginning in start[i], and room for the items.
static BrnStatus sizes_to_starts(BrnContext* ctx, BrnAdjacency* adjacency) {
  int* start = adjacency->start;
  size_t total = 0;
  for (int row = 0; row < adjacency->row_count; row++) total += (size_t)start[row + 1];
  if (total > INT_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the mesh is too large: %zu adjacencies, at most %d fit",
                     total, INT_MAX);
  }
  for (int row = 0; row < adjacency->row_count; row++) start[row + 1] += start[row];
  adjacency->item = brn__new(ctx, total, int);
  return adjacency->item ? BRN_OK : BRN_NO_MEMORY;
}

static void deal(BrnAdjacency* adjacency, int row, int item) {
  adjacency->item[adjacency->start[row]++] = item;
}

// dealing moved the beginning of each row to its end
static void rewind_starts(BrnAdjacency* adjacency) {
  for (int row = adjacency->row_count; row > 0; row--) {
    adjacency->start[row] = adjacency->start[row - 1];
  }
  adjacency->start[0] = 0;
}

// -------------------------------------------------------------------- items around each vertex

// is corner k a vertex that an earlier corner of the same item has?
static bool repeated(const int* corner, int k) {
  for (int j = 0; j < k; j++) {
    if (corner[j] == corner[k]) return true;
  }
  return false;
}

static BrnStatus incidence(BrnContext* ctx, int vertex_count, const int* corner, int width,
                           int item_count, BrnAdjacency** out) {
  BRN_TRY(create(ctx, vertex_count, out));
  BrnAdjacency* adjacency = *out;
  for (int i = 0; i < item_count; i++) {
    const int* own = corner + (size_t)width * (size_t)i;
    for (int k = 0; k < width; k++) adjacency->start[own[k] + 1] += !repeated(own, k);
  }
  BrnStatus status = sizes_to_starts(ctx, adjacency);
  if (status != BRN_OK) {
    brn_adjacency_destroy(ctx, adjacency);
    *out = NULL;
    return status;
  }
  for (int i = 0; i < item_count; i++) {
    const int* own = corner + (size_t)width * (size_t)i;
    for (int k = 0; k < width; k++) {
      if (!repeated(own, k)) deal(adjacency, own[k], i);
    }
  }
  rewind_starts(adjacency);
  return BRN_OK;
}

BrnStatus brn_adjacency_vertex_triangles(BrnContext* ctx, const BrnMesh* mesh, BrnAdjacency** out) {
  BRN_ASSERT(ctx && mesh && out);
  return incidence(ctx, mesh->vertex_count, mesh->triangle, 3, mesh->triangle_count, out);
}

BrnStatus brn_adjacency_vertex_tets(BrnContext* ctx, const BrnMesh* mesh, BrnAdjacency** out) {
  BRN_ASSERT(ctx && mesh && out);
  return incidence(ctx, mesh->vertex_count, mesh->tet, 4, mesh->tet_count, out);
}

// ------------------------------------------------------------------- vertices around each vertex

typedef struct Stars {
  const BrnMesh* mesh;
  BrnAdjacency *triangles, *tets;
  int* seen;  // last vertex whose neighbour this one was found to be  (vertex_count)
  int* found; // neighbours of the vertex at hand                      (vertex_count)
} Stars;

static int gather_items(const Stars* stars, const BrnAdjacency* items, const int* corner, int width,
                        int v, int count) {
  for (int i = items->start[v]; i < items->start[v + 1]; i++) {
    const int* own = corner + (size_t)width * (size_t)items->item[i];
    for (int k = 0; k < width; k++) {
      if (own[k] == v || stars->seen[own[k]] == v) continue;
      stars->seen[own[k]] = v;
      stars->found[count++] = own[k];
    }
  }
  return count;
}

// fills found with the neighbours of v in any order, and returns how many there are
static int gather(const Stars* stars, int v) {
  int count = gather_items(stars, stars->tets, stars->mesh->tet, 4, v, 0);
  return gather_items(stars, stars->triangles, stars->mesh->triangle, 3, v, count);
}

static void forget(const Stars* stars) {
  for (int v = 0; v < stars->mesh->vertex_count; v++) stars->seen[v] = -1;
}

// Neighbours are mutual: v is dealt to the rows of those around it, so each row comes out sorted.
static BrnStatus fill_rows(BrnContext* ctx, const Stars* stars, BrnAdjacency* adjacency) {
  forget(stars);
  for (int v = 0; v < adjacency->row_count; v++) adjacency->start[v + 1] = gather(stars, v);
  BRN_TRY(sizes_to_starts(ctx, adjacency));
  forget(stars);
  for (int v = 0; v < adjacency->row_count; v++) {
    int count = gather(stars, v);
    for (int i = 0; i < count; i++) deal(adjacency, stars->found[i], v);
  }
  rewind_starts(adjacency);
  return BRN_OK;
}

BrnStatus brn_adjacency_vertex_vertices(BrnContext* ctx, const BrnMesh* mesh, BrnAdjacency** out) {
  BRN_ASSERT(ctx && mesh && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnAdjacency* adjacency = NULL;
  Stars stars = {.mesh = mesh};
  stars.seen = brn__scratch(ctx, mesh->vertex_count, int);
  stars.found = brn__scratch(ctx, mesh->vertex_count, int);
  BrnStatus status = stars.seen && stars.found ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) status = brn_adjacency_vertex_triangles(ctx, mesh, &stars.triangles);
  if (status == BRN_OK) status = brn_adjacency_vertex_tets(ctx, mesh, &stars.tets);
  if (status == BRN_OK) status = create(ctx, mesh->vertex_count, &adjacency);
  if (status == BRN_OK) status = fill_rows(ctx, &stars, adjacency);
  brn_adjacency_destroy(ctx, stars.triangles);
  brn_adjacency_destroy(ctx, stars.tets);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn_adjacency_destroy(ctx, adjacency);
    adjacency = NULL;
  }
  *out = adjacency;
  return status;
}
