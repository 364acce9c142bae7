// SPDX-License-Identifier: Apache-2.0
//
// The mesh while it is improved: stars of the vertices in a pool, qualities of the tets, and tets
// that are replaced by others.

#include "tetra/edit.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- quality

// With n the outward normals of the faces, of twice their area, and l the edge between two of them,
// sin = 6 V l / (|n| |n|), and the angle is obtuse when the normals point the same way.
double brn__tet_quality(const double* a, const double* b, const double* c, const double* d) {
  static const int edge[6][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 0, 2}, {2, 3, 0, 1}};
  const double obtuse = 0.5377327706; // sin 8 / sin 165
  const double* p[4] = {a, b, c, d};
  double n[4][3], area[4], ab[3], worst = 1;
  brn__triangle_normal(n[0], b, d, c);
  brn__triangle_normal(n[1], a, c, d);
  brn__triangle_normal(n[2], a, d, b);
  brn__triangle_normal(n[3], a, b, c);
  for (int i = 0; i < 4; i++) area[i] = brn__norm3(n[i]);
  brn__sub3(ab, d, a);
  double volume = brn__dot3(n[3], ab); // six times
  for (int k = 0; k < 6; k++) {
    int i = edge[k][2], j = edge[k][3]; // the edge is in the faces opposite to these
    double sine = volume * brn__distance3(p[edge[k][0]], p[edge[k][1]]) / (area[i] * area[j]);
    if (brn__dot3(n[i], n[j]) > 0) sine *= obtuse;
    if (!(sine >= worst)) worst = sine;
  }
  return worst == worst ? worst : -1;
}

double brn__edit_measure(const BrnMeshEdit* edit, const int* corner, int owner) {
  const BrnWork* work = edit->work;
  double quality = brn__tet_quality(brn__work_at(work, corner[0]), brn__work_at(work, corner[1]),
                                    brn__work_at(work, corner[2]), brn__work_at(work, corner[3]));
  return owner < edit->rules->part_count ? quality : fmin(10 * quality, 1);
}

double brn__edit_star_quality(const BrnMeshEdit* edit, int vertex, double limit) {
  const int* star = brn__edit_star(edit, vertex);
  double worst = 1;
  for (int i = 0; i < edit->count[vertex] && worst > limit; i++) {
    worst = fmin(worst, brn__edit_measure_tet(edit, star[i]));
  }
  return worst;
}

void brn__edit_measure_star(BrnMeshEdit* edit, int vertex) {
  const int* star = brn__edit_star(edit, vertex);
  for (int i = 0; i < edit->count[vertex]; i++) {
    edit->quality[star[i]] = brn__edit_measure_tet(edit, star[i]);
  }
}

// ------------------------------------------------------------------------------------------- stars

enum { SPARE = 8 };

static BrnStatus allocate(BrnMeshEdit* edit) {
  int nv = edit->work->vertex_count, nt = edit->work->tet_count;
  edit->start = brn__new(edit->ctx, nv, int);
  edit->count = brn__new_zero(edit->ctx, nv, int);
  edit->room = brn__new(edit->ctx, nv, int);
  edit->lift = brn__new_zero(edit->ctx, nv, double);
  edit->rim = brn__new_zero(edit->ctx, nv, uint8_t);
  if (!edit->start || !edit->count || !edit->room || !edit->lift || !edit->rim) {
    return BRN_NO_MEMORY;
  }
  BRN_TRY(brn__grow(edit->ctx, &edit->pool, &edit->pool_capacity,
                    4 * (size_t)nt + SPARE * (size_t)nv, sizeof(int)));
  return brn__grow(edit->ctx, &edit->quality, &edit->quality_capacity, (size_t)nt, sizeof(double));
}

static void fill_stars(BrnMeshEdit* edit) {
  const BrnWork* work = edit->work;
  for (int i = 0; i < 4 * work->tet_count; i++) edit->count[work->tet[i]]++;
  int used = 0;
  for (int v = 0; v < work->vertex_count; v++) {
    edit->start[v] = used;
    edit->room[v] = edit->count[v] + SPARE;
    used += edit->room[v];
    edit->count[v] = 0;
  }
  edit->pool_used = (size_t)used;
  for (int t = 0; t < work->tet_count; t++) {
    const int* corner = brn__edit_tet(edit, t);
    for (int k = 0; k < 4; k++) {
      edit->pool[edit->start[corner[k]] + edit->count[corner[k]]++] = t;
    }
    edit->quality[t] = brn__edit_measure_tet(edit, t);
  }
}

