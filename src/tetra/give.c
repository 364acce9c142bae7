// SPDX-License-Identifier: Apache-2.0

#include "tetra/edit.h"

// A bad tet in an interface is given to the other side. That keeps both sides whole when the tet
// has three faces there, or two and the edge between the others is inside of its part.

static int tet_behind(const BrnMeshEdit* edit, int tet, int face) {
  const int* corner = brn__edit_tet(edit, tet);
  int a = corner[brn_tet_face[face][0]], b = corner[brn_tet_face[face][1]];
  int c = corner[brn_tet_face[face][2]];
  const int* star = brn__edit_star(edit, a);
  for (int i = 0; i < edit->count[a]; i++) {
    const int* other = brn__edit_tet(edit, star[i]);
    if (star[i] != tet && brn__tet_has(other, b) && brn__tet_has(other, c)) return star[i];
  }
  return -1;
}

static bool edge_is_inside(const BrnMeshEdit* edit, int a, int b, int owner) {
  const int* star = brn__edit_star(edit, a);
  for (int i = 0; i < edit->count[a]; i++) {
    if (!brn__tet_has(brn__edit_tet(edit, star[i]), b)) continue;
    if (edit->work->owner[star[i]] != owner) return false;
  }
  return true;
}

static bool vertex_is_inside(const BrnMeshEdit* edit, int vertex, int owner) {
  const int* star = brn__edit_star(edit, vertex);
  for (int i = 0; i < edit->count[vertex]; i++) {
    if (edit->work->owner[star[i]] != owner) return false;
  }
  return true;
}

bool brn__give_away(BrnMeshEdit* edit, int tet) {
  BrnWork* work = edit->work;
  int own = work->owner[tet], to = -1, behind[4], theirs = 0, mine[4], mine_count = 0;
  const int* corner = brn__edit_tet(edit, tet);
  for (int k = 0; k < 4; k++) {
    int other = tet_behind(edit, tet, k);
    behind[k] = other < 0 ? -1 : work->owner[other];
    if (behind[k] != own && behind[k] >= 0) to = behind[k];
  }
  for (int k = 0; k < 4; k++) {
    theirs += behind[k] == to;
    if (behind[k] == own) mine[mine_count++] = k;
  }
  if (to < 0 || theirs < 2 || theirs + mine_count < 4) return false;
  // faces mine[0] and mine[1] share the edge of the other two corners
  if (theirs == 2) {
    int ends[2], count = 0;
    for (int k = 0; k < 4; k++) {
      if (k != mine[0] && k != mine[1]) ends[count++] = corner[k];
    }
    if (!edge_is_inside(edit, ends[0], ends[1], own)) return false;
  }
  // the corner between the three faces it leaves behind is then inside of the other part
  if (theirs == 3 && vertex_is_inside(edit, corner[mine[0]], own)) return false;
  double quality = brn__edit_measure(edit, corner, to);
  work->owner[tet] = to;
  edit->quality[tet] = quality;
  return true;
}
