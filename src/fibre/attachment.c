// SPDX-License-Identifier: Apache-2.0

#include "fibre/region.h"

// An attachment is a set of vertices. What of the surface it covers are the boundary faces that
// have all their corners in it.

int brn__region_find_vertex(const BrnRegion* region, int source_vertex) {
  int low = 0, high = region->mesh->vertex_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (region->vertex[middle] < source_vertex) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool found = low < region->mesh->vertex_count && region->vertex[low] == source_vertex;
  return found ? low : -1;
}

BrnStatus brn__region_mark(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                           const char* name, uint8_t mark, uint8_t* marks) {
  for (int i = 0; i < set.count; i++) {
    int source = set.vertex[i];
    if (source < 0 || source >= region->source_vertex_count) {
      return brn__fail(ctx, BRN_INVALID, "%s: vertex %d does not exist; the mesh has %d vertices",
                       name, source, region->source_vertex_count);
    }
    int v = brn__region_find_vertex(region, source);
    if (v < 0) {
      return brn__fail(ctx, BRN_INVALID,
                       "%s: vertex %d belongs to no tet of the region; choose "
                       "vertices of the muscle itself",
                       name, source);
    }
    if (marks[v] != 0 && marks[v] != mark) {
      return brn__fail(ctx, BRN_INVALID,
                       "%s: vertex %d is in the other attachment too; each vertex "
                       "can be held once",
                       name, source);
    }
    marks[v] = mark;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- faces

// Calls the boundary faces with marked corners one after the other: counts them when triangle is
// NULL. Their corners are marked 2.
static int list_faces(const BrnRegion* region, uint8_t* marks, int* triangle) {
  int count = 0;
  for (int t = 0; t < region->mesh->tet_count; t++) {
    const int* v = region->mesh->tet + 4 * (size_t)t;
    for (int k = 0; k < 4; k++) {
      const int* f = brn_tet_face[k];
      if (region->neighbour[4 * (size_t)t + k] >= 0) continue;
      if (!marks[v[f[0]]] || !marks[v[f[1]]] || !marks[v[f[2]]]) continue;
      for (int i = 0; i < 3; i++) {
        marks[v[f[i]]] = 2;
        if (triangle) triangle[3 * (size_t)count + i] = v[f[i]];
      }
      count++;
    }
  }
  return count;
}

static int list_points(const BrnRegion* region, const uint8_t* marks, int* triangle) {
  int count = 0;
  for (int v = 0; v < region->mesh->vertex_count; v++) {
    if (marks[v] != 1) continue;
    for (int i = 0; triangle && i < 3; i++) triangle[3 * (size_t)count + i] = v;
    count++;
  }
  return count;
}

static BrnStatus build(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set, const char* name,
                       BrnMesh** out) {
  int vertex_count = region->mesh->vertex_count;
  uint8_t* marks = brn__scratch_zero(ctx, vertex_count, uint8_t);
  if (!marks) return BRN_NO_MEMORY;
  BRN_TRY(brn__region_mark(ctx, region, set, name, 1, marks));
  int faces = list_faces(region, marks, NULL), points = list_points(region, marks, NULL);
  BRN_TRY(brn_mesh_create(ctx, vertex_count, faces + points, 0, out));
  for (size_t i = 0; i < 3 * (size_t)vertex_count; i++) {
    (*out)->position[i] = region->mesh->position[i];
  }
  list_faces(region, marks, (*out)->triangle);
  list_points(region, marks, (*out)->triangle + 3 * (size_t)faces);
  return BRN_OK;
}

BrnStatus brn__region_attached_faces(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                                     const char* name, BrnMesh** out) {
  *out = NULL;
  if (set.count == 0) return brn__fail(ctx, BRN_INVALID, "%s: it has no vertices", name);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = build(ctx, region, set, name, out);
  brn__scratch_release(ctx, mark);
  return status;
}
