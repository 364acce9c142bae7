// SPDX-License-Identifier: Apache-2.0
//
// Tets that are cured of locking share the part of their energy that depends on the volume
// (solver/newton/averages.h). In deformation space that adds one column for each patch to H,
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
void brn__patches_correct(BrnContext* ctx, BrnEmu* e, double share, const BrnStrain* v,
                          BrnStrain* out);
/// Adds what the patches of a chunk have in M and b.
void brn__patches_reduce(BrnEmu* e, int chunk, double* part);
