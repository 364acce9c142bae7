// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/xpbd.h"

BrnStatus brn__xpbd_fascia_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdFascia** out) {
  (void)ctx, (void)xpbd;
  *out = NULL;
  return BRN_OK;
}

void brn__xpbd_fascia_destroy(BrnContext* ctx, BrnXpbdFascia* fascia) { (void)ctx, (void)fascia; }

void brn__xpbd_fascia_begin(BrnContext* ctx, BrnXpbd* xpbd, BrnState* state) {
  (void)ctx, (void)xpbd, (void)state;
}

void brn__xpbd_fascia_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)ctx, (void)xpbd, (void)iteration;
}
