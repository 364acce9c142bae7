// SPDX-License-Identifier: Apache-2.0
//
// What every method must keep: the same bits with any number of workers and after a resume, no
// memory taken by a step, and nothing left behind when memory runs out.

#pragma once

#include "solver_test.h"

static inline void manners_ensure_equal(const Rig* a, const Rig* b) {
  size_t size = 3 * sizeof(double) * (size_t)a->state->vertex_count;
  ENSURE(memcmp(a->state->position, b->state->position, size) == 0);
}

/// One step with one worker and with two.
static inline void manners_workers(const char* text, const BrnSolverDef* def) {
  Rig one = rig_with(text, def, 1), two = rig_with(text, def, 2);
  rig_step(&one);
  rig_step(&two);
  manners_ensure_equal(&one, &two);
  ENSURE_INT(one.report.iterations, two.report.iterations);
  ENSURE(one.report.decrement == two.report.decrement);
  rig_done(&one);
  rig_done(&two);
}

/// Another solver goes on from a copy of the state.
static inline void manners_resume(const char* text, const BrnSolverDef* def) {
  Rig rig = rig_with(text, def, 2), other = rig_with(text, def, 2);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.3, rig.state, rig.input));
  rig_step(&rig);
  brn_state_copy(rig.model, rig.state, other.state);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.6, rig.state, rig.input));
  ENSURE_OK(other.ctx, brn_drive_fill(other.drive, 0.6, other.state, other.input));
  rig_step(&rig);
  rig_step(&other);
  manners_ensure_equal(&rig, &other);
  rig_done(&rig);
  rig_done(&other);
}

/// The second step takes no memory.
static inline void manners_no_memory(const char* text, const BrnSolverDef* def) {
  Rig rig = rig_with(text, def, 2);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.5, rig.state, rig.input));
  rig_step(&rig);
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 1, rig.state, rig.input));
  brn_fail_allocation(rig.ctx, 0);
  rig_step(&rig);
  brn_fail_allocation(rig.ctx, -1);
  rig_done(&rig);
}

/// Each allocation of creating a solver fails once; there are more than `least`.
static inline void manners_failures(const char* text, const BrnSolverDef* def, int least) {
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, text);
  size_t before = brn_byte_count(ctx);
  BrnSolver* solver = NULL;
  int k = 0;
  for (; !solver; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_solver_create(ctx, model, def, &solver);
    brn_fail_allocation(ctx, -1);
    ENSURE_STATUS(ctx, status, solver ? BRN_OK : BRN_NO_MEMORY);
    ENSURE(solver || brn_byte_count(ctx) == before);
  }
  ENSURE(k > least);
  brn_solver_destroy(ctx, solver);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}
