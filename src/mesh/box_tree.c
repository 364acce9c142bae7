// SPDX-License-Identifier: Apache-2.0

#include "mesh/box_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Top down: a node takes a range of items and cuts it up to seven times, always the piece whose
// surface area times item count is largest, until it has eight pieces or all are leaves (Wald et
// al. 2008 collapse a binary tree to the same end). A cut is found by the surface area heuristic:
// over 16 bins of each axis in large ranges, by sorting in small ones. Small ranges are only cut at
// multiples of eight, so that nearly all leaves are full.

enum { BINS = 16, SMALL = 128, MAX_DEPTH = 40 };

typedef struct Range {
  int begin, end;
  double box[6];
} Range;

typedef struct Builder {
  BrnContext* ctx;
  const double* box; // of the items, (item_count x 6)
  int* order;        // permutation that the ranges index
  BrnBoxTree* tree;
  size_t node_capacity, leaf_capacity;
} Builder;

static double half_area(const double* box) {
  double x = box[3] - box[0], y = box[4] - box[1], z = box[5] - box[2];
  return x < 0 ? 0 : x * y + y * z + z * x;
}

// twice the centre along an axis
static double centre(const Builder* b, int item, int axis) {
  const double* box = b->box + 6 * (size_t)item;
  return box[axis] + box[3 + axis];
}

static Range make_range(const Builder* b, int begin, int end) {
  Range range = {.begin = begin, .end = end};
  brn__box_clear(range.box);
  for (int i = begin; i < end; i++) brn__box_join(range.box, b->box + 6 * (size_t)b->order[i]);
  return range;
}

// -------------------------------------------------------------------------- cutting large ranges

typedef struct Cut {
  int axis, bin; // items in bins up to this one go left; bin < 0: no cut found
  double cost;
} Cut;

