// SPDX-License-Identifier: Apache-2.0
//
// Lines that are traced one behind the other, in tets or on triangles: who traces walks one line
// from its seed; the rest is here.

#pragma once

#include "brawn/fibre.h"
#include "core/core.h"

/// Points, growing, each with the cell (tet or triangle) that it is in.
typedef struct BrnPath {
  double* point; // (count x 3)
  int* cell;     // (count)
  size_t count, point_capacity, cell_capacity;
} BrnPath;

BrnStatus brn__path_push(BrnContext* ctx, BrnPath* path, const double* x, int cell);
/// Turns round all points from the index `first` on.
void brn__path_reverse(BrnPath* path, size_t first);

/// Adds the line through the middle of a cell, no longer than that each way.
typedef BrnStatus BrnTraceLine(void* user, BrnContext* ctx, int cell, double longest,
                               BrnPath* path);
/// Lists the cells that lines go through, at most def->count of them; lines are fewer then.
typedef BrnStatus BrnChooseSeeds(void* user, BrnContext* ctx, const BrnLinesDef* def, int* seed,
                                 int* count);

typedef struct BrnTracer {
  const BrnMesh* mesh;
  BrnChooseSeeds* choose_seeds;
  BrnTraceLine* trace_line;
  void* user;
} BrnTracer;

BrnStatus brn__lines_check(BrnContext* ctx, const BrnLinesDef* def);
/// On failure *out is NULL. Scratch that the tracer takes is given back.
BrnStatus brn__lines_trace(BrnContext* ctx, const BrnTracer* tracer, const BrnLinesDef* def,
                           BrnLines** out);
