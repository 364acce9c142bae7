// SPDX-License-Identifier: Apache-2.0
//
// Stiffness is told in three ways: by two moduli, by c1, c2 and bulk, or by keys that only the
// model knows. Where the way changes, the solid stays the same at small strains, if it can.

#include "anatomy/material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const mooney[] = {"c1", "c2", "bulk"};
enum { MOONEY = 3 };

static bool has_key(const BrnMaterialTermOps* ops, const char* key) {
  return brn__field_find(ops->fields, key) != NULL;
}
static bool by_mooney(const BrnMaterialTermOps* ops) {
  return has_key(ops, "c1") && has_key(ops, "c2") && has_key(ops, "bulk") &&
         !brn__takes_moduli(ops);
}

static bool is_one_of(const char* const* list, int count, const char* key) {
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i], key) == 0) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------ ingredients

static BrnIngredient* find(const BrnRecipe* recipe, const char* key) {
  return (BrnIngredient*)brn__recipe_find(recipe, key);
}

static void drop(BrnRecipe* recipe, const char* key) {
  BrnIngredient* item = find(recipe, key);
  if (!item) return;
  BrnIngredient* end = recipe->item + recipe->count--;
  memmove(item, item + 1, sizeof *item * (size_t)(end - item - 1));
}

static BrnIngredient* put(BrnRecipe* recipe, const char* key) {
  drop(recipe, key);
  BRN_ASSERT(recipe->count < BRN_RECIPE_SIZE);
  BrnIngredient* item = &recipe->item[recipe->count++];
  *item = (BrnIngredient){.key = key};
  return item;
}

static void put_number(BrnRecipe* recipe, const char* key, double value) {
  BrnIngredient* item = put(recipe, key);
  item->number[brn__double_print(value, item->number)] = 0;
}

static void put_parameter(BrnRecipe* recipe, const BrnParameter* p) {
  BrnIngredient* item = put(recipe, p->key);
  item->text = p->text;
  item->row = p->row;
  item->row_count = p->row_count;
}

static double given_number(const BrnSceneMaterial* m, const char* key) {
  double value;
  if (strcmp(key, "young") == 0) return m->young;
  if (strcmp(key, "poisson") == 0) return m->poisson;
  for (int i = 0; i < m->parameter_count; i++) {
    const BrnParameter* p = &m->parameter[i];
    if (strcmp(p->key, key) == 0 && p->text && brn__double_parse(p->text, strlen(p->text), &value))
      return value;
  }
  return NAN;
}

static int count_given(const BrnSceneMaterial* m) {
  int count = 0;
  for (int i = 0; i < BRN_MODULI; i++) count += !isnan(given_number(m, brn__moduli[i]));
  return count;
}

static int take_given(BrnRecipe* recipe, const BrnSceneMaterial* m, const char* const* keys,
                      int count) {
  int taken = 0;
  for (int i = 0; i < count; i++) {
    double value = given_number(m, keys[i]);
    if (isnan(value)) continue;
    put_number(recipe, keys[i], value);
    taken++;
  }
  return taken;
}

// c1, c2 and bulk that are not there yet, equal at small strains
static void fill_mooney(BrnRecipe* recipe, BrnRecipeElastic e) {
  const BrnIngredient* volumetric = find(recipe, "volumetric");
  bool full = volumetric && volumetric->text && strcmp(volumetric->text, "full") == 0;
  double shear = e.young / (2 * (1 + e.poisson)), bulk = e.young / (3 * (1 - 2 * e.poisson));
  if (!find(recipe, "c2")) put_number(recipe, "c2", 0);
  if (!find(recipe, "c1")) put_number(recipe, "c1", shear / 2 - brn__recipe_number(recipe, "c2"));
  if (!find(recipe, "bulk")) put_number(recipe, "bulk", full ? bulk / 2 : bulk);
}

// -------------------------------------------------------------------------------------- the model

