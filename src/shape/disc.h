// SPDX-License-Identifier: Apache-2.0
//
// The disc that sweeps out a muscle: a triangular lattice bent round. Ring k has 6 k vertices, so
// R rings have 1 + 3 R (R + 1) vertices and 6 R^2 triangles, and all inner vertices have six
// neighbours.
//
// Such a lattice takes three colours, one of each in every triangle. A prism over a triangle is cut
// by the order of its colours and not of its indices, and since the colouring is unchanged by
// mirrors through a line of the lattice, so is the tet mesh: a muscle of these prisms that pulls
// straight does not twist or bend for want of symmetry, and every inner vertex has 14 neighbours.
//
// Vertices and triangles are sorted by ring: the first of them are a smaller disc.

#pragma once

#include "core/core.h"

typedef struct BrnDiscVertex {
  int ring;
  int seam;    // number on the line u = 0, from 0 at the centre; -1: not on it
  double u, v; // direction from the centre, a unit vector; 0 in the centre
} BrnDiscVertex;

typedef struct BrnDiscTriangle {
  int corner[3]; // by colour
  int ring;      // the outer one it touches
  bool mirrored; // colours run clockwise
  bool right;    // u > 0
} BrnDiscTriangle;

typedef struct BrnDisc {
  int rings;
  BrnDiscVertex* vertex;     // (brn__disc_vertices(rings))
  BrnDiscTriangle* triangle; // (brn__disc_triangles(rings))
} BrnDisc;

static inline int brn__disc_vertices(int rings) { return 1 + 3 * rings * (rings + 1); }
static inline int brn__disc_triangles(int rings) { return 6 * rings * rings; }
/// Vertices on the line u = 0.
static inline int brn__disc_seam(int rings) { return 2 * rings + 1; }

/// In scratch.
BrnStatus brn__disc_make(BrnContext* ctx, int rings, BrnDisc* out);
