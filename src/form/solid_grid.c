// SPDX-License-Identifier: Apache-2.0
//
// Distances on a grid, block by block, from one block on the surface to its neighbours
// (solid_grid.h).

#include "form/solid_grid.h"

#include "core/vec.h"

#include <math.h>

enum {
  N = BRN_BLOCK,
  MOST_BLOCKS = 1 << 22, // 160 a side, or 1280 cells
  MOST_SLOTS = 1 << 18,  // 1 GiB of nodes
};

// ---------------------------------------------------------------------------------------- nodes

static int block_index(const BrnSolidGrid* grid, int bi, int bj, int bk) {
  if (bi < 0 || bj < 0 || bk < 0) return -1;
  if (bi >= grid->size[0] || bj >= grid->size[1] || bk >= grid->size[2]) return -1;
  return (bk * grid->size[1] + bj) * grid->size[0] + bi;
}

static int block_of(const BrnSolidGrid* grid, int i, int j, int k) {
  if (i < 0 || j < 0 || k < 0) return -1;
  return block_index(grid, i / N, j / N, k / N);
}

static void first_node(const BrnSolidGrid* grid, int block, int out[3]) {
  out[0] = N * (block % grid->size[0]);
  out[1] = N * (block / grid->size[0] % grid->size[1]);
  out[2] = N * (block / grid->size[0] / grid->size[1]);
}

double* brn__solid_grid_node(const BrnSolidGrid* grid, int i, int j, int k) {
  int block = block_of(grid, i, j, k);
  if (block < 0 || grid->slot[block] < 0) return NULL;
  size_t start = (size_t)grid->slot[block] * BRN_BLOCK_NODES;
  return grid->value + start + ((k % N) * N + j % N) * N + i % N;
}

bool brn__solid_grid_inside(const BrnSolidGrid* grid, int i, int j, int k) {
  int block = block_of(grid, i, j, k);
  if (block < 0) return false;
  if (grid->slot[block] < 0) return grid->middle[block] < 0;
  return *brn__solid_grid_node(grid, i, j, k) < 0;
}

int brn__solid_grid_corners(const BrnSolidGrid* grid, int i, int j, int k) {
  int corners = 0;
  for (int c = 0; c < 8; c++) {
    if (brn__solid_grid_inside(grid, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)))
      corners |= 1 << c;
  }
  return corners;
}

// ------------------------------------------------------------------------------------ evaluating

static void fill_middles(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSolidGrid* grid = user;
  for (int b = begin; b < end; b++) {
    int first[3];
    double place[3];
    first_node(grid, b, first);
    for (int a = 0; a < 3; a++)
      place[a] = grid->origin[a] + grid->cell * (first[a] + (N - 1) / 2.0);
    grid->middle[b] = (float)grid->solid->distance(grid->solid->user, place);
  }
}

static void fill_slots(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnSolidGrid* grid = user;
  for (int s = begin; s < end; s++) {
    int first[3];
    first_node(grid, grid->block[s], first);
    double* value = grid->value + (size_t)s * BRN_BLOCK_NODES;
    for (int n = 0; n < BRN_BLOCK_NODES; n++) {
      int node[3] = {first[0] + n % N, first[1] + n / N % N, first[2] + n / N / N};
      double place[3];
      for (int a = 0; a < 3; a++) place[a] = grid->origin[a] + grid->cell * node[a];
      value[n] = grid->solid->distance(grid->solid->user, place);
    }
  }
}

// Slots from `begin` on are new; the range function counts from there.
typedef struct NewSlots {
  BrnSolidGrid* grid;
  int begin;
} NewSlots;

static void fill_new(void* user, int begin, int end, int worker) {
  NewSlots* fresh = user;
  fill_slots(fresh->grid, fresh->begin + begin, fresh->begin + end, worker);
}

static BrnStatus keep(BrnContext* ctx, BrnSolidGrid* grid, int block) {
  if (grid->slot[block] >= 0) return BRN_OK;
  if (grid->slot_count >= MOST_SLOTS) return brn__solid_refuse(ctx, grid->solid);
  size_t count = (size_t)grid->slot_count + 1;
  BRN_TRY(brn__grow_block(ctx, &grid->block, count, sizeof *grid->block));
  BRN_TRY(brn__grow_block(ctx, &grid->value, count * BRN_BLOCK_NODES, sizeof *grid->value));
  grid->slot[block] = grid->slot_count;
  grid->block[grid->slot_count++] = block;
  return BRN_OK;
}

static void evaluate_from(BrnContext* ctx, BrnSolidGrid* grid, int begin) {
  NewSlots fresh = {grid, begin};
  brn__parallel_for(ctx, grid->slot_count - begin, 4, fill_new, &fresh);
}

// -------------------------------------------------------------------------------------- flooding

// Do the nodes of a kept block that face a neighbour all lie on the given side?
static bool face_has_side(const BrnSolidGrid* grid, int slot, const int way[3], bool inside) {
  int low[3], high[3];
  for (int a = 0; a < 3; a++) {
    low[a] = way[a] > 0 ? N - 1 : 0;
    high[a] = way[a] < 0 ? 0 : N - 1;
  }
  const double* value = grid->value + (size_t)slot * BRN_BLOCK_NODES;
  for (int k = low[2]; k <= high[2]; k++) {
    for (int j = low[1]; j <= high[1]; j++) {
      for (int i = low[0]; i <= high[0]; i++) {
        if ((value[(k * N + j) * N + i] < 0) != inside) return false;
      }
    }
  }
  return true;
}

