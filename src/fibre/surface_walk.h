// SPDX-License-Identifier: Apache-2.0
//
// Walking over a surface. A line is straight in each triangle, heading as the directions of the
// corners do where it comes in. Directions have no front: those of the corners are turned to agree
// with where the line was heading.

#pragma once

#include "brawn/fibre.h"
#include "core/core.h"
#include "core/vec.h"

enum { BRN_NO_EDGE = -1 };

typedef struct BrnSurfaceWalk {
  const BrnMesh* mesh;
  const double* direction; ///< at the vertices                        (vertex_count x 3)
  const int* neighbour;    ///< as brn__triangle_neighbours() has it   (triangle_count x 3)
  int triangle;
  int came_over;     ///< corner opposite to the edge it came over; BRN_NO_EDGE: it began here
  double weight[3];  ///< of the corners
  double heading[3]; ///< unit vector
  double left;       ///< way that is left to go, m; 0: it has ended
  double x[3];       ///< where it is
  int crossed;       ///< triangle that the last step led through
} BrnSurfaceWalk;

/// Over the edge opposite to each corner, as 3 x triangle + corner; -1: none, or several.
BrnStatus brn__triangle_neighbours(BrnContext* ctx, const BrnMesh* mesh, int* neighbour);

/// Sets x by triangle and weight.
void brn__surface_place(BrnSurfaceWalk* walk);

/// Goes to the edge ahead and over it.
/// @return false: there is no way on, and nothing has changed
bool brn__surface_step(BrnSurfaceWalk* walk);

static inline void brn__face_normal(const BrnMesh* mesh, int triangle, double* out) {
  const int* corner = mesh->triangle + 3 * (size_t)triangle;
  brn__triangle_normal(out, mesh->position + 3 * (size_t)corner[0],
                       mesh->position + 3 * (size_t)corner[1],
                       mesh->position + 3 * (size_t)corner[2]);
}
