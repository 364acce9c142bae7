// SPDX-License-Identifier: Apache-2.0
//
// Colors of constraints, greedily (colors.h).

#include "solver/colors.h"

// The first color that is free takes a constraint. It is the same to make one color after another,
// each of the constraints that are left and touch nothing of that color.
typedef struct Coloring {
  BrnContext* ctx;
  const int* point;
  int width;
  const bool* moves;
  int* left;  // constraints without a color, in order                         (item_count)
  int* color; // the last one at each point                                    (point_count)
  int left_count;
} Coloring;

static bool is_free(const Coloring* c, int item, int color) {
  const int* point = c->point + (size_t)c->width * (size_t)item;
  for (int k = 0; k < c->width; k++) {
    int p = point[k];
    if (p >= 0 && c->color[p] == color && (!c->moves || c->moves[p])) return false;
  }
  return true;
}

static int fill_color(Coloring* c, int color, int* item) {
  int taken = 0, left = 0;
  for (int i = 0; i < c->left_count; i++) {
    if (!is_free(c, c->left[i], color)) {
      c->left[left++] = c->left[i];
      continue;
    }
    const int* point = c->point + (size_t)c->width * (size_t)c->left[i];
    for (int k = 0; k < c->width; k++) {
      if (point[k] >= 0) c->color[point[k]] = color;
    }
    item[taken++] = c->left[i];
  }
  c->left_count = left;
  return taken;
}

static BrnStatus fill_colors(Coloring* c, BrnColors* out) {
  size_t capacity = 0;
  for (int done = 0; c->left_count > 0;) {
    BRN_TRY(brn__grow(c->ctx, &out->start, &capacity, (size_t)out->count + 2, sizeof(int)));
    out->start[out->count] = done;
    done += fill_color(c, out->count, out->item + done);
    out->start[++out->count] = done;
  }
  return BRN_OK;
}

static BrnStatus fill(Coloring* c, int item_count, int point_count, BrnColors* out) {
  c->left = brn__scratch(c->ctx, item_count, int);
  c->color = brn__scratch(c->ctx, point_count, int);
  out->item = brn__new(c->ctx, item_count, int);
  if (!c->left || !c->color || !out->item) return BRN_NO_MEMORY;
  for (int i = 0; i < item_count; i++) c->left[i] = i;
  for (int p = 0; p < point_count; p++) c->color[p] = -1;
  c->left_count = item_count;
  return fill_colors(c, out);
}

BrnStatus brn__colors_create(BrnContext* ctx, const int* point, int item_count, int width,
                             const bool* moves, int point_count, BrnColors* out) {
  BRN_ASSERT(ctx && point && width > 0 && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  Coloring c = {.ctx = ctx, .point = point, .width = width, .moves = moves};
  *out = (BrnColors){0};
  BrnStatus status = fill(&c, item_count, point_count, out);
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) brn__colors_free(ctx, out);
  return status;
}

void brn__colors_free(BrnContext* ctx, BrnColors* colors) {
  brn__free(ctx, colors->start);
  brn__free(ctx, colors->item);
  *colors = (BrnColors){0};
}
