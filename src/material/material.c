// SPDX-License-Identifier: Apache-2.0
//
// Materials: a body term and fibre terms, parameters by name, curves by table, and what is derived
// from them once.

#include "material/material.h"

#include "material/curve.h"

#include <stdio.h>
#include <string.h>

static BrnStatus fail_unknown(BrnContext* ctx, const char* kind, bool adds) {
  char names[1024] = "", nearest[64];
  for (int i = 0; i < brn__term_count(); i++) {
    const BrnMaterialTermOps* ops = brn__term_at(i, 0);
    if (ops->adds != adds) continue;
    if (names[0]) strncat(names, " ", sizeof names - strlen(names) - 1);
    strncat(names, ops->name, sizeof names - strlen(names) - 1);
  }
  const char* what = adds ? "fibre term" : "material";
  if (brn__nearest_spelling(kind, names, nearest, sizeof nearest)) {
    return brn__fail(ctx, BRN_INVALID, "there is no %s \"%s\"; did you mean \"%s\"?", what, kind,
                     nearest);
  }
  return brn__fail(ctx, BRN_INVALID, "there is no %s \"%s\"; there are: %s", what, kind, names);
}

static void append(BrnMaterial* material, const BrnMaterialTermOps* ops) {
  BrnMaterialTerm* term = &material->term[material->term_count++];
  memset(term, 0, sizeof *term);
  term->ops = ops;
  ops->defaults(term->def);
  material->ready = false;
}

BrnStatus brn_material_create(BrnContext* ctx, const char* kind, BrnMaterial** out) {
  *out = NULL;
  const BrnMaterialTermOps* ops = brn__term_find(kind);
  if (!ops) return fail_unknown(ctx, kind, false);
  if (ops->adds) {
    return brn__fail(ctx, BRN_INVALID,
                     "\"%s\" is a fibre term, which adds to a material such as stable_neo_hookean",
                     kind);
  }
  BrnMaterial* material = brn__new_zero(ctx, 1, BrnMaterial);
  if (!material) return BRN_NO_MEMORY;
  append(material, ops);
  *out = material;
  return BRN_OK;
}

static void drop_made(BrnContext* ctx, BrnMaterialTerm* term) {
  for (int i = 0; i < BRN_TERM_TABLES; i++) {
    brn__curve_table_destroy(ctx, term->made[i]);
    term->made[i] = NULL;
  }
}

void brn_material_destroy(BrnContext* ctx, BrnMaterial* material) {
  if (!material) return;
  for (int t = 0; t < material->term_count; t++) {
    drop_made(ctx, &material->term[t]);
    for (int i = 0; i < BRN_TERM_TABLES; i++) {
      brn__curve_table_destroy(ctx, material->term[t].table[i]);
    }
  }
  brn__free(ctx, material);
}

BrnStatus brn_material_add(BrnContext* ctx, BrnMaterial* material, const char* kind) {
  const BrnMaterialTermOps* ops = brn__term_find(kind);
  if (!ops) return fail_unknown(ctx, kind, true);
  if (!ops->adds) {
    return brn__fail(ctx, BRN_INVALID, "\"%s\" is a material of its own, not a fibre term", kind);
  }
  for (int t = 1; t < material->term_count; t++) {
    if (material->term[t].ops == ops) {
      return brn__fail(ctx, BRN_INVALID, "the material has the fibre term \"%s\" already", kind);
    }
  }
  if (material->term_count == BRN_MATERIAL_TERMS) {
    return brn__fail(ctx, BRN_INVALID, "a material takes up to %d fibre terms",
                     BRN_MATERIAL_TERMS - 1);
  }
  append(material, ops);
  return BRN_OK;
}

