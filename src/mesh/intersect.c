// SPDX-License-Identifier: Apache-2.0

#include "mesh/mesh.h"
#include "mesh/predicates.h"
#include "mesh/sort.h"
#include "mesh/triangle_pair.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

// Pairs of triangles whose boxes meet are found by a tree of boxes, and tested exactly. The tree is
// a complete binary one over leaves of a few triangles along a Morton curve, so it needs neither
// pointers nor recursion: node k has the children 2k and 2k + 1, the root is node 1.

enum { LEAF_SIZE = 4, GRAIN = 256 };

typedef struct Box {
  double low[3], high[3];
} Box;

typedef struct BoxTree {
  int count;     // triangles
  int* triangle; // along the curve                                 (count)
  Box* box;      // of each, in that order                          (count)
  int leaf_count, depth;
  Box* node; // nodes 1 to leaf_count - 1, then the leaves     (2 leaf_count)
} BoxTree;

static const Box empty_box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void box_join(Box* box, const double* low, const double* high) {
  for (int i = 0; i < 3; i++) {
    if (low[i] < box->low[i]) box->low[i] = low[i];
    if (high[i] > box->high[i]) box->high[i] = high[i];
  }
}

static bool boxes_meet(const Box* a, const Box* b) {
  return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] &&
         b->low[1] <= a->high[1] && a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

static Box triangle_box(const BrnMesh* mesh, int triangle) {
  Box box = empty_box;
  for (int i = 0; i < 3; i++) {
    const double* p = mesh->position + 3 * (size_t)mesh->triangle[3 * (size_t)triangle + i];
    box_join(&box, p, p);
  }
  return box;
}

// ------------------------------------------------------------------------------------- the curve

// puts two zero bits between the lower 21 bits
static uint64_t spread(uint64_t x) {
  x = (x | x << 32) & 0x001f00000000ffffu;
  x = (x | x << 16) & 0x001f0000ff0000ffu;
  x = (x | x << 8) & 0x100f00f00f00f00fu;
  x = (x | x << 4) & 0x10c30c30c30c30c3u;
  return (x | x << 2) & 0x1249249249249249u;
}

// Place on a Morton curve through a cube of 2^21 cells a side.
static uint64_t morton(const Box* box, const Box* all, double cells_per_length) {
  uint64_t key = 0;
  for (int i = 0; i < 3; i++) {
    double centre = box->low[i] / 2 + box->high[i] / 2;
    double cell = (centre - all->low[i]) * cells_per_length;
    key |= spread((uint64_t)fmin(fmax(cell, 0), 0x1fffff)) << i;
  }
  return key;
}

// fills list with the triangles that have an area, along the curve
static int order_triangles(const BrnMesh* mesh, BrnKeyed* list, BrnKeyed* spare) {
  int count = 0;
  Box all = empty_box;
  for (int t = 0; t < mesh->triangle_count; t++) {
    const int* v = mesh->triangle + 3 * (size_t)t;
    const double* p = mesh->position;
    if (brn__triangle_axis(p + 3 * (size_t)v[0], p + 3 * (size_t)v[1], p + 3 * (size_t)v[2]) < 0) {
      continue;
    }
    Box box = triangle_box(mesh, t);
    box_join(&all, box.low, box.high);
    list[count++].item = t;
  }
  double extent = 0;
  for (int i = 0; i < 3; i++) extent = fmax(extent, all.high[i] - all.low[i]);
  for (int i = 0; i < count; i++) {
    Box box = triangle_box(mesh, list[i].item);
    list[i].key = morton(&box, &all, 0x1fffff / extent);
  }
  brn__keys_sort(list, spare, count);
  return count;
}

// -------------------------------------------------------------------------------------- the tree

static void size_tree(BoxTree* tree) {
  int needed = tree->count / LEAF_SIZE + (tree->count % LEAF_SIZE != 0);
  for (tree->leaf_count = 1; tree->leaf_count < needed; tree->leaf_count *= 2) tree->depth++;
}

static void fit_boxes(const BrnMesh* mesh, BoxTree* tree) {
  for (int k = 0; k < 2 * tree->leaf_count; k++) tree->node[k] = empty_box;
  for (int i = 0; i < tree->count; i++) {
    tree->box[i] = triangle_box(mesh, tree->triangle[i]);
    box_join(&tree->node[tree->leaf_count + i / LEAF_SIZE], tree->box[i].low, tree->box[i].high);
  }
  for (int k = tree->leaf_count - 1; k > 0; k--) {
    for (int child = 2 * k; child <= 2 * k + 1; child++) {
      box_join(&tree->node[k], tree->node[child].low, tree->node[child].high);
    }
  }
}

