// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/fleshes.h"

BrnStatus brn__fleshes_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnFleshes** out) {
  (void)xpbd;
  *out = brn__new_zero(ctx, 1, BrnFleshes);
  return *out ? BRN_OK : BRN_NO_MEMORY;
}

void brn__fleshes_destroy(BrnContext* ctx, BrnFleshes* fleshes) { brn__free(ctx, fleshes); }

void brn__fleshes_begin(BrnContext* ctx, BrnXpbd* xpbd) { (void)ctx, (void)xpbd; }

void brn__fleshes_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)ctx, (void)xpbd, (void)iteration;
}

void brn__fleshes_end(BrnContext* ctx, BrnXpbd* xpbd) { (void)ctx, (void)xpbd; }

int brn__fleshes_mend(BrnContext* ctx, BrnXpbd* xpbd) {
  (void)ctx, (void)xpbd;
  return 0;
}

void brn__fleshes_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report) {
  (void)ctx, (void)xpbd, (void)report;
}
