// SPDX-License-Identifier: Apache-2.0
//
// Surface nets (net.h): cells that the surface passes through, and quads around edges that it
// crosses.

#include "form/net.h"

#include "core/vec.h"
#include "form/solid_grid.h"

#include <string.h>

enum { N = BRN_BLOCK };

typedef struct Maker {
  BrnSolidGrid grid;
  int* vertex; // of each cell, -1: none   (slot_count x BRN_BLOCK_NODES)
  BrnNet* net;
} Maker;

static void cell_of(const BrnSolidGrid* grid, size_t index, int out[3]) {
  int block = grid->block[index / BRN_BLOCK_NODES], n = (int)(index % BRN_BLOCK_NODES);
  out[0] = N * (block % grid->size[0]) + n % N;
  out[1] = N * (block / grid->size[0] % grid->size[1]) + n / N % N;
  out[2] = N * (block / grid->size[0] / grid->size[1]) + n / N / N;
}

// -------------------------------------------------------------------------------------- vertices

// middle of the places where the surface crosses the edges of the cell
static void put_vertex(const BrnSolidGrid* grid, const int cell[3], int corners, double* out) {
  double sum[3] = {0, 0, 0}, value[8];
  int count = 0;
  for (int c = 0; c < 8; c++) {
    const double* at =
        brn__solid_grid_node(grid, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2));
    value[c] = at ? *at : 0;
  }
  for (int c = 0; c < 8; c++) {
    for (int a = 0; a < 3; a++) {
      int d = c | 1 << a;
      if (d == c || (corners >> c & 1) == (corners >> d & 1)) continue;
      double t = value[c] / (value[c] - value[d]);
      for (int b = 0; b < 3; b++) sum[b] += a == b ? t : c >> b & 1;
      count++;
    }
  }
  for (int b = 0; b < 3; b++) {
    out[b] = grid->origin[b] + grid->cell * (cell[b] + sum[b] / count);
  }
}

static void put_centre(const BrnSolidGrid* grid, const int cell[3], double* out) {
  for (int a = 0; a < 3; a++) out[a] = grid->origin[a] + grid->cell * (cell[a] + 0.5);
}

static BrnStatus copy_positions(BrnContext* ctx, BrnNet* net) {
  size_t numbers = 3 * (size_t)net->vertex_count;
  net->position = brn__new(ctx, numbers + 1, double);
  if (!net->position) return BRN_NO_MEMORY;
  if (numbers > 0) memcpy(net->position, net->raw, numbers * sizeof(double));
  return BRN_OK;
}

static BrnStatus make_vertices(BrnContext* ctx, Maker* maker) {
  size_t cells = (size_t)maker->grid.slot_count * BRN_BLOCK_NODES;
  maker->vertex = brn__new(ctx, cells, int);
  if (!maker->vertex) return BRN_NO_MEMORY;
  for (size_t c = 0; c < cells; c++) {
    int cell[3];
    cell_of(&maker->grid, c, cell);
    int corners = brn__solid_grid_corners(&maker->grid, cell[0], cell[1], cell[2]);
    maker->vertex[c] = -1;
    if (corners == 0 || corners == 255) continue;
    BrnNet* net = maker->net;
    size_t numbers = 3 * ((size_t)net->vertex_count + 1);
    BRN_TRY(brn__grow_block(ctx, &net->raw, numbers, sizeof(double)));
    BRN_TRY(brn__grow_block(ctx, &net->centre, numbers, sizeof(double)));
    put_vertex(&maker->grid, cell, corners, net->raw + numbers - 3);
    put_centre(&maker->grid, cell, net->centre + numbers - 3);
    maker->vertex[c] = net->vertex_count++;
  }
  return copy_positions(ctx, maker->net);
}

// ----------------------------------------------------------------------------------------- quads

// -1: the cell is not there, because a distance that is none (of numbers too unlike each other) led
// the surface out of its box
static int vertex_at(const Maker* maker, const int cell[3]) {
  const double* node = brn__solid_grid_node(&maker->grid, cell[0], cell[1], cell[2]);
  return node ? maker->vertex[node - maker->grid.value] : -1;
}

// The four cells around the edge from a node along an axis, counter-clockwise seen from ahead.
static BrnStatus add_quad(BrnContext* ctx, Maker* maker, const int node[3], int axis, bool inside) {
  BrnNet* net = maker->net;
  size_t numbers = 4 * ((size_t)net->quad_count + 1);
  BRN_TRY(brn__grow_block(ctx, &net->quad, numbers, sizeof(int)));
  int* quad = net->quad + numbers - 4;
  int b = (axis + 1) % 3, c = (axis + 2) % 3;
  for (int k = 0; k < 4; k++) {
    int cell[3] = {node[0], node[1], node[2]};
    cell[b] -= k == 1 || k == 2;
    cell[c] -= k >= 2;
    int vertex = vertex_at(maker, cell);
    if (vertex < 0) return brn__solid_refuse(ctx, maker->grid.solid);
    quad[inside ? k : 3 - k] = vertex;
  }
  net->quad_count++;
  return BRN_OK;
}

static BrnStatus make_quads(BrnContext* ctx, Maker* maker) {
  const BrnSolidGrid* grid = &maker->grid;
  size_t nodes = (size_t)grid->slot_count * BRN_BLOCK_NODES;
  for (size_t n = 0; n < nodes; n++) {
    int node[3];
    cell_of(grid, n, node);
    bool inside = grid->value[n] < 0;
    for (int axis = 0; axis < 3; axis++) {
      int next[3] = {node[0], node[1], node[2]};
      next[axis]++;
      if (brn__solid_grid_inside(grid, next[0], next[1], next[2]) == inside) continue;
      BRN_TRY(add_quad(ctx, maker, node, axis, inside));
    }
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the net

BrnStatus brn__net_make(BrnContext* ctx, const BrnSolid* solid, double cell, BrnNet* out) {
  *out = (BrnNet){.cell = cell};
  Maker maker = {.net = out};
  BrnStatus status = brn__solid_grid_make(ctx, solid, cell, &maker.grid);
  if (status == BRN_OK) status = make_vertices(ctx, &maker);
  if (status == BRN_OK) status = make_quads(ctx, &maker);
  brn__solid_grid_free(ctx, &maker.grid);
  brn__free(ctx, maker.vertex);
  return status;
}

void brn__net_free(BrnContext* ctx, BrnNet* net) {
  brn__free(ctx, net->position);
  brn__free(ctx, net->raw);
  brn__free(ctx, net->centre);
  brn__free(ctx, net->quad);
}
