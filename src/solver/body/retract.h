// SPDX-License-Identifier: Apache-2.0
//
// The way of the body along a step d. Straight it is y + s d. Warped, every tet turns and stretches
// by its own rate (warp_lanes.c), and the positions that come nearest to all of them are
//
//   y(s) = y + L^-1 G^T W (F(s) - F)
//
// Since F'(0) = G d and L = G^T W G, y'(0) = d: it is a descent like d, and quadratic convergence
// stays. In dynamic steps L has a little of the masses in it, for bodies that nothing holds, and so
// has the right-hand side, s times d.

#pragma once

#include "solver/body/elements.h"

typedef struct BrnBody BrnBody;

/// What the calls below keep between each other. No step is under way when rates.c writes to F, dF
/// and move; nobody else does.
typedef struct BrnRetraction {
  BrnDeformation* F;     ///< where the way begins                               (batch_count)
  BrnDeformation* dF;    ///< its rate                                           (batch_count)
  BrnDeformation* given; ///< that of what is given alone                        (batch_count)
  double* move;          ///< m: of nodes                                        (node_count x 3)
  double* start;         ///< m                                                  (node_count x 3)
  double* side;          ///< of the Poisson matrix                              (row_count x 3)
} BrnRetraction;

BrnStatus brn__retraction_create(BrnContext* ctx, BrnBody* body);
void brn__retraction_destroy(BrnContext* ctx, BrnBody* body);

/// F of nodes, or differences of F of differences.
void brn__body_measure(BrnContext* ctx, BrnBody* body, const double* nodes, BrnDeformation* out);
/// The same in the retraction's own room, until the next call of these.
const BrnDeformation* brn__body_deformation(BrnContext* ctx, BrnBody* body, const double* nodes);

/// At the beginning of a search from body->y along the rows d.
void brn__body_aim(BrnContext* ctx, BrnBody* body, const double* d);
/// out = nodes at s along the way, warped or straight; rigid bones are where they are rigid.
void brn__body_retract(BrnContext* ctx, BrnBody* body, const double* d, double s, bool warp,
                       double* out);
/// Moves what is given to where the input wants it, and the rest of body->y with it.
void brn__body_predict(BrnContext* ctx, BrnBody* body);
