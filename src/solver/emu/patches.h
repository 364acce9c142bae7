// SPDX-License-Identifier: Apache-2.0
//
// Tets that are cured of locking share the part of their energy that depends on the volume
// (solver/body/averages.h). In deformation space that adds one column for each patch to H,
//
//   H = D + sum_p (u'' / W_p) b_p b_p^T,   b_p = (c_e V_e dJ_e/dF_e)_e
//
// and since no tet is in two patches, the inverse is that of Sherman and Morrison,
//
//   H^-1 = D^-1 - sum_p r_p z_p z_p^T,   z = D^-1 b,   1 / r_p = W_p / u'' + b_p.z_p
//
// so that N gets alpha r_p (W z_p) (W z_p)^T, and M alpha r_p m m^T with m = Gamma^T W z_p.

#pragma once

#include "solver/emu/emu.h"

/// z of a batch.
void brn__patches_slope(BrnEmu* e, int batch);
/// r of all patches, and their part of e->x = H^-1 g.
void brn__patches_join(BrnContext* ctx, BrnEmu* e);
/// out -= share r z (z.v)
void brn__patches_correct(BrnContext* ctx, BrnEmu* e, double share, const BrnDeformation* v,
                          BrnDeformation* out);
/// Adds what the patches of a chunk have in M and b.
void brn__patches_reduce(BrnEmu* e, int chunk, double* part);
/// Adds what they have in sum_i G_i^T N_i G_i: alpha r m m^T, m = G^T W z_p.
void brn__patches_condense(BrnContext* ctx, BrnEmu* e, BrnBlocks* K);

// ---------------------------------------------------------------------------------------- on lanes

/// volume dJ/dF
BRN_LANE_DECLARE(void, brn__patch_slope,
                 (const BrnBatch* batch, const double (*F)[BRN_LANES], double (*slope)[BRN_LANES]));
/// m += modulus Gamma^T W z of one lane (3 x stride).
BRN_LANE_DECLARE(void, brn__patch_load,
                 (const BrnBatch* batch, int lane, const BrnMetric* metric,
                  const double (*z)[BRN_LANES], double modulus, const double* const point[3],
                  int stride, double* m));
/// M += share m m^T, blocks as in brn__pairs_sum().
BRN_LANE_DECLARE(void, brn__patch_add, (const double* m, double share, int stride, double* M));
