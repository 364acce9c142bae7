// SPDX-License-Identifier: Apache-2.0
//
// Bones and joints: what hangs on what, which motions are given, and how everything moves with the
// coordinates of the joints.
//
//   BrnSkeleton* skeleton = model->skeleton;             // or by brn_skeleton_create()
//   brn_skeleton_rest(skeleton, q);                      // every joint as it is at rest
//   q[skeleton->coordinate[shank]] = 0.3;                // a hinge: radians
//   brn_skeleton_poses(skeleton, q, pose);               // in: given bones; out: all of them
//   brn_skeleton_point_jacobian(skeleton, pose, shank, heel, J);
//
// Joints tell two trees. As they are described a bone hangs on the bone that its joint names first:
// that is how programs for animation see a body. As they move, bones hang on those whose motion is
// given, whatever the joints name first: `order`, `parent`, `via`. A joint that is in neither tree
// closes a ring.
//
// A pose is the motion from rest. Nothing but brn_skeleton_create() takes memory.

#pragma once

#include "brawn/motion.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a joint lets its child do against its parent.
typedef enum BrnJointType {
  BRN_JOINT_BALL,  ///< turn about a point
  BRN_JOINT_HINGE, ///< turn about an axis
  BRN_JOINT_WELD,  ///< nothing
} BrnJointType;

/// Where the motion of a bone comes from.
typedef enum BrnBoneMotion {
  BRN_BONE_FREE,     ///< from what acts on it
  BRN_BONE_FIXED,    ///< it stays
  BRN_BONE_SCRIPTED, ///< from a script of its own
  BRN_BONE_TURNED,   ///< from the script of a hinge, whose first bone's motion is given, too
} BrnBoneMotion;

typedef struct BrnSkeletonBone {
  BrnBoneMotion motion; ///< of a bone that is described: not BRN_BONE_TURNED, which is found
  double centre[3];     ///< of mass, at rest, m; displacements of free roots are told of it
} BrnSkeletonBone;

typedef struct BrnSkeletonJoint {
  BrnJointType type;
  int parent, child; ///< bones
  bool scripted;     ///< is its angle given? Hinges only
  double point[3];   ///< at rest, m
  double axis[3];    ///< unit vector; hinges only
} BrnSkeletonJoint;

/// Read-only once made.
typedef struct BrnSkeleton {
  int bone_count, joint_count;
  BrnSkeletonBone* bone;   ///< (bone_count)
  BrnSkeletonJoint* joint; ///< (joint_count)

  int* turner; ///< the scripted joint that has the bone as its child; -1: none  (bone_count)
  int* above;  ///< as described: that, or else the first joint that has the bone as its child and
               ///< closes no ring; -1: none                                     (bone_count)

  int* order;   ///< bones, parents first: those whose motion is given, all that hangs on them by
                ///< breadth, then the same from the first bone that is left     (bone_count)
  int* parent;  ///< as it moves: bone that it hangs on; -1: a root              (bone_count)
  int* via;     ///< and the joint between them; -1: a root                      (bone_count)
  bool* closes; ///< a joint that closes a ring: it is in no tree, and not all of its bones' motion
                ///< is given                                                    (joint_count)

  int coordinate_count, freedom_count;
  int* coordinate; ///< first one of the joint above the bone, or of a free root (bone_count)
  int* freedom;    ///< first one of the rates of those                          (bone_count)
} BrnSkeleton;

/// Both lists are copied.
/// @return BRN_INVALID for scripted joints that are no tree, with the numbers of the joints
BRN_API BrnStatus brn_skeleton_create(BrnContext* ctx, const BrnSkeletonBone* bone, int bone_count,
                                      const BrnSkeletonJoint* joint, int joint_count,
                                      BrnSkeleton** out);
/// Frees a skeleton. NULL is allowed.
BRN_API void brn_skeleton_destroy(BrnContext* ctx, BrnSkeleton* skeleton);

/// Is all of the bone's motion given?
BRN_API bool brn_skeleton_is_given(const BrnSkeleton* skeleton, int bone);
/// The bone that the one hangs on as described; -1: none.
BRN_API int brn_skeleton_bone_above(const BrnSkeleton* skeleton, int bone);

/// What is wrong with a scripted joint.
typedef enum BrnJointClash {
  BRN_JOINT_FINE,
  BRN_JOINT_TWICE,  ///< another one turns its child already
  BRN_JOINT_CIRCLE, ///< its child would turn itself
} BrnJointClash;

/// Scripted joints must be a tree. Holds the last joint of a list against those before it.
/// @param other the one that it clashes with
BRN_API BrnJointClash brn_joint_clash(const BrnSkeletonJoint* joint, int joint_count, int* other);

// ------------------------------------------------------------------------------------ coordinates
//
//                 coordinates                                          rates
//   hinge         angle about the axis, rad                            rad/s
//   ball          rotation, unit quaternion w x y z                    in axes of the child, rad/s
//   weld          none                                                 none
//   free root     displacement of its centre, m; rotation              m/s; in its own axes, rad/s
//
// A coordinate is of the joint's child against its parent, in whichever direction the tree runs.
// Bones whose motion is given have none. A scripted hinge on a bone that is free has one: whoever
// moves the skeleton gives it.

/// Coordinates of the rest pose.
/// @param q (coordinate_count)
BRN_API void brn_skeleton_rest(const BrnSkeleton* skeleton, double* q);

/// Poses of all bones.
/// @param pose in: of the bones whose motion is given; out: of all                (bone_count)
BRN_API void brn_skeleton_poses(const BrnSkeleton* skeleton, const double* q, BrnPose* pose);

/// Coordinates of poses: what joints cannot do is left out. Angles are in (-pi, pi].
/// @param q (coordinate_count)
BRN_API void brn_skeleton_coordinates(const BrnSkeleton* skeleton, const BrnPose* pose, double* q);

/// Coordinates after a time at constant rates.
/// @param rate (freedom_count)
/// @param out (coordinate_count), may be q
BRN_API void brn_skeleton_advance(const BrnSkeleton* skeleton, const double* q, const double* rate,
                                  double time, double* out);

/// How the child of a joint is turned against its parent, away from rest.
BRN_API void brn_joint_rotation(const BrnPose* parent, const BrnPose* child, double out[4]);

// -------------------------------------------------------------------------------------- Jacobians
// By rates; poses are those of brn_skeleton_poses(). Rows of x, y, z in the world. What bones whose
// motion is given do by themselves comes on top.

/// Velocity of a point of a bone.
/// @param point at rest, m
/// @param out (3 x freedom_count)
BRN_API void brn_skeleton_point_jacobian(const BrnSkeleton* skeleton, const BrnPose* pose, int bone,
                                         const double point[3], double* out);
/// Angular velocity of a bone.
/// @param out (3 x freedom_count)
BRN_API void brn_skeleton_angle_jacobian(const BrnSkeleton* skeleton, const BrnPose* pose, int bone,
                                         double* out);

#ifdef __cplusplus
}
#endif
