// SPDX-License-Identifier: Apache-2.0
//
// A surface as the mesher wants it: welded, without doubled triangles, facing out.

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

/// What was done to a surface, and what is still wrong with it.
typedef struct BrnMendNotes {
  int welded;     // vertices that lay on another one
  int degenerate; // triangles with two corners at one place, left out
  int doubled;    // triangles on another one, left out
  int turned;     // triangles that faced the other way than their neighbours, or a whole shell
  int open;       // edges of one triangle
  int crowded;    // edges of three or more
  bool sealed;    // every edge is run through as often one way as the other
  double area, volume;
} BrnMendNotes;

/// Makes a copy with the vertices and triangles that are used. All corners are in range and finite.
/// The copy may have no triangles left.
BrnStatus brn__mend(BrnContext* ctx, const BrnMesh* surface, BrnMesh** out, BrnMendNotes* notes);
