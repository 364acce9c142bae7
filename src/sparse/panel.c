// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel.h"

#include "core/vec.h"
#include "sparse/blas.h"
#include "sparse/foreign.h"

#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

// From a supernodal factor to panels: the layout once, the values at each update.

enum { TILE = BRN_LANES, FILL_GRAIN = 8, HUGE_PAGE = 2 << 20 };

static int blocks_of(int rows) { return (rows + TILE - 1) / TILE; }

static size_t numbers_of(int columns, int rows) {
  size_t numbers = 0;
  for (int offset = 0, width; offset < columns; offset += width) {
    width = brn__strip_width(columns - offset);
    numbers += (size_t)(blocks_of(rows) - offset / TILE) * TILE * (size_t)width;
  }
  return numbers;
}

static void lay_out(BrnPanels* panels, const BrnSupernodes* L) {
  int row_at = 0;
  for (int s = 0; s < L->count; s++) {
    BrnPanel* panel = &panels->panel[s];
    *panel = (BrnPanel){.first = L->first[s], .columns = L->first[s + 1] - L->first[s]};
    panel->rows = L->row_at[s + 1] - L->row_at[s];
    panel->row_at = row_at;
    panel->tile_at = panels->number_count;
    int below = panel->rows - panel->columns;
    if (below > 0) {
      memcpy(panels->row + row_at, L->row + L->row_at[s] + panel->columns,
             sizeof(int) * (size_t)below);
    }
    row_at += below;
    panels->number_count += numbers_of(panel->columns, panel->rows);
    // not a multiple of a page, so that right-hand sides do not share places in the cache
    int padded = TILE * blocks_of(panel->rows) + TILE;
    if (padded > panels->longest) panels->longest = padded;
  }
}

// fewer, larger pages: the tiles are read from end to end, far more than a page table cache covers
static void ask_for_huge_pages(void* block, size_t size) {
#ifdef MADV_HUGEPAGE
  uintptr_t mask = HUGE_PAGE - 1, begin = ((uintptr_t)block + mask) & ~mask;
  uintptr_t end = ((uintptr_t)block + size) & ~mask;
  if (end > begin) madvise((void*)begin, end - begin, MADV_HUGEPAGE);
#else
  (void)block, (void)size;
#endif
}

static size_t number_size(const BrnPanels* panels) {
  return panels->floats ? sizeof(float) : sizeof(double);
}

static BrnStatus take_values(BrnContext* ctx, BrnPanels* panels) {
  size_t sides = (size_t)panels->width, rows = (size_t)panels->row_count;
  panels->work_count = sides * (rows + (size_t)panels->piece_count * (size_t)panels->top_row_count);
  panels->work = brn__new(ctx, panels->work_count, double);
  panels->y = brn__new(ctx, sides * rows, double);
  panels->local =
      brn__new_zero(ctx, 2 * BRN_PANEL_PIECES * sides * (size_t)panels->longest, double);
  panels->tiles = brn__alloc(ctx, panels->number_count, number_size(panels));
  if (!panels->work || !panels->y || !panels->local || !panels->tiles) return BRN_NO_MEMORY;
  ask_for_huge_pages(panels->tiles, panels->number_count * number_size(panels));
  return BRN_OK;
}

static BrnStatus prepare(BrnContext* ctx, const BrnSupernodes* L, BrnPanels* panels) {
  size_t below = (size_t)(L->row_at[L->count] - L->row_count);
  panels->panel = brn__new(ctx, L->count, BrnPanel);
  panels->row = brn__new(ctx, below, int);
  if (!panels->panel || !panels->row) return BRN_NO_MEMORY;
  lay_out(panels, L);
  BRN_TRY(brn__panels_split(ctx, panels));
  return take_values(ctx, panels);
}

BrnStatus brn__panels_create(BrnContext* ctx, const BrnSupernodes* L, bool floats, int width,
                             BrnPanels** out) {
  BRN_ASSERT(ctx && L && out && width > 0);
  BrnPanels* panels = brn__new_zero(ctx, 1, BrnPanels);
  *out = NULL;
  if (!panels) return BRN_NO_MEMORY;
  panels->row_count = L->row_count;
  panels->count = L->count;
  panels->floats = floats;
  panels->width = width;
  BrnStatus status = prepare(ctx, L, panels);
  if (status != BRN_OK) {
    brn__panels_destroy(ctx, panels);
    panels = NULL;
  }
  *out = panels;
  return status;
}

BrnStatus brn__panels_keep_rough(BrnContext* ctx, BrnPanels* panels) {
  BRN_ASSERT(ctx && panels && !panels->floats && !panels->rough);
  panels->rough = brn__new(ctx, panels->number_count, float);
  if (!panels->rough) return BRN_NO_MEMORY;
  ask_for_huge_pages(panels->rough, panels->number_count * sizeof(float));
  return BRN_OK;
}

