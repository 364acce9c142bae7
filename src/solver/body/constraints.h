// SPDX-License-Identifier: Apache-2.0
//
// What elimination cannot do: joints that close a ring of bones, supports of free bones, scripted
// hinges on free bones, and limits of joints. All of it acts on few nodes and is held by augmented
// Lagrangians (Hestenes 1969; Rockafellar 1973): an equation r = 0 adds
//
//   m.r + k/2 |r|^2
//
// to the energy, and after each minimisation m grows by k r, until r is small. The multipliers m
// are the forces of the constraints; equations that say the same twice do no harm.

#pragma once

#include "solver/body/gather.h"

#include "brawn/solver.h"

/// Coordinates of a mean of nodes: r = sum_k weight_k y_node(k) - target.
typedef struct BrnTie {
  int joint, support;     ///< whose it is; -1: not of one
  int vertex;             ///< of a support; -1: of a joint
  bool scripted;          ///< weights follow the angle of the joint; not in the Poisson matrix
  uint8_t axes;           ///< bit i: coordinate i is held
  int start, count;       ///< its nodes and weights in the lists
  double stiffness;       ///< k, N/m
  double point[3];        ///< where it is at rest, m
  double target[3];       ///< m; 0 between two bones
  double multiplier[3];   ///< N
  double displacement[3]; ///< by how much the mean is to move along a step, m
  double force[3];        ///< N: on the joint's child, or on what the support holds
} BrnTie;

/// Keeps the angle of a joint in its range.
typedef struct BrnLimit {
  int joint;
  bool ball;
  int start, count;  ///< its nodes in the list
  double* share;     ///< of the nodes in the vectors that the bones carry (vector_count x count)
  int vector_count;  ///< hinge: child's e, parent's e, f; ball: parent's x, y, z, child's x, y, z
  double low, high;  ///< rad; infinite: no limit
  double middle;     ///< rad: angles are told within half a turn of it
  double stiffness;  ///< k, N m: soft at first, so that the body can slide along the limit
  double stiffest;   ///< k of the last passes
  double multiplier; ///< N m; above 0: of the upper limit, below: of the lower one
  double angle;      ///< rad, after a step
  double moment;     ///< N m, after a step: what pushes the angle down; 0 inside of the range
} BrnLimit;

typedef struct BrnConstraints {
  int tie_count, limit_count;
  BrnTie* tie;     ///< (tie_count)
  BrnLimit* limit; ///< (limit_count)
  int* node;       ///< of ties and limits
  double* weight;  ///< of ties
  size_t used;     ///< of both lists
  double size;     ///< of the body, m
} BrnConstraints;

/// The angle of a limit, with derivatives by the vectors' coordinates.
typedef struct BrnAngle {
  int count; ///< of coordinates
  double value, gradient[18], hessian[18 * 18];
} BrnAngle;

/// What a model asks for beyond elimination.
BrnStatus brn__constraints_create(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                                  BrnConstraints** out);
void brn__constraints_destroy(BrnContext* ctx, BrnConstraints* constraints);
/// Lists, one after the other: ties.c and limits.c.
BrnStatus brn__ties_list(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                         BrnConstraints* out);
BrnStatus brn__limits_list(BrnContext* ctx, const BrnModel* model, const BrnNodes* nodes,
                           BrnConstraints* out);
/// Adds a node to the end of the lists, or its weight to where it is from `start` on.
BrnStatus brn__constraints_put(BrnContext* ctx, BrnConstraints* c, int start, int node,
                               double weight);
/// 2 mu V of the softer of the bones that are free, J, and its size, m.
double brn__bones_stiffness(const BrnModel* model, const BrnNodes* nodes, const int bone[2],
                            double* size);

/// The rows that ties and limits couple, on the scratch stack.
BrnStatus brn__constraints_group(BrnContext* ctx, const BrnConstraints* c, const BrnNodes* nodes,
                                 BrnGroups* out);

/// Targets and scripted weights of an input; all multipliers 0.
void brn__constraints_begin(const BrnModel* model, const BrnNodes* nodes, const BrnStepInput* input,
                            BrnConstraints* c);
/// At the nodes y, J.
double brn__constraints_energy(const BrnConstraints* c, const double* y);
/// Adds to the gradient, and to K when more than the stress is wanted.
void brn__constraints_evaluate(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                               BrnWant want, double* g, BrnBlocks* K);
/// Do all hold? Where they do the multipliers stay: g is that of the shape then.
bool brn__constraints_hold(const BrnConstraints* c, const double* y);
/// Else the multipliers grow.
void brn__constraints_tighten(BrnConstraints* c, const double* y);
/// Forces and moments to read, at the end of a step.
void brn__constraints_settle(BrnConstraints* c, const double* y);

/// The ways of the ties along a step, from the change of the nodes.
void brn__ties_aim(BrnConstraints* c, const double* change);
/// The ways that are left to where the ties hold, from y and a change of the nodes that is made.
void brn__ties_aim_home(BrnConstraints* c, const double* y, const double* change);
/// side += s k w way, for the ties that are in the Poisson matrix.
void brn__ties_add_displacement(const BrnConstraints* c, const BrnNodes* nodes, double s,
                                double* side);
/// L += k w w^T, for the ties of a coordinate that are in the Poisson matrix.
void brn__ties_anchor(const BrnConstraints* c, const BrnNodes* nodes, int axis, const BrnCsr* L);
/// K += k w w^T
void brn__ties_add_stiffness(const BrnConstraints* c, const BrnNodes* nodes, BrnBlocks* K);
/// r of a tie at the nodes y.
void brn__tie_residual(const BrnConstraints* c, const BrnTie* tie, const double* y, double r[3]);

/// The angle at the nodes y, within half a turn of the middle; derivatives when they are wanted.
void brn__limit_angle(const BrnConstraints* c, const BrnLimit* limit, const double* y,
                      bool derivatives, BrnAngle* out);
void brn__limits_begin(BrnConstraints* c);
double brn__limits_energy(const BrnConstraints* c, const double* y);
void brn__limits_evaluate(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                          BrnWant want, double* g, BrnBlocks* K);
bool brn__limits_hold(const BrnConstraints* c, const double* y);
void brn__limits_tighten(BrnConstraints* c, const double* y);
void brn__limits_settle(BrnConstraints* c, const double* y);
/// The largest step from y along d (rows) that does not run far into a limit, at most 1.
double brn__limits_first_step(const BrnConstraints* c, const BrnNodes* nodes, const double* y,
                              const double* d, double slope);
