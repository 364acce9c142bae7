// SPDX-License-Identifier: Apache-2.0
//
// Factors by MUMPS, in a build without the GPL: the same functions as in factor_cholmod.c.

#include "core/vec.h"
#include "sparse/factor.h"
#include "sparse/foreign.h"

#include <dmumps_c.h>
#include <metis.h>

_Static_assert(sizeof(idx_t) == sizeof(int), "METIS counts in 32 bits, as Debian builds it");

// MUMPS (Amestoy, Duff, L'Excellent and Koster 2001), for builds without the GPL. It keeps its
// factor to itself, so it also solves: about three times slower than our panels, on one thread, and
// with memory of its own. The options of the def that concern panels do nothing here.
//
// The order comes from METIS: Debian's MUMPS is built with Scotch instead, whose threads give
// another order, and so other bits, in each run.
//
// Its Fortran has state of the whole process, so one caller at a time is let in.

enum { INIT = -1, END = -2, ANALYSE = 1, FACTOR = 2, SOLVE = 3 }; // jobs
enum { WORLD = -987654 };                                         // the communicator of all
enum { AMD = 0, GIVEN = 1 };                                      // orders
enum { METIS_ROWS = 5000, MOST_RELAXATION = 400 };
enum { TOO_SMALL_INTEGER = -8, TOO_SMALL = -9, SINGULAR = -10, NO_MEMORY = -13 };

struct BrnFactor {
  DMUMPS_STRUC_C mumps;
  int row_count, entry_count;
  int *row, *column; // of the lower half, counted from 1
  int* order;        // place of each row, counted from 1; NULL: MUMPS decides
  double* value;     //
  double* sides;     // right-hand sides one after the other (width x row_count)
  BrnFactorDef def;
  bool begun, ready;
};

// MUMPS counts its arrays from 1
static int* option(BrnFactor* factor, int number) { return &factor->mumps.icntl[number - 1]; }
static int fact(const BrnFactor* factor, int number) { return factor->mumps.infog[number - 1]; }

static int call(BrnFactor* factor, int job) {
  brn__foreign_lock();
  int entered = brn__foreign_enter();
  factor->mumps.job = job;
  dmumps_c(&factor->mumps);
  brn__foreign_leave(entered);
  brn__foreign_unlock();
  return fact(factor, 1);
}

static BrnStatus to_status(BrnContext* ctx, const BrnFactor* factor) {
  if (fact(factor, 1) == NO_MEMORY || fact(factor, 1) == TOO_SMALL) {
    return brn__fail(ctx, BRN_NO_MEMORY, "out of memory: the factor of a matrix with %d rows",
                     factor->row_count);
  }
  return brn__fail(ctx, BRN_UNSUPPORTED, "MUMPS gave up on a matrix with %d rows: error %d, %d",
                   factor->row_count, fact(factor, 1), fact(factor, 2));
}

// -------------------------------------------------------------------------------------- pattern

static void list_entries(BrnFactor* factor, const BrnCsr* K) {
  int at = 0;
  for (int row = 0; row < K->row_count; row++) {
    for (int e = K->start[row]; e < K->start[row + 1] && K->column[e] <= row; e++, at++) {
      factor->row[at] = row + 1;
      factor->column[at] = K->column[e] + 1;
    }
  }
}

// the pattern without its diagonal
static void list_neighbours(const BrnCsr* K, int* start, int* neighbour) {
  int at = 0;
  for (int row = 0; row < K->row_count; row++) {
    start[row] = at;
    for (int e = K->start[row]; e < K->start[row + 1]; e++) {
      if (K->column[e] != row) neighbour[at++] = K->column[e];
    }
  }
  start[K->row_count] = at;
}

