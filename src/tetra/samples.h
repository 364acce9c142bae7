// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

/// Points spread evenly over triangles, in scratch of the caller's mark.
typedef struct BrnSurfaceSamples {
  int count;
  double* point; // m      (count x 3)
  int* triangle; // of each (count)
} BrnSurfaceSamples;

/// Area of all triangles, m^2.
double brn__triangles_area(const BrnMesh* mesh);

/// Mean edge of a triangle, m.
double brn__triangle_edge(const BrnMesh* mesh, int triangle);

/// One point for every `share` of area, m^2.
BrnStatus brn__samples_take(BrnContext* ctx, const BrnMesh* mesh, double share,
                            BrnSurfaceSamples* out);
