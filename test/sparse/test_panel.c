// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel.h"

#include "test.h"

// A dense lower triangle as one supernode after the other, with made-up row lists: solves must
// equal the textbook's loops. And the kernels, as they are compiled for each machine, a naive twin.

enum { TILE = BRN_LANES };

// ---------------------------------------------------------------------------------------- kernels

typedef void Kernel(const BrnPanelProduct* product);

typedef struct Copies {
  int count;
  Kernel *down[3], *up[3];
  Kernel *down_eight[3], *up_eight[3];
} Copies;

static Copies copies_here(void) {
  Copies copies = {1,
                   {brn__panel_down_base},
                   {brn__panel_up_base},
                   {brn__panel_down_eight_base},
                   {brn__panel_up_eight_base}};
#ifdef BRN_LANE_COPIES
  copies.down[1] = brn__panel_down_v3, copies.up[1] = brn__panel_up_v3;
  copies.down[2] = brn__panel_down_v4, copies.up[2] = brn__panel_up_v4;
  copies.down_eight[1] = brn__panel_down_eight_v3, copies.up_eight[1] = brn__panel_up_eight_v3;
  copies.down_eight[2] = brn__panel_down_eight_v4, copies.up_eight[2] = brn__panel_up_eight_v4;
  copies.count = 1 + brn__lane_level();
#endif
  return copies;
}

typedef struct Trial {
  int columns, rows, blocks;
  double* P;     // (columns x rows), zero above the diagonal
  double* tiles; // as doubles and as floats
  float* floats;
} Trial;

static Trial make_trial(int columns, int rows) {
  TestRandom random = {(uint64_t)(100 * columns + rows)};
  Trial t = {columns, rows, (rows + TILE - 1) / TILE, NULL, NULL, NULL};
  size_t room = (size_t)((columns + TILE) * (rows + TILE));
  t.P = calloc(room, sizeof(double));
  t.tiles = calloc(room, sizeof(double));
  t.floats = calloc(room, sizeof(float));
  for (int c = 0; c < columns; c++) {
    for (int r = c; r < rows; r++) t.P[c * rows + r] = (float)test_random(&random, -1, 1);
  }
  size_t at = 0;
  for (int offset = 0, width; offset < columns; offset += width) {
    width = brn__strip_width(columns - offset);
    for (int block = offset / TILE; block < t.blocks; block++) {
      for (int k = 0; k < TILE * width; k++, at++) {
        int r = TILE * block + k % TILE, c = offset + k / TILE;
        bool inside = r < rows && c < columns;
        t.floats[at] = (float)(t.tiles[at] = inside ? t.P[c * rows + r] : 0);
      }
    }
  }
  return t;
}

static void free_trial(Trial* t) {
  free(t->P);
  free(t->tiles);
  free(t->floats);
}

enum { SIDES = 7, STEP = 80 };

static void ensure_down(const Trial* t, const double* own, const double* all, int side, int begin,
                        int end) {
  for (int r = TILE * begin; r < TILE * end && r < t->rows; r++) {
    double sum = 0;
    for (int c = 0; c < t->columns; c++) sum += t->P[c * t->rows + r] * own[STEP * side + c];
    ENSURE_NEAR(all[STEP * side + r], sum, 1e-13);
  }
}

