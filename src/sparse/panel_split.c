// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel_stage.h"

#include <string.h>

// How a sweep is shared between workers. The elimination tree is opened from its roots, the
// heaviest subtree first, until no subtree is much heavier than a piece should be; the panels
// opened are the top. Subtrees go to the pieces, the heaviest first, each to the lightest piece.
// All of it follows from the pattern alone.

static const size_t least_numbers = 1 << 18; // 2 MB: below, a sweep takes less than waking a worker
static const size_t large_panel = 1 << 16;   // of the top: its product is shared
static const size_t piece_numbers = 1 << 14; // of a shared product, at least

typedef struct Split {
  BrnPanels* panels;
  int* owner;     // panel of each row
  int* parent;    // panel; -1: a root
  size_t* weight; // numbers of the subtree
  int* frontier;  // roots of the subtrees
  int frontier_count;
  int* piece; // of each panel, -1: top
  size_t total;
} Split;

static size_t own_numbers(const BrnPanels* panels, int s) {
  size_t end = s + 1 < panels->count ? panels->panel[s + 1].tile_at : panels->number_count;
  return end - panels->panel[s].tile_at;
}

static BrnStatus split_take(BrnContext* ctx, Split* split) {
  int count = split->panels->count;
  split->owner = brn__scratch(ctx, split->panels->row_count, int);
  split->parent = brn__scratch(ctx, count, int);
  split->weight = brn__scratch(ctx, count, size_t);
  split->frontier = brn__scratch(ctx, count, int);
  split->piece = brn__scratch(ctx, count, int);
  bool got = split->owner && split->parent && split->weight && split->frontier && split->piece;
  return got ? BRN_OK : BRN_NO_MEMORY;
}

// the parent is the panel of the first row below; it comes after its children
static void grow_tree(Split* split) {
  const BrnPanels* panels = split->panels;
  for (int s = 0; s < panels->count; s++) {
    const BrnPanel* panel = &panels->panel[s];
    for (int c = 0; c < panel->columns; c++) split->owner[panel->first + c] = s;
    split->weight[s] = own_numbers(panels, s);
  }
  split->total = panels->number_count;
  for (int s = 0; s < panels->count; s++) {
    const BrnPanel* panel = &panels->panel[s];
    bool root = panel->rows == panel->columns;
    split->parent[s] = root ? -1 : split->owner[panels->row[panel->row_at]];
    if (root) {
      split->frontier[split->frontier_count++] = s;
    } else {
      split->weight[split->parent[s]] += split->weight[s];
    }
  }
}

static int heaviest(const Split* split) {
  int best = 0;
  for (int i = 1; i < split->frontier_count; i++) {
    if (split->weight[split->frontier[i]] > split->weight[split->frontier[best]]) best = i;
  }
  return best;
}

// opens subtrees; the top's panels get -1, all others stay undecided
static void open_tree(Split* split) {
  memset(split->piece, 0, sizeof(int) * (size_t)split->panels->count);
  if (split->total < least_numbers) return;
  for (;;) {
    int i = heaviest(split), s = split->frontier[i];
    if (split->weight[s] <= split->total / BRN_PANEL_PIECES) return;
    split->piece[s] = -1;
    split->frontier[i] = split->frontier[--split->frontier_count];
    for (int child = 0; child < s; child++) {
      if (split->parent[child] == s) split->frontier[split->frontier_count++] = child;
    }
    if (split->frontier_count == 0) return; // a chain
  }
}

// the frontier by weight, by number where equal
static void sort_frontier(Split* split) {
  for (int i = 1; i < split->frontier_count; i++) {
    int s = split->frontier[i], at = i;
    for (; at > 0; at--) {
      int other = split->frontier[at - 1];
      bool before = split->weight[s] > split->weight[other] ||
                    (split->weight[s] == split->weight[other] && s < other);
      if (!before) break;
      split->frontier[at] = other;
    }
    split->frontier[at] = s;
  }
}

static void deal_out(Split* split) {
  size_t load[BRN_PANEL_PIECES] = {0};
  int pieces = split->total < least_numbers ? 1 : BRN_PANEL_PIECES;
  sort_frontier(split);
  for (int i = 0; i < split->frontier_count; i++) {
    int lightest = 0;
    for (int p = 1; p < pieces; p++) {
      if (load[p] < load[lightest]) lightest = p;
    }
    split->piece[split->frontier[i]] = lightest;
    load[lightest] += split->weight[split->frontier[i]];
  }
  for (int s = split->panels->count - 1; s >= 0; s--) { // a child goes with its parent
    int parent = split->parent[s];
    if (parent >= 0 && split->piece[parent] >= 0) split->piece[s] = split->piece[parent];
  }
  split->panels->piece_count = pieces;
}