// Keeps the neighbours that the surface may run on into.
static BrnStatus keep_neighbours(BrnContext* ctx, BrnSolidGrid* grid, int slot) {
  int first[3];
  first_node(grid, grid->block[slot], first);
  for (int w = 0; w < 27; w++) {
    int way[3] = {w % 3 - 1, w / 3 % 3 - 1, w / 9 - 1};
    int next =
        block_index(grid, first[0] / N + way[0], first[1] / N + way[1], first[2] / N + way[2]);
    if (next < 0 || grid->slot[next] >= 0) continue;
    if (face_has_side(grid, slot, way, grid->middle[next] < 0)) continue;
    BRN_TRY(keep(ctx, grid, next));
  }
  return BRN_OK;
}

static BrnStatus flood(BrnContext* ctx, BrnSolidGrid* grid) {
  for (int s = 0, done = grid->slot_count; s < grid->slot_count;) {
    for (; s < done; s++) BRN_TRY(keep_neighbours(ctx, grid, s));
    evaluate_from(ctx, grid, done);
    done = grid->slot_count;
  }
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- mending

static bool hangs_together(int corners) {
  if (corners == 0) return true;
  int reached = corners & -corners;
  for (int round = 0; round < 7; round++) {
    for (int c = 0; c < 8; c++) {
      if (!(reached >> c & 1)) continue;
      reached |= corners & (1 << (c ^ 1) | 1 << (c ^ 2) | 1 << (c ^ 4));
    }
  }
  return reached == corners;
}

// Takes the outer corner nearest to the surface inside; then looks at the cell again. False: none
// of them has a distance.
static bool take_inside(BrnSolidGrid* grid, const int cell[3]) {
  double* nearest = NULL;
  for (int c = 0; c < 8; c++) {
    double* value =
        brn__solid_grid_node(grid, cell[0] + (c & 1), cell[1] + (c >> 1 & 1), cell[2] + (c >> 2));
    if (value && *value >= 0 && (!nearest || *value < *nearest)) nearest = value;
  }
  if (nearest) *nearest = -1e-3 * grid->cell;
  return nearest != NULL;
}

static BrnStatus mend_slot(BrnContext* ctx, BrnSolidGrid* grid, int slot, const bool* good,
                           int* taken) {
  int first[3];
  first_node(grid, grid->block[slot], first);
  for (int n = 0; n < BRN_BLOCK_NODES; n++) {
    int cell[3] = {first[0] + n % N, first[1] + n / N % N, first[2] + n / N / N};
    while (!good[brn__solid_grid_corners(grid, cell[0], cell[1], cell[2])]) {
      if (!take_inside(grid, cell)) return brn__solid_refuse(ctx, grid->solid);
      ++*taken;
    }
  }
  return BRN_OK;
}

// Nodes only ever move inside, so this comes to an end.
static BrnStatus mend(BrnContext* ctx, BrnSolidGrid* grid) {
  bool good[256];
  for (int c = 0; c < 256; c++) good[c] = hangs_together(c) && hangs_together(255 & ~c);
  for (int taken = 1; taken > 0;) {
    taken = 0;
    for (int s = 0; s < grid->slot_count; s++) BRN_TRY(mend_slot(ctx, grid, s, good, &taken));
    BRN_TRY(flood(ctx, grid));
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- the grid

static BrnStatus lay_out(BrnContext* ctx, const BrnSolid* solid, double cell, BrnSolidGrid* grid) {
  *grid = (BrnSolidGrid){.solid = solid, .cell = cell};
  const double margin = 2.5; // cells
  size_t count = 1;
  for (int a = 0; a < 3; a++) {
    double span = solid->high[a] - solid->low[a] + 2 * margin * cell;
    double blocks = ceil((span / cell + 1) / N);
    if (!(blocks * (double)count <= MOST_BLOCKS)) return brn__solid_refuse(ctx, solid);
    grid->size[a] = (int)blocks;
    double spare = grid->size[a] * (double)N - 1 - span / cell;
    grid->origin[a] = solid->low[a] - (margin + spare / 2) * cell;
    count *= (size_t)grid->size[a];
  }
  grid->block_count = (int)count;
  grid->middle = brn__new(ctx, count, float);
  grid->slot = brn__new(ctx, count, int);
  if (!grid->middle || !grid->slot) return BRN_NO_MEMORY;
  for (int b = 0; b < grid->block_count; b++) grid->slot[b] = -1;
  return BRN_OK;
}

static BrnStatus evaluate(BrnContext* ctx, BrnSolidGrid* grid) {
  brn__parallel_for(ctx, grid->block_count, 64, fill_middles, grid);
  double near = 1.3 * sqrt(3) / 2 * N * grid->cell; // half the diagonal, and some
  for (int b = 0; b < grid->block_count; b++) {
    if (fabs((double)grid->middle[b]) < near) BRN_TRY(keep(ctx, grid, b));
  }
  evaluate_from(ctx, grid, 0);
  BRN_TRY(flood(ctx, grid));
  return mend(ctx, grid);
}

BrnStatus brn__solid_grid_make(BrnContext* ctx, const BrnSolid* solid, double cell,
                               BrnSolidGrid* out) {
  BrnStatus status = lay_out(ctx, solid, cell, out);
  return status == BRN_OK ? evaluate(ctx, out) : status;
}

void brn__solid_grid_free(BrnContext* ctx, BrnSolidGrid* grid) {
  brn__free(ctx, grid->middle);
  brn__free(ctx, grid->slot);
  brn__free(ctx, grid->block);
  brn__free(ctx, grid->value);
}
