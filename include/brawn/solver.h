// SPDX-License-Identifier: Apache-2.0
//
// Solvers: from a model and what drives it to the shape at the next frame.
//
//   BrnSolverDef def = brn_solver_def_default();
//   BRN_TRY(brn_solver_create(ctx, model, &def, &solver));
//   BRN_TRY(brn_state_create(ctx, model, &state));
//   BRN_TRY(brn_input_create(ctx, model, &input));
//   for (int frame = 1; frame <= 48; frame++) {
//     brn_input_fill(model, brn_model_frame_time(model, frame), input);
//     brn_input_sense(model, state, input);
//     BRN_TRY(brn_solver_step(solver, input, state, &report));
//   }
//
// A solver keeps nothing of the past: all that changes is in the state, so a copy of it is a
// checkpoint from which a run goes on with the same bits.

#pragma once

#include "brawn/anatomy.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- input

typedef struct BrnState BrnState;

/// What drives a step. Arrays have as many items as the model's lists.
typedef struct BrnStepInput {
  double time;        ///< s
  double gravity[3];  ///< m/s^2
  double* activation; ///< of the units, 0 to 1                                   (unit_count)
  BrnPose* bone;      ///< from the rest pose; of scripted bones, others are not read. Below a
                      ///< scripted hinge on a free bone: as if that were at rest  (bone_count)
  BrnPose* support;   ///< from the rest pose                                   (support_count)
  double* load;       ///< scale of the loads                                      (load_count)
  double* memory;     ///< what sensors, signals and activations remember from step to step
                      ///< (brn_model_memory_count())
} BrnStepInput;

/// Nothing acts: no gravity, no activation, no load, everything in its rest pose.
BRN_API BrnStatus brn_input_create(BrnContext* ctx, const BrnModel* model, BrnStepInput** out);
/// Frees an input. NULL is allowed.
BRN_API void brn_input_destroy(BrnContext* ctx, BrnStepInput* input);
/// What the model's own tracks and scripts say at a time. Before time 0 of a model with a run-up: a
/// share of what they say at 0.
BRN_API void brn_input_fill(const BrnModel* model, double time, BrnStepInput* input);
/// Adds what the model's signals make of sensors to an input that was filled. Sensors of bones that
/// scripts move are read at the input's time, all others as the state has them. `input->memory` is
/// made anew from `state->input->memory`. Without sensors and signals it does nothing. Takes no
/// memory. Once for each fill.
BRN_API void brn_input_sense(const BrnModel* model, const BrnState* state, BrnStepInput* input);
/// Numbers that an input remembers for the sensors, signals and units of a model.
BRN_API int brn_model_memory_count(const BrnModel* model);
/// What a sensor told and a signal was when the input was sensed, in the units of BrnSensorKind.
BRN_API double brn_input_sensor(const BrnModel* model, const BrnStepInput* input, int sensor);
BRN_API double brn_input_signal(const BrnModel* model, const BrnStepInput* input, int signal);
/// Between a (share 0) and b (share 1); out may be either.
BRN_API void brn_input_mix(const BrnModel* model, const BrnStepInput* a, const BrnStepInput* b,
                           double share, BrnStepInput* out);

// ----------------------------------------------------------------------------------------- state

/// Everything that changes.
struct BrnState {
  int vertex_count;
  double time;          ///< s
  int frame;            ///< steps done
  double* position;     ///< m                                                (vertex_count x 3)
  double* velocity;     ///< m/s, as the integrator has it; zero in quasi-static steps
                        ///< (vertex_count x 3)
  double* acceleration; ///< m/s^2: the same                              (vertex_count x 3)
  double step;          ///< s: length of the last dynamic step, or of its last part; 0: there was
                        ///< none, and the next one is of first order
  double* position_before; ///< m: at the beginning of that step; not read while `step` is 0
                           ///< (vertex_count x 3)
  double* velocity_before; ///< m/s: the same                                (vertex_count x 3)
  int* target; ///< xpbd: triangle of the mesh that each tie of a fascia slides on, the ties of all
               ///< fascias one after another; -1: none yet           (brn_model_tie_count())
  int* touch;  ///< xpbd: triangles of other surfaces that each point touches, up to 4 of them; -1:
               ///< none                                              (brn_model_touch_count())
  BrnPose* bone;         ///< xpbd on tets: poses of free bones, from rest     (bone_count)
  double* bone_velocity; ///< and their velocities, m/s, rad/s             (bone_count x 6)
  BrnStepInput* input;   ///< what acted at the end of the last step
};

