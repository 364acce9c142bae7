// SPDX-License-Identifier: Apache-2.0

#include "core/hash.h"
#include "core/vec.h"
#include "replay/replay.h"

#include <string.h>

// Meshes of the same tets are compared vertex by vertex. Otherwise the vertices of the one ride on
// the tets of the other, bound to them at rest.

static const double same_time = 1e-6; // s

// a still shape is compared with any time
static int frame_at(const BrnReplay* replay, double time) {
  for (int i = 0; i < replay->frame_count; i++) {
    if (fabs(replay->frame[i].time - time) <= same_time) return i;
  }
  return replay->stage == BRN_REPLAY_STILL && replay->frame_count == 1 ? 0 : -1;
}

static bool same_ints(const int* a, const int* b, size_t count) {
  return count == 0 || memcmp(a, b, sizeof(int) * count) == 0;
}

static bool same_mesh(const BrnMesh* a, const BrnMesh* b) {
  return a->vertex_count == b->vertex_count && a->tet_count == b->tet_count &&
         a->triangle_count == b->triangle_count &&
         same_ints(a->tet, b->tet, 4 * (size_t)a->tet_count) &&
         same_ints(a->triangle, b->triangle, 3 * (size_t)a->triangle_count);
}

// ----------------------------------------------------------------------------------------- riding

static uint64_t hash_mesh(BrnReplay* replay) {
  const BrnMesh* mesh = replay->mesh;
  struct BrnReplayInside* in = replay->inside;
  if (in->mesh_hash) return in->mesh_hash;
  uint64_t hash = brn__hash_mix((uint64_t)mesh->vertex_count, (uint64_t)mesh->tet_count);
  hash = brn__hash_text(hash, (const char*)mesh->position,
                        sizeof(double) * 3 * (size_t)mesh->vertex_count);
  hash = brn__hash_text(hash, (const char*)mesh->tet, sizeof(int) * 4 * (size_t)mesh->tet_count);
  in->mesh_hash = hash ? hash : 1;
  return in->mesh_hash;
}

// where the vertices of `a` are in the tets of `b`; kept for the next frame
static BrnStatus bind(BrnReplay* a, BrnReplay* b) {
  struct BrnReplayInside* in = a->inside;
  uint64_t hash = hash_mesh(b);
  if (in->in_other && in->other_hash == hash) return BRN_OK;
  brn_embedding_destroy(a->ctx, in->in_other);
  in->in_other = NULL;
  BRN_TRY(brn_embedding_create(a->ctx, b->mesh, a->mesh->position, a->mesh->vertex_count,
                               &in->in_other));
  in->other_hash = hash;
  return BRN_OK;
}

static BrnStatus ride(BrnReplay* a, BrnReplay* b, const double* other, double* out) {
  BRN_TRY(bind(a, b));
  brn_embedding_apply(a->ctx, a->inside->in_other, b->mesh, other, out);
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- comparing

static BrnStatus compare(BrnReplay* a, int index, BrnReplay* b, int match, double* out) {
  BrnContext* ctx = a->ctx;
  size_t count = (size_t)a->mesh->vertex_count;
  bool same = same_mesh(a->mesh, b->mesh);
  double* own = brn__scratch(ctx, 3 * count, double);
  double* other = brn__scratch(ctx, 3 * (size_t)b->mesh->vertex_count, double);
  double* there = same ? other : brn__scratch(ctx, 3 * count, double);
  if (!own || !other || !there) return BRN_NO_MEMORY;
  BRN_TRY(brn_replay_positions(a, index, own));
  BRN_TRY(brn_replay_positions(b, match, other));
  if (!same && (a->mesh->tet_count == 0 || b->mesh->tet_count == 0)) {
    return brn__distance_by_skins(a, own, b, other, out);
  }
  if (!same) BRN_TRY(ride(a, b, other, there));
  for (size_t v = 0; v < count; v++) out[v] = brn__distance3(own + 3 * v, there + 3 * v);
  return BRN_OK;
}

BrnStatus brn_replay_distance(BrnReplay* a, int index, BrnReplay* b, double* out) {
  BRN_ASSERT(a && b && index >= 0 && index < a->frame_count);
  BRN_ASSERT(out || a->mesh->vertex_count == 0);
  int match = frame_at(b, a->frame[index].time);
  if (match < 0) {
    return brn__fail(a->ctx, BRN_NOT_FOUND, "%s: it has no frame at %g s, to be compared with %s",
                     b->name, a->frame[index].time, a->name);
  }
  BrnScratchMark mark = brn__scratch_mark(a->ctx);
  BrnStatus status = compare(a, index, b, match, out);
  brn__scratch_release(a->ctx, mark);
  return status;
}
