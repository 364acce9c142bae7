// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh.h"

#include <stdlib.h>
#include <string.h>

// Small repairs, each of which changes one thing and says how often.

// ---------------------------------------------------------------------------- renumbering vertices

static void renumber(int* corner, long count, const int* to) {
  for (long i = 0; i < count; i++) corner[i] = to[corner[i]];
}

// Moves what belongs to vertex i to `to[i]`; -1 drops it. Kept vertices keep their order, so a
// value never moves up.
static void move_vertices(BrnMesh* mesh, const int* to, int kept) {
  for (int i = 0; i < mesh->vertex_count; i++) {
    if (to[i] < 0 || to[i] > i) continue;
    memmove(mesh->position + 3 * (size_t)to[i], mesh->position + 3 * (size_t)i, 3 * sizeof(double));
    for (int a = 0; a < mesh->array_count; a++) {
      BrnArray* array = &mesh->array[a];
      size_t n = (size_t)array->components;
      if (array->on != BRN_ON_VERTEX) continue;
      memmove(array->value + n * (size_t)to[i], array->value + n * (size_t)i, n * sizeof(double));
    }
  }
  renumber(mesh->triangle, 3L * mesh->triangle_count, to);
  renumber(mesh->tet, 4L * mesh->tet_count, to);
  mesh->vertex_count = kept;
}

BrnStatus brn_mesh_drop_orphans(BrnContext* ctx, BrnMesh* mesh, int* dropped) {
  BRN_ASSERT(ctx && mesh && dropped);
  *dropped = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* to = brn__scratch(ctx, mesh->vertex_count, int);
  if (!to) return BRN_NO_MEMORY;
  for (int i = 0; i < mesh->vertex_count; i++) to[i] = -1;
  for (long i = 0; i < 3L * mesh->triangle_count; i++) to[mesh->triangle[i]] = 0;
  for (long i = 0; i < 4L * mesh->tet_count; i++) to[mesh->tet[i]] = 0;
  int kept = 0;
  for (int i = 0; i < mesh->vertex_count; i++) {
    if (to[i] == 0) to[i] = kept++;
  }
  *dropped = mesh->vertex_count - kept;
  move_vertices(mesh, to, kept);
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

// ----------------------------------------------------------------------------------------- welding

typedef struct Place {
  double p[3];
  int vertex;
} Place;

static int compare_places(const void* pa, const void* pb) {
  const Place *a = pa, *b = pb;
  for (int k = 0; k < 3; k++) {
    if (a->p[k] != b->p[k]) return a->p[k] < b->p[k] ? -1 : 1;
  }
  return (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

// first[i]: the first vertex at the place of vertex i
static void find_first_at_place(const BrnMesh* mesh, Place* place, int* first) {
  int count = mesh->vertex_count;
  for (int i = 0; i < count; i++) {
    memcpy(place[i].p, mesh->position + 3 * (size_t)i, sizeof place[i].p);
    place[i].vertex = i;
  }
  qsort(place, (size_t)count, sizeof *place, compare_places);
  for (int i = 0; i < count; i++) {
    bool same = i > 0 && place[i].p[0] == place[i - 1].p[0] && place[i].p[1] == place[i - 1].p[1] &&
                place[i].p[2] == place[i - 1].p[2];
    first[place[i].vertex] = same ? first[place[i - 1].vertex] : place[i].vertex;
  }
}

BrnStatus brn_mesh_weld(BrnContext* ctx, BrnMesh* mesh, int* welded) {
  BRN_ASSERT(ctx && mesh && welded);
  *welded = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Place* place = brn__scratch(ctx, mesh->vertex_count, Place);
  int* first = brn__scratch(ctx, mesh->vertex_count, int);
  BrnStatus status = place && first ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    find_first_at_place(mesh, place, first);
    // corners move to the first vertex of their place; the others are left without any cell
    renumber(mesh->triangle, 3L * mesh->triangle_count, first);
    renumber(mesh->tet, 4L * mesh->tet_count, first);
    int kept = 0;
    for (int i = 0; i < mesh->vertex_count; i++) {
      *welded += first[i] != i;
      first[i] = first[i] == i ? kept++ : -1;
    }
    move_vertices(mesh, first, kept);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

// ---------------------------------------------------------------------------------------- flipping

static void swap_items(void* base, size_t size, int a, int b) {
  char *x = (char*)base + size * (size_t)a, *y = (char*)base + size * (size_t)b;
  for (size_t i = 0; i < size; i++) {
    char swap = x[i];
    x[i] = y[i], y[i] = swap;
  }
}

// with all that belongs to them
static void swap_triangles(BrnMesh* mesh, int a, int b) {
  swap_items(mesh->triangle, 3 * sizeof *mesh->triangle, a, b);
  if (mesh->triangle_label) swap_items(mesh->triangle_label, sizeof *mesh->triangle_label, a, b);
  for (int i = 0; i < mesh->array_count; i++) {
    const BrnArray* array = &mesh->array[i];
    size_t size = (size_t)array->components * sizeof *array->value;
    if (array->on == BRN_ON_TRIANGLE) swap_items(array->value, size, a, b);
  }
}

void brn_mesh_flip(BrnMesh* mesh) {
  BRN_ASSERT(mesh);
  for (size_t t = 0; t < (size_t)mesh->tet_count; t++) {
    int* corner = mesh->tet + 4 * t;
    int swap = corner[2];
    corner[2] = corner[3], corner[3] = swap;
  }
  for (size_t t = 0; t < (size_t)mesh->triangle_count; t++) {
    int* corner = mesh->triangle + 3 * t;
    int swap = corner[1];
    corner[1] = corner[2], corner[2] = swap;
  }
  // a fan turned round is a fan when its triangles are in reverse order
  for (int begin = 0; mesh->polygon && begin < mesh->triangle_count;) {
    int end = begin + 1;
    while (end < mesh->triangle_count && mesh->polygon[end] == mesh->polygon[begin]) end++;
    for (int a = begin, b = end - 1; a < b; a++, b--) swap_triangles(mesh, a, b);
    begin = end;
  }
}
