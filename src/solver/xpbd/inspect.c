// SPDX-License-Identifier: Apache-2.0
//
// What is told of a state. Surfaces have no stress: their constraints are not a material's.

#include "solver/xpbd/xpbd.h"

#include <string.h>

static void tell_bones(const BrnXpbd* xpbd, BrnInspection* out) {
  const BrnModel* model = xpbd->model;
  size_t size = sizeof(int) * (size_t)model->mesh->vertex_count;
  memcpy(out->carrier, xpbd->points.bone, size);
  for (int b = 0; b < model->bone_count; b++) out->driven[b] = true;
}

BrnStatus brn__xpbd_inspect(BrnContext* ctx, void* method, const BrnState* state,
                            BrnInspection* out) {
  BrnXpbd* xpbd = method;
  if (xpbd->tets) return brn__xpbd_tets_inspect(ctx, xpbd, state, out);
  tell_bones(xpbd, out);
  return BRN_OK;
}
