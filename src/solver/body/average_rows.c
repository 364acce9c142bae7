// SPDX-License-Identifier: Apache-2.0
//
// Which rows of the unknowns each patch of tets touches, and where in the matrix its blocks are:
// found once, so that stiffness is added without a search.

#include "solver/body/averages.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------- rows

static int compare_ints(const void* a, const void* b) {
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

// the rows of a patch, ascending; returns how many
static int list_rows(const BrnGather* gather, const BrnAverages* a, int patch, int* last_seen,
                     int* out) {
  int count = 0;
  for (int i = a->start[patch]; i < a->start[patch + 1]; i++) {
    int e = a->element[i];
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      int row = gather->entry_row[k];
      if (last_seen[row] == patch) continue;
      last_seen[row] = patch;
      out[count++] = row;
    }
  }
  qsort(out, (size_t)count, sizeof *out, compare_ints);
  return count;
}

static void find_spots(const BrnGather* gather, int patch, const int* spot_of_row, BrnAverages* a) {
  for (int i = a->start[patch]; i < a->start[patch + 1]; i++) {
    int e = a->element[i];
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      a->spot[k] = spot_of_row[gather->entry_row[k]];
    }
  }
}

// counting sort, as in gather.c
static void list_uses(int row_count, BrnAverages* a) {
  int *start = a->use_start, spots = a->row_start[a->count];
  for (int i = 0; i < spots; i++) start[a->row[i] + 1]++;
  for (int r = 0; r < row_count; r++) start[r + 1] += start[r];
  for (int i = 0; i < spots; i++) a->use[start[a->row[i]]++] = i;
  memmove(start + 1, start, sizeof(int) * (size_t)row_count);
  start[0] = 0;
}

static BrnStatus fill_rows(BrnContext* ctx, const BrnGather* gather, BrnAverages* a) {
  int rows = gather->row_count, spots = 0;
  int* last_seen = brn__scratch(ctx, rows, int);
  int* spot_of_row = brn__scratch(ctx, rows, int);
  if (!last_seen || !spot_of_row) return BRN_NO_MEMORY;
  memset(last_seen, -1, sizeof(int) * (size_t)rows);
  for (int p = 0; p < a->count; p++) {
    int count = list_rows(gather, a, p, last_seen, a->row + spots);
    a->row_start[p] = spots;
    for (int i = spots; i < spots + count; i++) {
      a->row_patch[i] = p;
      spot_of_row[a->row[i]] = i;
    }
    find_spots(gather, p, spot_of_row, a);
    spots += count;
  }
  a->row_start[a->count] = spots;
  list_uses(rows, a);
  return BRN_OK;
}

// every entry of the gather has at most one spot, so there are no more spots than entries
BrnStatus brn__averages_list_rows(BrnContext* ctx, const BrnGather* gather, BrnAverages* a) {
  size_t entries = (size_t)gather->entry_start[gather->element_count];
  a->row_start = brn__new(ctx, a->count + 1, int);
  a->row = brn__new(ctx, entries, int);
  a->row_patch = brn__new(ctx, entries, int);
  a->spot = brn__new(ctx, entries, int);
  a->use_start = brn__new_zero(ctx, gather->row_count + 1, int);
  a->use = brn__new(ctx, entries, int);
  if (!a->row_start || !a->row || !a->row_patch || !a->spot || !a->use_start || !a->use) {
    return BRN_NO_MEMORY;
  }
  memset(a->spot, -1, sizeof(int) * entries);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = fill_rows(ctx, gather, a);
  brn__scratch_release(ctx, mark);
  return status;
}

// ------------------------------------------------------------------------------------------ blocks

BrnStatus brn__averages_place(BrnContext* ctx, BrnAverages* a, const BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  size_t places = 0;
  a->place_start = brn__new(ctx, a->count + 1, size_t);
  if (!a->place_start) return BRN_NO_MEMORY;
  for (int p = 0; p <= a->count; p++) {
    size_t rows = p < a->count ? (size_t)(a->row_start[p + 1] - a->row_start[p]) : 0;
    a->place_start[p] = places;
    places += rows * rows;
  }
  a->place = brn__new(ctx, places, int);
  if (!a->place) return BRN_NO_MEMORY;
  for (int p = 0; p < a->count; p++) {
    int begin = a->row_start[p], n = a->row_start[p + 1] - begin;
    for (int k = 0; k < n * n; k++) {
      int row = a->row[begin + k / n], column = a->row[begin + k % n];
      a->place[a->place_start[p] + (size_t)k] = brn__csr_find(&pattern, row, column);
    }
  }
  return BRN_OK;
}
