// SPDX-License-Identifier: Apache-2.0
//
// Only material*.c include this.

#pragma once

#include "anatomy/pieces.h"
#include "core/decimal.h"
#include "material/material.h"

/// One of our own materials.
typedef struct BrnPreset {
  BrnSceneMaterial material;
  double c1, c2, bulk; // of models that take these; NAN: as Young's modulus has it
} BrnPreset;

/// NULL: there is none of that name.
const BrnPreset* brn__material_preset(const char* name);
void brn__spelling_offer_presets(BrnSpelling* spelling);

// ----------------------------------------------------------------------------------------- recipe
// A material while what is above it, from the first of its `like`s on, is put together.

enum { BRN_RECIPE_SIZE = 128 }; // more than there are keys of all terms

typedef struct BrnIngredient {
  const char* key;
  const char* text; // NULL: the number, or a table
  char number[BRN_DECIMAL_SIZE];
  const double* row; // NULL: no table
  int row_count;
} BrnIngredient;

typedef struct BrnRecipe {
  const char* name;               // of the material at hand
  const BrnMaterialTermOps* body; // NULL: nothing is known yet
  const BrnPreset* preset;        // whose stiffness it has; NULL: it has another
  const char* missing;            // what c1, c2 and bulk cannot be found without; NULL: nothing
  double density;                 // NAN: not known
  int count;
  BrnIngredient item[BRN_RECIPE_SIZE];
} BrnRecipe;

/// What a material gives goes before what the recipe has. Moduli are given in twos: of a lone one
/// the other comes from the recipe. What a new model does not know is dropped.
/// @param preset NULL, or what the material is part of
BrnStatus brn__recipe_add(BrnContext* ctx, BrnRecipe* recipe, const BrnSceneMaterial* material,
                          const BrnPreset* preset);

enum { BRN_MODULI = 5 };
extern const char* const brn__moduli[BRN_MODULI];
/// Is the solid told by two of the moduli?
bool brn__takes_moduli(const BrnMaterialTermOps* ops);

/// NULL: there is none of that key.
const BrnIngredient* brn__recipe_find(const BrnRecipe* recipe, const char* key);
/// NAN: there is none.
double brn__recipe_number(const BrnRecipe* recipe, const char* key);

typedef struct BrnRecipeElastic {
  double young, poisson; // NAN: not known
} BrnRecipeElastic;

/// The isotropic solid that a recipe is at small strains.
BrnStatus brn__recipe_estimate(BrnContext* ctx, const BrnRecipe* recipe, BrnRecipeElastic* out);

/// The material of a recipe; fails with path and cure where it cannot be one.
/// @param weighs does mass matter? If not, the density may be unknown: 0
/// @param out its blocks are the caller's, but for the name
BrnStatus brn__recipe_finish(BrnContext* ctx, const BrnRecipe* recipe, bool weighs,
                             BrnModelMaterial* out);
void brn__model_material_free(BrnContext* ctx, BrnModelMaterial* material);
