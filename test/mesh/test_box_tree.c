// SPDX-License-Identifier: Apache-2.0

#include "mesh/box_tree.h"
#include "mesh_test.h"

// boxes of random size and place
static double* make_boxes(int count, double size, uint64_t seed) {
  TestRandom random = {seed};
  double* box = malloc(sizeof(double) * 6 * ((size_t)count + 1));
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      box[6 * i + k] = test_random(&random, -1, 1);
      box[6 * i + 3 + k] = box[6 * i + k] + test_random(&random, 0, size);
    }
  }
  return box;
}

typedef struct Visit {
  const BrnBoxTree* tree;
  const double* box;
  char *item_seen, *node_seen, *leaf_seen;
  int most_waiting; // entries of a stack that pushes all children
} Visit;

static bool holds(const double* outer, const double* inner) {
  for (int k = 0; k < 3; k++) {
    if (inner[k] < outer[k] || inner[3 + k] > outer[3 + k]) return false;
  }
  return true;
}

static void slot_box(const BrnTreeNode* node, int slot, double* box) {
  for (int k = 0; k < 3; k++) box[k] = node->low[k][slot], box[3 + k] = node->high[k][slot];
}

// joins what is below the slot into `below`
static void visit_leaf(Visit* visit, int index, double* below) {
  ENSURE(index < visit->tree->leaf_count && !visit->leaf_seen[index]);
  visit->leaf_seen[index] = 1;
  const BrnTreeLeaf* leaf = &visit->tree->leaf[index];
  ENSURE(leaf->count >= 1 && leaf->count <= BRN_TREE_WIDTH);
  for (int i = 0; i < BRN_TREE_WIDTH; i++) {
    int item = leaf->item[i];
    if (i >= leaf->count) ENSURE_INT(item, leaf->item[leaf->count - 1]);
    if (i >= leaf->count) continue;
    ENSURE(item >= 0 && item < visit->tree->item_count && !visit->item_seen[item]);
    visit->item_seen[item] = 1;
    brn__box_join(below, visit->box + 6 * (size_t)item);
  }
}

static void visit_node(Visit* visit, int index, int waiting, double* below) {
  ENSURE(index >= 0 && index < visit->tree->node_count && !visit->node_seen[index]);
  visit->node_seen[index] = 1;
  const BrnTreeNode* node = &visit->tree->node[index];
  waiting += node->child_count;
  if (waiting > visit->most_waiting) visit->most_waiting = waiting;
  for (int i = 0; i < BRN_TREE_WIDTH; i++) {
    double box[6], tight[6];
    slot_box(node, i, box);
    if (i >= node->child_count) {
      for (int k = 0; k < 3; k++) ENSURE(box[k] == INFINITY && box[3 + k] == -INFINITY);
      continue;
    }
    brn__box_clear(tight);
    if (node->child[i] < 0) {
      visit_leaf(visit, ~node->child[i], tight);
    } else {
      ENSURE(node->child[i] > index); // parents before children
      visit_node(visit, node->child[i], waiting - 1, tight);
    }
    ENSURE(memcmp(box, tight, sizeof box) == 0 || (holds(box, tight) && holds(tight, box)));
    brn__box_join(below, tight);
  }
}

// every node, leaf and item is there once, boxes are tight, and a stack has room for it
static void check_tree(const BrnBoxTree* tree, const double* box, int count) {
  Visit visit = {.tree = tree, .box = box};
  visit.item_seen = calloc((size_t)count + 1, 1);
  visit.node_seen = calloc((size_t)tree->node_count + 1, 1);
  visit.leaf_seen = calloc((size_t)tree->leaf_count + 1, 1);
  double all[6];
  brn__box_clear(all);
  ENSURE_INT(tree->item_count, count);
  visit_node(&visit, 0, 0, all);
  for (int i = 0; i < count; i++) ENSURE(visit.item_seen[i]);
  for (int i = 0; i < tree->node_count; i++) ENSURE(visit.node_seen[i]);
  for (int i = 0; i < tree->leaf_count; i++) ENSURE(visit.leaf_seen[i]);
  ENSURE(visit.most_waiting <= BRN_TREE_STACK);
  free(visit.item_seen), free(visit.node_seen), free(visit.leaf_seen);
}

static void build_and_check(BrnContext* ctx, const double* box, int count) {
  BrnBoxTree tree;
  ENSURE_OK(ctx, brn__box_tree_create(ctx, box, count, &tree));
  check_tree(&tree, box, count);
  brn__box_tree_destroy(ctx, &tree);
  ENSURE(tree.node == NULL && brn_byte_count(ctx) == 0);
}

static void trees_of_any_count_are_sound(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const int count[] = {0,  1,  2,   7,   8,   9,   15,  16,   17,   63,
                              64, 65, 127, 128, 129, 130, 136, 1000, 1025, 20000};
  for (int i = 0; i < COUNT_OF(count); i++) {
    double* box = make_boxes(count[i], i % 2 ? 0.1 : 3, (uint64_t)i);
    build_and_check(ctx, box, count[i]);
    free(box);
  }
  test_context_done(ctx);
}

