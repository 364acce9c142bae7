// SPDX-License-Identifier: Apache-2.0
//
// Rows of the stiffness whose products stay in double precision, while the others are rounded:
// tendons bend and bones turn though they are stiff, and rounding them would hold them.

#include "solver/body/body.h"

#include <math.h>

#define MUCH_STIFFER 10 // than the softest part

static double modulus_of(const BrnBody* body, int element) {
  const BrnBatch* batch = &body->elements->batch[element / BRN_LANES];
  int lane = element % BRN_LANES;
  return batch->volume[lane] > 0 ? batch->shear[lane] / batch->volume[lane] : 0;
}

static double softest_modulus(const BrnBody* body) {
  double softest = INFINITY;
  for (int e = 0; e < body->gather->element_count; e++) {
    double modulus = modulus_of(body, e);
    if (modulus > 0 && modulus < softest) softest = modulus;
  }
  return softest;
}

// what holds a body is stiffer still
static BrnStatus keep_terms(BrnContext* ctx, const BrnBody* body, uint8_t* exact) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  BrnStatus status = BRN_OK;
  for (int t = 0; t < body->term_count && status == BRN_OK; t++) {
    const BrnTerm* term = &body->term[t];
    BrnGroups groups = {0};
    if (!term->ops->couple || !term->ops->anchor) continue;
    status = term->ops->couple(ctx, term->own, body, &groups);
    int used = status == BRN_OK ? groups.start[groups.count] : 0;
    for (int i = 0; i < used; i++) {
      if (groups.row[i] >= 0) exact[groups.row[i]] = 1;
    }
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__body_keep_rough(BrnContext* ctx, BrnBody* body) {
  const BrnGather* gather = body->gather;
  BRN_TRY(brn__blocks_keep_rough(ctx, body->K));
  uint8_t* exact = body->K->exact = brn__new_zero(ctx, body->nodes->row_count, uint8_t);
  if (!exact) return BRN_NO_MEMORY;
  double softest = softest_modulus(body);
  for (int e = 0; e < gather->element_count; e++) {
    bool bone = body->elements->batch[e / BRN_LANES].tet[e % BRN_LANES] < 0;
    if (!bone && modulus_of(body, e) <= MUCH_STIFFER * softest) continue;
    for (int k = gather->entry_start[e]; k < gather->entry_start[e + 1]; k++) {
      exact[gather->entry_row[k]] = 1;
    }
  }
  return keep_terms(ctx, body, exact);
}
