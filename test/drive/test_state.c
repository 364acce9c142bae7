// SPDX-License-Identifier: Apache-2.0

#include "drive/script.h"
#include "solver/solver_test.h"

static const char* const driven =
    HANGING_BAR("300", ", 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.02, 0]]}",
                ", 'gravity': [1, 2, 3], 'selections': {'s': {'parts': 'm', 'nearest': [[0, 0.1, "
                "0]]}}, 'supports': {'pin': {'on': 's', 'motion': {'move': [[0, 0, 0, 0], [1, 0, "
                "0, 0.1]], 'curve': 'linear'}}}, 'loads': {'w': {'on': 'm', 'vector': [0, 1, 0], "
                "'scale': {'keys': [[0, 2], [1, 4]], 'curve': 'linear'}}}");

static void input_follows_the_scripts(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, driven);
  BrnStepInput* input;
  BrnState* state;
  BrnDrive* drive;
  ENSURE_OK(ctx, brn_input_create(ctx, model, &input));
  ENSURE_OK(ctx, brn_state_create(ctx, model, &state));
  ENSURE_OK(ctx, brn_drive_create(ctx, model, NULL, NULL, &drive));
  ENSURE(input->activation[0] == 0 && input->load[0] == 0 && input->gravity[2] == 0);
  ENSURE(input->bone[1].rotation[0] == 1 && input->support[0].rotation[0] == 1);
  ENSURE_OK(ctx, brn_drive_fill(drive, 0.5, state, input));
  ENSURE(input->time == 0.5 && input->gravity[2] == 3);
  ENSURE_NEAR(input->activation[0], 0.5, 1e-15);
  ENSURE_NEAR(input->bone[1].translation[1], 0.01, 1e-15);
  ENSURE_NEAR(input->support[0].translation[2], 0.05, 1e-15);
  ENSURE_NEAR(input->load[0], 3, 1e-15);
  brn_drive_destroy(ctx, drive);
  brn_state_destroy(ctx, state);
  brn_input_destroy(ctx, input);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void inputs_mix(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, driven);
  BrnStepInput *a, *b;
  ENSURE_OK(ctx, brn_input_create(ctx, model, &a));
  ENSURE_OK(ctx, brn_input_create(ctx, model, &b));
  brn__script_fill(model, 1, b);
  brn_input_mix(model, a, b, 0.25, a);
  ENSURE_NEAR(a->time, 0.25, 1e-15);
  ENSURE_NEAR(a->gravity[0], 0.25, 1e-15);
  ENSURE_NEAR(a->activation[0], 0.25, 1e-15);
  ENSURE_NEAR(a->bone[1].translation[1], 0.005, 1e-15);
  ENSURE_NEAR(a->support[0].translation[2], 0.025, 1e-15);
  ENSURE_NEAR(a->load[0], 1, 1e-15);
  brn_input_destroy(ctx, a);
  brn_input_destroy(ctx, b);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void state_begins_at_rest(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, driven);
  BrnState* state;
  ENSURE_OK(ctx, brn_state_create(ctx, model, &state));
  size_t size = 3 * sizeof(double) * (size_t)model->mesh->vertex_count;
  ENSURE(memcmp(state->position, model->mesh->position, size) == 0);
  ENSURE(state->time == 0 && state->frame == 0 && state->step == 0 && state->velocity[5] == 0);
  brn_state_destroy(ctx, state);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void scripted_parts_are_where_the_script_says(void** unused) {
  (void)unused;
  Rig rig = rig_make(driven);
  rig_step_converges(&rig);
  for (int i = 0; i < rig.model->bone[1].vertex_count; i++) {
    int v = rig.model->bone[1].vertex[i];
    ENSURE_NEAR(rig_now(&rig, v)[1], rig_rest(&rig, v)[1] + 0.02, 1e-15);
  }
  int pin = rig.model->support[0].vertex[0];
  ENSURE_NEAR(rig_now(&rig, pin)[2], rig_rest(&rig, pin)[2] + 0.1, 1e-15);
  rig_done(&rig);
}

