// SPDX-License-Identifier: Apache-2.0
//
// A tree of boxes, eight children wide, over anything that has a box: triangles, tets. The nodes
// hold the boxes of their children side by side, so one pass of lanes looks at all eight.

#pragma once

#include "core/core.h"
#include "core/lanes.h"

enum {
  BRN_TREE_WIDTH = BRN_LANES, // children of a node, items of a leaf
  BRN_TREE_STACK = 512,       // entries a traversal that pushes children needs at most
};

/// A child is an inner node (>= 0) or a leaf (~leaf < 0); slots without a child have an empty box.
typedef struct BrnTreeNode {
  double low[3][BRN_TREE_WIDTH];  // +infinity in an empty slot
  double high[3][BRN_TREE_WIDTH]; // -infinity
  int child[BRN_TREE_WIDTH];
  int child_count; // the filled slots come first
} BrnTreeNode;

typedef struct BrnTreeLeaf {
  int item[BRN_TREE_WIDTH]; // the last one repeated in empty slots
  int count;
} BrnTreeLeaf;

typedef struct BrnBoxTree {
  int node_count, leaf_count, item_count;
  BrnTreeNode* node; // parents before children, 0 is the root    (node_count)
  BrnTreeLeaf* leaf; //                                           (leaf_count)
} BrnBoxTree;

/// Builds a tree over `count` boxes. Without items it has one node and no leaf.
/// @param box low x y z, high x y z                              (count x 6)
BrnStatus brn__box_tree_create(BrnContext* ctx, const double* box, int count, BrnBoxTree* tree);
void brn__box_tree_destroy(BrnContext* ctx, BrnBoxTree* tree);

/// Brings the boxes up to date, from the leaves up.
/// @param leaf_box box of each leaf, as above                    (leaf_count x 6)
void brn__box_tree_refit(BrnBoxTree* tree, const double* leaf_box);

/// Adds box b to box a.
static inline void brn__box_join(double* a, const double* b) {
  for (int k = 0; k < 3; k++) {
    a[k] = b[k] < a[k] ? b[k] : a[k];
    a[3 + k] = b[3 + k] > a[3 + k] ? b[3 + k] : a[3 + k];
  }
}

static inline void brn__box_join_point(double* a, const double* p) {
  for (int k = 0; k < 3; k++) {
    a[k] = p[k] < a[k] ? p[k] : a[k];
    a[3 + k] = p[k] > a[3 + k] ? p[k] : a[3 + k];
  }
}

/// Is a point inside of a box that is larger by `pad` on all sides? NaN is nowhere.
static inline bool brn__box_has(const double* box, double pad, const double* p) {
  for (int k = 0; k < 3; k++) {
    if (!(p[k] >= box[k] - pad && p[k] <= box[3 + k] + pad)) return false;
  }
  return true;
}

/// Are two boxes nowhere farther apart than `pad`?
static inline bool brn__boxes_meet(const double* a, const double* b, double pad) {
  for (int k = 0; k < 3; k++) {
    if (!(a[k] <= b[3 + k] + pad && b[k] <= a[3 + k] + pad)) return false;
  }
  return true;
}

static inline void brn__box_clear(double* a) {
  for (int k = 0; k < 3; k++) a[k] = __builtin_inf(), a[3 + k] = -__builtin_inf();
}
