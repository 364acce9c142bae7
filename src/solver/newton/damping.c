// SPDX-License-Identifier: Apache-2.0

#include "solver/newton/damping.h"

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
  while (nodes->frame[b].first_point != batch->corner[0][0]) b++;
  return lambda_of(&model->material_list[nodes->frame[b].material]);
}

BrnStatus brn__damping_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                              const BrnElements* elements, double stiffness_damping,
                              BrnDamping** out) {
  BrnDamping* damping = brn__new_zero(ctx, elements->batch_count, BrnDamping);
  *out = damping;
  if (!damping) return BRN_NO_MEMORY;
  for (int k = 0; k < BRN_LANES * elements->batch_count; k++) {
    const BrnBatch* batch = &elements->batch[k / BRN_LANES];
    int lane = k % BRN_LANES;
    if (batch->volume[lane] == 0) continue;
    int t = batch->tet[lane];
    double mu = batch->shear[lane] / (2 * batch->volume[lane]);
    double lambda = t >= 0 ? tet_lambda(model, t) : bone_lambda(model, nodes, batch);
    damping[k / BRN_LANES].mu[lane] = stiffness_damping * mu;
    damping[k / BRN_LANES].lambda[lane] = stiffness_damping * lambda;
  }
  return BRN_OK;
}
