// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "sparse/factor.h"
#include "sparse/foreign.h"
#include "sparse/panel.h"

#include <cholmod.h>
#include <string.h>

// CHOLMOD orders and factors (Chen, Davis, Hager and Rajamanickam 2008); we solve, by panels. Once
// the panels are filled CHOLMOD's own values are given back, so one copy of the factor is held.
// CHOLMOD takes its memory from malloc, as it has one allocator for the whole process.

enum { METIS_ROWS = 5000 }; // below, minimum degree gives as good an order in a fifth of the time

struct BrnFactor {
  cholmod_common common;
  cholmod_factor* L;
  BrnPanels* panels; // NULL: CHOLMOD solves
  cholmod_dense *x, *work[2];
  BrnFactorDef def;
  int row_count, entry_count;
  bool ready;
};

static BrnStatus to_status(BrnContext* ctx, const BrnFactor* factor) {
  switch (factor->common.status) {
  case CHOLMOD_TOO_LARGE:
    return brn__fail(ctx, BRN_UNSUPPORTED,
                     "the factor of a matrix with %d rows is too large to be counted in 32 bits",
                     factor->row_count);
  case CHOLMOD_OUT_OF_MEMORY:
    return brn__fail(ctx, BRN_NO_MEMORY, "out of memory: the factor of a matrix with %d rows",
                     factor->row_count);
  default:
    return brn__fail(ctx, BRN_INVALID, "CHOLMOD gave up: its status is %d", factor->common.status);
  }
}

// the rows of a symmetric matrix are its columns: nothing is copied
static cholmod_sparse as_sparse(const BrnCsr* K, bool values) {
  size_t rows = (size_t)K->row_count;
  return (cholmod_sparse){.nrow = rows,
                          .ncol = rows,
                          .nzmax = (size_t)K->start[rows],
                          .p = K->start,
                          .i = K->column,
                          .x = values ? K->value : NULL,
                          .stype = -1, // of both halves it reads the lower one
                          .itype = CHOLMOD_INT,
                          .xtype = values ? CHOLMOD_REAL : CHOLMOD_PATTERN,
                          .dtype = CHOLMOD_DOUBLE,
                          .sorted = 1,
                          .packed = 1};
}

static BrnSupernodes supernodes_of(const cholmod_factor* L) {
  return (BrnSupernodes){(int)L->n, (int)L->nsuper, L->super, L->pi, L->s, L->px};
}

static void configure(BrnFactor* factor) {
  cholmod_common* common = &factor->common;
  cholmod_start(common);
  common->print = 0;
  common->supernodal = CHOLMOD_SUPERNODAL;
  common->quick_return_if_not_posdef = 1;
  common->nmethods = 1;
  common->method[0].ordering = factor->row_count < METIS_ROWS ? CHOLMOD_AMD : CHOLMOD_METIS;
  common->postorder = 1;
}

static BrnStatus analyse(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K) {
  cholmod_sparse A = as_sparse(K, false);
  brn__foreign_lock();
  int entered = brn__foreign_enter();
  factor->L = cholmod_analyze(&A, &factor->common);
  brn__foreign_leave(entered);
  brn__foreign_unlock();
  if (!factor->L || factor->common.status < CHOLMOD_OK) return to_status(ctx, factor);
  if (factor->def.library_solve) return BRN_OK;
  BrnSupernodes supernodes = supernodes_of(factor->L);
  BRN_TRY(
      brn__panels_create(ctx, &supernodes, factor->def.floats, factor->def.width, &factor->panels));
  return factor->def.rough ? brn__panels_keep_rough(ctx, factor->panels) : BRN_OK;
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
  configure(factor);
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
  cholmod_common* common = &factor->common;
  brn__panels_destroy(ctx, factor->panels);
  cholmod_free_dense(&factor->x, common);
  for (int i = 0; i < 2; i++) cholmod_free_dense(&factor->work[i], common);
  cholmod_free_factor(&factor->L, common);
  cholmod_finish(common);
  brn__free(ctx, factor);
}

// --------------------------------------------------------------------------------------- values

static BrnStatus factorize(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K) {
  cholmod_sparse A = as_sparse(K, true);
  int entered = brn__foreign_enter();
  cholmod_factorize(&A, factor->L, &factor->common);
  brn__foreign_leave(entered);
  return factor->common.status < CHOLMOD_OK ? to_status(ctx, factor) : BRN_OK;
}

static void give_values_back(BrnFactor* factor) {
  cholmod_factor* L = factor->L;
  if (L->xtype == CHOLMOD_PATTERN) return;
  cholmod_change_factor(CHOLMOD_PATTERN, 1, 1, 1, 1, L, &factor->common);
}

static void report_column(const BrnFactor* factor, int column, BrnFactorReport* report) {
  const int* order = factor->L->Perm;
  *report = (BrnFactorReport){BRN_BROKE_DOWN, order[column]};
}

