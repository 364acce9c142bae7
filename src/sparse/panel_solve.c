// SPDX-License-Identifier: Apache-2.0

#include "sparse/panel_stage.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

// One solve is one job for the workers: a list of tasks, in which a task waits for all tasks of the
// stages before its own. Workers take tasks in the order of the list, so whatever a task waits for
// has been taken by somebody; with one worker nothing ever waits.
//
// work holds what remains of the right-hand sides on the way down and the answer on the way up; y
// is L^-1 b. So no panel overwrites what another piece of it still reads. Both have the right-hand
// sides of a row side by side, as rows are picked one by one; a panel's product has them apart.

enum { TILE = BRN_LANES, EIGHT = BRN_LANES, SPINS = 256 };

typedef struct Solve {
  BrnPanels* panels;
  const BrnPanelSides* sides;
  size_t count; // right-hand sides
  atomic_int done;
} Solve;

static BrnPanelProduct product_of(const Solve* solve, const BrnPanel* panel, int piece) {
  const BrnPanels* panels = solve->panels;
  size_t step = (size_t)panels->longest, area = step * (size_t)panels->width;
  bool rough = solve->sides->rough, floats = panels->floats || rough;
  const char* tiles = rough ? (const char*)panels->rough : panels->tiles;
  tiles += panel->tile_at * (floats ? sizeof(float) : sizeof(double));
  double* local = panels->local + 2 * area * (size_t)piece;
  return (BrnPanelProduct){.tiles = tiles,
                           .floats = floats,
                           .columns = panel->columns,
                           .blocks = (panel->rows + TILE - 1) / TILE,
                           .count = (int)solve->count,
                           .own = local,
                           .all = local + area,
                           .step = step};
}

// ------------------------------------------------------------------------- between rows and panels
// Compiled once for each usual number of right-hand sides: in small panels this is half of the
// time. Number r of row i of a panel's vectors is at [r * step + i * next].

#define BY_COUNT(call, step, ...)                                                                  \
  switch (solve->count) {                                                                          \
  case 1: call(__VA_ARGS__, step, 1, 1); break;                                                    \
  case 3: call(__VA_ARGS__, step, 1, 3); break;                                                    \
  case 4: call(__VA_ARGS__, step, 1, 4); break;                                                    \
  case EIGHT: call(__VA_ARGS__, 1, EIGHT, EIGHT); break;                                           \
  default: call(__VA_ARGS__, step, 1, solve->count);                                               \
  }

// rows that follow each other, from side by side to apart, filled up with zeros
BRN_LANE_INLINE void read_rows(const double* from, int rows, double* to, size_t step, size_t next,
                               size_t count) {
  for (int i = 0; i < rows; i++) {
    for (size_t r = 0; r < count; r++) {
      to[r * step + (size_t)i * next] = from[(size_t)i * count + r];
    }
  }
  for (int i = rows; i % TILE; i++) {
    for (size_t r = 0; r < count; r++) to[r * step + (size_t)i * next] = 0;
  }
}

// and back
BRN_LANE_INLINE void write_rows(const double* from, int begin, int end, double* to, size_t step,
                                size_t next, size_t count) {
  for (int i = begin; i < end; i++) {
    for (size_t r = 0; r < count; r++) {
      to[(size_t)i * count + r] = from[r * step + (size_t)i * next];
    }
  }
}

// rows [begin, end) of `all` that are picked one by one
BRN_LANE_INLINE void pick_rows(const double* work, const int* row, int begin, int end, double* all,
                               size_t step, size_t next, size_t count) {
  for (int i = begin; i < end; i++) {
    const double* from = work + (size_t)row[i] * count;
    for (size_t r = 0; r < count; r++) all[r * step + (size_t)i * next] = from[r];
  }
  for (int i = end; i % TILE; i++) {
    for (size_t r = 0; r < count; r++) all[r * step + (size_t)i * next] = 0;
  }
}

BRN_LANE_INLINE void add_rows(const double* all, const int* row, int begin, int end, double* work,
                              size_t step, size_t next, size_t count) {
  for (int i = begin; i < end; i++) {
    double* to = work + (size_t)row[i] * count;
    for (size_t r = 0; r < count; r++) to[r] += all[r * step + (size_t)i * next];
  }
}