/// Ties of all fascias of a model.
BRN_API int brn_model_tie_count(const BrnModel* model);
/// Contacts that a state remembers: 4 of each vertex of a body of surfaces.
BRN_API int brn_model_touch_count(const BrnModel* model);

/// The rest pose, on which nothing has acted yet.
BRN_API BrnStatus brn_state_create(BrnContext* ctx, const BrnModel* model, BrnState** out);
/// Frees a state. NULL is allowed.
BRN_API void brn_state_destroy(BrnContext* ctx, BrnState* state);
/// Makes `to` equal to `from`; both are states of the model. Takes no memory.
BRN_API void brn_state_copy(const BrnModel* model, const BrnState* from, BrnState* to);

/// The rigid pose of a bone away from its rest pose: the one nearest to where its vertices are.
BRN_API BrnPose brn_state_bone_pose(const BrnModel* model, const BrnState* state, int bone);

// ---------------------------------------------------------------------------------------- solver

BRN_API BrnSolverDef brn_solver_def_default(void);
/// The defaults with what the model's scene asks for.
BRN_API BrnSolverDef brn_solver_def_of(const BrnModel* model);
/// Sets a member from text: "linear", "laplace".
BRN_API BrnStatus brn_solver_def_set(BrnContext* ctx, BrnSolverDef* def, const char* name,
                                     const char* value);

/// Where the time of a step went, s.
typedef struct BrnStepTimes {
  double total;
  double elements; ///< energies, stresses and stiffnesses
  double assembly; ///< matrices of them
  double factor;   ///< factorisations
  double solve;    ///< solutions with factors, conjugate gradients
  double search;   ///< trials of the line search
} BrnStepTimes;

typedef struct BrnStepReport {
  BrnOutcome outcome;    ///< not converged: the state is the best that was reached
  int iterations;        ///< of Newton's method, in all parts of the step
  int linear_iterations; ///< of conjugate gradients
  int factorizations;    ///< failed ones included
  int projections;       ///< iterations that needed the definite stiffness
  int trials;            ///< of the line search
  int parts;             ///< that the step was cut into
  double energy;         ///< J: of deformation and activation, less the work of dead loads
  double kinetic;        ///< J: of all vertices; zero in quasi-static steps
  double decrement;      ///< of the last iteration over the reference energy
  double residual;       ///< N: forces out of balance, root of the sum of squares
  double reference;      ///< J: what decrements are measured by
  int inverted;          ///< tets that are inside out
  int first_inverted;    ///< -1: none
  double soft_volume;    ///< m^3: of all that is not bone
  double alpha;          ///< emu, admm: weight of continuity
  double gap;            ///< emu, admm: |F - G q|, root of the mean square over the volume
  double stretch;        ///< xpbd on surfaces: relative error of edges along fibres, root of the
                         ///< mean square
  double volume_error;   ///< xpbd on surfaces: largest of a muscle, over its goal
  int contacts;          ///< xpbd: points that are kept from passing through
  double depth;          ///< xpbd: deepest penetration that is left, m
  BrnStepTimes seconds;
} BrnStepReport;

typedef struct BrnSolver BrnSolver;

/// Methods that there are, and their names.
BRN_API int brn_solver_method_count(void);
BRN_API const char* brn_solver_method(int index);

/// Prepares a method for a model, which must outlive the solver.
/// @return BRN_INVALID or BRN_UNSUPPORTED for a def or a model that the method cannot do: *out is
/// NULL and brn_last_error() names the culprit and the cure
BRN_API BrnStatus brn_solver_create(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def,
                                    BrnSolver** out);
/// Frees a solver. NULL is allowed.
BRN_API void brn_solver_destroy(BrnContext* ctx, BrnSolver* solver);

/// Takes the state to where the input wants it. Not converging is an outcome, not a failure. Once
/// it has run, it takes no memory but what the library of the direct solver takes for itself.
BRN_API BrnStatus brn_solver_step(BrnSolver* solver, const BrnStepInput* input, BrnState* state,
                                  BrnStepReport* report);

#ifdef __cplusplus
}
#endif
