// SPDX-License-Identifier: Apache-2.0
//
// What other rooms need to build a mesh piece by piece.

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