// The bits of every copy, also where only one of them runs: eight lanes, then pairs, pairs of
// pairs.
static double sum_in_lanes(const Trial* t, const double* x, int column) {
  double sum[TILE] = {0};
  for (int r = 0; r < t->rows; r++) sum[r % TILE] += t->P[column * t->rows + r] * x[r];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static void ensure_up(const Trial* t, const double* own, const double* all, int side, int begin,
                      int end, double tolerance) {
  for (int c = begin; c < end; c++) {
    ENSURE_NEAR(own[STEP * side + c], sum_in_lanes(t, all + STEP * side, c), tolerance);
  }
}

// random inside, zero where the panel is filled up
static void fill(double* x, int count, uint64_t seed) {
  TestRandom random = {seed};
  for (int side = 0; side < SIDES; side++) {
    for (int i = 0; i < STEP; i++) x[STEP * side + i] = i < count ? test_random(&random, -1, 1) : 0;
  }
}

static void try_kernels(const Trial* t, int sides, bool floats) {
  static double own[SIDES * STEP], all[SIDES * STEP], first[2][SIDES * STEP];
  Copies copies = copies_here();
  for (int copy = 0; copy < copies.count; copy++) {
    BrnPanelProduct p = {.tiles = floats ? (void*)t->floats : t->tiles,
                         .floats = floats,
                         .columns = t->columns,
                         .blocks = t->blocks,
                         .count = sides,
                         .own = own,
                         .all = all,
                         .step = STEP};
    for (int part = 0; part < 3; part++) { // all of it, the first half, the second
      fill(own, t->columns, 5);
      fill(all, STEP, 6); // is overwritten
      p.begin = part == 2 ? t->blocks / 2 : 0, p.end = part == 1 ? t->blocks / 2 : t->blocks;
      copies.down[copy](&p);
      for (int side = 0; side < sides; side++) ensure_down(t, own, all, side, p.begin, p.end);
      if (part == 0 && copy == 0) memcpy(first[0], all, sizeof all);
      if (part == 0) assert_memory_equal(first[0], all, sizeof all);
      fill(all, t->rows, 7);
      fill(own, STEP, 8);
      int middle = t->columns / 2 / TILE * TILE;
      p.begin = part == 2 ? middle : 0, p.end = part == 1 ? middle : t->columns;
      copies.up[copy](&p);
      for (int side = 0; side < sides; side++) ensure_up(t, own, all, side, p.begin, p.end, 0);
      if (part == 0 && copy == 0) memcpy(first[1], own, sizeof own);
      if (part == 0) assert_memory_equal(first[1], own, sizeof own);
    }
  }
}

// side by side and apart
static void to_apart(const double* beside, double* apart, int side) {
  for (int i = 0; i < STEP; i++) apart[STEP * side + i] = beside[TILE * i + side];
}

static void fill_beside(double* x, int count, uint64_t seed) {
  TestRandom random = {seed};
  for (int i = 0; i < TILE * STEP; i++) x[i] = i < TILE * count ? test_random(&random, -1, 1) : 0;
}

static void try_eight(const Trial* t, bool floats) {
  static double own[TILE * STEP], all[TILE * STEP], a[TILE * STEP], b[TILE * STEP];
  static double first[2][TILE * STEP];
  Copies copies = copies_here();
  BrnPanelProduct p = {.tiles = floats ? (void*)t->floats : t->tiles,
                       .floats = floats,
                       .columns = t->columns,
                       .blocks = t->blocks,
                       .count = TILE,
                       .own = own,
                       .all = all};
  for (int trial = 0; trial < 3 * copies.count; trial++) {
    int part = trial % 3, copy = trial / 3; // all of it, the first half, the second
    fill_beside(own, t->columns, 5);
    fill_beside(all, STEP, 6);
    p.begin = part == 2 ? t->blocks / 2 : 0, p.end = part == 1 ? t->blocks / 2 : t->blocks;
    copies.down_eight[copy](&p);
    for (int side = 0; side < TILE; side++) {
      to_apart(own, a, side), to_apart(all, b, side);
      ensure_down(t, a, b, side, p.begin, p.end);
    }
    if (trial == 0) memcpy(first[0], all, sizeof all);
    if (part == 0) assert_memory_equal(first[0], all, sizeof all);
    fill_beside(all, t->rows, 7);
    fill_beside(own, STEP, 8);
    int middle = t->columns / 2 / TILE * TILE;
    p.begin = part == 2 ? middle : 0, p.end = part == 1 ? middle : t->columns;
    copies.up_eight[copy](&p);
    for (int side = 0; side < TILE; side++) {
      to_apart(own, a, side), to_apart(all, b, side);
      ensure_up(t, a, b, side, p.begin, p.end, 1e-13);
    }
    if (trial == 0) memcpy(first[1], own, sizeof own);
    if (part == 0) assert_memory_equal(first[1], own, sizeof own);
  }
}

static void products_equal_naive_ones_in_every_copy(void** state) {
  (void)state;
  for (int columns = 1; columns <= 25; columns++) {
    for (int rows = columns; rows <= columns + 19; rows += 1 + columns % 3) {
      Trial t = make_trial(columns, rows);
      for (int sides = 1; sides <= SIDES; sides++) {
        try_kernels(&t, sides, false);
        try_kernels(&t, sides, true);
      }
      try_eight(&t, false);
      try_eight(&t, true);
      free_trial(&t);
    }
  }
}

// ----------------------------------------------------------------------------------------- solves

enum { N = 23 };
static const int first_column[] = {0, 3, 4, 11, 13, N};
// rows below the first four panels; the tree is a fork: 0 and 1 below 3, 2 below 4
static const int row_list[] = {0,       1,  2,  11, 12, 20, /**/ 3, 12,      15, /**/ 4, 5,
                               6,       7,  8,  9,  10, 13, 14,     /**/ 11, 12, 15,     20,
                               /**/ 13, 14, 15, 16, 17, 18, 19,     20,      21, 22};
static const int row_at[] = {0, 6, 9, 18, 22, 32};

static int make_values(double* value, int* value_at, double* dense) {
  TestRandom random = {77};
  int at = 0;
  memset(dense, 0, sizeof(double) * N * N);
  for (int s = 0; s < 5; s++) {
    int columns = first_column[s + 1] - first_column[s], rows = row_at[s + 1] - row_at[s];
    value_at[s] = at;
    for (int c = 0; c < columns; c++) {
      for (int r = 0; r < rows; r++, at++) {
        value[at] = r == c ? test_random(&random, 1, 2) : test_random(&random, -1, 1);
        if (r < c) continue; // what CHOLMOD leaves above the diagonal is anything
        dense[N * row_list[row_at[s] + r] + first_column[s] + c] = value[at];
      }
    }
  }
  value_at[5] = at;
  return at;
}

// x = L^-T L^-1 b
static void naive_solve(const double* L, double* x) {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < i; j++) x[i] -= L[N * i + j] * x[j];
    x[i] /= L[N * i + i];
  }
  for (int i = N - 1; i >= 0; i--) {
    for (int j = i + 1; j < N; j++) x[i] -= L[N * j + i] * x[j];
    x[i] /= L[N * i + i];
  }
}