static BrnStatus find_body(BrnContext* ctx, const char* name, const char* kind,
                           const BrnMaterialTermOps** out) {
  *out = brn__term_find(kind);
  if (*out && !(*out)->adds) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "materials.%s.model: is \"%s\", but must be one of:%s", name,
                   kind, brn__body_names);
}

static bool is_of_body(const char* key) {
  const BrnMaterialTermOps* ops = brn__term_find(key);
  return !strchr(key, '.') && !(ops && ops->adds);
}

static void drop_unknown(BrnRecipe* recipe, const BrnMaterialTermOps* body, bool stiffness) {
  for (int i = recipe->count - 1; i >= 0; i--) {
    const char* key = recipe->item[i].key;
    bool stiff = is_one_of(brn__moduli, BRN_MODULI, key) || is_one_of(mooney, MOONEY, key);
    if (is_of_body(key) && (!has_key(body, key) || (stiffness && stiff))) drop(recipe, key);
  }
}

static BrnStatus change_body(BrnContext* ctx, BrnRecipe* recipe, const BrnMaterialTermOps* body) {
  const BrnMaterialTermOps* before = recipe->body;
  bool same = !before || (brn__takes_moduli(before) == brn__takes_moduli(body) &&
                          by_mooney(before) == by_mooney(body));
  BrnRecipeElastic e = {NAN, NAN};
  if (!same) BRN_TRY(brn__recipe_estimate(ctx, recipe, &e));
  drop_unknown(recipe, body, !same);
  recipe->body = body;
  if (same || isnan(e.young) || isnan(e.poisson)) return BRN_OK;
  const BrnPreset* preset = recipe->preset;
  if (brn__takes_moduli(body)) {
    put_number(recipe, "young", e.young);
    put_number(recipe, "poisson", e.poisson);
  } else if (by_mooney(body)) {
    if (preset && !isnan(preset->c1)) {
      put_number(recipe, "c1", preset->c1);
      put_number(recipe, "c2", preset->c2);
      put_number(recipe, "bulk", preset->bulk);
    }
    fill_mooney(recipe, e);
  }
  return BRN_OK;
}

// -------------------------------------------------------------------------------------- stiffness

static void drop_all(BrnRecipe* recipe, const char* const* keys, int count) {
  for (int i = 0; i < count; i++) drop(recipe, keys[i]);
}

// Two moduli replace what there was; one leaves the other.
static void take_moduli(BrnRecipe* recipe, const BrnSceneMaterial* m, BrnRecipeElastic before) {
  if (count_given(m) == 0) return;
  drop_all(recipe, brn__moduli, BRN_MODULI);
  take_given(recipe, m, brn__moduli, BRN_MODULI);
  recipe->preset = NULL;
  if (count_given(m) > 1) return;
  bool ratio = !isnan(m->poisson);
  double other = ratio ? before.young : before.poisson;
  if (!isnan(other)) put_number(recipe, ratio ? "young" : "poisson", other);
}

static void take_mooney(BrnRecipe* recipe, const BrnSceneMaterial* m, BrnRecipeElastic before) {
  BrnRecipeElastic e = {isnan(m->young) ? before.young : m->young,
                        isnan(m->poisson) ? before.poisson : m->poisson};
  bool elastic = !isnan(m->young) || !isnan(m->poisson);
  if (elastic) drop_all(recipe, mooney, MOONEY);
  bool given = take_given(recipe, m, mooney, MOONEY) > 0;
  if (elastic) recipe->missing = isnan(e.young) ? "young" : isnan(e.poisson) ? "poisson" : NULL;
  if (elastic && !recipe->missing) fill_mooney(recipe, e);
  if (find(recipe, "c1") && !find(recipe, "c2")) put_number(recipe, "c2", 0);
  if (elastic || given) recipe->preset = NULL;
}

// ----------------------------------------------------------------------------------- other keys

