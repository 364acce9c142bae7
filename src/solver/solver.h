// SPDX-License-Identifier: Apache-2.0
//
// What methods have in common: a table that describes them, and their operations.

#pragma once

#include "scene/methods.h"

#include "brawn/measure.h"
#include "drive/input.h"

/// What a method tells of a state; measure.c and its neighbours make everything else of it. Arrays
/// come zeroed. Its rows are in measure.c.
typedef struct BrnInspection {
  double* stress;  ///< first Piola-Kirchhoff, Pa: derivative of the body's energy by the F of the
                   ///< tet, over its rest volume; bones 0                     (tet_count x 9)
  double* energy;  ///< density, J/m^3; bones 0                                (tet_count)
  double* load;    ///< forces on the vertices by gravity and loads, N         (vertex_count x 3)
  double* inertia; ///< and by inertia, damping, contact; stays 0 in balance  (vertex_count x 3)
  int* carrier;    ///< bone that carries the vertex; -1: none                 (vertex_count)
  BrnWrench* ring; ///< of the parent on the child of joints that close a ring, which balance alone
                   ///< cannot tell, about any point                           (joint_count)
  BrnWrench* support; ///< what supports do to free bones, about any point     (support_count)
} BrnInspection;

struct BrnMeasuring;

/// What a method tells of its steps, by name and in words.
typedef struct BrnTelling {
  const BrnField* columns; ///< of run.csv, in their order: numbers of BrnStepReport
  const char* constant;    ///< one that is the same in all frames, and told at the end; NULL: none
  const char* cure;        ///< a sentence for steps that did not converge; NULL: by the outcome
  /// What counts of a step that was made, for people; NULL: its iterations.
  void (*brief)(const BrnStepReport* report, char* text, size_t size);
  /// What kept a step from converging, after "frame 7 "; NULL or false: forces that do not balance.
  bool (*explain)(const BrnStepReport* report, char* text, size_t size);
} BrnTelling;

/// What a term of a body depends on. Methods whose unknowns are positions take them all.
typedef enum BrnTermKind {
  BRN_TERM_OF_TETS = 1,  ///< deformation gradients: who has those as unknowns evaluates it there
  BRN_TERM_OF_LOADS = 2, ///< forces that are the same at every shape; in body->dead
  BRN_TERM_OF_TIES = 4,  ///< equations of few nodes, which some methods solve exactly
  BRN_TERM_OF_NODES = 8, ///< positions: all others
  BRN_TERM_OF_ANY = 15,
} BrnTermKind;

/// Which terms a method takes; 0: it has no body with terms.
typedef struct BrnTakes {
  BrnTermKind kinds;
  BrnTermKind partly; ///< of them, those that it takes with some settings of its own alone
  bool (*with)(const BrnSolverDef* def); ///< are these such settings?
  const char* cure;                      ///< "set solver.emu_step to \"newton\""
} BrnTakes;

#define BRN_COLUMN(kind, key, member, ...)                                                         \
  { .name = key, .type = kind, .offset = offsetof(BrnStepReport, member), __VA_ARGS__ }
#define BRN_COLUMN_INT(key, member, ...) BRN_COLUMN(BRN_FIELD_INT, key, member, __VA_ARGS__)
#define BRN_COLUMN_DOUBLE(key, member, ...) BRN_COLUMN(BRN_FIELD_DOUBLE, key, member, __VA_ARGS__)
/// A number that only the method tells: report->own[index]. One that has no room does not compile.
#define BRN_COLUMN_OWN(key, index, ...)                                                            \
  BRN_COLUMN_DOUBLE(key,                                                                           \
                    own[(index) + 0 * sizeof(char[(int)(index) < (int)BRN_REPORT_OWN ? 1 : -1])],  \
                    __VA_ARGS__)