static BrnStatus find_order(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int rows = K->row_count, done = METIS_ERROR_MEMORY;
  int* start = brn__scratch(ctx, rows + 1, int);
  int* neighbour = brn__scratch(ctx, K->start[rows], int);
  int* inverse = brn__scratch(ctx, rows, int);
  factor->order = brn__new(ctx, rows, int);
  if (start && neighbour && inverse && factor->order) {
    list_neighbours(K, start, neighbour);
    brn__foreign_lock();
    done = METIS_NodeND(&rows, start, neighbour, NULL, NULL, inverse, factor->order);
    brn__foreign_unlock();
  }
  brn__scratch_release(ctx, mark);
  for (int row = 0; done == METIS_OK && row < rows; row++) factor->order[row]++;
  return done == METIS_OK ? BRN_OK : brn__fail_memory(ctx);
}

static BrnStatus take(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K) {
  size_t rows = (size_t)K->row_count, entries = ((size_t)K->start[rows] + rows) / 2;
  factor->row = brn__new(ctx, entries, int);
  factor->column = brn__new(ctx, entries, int);
  factor->value = brn__new(ctx, entries, double);
  factor->sides = brn__new(ctx, rows * (size_t)factor->def.width, double);
  bool got = factor->row && factor->column && factor->value && factor->sides;
  factor->mumps.n = (int)rows;
  factor->mumps.nnz = (MUMPS_INT8)entries;
  factor->mumps.irn = factor->row;
  factor->mumps.jcn = factor->column;
  factor->mumps.a = factor->value;
  return got ? BRN_OK : BRN_NO_MEMORY;
}

static BrnStatus analyse(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K) {
  factor->mumps.comm_fortran = WORLD;
  factor->mumps.par = 1; // this process works
  factor->mumps.sym = 1; // positive definite
  if (call(factor, INIT) < 0) return to_status(ctx, factor);
  factor->begun = true;
  for (int i = 1; i <= 4; i++) *option(factor, i) = i < 4 ? -1 : 0; // print nothing
  if (factor->row_count >= METIS_ROWS) BRN_TRY(find_order(ctx, factor, K));
  *option(factor, 7) = factor->order ? GIVEN : AMD;
  factor->mumps.perm_in = factor->order;
  *option(factor, 13) = 1; // the root is not different from the rest
  BRN_TRY(take(ctx, factor, K));
  list_entries(factor, K);
  return call(factor, ANALYSE) < 0 ? to_status(ctx, factor) : BRN_OK;
}

BrnFactorDef brn__factor_def_default(void) { return (BrnFactorDef){.width = 4}; }

BrnStatus brn__factor_create(BrnContext* ctx, const BrnCsr* K, const BrnFactorDef* def,
                             BrnFactor** out) {
  BRN_ASSERT(ctx && K && def && out && def->width > 0 && def->width <= BRN_FACTOR_WIDTH);
  *out = NULL;
  BrnFactor* factor = brn__new_zero(ctx, 1, BrnFactor);
  if (!factor) return BRN_NO_MEMORY;
  factor->def = *def;
  factor->row_count = K->row_count;
  factor->entry_count = K->start[K->row_count];
  BrnStatus status = factor->row_count > 0 ? analyse(ctx, factor, K) : BRN_OK;
  if (status != BRN_OK) {
    brn__factor_destroy(ctx, factor);
    factor = NULL;
  }
  *out = factor;
  return status;
}

void brn__factor_destroy(BrnContext* ctx, BrnFactor* factor) {
  if (!factor) return;
  if (factor->begun) call(factor, END);
  brn__free(ctx, factor->row);
  brn__free(ctx, factor->column);
  brn__free(ctx, factor->order);
  brn__free(ctx, factor->value);
  brn__free(ctx, factor->sides);
  brn__free(ctx, factor);
}

// --------------------------------------------------------------------------------------- values

// the first row with a number that is none; MUMPS would factor it
static int copy_values(BrnFactor* factor, const BrnCsr* K) {
  int at = 0;
  for (int row = 0; row < K->row_count; row++) {
    for (int e = K->start[row]; e < K->start[row + 1] && K->column[e] <= row; e++, at++) {
      if (!isfinite(K->value[e])) return row;
      factor->value[at] = K->value[e];
    }
  }
  return -1;
}

