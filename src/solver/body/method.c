// SPDX-License-Identifier: Apache-2.0

#include "solver/body/method.h"

BrnStatus brn__body_method_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                                  size_t size, BrnPartFn* minimize, void** out) {
  BrnBodyMethod* base = *out = brn__alloc_zero(ctx, 1, size);
  if (!base) return BRN_NO_MEMORY;
  base->minimize = minimize;
  BRN_TRY(brn__body_create(ctx, model, def, &base->body));
  return brn__descent_create(ctx, base->body, &base->descent);
}

void brn__body_method_destroy(BrnContext* ctx, void* method) {
  BrnBodyMethod* base = method;
  if (!base) return;
  brn__descent_destroy(ctx, &base->descent);
  brn__body_destroy(ctx, base->body);
  brn__free(ctx, base);
}

BrnStatus brn__body_method_step(BrnContext* ctx, void* method, const BrnStepInput* input,
                                BrnState* state, BrnStepReport* report) {
  const BrnBodyMethod* base = method;
  return brn__body_step(ctx, base->body, base->minimize, method, input, state, report);
}

BrnStatus brn__body_method_inspect(BrnContext* ctx, void* method, const BrnState* state,
                                   BrnInspection* out) {
  return brn__body_inspect(ctx, ((BrnBodyMethod*)method)->body, state, out);
}
