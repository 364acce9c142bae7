// SPDX-License-Identifier: Apache-2.0
//
// The faces of tets, matched.

#pragma once

#include "mesh/mesh.h"
#include "mesh/sort.h"

/// Does a tet have the label? BRN_ALL_LABELS: always. Tets without labels have none.
static inline bool brn__tet_has_label(const BrnMesh* mesh, int tet, int label) {
  return label == BRN_ALL_LABELS || (mesh->tet_label && mesh->tet_label[tet] == label);
}

/// Faces of the tets of a label, sorted; the item is 4 tet + face. Tets with a repeated corner have
/// no faces.
BrnStatus brn__tet_faces(BrnContext* ctx, const BrnMesh* mesh, int label, BrnTuples* faces);

enum {
  BRN_FRONT_OPEN = -1,   ///< nothing is there: the face is on the boundary
  BRN_FRONT_UNCLEAR = -2 ///< the face is shared by three or more tets, or its tet has no faces
};

/// What is in front of each face: a tet, or one of the above.
/// @param front caller's, (tet_count x 4)
BrnStatus brn__tet_fronts(BrnContext* ctx, const BrnMesh* mesh, int* front);
