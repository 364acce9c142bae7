// SPDX-License-Identifier: Apache-2.0
//
// The outside of a part as triangles of the mesh, and how much tendon is at each vertex.

#include "replay/replay.h"

void brn__skin_free(BrnContext* ctx, BrnSkin* skin) {
  brn__riders_free(ctx, &skin->rider);
  brn__free(ctx, skin->triangle);
  brn__free(ctx, skin->polygon);
  brn__free(ctx, skin->tendon);
  *skin = (BrnSkin){0};
}

static BrnStatus make_shape(BrnReplay* replay, int part, BrnSkin* skin) {
  int label = replay->part[part].label;
  bool fits;
  BRN_TRY(brn__skin_from_surface(replay, part, &fits, skin));
  if (fits) return BRN_OK;
  if (replay->mesh->tet_count > 0) {
    return brn__skin_from_tets(replay->ctx, replay->mesh, label, skin);
  }
  return brn__skin_from_triangles(replay->ctx, replay->mesh, label, skin);
}

static BrnStatus make_tendon(BrnReplay* replay, int part, BrnSkin* skin) {
  BrnReplayKind kind = replay->part[part].kind;
  skin->tendon = brn__new_zero(replay->ctx, skin->rider.point_count, double);
  if (!skin->tendon) return BRN_NO_MEMORY;
  if (kind == BRN_REPLAY_MUSCLE && replay->model && replay->mesh->tet_count > 0) {
    return brn__skin_from_tet_values(replay, part, replay->model->tendon, skin->tendon);
  }
  for (int i = 0; kind == BRN_REPLAY_TENDON && i < skin->rider.point_count; i++) {
    skin->tendon[i] = 1;
  }
  return BRN_OK;
}

BrnStatus brn__skin_make(BrnReplay* replay, int part) {
  BrnSkin* skin = &replay->part[part].skin;
  BRN_TRY(make_shape(replay, part, skin));
  return make_tendon(replay, part, skin);
}
