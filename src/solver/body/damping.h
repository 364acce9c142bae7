// SPDX-License-Identifier: Apache-2.0
//
// Damping by stiffness: stresses in proportion to the rate of Green's strain E = (F^T F - I) / 2,
//
//   S = stiffness_damping C : E',   E' = rate (E - strain),   C = that of the material at rest
//
// which is Rayleigh's damping at small amplitudes, and nothing in a rigid motion, however large.
// Over a step it is the gradient of a potential, stiffness_damping rate |E - strain|_C^2 / 2.
//
// Where a material is nearly incompressible its modes have next to no volume to damp, but linear
// tets have; so C is that of Poisson's ratio 0.45 at most.

#pragma once

#include "solver/body/elements.h"

/// Of a batch.
typedef struct BrnDamping {
  alignas(64) double strain[6][BRN_LANES]; ///< xx, yy, zz, xy, xz, yz
  double mu[BRN_LANES];                    ///< Pa s: moduli times stiffness_damping
  double lambda[BRN_LANES];                ///< Pa s
} BrnDamping;

/// strain = E + share (E - E_before), of F at the beginning of a step and at the step before
/// @param before NULL: there was none
BRN_LANE_DECLARE(void, brn__batch_strain_before,
                 (const double (*F)[BRN_LANES], const double (*before)[BRN_LANES], double share,
                  BrnDamping* damping));
/// The potential per rest volume; stress and stiffness are added to those that are there.
BRN_LANE_DECLARE(void, brn__batch_damp,
                 (const BrnDamping* damping, double rate, const double (*F)[BRN_LANES],
                  BrnWant want, double* energy, BrnMaterialOut* out));
