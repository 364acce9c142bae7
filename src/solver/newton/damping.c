// SPDX-License-Identifier: Apache-2.0

#include "solver/newton/damping.h"

#include <math.h>
#include <string.h>

#define MOST_LAMBDA 9 // over mu, at Poisson's ratio 0.45

static double lambda_of(const BrnModelMaterial* material) {
  double mu = brn__material_shear(material);
  double lambda = material->model == BRN_MODEL_MOONEY_RIVLIN
                      ? material->bulk - 2 * mu / 3
                      : 2 * mu * material->poisson / (1 - 2 * material->poisson);
  return fmin(lambda, MOST_LAMBDA * mu);
}

// tets where muscle and tendon blend have a blend of both
static double tet_lambda(const BrnModel* model, int t) {
  double lambda = lambda_of(&model->material_list[model->material[t]]);
  if (!model->tendon || model->tendon[t] <= 0) return lambda;
  double other = lambda_of(&model->material_list[model->tendon_material[t]]);
  return lambda + fmin(model->tendon[t], 1) * (other - lambda);
}

// a bone is as its shear modulus has it, with the ratio of lambda that most bones have
static double lambda_over_mu(const BrnModel* model, const BrnBatch* batch, int lane, double mu) {
  return batch->tet[lane] >= 0 ? tet_lambda(model, batch->tet[lane]) / mu : 1.5;
}

BrnStatus brn__damping_create(BrnContext* ctx, const BrnModel* model, const BrnElements* elements,
                              double stiffness_damping, BrnDamping** out) {
  BrnDamping* damping = brn__new_zero(ctx, elements->batch_count, BrnDamping);
  *out = damping;
  if (!damping) return BRN_NO_MEMORY;
  for (int k = 0; k < BRN_LANES * elements->batch_count; k++) {
    const BrnBatch* batch = &elements->batch[k / BRN_LANES];
    int lane = k % BRN_LANES;
    if (batch->volume[lane] == 0) continue;
    double mu = batch->shear[lane] / (2 * batch->volume[lane]);
    damping[k / BRN_LANES].mu[lane] = stiffness_damping * mu;
    damping[k / BRN_LANES].lambda[lane] =
        stiffness_damping * mu * lambda_over_mu(model, batch, lane, mu);
  }
  return BRN_OK;
}
