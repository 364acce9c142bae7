// SPDX-License-Identifier: Apache-2.0

#include "solver/xpbd/xpbd.h"

BrnStatus brn__xpbd_contact_create(BrnContext* ctx, const BrnXpbd* xpbd, BrnXpbdContact** out) {
  (void)ctx, (void)xpbd;
  *out = NULL;
  return BRN_OK;
}

void brn__xpbd_contact_destroy(BrnContext* ctx, BrnXpbdContact* contact) {
  (void)ctx, (void)contact;
}

void brn__xpbd_contact_begin(BrnContext* ctx, BrnXpbd* xpbd) { (void)ctx, (void)xpbd; }

void brn__xpbd_contact_project(BrnContext* ctx, BrnXpbd* xpbd, int iteration) {
  (void)ctx, (void)xpbd, (void)iteration;
}

void brn__xpbd_contact_report(BrnContext* ctx, BrnXpbd* xpbd, BrnStepReport* report) {
  (void)ctx, (void)xpbd, (void)report;
}
