// SPDX-License-Identifier: Apache-2.0
//
// Quads that were cut into triangles, found again for formats that hold quads.

#pragma once

#include "brawn/mesh.h"

/// Corners of the face that begins with a triangle: 4 when it and the next one are a whole polygon
/// cut as (a b c) (a c d) and share their label, else its own 3.
static inline int brn__quad_at(const BrnMesh* mesh, int triangle, int corner[4]) {
  const int *polygon = mesh->polygon, *label = mesh->triangle_label;
  int i = triangle, count = mesh->triangle_count;
  const int *t = mesh->triangle + 3 * (size_t)i, *next = t + 3;
  for (int k = 0; k < 3; k++) corner[k] = t[k];
  if (!polygon || i + 1 >= count || polygon[i + 1] != polygon[i]) return 3;
  if (i > 0 && polygon[i - 1] == polygon[i]) return 3;
  if (i + 2 < count && polygon[i + 2] == polygon[i]) return 3;
  if (next[0] != t[0] || next[1] != t[2] || (label && label[i] != label[i + 1])) return 3;
  corner[3] = next[2];
  return 4;
}
