// SPDX-License-Identifier: Apache-2.0
//
// Materials of a model as the material room evaluates them: parameters by name, and the active
// fibres of a unit.

#include "anatomy/make_material.h"

static BrnStatus take_all(BrnContext* ctx, const BrnModelMaterial* from, BrnMaterial* to) {
  for (int i = 0; i < from->parameter_count; i++) {
    BRN_TRY(brn__material_take(ctx, to, &from->parameter[i]));
  }
  return BRN_OK;
}

static BrnStatus add_fibres(BrnContext* ctx, const BrnModelUnit* unit, BrnMaterial* to) {
  bool own = !isnan(brn__material_tension(to));
  if (!own) BRN_TRY(brn_material_add(ctx, to, "emu_fibre"));
  return unit->own_tension || !own ? brn__material_set_tension(ctx, to, unit->tension) : BRN_OK;
}

static BrnStatus make(BrnContext* ctx, const BrnModelMaterial* from, const BrnModelUnit* unit,
                      BrnMaterial** out) {
  BRN_TRY(brn_material_create(ctx, from->kind, out));
  BrnStatus status = take_all(ctx, from, *out);
  if (status == BRN_OK && unit) status = add_fibres(ctx, unit, *out);
  if (status == BRN_OK) status = brn_material_prepare(ctx, *out);
  if (status != BRN_OK) {
    brn_material_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}

BrnStatus brn__material_of(BrnContext* ctx, const BrnModelMaterial* from, BrnMaterial** out) {
  return make(ctx, from, NULL, out);
}

BrnStatus brn__make_material(BrnContext* ctx, const BrnModel* model, int material, int unit,
                             BrnMaterial** out) {
  const BrnModelUnit* of = unit < 0 ? NULL : &model->unit_list[unit];
  return make(ctx, &model->material_list[material], of, out);
}