void brn__panels_destroy(BrnContext* ctx, BrnPanels* panels) {
  if (!panels) return;
  brn__free(ctx, panels->panel);
  brn__free(ctx, panels->row);
  brn__free(ctx, panels->tiles);
  brn__free(ctx, panels->rough);
  brn__free(ctx, panels->piece_start);
  brn__free(ctx, panels->piece_panel);
  brn__free(ctx, panels->top_row);
  brn__free(ctx, panels->stage);
  brn__free(ctx, panels->work);
  brn__free(ctx, panels->y);
  brn__free(ctx, panels->local);
  brn__free(ctx, panels);
}

size_t brn__panels_bytes(const BrnPanels* panels) {
  size_t sides = (size_t)panels->width;
  size_t numbers = panels->work_count + sides * (size_t)panels->row_count +
                   2 * BRN_PANEL_PIECES * sides * (size_t)panels->longest;
  size_t rough = panels->rough ? sizeof(float) : 0;
  return panels->number_count * (number_size(panels) + rough) + numbers * sizeof(double) +
         (size_t)panels->count * (sizeof(BrnPanel) + sizeof(int));
}

// --------------------------------------------------------------------------------------- values

typedef struct Filling {
  BrnPanels* panels;
  const BrnSupernodes* L;
  double* value;
  atomic_int bad; // the first column without a positive diagonal
} Filling;

static int bad_column(const BrnPanel* panel, const double* L) {
  for (int c = 0; c < panel->columns; c++) {
    double diagonal = L[(size_t)c * (size_t)panel->rows + (size_t)c];
    if (!(diagonal > 0) || !isfinite(diagonal)) return panel->first + c;
  }
  return -1;
}

// in place: L2 becomes -L2 L1^-1, then L1 its inverse
static void invert(const BrnPanel* panel, double* L) {
  const double minus = -1;
  int n = panel->columns, below = panel->rows - n, info;
  if (below > 0) {
    dtrsm_("R", "L", "N", "N", &below, &n, &minus, L, &panel->rows, L + n, &panel->rows, 1, 1, 1,
           1);
  }
  dtrtri_("L", "N", &n, L, &panel->rows, &info, 1, 1);
}

// eight rows of a column, zero above the diagonal and below the last row
static void read_rows(const BrnPanel* panel, const double* L, int block, int column, double* out) {
  int first = TILE * block, last = first + TILE < panel->rows ? first + TILE : panel->rows;
  int from = first > column ? first : column;
  memset(out, 0, TILE * sizeof *out);
  if (column >= panel->columns || from >= last) return;
  const double* values = L + (size_t)column * (size_t)panel->rows;
  memcpy(out + (from - first), values + from, sizeof(double) * (size_t)(last - from));
}

static void store_floats(const double* eight, float* to) {
  for (int i = 0; i < TILE; i++) to[i] = (float)eight[i];
}

static void store_tiles(BrnPanels* panels, const BrnPanel* panel, const double* L) {
  int blocks = blocks_of(panel->rows);
  size_t at = panel->tile_at;
  for (int offset = 0, width; offset < panel->columns; offset += width) {
    width = brn__strip_width(panel->columns - offset);
    for (int block = offset / TILE; block < blocks; block++) {
      for (int j = 0; j < width; j++, at += TILE) {
        double eight[TILE];
        read_rows(panel, L, block, offset + j, eight);
        if (panels->floats) {
          store_floats(eight, (float*)panels->tiles + at);
        } else {
          memcpy((double*)panels->tiles + at, eight, sizeof eight);
        }
        if (panels->rough) store_floats(eight, panels->rough + at);
      }
    }
  }
}

static void note_bad(Filling* filling, int column) {
  int known = atomic_load(&filling->bad);
  while ((known < 0 || column < known) &&
         !atomic_compare_exchange_weak(&filling->bad, &known, column)) {
  }
}

static void fill_range(void* user, int begin, int end, int worker) {
  (void)worker;
  Filling* filling = user;
  for (int s = begin; s < end; s++) {
    const BrnPanel* panel = &filling->panels->panel[s];
    double* L = filling->value + filling->L->value_at[s];
    int bad = bad_column(panel, L);
    if (bad >= 0) {
      note_bad(filling, bad);
      continue;
    }
    invert(panel, L);
    store_tiles(filling->panels, panel, L);
  }
}

int brn__panels_fill(BrnContext* ctx, BrnPanels* panels, const BrnSupernodes* L, double* value) {
  BRN_ASSERT(ctx && panels && L && L->count == panels->count);
  Filling filling = {.panels = panels, .L = L, .value = value};
  atomic_init(&filling.bad, -1);
  int entered = brn__foreign_enter();
  brn__parallel_for(ctx, panels->count, FILL_GRAIN, fill_range, &filling);
  brn__foreign_leave(entered);
  return atomic_load(&filling.bad);
}
