// SPDX-License-Identifier: Apache-2.0
//
// From the materials of a model to those that can be evaluated: what all methods begin with.

#pragma once

#include "brawn/anatomy.h"
#include "material/material.h"

/// A material as the model has it, prepared.
BrnStatus brn__material_of(BrnContext* ctx, const BrnModelMaterial* from, BrnMaterial** out);

/// The material of tets of a unit, with its active fibres, prepared. Those that the material has
/// get the tension that the scene gives the unit, if any; without any, emu_fibre is added.
/// @param unit -1: none
BrnStatus brn__make_material(BrnContext* ctx, const BrnModel* model, int material, int unit,
                             BrnMaterial** out);

/// Shear modulus at rest, Pa.
static inline double brn__material_shear(const BrnModelMaterial* material) {
  return material->young / (2 * (1 + material->poisson));
}
/// Lame's first parameter at rest, Pa.
static inline double brn__material_lambda(const BrnModelMaterial* material) {
  return 2 * brn__material_shear(material) * material->poisson / (1 - 2 * material->poisson);
}