// ------------------------------------------------------------------------------------- one panel

// the blocks of part `part` of `parts`; a block's work grows down to the last own row
static int block_at(const BrnPanelProduct* p, int part, int parts) {
  return (int)((long long)p->blocks * part / parts);
}

// what the panel gave: its own rows to y, the others to those below
static void hand_down(const Solve* solve, const BrnPanel* panel, const BrnPanelProduct* p) {
  int begin = TILE * p->begin, end = TILE * p->end < panel->rows ? TILE * p->end : panel->rows;
  int own_end = end < panel->columns ? end : panel->columns;
  int below = begin > panel->columns ? begin : panel->columns;
  double *y = solve->panels->y + (size_t)panel->first * solve->count, *work = solve->panels->work;
  const int* row = solve->panels->row + panel->row_at - panel->columns;
  BY_COUNT(write_rows, p->step, p->all, begin, own_end, y)
  BY_COUNT(add_rows, p->step, p->all, row, below, end, work)
}

static void panel_down(const Solve* solve, int s, int piece, int part, int parts) {
  const BrnPanel* panel = &solve->panels->panel[s];
  BrnPanelProduct p = product_of(solve, panel, piece);
  p.begin = block_at(&p, part, parts), p.end = block_at(&p, part + 1, parts);
  const double* b = solve->panels->work + (size_t)panel->first * solve->count;
  BY_COUNT(read_rows, p.step, b, panel->columns, p.own)
  if (p.count == EIGHT) {
    BRN_LANE_PICK(brn__panel_down_eight)(&p);
  } else {
    BRN_LANE_PICK(brn__panel_down)(&p);
  }
  hand_down(solve, panel, &p);
}

static int column_at(const BrnPanelProduct* p, int part, int parts) {
  if (part == parts) return p->columns;
  return TILE * (int)((long long)(p->columns / TILE) * part / parts);
}

static void panel_up(const Solve* solve, int s, int piece, int part, int parts) {
  const BrnPanel* panel = &solve->panels->panel[s];
  BrnPanelProduct p = product_of(solve, panel, piece);
  double* work = solve->panels->work;
  double* x = work + (size_t)panel->first * solve->count;
  const double* y = solve->panels->y + (size_t)panel->first * solve->count;
  const int* row = solve->panels->row + panel->row_at - panel->columns;
  p.begin = column_at(&p, part, parts), p.end = column_at(&p, part + 1, parts);
  BY_COUNT(read_rows, p.step, y, panel->columns, p.all)
  BY_COUNT(pick_rows, p.step, work, row, panel->columns, panel->rows, p.all)
  if (p.count == EIGHT) {
    BRN_LANE_PICK(brn__panel_up_eight)(&p);
  } else {
    BRN_LANE_PICK(brn__panel_up)(&p);
  }
  BY_COUNT(write_rows, p.step, p.own, p.begin, p.end, x)
}

// ---------------------------------------------------------------------------------------- stages

static void load_row(const Solve* solve, int row) {
  const BrnPanelSides* sides = solve->sides;
  const double* b = sides->b + (size_t)sides->order[row] * sides->row_step;
  double* to = solve->panels->work + (size_t)row * solve->count;
  for (size_t r = 0; r < solve->count; r++) to[r] = b[r * sides->step];
}

static void store_row(const Solve* solve, int row) {
  const BrnPanelSides* sides = solve->sides;
  double* x = sides->x + (size_t)sides->order[row] * sides->row_step;
  const double* from = solve->panels->work + (size_t)row * solve->count;
  for (size_t r = 0; r < solve->count; r++) x[r * sides->step] = from[r];
}

static double* area_of(const Solve* solve, int piece) {
  const BrnPanels* panels = solve->panels;
  size_t before = (size_t)piece * (size_t)panels->top_row_count;
  return panels->work + ((size_t)panels->row_count + before) * solve->count;
}

static void piece_down(const Solve* solve, int piece) {
  const BrnPanels* panels = solve->panels;
  memset(area_of(solve, piece), 0, sizeof(double) * (size_t)panels->top_row_count * solve->count);
  for (int i = panels->piece_start[piece]; i < panels->piece_start[piece + 1]; i++) {
    const BrnPanel* panel = &panels->panel[panels->piece_panel[i]];
    for (int c = 0; c < panel->columns; c++) load_row(solve, panel->first + c);
  }
  for (int i = panels->piece_start[piece]; i < panels->piece_start[piece + 1]; i++) {
    panel_down(solve, panels->piece_panel[i], piece, 0, 1);
  }
}