static int bin_of(double c, double low, double scale) {
  int bin = (int)((c - low) * scale);
  return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

static void try_axis(const Builder* b, const Range* range, int axis, double low, double scale,
                     Cut* best) {
  double box[BINS][6];
  int count[BINS] = {0};
  for (int k = 0; k < BINS; k++) brn__box_clear(box[k]);
  // centres fall into bins; a cut is between two of them
  for (int i = range->begin; i < range->end; i++) {
    int bin = bin_of(centre(b, b->order[i], axis), low, scale);
    brn__box_join(box[bin], b->box + 6 * (size_t)b->order[i]);
    count[bin]++;
  }
  // cost of both sides by areas and counts: from the right first, then with what is left of it
  double right_cost[BINS], sweep[6];
  brn__box_clear(sweep);
  for (int k = BINS - 1, n = 0; k > 0; k--) {
    brn__box_join(sweep, box[k]);
    n += count[k];
    right_cost[k] = half_area(sweep) * n;
  }
  brn__box_clear(sweep);
  for (int k = 0, n = 0; k + 1 < BINS; k++) {
    brn__box_join(sweep, box[k]);
    n += count[k];
    double cost = half_area(sweep) * n + right_cost[k + 1];
    bool divides = n > 0 && n < range->end - range->begin;
    if (divides && cost < best->cost) *best = (Cut){.axis = axis, .bin = k, .cost = cost};
  }
}

// centres of the range along each axis: lowest, highest
static void centre_bounds(const Builder* b, const Range* range, double* low, double* high) {
  for (int axis = 0; axis < 3; axis++) {
    low[axis] = INFINITY, high[axis] = -INFINITY;
    for (int i = range->begin; i < range->end; i++) {
      double c = centre(b, b->order[i], axis);
      low[axis] = fmin(low[axis], c), high[axis] = fmax(high[axis], c);
    }
  }
}

// reorders the range and returns where it is cut
static int cut_large(const Builder* b, const Range* range) {
  double low[3], high[3], scale[3];
  centre_bounds(b, range, low, high);
  Cut best = {.bin = -1, .cost = INFINITY};
  for (int axis = 0; axis < 3; axis++) {
    scale[axis] = BINS / (high[axis] - low[axis]);
    if (isfinite(scale[axis])) try_axis(b, range, axis, low[axis], scale[axis], &best);
  }
  if (best.bin < 0) return (range->begin + range->end) / 2; // all centres in one place
  int at = range->begin, end = range->end;
  while (at < end) {
    double c = centre(b, b->order[at], best.axis);
    if (bin_of(c, low[best.axis], scale[best.axis]) <= best.bin) {
      at++;
      continue;
    }
    int item = b->order[at];
    b->order[at] = b->order[--end];
    b->order[end] = item;
  }
  return at;
}

// -------------------------------------------------------------------------- cutting small ranges

typedef struct Key {
  double centre;
  int item;
} Key;

static int compare_keys(const void* pa, const void* pb) {
  const Key *a = pa, *b = pb;
  if (a->centre != b->centre) return a->centre < b->centre ? -1 : 1;
  return (a->item > b->item) - (a->item < b->item);
}

static void sort_along(const Builder* b, const Range* range, int axis, Key* key) {
  int count = range->end - range->begin;
  for (int i = 0; i < count; i++) {
    int item = b->order[range->begin + i];
    key[i] = (Key){centre(b, item, axis), item};
  }
  qsort(key, (size_t)count, sizeof *key, compare_keys);
}

// cost of the best cut at a multiple of eight, and where it is
static double sweep_sorted(const Builder* b, const Key* key, int count, int* where) {
  double right_cost[SMALL], sweep[6], best = INFINITY;
  brn__box_clear(sweep);
  for (int i = count - 1; i > 0; i--) {
    brn__box_join(sweep, b->box + 6 * (size_t)key[i].item);
    right_cost[i] = half_area(sweep) * (count - i);
  }
  brn__box_clear(sweep);
  for (int i = 1; i < count; i++) {
    brn__box_join(sweep, b->box + 6 * (size_t)key[i - 1].item);
    double cost = half_area(sweep) * i + right_cost[i];
    if (i % BRN_TREE_WIDTH == 0 && cost < best) best = cost, *where = i;
  }
  return best;
}

static int cut_small(const Builder* b, const Range* range) {
  Key key[2][SMALL]; // this axis, the best so far
  int count = range->end - range->begin, best_where = 0, chosen = 0;
  double best = INFINITY;
  for (int axis = 0; axis < 3; axis++) {
    int where = BRN_TREE_WIDTH;
    sort_along(b, range, axis, key[1 - chosen]);
    double cost = sweep_sorted(b, key[1 - chosen], count, &where);
    if (axis > 0 && cost >= best) continue;
    best = cost, best_where = where, chosen = 1 - chosen;
  }
  for (int i = 0; i < count; i++) b->order[range->begin + i] = key[chosen][i].item;
  return range->begin + best_where;
}

// ------------------------------------------------------------------------------------- the nodes

static int cut(const Builder* b, const Range* range, int depth) {
  if (range->end - range->begin <= SMALL) return cut_small(b, range);
  // after many lopsided cuts halve, so that a traversal's stack is bounded
  if (depth > MAX_DEPTH - 16) return (range->begin + range->end) / 2;
  return cut_large(b, range);
}

// the piece most worth cutting, or -1
static int piece_to_cut(const Range* piece, int count) {
  int chosen = -1;
  double largest = 0;
  for (int i = 0; i < count; i++) {
    int items = piece[i].end - piece[i].begin;
    if (items <= BRN_TREE_WIDTH) continue;
    double cost = half_area(piece[i].box) * items; // not a number when the box is beyond bounds
    if (chosen < 0 || cost > largest) chosen = i, largest = cost;
  }
  return chosen;
}

static int cut_to_pieces(const Builder* b, const Range* whole, int depth, Range* piece) {
  int count = 1;
  piece[0] = *whole;
  while (count < BRN_TREE_WIDTH) {
    int chosen = piece_to_cut(piece, count);
    if (chosen < 0) break;
    Range range = piece[chosen];
    int middle = cut(b, &range, depth);
    piece[chosen] = make_range(b, range.begin, middle);
    piece[count++] = make_range(b, middle, range.end);
  }
  return count;
}

static BrnStatus add_leaf(Builder* b, const Range* range) {
  BrnBoxTree* tree = b->tree;
  BRN_TRY(brn__grow(b->ctx, &tree->leaf, &b->leaf_capacity, (size_t)tree->leaf_count + 1,
                    sizeof *tree->leaf));
  BrnTreeLeaf* leaf = &tree->leaf[tree->leaf_count++];
  leaf->count = range->end - range->begin;
  for (int i = 0; i < BRN_TREE_WIDTH; i++) {
    int k = i < leaf->count ? i : leaf->count - 1;
    leaf->item[i] = b->order[range->begin + k];
  }
  return BRN_OK;
}

static void set_box(BrnTreeNode* node, int slot, const double* box) {
  for (int k = 0; k < 3; k++) node->low[k][slot] = box[k], node->high[k][slot] = box[3 + k];
}

static void clear_node(BrnTreeNode* node) {
  double empty[6];
  brn__box_clear(empty);
  node->child_count = 0;
  for (int i = 0; i < BRN_TREE_WIDTH; i++) {
    set_box(node, i, empty);
    node->child[i] = -1;
  }
}

// adds the node of a range and all below it; nodes move while the list grows, so they go by index
static BrnStatus add_node(Builder* b, const Range* range, int depth) {
  BrnBoxTree* tree = b->tree;
  BRN_TRY(brn__grow(b->ctx, &tree->node, &b->node_capacity, (size_t)tree->node_count + 1,
                    sizeof *tree->node));
  int index = tree->node_count++;
  clear_node(&tree->node[index]);
  if (range->begin == range->end) return BRN_OK;
  Range piece[BRN_TREE_WIDTH];
  int count = cut_to_pieces(b, range, depth, piece);
  tree->node[index].child_count = count;
  for (int i = 0; i < count; i++) {
    bool is_leaf = piece[i].end - piece[i].begin <= BRN_TREE_WIDTH;
    set_box(&tree->node[index], i, piece[i].box);
    tree->node[index].child[i] = is_leaf ? ~tree->leaf_count : tree->node_count;
    BRN_TRY(is_leaf ? add_leaf(b, &piece[i]) : add_node(b, &piece[i], depth + 1));
  }
  return BRN_OK;
}

BrnStatus brn__box_tree_create(BrnContext* ctx, const double* box, int count, BrnBoxTree* tree) {
  *tree = (BrnBoxTree){.item_count = count};
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Builder builder = {.ctx = ctx, .box = box, .tree = tree};
  builder.order = brn__scratch(ctx, count, int);
  BrnStatus status = builder.order ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    for (int i = 0; i < count; i++) builder.order[i] = i;
    Range all = make_range(&builder, 0, count);
    status = add_node(&builder, &all, 0);
  }
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) brn__box_tree_destroy(ctx, tree);
  return status;
}

void brn__box_tree_destroy(BrnContext* ctx, BrnBoxTree* tree) {
  brn__free(ctx, tree->node);
  brn__free(ctx, tree->leaf);
  *tree = (BrnBoxTree){0};
}

// children come after their parent, so going backwards every child is done before it is needed
void brn__box_tree_refit(BrnBoxTree* tree, const double* leaf_box) {
  for (int n = tree->node_count - 1; n >= 0; n--) {
    BrnTreeNode* node = &tree->node[n];
    for (int i = 0; i < node->child_count; i++) {
      int child = node->child[i];
      double box[6];
      if (child < 0) {
        set_box(node, i, leaf_box + 6 * (size_t)~child);
        continue;
      }
      brn__box_clear(box);
      const BrnTreeNode* below = &tree->node[child];
      for (int s = 0; s < below->child_count; s++) {
        double piece[6] = {below->low[0][s],  below->low[1][s],  below->low[2][s],
                           below->high[0][s], below->high[1][s], below->high[2][s]};
        brn__box_join(box, piece);
      }
      set_box(node, i, box);
    }
  }
}
