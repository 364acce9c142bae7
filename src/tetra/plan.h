// SPDX-License-Identifier: Apache-2.0
//
// Where the lattice must be how fine.

#pragma once

#include "tetra/octree.h"
#include "tetra/rules.h"

/// Thickness of each part behind each of its triangles, m.
typedef struct BrnPlan {
  int part_count;
  double** thickness; // of the triangles of a part, in the order of cutting (part_count)
  uint8_t** extra;    // levels more than the thickness asks for             (part_count)
  double** cell;      // cell that is small enough for bridges, m; NULL: none  (part_count)
} BrnPlan;

BrnStatus brn__plan_create(BrnContext* ctx, const BrnRules* rules, BrnPlan* out);
void brn__plan_destroy(BrnContext* ctx, BrnPlan* plan);

/// Levels by which the lattice is finer at a triangle than the edge length says.
int brn__plan_levels(const BrnPlan* plan, const BrnTetraDef* def, int part, int triangle,
                     double size);

/// The balanced octree for an edge length at the surfaces.
BrnStatus brn__plan_octree(BrnContext* ctx, const BrnRules* rules, const BrnPlan* plan,
                           const BrnTetraDef* def, double size, BrnOctree* out);

/// The edge length at the surfaces that gives about the number of tets asked for.
BrnStatus brn__plan_size(BrnContext* ctx, const BrnRules* rules, const BrnPlan* plan,
                         const BrnTetraDef* def, double* size);