static void gather(const Solve* solve) {
  const BrnPanels* panels = solve->panels;
  for (int i = 0; i < panels->top_row_count; i++) load_row(solve, panels->top_row[i]);
  for (int piece = 0; piece < panels->piece_count; piece++) {
    const double* area = area_of(solve, piece);
    for (int i = 0; i < panels->top_row_count; i++) {
      double* to = panels->work + (size_t)panels->top_row[i] * solve->count;
      for (size_t r = 0; r < solve->count; r++) to[r] += area[(size_t)i * solve->count + r];
    }
  }
}

static void piece_up(const Solve* solve, int piece) {
  const BrnPanels* panels = solve->panels;
  double* area = area_of(solve, piece);
  for (int i = 0; i < panels->top_row_count; i++) {
    const double* from = panels->work + (size_t)panels->top_row[i] * solve->count;
    for (size_t r = 0; r < solve->count; r++) area[(size_t)i * solve->count + r] = from[r];
  }
  for (int i = panels->piece_start[piece + 1] - 1; i >= panels->piece_start[piece]; i--) {
    const BrnPanel* panel = &panels->panel[panels->piece_panel[i]];
    panel_up(solve, panels->piece_panel[i], piece, 0, 1);
    for (int c = 0; c < panel->columns; c++) store_row(solve, panel->first + c);
  }
}

static void run_piece(const Solve* solve, const BrnPanelStage* stage, int piece) {
  const int* top = solve->panels->top;
  switch (stage->kind) {
  case BRN_STAGE_PIECES_DOWN: piece_down(solve, piece); break;
  case BRN_STAGE_GATHER: gather(solve); break;
  case BRN_STAGE_TOP_DOWN:
    for (int i = stage->begin; i < stage->end; i++) {
      panel_down(solve, top[i], piece, piece, stage->piece_count);
    }
    break;
  case BRN_STAGE_TOP_UP:
    for (int i = stage->end - 1; i >= stage->begin; i--) {
      panel_up(solve, top[i], piece, piece, stage->piece_count);
    }
    break;
  default: piece_up(solve, piece);
  }
}

static const BrnPanelStage* stage_of(const BrnPanels* panels, int task) {
  int low = 0, high = panels->stage_count - 1;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (panels->stage[middle].first <= task) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return &panels->stage[low];
}

static void wait_for(Solve* solve, int tasks) {
  for (int spins = 1; atomic_load_explicit(&solve->done, memory_order_acquire) < tasks; spins++) {
    if (spins % SPINS == 0) sched_yield();
  }
}

static void run_tasks(void* user, int begin, int end, int worker) {
  (void)worker;
  Solve* solve = user;
  for (int task = begin; task < end; task++) {
    const BrnPanelStage* stage = stage_of(solve->panels, task);
    wait_for(solve, stage->first);
    run_piece(solve, stage, task - stage->first);
    atomic_fetch_add_explicit(&solve->done, 1, memory_order_release);
  }
}

// rows of the top are stored last: b may be x, and all of it has been loaded by then
static void store_top(const Solve* solve) {
  const BrnPanels* panels = solve->panels;
  for (int i = 0; i < panels->top_row_count; i++) store_row(solve, panels->top_row[i]);
}

void brn__panels_solve(BrnContext* ctx, BrnPanels* panels, const BrnPanelSides* sides, int count) {
  BRN_ASSERT(ctx && panels && sides && count > 0 && count <= panels->width);
  BRN_ASSERT(!sides->rough || panels->rough);
  Solve solve = {.panels = panels, .sides = sides, .count = (size_t)count};
  atomic_init(&solve.done, 0);
  const BrnPanelStage* last = &panels->stage[panels->stage_count - 1];
  int tasks = last->first + last->piece_count;
  brn__parallel_for(ctx, tasks, panels->piece_count == 1 ? tasks : 1, run_tasks, &solve);
  store_top(&solve);
}
