// SPDX-License-Identifier: Apache-2.0
//
// The weight of continuity (section 3.7 of the paper). With volume_stiffness no search is needed:
// flesh is softened by 1 + 2 / alpha in shear whatever the mesh. Other weights take the alpha that
// has the same sum of weights.

#include "solver/emu/emu.h"

#define WOODBURY_ALPHA 10
#define NEWTON_ALPHA 100 // its iterations do not grow with alpha

// sum of V mu over the sum of W, of soft tets
static double typical(const BrnEmu* e) {
  const BrnElements* elements = e->body->elements;
  double stiffness = 0, weight = 0;
  for (int b = 0; b < elements->batch_count; b++) {
    const BrnBatch* batch = &elements->batch[b];
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] < 0) continue;
      const double(*a)[BRN_LANES] = e->metric[b].a;
      stiffness += batch->shear[i] / 2;
      weight += (a[0][i] + a[3][i] + a[5][i]) / 3;
    }
  }
  return weight > 0 ? stiffness / weight : 1;
}

BrnStatus brn__emu_choose_alpha(BrnContext* ctx, BrnEmu* e, double* out) {
  (void)ctx;
  *out = e->def.emu_alpha;
  if (*out > 0) return BRN_OK;
  *out = (e->def.emu_step == BRN_EMU_NEWTON ? NEWTON_ALPHA : WOODBURY_ALPHA) * typical(e);
  return BRN_OK;
}
