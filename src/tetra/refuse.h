// SPDX-License-Identifier: Apache-2.0
//
// Parts that cannot be used, and the triangles that show why.

#pragma once

#include "brawn/tetra.h"
#include "core/core.h"

typedef struct BrnRefusal {
  BrnContext* ctx;
  const BrnTetraDef* def;
  int part_count; // parts refused
  char why[400];  // of the first
  int triangle_count;
  double* corner;     // (triangle_count x 9)
  int *part, *reason; // (triangle_count)
  size_t capacity[3];
} BrnRefusal;

/// Refuses a part. Corners that are not finite are left to the caller.
/// @param culprit which of the triangles are at fault (triangle_count); NULL: all
/// @param format what is wrong and the cure, after "part 3 (biceps) "
BrnStatus brn__refuse(BrnRefusal* refusal, int part, BrnTetraRefusal reason, const BrnMesh* surface,
                      const uint8_t* culprit, const char* format, ...) BRN_PRINTF(6, 7);

/// Frees everything. When a part was refused, gives the triangles to the caller and fails.
/// @param status so far; when it is a failure it stays
BrnStatus brn__refusal_end(BrnRefusal* refusal, BrnStatus status);
