// SPDX-License-Identifier: Apache-2.0
//
// What methods have in common: a table of operations, a row in solver.c.

#pragma once

#include "core/fields.h"

#include "brawn/measure.h"

/// What a method tells of a state; measure.c and its neighbours make everything else of it. Arrays
/// come zeroed.
typedef struct BrnInspection {
  double* stress;  ///< first Piola-Kirchhoff, Pa: derivative of the body's energy by the F of the
                   ///< tet, over its rest volume; bones 0                     (tet_count x 9)
  double* energy;  ///< density, J/m^3; bones 0                                (tet_count)
  double* load;    ///< forces on the vertices by gravity and loads, N         (vertex_count x 3)
  double* inertia; ///< and by inertia, damping, contact; stays 0 in balance  (vertex_count x 3)
  int* carrier;    ///< bone that carries the vertex; -1: none                 (vertex_count)
  bool* driven;    ///< is the bone's motion given?                            (bone_count)
  bool* closes;    ///< joints whose force the method tells, as balance alone cannot: those that
                   ///< close a ring                                           (joint_count)
  BrnWrench* ring; ///< of the parent on the child of those, about any point   (joint_count)
  BrnWrench* support; ///< what supports do to free bones, about any point     (support_count)
} BrnInspection;

typedef struct BrnSolverOps {
  const char* name;
  /// Checks the model and makes what the method keeps. On failure *out may be half made.
  BrnStatus (*prepare)(BrnContext* ctx, const BrnModel* model, const BrnSolverDef* def, void** out);
  void (*destroy)(BrnContext* ctx, void* method); // half made or NULL too
  BrnStatus (*step)(BrnContext* ctx, void* method, const BrnStepInput* input, BrnState* state,
                    BrnStepReport* report);
  /// Looks at a state, with the input that it keeps. Takes no memory.
  BrnStatus (*inspect)(BrnContext* ctx, void* method, const BrnState* state, BrnInspection* out);
} BrnSolverOps;

struct BrnSolver {
  const BrnSolverOps* ops;
  BrnContext* ctx;
  const BrnModel* model;
  void* method;
};

extern const BrnSolverOps brn__newton_ops, brn__emu_ops, brn__admm_ops, brn__lbfgs_ops,
    brn__plain_ops, brn__bcqn_ops, brn__xpbd_ops;

void brn__input_copy(const BrnModel* model, const BrnStepInput* from, BrnStepInput* to);
