// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel_stage.h"

#include "test.h"

#include <limits.h>

// Trees of panels that are heavy enough to be shared. What must hold whatever the tree: each panel
// is in one piece or in the top; what a piece adds to is its own, its area, or nothing else;
// parents come after their children.

enum { WIDE = 64, MOST = 64 };

typedef struct Tree {
  int count, parent[MOST];
  int first[MOST + 1], row_at[MOST + 1], value_at[MOST + 1];
  int row[MOST * WIDE * MOST];
} Tree;

// panels of 64 columns; the rows below a panel are all columns of its ancestors
static BrnSupernodes grow(Tree* tree) {
  int at = 0;
  for (int s = 0; s < tree->count; s++) {
    tree->first[s] = WIDE * s;
    tree->row_at[s] = at;
    for (int a = s; a >= 0; a = tree->parent[a]) {
      for (int c = 0; c < WIDE; c++) tree->row[at++] = WIDE * a + c;
    }
  }
  tree->first[tree->count] = WIDE * tree->count;
  tree->row_at[tree->count] = at;
  return (BrnSupernodes){WIDE * tree->count, tree->count, tree->first,
                         tree->row_at,       tree->row,   tree->value_at};
}

static int piece_of(const BrnPanels* panels, int s) {
  int found = INT_MAX;
  for (int p = 0; p <= panels->piece_count; p++) {
    int end = p < panels->piece_count ? panels->piece_start[p + 1] : panels->count;
    for (int i = panels->piece_start[p]; i < end; i++) {
      if (panels->piece_panel[i] != s) continue;
      ENSURE(found == INT_MAX);
      found = p < panels->piece_count ? p : -1;
    }
  }
  ENSURE(found != INT_MAX);
  return found;
}

static void ensure_rows(const BrnPanels* panels, const Tree* tree, int s) {
  const BrnPanel* panel = &panels->panel[s];
  int piece = piece_of(panels, s);
  for (int i = 0; i < panel->rows - panel->columns; i++) {
    int row = panels->row[panel->row_at + i], meant = tree->row[tree->row_at[s] + WIDE + i];
    int owner = piece_of(panels, meant / WIDE);
    ENSURE(owner == -1 || owner == piece); // never another piece's
    if (piece >= 0 && owner < 0) {
      int place = row - panels->row_count - piece * panels->top_row_count;
      ENSURE(place >= 0 && place < panels->top_row_count);
      ENSURE_INT(panels->top_row[place], meant);
    } else {
      ENSURE_INT(row, meant);
    }
  }
}

static int stage_places(const BrnPanels* panels, int kind, int panel_at) {
  int places = 0;
  for (int i = 0; i < panels->stage_count; i++) {
    const BrnPanelStage* stage = &panels->stage[i];
    if (stage->kind == kind && stage->begin <= panel_at && panel_at < stage->end) places++;
  }
  return places;
}

static int ensure_split(Tree* tree) {
  BrnContext* ctx = test_context();
  BrnSupernodes L = grow(tree);
  BrnPanels* panels;
  ENSURE_OK(ctx, brn__panels_create(ctx, &L, true, 1, &panels));
  for (int s = 0; s < tree->count; s++) {
    int parent = tree->parent[s], piece = piece_of(panels, s);
    if (parent >= 0 && piece < 0) ENSURE_INT(piece_of(panels, parent), -1);
    ensure_rows(panels, tree, s);
  }
  for (int i = 0; i < panels->top_count; i++) {
    ENSURE(i == 0 || panels->top[i] > panels->top[i - 1]);
    ENSURE_INT(stage_places(panels, BRN_STAGE_TOP_DOWN, i), 1);
    ENSURE_INT(stage_places(panels, BRN_STAGE_TOP_UP, i), 1);
  }
  for (int i = 0, pieces = 0; i < panels->stage_count; i++) {
    ENSURE_INT(panels->stage[i].first, pieces);
    pieces += panels->stage[i].piece_count;
    ENSURE(panels->stage[i].piece_count >= 1 && panels->stage[i].piece_count <= BRN_PANEL_PIECES);
  }
  int top = panels->top_count;
  brn__panels_destroy(ctx, panels);
  test_context_done(ctx);
  return top;
}

static void binary_tree_has_a_top(void** state) {
  (void)state;
  static Tree tree = {.count = 63};
  int heap[64], next = 0; // numbered children first
  for (int node = 63; node >= 1; node--) heap[node] = next++;
  for (int node = 63; node >= 1; node--) tree.parent[heap[node]] = node > 1 ? heap[node / 2] : -1;
  int top = ensure_split(&tree);
  ENSURE(top >= 3 && top < 32);
}

static void chain_is_all_top(void** state) {
  (void)state;
  static Tree tree = {.count = 40};
  for (int s = 0; s < 40; s++) tree.parent[s] = s < 39 ? s + 1 : -1;
  int top = ensure_split(&tree);
  ENSURE(top >= 20 && top <= 40);
}

static void forest_needs_no_top(void** state) {
  (void)state;
  static Tree tree = {.count = 64};
  for (int s = 0; s < 64; s++) tree.parent[s] = s % 2 ? -1 : s + 1;
  ENSURE_INT(ensure_split(&tree), 0);
}

static void few_numbers_are_not_shared(void** state) {
  (void)state;
  static Tree tree = {.count = 3, .parent = {2, 2, -1}};
  ENSURE_INT(ensure_split(&tree), 0);
}

TEST_MAIN(cmocka_unit_test(binary_tree_has_a_top), cmocka_unit_test(chain_is_all_top),
          cmocka_unit_test(forest_needs_no_top), cmocka_unit_test(few_numbers_are_not_shared))
