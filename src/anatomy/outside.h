// SPDX-License-Identifier: Apache-2.0
//
// The outsides of the parts of a body of tets, as surfaces that may touch each other.
//
// A part's surface is closed: where the part has grown onto another one, its faces are those
// between the two, so that it can be told what is inside. What touches is only the rest, and not
// what is within two edges of a vertex that both parts share: there flesh lies on bone by right.

#pragma once

#include "anatomy/build.h"
#include "contact/contact.h"

typedef struct BrnOutside {
  BrnMesh* mesh; ///< points and triangles of all parts, one part after another, at rest
  int* vertex;   ///< of the model's mesh, that each point is                        (vertex_count)
  BrnContactSurface* surface; ///< runs of each part, nobody asks or is asked yet      (part_count)
  double* area;          ///< of a point: a third of the free faces around it, m^2   (vertex_count)
  double* point_depth;   ///< of what is behind a point: 3 V / A of its tets, m      (vertex_count)
  double* point_give;    ///< depth over modulus, m/Pa; bones 0                      (vertex_count)
  double* triangle_area; ///< at rest, m^2; 0: grown onto another part             (triangle_count)
  int* spared; ///< points and the parts that they never touch, ascending (spared_count x 2)
  int spared_count;
} BrnOutside;

BrnStatus brn__outside_create(BrnContext* ctx, const BrnModel* model, BrnOutside** out);
void brn__outside_destroy(BrnContext* ctx, BrnOutside* outside);
