// SPDX-License-Identifier: Apache-2.0

#include "sparse/blocks.h"

#include <string.h>

// A worker fills whole rows, from the tets around a vertex in ascending order, as in laplacian.c;
// where a pair of corners adds to was found out once.

enum { GRAIN = 256 };

void brn__blocks_destroy(BrnContext* ctx, BrnBlocks* K) {
  if (!K) return;
  brn__free(ctx, K->start);
  brn__free(ctx, K->column);
  brn__free(ctx, K->value);
  brn__free(ctx, K->rough);
  brn__free(ctx, K->exact);
  brn__free(ctx, K->row_of);
  brn__free(ctx, K->corner_start);
  brn__free(ctx, K->corner);
  brn__free(ctx, K->place);
  brn__free(ctx, K);
}

// -------------------------------------------------------------------------------------- pattern

// the pattern moves into K; the values of single entries are dropped
static BrnStatus take_pattern(BrnContext* ctx, const BrnMesh* mesh, const uint8_t* kept,
                              BrnBlocks* K) {
  BrnCsr *whole, *part;
  BRN_TRY(brn__csr_from_mesh(ctx, mesh, &whole));
  BrnStatus status = brn__csr_keep(ctx, whole, kept, &part);
  brn__csr_destroy(ctx, whole);
  if (status != BRN_OK) return status;
  K->row_count = part->row_count;
  K->start = part->start;
  K->column = part->column;
  part->start = part->column = NULL;
  brn__csr_destroy(ctx, part);
  K->value = brn__new_zero(ctx, 9 * (size_t)K->start[K->row_count], double);
  return K->value ? BRN_OK : BRN_NO_MEMORY;
}

static void number_rows(const uint8_t* kept, BrnBlocks* K) {
  for (int v = 0, row = 0; v < K->vertex_count; v++) K->row_of[v] = kept[v] ? row++ : -1;
}

// counting sort: filling moves each beginning to its end, which is the beginning of the next row
static void list_corners(const BrnMesh* mesh, BrnBlocks* K) {
  size_t corners = 4 * (size_t)K->tet_count;
  int* start = K->corner_start;
  for (size_t c = 0; c < corners; c++) {
    int row = K->row_of[mesh->tet[c]];
    if (row >= 0) start[row + 1]++;
  }
  for (int row = 0; row < K->row_count; row++) start[row + 1] += start[row];
  for (size_t c = 0; c < corners; c++) {
    int row = K->row_of[mesh->tet[c]];
    if (row >= 0) K->corner[start[row]++] = (int)c;
  }
  memmove(start + 1, start, sizeof(int) * (size_t)K->row_count);
  start[0] = 0;
}

typedef struct Search {
  BrnBlocks* K;
  const BrnMesh* mesh;
} Search;

static void find_places(void* user, int begin, int end, int worker) {
  (void)worker;
  const Search* search = user;
  const BrnBlocks* K = search->K;
  const BrnCsr pattern = {K->row_count, K->start, K->column, NULL};
  for (int t = begin; t < end; t++) {
    const int* v = search->mesh->tet + 4 * (size_t)t;
    for (int k = 0; k < 16; k++) {
      int row = K->row_of[v[k / 4]], column = K->row_of[v[k % 4]];
      bool none = row < 0 || column < 0;
      K->place[16 * (size_t)t + (size_t)k] = none ? -1 : brn__csr_find(&pattern, row, column);
    }
  }
}

static BrnStatus prepare(BrnContext* ctx, const BrnMesh* mesh, const uint8_t* kept, BrnBlocks* K) {
  BRN_TRY(take_pattern(ctx, mesh, kept, K));
  K->row_of = brn__new(ctx, K->vertex_count, int);
  K->corner_start = brn__new_zero(ctx, K->row_count + 1, int);
  K->corner = brn__new(ctx, 4 * (size_t)K->tet_count, int);
  K->place = brn__new(ctx, 16 * (size_t)K->tet_count, int);
  if (!K->row_of || !K->corner_start || !K->corner || !K->place) return BRN_NO_MEMORY;
  number_rows(kept, K);
  list_corners(mesh, K);
  Search search = {K, mesh};
  brn__parallel_for(ctx, K->tet_count, GRAIN, find_places, &search);
  return BRN_OK;
}

