// SPDX-License-Identifier: Apache-2.0
//
// What solids have in common that are told by nothing but Lame's two parameters. Included by one
// source of such a solid each.

#pragma once

#include "material/kernel_lanes.h"

typedef struct Def {
  BrnElastic elastic;
} Def;

static const BrnField fields[] = {BRN_ELASTIC_FIELDS(Def, elastic), {0}};

static void defaults(void* def) { *(Def*)def = (Def){BRN_ELASTIC_DEFAULT}; }

enum { MU, LAMBDA };

static BrnStatus prepare(BrnContext* ctx, const void* def, BrnTermConstants* out) {
  BrnLame lame;
  BRN_TRY(brn__elastic_resolve(ctx, &((const Def*)def)->elastic, &lame));
  out->constant[MU] = lame.mu;
  out->constant[LAMBDA] = lame.lambda;
  return BRN_OK;
}
