// SPDX-License-Identifier: Apache-2.0
//
// Linear tets in batches of eight. The tets of a batch have the same materials: those of a muscle
// with its fibres, and those of a tendon where the two blend. A free bone is one large tet.
//
//   energy = volume ((1 - w) psi_muscle + w psi_tendon),  w = tendon weight

#pragma once

#include "anatomy/make_material.h"
#include "solver/body/nodes.h"

#include "brawn/solver.h"

/// What tets of a group are made of.
typedef struct BrnMaterialMix {
  BrnMaterial* material[2]; ///< at tendon weight 0 and 1; the second is NULL where nothing blends
  BrnMaterialLanes lanes[2];
  int index[2]; ///< of the materials in the model's list; -1: none
} BrnMaterialMix;

/// F of a batch, row by row.
typedef double BrnDeformation[9][BRN_LANES];

/// Eight tets; lanes without one have no volume.
typedef struct BrnBatch {
  alignas(64) double gradient[9][BRN_LANES]; ///< of the weights of corners 1 to 3, 1/m
  double volume[BRN_LANES];                  ///< m^3
  double shear[BRN_LANES];                   ///< 2 mu volume, J: weight in the Poisson matrix
  double fibre[3][BRN_LANES];                ///<
  double tendon[BRN_LANES];                  ///<
  double stretch_before[BRN_LANES]; ///< of the fibres, that their rates are measured from; rates.c
  double bulk[3][BRN_LANES]; ///< what patches add to the density, and to its slope and curvature
                             ///< by J: averages.c
  int corner[4][BRN_LANES];  ///< points
  int tet[BRN_LANES];        ///< -1: a bone, or no tet
  int unit[BRN_LANES];       ///< -1: none
  int mix;
} BrnBatch;

typedef struct BrnElements {
  int batch_count;
  BrnBatch* batch; ///< (batch_count)
  int mix_count;
  BrnMaterialMix* mix; ///< (mix_count)
  bool path_dependent; ///< the stress of some is no gradient of an energy
  double per_time;     ///< 1/s: rates over differences in the step under way; 0: quasi-static
  double stiff;        ///< J: sum of 2 mu volume, energy at a strain of about one
} BrnElements;

BrnStatus brn__elements_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                               BrnElements** out);
/// The same, and the soft tets of a batch have the same color, from 0 to color_count - 1.
/// @param color of each tet                                                   (tet_count)
BrnStatus brn__elements_create_colored(BrnContext* ctx, const BrnModel* model,
                                       const BrnNodes* nodes, const int* color, int color_count,
                                       BrnElements** out);
void brn__elements_destroy(BrnContext* ctx, BrnElements* elements);

/// Energy, stress and stiffness of a batch for F, per rest volume.
void brn__batch_evaluate(const BrnElements* elements, const BrnBatch* batch,
                         const double (*F)[BRN_LANES], const double* activation, BrnWant want,
                         BrnMaterialOut* out);

// ---------------------------------------------------------------------------------------- on lanes

/// F of the points x, row by row; for differences of points, differences of F.
BRN_LANE_DECLARE(void, brn__batch_deformation,
                 (const BrnBatch* batch, const double* x, double (*F)[BRN_LANES]));
/// weight T g_a for the four corners: 8 x 12 numbers
BRN_LANE_DECLARE(void, brn__batch_forces,
                 (const BrnBatch* batch, const double* weight, const double (*T)[BRN_LANES],
                  double* out));
/// volume G^T K G: 8 x 16 blocks of 3 x 3, by pairs of corners
BRN_LANE_DECLARE(void, brn__batch_stiffness,
                 (const BrnBatch* batch, const double (*K)[BRN_LANES], double* out));
/// a = (1 - w) a + w b
BRN_LANE_DECLARE(void, brn__batch_blend,
                 (const double* w, BrnWant want, BrnMaterialOut* a, const BrnMaterialOut* b));
/// T = F(s) - F along the warped way in the direction dF; warp_lanes.c.
BRN_LANE_DECLARE(void, brn__batch_warp,
                 (const double (*F)[BRN_LANES], const double (*dF)[BRN_LANES], double s,
                  double (*T)[BRN_LANES]));
