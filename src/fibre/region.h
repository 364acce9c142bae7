// SPDX-License-Identifier: Apache-2.0
//
// What the sources of this room share.

#pragma once

#include "brawn/fibre.h"
#include "core/core.h"
#include "core/vec.h"

enum { BRN_TET_GRAIN = 2048 }; // tets that one worker does in one go

/// Vertex of the region that a vertex of the source mesh is; -1: none.
int brn__region_find_vertex(const BrnRegion* region, int source_vertex);

/// Checks a set and marks its vertices of the region with `mark`. A vertex that has another mark
/// already is refused.
/// @param name of the set, for messages
/// @param marks caller's, 0: none, (mesh->vertex_count)
BrnStatus brn__region_mark(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                           const char* name, uint8_t mark, uint8_t* marks);

/// The faces of the region's boundary with all corners in a set, as triangles on the vertices of
/// the region. A vertex of the set that no such face has comes as a triangle of one point.
BrnStatus brn__region_attached_faces(BrnContext* ctx, const BrnRegion* region, BrnVertexSet set,
                                     const char* name, BrnMesh** out);

/// Value of a vertex field at the centroid of a tet.
static inline double brn__region_at_centre(const BrnRegion* region, const double* u, int tet) {
  const int* v = region->mesh->tet + 4 * (size_t)tet;
  return (u[v[0]] + u[v[1]] + u[v[2]] + u[v[3]]) / 4;
}

/// grad u in a tet: sum of u_i times the slope of corner i.
static inline void brn__region_gradient(const BrnRegion* region, const double* u, int tet,
                                        double* gradient) {
  const int* v = region->mesh->tet + 4 * (size_t)tet;
  const double* g = region->slope + 12 * (size_t)tet;
  // differences to the first corner, so that a constant has no gradient at all
  double b = u[v[1]] - u[v[0]], c = u[v[2]] - u[v[0]], d = u[v[3]] - u[v[0]];
  for (int i = 0; i < 3; i++) gradient[i] = b * g[3 + i] + c * g[6 + i] + d * g[9 + i];
}

/// Fills the tets with own[t] == 0 from those around them; fills the counts of the report.
/// @param own has the tet a direction? (mesh->tet_count); 1 afterwards where one was found
BrnStatus brn__fill_flat(BrnContext* ctx, const BrnRegion* region, uint8_t* own, double* direction,
                         BrnFibreReport* report);

/// A report that found nothing.
BrnFibreReport brn__fibre_report_empty(void);