static BrnStatus fail_unknown(BrnContext* ctx, const BrnRecipe* recipe,
                              const BrnMaterialTermOps* ops, const char* path, const char* key) {
  char names[512] = "";
  if (by_mooney(ops)) snprintf(names, sizeof names, "young, poisson");
  for (const BrnField* field = ops->fields; field->name; field++) {
    size_t used = strlen(names);
    snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", field->name);
  }
  return brn__fail(ctx, BRN_INVALID,
                   "materials.%s.%s: %s has no \"%s\", so leave it out; it has: %s", recipe->name,
                   path, ops->name, key, names);
}

// "hill", "hill.active"
static BrnStatus take_fibres(BrnContext* ctx, BrnRecipe* recipe, const BrnMaterialTermOps* ops,
                             const BrnParameter* p) {
  size_t length = strlen(ops->name);
  bool whole = p->key[length] == 0, off = whole && !(p->text && strcmp(p->text, "true") == 0),
       there = false;
  if (!whole && !has_key(ops, p->key + length + 1)) {
    return fail_unknown(ctx, recipe, ops, p->key, p->key + length + 1);
  }
  for (int i = recipe->count - 1; i >= 0; i--) {
    const char* key = recipe->item[i].key;
    bool mine = strncmp(key, ops->name, length) == 0 && (key[length] == 0 || key[length] == '.');
    if (!mine) continue;
    there = true;
    if (off || (!whole && key[length] == 0)) drop(recipe, key);
  }
  if (!off && (!whole || !there)) put_parameter(recipe, p);
  return BRN_OK;
}

static BrnStatus take_parameter(BrnContext* ctx, BrnRecipe* recipe, const BrnParameter* p) {
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)strcspn(p->key, "."), p->key);
  const BrnMaterialTermOps* ops = brn__term_find(name);
  if (ops && ops->adds) return take_fibres(ctx, recipe, ops, p);
  if (!has_key(recipe->body, p->key)) {
    return fail_unknown(ctx, recipe, recipe->body, p->key, p->key);
  }
  bool stiff = (brn__takes_moduli(recipe->body) && is_one_of(brn__moduli, BRN_MODULI, p->key)) ||
               (by_mooney(recipe->body) && is_one_of(mooney, MOONEY, p->key));
  if (!stiff) put_parameter(recipe, p);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ doors

BrnStatus brn__recipe_add(BrnContext* ctx, BrnRecipe* recipe, const BrnSceneMaterial* m,
                          const BrnPreset* preset) {
  bool first = !recipe->body;
  recipe->name = m->name;
  // the body term: what is there goes over to it
  if (m->model || !recipe->body) {
    const BrnMaterialTermOps* body;
    BRN_TRY(find_body(ctx, m->name, m->model ? m->model : "stable_neo_hookean", &body));
    if (body != recipe->body) BRN_TRY(change_body(ctx, recipe, body));
  }
  if (!isnan(m->density)) recipe->density = m->density;
  // moduli that are given replace those of the solid so far, each in the place of its own
  BrnRecipeElastic before = {NAN, NAN};
  if (count_given(m) > 0 && !first) BRN_TRY(brn__recipe_estimate(ctx, recipe, &before));
  for (int i = 0; i < m->parameter_count; i++) {
    BRN_TRY(take_parameter(ctx, recipe, &m->parameter[i]));
  }
  // young and poisson, in the keys that the solid has for them
  if (brn__takes_moduli(recipe->body)) {
    take_moduli(recipe, m, before);
  } else if (by_mooney(recipe->body)) {
    take_mooney(recipe, m, before);
  } else if (!isnan(m->young) || !isnan(m->poisson)) {
    const char* key = isnan(m->young) ? "poisson" : "young";
    return fail_unknown(ctx, recipe, recipe->body, key, key);
  }
  if (preset) recipe->preset = preset;
  return BRN_OK;
}