BrnStatus brn__blocks_create(BrnContext* ctx, const BrnMesh* mesh, const uint8_t* held,
                             BrnBlocks** out) {
  BRN_ASSERT(ctx && mesh && out && mesh->tet_count <= INT32_MAX / 4);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  uint8_t* kept = brn__scratch(ctx, mesh->vertex_count, uint8_t);
  BrnBlocks* K = brn__new_zero(ctx, 1, BrnBlocks);
  BrnStatus status = BRN_NO_MEMORY;
  if (kept && K) {
    for (int v = 0; v < mesh->vertex_count; v++) kept[v] = !held || !held[v];
    K->vertex_count = mesh->vertex_count;
    K->tet_count = mesh->tet_count;
    status = prepare(ctx, mesh, kept, K);
  }
  brn__scratch_release(ctx, mark);
  if (status != BRN_OK) {
    brn__blocks_destroy(ctx, K);
    K = NULL;
  }
  *out = K;
  return status;
}

// --------------------------------------------------------------------------------------- values

typedef struct Sum {
  BrnBlocks* K;
  int first, end; // tets
  const double* element;
} Sum;

void brn__blocks_clear(BrnBlocks* K) {
  memset(K->value, 0, sizeof(double) * 9 * (size_t)K->start[K->row_count]);
}

// block (a, b) of a 12 x 12 matrix
static void add_block(double* value, const double* element, int a, int b) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) value[3 * i + j] += element[12 * (3 * a + i) + 3 * b + j];
  }
}

// the first of a row's corners in tet `tet` or later
static int corner_from(const BrnBlocks* K, int row, int tet) {
  int low = K->corner_start[row], high = K->corner_start[row + 1];
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (K->corner[middle] / 4 < tet) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void add_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Sum* sum = user;
  const BrnBlocks* K = sum->K;
  for (int row = begin; row < end; row++) {
    for (int i = corner_from(K, row, sum->first); i < K->corner_start[row + 1]; i++) {
      int t = K->corner[i] / 4, a = K->corner[i] % 4;
      if (t >= sum->end) break;
      const double* element = sum->element + 144 * (size_t)(t - sum->first);
      const int* place = K->place + 16 * (size_t)t + 4 * (size_t)a;
      for (int b = 0; b < 4; b++) {
        if (place[b] >= 0) add_block(K->value + 9 * (size_t)place[b], element, a, b);
      }
    }
  }
}

void brn__blocks_add(BrnContext* ctx, BrnBlocks* K, int first, int count, const double* element) {
  BRN_ASSERT(ctx && K && first >= 0 && count >= 0 && first <= K->tet_count - count);
  Sum sum = {K, first, first + count, element};
  brn__parallel_for(ctx, K->row_count, GRAIN, add_rows, &sum);
}

// -------------------------------------------------------------------------------------- product

typedef struct Product {
  const BrnBlocks* K;
  const double* x;
  double* y;
} Product;

static void multiply_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  BRN_LANE_PICK(brn__blocks_rows)(p->K, begin, end, p->x, p->y);
}

void brn__blocks_multiply(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y) {
  BRN_ASSERT(ctx && K && (x != y || K->row_count == 0));
  Product product = {K, x, y};
  brn__parallel_for(ctx, K->row_count, GRAIN, multiply_rows, &product);
}

// ------------------------------------------------------------------------------- single precision

BrnStatus brn__blocks_keep_rough(BrnContext* ctx, BrnBlocks* K) {
  BRN_ASSERT(ctx && K && !K->rough);
  K->rough = brn__new_zero(ctx, 9 * (size_t)K->start[K->row_count], float);
  return K->rough ? BRN_OK : BRN_NO_MEMORY;
}