static BrnStatus take_values(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K,
                             BrnFactorReport* report) {
  BrnStatus status = factorize(ctx, factor, K);
  const cholmod_factor* L = factor->L;
  if (status == BRN_OK && L->minor < L->n) {
    report_column(factor, (int)L->minor, report);
  } else if (status == BRN_OK && factor->panels) {
    BrnSupernodes supernodes = supernodes_of(L);
    int bad = brn__panels_fill(ctx, factor->panels, &supernodes, L->x);
    if (bad >= 0) report_column(factor, bad, report);
  }
  if (factor->panels) give_values_back(factor);
  return status;
}

BrnStatus brn__factor_update(BrnContext* ctx, BrnFactor* factor, const BrnCsr* K,
                             BrnFactorReport* report) {
  BRN_ASSERT(ctx && factor && K && report && K->row_count == factor->row_count);
  BRN_ASSERT(K->start[K->row_count] == factor->entry_count);
  *report = (BrnFactorReport){BRN_CONVERGED, -1};
  factor->ready = false;
  if (factor->row_count > 0) BRN_TRY(take_values(ctx, factor, K, report));
  factor->ready = report->outcome == BRN_CONVERGED;
  return BRN_OK;
}

// ---------------------------------------------------------------------------------------- solves

static bool call_library(BrnFactor* factor, const BrnPanelSides* sides, int count) {
  size_t n = (size_t)factor->row_count, total = n * (size_t)count;
  cholmod_dense* b = cholmod_allocate_dense(n, (size_t)count, n, CHOLMOD_REAL, &factor->common);
  if (!b) return false;
  for (size_t k = 0; k < total; k++) {
    ((double*)b->x)[k] = sides->b[k % n * sides->row_step + k / n * sides->step];
  }
  int entered = brn__foreign_enter();
  bool done = cholmod_solve2(CHOLMOD_A, factor->L, b, NULL, &factor->x, NULL, &factor->work[0],
                             &factor->work[1], &factor->common);
  brn__foreign_leave(entered);
  cholmod_free_dense(&b, &factor->common);
  return done;
}

static void solve_by_library(BrnFactor* factor, const BrnPanelSides* sides, int count) {
  size_t n = (size_t)factor->row_count, total = n * (size_t)count;
  const double* x = call_library(factor, sides, count) ? factor->x->x : NULL;
  for (size_t k = 0; k < total; k++) {
    sides->x[k % n * sides->row_step + k / n * sides->step] = x ? x[k] : NAN;
  }
}

static void solve(BrnContext* ctx, BrnFactor* factor, BrnPanelSides sides, int count) {
  BRN_ASSERT(ctx && factor && factor->ready && count >= 0);
  if (factor->row_count == 0) return;
  int most = factor->panels ? factor->def.width : count;
  while (count > 0) {
    int now = count < most ? count : most;
    if (factor->panels) {
      sides.order = factor->L->Perm;
      brn__panels_solve(ctx, factor->panels, &sides, now);
    } else {
      solve_by_library(factor, &sides, now);
    }
    sides.b += (size_t)now * sides.step;
    sides.x += (size_t)now * sides.step;
    count -= now;
  }
}

void brn__factor_solve(BrnContext* ctx, BrnFactor* factor, int count, const double* b, double* x) {
  solve(ctx, factor, (BrnPanelSides){b, x, 1, (size_t)factor->row_count, NULL, false}, count);
}

void brn__factor_solve_xyz(BrnContext* ctx, BrnFactor* factor, const double* b, double* x) {
  solve(ctx, factor, (BrnPanelSides){b, x, 3, 1, NULL, false}, 3);
}

void brn__factor_solve_xyz_rough(BrnContext* ctx, BrnFactor* factor, const double* b, double* x) {
  BRN_ASSERT(factor && factor->def.rough);
  solve(ctx, factor, (BrnPanelSides){b, x, 3, 1, NULL, true}, 3);
}

void brn__factor_solve_rough(BrnContext* ctx, BrnFactor* factor, int count, const double* b,
                             double* x) {
  BRN_ASSERT(factor && factor->def.rough);
  solve(ctx, factor, (BrnPanelSides){b, x, 1, (size_t)factor->row_count, NULL, true}, count);
}

// ----------------------------------------------------------------------------------------- facts

BrnFactorInfo brn__factor_info(const BrnFactor* factor) {
  const cholmod_common* common = &factor->common;
  int ordering = factor->L ? factor->L->ordering : CHOLMOD_NATURAL;
  BrnFactorInfo info = {.library = "CHOLMOD", .nonzeros = common->lnz, .flops = common->fl};
  info.ordering = ordering == CHOLMOD_METIS ? "METIS" : ordering == CHOLMOD_AMD ? "AMD" : "none";
  info.bytes = common->memory_inuse + sizeof *factor;
  if (factor->panels) {
    info.bytes += brn__panels_bytes(factor->panels);
    size_t size = factor->def.floats ? sizeof(float) : sizeof(double);
    info.solve_bytes = 2.0 * (double)(factor->panels->number_count * size);
  } else if (factor->L) {
    info.solve_bytes = 2.0 * (double)(factor->L->xsize * sizeof(double));
  }
  return info;
}