static void copy_is_equal(void** unused) {
  (void)unused;
  Rig rig = rig_make(driven);
  BrnState* copy;
  ENSURE_OK(rig.ctx, brn_state_create(rig.ctx, rig.model, &copy));
  rig_step_converges(&rig);
  rig.state->step = 0.25;
  for (int i = 0; i < 3 * copy->vertex_count; i++) {
    rig.state->velocity[i] = i, rig.state->position_before[i] = 2 * i;
    rig.state->velocity_before[i] = 3 * i, rig.state->acceleration[i] = 4 * i;
  }
  brn_state_copy(rig.model, rig.state, copy);
  size_t size = 3 * sizeof(double) * (size_t)copy->vertex_count;
  ENSURE(memcmp(copy->position, rig.state->position, size) == 0);
  ENSURE(memcmp(copy->velocity, rig.state->velocity, size) == 0);
  ENSURE(memcmp(copy->acceleration, rig.state->acceleration, size) == 0);
  ENSURE(memcmp(copy->position_before, rig.state->position_before, size) == 0);
  ENSURE(memcmp(copy->velocity_before, rig.state->velocity_before, size) == 0);
  ENSURE(copy->frame == 1 && copy->time == 1 && copy->input->time == 1 && copy->step == 0.25);
  ENSURE(copy->input->gravity[2] == 3 && copy->input->activation[0] == 1);
  ENSURE(copy->input->load[0] == rig.input->load[0]);
  ENSURE(copy->input->bone[1].translation[1] == rig.input->bone[1].translation[1]);
  ENSURE(copy->input->support[0].translation[2] == rig.input->support[0].translation[2]);
  brn_state_destroy(rig.ctx, copy);
  rig_done(&rig);
}

// a bar follows its fixed bone, and so does the free bone at its end
static void poses_of_bones_are_read_from_the_state(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(HANGING_BAR("300", "", ", 'gravity': [0, 0, 0]"), &def, 2);
  BrnPose* script = &rig.input->bone[0];
  rig.input->activation[0] = 0;
  brn_rotation_exp((double[]){0.4, 0.3, 1.1}, script->rotation);
  script->translation[1] = 0.2;
  BrnPose rest = brn_state_bone_pose(rig.model, rig.state, 1);
  ENSURE_NEAR(rest.rotation[0], 1, 1e-15);
  ENSURE_NEAR(brn__norm3(rest.translation), 0, 1e-15);
  rig_step_converges(&rig);
  for (int b = 0; b < 2; b++) {
    BrnPose pose = brn_state_bone_pose(rig.model, rig.state, b);
    for (int i = 0; i < 4; i++) ENSURE_NEAR(pose.rotation[i], script->rotation[i], 1e-7);
    ENSURE_NEAR(brn__distance3(pose.translation, script->translation), 0, 1e-7);
  }
  rig_done(&rig);
}

static void every_failed_allocation_is_clean(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(ctx, driven);
  size_t before = brn_byte_count(ctx);
  BrnState* state = NULL;
  for (int k = 0; !state; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_state_create(ctx, model, &state);
    brn_fail_allocation(ctx, -1);
    ENSURE_STATUS(ctx, status, state ? BRN_OK : BRN_NO_MEMORY);
    ENSURE(state || brn_byte_count(ctx) == before);
  }
  brn_state_destroy(ctx, state);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(input_follows_the_scripts), cmocka_unit_test(inputs_mix),
          cmocka_unit_test(state_begins_at_rest),
          cmocka_unit_test(scripted_parts_are_where_the_script_says),
          cmocka_unit_test(copy_is_equal), cmocka_unit_test(poses_of_bones_are_read_from_the_state),
          cmocka_unit_test(every_failed_allocation_is_clean))
