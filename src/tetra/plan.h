// SPDX-License-Identifier: Apache-2.0
//
// Where the lattice must be how fine.

#pragma once

#include "tetra/octree.h"
#include "tetra/rules.h"

/// Thickness of each part behind each of its triangles, m.
typedef struct BrnTetraPlan {
  int part_count;
  double** thickness; // of the triangles of a part, in the order of cutting (part_count)
  uint8_t** extra;    // levels more than the thickness asks for             (part_count)
  float** gap;        // in cells, to the tets of the last cut (lost.h)       (part_count)
  double** cell;      // cell that is small enough for bridges, m; NULL: none  (part_count)
} BrnTetraPlan;

BrnStatus brn__plan_create(BrnContext* ctx, const BrnRules* rules, BrnTetraPlan* out);
void brn__plan_destroy(BrnContext* ctx, BrnTetraPlan* plan);

/// Takes back the levels that lost places were given.
void brn__plan_reset(const BrnRules* rules, BrnTetraPlan* plan);

/// Levels by which the lattice is finer at a triangle than the edge length says.
int brn__plan_levels(const BrnTetraPlan* plan, const BrnTetraDef* def, int part, int triangle,
                     double size);

/// The balanced octree for an edge length at the surfaces.
BrnStatus brn__plan_octree(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                           const BrnTetraDef* def, double size, BrnOctree* out);

/// Tets go roughly with the power -2.3 of the size, as most of them are near surfaces.
#define BRN_TETS_POWER 2.3

/// The edge length at the surfaces that gives about the number of tets asked for.
BrnStatus brn__plan_size(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                         const BrnTetraDef* def, double* size);

/// How many tets there would be, by the cells of the octree.
BrnStatus brn__plan_census(BrnContext* ctx, const BrnRules* rules, const BrnTetraPlan* plan,
                           const BrnTetraDef* def, double size, double* tets);
