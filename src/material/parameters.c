// SPDX-License-Identifier: Apache-2.0
//
// Materials from parameters by name, and what people who know nothing of the kind ask of one: how
// hard its fibres pull, how stiff it is at rest.

#include "material/material.h"

#include "core/decimal.h"

#include <string.h>

// ------------------------------------------------------------------------------------- parameters

// "hill" of "hill.active", and of "hill"
static void term_name(const char* key, char* name, size_t size) {
  size_t length = strcspn(key, ".");
  length = length < size ? length : size - 1;
  memcpy(name, key, length);
  name[length] = 0;
}

static bool has_term(const BrnMaterial* material, const char* name) {
  for (int t = 1; t < material->term_count; t++) {
    if (strcmp(material->term[t].ops->name, name) == 0) return true;
  }
  return false;
}

static BrnStatus take_curve(BrnContext* ctx, BrnMaterial* material, const BrnParameter* p) {
  BrnScratchMark mark = brn__scratch_mark(ctx);
  double* x = brn__scratch(ctx, 2 * (size_t)p->row_count, double);
  BrnStatus status = BRN_NO_MEMORY;
  if (x) {
    double* f = x + p->row_count;
    for (int i = 0; i < p->row_count; i++) x[i] = p->row[2 * i], f[i] = p->row[2 * i + 1];
    status = brn_material_set_curve(ctx, material, p->key, p->row_count, x, f);
  }
  brn__scratch_release(ctx, mark);
  return status;
}

BrnStatus brn__material_take(BrnContext* ctx, BrnMaterial* material, const BrnParameter* p) {
  char name[64];
  term_name(p->key, name, sizeof name);
  const BrnMaterialTermOps* ops = brn__term_find(name);
  bool fibres = ops && ops->adds;
  if (fibres && !strchr(p->key, '.') && strcmp(p->text, "true") != 0) return BRN_OK;
  if (fibres && !has_term(material, name)) BRN_TRY(brn_material_add(ctx, material, name));
  if (fibres && !strchr(p->key, '.')) return BRN_OK;
  return p->row ? take_curve(ctx, material, p) : brn_material_set(ctx, material, p->key, p->text);
}

// ---------------------------------------------------------------------------------------- tension

double brn__material_tension(const BrnMaterial* material) {
  for (int t = 0; t < material->term_count; t++) {
    const BrnMaterialTerm* term = &material->term[t];
    if (!term->ops->tension_share) continue;
    const BrnField* field = brn__field_find(term->ops->fields, "tension");
    BRN_ASSERT(field && field->type == BRN_FIELD_DOUBLE);
    double tension;
    memcpy(&tension, term->def + field->offset, sizeof tension);
    return tension / term->ops->tension_share(term->def);
  }
  return NAN;
}

BrnStatus brn__material_set_tension(BrnContext* ctx, BrnMaterial* material, double stress) {
  char text[BRN_DECIMAL_SIZE];
  for (int t = 0; t < material->term_count; t++) {
    BrnMaterialTerm* term = &material->term[t];
    if (!term->ops->tension_share) continue;
    text[brn__double_print(stress * term->ops->tension_share(term->def), text)] = 0;
    BRN_TRY(brn__field_set(ctx, term->ops->fields, term->def, "tension", text));
    material->ready = false;
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------- stiffness at rest

// dP_ij/dF_kl
static double entry(const BrnMaterialOut* out, int i, int j, int k, int l) {
  int p = 3 * i + j, q = 3 * k + l;
  return out->stiffness[p < q ? BRN_STIFFNESS_AT(p, q) : BRN_STIFFNESS_AT(q, p)][0];
}

BrnLame brn__material_lame(const BrnMaterial* material) {
  BRN_ASSERT(material->ready);
  BrnMaterial body = *material; // its tables stay the other's
  BrnMaterialLanes lanes;
  BrnMaterialIn in = {0};
  BrnMaterialOut out;
  body.term_count = 1;
  brn__material_lanes_init(&lanes, &body);
  for (int i = 0; i < BRN_LANES; i++) in.F[0][i] = in.F[4][i] = in.F[8][i] = in.fibre[0][i] = 1;
  brn__material_evaluate(&lanes, &in, BRN_WANT_STIFFNESS, &out);
  double volume = 0, all = 0; // C_iijj and C_ijij, C being symmetric in ij and in kl
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      volume += entry(&out, i, i, j, j);
      all += (entry(&out, i, j, i, j) + entry(&out, i, j, j, i)) / 2;
    }
  }
  double mu = (3 * all - volume) / 30;
  return (BrnLame){mu, volume / 9 - 2 * mu / 3};
}
