// SPDX-License-Identifier: Apache-2.0
//
// Rays against many triangles: the box tree of the room `mesh` with boxes and corners as floats,
// eight in a row. Coordinates are meant to be of size 1 or so.

#pragma once

#include "core/core.h"
#include "render/floats.h"

typedef struct BrnRayNode {
  _Alignas(64) float low[3][BRN_LANES];
  float high[3][BRN_LANES];
  int child[BRN_LANES]; // an inner node (>= 0) or a leaf (~leaf)
  int child_count;
} BrnRayNode;

/// Triangles of a leaf, a lane each. Lanes without one have no area.
typedef struct BrnRayPack {
  _Alignas(64) float corner[3][3][BRN_LANES]; // [corner][axis][lane]
  int triangle[BRN_LANES];
  float opacity[BRN_LANES];
} BrnRayPack;

typedef struct BrnRayTree {
  int node_count, pack_count;
  BrnRayNode* node;
  BrnRayPack* pack;
} BrnRayTree;

/// @param point    (vertices x 3)
/// @param triangle corners                                     (count x 3)
/// @param opacity  of each triangle, above 0 to 1               (count)
BrnStatus brn__ray_tree_create(BrnContext* ctx, const float* point, const int* triangle,
                               const float* opacity, int count, BrnRayTree* out);
void brn__ray_tree_destroy(BrnContext* ctx, BrnRayTree* tree);

typedef struct BrnRay {
  float origin[3], direction[3];
} BrnRay;

/// A place where a ray meets a triangle; those of a ray are in order of (t, triangle).
typedef struct BrnHit {
  float t; // in units of the direction
  int triangle;
  float weight[3]; // of the corners
} BrnHit;

/// What a ray looks for: triangles at least that opaque, after `after`, not after `*hit`.
typedef struct BrnHitQuery {
  float least_opacity;
  BrnHit after;
} BrnHitQuery;

/// The first hit that a query asks for. *hit comes with the limit: t, and triangle INT32_MAX.
/// @return whether there is one
typedef bool BrnNearestFn(const BrnRayTree* tree, const BrnRay* ray, const BrnHitQuery* query,
                          BrnHit* hit);
/// Is there a triangle more opaque than `chance` before `limit`?
typedef bool BrnBlockedFn(const BrnRayTree* tree, const BrnRay* ray, float limit, float chance);

BRN_LANE_DECLARE(bool, brn__ray_nearest,
                 (const BrnRayTree* tree, const BrnRay* ray, const BrnHitQuery* query,
                  BrnHit* hit));
BRN_LANE_DECLARE(bool, brn__ray_blocked,
                 (const BrnRayTree* tree, const BrnRay* ray, float limit, float chance));
