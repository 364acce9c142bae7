// SPDX-License-Identifier: Apache-2.0
//
// Solvers: from a model and what drives it to the shape at the next frame.
//
//   BrnSolverDef def = brn_solver_def_default();
//   BRN_TRY(brn_solver_create(ctx, model, &def, &solver));
//   BRN_TRY(brn_state_create(ctx, model, &state));
//   BRN_TRY(brn_input_create(ctx, model, &input));
//   BRN_TRY(brn_drive_create(ctx, model, NULL, NULL, &drive));
//   for (int frame = 1; frame <= 48; frame++) {
//     BRN_TRY(brn_drive_fill(drive, brn_model_frame_time(model, frame), state, input));
//     BRN_TRY(brn_solver_step(solver, input, state, &report));
//   }
//
// A solver keeps nothing of the past: all that changes is in the state, so a copy of it is a
// checkpoint from which a run goes on with the same bits.

#pragma once

#include "brawn/drive.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------- solver

BRN_API BrnSolverDef brn_solver_def_default(void);
/// The defaults with what the model's scene asks for.
BRN_API BrnSolverDef brn_solver_def_of(const BrnModel* model);
/// Takes a method by its name, which brn_solver_def_check() looks at.
BRN_API void brn_solver_def_choose(BrnSolverDef* def, const char* method);
/// Sets a member from text, or a setting of a single method, whatever the def's method is:
/// "linear", "laplace"; "emu_alpha", "10".
BRN_API BrnStatus brn_solver_def_set(BrnContext* ctx, BrnSolverDef* def, const char* name,
                                     const char* value);
/// Tells one as text that brn_solver_def_set() takes.
BRN_API BrnStatus brn_solver_def_get(BrnContext* ctx, const BrnSolverDef* def, const char* name,
                                     char* value, size_t size);
/// What brn_solver_create() refuses whatever the model is: methods that are not there yet, members
/// out of range, inertia or contact with a method that has none.
BRN_API BrnStatus brn_solver_def_check(BrnContext* ctx, const BrnSolverDef* def);

/// Where the time of a step went, s.
typedef struct BrnStepTimes {
  double total;
  double elements; ///< energies, stresses and stiffnesses
  double assembly; ///< matrices of them
  double factor;   ///< factorisations
  double solve;    ///< solutions with factors, conjugate gradients
  double search;   ///< trials of the line search
} BrnStepTimes;

struct BrnTelling;

/// Numbers that methods may tell besides those of all.
enum { BRN_REPORT_OWN = 8 };

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
  double residual;       ///< N: forces out of balance, root of the sum of squares over the nodes
  double acting;         ///< N: forces that act, the same: loads, muscles, inertia, moved supports
  double reference;      ///< J: what decrements are measured by
  int inverted;          ///< tets that are inside out
  int first_inverted;    ///< -1: none
  int crushed;           ///< tets that have less than a twentieth of their volume left
  int first_crushed;     ///< -1: none
  double soft_volume;    ///< m^3: of all that is not bone
  int contacts;          ///< points that press on another part
  double contact_depth;  ///< m: of the deepest point of a part in another, beyond that at rest
  double contact_excess; ///< how often the depth that was asked for there; above 1: told
  int contact_parts[2];  ///< the point's part, and the one that it is in; -1: none
  double own[BRN_REPORT_OWN];       ///< what only the method tells: brn_step_report_value()
  const struct BrnTelling* telling; ///< what it tells, by name
  BrnStepTimes seconds;
} BrnStepReport;

/// A number that a method tells of its steps.
typedef struct BrnStepColumn {
  const char* name; ///< "iterations"; "alpha" of emu
  const char* unit; ///< NULL: none
  const char* help; ///< a phrase
  double value;
} BrnStepColumn;

/// What the method of a report tells, in the order of run.csv.
BRN_API int brn_step_report_column_count(const BrnStepReport* report);
BRN_API BrnStepColumn brn_step_report_column(const BrnStepReport* report, int index);
/// One of them by its name. @return NAN: the method tells no such thing
BRN_API double brn_step_report_value(const BrnStepReport* report, const char* name);

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
/// @return BRN_CANCELLED when brn_context_cancel() was called: the state is somewhere on the way
BRN_API BrnStatus brn_solver_step(BrnSolver* solver, const BrnStepInput* input, BrnState* state,
                                  BrnStepReport* report);

#ifdef __cplusplus
}
#endif
