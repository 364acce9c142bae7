// SPDX-License-Identifier: Apache-2.0
//
// What "converged" means, in every method on tets alike: the forces that are out of balance are
// small against the forces that act,
//
//   |g| <= balance |f|,   |f|^2 = |loads|^2 + |muscles|^2 + |inertia|^2 + |given|^2
//
// as roots of sums of squares over the nodes, N, on each island of the body by itself. Loads are
// those on free nodes. Muscles are measured by what they would do to the body at rest, with the
// activations in force: G^T V P(1, a). Where bones or supports have been moved, what holds them
// acts too; where they rest it does not, since a clamp can be pulled by a hundred times the load. A
// passive body under a load is so measured by its load, and one that nothing but a bone has moved
// by the force on the bone.
//
// Bones that carry a body along without a load make no force: then the one of strains of 1e-7 is
// what acts. Below what round-off makes of forces there is nothing to balance; but where something
// acts, no more than a thousandth of it is put down to round-off. What is a billionth of the forces
// inside, as fibres of a bar that cannot move leave it, is no load.

#pragma once

#include "brawn/solver.h"

typedef struct BrnBody BrnBody;

/// What hangs together by nodes that can move: all of the following is told of each.
typedef struct BrnIsland {
  double least;    ///< N: of strains that are as good as none
  double noise;    ///< N: what round-off alone may leave
  double muscles;  ///< N^2: of the activations in force
  double residual; ///< N^2: out of balance, as it was weighed last
  double acting;   ///< N^2
  double inside;   ///< N^2: forces of the tets on their corners
} BrnIsland;

typedef struct BrnBalance {
  double rest;  ///< J: energy of the rest shape with the activations in force
  double own;   ///< J: a tenth of a T / 2 times volume
  double work;  ///< J: of the loads in force, at rest; where energies of loads are measured from
  double noise; ///< N: what round-off alone may leave, of the whole body
  double bones; ///< N: the same of rigid bones, where a method strains them
  bool driven;  ///< has anything given been moved from where it rests?
  int island_count;
  BrnIsland* list;   ///<                                                        (island_count)
  int* island;       ///< of nodes; -1: all of it is given                         (node_count)
  int* corner_start; ///< corners of tets that hang on given nodes: 4 element + corner, by island
  int* corner;
  double* firm;    ///< N/m: how firmly a tet holds its corners                 (element_count)
  double* squares; ///< N^2: room                                                   (row_count)
  double* start;   ///< m: nodes at rest                                       (node_count x 3)
  double* held;    ///< N: room: forces of tets on nodes, and how firmly       (node_count x 4)
} BrnBalance;

// balance_islands.c
BrnStatus brn__balance_find_islands(BrnContext* ctx, const BrnBody* body, BrnBalance* balance);
void brn__balance_forget_islands(BrnContext* ctx, BrnBalance* balance);
/// Of a tet; -1: all of it is given.
int brn__balance_island_of(const BrnBody* body, int batch, int lane);
/// N^2: what given nodes that have been moved do to an island, with body->force as it is; at least
/// what strains of 1e-7 would.
double brn__balance_given(BrnBody* body, int island);

BrnStatus brn__balance_create(BrnContext* ctx, BrnBody* body);
void brn__balance_destroy(BrnContext* ctx, BrnBody* body);

/// At the beginning of a part, once body->y has what is given: what the muscles of the input in
/// force do. body->g, body->x and body->force are lost.
void brn__balance_begin(BrnContext* ctx, BrnBody* body);

/// J: what the body has taken up or given off since it was at rest, by deformation and by the work
/// of loads, and the muscles' own: what decrements are measured by.
double brn__balance_energy(const BrnBody* body, double inside, double work);

/// Forces at body->y: fills body->g and the report's `residual` and `acting`. Do they balance?
bool brn__balance_holds(BrnContext* ctx, BrnBody* body, BrnStepReport* report);
bool brn__balance_is_noise(BrnContext* ctx, BrnBody* body, BrnStepReport* report);
/// The same for forces out of balance that were found otherwise: body->g, and those of the tets in
/// body->force. Round-off may leave `noise`, N.
bool brn__balance_weigh(BrnContext* ctx, BrnBody* body, double noise, BrnStepReport* report);
/// The same: are they round-off alone?
bool brn__balance_rests(BrnContext* ctx, BrnBody* body, double noise, BrnStepReport* report);

/// What else a report tells of the shape body->y: volumes, tets that are inside out or crushed.
/// What called itself converged and does not balance has stalled; what is not finite, or has tets
/// that their material is not defined for, broke down.
void brn__balance_judge(BrnContext* ctx, BrnBody* body, bool holds, BrnStepReport* report);
