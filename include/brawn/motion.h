// SPDX-License-Identifier: Apache-2.0
//
// Motion as data: values keyed in time, rotations and rigid poses, and motion clips of skeletons.
//
//   BrnTrackDef def = brn_track_def_default(BRN_TRACK_ACTIVATION);
//   def.name = "biceps";
//   def.key_count = 3;
//   def.time = (double[]){0, 0.3, 1};
//   def.value = (double[]){0, 1, 0.2};
//   BrnTrack* track;
//   BRN_TRY(brn_track_create(ctx, &def, &track));
//   brn_track_value(track, 0.1, &activation);
//
// Rotations are unit quaternions (w, x, y, z), angles are radians, times seconds, lengths metres.
// Nothing that is asked of a track, a pose or a clip allocates.

#pragma once

#include "brawn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------- rotations
// q and -q are the same rotation; interpolation always takes the short way. Results may be written
// over inputs.

/// Order in which rotations about the axes are multiplied: XYZ is Rx Ry Rz, so the last one acts on
/// a point first. Channels of a BVH file follow the same rule.
typedef enum BrnEulerOrder {
  BRN_EULER_XYZ,
  BRN_EULER_XZY,
  BRN_EULER_YXZ,
  BRN_EULER_YZX,
  BRN_EULER_ZXY,
  BRN_EULER_ZYX,
} BrnEulerOrder;

/// out = a b: b acts first.
BRN_API void brn_rotation_multiply(const double a[4], const double b[4], double out[4]);
BRN_API void brn_rotation_invert(const double q[4], double out[4]);
BRN_API void brn_rotation_apply(const double q[4], const double point[3], double out[3]);

/// How far a rotation turns about an axis of unit length, in (-pi, pi]: its twist, where the rest
/// of it swings the axis.
BRN_API double brn_rotation_about(const double q[4], const double axis[3]);

/// The rotation by the length of a vector (radians) about its direction.
BRN_API void brn_rotation_exp(const double vector[3], double out[4]);
/// The shortest vector with brn_rotation_exp(vector) = q; its length is at most pi.
BRN_API void brn_rotation_log(const double q[4], double out[3]);

/// The axis needs no unit length, but some.
BRN_API void brn_rotation_from_axis_angle(const double axis[3], double angle, double out[4]);

/// Rows of the 3 x 3 matrix, which acts on columns.
BRN_API void brn_rotation_to_matrix(const double q[4], double out[9]);
BRN_API void brn_rotation_from_matrix(const double matrix[9], double out[4]);

/// Angles in the sequence of the order: for ZXY angle[0] is the one about Z.
BRN_API void brn_rotation_from_euler(BrnEulerOrder order, const double angle[3], double out[4]);
/// The middle angle is in [-pi/2, pi/2], the others in [-pi, pi]. Where the middle one is +-pi/2
/// the other two turn about one axis: the last one is 0.
BRN_API void brn_rotation_to_euler(BrnEulerOrder order, const double q[4], double out[3]);

/// From a (s = 0) to b (s = 1) at constant angular speed, the short way.
BRN_API void brn_rotation_slerp(const double a[4], const double b[4], double s, double out[4]);

// ----------------------------------------------------------------------------------------- poses

/// A rigid motion: x goes to rotation x + translation.
typedef struct BrnPose {
  double rotation[4];    ///< unit quaternion, w x y z
  double translation[3]; ///< m
} BrnPose;

BRN_API BrnPose brn_pose_identity(void);
/// a b: b acts first. With a the pose of the parent and b that of the child in it, the child's.
BRN_API BrnPose brn_pose_compose(const BrnPose* a, const BrnPose* b);
BRN_API BrnPose brn_pose_invert(const BrnPose* pose);
/// Translation along the straight line, rotation by slerp.
BRN_API BrnPose brn_pose_interpolate(const BrnPose* a, const BrnPose* b, double s);
/// out may be point.
BRN_API void brn_pose_apply(const BrnPose* pose, const double point[3], double out[3]);

// ---------------------------------------------------------------------------------------- tracks

typedef enum BrnTrackKind {
  BRN_TRACK_SCALAR,     ///< one number
  BRN_TRACK_ACTIVATION, ///< one number in [0, 1], and never outside of it
  BRN_TRACK_VECTOR,     ///< three numbers
  BRN_TRACK_ROTATION,   ///< a unit quaternion
} BrnTrackKind;

/// How a value goes from its key to the next one.
typedef enum BrnKeyShape {
  BRN_KEY_STEP,   ///< stays, and jumps at the next key
  BRN_KEY_LINEAR, ///< straight; rotations turn at constant speed
  BRN_KEY_SMOOTH, ///< a cubic with continuous velocity that does not overshoot its two keys
} BrnKeyShape;

/// What comes before the first key and after the last one.
typedef enum BrnRepeat {
  BRN_REPEAT_HOLD,      ///< the first and the last value
  BRN_REPEAT_LOOP,      ///< the keys again; at the last key's time the first one has its turn
  BRN_REPEAT_PING_PONG, ///< the keys backwards, then again forwards
} BrnRepeat;

/// Parameters of a track. Initialise with brn_track_def_default(). The arrays are copied.
typedef struct BrnTrackDef {
  BrnTrackKind kind;
  const char* name;         ///< for messages; NULL (default): none
  int key_count;            ///< at least 1
  const double* time;       ///< of the keys, ascending                         (key_count)
  const double* value;      ///< (key_count x 1, 3 or 4)
  const BrnKeyShape* shape; ///< of each key; NULL (default): all_shape         (key_count)
  BrnKeyShape all_shape;    ///< default BRN_KEY_SMOOTH
  BrnRepeat repeat;         ///< default BRN_REPEAT_HOLD
  double seconds_per_unit;  ///< of time; default 1; 1.0 / 24: times are frames
  int cookie;               ///< set by brn_track_def_default(); leave it alone
} BrnTrackDef;

