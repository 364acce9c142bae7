// SPDX-License-Identifier: Apache-2.0
//
// Stress and stiffness of a batch without what patches have of its volume; for tets that are inside
// out, where a material may say nothing, those of the nearest rotation.

#include "core/svd.h"
#include "core/vec.h"
#include "solver/xpbd/xpbd.h"

#include <math.h>

// Materials with a logarithm are not defined for tets that are inside out, and say nothing about
// the way back: the nearest rotation does, P = 2 mu (F - R).
static void draw_back(const BrnBatch* batch, int lane, const double (*F)[BRN_LANES],
                      BrnMaterialOut* out) {
  double f[9], U[9], sigma[3], V[9], R[9], k = batch->shear[lane] / batch->volume[lane];
  for (int p = 0; p < 9; p++) f[p] = F[p][lane];
  brn__svd3(f, U, sigma, V);
  brn__mul33_transposed(R, U, V);
  for (int p = 0; p < 9; p++) {
    bool known = isfinite(f[p]);
    out->stress[p][lane] = known ? k * (f[p] - R[p]) : 0;
    for (int q = p; q < 9; q++) out->stiffness[BRN_STIFFNESS_AT(p, q)][lane] = p == q ? k : 0;
  }
}

void brn__tets_evaluate_whole(const BrnXpbd* tets, int b, const double (*F)[BRN_LANES],
                              BrnWant want, BrnMaterialOut* out) {
  BrnElements* elements = tets->body->elements;
  BrnBatch* batch = &elements->batch[b];
  brn__batch_evaluate(elements, batch, F, tets->body->input->activation, want, out);
  for (int i = 0; i < BRN_LANES && out->bad; i++) {
    if (out->bad >> i & 1 && batch->volume[i] > 0) draw_back(batch, i, F, out);
  }
}

void brn__tets_evaluate(const BrnXpbd* tets, int b, const double (*F)[BRN_LANES], BrnWant want,
                        BrnMaterialOut* out) {
  brn__tets_leave_volume(tets, b, F);
  brn__tets_evaluate_whole(tets, b, F, want, out);
}
