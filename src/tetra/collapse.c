// SPDX-License-Identifier: Apache-2.0

#include "core/vec.h"
#include "tetra/edit.h"

#include <math.h>
#include <string.h>

// Vertex a is pulled into b: the tets that have both vanish, the others of a get b for a. Inside of
// one part this is safe whenever all of them stay upright. A vertex of an interface may only go
// along the interface, and only where that is flat; the link condition keeps the interface whole.

enum { MAX_STAR = 96 };

static bool is_held_alike(const BrnWork* work, int a, int b) {
  const int* on = work->on + BRN_MAX_ON * (size_t)a;
  for (int i = 0; i < BRN_MAX_ON; i++) {
    if (on[i] >= 0 && !brn__work_is_on(work, b, on[i])) return false;
  }
  return true;
}

// tets with a face, and the owners on both sides (-1: outside)
static int face_owners(const BrnMeshEdit* edit, int a, int b, int c, int* owner) {
  const int* star = brn__edit_star(edit, a);
  int found = 0;
  owner[0] = owner[1] = -1;
  for (int i = 0; i < edit->count[a] && found < 2; i++) {
    const int* corner = brn__edit_tet(edit, star[i]);
    if (!brn__tet_has(corner, b) || !brn__tet_has(corner, c)) continue;
    owner[found++] = edit->work->owner[star[i]];
  }
  return found;
}

// Is every vertex next to both ends a corner of a tet with both?
static bool link_is_plain(const BrnMeshEdit* edit, int a, int b) {
  const int *at_a = brn__edit_star(edit, a), *at_b = brn__edit_star(edit, b);
  for (int i = 0; i < edit->count[a]; i++) {
    const int* corner = brn__edit_tet(edit, at_a[i]);
    if (brn__tet_has(corner, b)) continue;
    for (int k = 0; k < 4; k++) {
      int v = corner[k];
      bool beside = false, with_both = v == a;
      for (int j = 0; j < edit->count[b] && !with_both; j++) {
        const int* other = brn__edit_tet(edit, at_b[j]);
        if (!brn__tet_has(other, v)) continue;
        beside = true;
        with_both = brn__tet_has(other, a);
      }
      if (beside && !with_both) return false;
    }
  }
  return true;
}

// The triangles of interfaces at a must not turn by much, and one of them must have b: then b is
// along the interface.
static bool interface_allows(const BrnMeshEdit* edit, int a, int b) {
  const int* star = brn__edit_star(edit, a);
  const BrnWork* work = edit->work;
  int along = 0;
  for (int i = 0; i < edit->count[a]; i++) {
    const int* corner = brn__edit_tet(edit, star[i]);
    for (int k = 0; k < 4; k++) {
      if (corner[k] == a) continue;
      int f[3] = {corner[brn_tet_face[k][0]], corner[brn_tet_face[k][1]],
                  corner[brn_tet_face[k][2]]};
      int owner[2];
      if (face_owners(edit, f[0], f[1], f[2], owner) == 2 && owner[0] == owner[1]) continue;
      if (f[0] == b || f[1] == b || f[2] == b) {
        along++;
        continue;
      }
      double n[3], m[3];
      const double* p[3];
      for (int j = 0; j < 3; j++) p[j] = brn__work_at(work, f[j]);
      brn__triangle_normal(n, p[0], p[1], p[2]);
      for (int j = 0; j < 3; j++) p[j] = brn__work_at(work, f[j] == a ? b : f[j]);
      brn__triangle_normal(m, p[0], p[1], p[2]);
      if (!(brn__dot3(n, m) > (edit->bold ? 0.6 : 0.9) * brn__norm3(n) * brn__norm3(m)))
        return false;
    }
  }
  return along > 0;
}

BrnStatus brn__collapse(BrnMeshEdit* edit, int a, int b, bool* done) {
  BrnWork* work = edit->work;
  const int* star = brn__edit_star(edit, a);
  int count = edit->count[a], fresh_count = 0;
  int old[MAX_STAR], corner[4 * MAX_STAR], owner[MAX_STAR];
  *done = false;
  if (count > MAX_STAR || edit->rim[a] || !is_held_alike(work, a, b)) return BRN_OK;
  double worst = 1;
  for (int i = 0; i < count; i++) worst = fmin(worst, edit->quality[star[i]]);
  for (int i = 0; i < count; i++) {
    old[i] = star[i];
    const int* own = brn__edit_tet(edit, star[i]);
    if (brn__tet_has(own, b)) continue;
    int* fresh = corner + 4 * fresh_count;
    for (int k = 0; k < 4; k++) fresh[k] = own[k] == a ? b : own[k];
    if (brn__edit_measure(edit, fresh, work->owner[star[i]]) <= worst) return BRN_OK;
    owner[fresh_count++] = work->owner[star[i]];
  }
  if (fresh_count == 0 || !link_is_plain(edit, a, b)) return BRN_OK;
  if (work->on[BRN_MAX_ON * (size_t)a] >= 0 && !interface_allows(edit, a, b)) return BRN_OK;
  *done = true;
  return brn__edit_replace(edit, old, count, corner, fresh_count, owner);
}
