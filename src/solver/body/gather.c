// SPDX-License-Identifier: Apache-2.0
//
// Sums over elements by rows (gather.h). What an element gives to which row is listed once, row by
// row; then every row is added up by one worker in the order of the elements, and no lock is
// needed.

#include "solver/body/gather.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

enum { GRAIN = 128, ROW_GRAIN = 32 };

void brn__gather_destroy(BrnContext* ctx, BrnGather* gather) {
  if (!gather) return;
  brn__free(ctx, gather->entry_start);
  brn__free(ctx, gather->entry_element);
  brn__free(ctx, gather->entry_row);
  brn__free(ctx, gather->entry_corner);
  brn__free(ctx, gather->entry_weight);
  brn__free(ctx, gather->row_start);
  brn__free(ctx, gather->row_entry);
  brn__free(ctx, gather->place_start);
  brn__free(ctx, gather->place);
  brn__free(ctx, gather->held);
  brn__free(ctx, gather);
}

// ----------------------------------------------------------------------------------------- entries

typedef struct Source {
  const BrnNodes* nodes;
  const BrnElements* elements;
} Source;

// Calls for the entries of one element; with `to` they are written from `at` on. Returns how many.
static int list_entries(const Source* source, int element, int at, BrnGather* to) {
  const BrnNodes* nodes = source->nodes;
  const BrnBatch* batch = &source->elements->batch[element / BRN_LANES];
  int lane = element % BRN_LANES, count = 0;
  for (int a = 0; a < 4 && batch->volume[lane] > 0; a++) {
    int point = batch->corner[a][lane];
    for (int i = nodes->start[point]; i < nodes->start[point + 1]; i++) {
      int row = nodes->row[nodes->node[i]];
      if (row < 0) continue;
      if (to) {
        to->entry_element[at + count] = element;
        to->entry_row[at + count] = row;
        to->entry_corner[at + count] = (uint8_t)a;
        to->entry_weight[at + count] = nodes->weight[i];
      }
      count++;
    }
  }
  return count;
}

static BrnStatus count_entries(BrnContext* ctx, const Source* source, BrnGather* gather) {
  size_t entries = 0, places = 0;
  for (int e = 0; e < gather->element_count; e++) {
    gather->entry_start[e] = (int)entries;
    gather->place_start[e] = places;
    size_t n = (size_t)list_entries(source, e, 0, NULL);
    entries += n;
    places += n * n;
    if (entries > INT32_MAX) return brn__fail(ctx, BRN_UNSUPPORTED, "the model is too large");
  }
  gather->entry_start[gather->element_count] = (int)entries;
  gather->place_start[gather->element_count] = places;
  return BRN_OK;
}

// counting sort, as in blocks.c
static void list_rows(BrnGather* gather) {
  int* start = gather->row_start;
  int entries = gather->entry_start[gather->element_count];
  for (int i = 0; i < entries; i++) start[gather->entry_row[i] + 1]++;
  for (int r = 0; r < gather->row_count; r++) start[r + 1] += start[r];
  for (int i = 0; i < entries; i++) gather->row_entry[start[gather->entry_row[i]]++] = i;
  memmove(start + 1, start, sizeof(int) * (size_t)gather->row_count);
  start[0] = 0;
}

static BrnStatus fill(BrnContext* ctx, const Source* source, BrnGather* gather) {
  const BrnNodes* nodes = source->nodes;
  gather->element_count = BRN_LANES * source->elements->batch_count;
  gather->row_count = nodes->row_count;
  gather->entry_start = brn__new(ctx, gather->element_count + 1, int);
  gather->place_start = brn__new(ctx, gather->element_count + 1, size_t);
  gather->row_start = brn__new_zero(ctx, gather->row_count + 1, int);
  gather->held = brn__new(ctx, gather->row_count, uint8_t);
  if (!gather->entry_start || !gather->place_start || !gather->row_start || !gather->held) {
    return BRN_NO_MEMORY;
  }
  // counted first, then listed: by elements, and by rows
  BRN_TRY(count_entries(ctx, source, gather));
  int entries = gather->entry_start[gather->element_count];
  gather->entry_element = brn__new(ctx, entries, int);
  gather->entry_row = brn__new(ctx, entries, int);
  gather->entry_corner = brn__new(ctx, entries, uint8_t);
  gather->entry_weight = brn__new(ctx, entries, double);
  gather->row_entry = brn__new(ctx, entries, int);
  gather->place = brn__new(ctx, gather->place_start[gather->element_count], int);
  if (!gather->entry_element || !gather->entry_row || !gather->entry_corner ||
      !gather->entry_weight || !gather->row_entry || !gather->place) {
    return BRN_NO_MEMORY;
  }
  for (int e = 0; e < gather->element_count; e++) {
    list_entries(source, e, gather->entry_start[e], gather);
  }
  for (int r = 0; r < gather->row_count; r++) gather->held[r] = nodes->held[nodes->row_node[r]];
  list_rows(gather);
  return BRN_OK;
}

BrnStatus brn__gather_create(BrnContext* ctx, const BrnNodes* nodes, const BrnElements* elements,
                             BrnGather** out) {
  BRN_ASSERT(ctx && nodes && elements && out && elements->batch_count <= INT32_MAX / 144);
  BrnGather* gather = brn__new_zero(ctx, 1, BrnGather);
  Source source = {nodes, elements};
  BrnStatus status = gather ? fill(ctx, &source, gather) : BRN_NO_MEMORY;
  if (status != BRN_OK) {
    brn__gather_destroy(ctx, gather);
    gather = NULL;
  }
  *out = gather;
  return status;
}

