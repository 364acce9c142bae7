// SPDX-License-Identifier: Apache-2.0
//
// The mesh while it is improved: stars of the vertices in a pool, qualities of the tets, and tets
// that are replaced by others.

#include "tetra/patch.h"

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

double brn__patch_measure(const BrnPatch* patch, const int* corner, int owner) {
  const BrnWork* work = patch->work;
  double quality = brn__tet_quality(brn__work_at(work, corner[0]), brn__work_at(work, corner[1]),
                                    brn__work_at(work, corner[2]), brn__work_at(work, corner[3]));
  return owner < patch->rules->part_count ? quality : fmin(10 * quality, 1);
}

double brn__patch_star_quality(const BrnPatch* patch, int vertex, double limit) {
  const int* star = brn__patch_star(patch, vertex);
  double worst = 1;
  for (int i = 0; i < patch->count[vertex] && worst > limit; i++) {
    worst = fmin(worst, brn__patch_measure_tet(patch, star[i]));
  }
  return worst;
}

void brn__patch_measure_star(BrnPatch* patch, int vertex) {
  const int* star = brn__patch_star(patch, vertex);
  for (int i = 0; i < patch->count[vertex]; i++) {
    patch->quality[star[i]] = brn__patch_measure_tet(patch, star[i]);
  }
}

// ------------------------------------------------------------------------------------------- stars

enum { SPARE = 8 };

static BrnStatus allocate(BrnPatch* patch) {
  int nv = patch->work->vertex_count, nt = patch->work->tet_count;
  patch->start = brn__new(patch->ctx, nv, int);
  patch->count = brn__new_zero(patch->ctx, nv, int);
  patch->room = brn__new(patch->ctx, nv, int);
  patch->lift = brn__new_zero(patch->ctx, nv, double);
  patch->rim = brn__new_zero(patch->ctx, nv, uint8_t);
  if (!patch->start || !patch->count || !patch->room || !patch->lift || !patch->rim) {
    return BRN_NO_MEMORY;
  }
  BRN_TRY(brn__grow(patch->ctx, &patch->pool, &patch->pool_capacity,
                    4 * (size_t)nt + SPARE * (size_t)nv, sizeof(int)));
  return brn__grow(patch->ctx, &patch->quality, &patch->quality_capacity, (size_t)nt,
                   sizeof(double));
}

static void fill_stars(BrnPatch* patch) {
  const BrnWork* work = patch->work;
  for (int i = 0; i < 4 * work->tet_count; i++) patch->count[work->tet[i]]++;
  int used = 0;
  for (int v = 0; v < work->vertex_count; v++) {
    patch->start[v] = used;
    patch->room[v] = patch->count[v] + SPARE;
    used += patch->room[v];
    patch->count[v] = 0;
  }
  patch->pool_used = (size_t)used;
  for (int t = 0; t < work->tet_count; t++) {
    const int* corner = brn__patch_tet(patch, t);
    for (int k = 0; k < 4; k++) {
      patch->pool[patch->start[corner[k]] + patch->count[corner[k]]++] = t;
    }
    patch->quality[t] = brn__patch_measure_tet(patch, t);
  }
}

static int others_with(const BrnPatch* patch, int tet, int a, int b, int c) {
  const int* star = brn__patch_star(patch, a);
  int found = 0;
  for (int i = 0; i < patch->count[a]; i++) {
    const int* corner = brn__patch_tet(patch, star[i]);
    found += star[i] != tet && brn__tet_has(corner, b) && brn__tet_has(corner, c);
  }
  return found;
}

static void find_rim(BrnPatch* patch) {
  for (int t = 0; t < patch->work->tet_count; t++) {
    const int* corner = brn__patch_tet(patch, t);
    for (int k = 0; k < 4; k++) {
      int face[3] = {corner[brn_tet_face[k][0]], corner[brn_tet_face[k][1]],
                     corner[brn_tet_face[k][2]]};
      if (others_with(patch, t, face[0], face[1], face[2])) continue;
      for (int i = 0; i < 3; i++) patch->rim[face[i]] = 1;
    }
  }
}

BrnStatus brn__patch_create(BrnContext* ctx, const BrnRules* rules, BrnWork* work, BrnPatch* out) {
  *out = (BrnPatch){.ctx = ctx, .rules = rules, .work = work};
  BrnStatus status = allocate(out);
  if (status != BRN_OK) {
    brn__patch_destroy(out);
    return status;
  }
  fill_stars(out);
  find_rim(out);
  return BRN_OK;
}

void brn__patch_destroy(BrnPatch* patch) {
  brn__free(patch->ctx, patch->start);
  brn__free(patch->ctx, patch->count);
  brn__free(patch->ctx, patch->room);
  brn__free(patch->ctx, patch->pool);
  brn__free(patch->ctx, patch->quality);
  brn__free(patch->ctx, patch->lift);
  brn__free(patch->ctx, patch->rim);
  *patch = (BrnPatch){0};
}

// --------------------------------------------------------------------------------------- replacing

static void drop_from_star(BrnPatch* patch, int vertex, int tet) {
  int* star = patch->pool + patch->start[vertex];
  int i = 0;
  while (star[i] != tet) i++;
  star[i] = star[--patch->count[vertex]];
}

static void drop_tet(BrnPatch* patch, int tet) {
  const int* corner = brn__patch_tet(patch, tet);
  for (int k = 0; k < 4; k++) drop_from_star(patch, corner[k], tet);
  patch->work->owner[tet] = BRN_OWNER_GONE;
}

// a star that has outgrown its room moves to the end of the pool
static BrnStatus make_room(BrnPatch* patch, int vertex) {
  if (patch->count[vertex] < patch->room[vertex]) return BRN_OK;
  int room = 2 * patch->room[vertex];
  size_t needed = patch->pool_used + (size_t)room;
  if (needed > INT32_MAX) return brn__fail_memory(patch->ctx);
  BRN_TRY(brn__grow(patch->ctx, &patch->pool, &patch->pool_capacity, needed, sizeof(int)));
  memcpy(patch->pool + patch->pool_used, brn__patch_star(patch, vertex),
         sizeof(int) * (size_t)patch->count[vertex]);
  patch->start[vertex] = (int)patch->pool_used;
  patch->room[vertex] = room;
  patch->pool_used = needed;
  return BRN_OK;
}

static BrnStatus add_tet(BrnPatch* patch, const int* corner, int owner) {
  int tet = patch->work->tet_count;
  for (int k = 0; k < 4; k++) BRN_TRY(make_room(patch, corner[k]));
  BRN_TRY(brn__grow(patch->ctx, &patch->quality, &patch->quality_capacity, (size_t)tet + 1,
                    sizeof(double)));
  BRN_TRY(brn__work_add_tet(patch->ctx, patch->work, corner, owner));
  for (int k = 0; k < 4; k++) {
    patch->pool[patch->start[corner[k]] + patch->count[corner[k]]++] = tet;
  }
  patch->quality[tet] = brn__patch_measure_tet(patch, tet);
  return BRN_OK;
}

BrnStatus brn__patch_replace(BrnPatch* patch, const int* old, int old_count, const int* corner,
                             int new_count, const int* owner) {
  for (int i = 0; i < old_count; i++) drop_tet(patch, old[i]);
  for (int i = 0; i < new_count; i++) BRN_TRY(add_tet(patch, corner + 4 * i, owner[i]));
  return BRN_OK;
}
