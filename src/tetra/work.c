// SPDX-License-Identifier: Apache-2.0
//
// The mesh under way: tets with owners, the interfaces that each vertex lies on, and the mesh that
// it becomes.

#include "tetra/work.h"

#include "mesh/mesh.h"

#include <string.h>

BrnStatus brn__work_add_vertex(BrnContext* ctx, BrnWork* work, const double* position,
                               int* vertex) {
  size_t count = (size_t)work->vertex_count + 1;
  BRN_TRY(brn__grow(ctx, &work->position, &work->capacity[0], 3 * count, sizeof(double)));
  BRN_TRY(brn__grow(ctx, &work->place, &work->capacity[1], 3 * count, sizeof(int)));
  BRN_TRY(brn__grow(ctx, &work->on, &work->capacity[2], BRN_MAX_ON * count, sizeof(int)));
  *vertex = work->vertex_count++;
  for (int a = 0; a < 3; a++) {
    brn__work_at(work, *vertex)[a] = position[a];
    work->place[3 * (size_t)*vertex + (size_t)a] = -1;
    work->on[BRN_MAX_ON * (size_t)*vertex + (size_t)a] = -1;
  }
  return BRN_OK;
}

BrnStatus brn__work_add_tet(BrnContext* ctx, BrnWork* work, const int* corner, int owner) {
  size_t count = (size_t)work->tet_count + 1;
  BRN_TRY(brn__grow(ctx, &work->tet, &work->capacity[3], 4 * count, sizeof(int)));
  BRN_TRY(brn__grow(ctx, &work->owner, &work->capacity[4], count, sizeof(int)));
  int* own = work->tet + 4 * (size_t)work->tet_count;
  memcpy(own, corner, sizeof(int) * 4);
  if (brn__work_volume(work, own) < 0) own[2] = corner[3], own[3] = corner[2];
  work->owner[work->tet_count++] = owner;
  return BRN_OK;
}

void brn__work_free(BrnContext* ctx, BrnWork* work) {
  brn__free(ctx, work->position);
  brn__free(ctx, work->place);
  brn__free(ctx, work->on);
  brn__free(ctx, work->tet);
  brn__free(ctx, work->owner);
  *work = (BrnWork){0};
}

BrnStatus brn__work_keep_air(BrnContext* ctx, BrnWork* work, int air) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  uint8_t* claimed = brn__scratch_zero(ctx, work->vertex_count, uint8_t);
  if (!claimed) return BRN_NO_MEMORY;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0) continue;
    for (int k = 0; k < 4; k++) claimed[work->tet[4 * (size_t)t + (size_t)k]] = 1;
  }
  for (int t = 0; t < work->tet_count; t++) {
    const int* corner = work->tet + 4 * (size_t)t;
    if (work->owner[t] != BRN_OWNER_OPEN) continue;
    bool touches =
        claimed[corner[0]] || claimed[corner[1]] || claimed[corner[2]] || claimed[corner[3]];
    if (touches) work->owner[t] = air;
  }
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

// The first owners of each vertex in the order of cutting are collected, at most BRN_MAX_ON, and
// the last of them is dropped again: a vertex of four owners is held by two interfaces only.
void brn__work_find_on(BrnWork* work) {
  for (size_t i = 0; i < BRN_MAX_ON * (size_t)work->vertex_count; i++) work->on[i] = -1;
  for (int t = 0; t < work->tet_count; t++) {
    int owner = work->owner[t];
    for (int k = 0; owner >= 0 && k < 4; k++) {
      int* on = work->on + BRN_MAX_ON * (size_t)work->tet[4 * (size_t)t + (size_t)k];
      int moved = owner;
      for (int i = 0; i < BRN_MAX_ON; i++) {
        if (on[i] == moved) break;
        if (on[i] >= 0 && on[i] < moved) continue;
        int next = on[i];
        on[i] = moved;
        moved = next;
        if (moved < 0) break;
      }
    }
  }
  for (int v = 0; v < work->vertex_count; v++) {
    int* on = work->on + BRN_MAX_ON * (size_t)v;
    int last = BRN_MAX_ON - 1;
    while (last >= 0 && on[last] < 0) last--;
    if (last >= 0) on[last] = -1;
  }
}

static void drop_tets(BrnWork* work, int air) {
  int kept = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0 || work->owner[t] >= air) continue;
    memmove(work->tet + 4 * (size_t)kept, work->tet + 4 * (size_t)t, sizeof(int) * 4);
    work->owner[kept++] = work->owner[t];
  }
  work->tet_count = kept;
}

BrnStatus brn__work_compact(BrnContext* ctx, BrnWork* work, int air) {
  drop_tets(work, air);
  BrnScratchMark mark = brn__scratch_mark(ctx);
  int* number = brn__scratch_zero(ctx, work->vertex_count, int);
  if (!number) return BRN_NO_MEMORY;
  size_t corner_count = 4 * (size_t)work->tet_count;
  for (size_t i = 0; i < corner_count; i++) number[work->tet[i]] = 1;
  int kept = 0;
  for (int v = 0; v < work->vertex_count; v++) {
    if (!number[v]) continue;
    memmove(work->position + 3 * (size_t)kept, brn__work_at(work, v), sizeof(double) * 3);
    memmove(work->place + 3 * (size_t)kept, work->place + 3 * (size_t)v, sizeof(int) * 3);
    memmove(work->on + 3 * (size_t)kept, work->on + 3 * (size_t)v, sizeof(int) * BRN_MAX_ON);
    number[v] = kept++;
  }
  work->vertex_count = kept;
  for (size_t i = 0; i < corner_count; i++) work->tet[i] = number[work->tet[i]];
  brn__scratch_release(ctx, mark);
  return BRN_OK;
}

BrnStatus brn__work_take_mesh(BrnContext* ctx, const BrnWork* work, BrnMesh** out) {
  int count = 0;
  for (int t = 0; t < work->tet_count; t++) count += work->owner[t] >= 0;
  BRN_TRY(brn_mesh_create(ctx, work->vertex_count, 0, count, out));
  BrnStatus status = brn__mesh_need_tet_labels(ctx, *out);
  if (status != BRN_OK) {
    brn_mesh_destroy(ctx, *out);
    return status;
  }
  memcpy((*out)->position, work->position, sizeof(double) * 3 * (size_t)work->vertex_count);
  count = 0;
  for (int t = 0; t < work->tet_count; t++) {
    if (work->owner[t] < 0) continue;
    memcpy((*out)->tet + 4 * (size_t)count, work->tet + 4 * (size_t)t, sizeof(int) * 4);
    (*out)->tet_label[count++] = work->owner[t];
  }
  return BRN_OK;
}
