// SPDX-License-Identifier: Apache-2.0
//
// Masses of the nodes. Points are means of nodes, x = S y, so the lumped masses of the vertices
// make
//
//   M = S^T m S
//
// which is scalar, and diagonal but for the nodes of bones: there it has a block in every bone that
// hangs on them, and with it the inertia of the rigid body.

#pragma once

#include "solver/body/gather.h"

typedef struct BrnInertia {
  const BrnNodes* nodes;
  int row_count;
  int* start;    ///< entries of a row                                        (row_count + 1)
  int* node;     ///< of an entry; may come twice in a row                    (start[row_count])
  int* place;    ///< block of K; -1: the node is given                       (start[row_count])
  double* mass;  ///< kg                                                      (start[row_count])
  double anchor; ///< 1/s^2: a little of M in the Poisson matrix holds what nothing holds
  double* room;  ///< for forces, N                                            (row_count x 3)
} BrnInertia;

BrnStatus brn__inertia_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                              const BrnElements* elements, BrnInertia** out);
/// Finds the entries in a matrix that has them all.
void brn__inertia_place(BrnInertia* inertia, const BrnNodes* nodes, const BrnBlocks* pattern);
void brn__inertia_destroy(BrnContext* ctx, BrnInertia* inertia);

/// d.M d / 2 for the nodes d, but for the part of given nodes alone.     (node_count x 3)
double brn__inertia_energy(BrnContext* ctx, const BrnInertia* inertia, const double* d);
/// rows += weight M d; given coordinates get nothing.
void brn__inertia_add_forces(BrnContext* ctx, const BrnInertia* inertia, double weight,
                             const double* d, double* rows);
/// K += weight M
void brn__inertia_add_blocks(BrnContext* ctx, const BrnInertia* inertia, double weight,
                             BrnBlocks* K);
/// L += anchor M, for a scalar matrix of the rows
void brn__inertia_add_anchor(const BrnInertia* inertia, const BrnCsr* L);
