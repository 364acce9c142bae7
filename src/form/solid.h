// SPDX-License-Identifier: Apache-2.0
//
// A solid as a function of place, and its surface: clay is one, the envelope of a skeleton is
// another. The surface is a net of quads (net.c) over a grid (solid_grid.c), evened out (relax.c).

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

typedef struct BrnSolid {
  /// Negative inside, about the distance near the surface. Called by all workers at once.
  double (*distance)(const void* user, const double* place);
  const void* user;
  double low[3], high[3]; // box around it
  const char* name;       // for messages: "form: the clay"
  const char* cure;       // what makes cells smaller: "raise detail"
  const char* empty;      // the message when nothing is there
} BrnSolid;

/// The distance and its gradient, from four places around it.
double brn__solid_gradient(const BrnSolid* solid, const double* place, double step,
                           double* gradient);

/// The failure of a solid whose sizes are too unlike each other for one grid.
BrnStatus brn__solid_refuse(BrnContext* ctx, const BrnSolid* solid);

/// Closed, oriented, manifold, without self-intersections.
/// @param cell edge of the cells, m
BrnStatus brn__solid_surface(BrnContext* ctx, const BrnSolid* solid, double cell, BrnMesh** out);

/// Triangles that the surface will have with cells of that size.
BrnStatus brn__solid_count(BrnContext* ctx, const BrnSolid* solid, double cell, int* out);
