// SPDX-License-Identifier: Apache-2.0
//
// Stiffness is told in three ways: by two moduli, by c1, c2 and bulk, or by keys that only the
// model knows. Where the way changes, the solid stays the same at small strains, if it can.

#include "anatomy/make_material.h"
#include "anatomy/material.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const moduli[] = {"young", "poisson", "shear", "lambda", "bulk"};
static const char* const mooney[] = {"c1", "c2", "bulk"};
enum { MODULI = 5, MOONEY = 3 };

static bool has_key(const BrnTermOps* ops, const char* key) {
  return brn__field_find(ops->fields, key) != NULL;
}
static bool by_moduli(const BrnTermOps* ops) { return has_key(ops, "young"); }
static bool by_mooney(const BrnTermOps* ops) {
  return has_key(ops, "c1") && has_key(ops, "c2") && has_key(ops, "bulk") && !by_moduli(ops);
}

static bool is_one_of(const char* const* list, int count, const char* key) {
  for (int i = 0; i < count; i++) {
    if (strcmp(list[i], key) == 0) return true;
  }
  return false;
}

// ------------------------------------------------------------------------------------ ingredients

static BrnIngredient* find(const BrnRecipe* recipe, const char* key) {
  for (int i = 0; i < recipe->count; i++) {
    if (strcmp(recipe->item[i].key, key) == 0) return (BrnIngredient*)&recipe->item[i];
  }
  return NULL;
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

// NAN: there is none
static double number_of(const BrnRecipe* recipe, const char* key) {
  const BrnIngredient* item = find(recipe, key);
  double value = NAN;
  if (!item) return NAN;
  const char* text = item->text ? item->text : item->number;
  return brn__double_parse(text, strlen(text), &value) ? value : NAN;
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
  for (int i = 0; i < MODULI; i++) count += !isnan(given_number(m, moduli[i]));
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

// ----------------------------------------------------------------------------------------
// estimates

typedef struct Elastic {
  double young, poisson; // NAN: not known
} Elastic;

static Elastic from_lame(BrnLame lame) {
  double sum = lame.lambda + lame.mu;
  return (Elastic){lame.mu * (3 * lame.lambda + 2 * lame.mu) / sum, lame.lambda / (2 * sum)};
}

// with the path of the material before it
static BrnStatus tell(BrnContext* ctx, const BrnRecipe* recipe, BrnStatus status) {
  char message[1024];
  if (status != BRN_INVALID) return status;
  snprintf(message, sizeof message, "%s", brn_last_error(ctx));
  return brn__fail(ctx, status, "materials.%s: %s", recipe->name, message);
}

static BrnStatus make_body(BrnContext* ctx, const BrnRecipe* recipe, BrnModelMaterial* out);

// the isotropic solid that a recipe is at small strains
static BrnStatus estimate(BrnContext* ctx, const BrnRecipe* recipe, Elastic* out) {
  *out = (Elastic){number_of(recipe, "young"), number_of(recipe, "poisson")};
  if (!recipe->body || (!isnan(out->young) && !isnan(out->poisson))) return BRN_OK;
  int known = 0;
  for (int i = 0; i < MODULI; i++) known += find(recipe, moduli[i]) != NULL;
  if (by_moduli(recipe->body) && known < 2) return BRN_OK;
  BrnModelMaterial whole;
  BrnMaterial* material = NULL;
  BrnStatus status = make_body(ctx, recipe, &whole);
  if (status == BRN_OK) status = brn__material_of(ctx, &whole, &material);
  if (status == BRN_OK) *out = from_lame(brn__material_lame(material));
  brn_material_destroy(ctx, material);
  brn__model_material_free(ctx, &whole);
  return tell(ctx, recipe, status);
}

// c1, c2 and bulk that are not there yet, equal at small strains
static void fill_mooney(BrnRecipe* recipe, Elastic e) {
  const BrnIngredient* volumetric = find(recipe, "volumetric");
  bool full = volumetric && volumetric->text && strcmp(volumetric->text, "full") == 0;
  double shear = e.young / (2 * (1 + e.poisson)), bulk = e.young / (3 * (1 - 2 * e.poisson));
  if (!find(recipe, "c2")) put_number(recipe, "c2", 0);
  if (!find(recipe, "c1")) put_number(recipe, "c1", shear / 2 - number_of(recipe, "c2"));
  if (!find(recipe, "bulk")) put_number(recipe, "bulk", full ? bulk / 2 : bulk);
}

// -------------------------------------------------------------------------------------- the model

static BrnStatus find_body(BrnContext* ctx, const char* name, const char* kind,
                           const BrnTermOps** out) {
  *out = brn__term_find(kind);
  if (*out && !(*out)->adds) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "materials.%s.model: is \"%s\", but must be one of:%s", name,
                   kind, brn__body_names);
}

static bool is_of_body(const char* key) {
  const BrnTermOps* ops = brn__term_find(key);
  return !strchr(key, '.') && !(ops && ops->adds);
}

static void drop_unknown(BrnRecipe* recipe, const BrnTermOps* body, bool stiffness) {
  for (int i = recipe->count - 1; i >= 0; i--) {
    const char* key = recipe->item[i].key;
    bool stiff = is_one_of(moduli, MODULI, key) || is_one_of(mooney, MOONEY, key);
    if (is_of_body(key) && (!has_key(body, key) || (stiffness && stiff))) drop(recipe, key);
  }
}

static BrnStatus change_body(BrnContext* ctx, BrnRecipe* recipe, const BrnTermOps* body) {
  const BrnTermOps* before = recipe->body;
  bool same =
      !before || (by_moduli(before) == by_moduli(body) && by_mooney(before) == by_mooney(body));
  Elastic e = {NAN, NAN};
  if (!same) BRN_TRY(estimate(ctx, recipe, &e));
  drop_unknown(recipe, body, !same);
  recipe->body = body;
  if (same || isnan(e.young) || isnan(e.poisson)) return BRN_OK;
  const BrnPreset* preset = recipe->preset;
  if (by_moduli(body)) {
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
static void take_moduli(BrnRecipe* recipe, const BrnSceneMaterial* m, Elastic before) {
  if (count_given(m) == 0) return;
  drop_all(recipe, moduli, MODULI);
  take_given(recipe, m, moduli, MODULI);
  recipe->preset = NULL;
  if (count_given(m) > 1) return;
  bool ratio = !isnan(m->poisson);
  double other = ratio ? before.young : before.poisson;
  if (!isnan(other)) put_number(recipe, ratio ? "young" : "poisson", other);
}

static void take_mooney(BrnRecipe* recipe, const BrnSceneMaterial* m, Elastic before) {
  Elastic e = {isnan(m->young) ? before.young : m->young,
               isnan(m->poisson) ? before.poisson : m->poisson};
  bool elastic = !isnan(m->young) || !isnan(m->poisson);
  if (elastic) drop_all(recipe, mooney, MOONEY);
  bool given = take_given(recipe, m, mooney, MOONEY) > 0;
  if (elastic) fill_mooney(recipe, e);
  if (find(recipe, "c1") && !find(recipe, "c2")) put_number(recipe, "c2", 0);
  if (elastic || given) recipe->preset = NULL;
}

// ----------------------------------------------------------------------------------- other keys

static BrnStatus fail_unknown(BrnContext* ctx, const BrnRecipe* recipe, const BrnTermOps* ops,
                              const char* path, const char* key) {
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
static BrnStatus take_fibres(BrnContext* ctx, BrnRecipe* recipe, const BrnTermOps* ops,
                             const BrnParameter* p) {
  size_t length = strlen(ops->name);
  bool whole = p->key[length] == 0, off = whole && strcmp(p->text, "true") != 0, there = false;
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
  const BrnTermOps* ops = brn__term_find(name);
  if (ops && ops->adds) return take_fibres(ctx, recipe, ops, p);
  if (!has_key(recipe->body, p->key)) {
    return fail_unknown(ctx, recipe, recipe->body, p->key, p->key);
  }
  bool stiff = (by_moduli(recipe->body) && is_one_of(moduli, MODULI, p->key)) ||
               (by_mooney(recipe->body) && is_one_of(mooney, MOONEY, p->key));
  if (!stiff) put_parameter(recipe, p);
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ doors

BrnStatus brn__recipe_add(BrnContext* ctx, BrnRecipe* recipe, const BrnSceneMaterial* m,
                          const BrnPreset* preset) {
  recipe->name = m->name;
  if (m->model || !recipe->body) {
    const BrnTermOps* body;
    BRN_TRY(find_body(ctx, m->name, m->model ? m->model : "stable_neo_hookean", &body));
    if (body != recipe->body) BRN_TRY(change_body(ctx, recipe, body));
  }
  if (!isnan(m->density)) recipe->density = m->density;
  Elastic before = {NAN, NAN};
  if (count_given(m) > 0) BRN_TRY(estimate(ctx, recipe, &before));
  for (int i = 0; i < m->parameter_count; i++) {
    BRN_TRY(take_parameter(ctx, recipe, &m->parameter[i]));
  }
  if (by_moduli(recipe->body)) {
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

static BrnStatus check(BrnContext* ctx, const BrnRecipe* recipe) {
  int known = 0;
  const char* missing = NULL;
  for (int i = 0; i < MODULI; i++) known += find(recipe, moduli[i]) != NULL;
  if (by_moduli(recipe->body) && known < 2) {
    bool other = known == 1 && !find(recipe, "poisson");
    missing = other ? "poisson" : "young";
  }
  if (isnan(recipe->density)) missing = "density";
  if (missing) {
    return brn__fail(ctx, BRN_INVALID,
                     "materials.%s: needs \"%s\", or \"like\": one of muscle, tendon, bone, fat, "
                     "skin, rubber",
                     recipe->name, missing);
  }
  if (recipe->density > 0 && isfinite(recipe->density)) return BRN_OK;
  return brn__fail(ctx, BRN_INVALID, "materials.%s.density: is %g, but must be above 0 kg/m^3",
                   recipe->name, recipe->density);
}

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
  *out = (BrnModelMaterial){.density = recipe->density};
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

BrnStatus brn__recipe_finish(BrnContext* ctx, const BrnRecipe* recipe, BrnModelMaterial* out) {
  *out = (BrnModelMaterial){0};
  BRN_TRY(check(ctx, recipe));
  Elastic e;
  BrnMaterial* material = NULL;
  BrnStatus status = make_body(ctx, recipe, out);
  if (status == BRN_OK) status = tell(ctx, recipe, brn__material_of(ctx, out, &material));
  brn_material_destroy(ctx, material);
  if (status == BRN_OK) status = estimate(ctx, recipe, &e);
  if (status != BRN_OK) {
    brn__model_material_free(ctx, out);
    return status;
  }
  out->young = e.young;
  out->poisson = e.poisson;
  return BRN_OK;
}