// the term that a key is of, and the rest of the key
static BrnStatus find_term(BrnContext* ctx, BrnMaterial* material, const char** key,
                           BrnMaterialTerm** out) {
  const char* dot = strchr(*key, '.');
  *out = &material->term[0];
  if (!dot) return BRN_OK;
  size_t length = (size_t)(dot - *key);
  for (int t = 0; t < material->term_count; t++) {
    const char* name = material->term[t].ops->name;
    if (strlen(name) != length || strncmp(name, *key, length) != 0) continue;
    *out = &material->term[t];
    *key = dot + 1;
    return BRN_OK;
  }
  return brn__fail(ctx, BRN_INVALID, "\"%s\": the material has no term \"%.*s\"; add it first",
                   *key, (int)length, *key);
}

BrnStatus brn_material_set(BrnContext* ctx, BrnMaterial* material, const char* key,
                           const char* value) {
  BrnMaterialTerm* term;
  BRN_TRY(find_term(ctx, material, &key, &term));
  material->ready = false;
  return brn__field_set(ctx, term->ops->fields, term->def, key, value);
}

BrnStatus brn_material_set_number(BrnContext* ctx, BrnMaterial* material, const char* key,
                                  double value) {
  char text[40];
  snprintf(text, sizeof text, "%.17g", value);
  return brn_material_set(ctx, material, key, text);
}

// The number, from 0, of the curve that a key is for; -1: of none.
static int table_of(const BrnMaterialTermOps* ops, const char* key) {
  int count = 0;
  for (const BrnField* field = ops->fields; field->name; field++) {
    if (field->type != BRN_FIELD_CHOICE || field->width == 0) continue;
    if (strcmp(field->name, key) == 0) return count;
    count++;
  }
  return -1;
}

BrnStatus brn_material_set_curve(BrnContext* ctx, BrnMaterial* material, const char* key, int count,
                                 const double* x, const double* f) {
  BrnMaterialTerm* term;
  BrnCurveTable* table;
  BRN_TRY(find_term(ctx, material, &key, &term));
  int which = table_of(term->ops, key);
  if (which < 0) {
    return brn__fail(ctx, BRN_INVALID,
                     "\"%s\" is no curve; hill.active, hill.passive, hill.force_velocity and "
                     "active_stress.length are",
                     key);
  }
  BRN_TRY(brn__curve_table_create(ctx, count, x, f, &table));
  brn__curve_table_destroy(ctx, term->table[which]);
  term->table[which] = table;
  material->ready = false;
  return brn__field_set(ctx, term->ops->fields, term->def, key, "table");
}

// a curve by table needs its table
static BrnStatus check_tables(BrnContext* ctx, const BrnMaterialTerm* term) {
  for (const BrnField* field = term->ops->fields; field->name; field++) {
    char text[32];
    int which = table_of(term->ops, field->name);
    if (which < 0) continue;
    brn__field_text(field, term->def, text, sizeof text);
    if (strcmp(text, "table") != 0 || term->table[which]) continue;
    return brn__fail(ctx, BRN_INVALID, "%s.%s is table, but no table was given", term->ops->name,
                     field->name);
  }
  return BRN_OK;
}

BrnStatus brn_material_prepare(BrnContext* ctx, BrnMaterial* material) {
  if (material->ready) return BRN_OK;
  for (int t = 0; t < material->term_count; t++) {
    BrnMaterialTerm* term = &material->term[t];
    term->prepared =
        (BrnTermConstants){.definite = term->ops->definite, .bulk_law = term->ops->bulk_law};
    BRN_TRY(check_tables(ctx, term));
    BRN_TRY(term->ops->prepare(ctx, term->def, &term->prepared));
    drop_made(ctx, term);
    if (term->ops->make_tables) BRN_TRY(term->ops->make_tables(ctx, term->def, term->made));
  }
  material->ready = true;
  return BRN_OK;
}

bool brn_material_has_energy(const BrnMaterial* material) {
  BRN_ASSERT(material->ready);
  bool has = true;
  for (int t = 0; t < material->term_count; t++) has &= !material->term[t].prepared.path_dependent;
  return has;
}
