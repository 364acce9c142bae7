// SPDX-License-Identifier: Apache-2.0
//
// Vertices that nothing uses or that lie in the same place, and the box of all.

#include "mesh/mesh.h"

#include <string.h>

// -------------------------------------------------------------------------------------- orphans

static void mark_used(const int* corner, size_t count, uint8_t* used) {
  for (size_t i = 0; i < count; i++) used[corner[i]] = 1;
}

static BrnStatus list_unused(BrnContext* ctx, const uint8_t* used, int vertex_count, int** out,
                             int* count) {
  int unused = 0;
  for (int v = 0; v < vertex_count; v++) unused += !used[v];
  if (unused == 0) return BRN_OK;
  int* list = brn__new(ctx, unused, int);
  if (!list) return BRN_NO_MEMORY;
  *out = list;
  *count = unused;
  for (int v = 0; v < vertex_count; v++) {
    if (!used[v]) *list++ = v;
  }
  return BRN_OK;
}

BrnStatus brn_mesh_orphans(BrnContext* ctx, const BrnMesh* mesh, int** out, int* count) {
  BRN_ASSERT(ctx && mesh && out && count);
  *out = NULL;
  *count = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  uint8_t* used = brn__scratch_zero(ctx, mesh->vertex_count, uint8_t);
  BrnStatus status = BRN_NO_MEMORY;
  if (used) {
    mark_used(mesh->triangle, 3 * (size_t)mesh->triangle_count, used);
    mark_used(mesh->tet, 4 * (size_t)mesh->tet_count, used);
    status = list_unused(ctx, used, mesh->vertex_count, out, count);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ----------------------------------------------------------------------------------- duplicates

// Positions in a hash table with open addressing, at most half full.

typedef struct Table {
  const double* position;
  size_t mask; // size - 1, the size is a power of two
  int* vertex; // -1: free                              (mask + 1)
} Table;

static uint64_t mix(uint64_t h) { // the finishing steps of splitmix64
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

static size_t hash(const double* p) {
  uint64_t h = 0;
  for (int i = 0; i < 3; i++) {
    double x = p[i] + 0.0; // -0 and 0 are the same place
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    h = mix(h + 0x9e3779b97f4a7c15u + bits);
  }
  return (size_t)h;
}

// adds a vertex, unless one is there already at the same place
static bool insert(const Table* table, int vertex) {
  const double* p = table->position + 3 * (size_t)vertex;
  size_t slot = hash(p) & table->mask;
  for (; table->vertex[slot] >= 0; slot = (slot + 1) & table->mask) {
    const double* q = table->position + 3 * (size_t)table->vertex[slot];
    if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) return false;
  }
  table->vertex[slot] = vertex;
  return true;
}

BrnStatus brn_mesh_duplicate_vertices(BrnContext* ctx, const BrnMesh* mesh, int* count) {
  BRN_ASSERT(ctx && mesh && count);
  *count = 0;
  size_t size = 2;
  while (size < 2 * (size_t)mesh->vertex_count) size *= 2;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Table table = {mesh->position, size - 1, brn__scratch(ctx, size, int)};
  if (table.vertex) {
    memset(table.vertex, 0xff, sizeof(int) * size); // all -1
    for (int v = 0; v < mesh->vertex_count; v++) *count += !insert(&table, v);
  }
  brn__scratch_release(ctx, mark);
  return table.vertex ? BRN_OK : BRN_NO_MEMORY;
}

// --------------------------------------------------------------------------------------- bounds

void brn_mesh_bounds(const BrnMesh* mesh, double low[3], double high[3]) {
  BRN_ASSERT(mesh && low && high);
  for (int i = 0; i < 3; i++) low[i] = high[i] = mesh->vertex_count > 0 ? mesh->position[i] : 0;
  for (int v = 1; v < mesh->vertex_count; v++) {
    const double* p = mesh->position + 3 * (size_t)v;
    for (int i = 0; i < 3; i++) {
      if (p[i] < low[i]) low[i] = p[i];
      if (p[i] > high[i]) high[i] = p[i];
    }
  }
}
