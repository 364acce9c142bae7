// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/xpbd.h"

BrnStatus brn__xpbd_tets_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdTets** out) {
  (void)ctx, (void)xpbd;
  *out = NULL;
  return BRN_OK;
}

void brn__xpbd_tets_destroy(BrnContext* ctx, BrnXpbdTets* tets) { (void)ctx, (void)tets; }

void brn__xpbd_tets_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  (void)ctx, (void)xpbd, (void)state;
}

void brn__xpbd_tets_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)ctx, (void)xpbd, (void)iteration;
}

void brn__xpbd_tets_end(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  (void)ctx, (void)xpbd, (void)state;
}

void brn__xpbd_tets_report(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state, BrnStepReport* report) {
  (void)ctx, (void)xpbd, (void)state, (void)report;
}

BrnStatus brn__xpbd_tets_inspect(BrnContext* ctx, BrnXpbd* xpbd, const BrnState* state,
                                 BrnInspection* out) {
  (void)ctx, (void)xpbd, (void)state, (void)out;
  return BRN_OK;
}
