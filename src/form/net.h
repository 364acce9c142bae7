// SPDX-License-Identifier: Apache-2.0
//
// The surface of a solid as a net of quads: one vertex in each cell of a regular grid that the
// surface passes through, one quad around each edge of the grid that it crosses (surface nets,
// Gibson 1998).

#pragma once

#include "form/solid.h"

typedef struct BrnNet {
  double cell; // m
  int vertex_count, quad_count;
  double* position; // (vertex_count x 3)
  double* raw;      // where the maker put them                    (vertex_count x 3)
  double* centre;   // of the cells                                (vertex_count x 3)
  int* quad;        // counter-clockwise from outside   (quad_count x 4)
} BrnNet;

/// @param cell edge of the cells, m
BrnStatus brn__net_make(BrnContext* ctx, const BrnSolid* solid, double cell, BrnNet* out);
void brn__net_free(BrnContext* ctx, BrnNet* net);
