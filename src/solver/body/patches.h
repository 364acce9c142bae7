// SPDX-License-Identifier: Apache-2.0
//
// A mesh in patches of some seven tets that hang together by faces.

#pragma once

#include "brawn/mesh.h"
#include "core/core.h"

/// Puts every tet with a group into a patch of tets of its group. The patches depend on the order
/// of the tets but not on that of their corners, so mirror images have the same; they come in the
/// order of their first tets.
/// @param group of each tet; -1: it takes no part        (tet_count)
/// @param patch of each tet; -1: none                    (tet_count)
BrnStatus brn__patches_find(BrnContext* ctx, const BrnMesh* mesh, const int* group, int* patch,
                            int* count);
