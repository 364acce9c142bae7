// SPDX-License-Identifier: Apache-2.0
//
// From a recipe to the material of a model.

#include "anatomy/make_material.h"
#include "anatomy/material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char* const brn__moduli[BRN_MODULI] = {"young", "poisson", "shear", "lambda", "bulk"};

bool brn__takes_moduli(const BrnMaterialTermOps* ops) {
  return brn__field_find(ops->fields, "young") != NULL;
}

const BrnIngredient* brn__recipe_find(const BrnRecipe* recipe, const char* key) {
  for (int i = 0; i < recipe->count; i++) {
    if (strcmp(recipe->item[i].key, key) == 0) return &recipe->item[i];
  }
  return NULL;
}

double brn__recipe_number(const BrnRecipe* recipe, const char* key) {
  const BrnIngredient* item = brn__recipe_find(recipe, key);
  double value = NAN;
  if (!item) return NAN;
  const char* text = item->text ? item->text : item->number;
  return brn__double_parse(text, strlen(text), &value) ? value : NAN;
}

// -------------------------------------------------------------------------------------- its blocks

static BrnStatus copy_item(BrnContext* ctx, const BrnIngredient* item, BrnParameter* out) {
  out->key = brn__strdup(ctx, item->key);
  if (!out->key) return BRN_NO_MEMORY;
  if (!item->row) {
    out->text = brn__strdup(ctx, item->text ? item->text : item->number);
    return out->text ? BRN_OK : BRN_NO_MEMORY;
  }
  out->row = brn__new(ctx, 2 * (size_t)item->row_count, double);
  if (!out->row) return BRN_NO_MEMORY;
  memcpy(out->row, item->row, 2 * sizeof(double) * (size_t)item->row_count);
  out->row_count = item->row_count;
  return BRN_OK;
}

// on failure what there is is in `out` all the same
static BrnStatus make_body(BrnContext* ctx, const BrnRecipe* recipe, BrnModelMaterial* out) {
  *out = (BrnModelMaterial){.density = isnan(recipe->density) ? 0 : recipe->density};
  out->kind = brn__strdup(ctx, recipe->body->name);
  out->parameter = brn__new_zero(ctx, recipe->count + 1, BrnParameter);
  if (!out->kind || !out->parameter) return BRN_NO_MEMORY;
  while (out->parameter_count < recipe->count) {
    int i = out->parameter_count++;
    BRN_TRY(copy_item(ctx, &recipe->item[i], &out->parameter[i]));
  }
  return BRN_OK;
}

void brn__model_material_free(BrnContext* ctx, BrnModelMaterial* material) {
  for (int i = 0; i < material->parameter_count; i++) {
    brn__free(ctx, material->parameter[i].key);
    brn__free(ctx, material->parameter[i].text);
    brn__free(ctx, material->parameter[i].row);
  }
  brn__free(ctx, material->parameter);
  brn__free(ctx, material->kind);
  *material = (BrnModelMaterial){0};
}

// --------------------------------------------------------------------------------------- estimates

static BrnRecipeElastic from_lame(BrnLame lame) {
  double sum = lame.lambda + lame.mu;
  return (BrnRecipeElastic){lame.mu * (3 * lame.lambda + 2 * lame.mu) / sum,
                            lame.lambda / (2 * sum)};
}

// with the path of the material before it
static BrnStatus tell(BrnContext* ctx, const BrnRecipe* recipe, BrnStatus status) {
  char message[1024];
  if (status != BRN_INVALID) return status;
  snprintf(message, sizeof message, "%s", brn_last_error(ctx));
  return brn__fail(ctx, status, "materials.%s: %s", recipe->name, message);
}

BrnStatus brn__recipe_estimate(BrnContext* ctx, const BrnRecipe* recipe, BrnRecipeElastic* out) {
  *out = (BrnRecipeElastic){brn__recipe_number(recipe, "young"),
                            brn__recipe_number(recipe, "poisson")};
  if (!recipe->body || (!isnan(out->young) && !isnan(out->poisson))) return BRN_OK;
  int known = 0;
  for (int i = 0; i < BRN_MODULI; i++) known += brn__recipe_find(recipe, brn__moduli[i]) != NULL;
  if (brn__takes_moduli(recipe->body) && known < 2) return BRN_OK;
  BrnModelMaterial whole;
  BrnMaterial* material = NULL;
  BrnStatus status = make_body(ctx, recipe, &whole);
  if (status == BRN_OK) status = brn__material_of(ctx, &whole, &material);
  if (status == BRN_OK) *out = from_lame(brn__material_lame(material));
  brn_material_destroy(ctx, material);
  brn__model_material_free(ctx, &whole);
  return tell(ctx, recipe, status);
}

// ----------------------------------------------------------------------------------------- the end

static BrnStatus miss_density(BrnContext* ctx, const BrnRecipe* recipe) {
  return brn__fail(
      ctx, BRN_INVALID,
      "materials.%s: needs \"density\", or \"like\": one of muscle, tendon, bone, fat, "
      "skin, rubber; a body without weight and inertia (\"gravity\": [0, 0, 0], not "
      "dynamic, no method that always has inertia) needs none",
      recipe->name);
}

static BrnStatus check(BrnContext* ctx, const BrnRecipe* recipe, bool weighs) {
  int known = 0;
  const char* missing = recipe->missing;
  for (int i = 0; i < BRN_MODULI; i++) known += brn__recipe_find(recipe, brn__moduli[i]) != NULL;
  if (brn__takes_moduli(recipe->body) && known < 2) {
    bool other = known == 1 && !brn__recipe_find(recipe, "poisson");
    missing = other ? "poisson" : "young";
  }
  if (isnan(recipe->density) && weighs) return miss_density(ctx, recipe);
  if (missing) {
    return brn__fail(ctx, BRN_INVALID,
                     "materials.%s: needs \"%s\", or \"like\": one of muscle, tendon, bone, fat, "
                     "skin, rubber",
                     recipe->name, missing);
  }
  if (isnan(recipe->density)) return BRN_OK;
  if (recipe->density > 0 && isfinite(recipe->density)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "materials.%s.density: is %g, but must be above 0 kg/m^3",
                   recipe->name, recipe->density);
}

BrnStatus brn__recipe_finish(BrnContext* ctx, const BrnRecipe* recipe, bool weighs,
                             BrnModelMaterial* out) {
  *out = (BrnModelMaterial){0};
  BRN_TRY(check(ctx, recipe, weighs));
  BrnRecipeElastic e;
  BrnMaterial* material = NULL;
  BrnStatus status = make_body(ctx, recipe, out);
  if (status == BRN_OK) status = tell(ctx, recipe, brn__material_of(ctx, out, &material));
  brn_material_destroy(ctx, material);
  if (status == BRN_OK) status = brn__recipe_estimate(ctx, recipe, &e);
  if (status != BRN_OK) {
    brn__model_material_free(ctx, out);
    return status;
  }
  out->young = e.young;
  out->poisson = e.poisson;
  return BRN_OK;
}
