// SPDX-License-Identifier: Apache-2.0
//
// What makes a body move: from a time and a state to the input of the next step.
//
//   BrnDrive* drive;
//   BRN_TRY(brn_drive_create(ctx, model, NULL, NULL, &drive));   // what the scene says
//   BRN_TRY(brn_drive_fill(drive, time, state, input));
//
// The scene's own drive has its tracks, scripts, run-up, sensors and signals. A controller is a
// drive of somebody's own: a table of operations and what belongs to it. Whichever it is, muscles
// with dynamics then follow what they are told.

#pragma once

#include "brawn/state.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a drive is asked: to make an input.
typedef struct BrnDriveStep {
  const BrnModel* model;
  double time;           ///< of the input, s
  const BrnState* state; ///< as the step before has left it
  BrnStepInput* input;   ///< nothing acts in it yet, but for gravity
  double* memory; ///< as it was left after the step before, and 0 at first; only what is in here
                  ///< and in the state may matter, or a run cannot go on from a checkpoint
                  ///< (BrnDriveOps.memory_count())
} BrnDriveStep;

/// A kind of drive. Members that say so may be NULL.
typedef struct BrnDriveOps {
  const char* name; ///< for messages
  /// How many numbers it remembers from step to step. NULL: none.
  int (*memory_count)(const void* self, const BrnModel* model);
  /// Fills the input; activations are what muscles are told. Takes no memory.
  BrnStatus (*fill)(BrnContext* ctx, void* self, const BrnDriveStep* step);
  void (*destroy)(BrnContext* ctx, void* self); ///< NULL: nothing to do
} BrnDriveOps;

typedef struct BrnDrive BrnDrive;

/// @param ops must outlive the drive; NULL: the scene's own drive
/// @param self handed to the operations; the drive's from now on, also when this fails
BRN_API BrnStatus brn_drive_create(BrnContext* ctx, const BrnModel* model, const BrnDriveOps* ops,
                                   void* self, BrnDrive** out);
/// Frees a drive and what belongs to it. NULL is allowed.
BRN_API void brn_drive_destroy(BrnContext* ctx, BrnDrive* drive);

/// What acts at a time. The same time and state give the same input, to the bit. Takes no memory.
/// @param state its input has the drive's memory of the step before
/// @return what the drive's fill returned; the scene's own does not fail
BRN_API BrnStatus brn_drive_fill(BrnDrive* drive, double time, const BrnState* state,
                                 BrnStepInput* input);

/// Makes room in an input for what the drive remembers, all of it 0: in that of a state and in that
/// which is filled, before the first step. The scene's own drive does not need it.
BRN_API BrnStatus brn_drive_remember(BrnContext* ctx, const BrnDrive* drive, BrnStepInput* input);

/// For drives that add to the scene's: fills the input of a step with all that the scene says.
/// Tracks and scripts are those of the time; before time 0 of a model with a run-up a share of what
/// they are at 0. Sensors of bones that scripts move are read at that time, all others as the state
/// has them; signals are added to what muscles are told.
BRN_API void brn_drive_scene(const BrnDriveStep* step);

// ----------------------------------------------------------------- what the scene's own drive said

/// Numbers that the scene's own drive remembers, for sensors, signals and muscles.
BRN_API int brn_model_memory_count(const BrnModel* model);
/// What a sensor told and a signal was when the input was filled, in the units of BrnSensorKind.
BRN_API double brn_input_sensor(const BrnModel* model, const BrnStepInput* input, int sensor);
BRN_API double brn_input_signal(const BrnModel* model, const BrnStepInput* input, int signal);
/// What a unit was told to be when the input was filled, 0 to 1: its keys and its signal, which its
/// activation follows where the muscle has dynamics or a signal.
BRN_API double brn_input_excitation(const BrnModel* model, const BrnStepInput* input, int unit);

// ----------------------------------------------------------------------------------------- scripts

/// Pose of a bone away from its rest pose at a time, s: its script, or its joint's, or none.
BRN_API BrnPose brn_model_bone_pose(const BrnModel* model, int bone, double time);
/// Pose of a scripted motion away from the rest pose.
BRN_API BrnPose brn_model_motion_pose(const BrnModel* model, int motion, double time);
/// Activations of all units, 0 to 1.
/// @param out (unit_count)
BRN_API void brn_model_activations(const BrnModel* model, double time, double* out);
/// The time of a frame, s.
BRN_API double brn_model_frame_time(const BrnModel* model, double frame);

#ifdef __cplusplus
}
#endif
