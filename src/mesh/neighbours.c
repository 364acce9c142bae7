// SPDX-License-Identifier: Apache-2.0
//
// Which faces two tets share: by sorting all faces by their corners.

#include "mesh/neighbours.h"

const int brn_tet_face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

static bool has_repeated_corner(const int* v) {
  return v[0] == v[1] || v[0] == v[2] || v[0] == v[3] || v[1] == v[2] || v[1] == v[3] ||
         v[2] == v[3];
}

BrnStatus brn__tet_faces(BrnContext* ctx, const BrnMesh* mesh, int label, BrnTuples* faces) {
  BRN_TRY(brn__tuples_take(ctx, 3, 4 * (size_t)mesh->tet_count, faces));
  for (int t = 0; t < mesh->tet_count; t++) {
    const int* v = mesh->tet + 4 * (size_t)t;
    if (!brn__tet_has_label(mesh, t, label) || has_repeated_corner(v)) continue;
    for (int k = 0; k < 4; k++) {
      const int* f = brn_tet_face[k];
      brn__tuples_add(faces, (int[]){v[f[0]], v[f[1]], v[f[2]]}, 4 * t + k);
    }
  }
  return brn__tuples_sort(ctx, faces, mesh->vertex_count);
}

static void match(const BrnTuples* faces, int* front) {
  for (int begin = 0, end; begin < faces->count; begin = end) {
    end = brn__tuples_run_end(faces, begin);
    int a = brn__tuples_item(faces, begin);
    if (end - begin == 1) front[a] = BRN_FRONT_OPEN;
    if (end - begin == 2) {
      int b = brn__tuples_item(faces, begin + 1);
      front[a] = b / 4;
      front[b] = a / 4;
    }
  }
}

BrnStatus brn__tet_fronts(BrnContext* ctx, const BrnMesh* mesh, int* front) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnTuples faces;
  BrnStatus status = brn__tet_faces(ctx, mesh, BRN_ALL_LABELS, &faces);
  if (status == BRN_OK) {
    for (size_t i = 0; i < 4 * (size_t)mesh->tet_count; i++) front[i] = BRN_FRONT_UNCLEAR;
    match(&faces, front);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn_tet_neighbours(BrnContext* ctx, const BrnMesh* mesh, int* neighbour) {
  BRN_ASSERT(ctx && mesh && (neighbour || mesh->tet_count == 0));
  BRN_TRY(brn__tet_fronts(ctx, mesh, neighbour));
  for (size_t i = 0; i < 4 * (size_t)mesh->tet_count; i++) {
    if (neighbour[i] < 0) neighbour[i] = -1;
  }
  return BRN_OK;
}
