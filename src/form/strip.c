// SPDX-License-Identifier: Apache-2.0
//
// Triangles between rows of vertices (strip.h).

#include "form/strip.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

static BrnStatus add_row(BrnContext* ctx, BrnStrips* strips, BrnStripRow row, double** place) {
  int count = row.steps + row.ridge;
  size_t rows = (size_t)strips->row_count + 1, numbers = 3 * ((size_t)row.first + (size_t)count);
  BRN_TRY(brn__grow_block(ctx, &strips->row, rows, sizeof *strips->row));
  BRN_TRY(brn__grow_block(ctx, &strips->position, numbers, sizeof *strips->position));
  strips->row[strips->row_count++] = row;
  strips->vertex_count += count;
  *place = strips->position + 3 * (size_t)row.first;
  return BRN_OK;
}

BrnStatus brn__strips_add_ring(BrnContext* ctx, BrnStrips* strips, int count, double** place) {
  return add_row(ctx, strips, (BrnStripRow){strips->vertex_count, count, false}, place);
}

BrnStatus brn__strips_add_ridge(BrnContext* ctx, BrnStrips* strips, int steps, double** place) {
  return add_row(ctx, strips, (BrnStripRow){strips->vertex_count, steps, true}, place);
}

void brn__strips_free(BrnContext* ctx, BrnStrips* strips) {
  brn__free(ctx, strips->row);
  brn__free(ctx, strips->position);
}

// --------------------------------------------------------------------------------------- joining

// A row as a loop: a ridge runs there and back.
static int loop_length(const BrnStripRow* row) {
  if (!row->ridge) return row->steps;
  return row->steps > 0 ? 2 * row->steps : 1;
}

static int loop_vertex(const BrnStripRow* row, int k) {
  k %= loop_length(row);
  return row->first + (row->ridge && k > row->steps ? 2 * row->steps - k : k);
}

static double distance(const BrnStrips* strips, int a, int b) {
  return brn__distance3(strips->position + 3 * (size_t)a, strips->position + 3 * (size_t)b);
}

static int nearest(const BrnStrips* strips, const BrnStripRow* row, int vertex) {
  int best = 0;
  double least = INFINITY;
  for (int k = 0; k < loop_length(row); k++) {
    double d = distance(strips, loop_vertex(row, k), vertex);
    if (d < least) least = d, best = k;
  }
  return best;
}

// Walks around both loops at once, always over the shorter diagonal. Edges of a point have no
// length, and no triangle.
static int join(const BrnStrips* strips, const BrnStripRow* below, const BrnStripRow* above,
                int* out) {
  int m = loop_length(below), n = loop_length(above);
  int edges_below = m > 1 ? m : 0, edges_above = n > 1 ? n : 0, count = 0;
  int i = 0, j = 0, from = 0, at = 0;
  if (m > 1)
    at = nearest(strips, above, loop_vertex(below, 0));
  else
    from = 0;
  while (i < edges_below || j < edges_above) {
    int a = loop_vertex(below, from + i), b = loop_vertex(above, at + j);
    int a1 = loop_vertex(below, from + i + 1), b1 = loop_vertex(above, at + j + 1);
    bool step_below =
        j == edges_above || (i < edges_below && distance(strips, a1, b) <= distance(strips, a, b1));
    int third = step_below ? a1 : b1;
    out[3 * count] = a, out[3 * count + 1] = third, out[3 * count + 2] = b;
    count++;
    if (step_below)
      i++;
    else
      j++;
  }
  return count;
}

static int triangle_count(const BrnStrips* strips, bool closed) {
  int count = 0;
  for (int r = 0; r < strips->row_count; r++) {
    int length = loop_length(&strips->row[r]);
    bool end = !closed && (r == 0 || r == strips->row_count - 1);
    count += length > 1 ? (end ? 1 : 2) * length : 0;
  }
  return count;
}

BrnStatus brn__strips_mesh(BrnContext* ctx, const BrnStrips* strips, bool closed, BrnMesh** out) {
  BRN_TRY(brn_mesh_create(ctx, strips->vertex_count, triangle_count(strips, closed), 0, out));
  BrnMesh* mesh = *out;
  memcpy(mesh->position, strips->position, 3 * (size_t)strips->vertex_count * sizeof(double));
  int done = 0, joints = closed ? strips->row_count : strips->row_count - 1;
  for (int r = 0; r < joints; r++) {
    const BrnStripRow* above = &strips->row[(r + 1) % strips->row_count];
    done += join(strips, &strips->row[r], above, mesh->triangle + 3 * (size_t)done);
  }
  BRN_ASSERT(done == mesh->triangle_count);
  return BRN_OK;
}
