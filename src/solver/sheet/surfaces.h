// SPDX-License-Identifier: Apache-2.0
//
// The surfaces of a body while it moves, for fascia and contact.

#pragma once

#include "contact/contact.h"
#include "solver/sheet/sheet.h"

struct BrnSheetSurfaces {
  BrnContact* contact; // its surfaces are those of the model
  double* position;    // predicted, m                                         (vertex_count x 3)
  int* of_triangle;    // surface of each triangle of the mesh                 (triangle_count)
  bool* moves;         // is it muscle? else bones carry it                     (surface_count)
};
