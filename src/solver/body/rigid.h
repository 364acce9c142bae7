// SPDX-License-Identifier: Apache-2.0
//
// Bones that are exactly rigid, by elimination.
//
// Positions stay in the nodes: the control points of a rigid bone are its rest tet, moved. Only
// steps know that it is rigid. The unknowns of a step are, for each bone, the speeds that its joint
// leaves it,
//
//   free    u, w      x' = u + w x (x - p), p the mean of the control points
//   ball    w         p' is that of the other bone at the joint's point p
//   hinge   a speed   w = w of the other bone + speed times the axis, which that bone carries
//   weld    nothing
//
// u and w along axes that turn with the bone; and the three speeds of each soft node, as before.
// Bones are parents first, and their nodes are the first rows; so with T the speeds of those rows
// by the unknowns of the bones, a step is (T z_bones, z_soft), the gradient (T^T g_bones, g_soft),
// and the matrix
//
//   A = (T, 1)^T K (T, 1) + H
//
// H is the bend of the way: what the forces do along its second derivative. For a turn that is
// f . w x (w x r), for a hinge f . (2 speed w x (a x r) + speed^2 a x (a x r)) besides what the
// other bone has, w being that bone's.
//
// After a step, straight or warped, bones are put where they are rigid and their joints are exact
// (rigid_pose.c); the way that this makes has T as its first derivative and H as the bend of its
// second one.
//
//   rigid.c          creation
//   rigid_pose.c     from nodes to rigid poses and back
//   rigid_tangent.c  T and H
//   rigid_matrix.c   A for factors
//   rigid_laplace.c  a preconditioner of A with the Poisson factor

#pragma once

#include "solver/body/body.h"

typedef struct BrnRigidBone {
  int first_dof, dof_count;
  double point[3];  ///< p, m
  double turn[9];   ///< from rest; axes of u and w are its columns
  double axis[3];   ///< of a hinge
  double force[3];  ///< on its nodes and on what hangs on it, N
  double moment[9]; ///< sum of f (x - p)^T of what turns with it, J
} BrnRigidBone;

typedef struct BrnRigidPose {
  double F[9], nearest[9];  ///< of the control points as they are, and the rotation nearest to it
  double rotation[4];       ///< from rest
  double rest[3], point[3]; ///< where `rest` is now
} BrnRigidPose;

struct BrnRigid {
  int node_count;     ///< of free bones; their rows are the first ones
  int dof_count;      ///< of bones
  int unknown_count;  ///< dof_count and 3 for each soft row
  int* row_bone;      ///< (node_count)
  BrnRigidBone* bone; ///< (bone_count)
  BrnRigidPose* pose; ///< (bone_count)
  uint8_t* moves;     ///< does a dof move a bone?                        (bone_count x dof_count)
  double* twist; ///< speed of p and w of the bones by the dofs      (bone_count x 6 x dof_count)
  double* T;     ///< (3 node_count x dof_count)
  double* H;     ///< (dof_count x dof_count)
  double* gram;  ///< factor of T^T T                                (dof_count x dof_count)
  double* KT;    ///< (3 node_count x dof_count)
  double* dofs;  ///< (dof_count)
  double* rows;  ///< (3 node_count)
  double* raw;   ///< g of their rows as it was evaluated             (3 node_count)
  double* load;  ///< forces on their rows that bend the way          (3 node_count)
  bool foreseen; ///< is `load` what the last step foresaw?
  double *x, *y; ///< (row_count x 3)
  double reach;  ///< J: sizes of all moments, a measure of passive bodies

  // direct and co-rotated
  BrnCsr* A;         ///<
  int* mirror_start; ///< of the soft rows                               (soft rows + 1)
  int* mirror;       ///< the entry across the diagonal of each of their entries with a dof

  // laplace; poisson->factor_count of the first two, one after the other
  double* spread; ///< columns of L^-1 at the bones' nodes               (row_count x node_count)
  double* held;   ///< inverse of the bones' rows of those               (node_count x node_count)
  double* S;      ///< factor of the stiffness of bones in soft flesh    (dof_count x dof_count)
};

/// body->rigid, or NULL when no bone can move.
BrnStatus brn__rigid_create(BrnContext* ctx, BrnBody* body);
void brn__rigid_destroy(BrnContext* ctx, BrnRigid* rigid);

/// Puts the bones of nodes y where they are rigid and their joints are exact.
void brn__rigid_settle(BrnBody* body, double* y);
/// Control points of a bone.
void brn__rigid_points(const BrnAffineBone* affine, const double* y, double (*out)[3]);
void brn__rigid_mean(const double (*points)[3], double out[3]);
/// F of control points, and the rotation nearest to it.
void brn__rigid_turn(const BrnAffineBone* affine, const double (*points)[3], double F[9],
                     double nearest[9]);

/// T at body->y.
void brn__rigid_look(BrnBody* body);
/// T and H at body->y from body->g, from which it then takes what bones and joints carry: what is
/// left has the same T^T g, and is 0 where that is.
/// @param definite H is replaced by a positive one that is as large
void brn__rigid_linearize(BrnBody* body, bool definite);
/// From now on forces bend the way as the step s d has them by its linear system: g + s K d.
/// Forces at the end of a step are off by what stiff tendons make of its small errors, and H of
/// them is of little use; those foreseen are off by the square of the step only (as the multipliers
/// of sequential quadratic programming are).
void brn__rigid_foresee(BrnBody* body, const double* d, double s);
/// dofs = T^T v, and v = T dofs
void brn__rigid_pull(const BrnRigid* rigid, const double* v, double* dofs);
void brn__rigid_push(const BrnRigid* rigid, const double* dofs, double* v);
/// From rows to unknowns, in place: (T^T v_bones, v_soft).
void brn__rigid_fold(BrnRigid* rigid, double* v);
/// From unknowns to rows, in place: (T v_bones, v_soft).
void brn__rigid_unfold(BrnRigid* rigid, double* v);
/// y = A x
void brn__rigid_apply(BrnContext* ctx, const BrnBody* body, const double* x, double* y);

/// The pattern of A, from that of the stiffness.
BrnStatus brn__rigid_pattern(BrnContext* ctx, BrnBody* body, const BrnBlocks* K);
/// The values of A from K with single entries.
void brn__rigid_assemble(BrnContext* ctx, BrnBody* body, const BrnCsr* K);

/// What rigid_laplace.c keeps, once for all, and for each matrix.
BrnStatus brn__rigid_take_laplace(BrnContext* ctx, BrnBody* body);
void brn__rigid_prepare_laplace(BrnContext* ctx, BrnBody* body);
/// z ~ A^-1 r
void brn__rigid_laplace(BrnContext* ctx, const BrnBody* body, const double* r, double* z);

/// In place, A = L D L^T; pivots that are not positive are made so. Rows after each other.
void brn__rigid_factor(int count, double* A);
void brn__rigid_solve(int count, const double* factor, double* x);
