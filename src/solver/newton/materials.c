// SPDX-License-Identifier: Apache-2.0
//
// The materials of a model as materials of the library.

#include "solver/newton/elements.h"

// as BrnMaterialModel counts them
static const char* const kinds[] = {"stable_neo_hookean", "corotated", "st_venant_kirchhoff",
                                    "mooney_rivlin", "linear"};

double brn__material_shear(const BrnModelMaterial* material) {
  if (material->model == BRN_MODEL_MOONEY_RIVLIN) return 2 * (material->c10 + material->c01);
  return material->young / (2 * (1 + material->poisson));
}

static BrnStatus set_numbers(BrnContext* ctx, const BrnModelMaterial* from, BrnMaterial* to) {
  if (from->model != BRN_MODEL_MOONEY_RIVLIN) {
    BRN_TRY(brn_material_set_number(ctx, to, "young", from->young));
    return brn_material_set_number(ctx, to, "poisson", from->poisson);
  }
  BRN_TRY(brn_material_set_number(ctx, to, "c1", from->c10));
  BRN_TRY(brn_material_set_number(ctx, to, "c2", from->c01));
  return brn_material_set_number(ctx, to, "bulk", from->bulk);
}

// emu_fibre has the energy a tension l^2 and so the stress 2 a tension at rest length: half of the
// unit's tension makes that a T
static BrnStatus add_fibres(BrnContext* ctx, const BrnModelUnit* unit, BrnFibreLaw law,
                            BrnMaterial* to) {
  if (law == BRN_FIBRE_HILL) {
    BRN_TRY(brn_material_add(ctx, to, "hill"));
    BRN_TRY(brn_material_set(ctx, to, "hill.velocity", "true")); // of dynamic steps
    return brn_material_set_number(ctx, to, "hill.tension", unit->tension);
  }
  BRN_TRY(brn_material_add(ctx, to, "emu_fibre"));
  return brn_material_set_number(ctx, to, "emu_fibre.tension", unit->tension / 2);
}

BrnStatus brn__make_material(BrnContext* ctx, const BrnModel* model, int material, int unit,
                             BrnFibreLaw law, BrnMaterial** out) {
  const BrnModelMaterial* from = &model->material_list[material];
  BRN_TRY(brn_material_create(ctx, kinds[from->model], out));
  BrnStatus status = set_numbers(ctx, from, *out);
  if (status == BRN_OK && unit >= 0) status = add_fibres(ctx, &model->unit_list[unit], law, *out);
  if (status == BRN_OK) status = brn_material_prepare(ctx, *out);
  if (status != BRN_OK) {
    brn_material_destroy(ctx, *out);
    *out = NULL;
  }
  return status;
}
