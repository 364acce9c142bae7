// SPDX-License-Identifier: Apache-2.0
//
// Which edges are diagonals of quads. The model lists the second diagonal of each; the first is the
// edge that its two triangles have in common.

#include "solver/sheet/muscles.h"

#include <stdlib.h>

// Side from u to v of a triangle, with its third corner.
typedef struct Side {
  int u, v, third;
} Side;

static int compare_pairs(const void* a, const void* b) {
  const int *p = a, *q = b;
  if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
  return (p[1] > q[1]) - (p[1] < q[1]);
}

static void list_sides(const BrnMesh* mesh, const BrnModelFlesh* muscle, Side* side) {
  const int* corner = mesh->triangle + 3 * (size_t)muscle->first_triangle;
  for (int t = 0; t < muscle->triangle_count; t++, corner += 3) {
    for (int k = 0; k < 3; k++) {
      *side++ = (Side){corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]};
    }
  }
}

static void set_pair(int pair[2], int a, int b) {
  pair[0] = a < b ? a : b;
  pair[1] = a < b ? b : a;
}

static bool is_first(const Side* side, size_t sides, const int* second, size_t seconds, int a,
                     int b) {
  const Side there = {a, b, 0}, back = {b, a, 0};
  const Side* one = bsearch(&there, side, sides, sizeof *side, compare_pairs);
  const Side* two = bsearch(&back, side, sides, sizeof *side, compare_pairs);
  int pair[2];
  if (!one || !two) return false;
  set_pair(pair, one->third, two->third);
  return bsearch(pair, second, seconds, 2 * sizeof(int), compare_pairs) != NULL;
}

BrnStatus brn__diagonals_find(BrnContext* ctx, const BrnMesh* mesh, const BrnModelFlesh* muscle,
                              bool* out) {
  size_t sides = 3 * (size_t)muscle->triangle_count, seconds = (size_t)muscle->diagonal_count;
  int edges = muscle->edge_count - muscle->diagonal_count;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Side* side = brn__scratch(ctx, sides, Side);
  int* second = brn__scratch(ctx, 2 * seconds, int);
  bool taken = side && second;
  // second diagonals are known: they come after the edges of the triangles
  for (int i = edges; taken && i < muscle->edge_count; i++) {
    const int* edge = muscle->edge + 2 * (size_t)i;
    set_pair(second + 2 * (size_t)(i - edges), edge[0], edge[1]);
    out[i] = true;
  }
  if (taken) {
    list_sides(mesh, muscle, side);
    qsort(side, sides, sizeof *side, compare_pairs);
    qsort(second, seconds, 2 * sizeof(int), compare_pairs);
  }
  // first ones are edges whose two triangles have a second one between their far corners
  for (int i = 0; taken && i < edges; i++) {
    const int* edge = muscle->edge + 2 * (size_t)i;
    out[i] = seconds > 0 && is_first(side, sides, second, seconds, edge[0], edge[1]);
  }
  brn__scratch_release(ctx, mark);
  return taken ? BRN_OK : BRN_NO_MEMORY;
}
