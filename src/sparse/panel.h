// SPDX-License-Identifier: Apache-2.0
//
// Solving with a supernodal factor, at the speed of memory.
//
// The columns of L come in panels: neighbouring columns with the same rows below. With L1 the
// triangle of a panel and L2 the rows below it, what is kept is not L but
//
//       P = [ L1^-1 ; -L2 L1^-1 ]
//
// so that both sweeps are one product with P for each panel, and neither waits for a division:
//
//   down:  (y, u) = P b1        y is the panel's part of L^-1 b; u is added to the rows below
//   up:    x1 = P^T (y, x2)     x2: the answer in the rows below
//
// (partitioned inverses: Alvarado, Pothen and Schreiber 1993). P is stored in strips of eight
// columns (the last ones narrower), a strip in tiles of eight rows, a tile column by column: each
// number is read once, in the order of memory, for all right-hand sides.

#pragma once

#include "core/core.h"
#include "core/lanes.h"

enum { BRN_PANEL_PIECES = 8 }; ///< that a sweep is cut into, for workers

/// A factor as CHOLMOD has it.
typedef struct BrnSupernodes {
  int row_count, count;
  const int* first;    ///< column of each            (count + 1)
  const int* row_at;   ///< place of its rows in row  (count + 1)
  const int* row;      ///< ascending; its own columns first
  const int* value_at; ///< place of its values       (count + 1)
} BrnSupernodes;

typedef struct BrnPanel {
  int first, columns; ///< own columns
  int rows;           ///< own and below
  int row_at;         ///< place in BrnPanels.row of the rows below
  size_t tile_at;     ///< numbers in the tiles of the panels before
} BrnPanel;

/// A part of a sweep; its pieces may run at the same time.
typedef struct BrnPanelStage {
  int kind;
  int begin, end;  ///< in BrnPanels.top
  int piece_count; //
  int first;       ///< pieces of the stages before
} BrnPanelStage;

/// Subtrees of the elimination tree are swept at the same time, in at most BRN_PANEL_PIECES pieces;
/// what is above them, the top, panel by panel. A piece adds to the rows of the top in an area of
/// its own, and the areas are added up in the order of the pieces: the same bits whoever did them.
typedef struct BrnPanels {
  int row_count, count;
  BrnPanel* panel; ///<                                                  (count)
  int* row;        ///< rows below the panels, areas of pieces are behind row_count
  void* tiles;     ///< double or float                                  (number_count)
  float* rough;    ///< a copy in single precision; NULL: not wanted     (number_count)
  size_t number_count;
  bool floats;
  int width;        ///< right-hand sides at a time, at most
  int piece_count;  //
  int* piece_start; ///< into piece_panel                                (piece_count + 1)
  int* piece_panel; ///< panels of each piece, ascending; then the top's (count)
  const int* top;   ///< the part of piece_panel that is the top's
  int top_count;    ///< panels of the top
  int* top_row;     ///< ascending                                       (top_row_count)
  int top_row_count;
  int stage_count;
  BrnPanelStage* stage; ///<                                                (stage_count)
  int longest;          ///< rows of the longest panel, filled up to tiles
  double *work, *y;     ///< rows x right-hand sides
  double* local;        ///< for each piece: rows of a panel, right-hand sides apart
  size_t work_count;    ///< numbers in work
} BrnPanels;

/// Lays out the panels; the values come with brn__panels_fill().
BrnStatus brn__panels_create(BrnContext* ctx, const BrnSupernodes* L, bool floats, int width,
                             BrnPanels** out);
void brn__panels_destroy(BrnContext* ctx, BrnPanels* panels);

/// Keeps a copy of the values in single precision too, for BrnPanelSides.rough.
BrnStatus brn__panels_keep_rough(BrnContext* ctx, BrnPanels* panels);

/// Cuts the elimination tree into pieces and lists the stages; part of brn__panels_create().
BrnStatus brn__panels_split(BrnContext* ctx, BrnPanels* panels);

/// Takes the values of L over. The values are used up: what is left in them is of no use.
/// @return the first column whose diagonal is not positive and finite; -1: all are
int brn__panels_fill(BrnContext* ctx, BrnPanels* panels, const BrnSupernodes* L, double* value);

/// Where right-hand sides and answers are: number r of row i is at [i * row_step + r * step], and
/// row i of the panels is row order[i] of the caller.
typedef struct BrnPanelSides {
  const double* b;
  double* x; ///< may be b
  size_t row_step, step;
  const int* order;
  bool rough; ///< by the copy in single precision, which must be there
} BrnPanelSides;

/// x = L^-T L^-1 b for `count` right-hand sides, at most panels->width.
void brn__panels_solve(BrnContext* ctx, BrnPanels* panels, const BrnPanelSides* sides, int count);

/// Bytes held.
size_t brn__panels_bytes(const BrnPanels* panels);

// ---------------------------------------------------------------------------------- on lanes

/// A strip has 8, 4, 2 or 1 columns; columns that fill it up are zero.
static inline int brn__strip_width(int columns_left) {
  return columns_left >= 7 ? 8 : columns_left >= 3 ? 4 : columns_left;
}

/// One product with a panel, or with a part of it. Vectors have each right-hand side on its own,
/// and zeros where the panel has been filled up.
typedef struct BrnPanelProduct {
  const void* tiles;
  bool floats;
  int columns, blocks; ///< of the panel; a block has eight rows
  int begin, end;      ///< blocks to do (down) or columns to do (up: a multiple of 8 at begin)
  int count;           ///< right-hand sides
  double *own, *all;   ///< of the columns, of the rows
  size_t step;         ///< from one right-hand side to the next
} BrnPanelProduct;

/// all = P own, in the blocks from begin to end
BRN_LANE_DECLARE(void, brn__panel_down, (const BrnPanelProduct* product));
/// own = P^T all, in the columns from begin to end
BRN_LANE_DECLARE(void, brn__panel_up, (const BrnPanelProduct* product));

/// The same for eight right-hand sides that are side by side in own and all: number r of row i is
/// at [8 i + r], step is not read. panel_eight_lanes.c.
BRN_LANE_DECLARE(void, brn__panel_down_eight, (const BrnPanelProduct* product));
BRN_LANE_DECLARE(void, brn__panel_up_eight, (const BrnPanelProduct* product));
