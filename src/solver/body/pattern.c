// SPDX-License-Identifier: Apache-2.0
//
// The pattern of a body's matrix: a block where two rows share a tet, or a group of a term's.

#include "solver/body/body.h"

#include <stdlib.h>
#include <string.h>

typedef struct Columns {
  int* last_seen; // the row in which a column was listed last                (row_count)
  int* list;      // of the row at hand                                       (row_count)
  int count;
} Columns;

static BrnStatus begin(BrnContext* ctx, int rows, Columns* out) {
  out->last_seen = brn__scratch(ctx, rows, int);
  out->list = brn__scratch(ctx, rows, int);
  if (!out->last_seen || !out->list) return BRN_NO_MEMORY;
  memset(out->last_seen, -1, sizeof(int) * (size_t)rows);
  return BRN_OK;
}

static void put(Columns* columns, int row, int column) {
  if (columns->last_seen[column] == row) return;
  columns->last_seen[column] = row;
  columns->list[columns->count++] = column;
}

static int compare_ints(const void* a, const void* b) {
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

// the columns that were put, ascending, as the next row of K
static BrnStatus end_row(BrnContext* ctx, Columns* columns, int row, BrnBlocks* K) {
  size_t used = (size_t)K->start[row], count = (size_t)columns->count;
  qsort(columns->list, count, sizeof(int), compare_ints);
  BRN_TRY(brn__grow_block(ctx, &K->column, used + count, sizeof(int)));
  memcpy(K->column + used, columns->list, sizeof(int) * count);
  columns->count = 0;
  if (used + count > INT32_MAX / 9) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  }
  K->start[row + 1] = (int)(used + count);
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- elements

static BrnStatus list_elements(BrnContext* ctx, const BrnGather* gather, BrnBlocks* K) {
  Columns columns = {0};
  BRN_TRY(begin(ctx, gather->row_count, &columns));
  for (int r = 0; r < gather->row_count; r++) {
    for (int i = gather->row_start[r]; i < gather->row_start[r + 1]; i++) {
      int e = gather->entry_element[gather->row_entry[i]];
      for (int j = gather->entry_start[e]; j < gather->entry_start[e + 1]; j++) {
        put(&columns, r, gather->entry_row[j]);
      }
    }
    BRN_TRY(end_row(ctx, &columns, r, K));
  }
  return BRN_OK;
}

static BrnBlocks* make_blocks(BrnContext* ctx, int rows) {
  BrnBlocks* K = brn__new_zero(ctx, 1, BrnBlocks);
  if (!K) return NULL;
  K->row_count = rows;
  K->start = brn__new_zero(ctx, rows + 1, int);
  return K;
}

// with values, once the pattern is there; else nothing is left
static BrnStatus finish(BrnContext* ctx, BrnStatus status, BrnBlocks** K) {
  if (status == BRN_OK) {
    (*K)->value = brn__new_zero(ctx, 9 * (size_t)(*K)->start[(*K)->row_count], double);
    if (!(*K)->value) status = BRN_NO_MEMORY;
  }
  if (status == BRN_OK) return BRN_OK;
  brn__blocks_destroy(ctx, *K);
  *K = NULL;
  return status;
}

BrnStatus brn__gather_pattern(BrnContext* ctx, const BrnGather* gather, BrnBlocks** out) {
  BRN_ASSERT(ctx && gather && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  *out = make_blocks(ctx, gather->row_count);
  if (*out && (*out)->start) status = list_elements(ctx, gather, *out);
  brn__scratch_release(ctx, mark);
  return finish(ctx, status, out);
}

// ------------------------------------------------------------------------------------------ groups

typedef struct Uses {
  int* start; // groups of a row                                          (row_count + 1)
  int* group; // (start[row_count])
} Uses;

// counting sort, as in gather.c
static BrnStatus list_uses(BrnContext* ctx, const BrnGroups* groups, int rows, Uses* out) {
  int *start = out->start = brn__scratch_zero(ctx, rows + 1, int),
      used = groups->start[groups->count];
  out->group = brn__scratch(ctx, used, int);
  if (!start || !out->group) return BRN_NO_MEMORY;
  for (int i = 0; i < used; i++) {
    if (groups->row[i] >= 0) start[groups->row[i] + 1]++;
  }
  for (int r = 0; r < rows; r++) start[r + 1] += start[r];
  for (int g = 0; g < groups->count; g++) {
    for (int i = groups->start[g]; i < groups->start[g + 1]; i++) {
      if (groups->row[i] >= 0) out->group[start[groups->row[i]]++] = g;
    }
  }
  memmove(start + 1, start, sizeof(int) * (size_t)rows);
  start[0] = 0;
  return BRN_OK;
}

static BrnStatus list_groups(BrnContext* ctx, const BrnGroups* groups, const BrnBlocks* from,
                             BrnBlocks* to) {
  Columns columns = {0};
  Uses uses;
  BRN_TRY(begin(ctx, from->row_count, &columns));
  BRN_TRY(list_uses(ctx, groups, from->row_count, &uses));
  for (int r = 0; r < from->row_count; r++) {
    for (int e = from->start[r]; e < from->start[r + 1]; e++) put(&columns, r, from->column[e]);
    for (int u = uses.start[r]; u < uses.start[r + 1]; u++) {
      int g = uses.group[u];
      for (int i = groups->start[g]; i < groups->start[g + 1]; i++) {
        if (groups->row[i] >= 0) put(&columns, r, groups->row[i]);
      }
    }
    BRN_TRY(end_row(ctx, &columns, r, to));
  }
  return BRN_OK;
}

BrnStatus brn__blocks_widened(BrnContext* ctx, const BrnGroups* groups, const BrnBlocks* from,
                              BrnBlocks** out) {
  BRN_ASSERT(ctx && groups && from && out);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = BRN_NO_MEMORY;
  *out = make_blocks(ctx, from->row_count);
  if (*out && (*out)->start) status = list_groups(ctx, groups, from, *out);
  brn__scratch_release(ctx, mark);
  return finish(ctx, status, out);
}

// ------------------------------------------------------------------------------------------- terms

static BrnStatus widen(BrnContext* ctx, const BrnBody* body, const BrnTerm* term, BrnBlocks** K) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnGroups groups;
  BrnBlocks* wide = NULL;
  BrnStatus status = term->ops->couple(ctx, term->own, body, &groups);
  if (status == BRN_OK && groups.count > 0) {
    status = brn__blocks_widened(ctx, &groups, *K, &wide);
  }
  brn__scratch_release(ctx, mark);
  if (!wide) return status;
  brn__blocks_destroy(ctx, *K);
  *K = wide;
  return BRN_OK;
}

static BrnStatus widen_all(BrnContext* ctx, const BrnBody* body, bool anchored, BrnBlocks** K) {
  for (int t = 0; t < body->term_count; t++) {
    const BrnTermOps* ops = body->term[t].ops;
    if (ops->couple && !!ops->anchor == anchored) BRN_TRY(widen(ctx, body, &body->term[t], K));
  }
  return BRN_OK;
}

BrnStatus brn__body_pattern(BrnContext* ctx, const BrnBody* body, BrnBlocks** out) {
  BRN_TRY(brn__gather_pattern(ctx, body->gather, out));
  return widen_all(ctx, body, true, out);
}

BrnStatus brn__body_widen(BrnContext* ctx, const BrnBody* body, BrnBlocks** K) {
  return widen_all(ctx, body, false, K);
}
