// SPDX-License-Identifier: Apache-2.0
//
// Rows of rings that all have as many vertices, joined by quads: vertex i of a ring leads to vertex
// i of the next one. A strip of quads closes either end.

#include "form/strip.h"

#include "core/vec.h"

typedef struct Quads {
  BrnMesh* mesh;
  int done; // triangles
} Quads;

static double diagonal(const Quads* quads, int a, int b) {
  const double* x = quads->mesh->position;
  return brn__distance3(x + 3 * (size_t)a, x + 3 * (size_t)b);
}

static void add_triangle(Quads* quads, int a, int b, int c, int polygon) {
  int* corner = quads->mesh->triangle + 3 * (size_t)quads->done;
  corner[0] = a, corner[1] = b, corner[2] = c;
  quads->mesh->polygon[quads->done++] = polygon;
}

// two triangles of one polygon, over the shorter diagonal
static void add_quad(Quads* quads, int a, int b, int c, int d) {
  int polygon = quads->done / 2;
  bool turned = diagonal(quads, b, d) < diagonal(quads, a, c);
  int corner[5] = {a, b, c, d, a};
  const int* from = corner + turned;
  add_triangle(quads, from[0], from[1], from[2], polygon);
  add_triangle(quads, from[0], from[2], turned ? a : d, polygon);
}

static void join(Quads* quads, const BrnStripRow* below, const BrnStripRow* above, int shift) {
  int n = below->steps;
  for (int i = 0; i < n; i++) {
    int j = i + shift;
    add_quad(quads, below->first + i, below->first + (i + 1) % n, above->first + (j + 1) % n,
             above->first + j % n);
  }
}

// Across the ring, from one end of its longer axis to the other. The count is a multiple of four
// and vertex 0 half a step behind the axis x, so that both axes pass between vertices.
static void close_end(Quads* quads, const BrnStripRow* row, int major, bool start) {
  int n = row->steps, half = n / 2, turn = major == 0 ? 0 : n / 4;
  for (int k = 0; k + 1 < half; k++) {
    int a = row->first + (turn + k) % n, b = row->first + (turn + k + 1) % n;
    int c = row->first + (turn + n - 2 - k) % n, d = row->first + (turn + n - 1 - k) % n;
    if (start)
      add_quad(quads, d, c, b, a);
    else
      add_quad(quads, a, b, c, d);
  }
}

BrnStatus brn__strips_quads(BrnContext* ctx, const BrnStrips* strips, const int major[2], int shift,
                            BrnMesh** out) {
  int rows = strips->row_count, n = strips->row[0].steps;
  bool closed = !major;
  int count = closed ? rows * n : (rows - 1) * n + 2 * (n / 2 - 1);
  BRN_ASSERT(n % 4 == 0);
  BRN_TRY(brn_mesh_create(ctx, strips->vertex_count, 2 * count, 0, out));
  Quads quads = {.mesh = *out};
  quads.mesh->polygon = brn__new_zero(ctx, 2 * (size_t)count, int);
  if (!quads.mesh->polygon) return BRN_NO_MEMORY;
  for (size_t i = 0; i < 3 * (size_t)strips->vertex_count; i++) {
    quads.mesh->position[i] = strips->position[i];
  }
  for (int r = 0; r + 1 < rows; r++) join(&quads, &strips->row[r], &strips->row[r + 1], 0);
  if (closed) {
    join(&quads, &strips->row[rows - 1], &strips->row[0], shift);
  } else {
    close_end(&quads, &strips->row[0], major[0], true);
    close_end(&quads, &strips->row[rows - 1], major[1], false);
  }
  BRN_ASSERT(quads.done == 2 * count);
  return BRN_OK;
}
