// SPDX-License-Identifier: Apache-2.0
//
// Against the locking of linear tets that are nearly incompressible. Each tet on its own keeps its
// volume, and there are more tets than the vertices can serve: the body hardly bends. So the part
// of the energy that depends on the volume alone, c u(J), is taken at the mean of J over a patch of
// tets instead (after the F-bar of patches by de Souza Neto, Andrade Pires and Owen 2005, but as an
// energy, as Bonet and Burton 1998 have it at nodes):
//
//   E = sum_e V_e (psi_e - c_e u(J_e)) + sum_p W_p u(J_p)
//   J_p = sum_{e in p} c_e V_e J_e / W_p,   W_p = sum_{e in p} c_e V_e
//
// c is Lame's lambda, so that what each tet keeps for itself is a solid of Poisson's ratio 0.
// Solids that are linear in a strain have no part of J, but one of the trace of that strain: in
// them one more than that trace stands for J, in tets and in the mean (BrnBulkMeasure).
//
//   locking.c        which tets take part, with what
//   patches.c        the patches
//   average_rows.c   their rows, and the blocks of the matrix that they add
//   averages.c       energy, gradient and stiffness

#pragma once

#include "solver/body/gather.h"

typedef struct BrnAverages {
  int count;
  int* start;              ///< of the patches                                     (count + 1)
  int* element;            ///< ascending in each                                  (start[count])
  double* modulus;         ///< c of the elements, Pa                              (start[count])
  BrnBulkLaw* law;         ///< u of the patches                                   (count)
  BrnBulkMeasure* measure; ///< and what stands for J in them                      (count)
  double* weight;          ///< W, J                                               (count)
  int* row_start;          ///< (count + 1)
  int* row;            ///< rows of a patch, ascending                         (row_start[count])
  int* row_patch;      ///< the patch that they are of                         (row_start[count])
  int* spot;           ///< where in `row` an entry of the gather is; -1: nowhere
  int* use_start;      ///< (row_count + 1)
  int* use;            ///< where in `row` a row is, ascending                 (row_start[count])
  size_t* place_start; ///< (count + 1)
  int* place;          ///< block of a pair of rows of a patch, n x n for a patch with n of them
  double* slope;     ///< sum of c V dJ/dx, of each row                      (row_start[count] x 3)
  double* J;         ///< of the elements, as measured last                  (start[count])
  double* curvature; ///< u'' of the patches, as measured last               (count)
} BrnAverages;

/// NULL where no tet takes part.
BrnStatus brn__averages_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                               const BrnElements* elements, const BrnGather* gather,
                               BrnAverages** out);
void brn__averages_destroy(BrnContext* ctx, BrnAverages* averages);

/// The part c u(J) of a tet's energy that is averaged; modulus 0: none.
/// @param w tendon weight
BrnBulk brn__locking_bulk(const BrnModel* model, BrnLockingCure cure, const BrnMaterialMix* mix,
                          double w);
/// u, and below J = 1/2 its tangent: what a crushed tet has more than that it keeps for itself.
BrnBulkValue brn__locking_value(BrnBulkLaw law, BrnBulkMeasure measure, double J);
/// Tells of materials that would need a cure and have none.
void brn__locking_tell(BrnContext* ctx, const BrnModel* model, BrnLockingCure cure,
                       const BrnElements* elements);

/// Rows and their uses.
BrnStatus brn__averages_list_rows(BrnContext* ctx, const BrnGather* gather, BrnAverages* averages);
/// Finds the blocks of the patches in a matrix.
BrnStatus brn__averages_place(BrnContext* ctx, BrnAverages* averages, const BrnBlocks* K);

/// Puts into the batches what patches add to the densities of their tets, at the points x.
void brn__averages_measure(BrnContext* ctx, BrnAverages* averages, BrnElements* elements,
                           const double* x);
/// The same for deformation gradients that need not fit together.     (batch_count x 9 x 8)
void brn__averages_measure_deformations(BrnContext* ctx, BrnAverages* averages,
                                        BrnElements* elements, const double (*F)[9][BRN_LANES]);
/// Adds u''(J_p) / W_p b b^T, b = W_p dJ_p/dx, at the points that were measured last.
/// @param definite leave negative curvature out
void brn__averages_add_stiffness(BrnContext* ctx, BrnAverages* averages,
                                 const BrnElements* elements, const BrnGather* gather,
                                 const double* x, bool definite, BrnBlocks* K);
/// Adds times share_p b b^T, b being what averages->slope has been filled with.
/// @param share (count)
void brn__averages_add_slopes(BrnContext* ctx, BrnAverages* averages, const BrnGather* gather,
                              double times, const double* share, BrnBlocks* K);