static BrnStatus tree_build(BrnContext* ctx, const BrnMesh* mesh, BoxTree* tree) {
  *tree = (BoxTree){0};
  tree->triangle = brn__scratch(ctx, mesh->triangle_count, int);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnKeyed* list = brn__scratch(ctx, mesh->triangle_count, BrnKeyed);
  BrnKeyed* spare = brn__scratch(ctx, mesh->triangle_count, BrnKeyed);
  bool enough = tree->triangle && list && spare;
  if (enough) {
    tree->count = order_triangles(mesh, list, spare);
    for (int i = 0; i < tree->count; i++) tree->triangle[i] = list[i].item;
  }
  brn__scratch_release(ctx, mark);
  if (!enough) return BRN_NO_MEMORY;
  size_tree(tree);
  tree->box = brn__scratch(ctx, tree->count, Box);
  tree->node = brn__scratch(ctx, 2 * (size_t)tree->leaf_count, Box);
  if (!tree->box || !tree->node) return BRN_NO_MEMORY;
  fit_boxes(mesh, tree);
  return BRN_OK;
}

// last leaf under a node
static int last_leaf(const BoxTree* tree, int node) {
  int level = 31 - __builtin_clz((unsigned)node);
  return ((node + 1) << (tree->depth - level)) - 1 - tree->leaf_count;
}

typedef void PairFn(void* user, int a, int b);

// Calls fn for place i and each later place whose box meets its own.
static void tree_pairs_of(const BoxTree* tree, int i, PairFn* fn, void* user) {
  int stack[64], top = 0;
  stack[top++] = 1;
  while (top > 0) {
    int node = stack[--top];
    if (last_leaf(tree, node) < i / LEAF_SIZE) continue;
    if (!boxes_meet(&tree->box[i], &tree->node[node])) continue;
    if (node < tree->leaf_count) {
      stack[top++] = 2 * node + 1;
      stack[top++] = 2 * node;
      continue;
    }
    int begin = (node - tree->leaf_count) * LEAF_SIZE;
    for (int j = begin; j < begin + LEAF_SIZE && j < tree->count; j++) {
      if (j > i && boxes_meet(&tree->box[i], &tree->box[j])) fn(user, i, j);
    }
  }
}

// ------------------------------------------------------------------------------------- the search

// A flag is only ever set, so it does not matter in which order the workers do it.
typedef struct Search {
  const BrnMesh* mesh;
  BoxTree tree;
  atomic_uchar* cut; // does the triangle cut another one?  (triangle_count)
} Search;

static void test_pair(void* user, int i, int j) {
  Search* search = user;
  int a = search->tree.triangle[i], b = search->tree.triangle[j];
  const int* triangle = search->mesh->triangle;
  if (!brn__triangles_cut(search->mesh->position, triangle + 3 * (size_t)a,
                          triangle + 3 * (size_t)b)) {
    return;
  }
  atomic_store_explicit(&search->cut[a], 1, memory_order_relaxed);
  atomic_store_explicit(&search->cut[b], 1, memory_order_relaxed);
}

static void search_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Search* search = user;
  for (int i = begin; i < end; i++) tree_pairs_of(&search->tree, i, test_pair, search);
}

static BrnStatus list_cut(BrnContext* ctx, const Search* search, int** out, int* count) {
  int found = 0;
  for (int t = 0; t < search->mesh->triangle_count; t++) found += search->cut[t];
  *count = found;
  if (!out || found == 0) return BRN_OK;
  int* list = brn__new(ctx, found, int);
  if (!list) {
    *count = 0;
    return BRN_NO_MEMORY;
  }
  *out = list;
  for (int t = 0; t < search->mesh->triangle_count; t++) {
    if (search->cut[t]) *list++ = t;
  }
  return BRN_OK;
}

BrnStatus brn_mesh_self_intersections(BrnContext* ctx, const BrnMesh* mesh, int** out, int* count) {
  BRN_ASSERT(ctx && mesh && count);
  if (out) *out = NULL;
  *count = 0;
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Search search = {.mesh = mesh};
  search.cut = brn__scratch_zero(ctx, mesh->triangle_count, atomic_uchar);
  BrnStatus status = search.cut ? tree_build(ctx, mesh, &search.tree) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    brn__parallel_for(ctx, search.tree.count, GRAIN, search_range, &search);
    status = list_cut(ctx, &search, out, count);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
