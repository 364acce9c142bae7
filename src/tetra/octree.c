// SPDX-License-Identifier: Apache-2.0
//
// An octree over a cube, refined at points and then balanced (octree.h).

#include "tetra/octree.h"

#include <math.h>

BrnStatus brn__octree_create(BrnContext* ctx, const double* origin, double side, BrnOctree* out) {
  *out = (BrnOctree){.unit = side / (1 << BRN_OCTREE_DEPTH)};
  for (int a = 0; a < 3; a++) out->origin[a] = origin[a];
  BRN_TRY(brn__grow(ctx, &out->cell, &out->capacity, 1024, sizeof *out->cell));
  out->cell[0] = (BrnCell){.child = -1};
  out->cell_count = 1;
  return BRN_OK;
}

void brn__octree_destroy(BrnContext* ctx, BrnOctree* tree) {
  brn__free(ctx, tree->cell);
  *tree = (BrnOctree){0};
}

static BrnStatus split(BrnContext* ctx, BrnOctree* tree, int index) {
  if (tree->cell_count > INT32_MAX / 64) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the lattice is too fine: more than %d cells",
                     tree->cell_count);
  }
  BRN_TRY(brn__grow(ctx, &tree->cell, &tree->capacity, (size_t)tree->cell_count + 8,
                    sizeof *tree->cell));
  BrnCell parent = tree->cell[index];
  int half = brn__cell_side(&parent) / 2;
  tree->cell[index].child = tree->cell_count;
  for (int i = 0; i < 8; i++) {
    BrnCell* cell = &tree->cell[tree->cell_count++];
    *cell = (BrnCell){.child = -1, .level = parent.level + 1};
    for (int a = 0; a < 3; a++) cell->corner[a] = parent.corner[a] + (i >> a & 1) * half;
  }
  return BRN_OK;
}

static int child_at(const BrnCell* cell, const int* place) {
  int half = brn__cell_side(cell) / 2, child = cell->child;
  for (int a = 0; a < 3; a++) child += (place[a] >= cell->corner[a] + half) << a;
  return child;
}

int brn__octree_leaf(const BrnOctree* tree, const int* place) {
  for (int a = 0; a < 3; a++) {
    if (place[a] < 0 || place[a] >= 1 << BRN_OCTREE_DEPTH) return -1;
  }
  int index = 0;
  while (tree->cell[index].child >= 0) index = child_at(&tree->cell[index], place);
  return index;
}

static BrnStatus refine_place(BrnContext* ctx, BrnOctree* tree, const int* place, int level) {
  for (int index = 0; tree->cell[index].level < level;) {
    if (tree->cell[index].child < 0) BRN_TRY(split(ctx, tree, index));
    index = child_at(&tree->cell[index], place);
  }
  return BRN_OK;
}

BrnStatus brn__octree_refine(BrnContext* ctx, BrnOctree* tree, const double* point, int level) {
  int place[3];
  for (int a = 0; a < 3; a++) {
    double at = floor((point[a] - tree->origin[a]) / tree->unit);
    place[a] = (int)fmin(fmax(at, 0), (1 << BRN_OCTREE_DEPTH) - 1);
  }
  return refine_place(ctx, tree, place, level);
}

// Cells that a split makes come last in the list, so going through it once sees them all.
BrnStatus brn__octree_balance(BrnContext* ctx, BrnOctree* tree) {
  for (int index = 0; index < tree->cell_count; index++) {
    BrnCell cell = tree->cell[index];
    if (index % 4096 == 0) BRN_TRY(brn__go_on(ctx));
    if (cell.child >= 0 || cell.level < 2) continue;
    int side = brn__cell_side(&cell);
    for (int n = 0; n < 27; n++) {
      int way[3] = {n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1}, place[3];
      for (int a = 0; a < 3; a++) place[a] = cell.corner[a] + side / 2 + way[a] * side;
      int leaf = brn__octree_leaf(tree, place);
      if (leaf < 0 || tree->cell[leaf].level >= cell.level - 1) continue;
      BRN_TRY(refine_place(ctx, tree, place, cell.level - 1));
    }
  }
  return BRN_OK;
}
