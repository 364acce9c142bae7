// SPDX-License-Identifier: Apache-2.0
//
// Damping by stiffness (damping.h) as a term: Lame's moduli of each tet, times the rate, and what
// strains were at the beginning of the step.

#include "solver/body/damping.h"

#include "solver/body/body.h"

#include <math.h>
#include <string.h>

#define MOST_LAMBDA 9 // over mu, at Poisson's ratio 0.45

static double lambda_of(const BrnModelMaterial* material) {
  return fmin(brn__material_lambda(material), MOST_LAMBDA * brn__material_shear(material));
}

// tets where muscle and tendon blend have a blend of both
static double tet_lambda(const BrnModel* model, int t) {
  double lambda = lambda_of(&model->material_list[model->material[t]]);
  if (!model->tendon || model->tendon[t] <= 0) return lambda;
  double other = lambda_of(&model->material_list[model->tendon_material[t]]);
  return lambda + fmin(model->tendon[t], 1) * (other - lambda);
}

// the element of a bone begins with the first of its control points
static double bone_lambda(const BrnModel* model, const BrnNodes* nodes, const BrnBatch* batch) {
  int b = 0;
  while (nodes->affine[b].first_point != batch->corner[0][0]) b++;
  return lambda_of(&model->material_list[nodes->affine[b].material]);
}

static void fill(const BrnBody* body, BrnDamping* damping) {
  double s = body->def.stiffness_damping;
  for (int k = 0; k < BRN_LANES * body->elements->batch_count; k++) {
    const BrnBatch* batch = &body->elements->batch[k / BRN_LANES];
    int lane = k % BRN_LANES;
    if (batch->volume[lane] == 0) continue;
    int t = batch->tet[lane];
    double mu = batch->shear[lane] / (2 * batch->volume[lane]);
    double lambda =
        t >= 0 ? tet_lambda(body->model, t) : bone_lambda(body->model, body->nodes, batch);
    damping[k / BRN_LANES].mu[lane] = s * mu;
    damping[k / BRN_LANES].lambda[lane] = s * lambda;
  }
}

// ---------------------------------------------------------------------------------------- the term

static void destroy(BrnContext* ctx, void* own) { brn__free(ctx, own); }

static double damp(const void* own, const BrnBody* body, int b, const double (*F)[BRN_LANES],
                   BrnWant want, BrnMaterialOut* out) {
  const BrnDamping* damping = own;
  double energy[BRN_LANES], sum = 0;
  if (!(body->elements->per_time > 0)) return 0; // no step is under way
  BRN_LANE_PICK(brn__batch_damp)(&damping[b], body->elements->per_time, F, want, energy, out);
  for (int i = 0; i < BRN_LANES; i++) sum += body->elements->batch[b].volume[i] * energy[i];
  return sum;
}

// E' = sym(F^T F')
static void recall(const double (*F)[BRN_LANES], const double (*rate)[BRN_LANES], double h,
                   BrnDamping* damping) {
  static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
  BRN_LANE_PICK(brn__batch_strain_before)(F, NULL, 0, damping);
  for (int k = 0; k < 6 * BRN_LANES; k++) {
    int a = row[k / BRN_LANES], b = column[k / BRN_LANES], lane = k % BRN_LANES;
    double sum = 0;
    for (int i = 0; i < 9; i += 3) {
      sum += F[i + a][lane] * rate[i + b][lane] + F[i + b][lane] * rate[i + a][lane];
    }
    damping->strain[k / BRN_LANES][lane] -= h * sum / 2;
  }
}

static void rate_batch(void* own, int b, const BrnRates* rates) {
  BrnDamping* damping = own;
  if (rates->h > 0) {
    recall(rates->F[b], rates->other[b], rates->h, &damping[b]);
    return;
  }
  BRN_LANE_PICK(brn__batch_strain_before)
  (rates->F[b], rates->other ? rates->other[b] : NULL, rates->share, &damping[b]);
}

static const BrnTermOps ops = {
    .name = "damping",
    .kind = BRN_TERM_OF_TETS,
    .destroy = destroy,
    .rate = rate_batch,
    .batch = damp,
};

BrnStatus brn__damping_add(BrnContext* ctx, BrnBody* body) {
  if (!body->motion || body->def.stiffness_damping == 0) return BRN_OK;
  BrnDamping* damping = brn__new_zero(ctx, body->elements->batch_count, BrnDamping);
  if (!damping) return BRN_NO_MEMORY;
  fill(body, damping);
  return brn__body_add_term(ctx, body, &ops, damping);
}