static int others_with(const BrnMeshEdit* edit, int tet, int a, int b, int c) {
  const int* star = brn__edit_star(edit, a);
  int found = 0;
  for (int i = 0; i < edit->count[a]; i++) {
    const int* corner = brn__edit_tet(edit, star[i]);
    found += star[i] != tet && brn__tet_has(corner, b) && brn__tet_has(corner, c);
  }
  return found;
}

static void find_rim(BrnMeshEdit* edit) {
  for (int t = 0; t < edit->work->tet_count; t++) {
    const int* corner = brn__edit_tet(edit, t);
    for (int k = 0; k < 4; k++) {
      int face[3] = {corner[brn_tet_face[k][0]], corner[brn_tet_face[k][1]],
                     corner[brn_tet_face[k][2]]};
      if (others_with(edit, t, face[0], face[1], face[2])) continue;
      for (int i = 0; i < 3; i++) edit->rim[face[i]] = 1;
    }
  }
}

BrnStatus brn__edit_create(BrnContext* ctx, const BrnRules* rules, BrnWork* work,
                           BrnMeshEdit* out) {
  *out = (BrnMeshEdit){.ctx = ctx, .rules = rules, .work = work};
  BrnStatus status = allocate(out);
  if (status != BRN_OK) {
    brn__edit_destroy(out);
    return status;
  }
  fill_stars(out);
  find_rim(out);
  return BRN_OK;
}

void brn__edit_destroy(BrnMeshEdit* edit) {
  brn__free(edit->ctx, edit->start);
  brn__free(edit->ctx, edit->count);
  brn__free(edit->ctx, edit->room);
  brn__free(edit->ctx, edit->pool);
  brn__free(edit->ctx, edit->quality);
  brn__free(edit->ctx, edit->lift);
  brn__free(edit->ctx, edit->rim);
  *edit = (BrnMeshEdit){0};
}

// --------------------------------------------------------------------------------------- replacing

static void drop_from_star(BrnMeshEdit* edit, int vertex, int tet) {
  int* star = edit->pool + edit->start[vertex];
  int i = 0;
  while (star[i] != tet) i++;
  star[i] = star[--edit->count[vertex]];
}

static void drop_tet(BrnMeshEdit* edit, int tet) {
  const int* corner = brn__edit_tet(edit, tet);
  for (int k = 0; k < 4; k++) drop_from_star(edit, corner[k], tet);
  edit->work->owner[tet] = BRN_OWNER_GONE;
}

// a star that has outgrown its room moves to the end of the pool
static BrnStatus make_room(BrnMeshEdit* edit, int vertex) {
  if (edit->count[vertex] < edit->room[vertex]) return BRN_OK;
  int room = 2 * edit->room[vertex];
  size_t needed = edit->pool_used + (size_t)room;
  if (needed > INT32_MAX) return brn__fail_memory(edit->ctx);
  BRN_TRY(brn__grow(edit->ctx, &edit->pool, &edit->pool_capacity, needed, sizeof(int)));
  memcpy(edit->pool + edit->pool_used, brn__edit_star(edit, vertex),
         sizeof(int) * (size_t)edit->count[vertex]);
  edit->start[vertex] = (int)edit->pool_used;
  edit->room[vertex] = room;
  edit->pool_used = needed;
  return BRN_OK;
}

static BrnStatus add_tet(BrnMeshEdit* edit, const int* corner, int owner) {
  int tet = edit->work->tet_count;
  for (int k = 0; k < 4; k++) BRN_TRY(make_room(edit, corner[k]));
  BRN_TRY(brn__grow(edit->ctx, &edit->quality, &edit->quality_capacity, (size_t)tet + 1,
                    sizeof(double)));
  BRN_TRY(brn__work_add_tet(edit->ctx, edit->work, corner, owner));
  for (int k = 0; k < 4; k++) {
    edit->pool[edit->start[corner[k]] + edit->count[corner[k]]++] = tet;
  }
  edit->quality[tet] = brn__edit_measure_tet(edit, tet);
  return BRN_OK;
}

BrnStatus brn__edit_replace(BrnMeshEdit* edit, const int* old, int old_count, const int* corner,
                            int new_count, const int* owner) {
  for (int i = 0; i < old_count; i++) drop_tet(edit, old[i]);
  for (int i = 0; i < new_count; i++) BRN_TRY(add_tet(edit, corner + 4 * i, owner[i]));
  return BRN_OK;
}
