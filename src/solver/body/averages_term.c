// SPDX-License-Identifier: Apache-2.0
//
// Volumes of patches of tets as a term: what they change in the energies of their tets, which the
// tets then add up, and blocks of their own.

#include "solver/body/body.h"

static void destroy(BrnContext* ctx, void* own) { brn__averages_destroy(ctx, own); }

static BrnStatus couple(BrnContext* ctx, const void* own, const BrnBody* body, BrnGroups* out) {
  (void)ctx, (void)body;
  const BrnAverages* a = own;
  *out = (BrnGroups){a->count, a->row_start, a->row};
  return BRN_OK;
}

static BrnStatus place(BrnContext* ctx, void* own, const BrnBody* body) {
  return brn__averages_place(ctx, own, body->K);
}

static void prepare(BrnContext* ctx, void* own, BrnBody* body, const BrnDeformation* F) {
  if (F) {
    brn__averages_measure_deformations(ctx, own, body->elements, F);
  } else {
    brn__averages_measure(ctx, own, body->elements, body->x);
  }
}

static void evaluate(BrnContext* ctx, void* own, BrnBody* body, BrnWant want) {
  if (want < BRN_WANT_STIFFNESS) return;
  brn__averages_add_stiffness(ctx, own, body->elements, body->gather, body->x,
                              want == BRN_WANT_DEFINITE, body->K);
}

static const BrnTermOps ops = {
    .name = "averages",
    .kind = BRN_TERM_OF_TETS,
    .stiff = true,
    .destroy = destroy,
    .couple = couple,
    .place = place,
    .prepare = prepare,
    .evaluate = evaluate,
};

BrnStatus brn__averages_add(BrnContext* ctx, BrnBody* body) {
  BrnAverages* averages;
  BRN_TRY(
      brn__averages_create(ctx, body->model, &body->def, body->elements, body->gather, &averages));
  if (!averages) return BRN_OK;
  BRN_TRY(brn__body_add_term(ctx, body, &ops, averages));
  body->averages = averages;
  return BRN_OK;
}
