// SPDX-License-Identifier: Apache-2.0
//
// Test bodies without a scanner: muscles, tendons and bones as one conforming labelled tet mesh,
// made from a few lengths and a number of tets.
//
//   BrnShapeDef def = brn_shape_def_default(BRN_SHAPE_FUSIFORM);
//   def.tets = 100000;
//   BrnMesh* mesh;
//   BRN_TRY(brn_shape_make(ctx, &def, &mesh));
//
// The muscle hangs: its axis is Y, the proximal bone (the origin) is at the top, above y = length,
// and the distal bone (the insertion) at the bottom, below y = 0. The curved one starts like that
// and then turns towards +X; the torus lies in the plane y = 0.
//
// Every tet has a label with a name:
//   1 bone_proximal    2 bone_distal    3 tendon_proximal    4 tendon_distal    5 muscle
//   6 muscle_left      7 muscle_right   8 tendon_central     9 bone_corner
// (left is x < 0) and a row in the tet array "fibre": a unit vector from origin to insertion in
// muscles and tendons, zero in bones.
//
// The same def gives the same bytes on every run, with any number of workers.

#pragma once

#include "brawn/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum BrnShape {
  BRN_SHAPE_FUSIFORM,  ///< a spindle between two bones
  BRN_SHAPE_BIPENNATE, ///< a feather: oblique fibres on both sides of a central tendon
  BRN_SHAPE_PAIR,      ///< two half spindles side by side
  BRN_SHAPE_CURVED,    ///< a spindle that runs around a bone
  BRN_SHAPE_BAR,       ///< a rectangular bar between two slabs of bone
  BRN_SHAPE_TORUS,     ///< a ring
  BRN_SHAPE_BLOCK,     ///< a box with jittered inner vertices
  BRN_SHAPE_COUNT,
} BrnShape;

/// Parameters of a shape. Initialise with brn_shape_def_default(). Which members matter for a shape
/// is told by brn_shape_uses(); the others are left alone.
typedef struct BrnShapeDef {
  BrnShape shape;
  int tets;            ///< tets wanted, 100 to 20 million; what comes is near; default 20000
  double length;       ///< of the axis without the bones, m; the ring: once around
  double width;        ///< where the muscle is widest, m
  double thickness;    ///< of the flattened belly, across its width, m
  double tendon_width; ///< of both ends, m
  double tendon;       ///< share of the length that is tendon at each end; 0: none
  double bone;         ///< length of each bone block, m; 0: none
  double bone_width;   ///< of the bone blocks, m
  double bend;         ///< angle the axis turns by, degrees
  double bend_radius;  ///< of the axis in the turn, m
  bool corner;         ///< is there a bone in the turn?
  double gap;          ///< pair: between the muscles; curved: between muscle and corner bone; m
  double central;      ///< share of the belly that the central tendon runs through
  double pennation;    ///< angle between fibres and axis, degrees
  double jitter;       ///< displacement of inner vertices, in cells
  int seed;            ///< of the jitter
  int cookie;          ///< set by brn_shape_def_default(); leave it alone
} BrnShapeDef;

/// Default parameters; they differ from shape to shape.
BRN_API BrnShapeDef brn_shape_def_default(BrnShape shape);

/// Makes the mesh: upright tets, labels with names, and the array "fibre".
/// @return BRN_INVALID for parameters that cannot work: *out is NULL and brn_last_error() names the
/// member, its value and what would work
BRN_API BrnStatus brn_shape_make(BrnContext* ctx, const BrnShapeDef* def, BrnMesh** out);

/// "fusiform" and so on.
BRN_API const char* brn_shape_name(BrnShape shape);

/// One line for people.
BRN_API const char* brn_shape_title(BrnShape shape);

/// Does a member of the def ("bone_width") matter for this shape?
BRN_API bool brn_shape_uses(BrnShape shape, const char* member);

/// The shape of that name.
/// @return BRN_NOT_FOUND, and a message that lists the names
BRN_API BrnStatus brn_shape_find(BrnContext* ctx, const char* name, BrnShape* out);

#ifdef __cplusplus
}
#endif