// ------------------------------------------------------------------------------------------ places

void brn__gather_place(BrnGather* gather, const BrnBlocks* K) {
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int e = 0; e < gather->element_count; e++) {
    int begin = gather->entry_start[e], n = gather->entry_start[e + 1] - begin;
    int* place = gather->place + gather->place_start[e];
    for (int k = 0; k < n * n; k++) {
      int row = gather->entry_row[begin + k / n], column = gather->entry_row[begin + k % n];
      place[k] = brn__csr_find(&pattern, row, column);
    }
  }
}

// ------------------------------------------------------------------------------------------ forces

typedef struct Forces {
  const BrnGather* gather;
  const double* force;
  double* out;
} Forces;

static void add_forces(void* user, int begin, int end, int worker) {
  (void)worker;
  const Forces* f = user;
  const BrnGather* gather = f->gather;
  for (int r = begin; r < end; r++) {
    double sum[3] = {0};
    for (int i = gather->row_start[r]; i < gather->row_start[r + 1]; i++) {
      int k = gather->row_entry[i];
      const double* force = f->force + 12 * (size_t)gather->entry_element[k];
      brn__axpy3(sum, sum, gather->entry_weight[k], force + 3 * gather->entry_corner[k]);
    }
    for (int a = 0; a < 3; a++) {
      f->out[3 * (size_t)r + (size_t)a] = gather->held[r] >> a & 1 ? 0 : sum[a];
    }
  }
}

void brn__gather_forces(BrnContext* ctx, const BrnGather* gather, const double* force,
                        double* out) {
  Forces f = {gather, force, out};
  brn__parallel_for(ctx, gather->row_count, GRAIN, add_forces, &f);
}

// ---------------------------------------------------------------------------------------- matrices

typedef struct Sum {
  const BrnGather* gather;
  int first, end; // elements
  int row;        // the first that they touch
  const double* element;
  BrnBlocks* K;
} Sum;

static void add_block(double* value, double weight, const double* block) {
  for (int k = 0; k < 9; k++) value[k] += weight * block[k];
}

// the first of a row's entries in element `first` or later
static int entry_from(const BrnGather* gather, int row, int first) {
  int low = gather->row_start[row], high = gather->row_start[row + 1];
  while (low < high) {
    int middle = low + (high - low) / 2;
    bool before = gather->entry_element[gather->row_entry[middle]] < first;
    low = before ? middle + 1 : low;
    high = before ? high : middle;
  }
  return low;
}

static void clear_row(BrnBlocks* K, int row) {
  size_t begin = (size_t)K->start[row], end = (size_t)K->start[row + 1];
  memset(K->value + 9 * begin, 0, 9 * sizeof(double) * (end - begin));
}

// a row is cleared when its first element comes, while it is at hand
static void add_row(const Sum* sum, int row) {
  const BrnGather* gather = sum->gather;
  for (int i = entry_from(gather, row, sum->first); i < gather->row_start[row + 1]; i++) {
    int k = gather->row_entry[i], e = gather->entry_element[k];
    if (e >= sum->end) return;
    if (i == gather->row_start[row]) clear_row(sum->K, row);
    int begin = gather->entry_start[e], n = gather->entry_start[e + 1] - begin;
    const int* place = gather->place + gather->place_start[e] + (size_t)(k - begin) * (size_t)n;
    const double* element = sum->element + 144 * (size_t)(e - sum->first);
    element += 36 * (size_t)gather->entry_corner[k];
    for (int j = 0; j < n; j++) {
      double weight = gather->entry_weight[k] * gather->entry_weight[begin + j];
      add_block(sum->K->value + 9 * (size_t)place[j], weight,
                element + 9 * gather->entry_corner[begin + j]);
    }
  }
}

static void add_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  for (int row = begin; row < end; row++) add_row(sum, sum->row + row);
}

// neighbours in the mesh have neighbouring numbers, mostly: a run of elements touches few rows
void brn__gather_blocks(BrnContext* ctx, const BrnGather* gather, int first, int count,
                        const double* element, BrnBlocks* K) {
  int low = gather->row_count, high = -1;
  for (int row = 0; row < gather->row_count && first == 0; row++) {
    if (gather->row_start[row] == gather->row_start[row + 1]) clear_row(K, row);
  }
  for (int k = gather->entry_start[first]; k < gather->entry_start[first + count]; k++) {
    int row = gather->entry_row[k];
    low = row < low ? row : low;
    high = row > high ? row : high;
  }
  Sum sum = {gather, first, first + count, low, element, K};
  brn__parallel_for(ctx, high - low + 1 > 0 ? high - low + 1 : 0, ROW_GRAIN, add_rows, &sum);
}

static void mask_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  const uint8_t* held = sum->gather->held;
  for (int row = begin; row < end; row++) {
    for (int e = sum->K->start[row]; e < sum->K->start[row + 1]; e++) {
      int column = sum->K->column[e];
      if (!held[row] && !held[column]) continue;
      for (int k = 0; k < 9; k++) {
        bool given = held[row] >> (k / 3) & 1 || held[column] >> (k % 3) & 1;
        double* value = &sum->K->value[9 * (size_t)e + (size_t)k];
        bool diagonal = row == column && k % 4 == 0;
        if (given) *value = !diagonal ? 0 : *value != 0 ? fabs(*value) : 1;
      }
    }
  }
}

void brn__gather_mask(BrnContext* ctx, const BrnGather* gather, BrnBlocks* K) {
  Sum sum = {.gather = gather, .K = K};
  brn__parallel_for(ctx, gather->row_count, GRAIN, mask_rows, &sum);
}