typedef struct BrnTrack BrnTrack;

BRN_API BrnTrackDef brn_track_def_default(BrnTrackKind kind);

/// @return BRN_INVALID for keys that are not sorted, share a time or have an impossible value: *out
/// is NULL and brn_last_error() names track and key
BRN_API BrnStatus brn_track_create(BrnContext* ctx, const BrnTrackDef* def, BrnTrack** out);
/// Frees a track. NULL is allowed.
BRN_API void brn_track_destroy(BrnContext* ctx, BrnTrack* track);

BRN_API BrnTrackKind brn_track_kind(const BrnTrack* track);
/// Time of the first and the last key, s.
BRN_API void brn_track_span(const BrnTrack* track, double* first, double* last);

/// The value at a finite time.
/// @param out 1, 3 or 4 numbers
BRN_API void brn_track_value(const BrnTrack* track, double time, double* out);

/// How fast the value changes, per second; where that jumps, what follows counts.
/// @param out 1 or 3 numbers; for rotations the angular velocity in the outer frame, rad/s
BRN_API void brn_track_velocity(const BrnTrack* track, double time, double* out);

/// Where in [first, last] a time falls.
/// @param direction may be NULL; 1, or -1 where time runs backwards, or 0 where it stands still
BRN_API double brn_repeat_time(BrnRepeat repeat, double first, double last, double time,
                               int* direction);

// ----------------------------------------------------------------------------------------- clips

/// What a channel of a clip moves, about or along one axis.
typedef enum BrnChannel {
  BRN_CHANNEL_X_POSITION,
  BRN_CHANNEL_Y_POSITION,
  BRN_CHANNEL_Z_POSITION,
  BRN_CHANNEL_X_ROTATION,
  BRN_CHANNEL_Y_ROTATION,
  BRN_CHANNEL_Z_ROTATION,
} BrnChannel;

/// The motion of a skeleton. A joint's pose in its parent is first the translation (its offset, in
/// which position channels replace the numbers of their axes), then the product of its rotation
/// channels in their order.
///
/// Joints come as in the file, depth first: a parent before its children, joint 0 is the root. End
/// sites are joints without channels.
typedef struct BrnClip {
  int joint_count, channel_count, frame_count;
  double frame_time;   ///< s
  char** name;         ///< an end site has that of its parent and "_end"       (joint_count)
  int* parent;         ///< -1 for the root                                     (joint_count)
  bool* end_site;      ///< is it only the end of its parent?                   (joint_count)
  double* offset;      ///< in the parent, m                                    (joint_count x 3)
  int* channel_start;  ///< joint j has channels start[j] to start[j + 1] - 1   (joint_count + 1)
  BrnChannel* channel; //                                                       (channel_count)
  double* value;       ///< m and radians                            (frame_count x channel_count)
} BrnClip;

/// What a motion file does not say of itself. Initialise with brn_clip_def_default(); NULL in a
/// call means just that.
typedef struct BrnClipDef {
  double metres_per_unit; ///< length of the file's unit; default 1; BVH files often are in cm: 0.01
  char up;                ///< the file's up-axis, 'x', 'y' or 'z'; default 'y'
  bool add_offset;        ///< positions are measured from the offset, not instead of it; default
                          ///< false
  int cookie;             ///< set by brn_clip_def_default(); leave it alone
} BrnClipDef;

BRN_API BrnClipDef brn_clip_def_default(void);

/// Reads a Biovision hierarchy (.bvh). On failure *out is NULL and brn_last_error() tells file,
/// line and what was expected there.
BRN_API BrnStatus brn_clip_read(BrnContext* ctx, const char* path, const BrnClipDef* def,
                                BrnClip** out);
/// Writes one, numbers with 15 digits: as many as survive the change of units both ways.
BRN_API BrnStatus brn_clip_write(BrnContext* ctx, const BrnClip* clip, const char* path,
                                 const BrnClipDef* def);
/// Frees a clip. NULL is allowed.
BRN_API void brn_clip_destroy(BrnContext* ctx, BrnClip* clip);

/// Time of the last frame, s; the first one is at 0.
BRN_API double brn_clip_duration(const BrnClip* clip);

/// The joint of that name.
/// @return BRN_NOT_FOUND, and the nearest spelling in the message; BRN_INVALID when several joints
/// are called so
BRN_API BrnStatus brn_clip_find_joint(BrnContext* ctx, const BrnClip* clip, const char* name,
                                      int* out);

/// The pose of every joint in its parent at a time, which need not be that of a frame: translations
/// go straight, rotations by slerp. Before the first and after the last frame the pose holds; see
/// brn_repeat_time() for clips that go on. Without frames it is the rest pose.
/// @param out (joint_count)
BRN_API void brn_clip_local_poses(const BrnClip* clip, double time, BrnPose* out);

/// The same in the world.
BRN_API void brn_clip_global_poses(const BrnClip* clip, double time, BrnPose* out);

/// The same motion at another frame rate. Joints with three rotation channels turn as the poses do;
/// those with fewer cannot follow a slerp, and each of their angles goes the short way. Times that
/// hit a frame take its numbers as they are.
BRN_API BrnStatus brn_clip_resample(BrnContext* ctx, const BrnClip* clip, double frames_per_second,
                                    BrnClip** out);

#ifdef __cplusplus
}
#endif
