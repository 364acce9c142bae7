// SPDX-License-Identifier: Apache-2.0
//
// Rows of vertices joined by strips of triangles: rings, with a ridge or a point at either end.

#pragma once

#include "form/form.h"

typedef struct BrnStripRow {
  int first; // vertex
  int steps; // vertices of a ring; edges of a ridge, which has one vertex more
  bool ridge;
} BrnStripRow;

typedef struct BrnStrips {
  int row_count, vertex_count;
  BrnStripRow* row;
  double* position;
} BrnStrips;

/// @param place of its vertices, to be filled before the next call
BrnStatus brn__strips_add_ring(BrnContext* ctx, BrnStrips* strips, int count, double** place);
/// A line of `steps` edges, seen from both sides; 0: a point.
BrnStatus brn__strips_add_ridge(BrnContext* ctx, BrnStrips* strips, int steps, double** place);

/// Joins each row to the next, and with `closed` the last to the first.
BrnStatus brn__strips_mesh(BrnContext* ctx, const BrnStrips* strips, bool closed, BrnMesh** out);
/// Joins rings that all have the same count, a multiple of four, by quads (BrnMesh.polygon).
/// @param major longer axis of the first and the last ring, whose ends are closed across it; NULL:
/// the last ring leads to the first, vertex 0 to vertex `shift`
BrnStatus brn__strips_quads(BrnContext* ctx, const BrnStrips* strips, const int major[2], int shift,
                            BrnMesh** out);
void brn__strips_free(BrnContext* ctx, BrnStrips* strips);