// its estimate of memory may be too low: once more with a larger margin
static int factorize(BrnFactor* factor) {
  int *margin = option(factor, 14), usual = *margin, error = call(factor, FACTOR);
  while ((error == TOO_SMALL || error == TOO_SMALL_INTEGER) && *margin < MOST_RELAXATION) {
    *margin *= 2;
    error = call(factor, FACTOR);
  }
  *margin = usual;
  return error;
}

BrnStatus brn__factor_update(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K,
                             BrnFactorReport* report) {
  BRN_ASSERT(ctx && factor && K && report && K->row_count == factor->row_count);
  BRN_ASSERT(K->start[K->row_count] == factor->entry_count);
  *report = (BrnFactorReport){BRN_CONVERGED, -1};
  factor->ready = factor->row_count == 0;
  if (factor->ready) return BRN_OK;
  report->column = copy_values(factor, K);
  int error = report->column < 0 ? factorize(factor) : SINGULAR;
  if (error < 0 && error != SINGULAR) return to_status(ctx, factor);
  bool positive = error >= 0 && fact(factor, 12) == 0; // pivots below zero
  report->outcome = positive ? BRN_CONVERGED : BRN_BROKE_DOWN;
  factor->ready = positive;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- solves

typedef struct Sides {
  const double* b;
  double* x;
  size_t row_step, step;
} Sides;

static void solve_some(BrnFactor* factor, const Sides* sides, int count) {
  size_t n = (size_t)factor->row_count, total = n * (size_t)count;
  for (size_t k = 0; k < total; k++) {
    factor->sides[k] = sides->b[k % n * sides->row_step + k / n * sides->step];
  }
  factor->mumps.rhs = factor->sides;
  factor->mumps.nrhs = count;
  factor->mumps.lrhs = factor->row_count;
  bool solved = call(factor, SOLVE) >= 0;
  for (size_t k = 0; k < total; k++) {
    sides->x[k % n * sides->row_step + k / n * sides->step] = solved ? factor->sides[k] : NAN;
  }
}

static void solve(BrnFactor* factor, Sides sides, int count) {
  BRN_ASSERT(factor && factor->ready && count >= 0);
  if (factor->row_count == 0) return;
  while (count > 0) {
    int now = count < factor->def.width ? count : factor->def.width;
    solve_some(factor, &sides, now);
    sides.b += (size_t)now * sides.step;
    sides.x += (size_t)now * sides.step;
    count -= now;
  }
}

void brn__factor_solve(BrnContext* ctx, BrnFactor* factor, int count, const double* b, double* x) {
  BRN_ASSERT(ctx && factor);
  solve(factor, (Sides){b, x, 1, (size_t)factor->row_count}, count);
}

void brn__factor_solve_xyz(BrnContext* ctx, BrnFactor* factor, const double* b, double* x) {
  BRN_ASSERT(ctx && factor);
  solve(factor, (Sides){b, x, 3, 1}, 3);
}

void brn__factor_solve_xyz_rough(BrnContext* ctx, BrnFactor* factor, const double* b, double* x) {
  brn__factor_solve_xyz(ctx, factor, b, x);
}

void brn__factor_solve_rough(BrnContext* ctx, BrnFactor* factor, int count, const double* b,
                             double* x) {
  brn__factor_solve(ctx, factor, count, b, x);
}

// ----------------------------------------------------------------------------------------- facts

// a negative count is in millions
static double count_of(int value) { return value < 0 ? -1e6 * value : value; }

BrnFactorInfo brn__factor_info(const BrnFactor* factor) {
  BrnFactorInfo info = {.library = "MUMPS", .ordering = "none"};
  if (!factor->begun) return info;
  info.ordering = factor->order ? "METIS" : "AMD";
  info.nonzeros = count_of(fact(factor, factor->ready ? 29 : 20));
  info.flops = factor->mumps.rinfog[0];
  info.solve_bytes = 2 * sizeof(double) * info.nonzeros;
  size_t sides = (size_t)factor->def.width * (size_t)factor->row_count;
  info.bytes = ((size_t)fact(factor, 19) << 20) + sides * sizeof(double) +
               (size_t)factor->mumps.nnz * (2 * sizeof(int) + sizeof(double));
  return info;
}
