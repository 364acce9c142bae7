// SPDX-License-Identifier: Apache-2.0
//
// What every step must keep, with rigid bones: bits, checkpoints, memory.

#include "solver/body/rigid_test.h"

static const char* const swinging = HANGING_BAR("2000", "", ", 'gravity': [-3, -9.81, 2]");

// four frames; the states after each go to `out`
static void run(Rig* rig, int first, double* out) {
  for (int f = first; f < 4; f++) {
    ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, 0.25 * (f + 1), rig->state, rig->input));
    rig_step_converges(rig);
    memcpy(out + (size_t)f * 3 * (size_t)rig->state->vertex_count, rig->state->position,
           3 * sizeof(double) * (size_t)rig->state->vertex_count);
  }
}

static void workers_do_not_change_the_bits(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    double* out[2];
    size_t size = 0;
    for (int w = 0; w < 2; w++) {
      Rig rig = rig_with(swinging, &def, 1 + 2 * w);
      size = 4 * 3 * sizeof(double) * (size_t)rig.state->vertex_count;
      out[w] = malloc(size);
      run(&rig, 0, out[w]);
      rig_done(&rig);
    }
    ENSURE(memcmp(out[0], out[1], size) == 0);
    free(out[0]);
    free(out[1]);
  }
}

// another solver goes on from a copy of the state, on a chain
static void run_is_resumed_to_the_bit(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
    BrnState* copy;
    BrnSolver* other;
    ENSURE_OK(rig.ctx, brn_state_create(rig.ctx, rig.model, &copy));
    ENSURE_OK(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &other));
    rig_step_converges(&rig);
    brn_state_copy(rig.model, rig.state, copy);
    for (int f = 0; f < 2; f++) {
      rig.input->activation[0] = 0.2 * f;
      rig_step_converges(&rig);
      ENSURE_OK(rig.ctx, brn_solver_step(other, rig.input, copy, &rig.report));
    }
    ENSURE(memcmp(copy->position, rig.state->position,
                  3 * sizeof(double) * (size_t)copy->vertex_count) == 0);
    brn_solver_destroy(rig.ctx, other);
    brn_state_destroy(rig.ctx, copy);
    rig_done(&rig);
  }
}

static void step_takes_no_memory(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.5, rig.state, rig.input));
    rig_step_converges(&rig);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 1, rig.state, rig.input));
    brn_fail_allocation(rig.ctx, 0);
    rig_step_converges(&rig);
    brn_fail_allocation(rig.ctx, -1);
    rig_done(&rig);
  }
}

static void every_failed_allocation_is_clean(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model;
  ENSURE_OK(ctx, chain_try(ctx, CHAIN_SCENE(CHAIN_BODY), &model));
  size_t before = brn_byte_count(ctx);
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    BrnSolver* solver = NULL;
    int k = 0;
    for (; !solver; k++) {
      brn_fail_allocation(ctx, k);
      BrnStatus status = brn_solver_create(ctx, model, &def, &solver);
      brn_fail_allocation(ctx, -1);
      ENSURE_STATUS(ctx, status, solver ? BRN_OK : BRN_NO_MEMORY);
      ENSURE(solver || brn_byte_count(ctx) == before);
    }
    ENSURE(k > 60);
    brn_solver_destroy(ctx, solver);
  }
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void state_that_is_no_number_breaks_down(void** unused) {
  (void)unused;
  for (int l = 0; l < 3; l++) {
    BrnSolverDef def = rigid_def(linears[l]);
    Rig rig = rig_with(HANGING_BAR("300", "", ""), &def, 2);
    for (int i = 0; i < 3 * rig.state->vertex_count; i++) rig.state->position[i] = NAN;
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_BROKE_DOWN);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(workers_do_not_change_the_bits),
          cmocka_unit_test(run_is_resumed_to_the_bit), cmocka_unit_test(step_takes_no_memory),
          cmocka_unit_test(every_failed_allocation_is_clean),
          cmocka_unit_test(state_that_is_no_number_breaks_down))