static void round_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  BrnBlocks* K = user;
  size_t first = 9 * (size_t)K->start[begin], last = 9 * (size_t)K->start[end];
  for (size_t i = first; i < last; i++) K->rough[i] = (float)K->value[i];
}

void brn__blocks_round(BrnContext* ctx, BrnBlocks* K) {
  BRN_ASSERT(ctx && K && K->rough);
  brn__parallel_for(ctx, K->row_count, GRAIN, round_rows, K);
}

static void multiply_rows_rough(void* user, int begin, int end, int worker) {
  (void)worker;
  const Product* p = user;
  BRN_LANE_PICK(brn__blocks_rows_rough)(p->K, begin, end, p->x, p->y);
}

void brn__blocks_multiply_rough(BrnContext* ctx, const BrnBlocks* K, const double* x, double* y) {
  BRN_ASSERT(ctx && K && K->rough && (x != y || K->row_count == 0));
  Product product = {K, x, y};
  brn__parallel_for(ctx, K->row_count, GRAIN, multiply_rows_rough, &product);
}

// ------------------------------------------------------------------------------- single entries
// Block e of a row becomes columns 3 (e - start) and on of three rows that follow each other.

static BrnStatus take_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr* out) {
  size_t blocks = (size_t)K->start[K->row_count];
  if (blocks > INT32_MAX / 9) {
    return brn__fail(ctx, BRN_UNSUPPORTED, "the matrix is too large: %zu entries, at most %d fit",
                     9 * blocks, INT32_MAX);
  }
  out->row_count = 3 * K->row_count;
  out->start = brn__new(ctx, out->row_count + 1, int);
  out->column = brn__new(ctx, 9 * blocks, int);
  out->value = brn__new_zero(ctx, 9 * blocks, double);
  return out->start && out->column && out->value ? BRN_OK : BRN_NO_MEMORY;
}

static void fill_pattern(const BrnBlocks* K, BrnCsr* out) {
  int at = 0;
  for (int row = 0; row < out->row_count; row++) {
    out->start[row] = at;
    for (int e = K->start[row / 3]; e < K->start[row / 3 + 1]; e++) {
      for (int j = 0; j < 3; j++) out->column[at++] = 3 * K->column[e] + j;
    }
  }
  out->start[out->row_count] = at;
}

BrnStatus brn__blocks_create_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr** out) {
  BRN_ASSERT(ctx && K && out);
  BrnCsr* csr = brn__new_zero(ctx, 1, BrnCsr);
  BrnStatus status = csr ? take_csr(ctx, K, csr) : BRN_NO_MEMORY;
  if (status == BRN_OK) {
    fill_pattern(K, csr);
  } else {
    brn__csr_destroy(ctx, csr);
    csr = NULL;
  }
  *out = csr;
  return status;
}

typedef struct Copy {
  const BrnBlocks* K;
  BrnCsr* out;
} Copy;

static void copy_rows(void* user, int begin, int end, int worker) {
  (void)worker;
  const Copy* copy = user;
  for (int row = begin; row < end; row++) {
    double* to = copy->out->value + copy->out->start[row];
    for (int e = copy->K->start[row / 3]; e < copy->K->start[row / 3 + 1]; e++, to += 3) {
      memcpy(to, copy->K->value + 9 * (size_t)e + 3 * (row % 3), 3 * sizeof *to);
    }
  }
}

void brn__blocks_to_csr(BrnContext* ctx, const BrnBlocks* K, BrnCsr* out) {
  BRN_ASSERT(ctx && K && out && out->row_count == 3 * K->row_count);
  BRN_ASSERT(out->start[out->row_count] == 9 * K->start[K->row_count]);
  Copy copy = {K, out};
  brn__parallel_for(ctx, out->row_count, 3 * GRAIN, copy_rows, &copy);
}
