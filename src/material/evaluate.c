// SPDX-License-Identifier: Apache-2.0
//
// A material at the deformation gradients of eight tets, and of plain arrays of any length: the sum
// of its terms.

#include "material/material.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- lanes

void brn__material_lanes_init(BrnMaterialLanes* lanes, const BrnMaterial* material) {
  BRN_ASSERT(material->ready);
  lanes->term_count = material->term_count;
  for (int t = 0; t < material->term_count; t++) {
    const BrnMaterialTerm* term = &material->term[t];
    lanes->ops[t] = term->ops;
    memcpy(lanes->term[t].choice, term->prepared.choice, sizeof term->prepared.choice);
    lanes->term[t].definite = term->prepared.definite;
    for (int i = 0; i < BRN_TERM_TABLES; i++) {
      lanes->term[t].table[i] = term->made[i] ? term->made[i] : term->table[i];
    }
    for (int i = 0; i < BRN_TERM_CONSTANTS; i++) {
      for (int lane = 0; lane < BRN_LANES; lane++) {
        lanes->term[t].constant[i][lane] = term->prepared.constant[i];
      }
    }
  }
}

// ------------------------------------------------------------------------------------- evaluation

static void add_stiffness(const BrnMaterialOut* part, BrnMaterialOut* out) {
  for (int p = 0; p < BRN_STIFFNESS_SIZE; p++) {
    for (int i = 0; i < BRN_LANES; i++) out->stiffness[p][i] += part->stiffness[p][i];
  }
}

static void add_all(const BrnMaterialOut* part, BrnMaterialOut* out) {
  for (int i = 0; i < BRN_LANES; i++) out->energy[i] += part->energy[i];
  for (int p = 0; p < 9; p++) {
    for (int i = 0; i < BRN_LANES; i++) out->stress[p][i] += part->stress[p][i];
  }
  add_stiffness(part, out);
  out->bad |= part->bad;
}

// a term whose eigenvalues are not known in closed form
static void evaluate_projected(const BrnMaterialTermOps* ops, const BrnTermLanes* m,
                               const BrnMaterialIn* in, BrnMaterialOut* out) {
  if (!ops->adds) {
    ops->kernel(m, in, BRN_WANT_STIFFNESS, out);
    BRN_LANE_PICK(brn__stiffness_project)(out->stiffness);
    return;
  }
  BrnMaterialOut part;
  memset(&part, 0, sizeof part);
  ops->kernel(m, in, BRN_WANT_STIFFNESS, &part);
  BRN_LANE_PICK(brn__stiffness_project)(part.stiffness);
  add_all(&part, out);
}

static void empty_bad_lanes(BrnWant want, BrnMaterialOut* out) {
  for (int i = 0; i < BRN_LANES; i++) {
    if (!(out->bad >> i & 1)) continue;
    out->energy[i] = INFINITY;
    for (int p = 0; p < 9 && want >= BRN_WANT_STRESS; p++) out->stress[p][i] = 0;
    if (want < BRN_WANT_STIFFNESS) continue;
    for (int p = 0; p < BRN_STIFFNESS_SIZE; p++) out->stiffness[p][i] = 0;
  }
}

void brn__material_evaluate(const BrnMaterialLanes* lanes, const BrnMaterialIn* in, BrnWant want,
                            BrnMaterialOut* out) {
  for (int t = 0; t < lanes->term_count; t++) {
    const BrnTermLanes* m = &lanes->term[t];
    if (want == BRN_WANT_DEFINITE && !m->definite) {
      evaluate_projected(lanes->ops[t], m, in, out);
    } else {
      lanes->ops[t]->kernel(m, in, want, out);
    }
  }
  if (out->bad) empty_bad_lanes(want, out);
}

// ------------------------------------------------------------------------------------ plain arrays

static void fill(const BrnMaterialTets* tets, int first, int count, BrnMaterialIn* in) {
  memset(in, 0, sizeof *in);
  in->per_time = tets->stretch_before ? tets->per_time : 0;
  for (int i = 0; i < BRN_LANES; i++) {
    size_t t = (size_t)(first + i);
    for (int p = 0; p < 9; p++) in->F[p][i] = i < count ? tets->F[9 * t + (size_t)p] : p % 4 == 0;
    if (i >= count) continue;
    for (size_t a = 0; a < 3 && tets->fibre; a++) in->fibre[a][i] = tets->fibre[3 * t + a];
    if (tets->activation) in->activation[i] = tets->activation[t];
    if (tets->stretch_before) in->stretch_before[i] = tets->stretch_before[t];
  }
}

static void store(const BrnMaterialOut* out, int first, int count, BrnMaterialTets* tets) {
  for (int i = 0; i < count; i++) {
    size_t t = (size_t)(first + i);
    if (tets->energy) tets->energy[t] = out->energy[i];
    for (size_t p = 0; p < 9 && tets->stress; p++) tets->stress[9 * t + p] = out->stress[p][i];
    for (size_t p = 0; p < 9 && tets->stiffness; p++) {
      for (size_t q = p; q < 9; q++) {
        double* K = tets->stiffness + 81 * t;
        K[9 * p + q] = K[9 * q + p] = out->stiffness[BRN_STIFFNESS_AT(p, q)][i];
      }
    }
    tets->bad_count += (int)(out->bad >> i & 1);
  }
}

static BrnWant wanted(const BrnMaterialTets* tets) {
  if (tets->stiffness) return tets->definite ? BRN_WANT_DEFINITE : BRN_WANT_STIFFNESS;
  return tets->stress ? BRN_WANT_STRESS : BRN_WANT_ENERGY;
}

BrnStatus brn_material_evaluate(BrnContext* ctx, BrnMaterial* material, BrnMaterialTets* tets) {
  BRN_ASSERT(tets->count >= 0 && (tets->F || tets->count == 0));
  BRN_TRY(brn_material_prepare(ctx, material));
  BrnMaterialLanes lanes;
  BrnMaterialIn in;
  BrnMaterialOut out;
  brn__material_lanes_init(&lanes, material);
  tets->bad_count = 0;
  for (int first = 0; first < tets->count; first += BRN_LANES) {
    int count = tets->count - first < BRN_LANES ? tets->count - first : BRN_LANES;
    fill(tets, first, count, &in);
    brn__material_evaluate(&lanes, &in, wanted(tets), &out);
    store(&out, first, count, tets);
  }
  return BRN_OK;
}
