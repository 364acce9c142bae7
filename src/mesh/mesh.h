// SPDX-License-Identifier: Apache-2.0
//
// What other rooms need to build a mesh piece by piece, and to ask many things of a tree.

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

/// Allocates label arrays (zeroed) where they are missing.
BrnStatus brn__mesh_need_tet_labels(BrnContext* ctx, BrnMesh* mesh);
BrnStatus brn__mesh_need_triangle_labels(BrnContext* ctx, BrnMesh* mesh);

/// (Re)allocates positions, triangles or tets, zeroed, for a reader that learns the counts one by
/// one. What was there is freed.
BrnStatus brn__mesh_set_vertex_count(BrnContext* ctx, BrnMesh* mesh, int count);
BrnStatus brn__mesh_set_triangle_count(BrnContext* ctx, BrnMesh* mesh, int count);
BrnStatus brn__mesh_set_tet_count(BrnContext* ctx, BrnMesh* mesh, int count);

// ------------------------------------------------------------------------- many points in a box

enum { BRN_PATCH_LEAVES = 64 }; // of eight triangles

/// The leaves of a tree that are near a box, for closest points of what is in the box: the way down
/// the tree is gone once for all of them.
typedef struct BrnBvhPatch {
  int count; // 0: nothing is near; -1: too many to list, the whole tree is asked
  int leaf[BRN_PATCH_LEAVES];
  double low[3][BRN_PATCH_LEAVES], high[3][BRN_PATCH_LEAVES]; // boxes
} BrnBvhPatch;

/// @param box low x y z, high x y z, with the distance that counts as near already added
/// @return whether anything is near
bool brn__bvh_patch(const BrnBvh* bvh, const double box[6], BrnBvhPatch* out);

/// The same as brn_bvh_closest() for a point whose reach is within the box of the patch.
BrnSurfacePoint brn__bvh_patch_closest(const BrnBvh* bvh, const BrnBvhPatch* patch,
                                       const double point[3], double max_distance);
