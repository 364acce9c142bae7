// SPDX-License-Identifier: Apache-2.0
//
// The unknowns of a body, by elimination.
//
// A node is a vertex of the mesh whose position is an unknown, or is given. All other points are
// weighted means of nodes:
//
//   x_point = sum_k weight_k y_node(k)
//
// A soft vertex is its own node. A bone is an affine body: its four control points span a tet, and
// what it carries has barycentric coordinates in it. Control points are vertices of the bone and so
// nodes; but one (ball), two (hinge) or all (weld) of them are the joint's points and ride on the
// other bone. Thus joints are exact, matrices stay definite, and weights act on each coordinate
// alone. A vertex that is attached to a soft part across a gap rides on one of its tets.

#pragma once

#include "brawn/anatomy.h"
#include "core/core.h"

/// A bone as an affine body.
typedef struct BrnAffineBone {
  int bone;          ///<
  bool known;        ///< fixed or scripted
  int other;         ///< bone that it hangs on by a joint; -1: none
  int shared;        ///< control points that ride on the other bone, the first ones
  double rest[4][3]; ///< control points, m
  double inverse[9]; ///< barycentric coordinates 1 to 3 of X are inverse (X - rest[0])
  int node_count;    ///< that the control points hang on
  int* node;         ///< (node_count)
  double* weight;    ///< of the nodes in the control points             (4 x node_count)
  double volume;     ///< m^3
  int material;      ///< of its tets
  int first_point;   ///< its control points as points, free bones only; -1: none
} BrnAffineBone;

typedef struct BrnNodes {
  int count;             ///< nodes
  int row_count;         ///< nodes with a free coordinate
  int point_count;       ///< vertices, then control points of free bones
  int* vertex;           ///< of each node                                        (count)
  uint8_t* held;         ///< bit i: coordinate i is given                        (count)
  int* row;              ///< -1: all coordinates are given                       (count)
  int* row_node;         ///< node of each row                                    (row_count)
  int* start;            ///< nodes of a point                                    (point_count + 1)
  int* node;             ///< (start[point_count])
  double* weight;        ///< (start[point_count])
  int* carrier;          ///< bone of a vertex; -1: soft                          (vertex_count)
  BrnAffineBone* affine; ///< (bone_count)
  int bone_count;
  const int* order;    ///< bones, as the skeleton hangs them on each other        (bone_count)
  int* ride;           ///< soft tet that carries a vertex; -1: none           (vertex_count)
  double* ride_weight; ///< of that tet's corners; NULL: nothing rides      (vertex_count x 4)
} BrnNodes;

/// @return BRN_UNSUPPORTED or BRN_INVALID for bodies that elimination cannot do
BrnStatus brn__nodes_create(BrnContext* ctx, const BrnModel* model, BrnNodes** out);
void brn__nodes_destroy(BrnContext* ctx, BrnNodes* nodes);

/// Is it the bone of a tet? -1: a soft tet
int brn__tet_bone(const BrnModel* model, int tet);

/// Each bone's control points; affine.c.
BrnStatus brn__affine_create(BrnContext* ctx, const BrnModel* model, BrnNodes* nodes);
/// Barycentric coordinates of a point in the control points of a bone.
void brn__affine_coordinates(const BrnAffineBone* affine, const double* X, double out[4]);
/// A ball that cannot swing is a weld.
BrnJointType brn__joint_type(const BrnModelJoint* joint);
/// How far X is out of the span of the first `count` of up to four points.
double brn__span_distance(double rest[4][3], int count, const double* X);

/// What holds on to soft parts across a gap, once the bones' carriers are known; carry.c.
BrnStatus brn__riders_find(BrnContext* ctx, const BrnModel* model, BrnNodes* nodes);

/// x = S y, for all points
void brn__nodes_to_points(BrnContext* ctx, const BrnNodes* nodes, const double* y, double* x);
/// out += S^T f, for the forces of vertices                      (count x 3)
void brn__nodes_add_forces(const BrnNodes* nodes, const double* force, double* out);
/// out = rows, and nothing where all is given
void brn__nodes_spread_rows(const BrnNodes* nodes, const double* rows, double* out);
/// y += s rows
void brn__nodes_add_rows(const BrnNodes* nodes, double s, const double* rows, double* y);
/// Given coordinates, from the rest pose and the poses of an input.
void brn__nodes_place_held(const BrnNodes* nodes, const BrnModel* model, const BrnPose* bone,
                           const BrnPose* support, double* y);