static void tree_of_nothing_has_one_empty_node(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnBoxTree tree;
  ENSURE_OK(ctx, brn__box_tree_create(ctx, NULL, 0, &tree));
  ENSURE(tree.node_count == 1 && tree.leaf_count == 0 && tree.node[0].child_count == 0);
  brn__box_tree_refit(&tree, NULL);
  brn__box_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

static void nearly_all_leaves_are_full(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double* box = make_boxes(20000, 0.05, 4);
  BrnBoxTree tree;
  ENSURE_OK(ctx, brn__box_tree_create(ctx, box, 20000, &tree));
  ENSURE(tree.leaf_count < 20000 / 8 * 1.15);
  brn__box_tree_destroy(ctx, &tree);
  free(box);
  test_context_done(ctx);
}

// all boxes the same; points; each a little smaller than the one before: cuts that cut little off
static void stubborn_boxes_still_make_a_tree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { COUNT = 5000 };
  static double box[6 * COUNT];
  build_and_check(ctx, box, COUNT);
  for (int i = 0; i < 6 * COUNT; i++) box[i] = i % 6 < 3 ? -1 : 1;
  build_and_check(ctx, box, COUNT);
  for (int i = 0; i < COUNT; i++) {
    for (int k = 0; k < 6; k++) box[6 * i + k] = (k < 3 ? 0.5 : 1) * pow(0.87, i);
  }
  build_and_check(ctx, box, COUNT);
  for (int i = 0; i < 6 * COUNT; i++) box[i] = 1e-310 * (i / 6 + i % 6 / 3); // denormal
  build_and_check(ctx, box, COUNT);
  test_context_done(ctx);
}

// positions that are finite, though their differences and areas are not
static void boxes_beyond_all_bounds_still_make_a_tree(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  enum { COUNT = 300 };
  static double box[6 * COUNT];
  TestRandom random = {6};
  for (int flat = 0; flat < 4; flat++) { // in none, one, two, three axes
    for (int i = 0; i < COUNT; i++) {
      for (int k = 0; k < 3; k++) {
        box[6 * i + k] = k < flat ? 0 : -test_random(&random, 1.7e308, 1.79e308);
        box[6 * i + 3 + k] = k < flat ? 0 : test_random(&random, 1.7e308, 1.79e308);
      }
    }
    build_and_check(ctx, box, COUNT);
  }
  test_context_done(ctx);
}

static void same_boxes_make_the_same_tree(void** state) {
  (void)state;
  BrnContext *one = test_context_with(1), *many = test_context_with(4);
  double* box = make_boxes(3000, 0.1, 8);
  BrnBoxTree a, b;
  ENSURE_OK(one, brn__box_tree_create(one, box, 3000, &a));
  ENSURE_OK(many, brn__box_tree_create(many, box, 3000, &b));
  ENSURE(a.node_count == b.node_count && a.leaf_count == b.leaf_count);
  for (int i = 0; i < a.leaf_count; i++) {
    assert_memory_equal(a.leaf[i].item, b.leaf[i].item, sizeof a.leaf[i].item);
  }
  for (int i = 0; i < a.node_count; i++) {
    assert_memory_equal(a.node[i].child, b.node[i].child, sizeof a.node[i].child);
  }
  brn__box_tree_destroy(one, &a);
  brn__box_tree_destroy(many, &b);
  free(box);
  test_context_done(one);
  test_context_done(many);
}

static void refit_brings_the_boxes_up_to_date(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double *box = make_boxes(2000, 0.1, 9), *moved = make_boxes(2000, 0.3, 10);
  BrnBoxTree tree;
  ENSURE_OK(ctx, brn__box_tree_create(ctx, box, 2000, &tree));
  double* leaf_box = malloc(sizeof(double) * 6 * (size_t)tree.leaf_count);
  for (int l = 0; l < tree.leaf_count; l++) {
    brn__box_clear(leaf_box + 6 * l);
    for (int i = 0; i < tree.leaf[l].count; i++) {
      brn__box_join(leaf_box + 6 * l, moved + 6 * tree.leaf[l].item[i]);
    }
  }
  brn__box_tree_refit(&tree, leaf_box);
  check_tree(&tree, moved, 2000);
  free(leaf_box), free(box), free(moved);
  brn__box_tree_destroy(ctx, &tree);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  double* box = make_boxes(3000, 0.01, 11);
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnContext* ctx = test_context(); // whose scratch is empty
    BrnBoxTree tree;
    brn_fail_allocation(ctx, k);
    status = brn__box_tree_create(ctx, box, 3000, &tree);
    ENSURE(status == BRN_OK || status == BRN_NO_MEMORY);
    ENSURE(status == BRN_OK || (brn_byte_count(ctx) == 0 && !tree.node && !tree.leaf));
    ENSURE(k > 3 || status == BRN_NO_MEMORY);
    brn__box_tree_destroy(ctx, &tree);
    test_context_done(ctx);
  }
  free(box);
}

TEST_MAIN(cmocka_unit_test(trees_of_any_count_are_sound),
          cmocka_unit_test(tree_of_nothing_has_one_empty_node),
          cmocka_unit_test(nearly_all_leaves_are_full),
          cmocka_unit_test(stubborn_boxes_still_make_a_tree),
          cmocka_unit_test(boxes_beyond_all_bounds_still_make_a_tree),
          cmocka_unit_test(same_boxes_make_the_same_tree),
          cmocka_unit_test(refit_brings_the_boxes_up_to_date),
          cmocka_unit_test(every_failed_allocation_is_clean))
