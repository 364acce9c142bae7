// SPDX-License-Identifier: Apache-2.0
//
// The inside of a BrnBvh: a box tree whose leaves hold eight triangles in lanes, and the moments
// that stand in for far parts of the surface in winding numbers. Only bvh*.c include this.

#pragma once

#include "brawn/mesh.h"
#include "mesh/box_tree.h"
#include "mesh/mesh.h"

/// Corners of the triangles of a leaf, a lane each. Empty lanes hold a point far away, which adds
/// nothing to a winding number.
typedef struct BrnTrianglePack {
  double corner[3][3][BRN_LANES]; // [corner][axis][lane]
  int triangle[BRN_LANES];        // -1: empty
  bool thin;                      // some are so thin that their closest points need care
} BrnTrianglePack;

/// Moments of the triangles below each child of a node, a lane each; bvh_winding.c has the
/// formulas. Lengths are in radii of the child. Floats are enough: the series is good to three
/// digits, and what is read decides the speed.
typedef struct BrnMoments {
  double centre[3][BRN_LANES];      // area-weighted centroid
  double inverse_radius[BRN_LANES]; // 0: never use the moments
  float dipole[3][BRN_LANES];       // coefficients of x y z
  float quadrupole[5][BRN_LANES];   // of xx-zz yy-zz xy yz zx
  float octupole[7][BRN_LANES]; // of x(xx-3zz) y(yy-3zz) y(xx-zz) z(3xx-zz) x(yy-zz) z(3yy-zz) xyz
} BrnMoments;

// a part may be approximated from this many radii away
#define BRN_WINDING_REACH 1.7

struct BrnBvh {
  BrnBoxTree tree;
  BrnTrianglePack* pack; // (tree.leaf_count)
  BrnMoments* moments;   // (tree.node_count)
  bool moments_fresh;    // they belong to the packs as they are
  int* triangle;         // corners                          (triangle_count x 3)
  double reach;          // largest coordinate of a corner, without its sign
  double* leaf_box;      // of each leaf, for refit           (tree.leaf_count x 6)
  int triangle_count, vertex_count;
};

/// Fills the moments from the packs, from the leaves up.
void brn__bvh_update_moments(BrnBvh* bvh);

// the kernels

typedef struct BrnClosest { // best so far; leaf -1: none
  double distance_squared;
  int leaf, lane;
  double v, w; // weights of the second and third corner
} BrnClosest;

typedef struct BrnRayHit { // first so far; leaf -1: none
  double t;
  int leaf, lane;
  double weight[3];
} BrnRayHit;

/// Improves on *best, which holds the limit.
BRN_LANE_DECLARE(void, brn__bvh_closest,
                 (const BrnBvh* bvh, const double* point, BrnClosest* best));
BRN_LANE_DECLARE(void, brn__bvh_ray,
                 (const BrnBvh* bvh, const double* origin, const double* direction,
                  BrnRayHit* best));
BRN_LANE_DECLARE(bool, brn__bvh_gather, (const BrnBvh* bvh, const double* box, BrnBvhPatch* patch));
BRN_LANE_DECLARE(void, brn__bvh_closest_in,
                 (const BrnBvh* bvh, const BrnBvhPatch* patch, const double* point,
                  BrnClosest* best));
BRN_LANE_DECLARE(double, brn__bvh_four_pi_winding, (const BrnBvh* bvh, const double* point));

enum { BRN_BVH_GRAIN = 256 }; // queries of a batch that one worker does in one go