static void list_panels(const Split* split) {
  BrnPanels* panels = split->panels;
  int at = 0;
  for (int p = 0; p <= panels->piece_count; p++) {
    panels->piece_start[p] = at;
    int wanted = p < panels->piece_count ? p : -1;
    for (int s = 0; s < panels->count; s++) {
      if (split->piece[s] == wanted) panels->piece_panel[at++] = s;
    }
  }
  int top_at = panels->piece_start[panels->piece_count];
  panels->top = panels->piece_panel + top_at;
  panels->top_count = panels->count - top_at;
}

// rows of the top become rows of the piece's own area; owner is used up for their places
static void list_top_rows(Split* split) {
  BrnPanels* panels = split->panels;
  for (int row = 0, at = 0; row < panels->row_count; row++) {
    bool top = split->piece[split->owner[row]] < 0;
    split->owner[row] = top ? at : -1;
    if (top) panels->top_row[at++] = row;
  }
  for (int s = 0; s < panels->count; s++) {
    const BrnPanel* panel = &panels->panel[s];
    if (split->piece[s] < 0) continue;
    int area = panels->row_count + split->piece[s] * panels->top_row_count;
    for (int i = 0; i < panel->rows - panel->columns; i++) {
      int* row = &panels->row[panel->row_at + i];
      if (split->owner[*row] >= 0) *row = area + split->owner[*row];
    }
  }
}

static void add_stage(BrnPanels* panels, int kind, int begin, int end, int pieces) {
  const BrnPanelStage* last = panels->stage_count ? &panels->stage[panels->stage_count - 1] : NULL;
  int first = last ? last->first + last->piece_count : 0;
  panels->stage[panels->stage_count++] = (BrnPanelStage){kind, begin, end, pieces, first};
}

static int pieces_of(const BrnPanels* panels, int s) {
  size_t numbers = own_numbers(panels, s);
  if (numbers < large_panel) return 1;
  size_t pieces = numbers / piece_numbers;
  return pieces < BRN_PANEL_PIECES ? (int)pieces : BRN_PANEL_PIECES;
}

// small panels that follow each other share a stage of one piece
static void list_stages(BrnPanels* panels) {
  add_stage(panels, BRN_STAGE_PIECES_DOWN, 0, 0, panels->piece_count);
  if (panels->top_count > 0) add_stage(panels, BRN_STAGE_GATHER, 0, 0, 1);
  int first = panels->stage_count;
  for (int i = 0, next; i < panels->top_count; i = next) {
    int pieces = pieces_of(panels, panels->top[i]);
    next = i + 1;
    while (pieces == 1 && next < panels->top_count && pieces_of(panels, panels->top[next]) == 1) {
      next++;
    }
    add_stage(panels, BRN_STAGE_TOP_DOWN, i, next, pieces);
  }
  for (int i = panels->stage_count - 1; i >= first; i--) {
    BrnPanelStage stage = panels->stage[i];
    add_stage(panels, BRN_STAGE_TOP_UP, stage.begin, stage.end, stage.piece_count);
  }
  add_stage(panels, BRN_STAGE_PIECES_UP, 0, 0, panels->piece_count);
}

static BrnStatus write_lists(BrnContext* ctx, Split* split) {
  BrnPanels* panels = split->panels;
  panels->piece_start = brn__new(ctx, panels->piece_count + 1, int);
  panels->piece_panel = brn__new(ctx, panels->count, int);
  if (!panels->piece_start || !panels->piece_panel) return BRN_NO_MEMORY;
  list_panels(split);
  for (int i = 0; i < panels->top_count; i++) {
    panels->top_row_count += panels->panel[panels->top[i]].columns;
  }
  size_t area_rows = (size_t)panels->piece_count * (size_t)panels->top_row_count;
  if (area_rows + (size_t)panels->row_count > INT32_MAX) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the matrix is too large: %d rows", panels->row_count);
  }
  panels->top_row = brn__new(ctx, panels->top_row_count, int);
  panels->stage = brn__new(ctx, 2 * panels->top_count + 3, BrnPanelStage);
  if (!panels->top_row || !panels->stage) return BRN_NO_MEMORY;
  list_top_rows(split);
  list_stages(panels);
  return BRN_OK;
}

BrnStatus brn__panels_split(BrnContext* ctx, BrnPanels* panels) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Split split = {.panels = panels};
  BrnStatus status = split_take(ctx, &split);
  if (status == BRN_OK) {
    grow_tree(&split);
    open_tree(&split);
    deal_out(&split);
    status = write_lists(ctx, &split);
  }
  brn__scratch_release(ctx, mark);
  return status;
}