/// What all methods on tets tell; those of their own go behind.
#define BRN_BODY_COLUMNS                                                                           \
  BRN_COLUMN_INT("iterations", iterations, .help = "in all parts of the step"),                    \
      BRN_COLUMN_INT("linear_iterations", linear_iterations, .help = "of conjugate gradients"),    \
      BRN_COLUMN_INT("factorizations", factorizations, .help = "failed ones included"),            \
      BRN_COLUMN_INT("projections", projections,                                                   \
                     .help = "iterations that needed the definite stiffness"),                     \
      BRN_COLUMN_INT("trials", trials, .help = "of the line search"),                              \
      BRN_COLUMN_INT("parts", parts, .help = "that the step was cut into"),                        \
      BRN_COLUMN_DOUBLE("energy", energy, .unit = "J",                                             \
                        .help = "of deformation and activation, less the work of dead loads"),     \
      BRN_COLUMN_DOUBLE("decrement", decrement,                                                    \
                        .help = "of the last iteration over the reference energy"),                \
      BRN_COLUMN_DOUBLE("residual", residual, .unit = "N", .help = "forces out of balance"),       \
      BRN_COLUMN_DOUBLE("acting", acting, .unit = "N", .help = "forces that act"),                 \
      BRN_COLUMN_INT("contacts", contacts, .help = "points that press on another part"),           \
      BRN_COLUMN_DOUBLE("contact_depth", contact_depth, .unit = "m",                               \
                        .help = "of the deepest point in another part, beyond that at rest"),      \
      BRN_COLUMN_INT("inverted", inverted, .help = "tets that are inside out"),                    \
      BRN_COLUMN_INT("crushed", crushed,                                                           \
                     .help = "tets that have less than a twentieth of their volume left"),         \
      BRN_COLUMN_DOUBLE("soft_volume", soft_volume, .unit = "m^3",                                 \
                        .help = "of all that is not bone")

/// Of methods that tell nothing else.
extern const BrnTelling brn__body_telling;

/// The times of a step, one by one: double members of BrnStepTimes.
extern const BrnMember brn__step_times[];
/// A step more: what counts adds up, what describes is that of the last one, and the outcome is the
/// worst of all.
void brn__step_report_add(BrnStepReport* sum, const BrnStepReport* step);

/// A report of nothing yet.
BrnStepReport brn__step_report(const BrnSolver* solver);
/// What counts of a step, and what may help where it did not converge.
void brn__step_brief(const BrnStepReport* report, char* text, size_t size);
const char* brn__step_cure(const BrnStepReport* report);
/// What is told at the end of a run; its name is NULL where there is no such thing.
BrnStepColumn brn__step_constant(const BrnStepReport* report);

/// A method: what scenes know of it, and what it does. A new one is a row in methods.c.
typedef struct BrnMethodOps {
  BrnMethod about;
  const BrnTelling* telling;
  BrnTakes takes;
  // All but the first may be NULL where what the method keeps begins with BRN_BODY_METHOD: then
  // they are those of solver/body/method.h.
  /// Checks the model and makes what the method keeps. On failure *out may be half made.
  BrnStatus (*prepare)(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def, void** out);
  void (*destroy)(BrnContext* ctx, void* method); // half made or NULL too
  BrnStatus (*step)(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                    BrnStepReport* report);
  /// Looks at a state, with the input that it keeps. Takes no memory.
  BrnStatus (*inspect)(BrnContext* ctx, void* method, const BrnState* state, BrnInspection* out);
  /// Measures a state by itself; NULL: measures are made of what `inspect` tells.
  void (*measure)(void* method, struct BrnMeasuring* out);
} BrnMethodOps;

struct BrnSolver {
  const BrnMethodOps* ops;
  BrnContext* ctx;
  const BrnModel* model;
  void* method;
};

/// Of the method of a def, on tets where there is one; or a message that there is none, or not yet.
BrnStatus brn__method_ops(BrnContext* ctx, const BrnSolverDef* def, const BrnMethodOps** out);
/// The same for a model: this is where it is chosen what moves its kind of body.
BrnStatus brn__method_ops_for(BrnContext* ctx, const BrnSolverDef* def, const BrnModel* model,
                              const BrnMethodOps** out);
/// Fails when inertia is asked of a method that has none.
BrnStatus brn__method_check_inertia(BrnContext* ctx, const BrnSolverDef* def);
/// Fails when a term is asked of a method that does not take it.
/// @param name of the term, or of the setting that asks for it
BrnStatus brn__method_check_term(BrnContext* ctx, const BrnSolverDef* def, BrnTermKind kind,
                                 const char* name);
/// What brn_solver_def_check() refuses, and besides what a method of both kinds of bodies cannot do
/// with this one.
BrnStatus brn__solver_check_for(BrnContext* ctx, const BrnSolverDef* def, BrnBodyKind body);
