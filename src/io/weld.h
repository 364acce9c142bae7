// SPDX-License-Identifier: Apache-2.0
//
// Vertices of formats that repeat the coordinates in each triangle: equal ones become one vertex,
// numbered in order of first appearance. Equal means equal numbers, -0 and 0 included; there is no
// tolerance, which would join what only lies close.

#pragma once

#include "core/hash.h"

/// Starts as {0}.
typedef struct BrnWeld {
  int count;
  double* position; // (count x 3)
  size_t capacity;
  BrnHash hash;
} BrnWeld;

/// Index of the vertex at that place, which is made when it is new. The numbers must be finite.
BrnStatus brn__weld_add(BrnContext* ctx, BrnWeld* weld, const double* position, int* index);

void brn__weld_free(BrnContext* ctx, BrnWeld* weld);
