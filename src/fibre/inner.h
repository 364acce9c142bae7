// SPDX-License-Identifier: Apache-2.0
//
// The inner structure of a surface, step by step (Romeo et al. 2018, sections 3.1 and 3.2):
//   inner_sheet.c     the surface as it is walked: vertices at one place are one
//   inner_ends.c      the two ends of each piece
//   inner_roots.c     a ring between them, where nobody picked roots
//   inner_middle.c    at which level of the potential the ring is
//   inner_traverse.c  fronts and their samples
//   inner_fold.c      unevenness of the fronts is no branch
//   inner_resample.c  few of the samples become inner points
//   inner_flow.c      the fibres that follow
//
// No decision depends on rounding: lengths that differ by less than BRN_INNER_TIE are the same, and
// then the lower index is taken.

#pragma once

#include "brawn/fibre.h"
#include "core/core.h"
#include "core/vec.h"

static const double BRN_INNER_TIE = 1e-9; // relative

/// Is a longer than b, and not by rounding alone?
static inline bool brn__clearly_more(double a, double b) { return a > b * (1 + BRN_INNER_TIE); }

/// A surface as it is walked: vertices at the same place are one, and triangles that are left with
/// fewer than three corners are gone.
typedef struct BrnInnerSurface {
  BrnMesh* mesh;
  int* of;              ///< vertex of the sheet for each vertex of the surface
  BrnAdjacency* around; ///< vertices that share an edge
  int* piece;           ///< by their lowest vertex; -1: no triangle uses it (mesh->vertex_count)
  int piece_count;
  uint8_t* crumb; ///< is a piece tiny, beside the largest one? (piece_count)
} BrnInnerSurface;

/// Starts as {0}; to be closed even after a failure.
BrnStatus brn__sheet_open(BrnContext* ctx, const BrnMesh* surface, BrnInnerSurface* sheet);
void brn__sheet_close(BrnContext* ctx, BrnInnerSurface* sheet);

enum { BRN_END_A = 1, BRN_END_B = 2 }; ///< marks of vertices

/// Gives each piece that lacks them its ends: the places farthest apart along the surface.
/// @param end marks of the vertices of the sheet
BrnStatus brn__inner_find_ends(BrnContext* ctx, const BrnInnerSurface* sheet, uint8_t* end);

/// Marks a ring between the ends of each wanted piece.
/// @param wanted (sheet->piece_count)
/// @param root marks of the vertices of the sheet, added to
BrnStatus brn__inner_mark_rings(BrnContext* ctx, const BrnInnerSurface* sheet,
                                const uint8_t* wanted, uint8_t* end, uint8_t* root);

/// The level at which half of the way between the ends is done, along the middles of the slices,
/// or close to it: between rings of vertices where there are some.
/// @param u 0 at end A, 1 at end B
/// @param level caller's, (sheet->piece_count)
BrnStatus brn__inner_middle(BrnContext* ctx, const BrnInnerSurface* sheet, const uint8_t* end,
                            const double* u, double* level);

/// The connected fronts of a traversal. A parent comes before its children.
typedef struct BrnInnerSamples {
  int count;
  double* position; ///< mean of the vertices, m                              (count x 3)
  int* parent;      ///< the front that it grew from; -1: a root              (count)
  int* of;          ///< sample of each vertex of the sheet; -1: none reached it
  double* reach;    ///< from the position to the farthest of its vertices, m (count)
  int* into;        ///< the sample that it is folded into; its own: it stays (count)
  double length;    ///< longest way from leaf to leaf, m
} BrnInnerSamples;

/// The arrays are scratch of the caller's mark.
BrnStatus brn__samples_traverse(BrnContext* ctx, const BrnInnerSurface* sheet, const uint8_t* root,
                                BrnInnerSamples* out);

/// Fills length and into.
BrnStatus brn__samples_fold(BrnContext* ctx, BrnInnerSamples* samples);

/// Fills count, position, parent and of_vertex of an inner structure.
/// @param spacing 0: an eighth of the length
BrnStatus brn__inner_resample(BrnContext* ctx, const BrnMesh* surface, const BrnInnerSurface* sheet,
                              const BrnInnerSamples* samples, double spacing, BrnInner* inner);

/// Fills fibre of an inner structure.
BrnStatus brn__inner_flow(BrnContext* ctx, const BrnMesh* surface, const BrnInnerSurface* sheet,
                          BrnInner* inner);