static void made_up_factor_is_solved(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double value[600], dense[N * N], b[8 * N], x[8 * N];
  int value_at[6], order[N];
  make_values(value, value_at, dense);
  BrnSupernodes L = {N, 5, first_column, row_at, row_list, value_at};
  BrnPanels* panels;
  ENSURE_OK(ctx, brn__panels_create(ctx, &L, false, 8, &panels));
  ENSURE_INT(brn__panels_fill(ctx, panels, &L, value), -1);
  for (int i = 0; i < N; i++) order[i] = (i * 5 + 2) % N; // row i is the caller's row order[i]
  for (int i = 0; i < 8 * N; i++) b[i] = sin(i);
  BrnPanelSides sides = {b, x, 1, N, order, false};
  for (int count = 1; count <= 8; count++) {
    brn__panels_solve(ctx, panels, &sides, count);
    for (int r = 0; r < count; r++) {
      double expected[N];
      for (int i = 0; i < N; i++) expected[i] = b[N * r + order[i]];
      naive_solve(dense, expected);
      for (int i = 0; i < N; i++) ENSURE_NEAR(x[N * r + order[i]], expected[i], 1e-9);
    }
  }
  brn__panels_destroy(ctx, panels);
  test_context_done(ctx);
}

static void first_diagonal_that_is_not_positive_is_told(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double value[600], dense[N * N];
  int value_at[6];
  BrnSupernodes L = {N, 5, first_column, row_at, row_list, value_at};
  static const double poison[3] = {0, -1, NAN};
  for (int i = 0; i < 3; i++) {
    BrnPanels* panels;
    make_values(value, value_at, dense);
    value[value_at[2] + 2 * 9 + 2] = poison[i]; // column 6
    value[value_at[4]] = -3;                    // column 13
    ENSURE_OK(ctx, brn__panels_create(ctx, &L, i == 1, 1, &panels));
    ENSURE_INT(brn__panels_fill(ctx, panels, &L, value), 6);
    ENSURE(brn__panels_bytes(panels) > 0);
    brn__panels_destroy(ctx, panels);
  }
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  double value[600], dense[N * N];
  int value_at[6];
  make_values(value, value_at, dense);
  BrnSupernodes L = {N, 5, first_column, row_at, row_list, value_at};
  BrnPanels* panels = NULL;
  for (int k = 0; !panels; k++) {
    BrnContext* ctx = test_context();
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__panels_create(ctx, &L, false, 2, &panels);
    brn_fail_allocation(ctx, -1);
    ENSURE_STATUS(ctx, status, panels ? BRN_OK : BRN_NO_MEMORY);
    brn__panels_destroy(ctx, panels);
    test_context_done(ctx);
  }
}

TEST_MAIN(cmocka_unit_test(products_equal_naive_ones_in_every_copy),
          cmocka_unit_test(made_up_factor_is_solved),
          cmocka_unit_test(first_diagonal_that_is_not_positive_is_told),
          cmocka_unit_test(every_failed_allocation_is_clean))
