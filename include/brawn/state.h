// SPDX-License-Identifier: Apache-2.0
//
// What changes while a model moves, and what acts on it meanwhile. A state keeps the input of its
// last step, with all that the drive remembers: a copy of it is a checkpoint.

#pragma once

#include "brawn/anatomy.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- input

/// What acts in a step; drive.h fills it. Arrays have as many items as the model's lists.
typedef struct BrnStepInput {
  double time;        ///< s
  double gravity[3];  ///< m/s^2
  double* activation; ///< of the units, 0 to 1                                   (unit_count)
  BrnPose* bone;      ///< from the rest pose; of scripted bones, others are not read. Below a
                      ///< scripted hinge on a free bone: as if that were at rest  (bone_count)
  BrnPose* support;   ///< from the rest pose                                   (support_count)
  double* load;       ///< scale of the loads                                      (load_count)
  double* memory;     ///< what the drive remembers from step to step: numbers of the scene's own
                      ///< (brn_model_memory_count()), then of somebody else's (own_count)
  int own_count;      ///< brn_drive_remember() says it; a copy of the input keeps its own
} BrnStepInput;

/// Nothing acts: no gravity, no activation, no load, everything in its rest pose. It has room for
/// what the scene's own drive remembers; see brn_drive_remember() for others.
BRN_API BrnStatus brn_input_create(BrnContext* ctx, const BrnModel* model, BrnStepInput** out);
/// Frees an input. NULL is allowed.
BRN_API void brn_input_destroy(BrnContext* ctx, BrnStepInput* input);
/// Between a (share 0) and b (share 1); out may be either. Memory is that of b.
BRN_API void brn_input_mix(const BrnModel* model, const BrnStepInput* a, const BrnStepInput* b,
                           double share, BrnStepInput* out);

/// Calls fn with every member of an input.
BRN_API void brn_input_members(const BrnModel* model, const BrnStepInput* input, BrnMemberFn* fn,
                               void* user);

// ----------------------------------------------------------------------------------------- state

/// Arrays that methods may keep in a state.
enum { BRN_STATE_OWN = 8 };

/// Everything that changes.
typedef struct BrnState {
  int vertex_count;
  double time;          ///< s
  int frame;            ///< steps done
  double* position;     ///< m                                                (vertex_count x 3)
  double* velocity;     ///< m/s, as the integrator has it; zero in quasi-static steps
                        ///< (vertex_count x 3)
  double* acceleration; ///< m/s^2: the same                              (vertex_count x 3)
  double step;          ///< s: length of the last dynamic step, or of its last part; 0: there was
                        ///< none, and the next one is of first order
  double* position_before;  ///< m: at the beginning of that step; not read while `step` is 0
                            ///< (vertex_count x 3)
  double* velocity_before;  ///< m/s: the same                                (vertex_count x 3)
  BrnStepInput* input;      ///< what acted at the end of the last step
  void* own[BRN_STATE_OWN]; ///< arrays that methods keep, in the order of their tables;
                            ///< brn_state_members() has them by name
} BrnState;

/// Ties of all fascias of a model.
BRN_API int brn_model_tie_count(const BrnModel* model);

/// The rest pose, on which nothing has acted yet.
BRN_API BrnStatus brn_state_create(BrnContext* ctx, const BrnModel* model, BrnState** out);
/// Frees a state. NULL is allowed.
BRN_API void brn_state_destroy(BrnContext* ctx, BrnState* state);
/// Makes `to` equal to `from`; both are states of the model. Takes no memory.
BRN_API void brn_state_copy(const BrnModel* model, const BrnState* from, BrnState* to);

/// Calls fn with every member of a state, and of the input in it.
BRN_API void brn_state_members(const BrnModel* model, const BrnState* state, BrnMemberFn* fn,
                               void* user);

/// The rigid pose of a bone away from its rest pose: the one nearest to where its vertices are.
BRN_API BrnPose brn_state_bone_pose(const BrnModel* model, const BrnState* state, int bone);

#ifdef __cplusplus
}
#endif
