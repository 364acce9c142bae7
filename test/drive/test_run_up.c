// SPDX-License-Identifier: Apache-2.0

#include "drive/run_up.h"
#include "drive/script.h"
#include "sense_test.h"

// 8 frames of pre-roll at 4 a second: 6 of them lead up to the first frame, and 2 stay there.
#define FRAMES(more) ", 'frames': {'per_second': 4, 'pre_roll': 8" more "}"

#define BODY(more)                                                                                 \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300}}, 'gravity': [0, -8, 0], "         \
  "'bones': "                                                                                      \
  "{'top': {'labels': 'bone_proximal', 'motion': {'move': [[0, 0.4, 0, 0], [1, 0.8, 0, 0]], "      \
  "'turn': [[0, 0, 0, 90], [1, 0, 0, 120]], 'about': [0, 0.3, 0]}}, 'base': {'labels': "           \
  "'bone_distal'}}, 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, "     \
  "0.1, "                                                                                          \
  "0], 'axis': [0, 0, 1], 'angle': {'keys': [[0, 60], [1, 90]]}}}, 'muscles': {'m': {'labels': "   \
  "'muscle', 'origin': 'top', 'insertion': 'base', 'activation': {'keys': [[0, 0.5], [1, 1]]}}}, " \
  "'loads': {'w': {'on': 'm', 'vector': [0, 1, 0], 'scale': 3}}, 'selections': {'s': {'parts': "   \
  "'m', 'nearest': [[0, 0.1, 0]]}}, 'supports': {'pin': {'on': 's', 'motion': {'move': [[0, 0, "   \
  "0, "                                                                                            \
  "1]]}}}" more "}"

static bool same_poses(const BrnPose* a, const BrnPose* b, int count) {
  return memcmp(a, b, sizeof(BrnPose) * (size_t)count) == 0;
}

static void nothing_acts_at_its_beginning(void** unused) {
  (void)unused;
  Sensed s = sensed_make(BODY(FRAMES(", 'run_up': 6")));
  ENSURE_OK(s.ctx, brn_drive_fill(s.drive, -2, s.state, s.input));
  ENSURE(s.input->time == -2 && s.input->gravity[1] == 0 && s.input->activation[0] == 0);
  ENSURE(s.input->load[0] == 0);
  for (int b = 0; b < 2; b++) {
    ENSURE_NEAR(s.input->bone[b].rotation[0], 1, 1e-15);
    ENSURE_NEAR(brn__norm3(s.input->bone[b].translation), 0, 1e-15);
  }
  ENSURE_NEAR(brn__norm3(s.input->support[0].translation), 0, 1e-15);
  sensed_done(&s);
}

// A quarter of the time is 5/32 of the way: slow at both ends.
static void all_of_it_grows(void** unused) {
  (void)unused;
  Sensed s = sensed_make(BODY(FRAMES(", 'run_up': 6")));
  double share = 5.0 / 32, turn[3];
  ENSURE_OK(s.ctx, brn_drive_fill(s.drive, -2 + 1.5 / 4, s.state, s.input));
  ENSURE_NEAR(s.input->gravity[1], -8 * share, 1e-14);
  ENSURE_NEAR(s.input->activation[0], 0.5 * share, 1e-14);
  ENSURE_NEAR(s.input->load[0], 3 * share, 1e-14);
  ENSURE_NEAR(s.input->support[0].translation[2], share, 1e-14);
  brn_rotation_log(s.input->bone[0].rotation, turn);
  ENSURE_NEAR(turn[2] * 180 / 3.14159265358979323846, 90 * share, 1e-12);
  brn_rotation_log(s.input->bone[1].rotation, turn);
  ENSURE_NEAR(turn[2] * 180 / 3.14159265358979323846, 150 * share, 1e-12);
  double centre[3] = {0, 0.3, 0};
  brn_pose_apply(&s.input->bone[0], centre, centre);
  ENSURE_NEAR(centre[0], 0.4 * share, 1e-14);
  ENSURE_NEAR(centre[1], 0.3, 1e-14);
  sensed_done(&s);
}

static void joints_stay_together_on_the_way(void** unused) {
  (void)unused;
  Sensed s = sensed_make(BODY(FRAMES(", 'run_up': 6")));
  for (int i = 0; i <= 8; i++) {
    double point[2][3];
    ENSURE_OK(s.ctx, brn_drive_fill(s.drive, -2 + 0.25 * i, s.state, s.input));
    for (int b = 0; b < 2; b++) {
      brn_pose_apply(&s.input->bone[b], (double[]){0, 0.1, 0}, point[b]);
    }
    ENSURE_NEAR(brn__distance3(point[0], point[1]), 0, 1e-14);
  }
  sensed_done(&s);
}

static void end_is_what_the_first_frame_has(void** unused) {
  (void)unused;
  Sensed s = sensed_make(BODY(FRAMES(", 'run_up': 6"))), plain = sensed_make(BODY(FRAMES("")));
  ENSURE_OK(plain.ctx, brn_drive_fill(plain.drive, 0, plain.state, plain.input));
  for (int i = 6; i <= 8; i++) {
    ENSURE_OK(s.ctx, brn_drive_fill(s.drive, -2 + 0.25 * i, s.state, s.input));
    ENSURE(s.input->gravity[1] == -8 && s.input->activation[0] == 0.5 && s.input->load[0] == 3);
    ENSURE(same_poses(s.input->bone, plain.input->bone, 2));
    ENSURE(same_poses(s.input->support, plain.input->support, 1));
  }
  ENSURE_OK(s.ctx, brn_drive_fill(s.drive, 0.5, s.state, s.input));
  ENSURE_OK(plain.ctx, brn_drive_fill(plain.drive, 0.5, plain.state, plain.input));
  ENSURE(same_poses(s.input->bone, plain.input->bone, 2));
  ENSURE(s.input->activation[0] == plain.input->activation[0]);
  sensed_done(&s);
  sensed_done(&plain);
}

// 2 m/s along z from the first frame on, in a clip of one joint; and a bone that hangs on it
static const char going[] =
    "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\nEnd Site\n{\nOFFSET 5 0 0\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n"
    "0 0 0 0 0 0\n0 0 100 0 0 0\n0 0 200 0 0 0\n";

#define GOING                                                                                      \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300}}, 'bones': {'top': {'labels': "    \
  "'bone_proximal', 'motion': {'clip': 'c', 'joint': 'hips', 'about': [0, 0.3, 0]}}, 'base': "     \
  "{'labels': 'bone_distal'}}, 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], "       \
  "'point': [0, 0.1, 0], 'axis': [0, 0, 1], 'angle': {'keys': [[0, 60], [1, 90]]}}}, 'muscles': "  \
  "{'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base'}}, 'clips': {'c': {'file': "    \
  "'going.bvh'}}" FRAMES(", 'run_up': 6") "}"

static double place_at(const BrnModel* model, double time, BrnStepInput* input, int bone) {
  brn__script_fill(model, time, input);
  double x[3] = {0, 0.1, 0}; // the joint
  brn_pose_apply(&input->bone[bone], x, x);
  return x[2];
}

// who is led to a clip that is on its way comes with its speed, and all that hangs on it
static void speed_is_there_at_the_end(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  BrnStepInput* input;
  model_folder(folder);
  model_write_file(folder, "going.bvh", going, strlen(going));
  ENSURE_OK(ctx, model_try_in(ctx, folder, GOING, &model));
  ENSURE_OK(ctx, brn_input_create(ctx, model, &input));
  for (int bone = 0; bone < 2; bone++) {
    double h = 1e-4, before = place_at(model, -h, input, bone);
    ENSURE_NEAR(place_at(model, 0, input, bone), 0, 1e-12);
    ENSURE_NEAR(-before / h, 2, 2e-3);
    ENSURE_NEAR((place_at(model, h, input, bone) - before) / (2 * h), 2, 2e-3);
    ENSURE_NEAR(place_at(model, -0.2, input, bone), -2 * 0.2 * (1 - exp(-1)), 1e-12);
    ENSURE_NEAR(place_at(model, -2, input, bone), 0, 1e-12); // at rest
  }
  brn_input_destroy(ctx, input);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// without a run-up the pre-roll is as it was: all that is there at its times, from the beginning
static void pre_roll_alone_is_as_it_was(void** unused) {
  (void)unused;
  Sensed s = sensed_make(BODY(FRAMES("")));
  ENSURE_OK(s.ctx, brn_drive_fill(s.drive, -1.5, s.state, s.input));
  BrnPose pose[2] = {brn_model_bone_pose(s.model, 0, -1.5), brn_model_bone_pose(s.model, 1, -1.5)};
  ENSURE(same_poses(s.input->bone, pose, 2));
  ENSURE(s.input->gravity[1] == -8 && s.input->activation[0] == 0.5 && s.input->load[0] == 3);
  sensed_done(&s);
}

// What is led to its place does not move by itself; signals come up with the rest.
static void signals_grow_and_rates_are_still(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR(
      "", ", 'signal': 'g'",
      ", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, 0.1, 0], 'axis': "
      "[0, 0, 1], 'angle': {'keys': [[0, 40], [1, 80]]}}}, 'sensors': {'a': {'measure': 'angle', "
      "'joint': 'j'}, 'w': {'measure': 'angular_velocity', 'joint': 'j'}}, 'signals': {'g': "
      "{'sensor': 'a', 'weight': 0.01}}" FRAMES(", 'run_up': 6")));
  sensed_fill(&s, -2 + 3.0 / 4);
  ENSURE_NEAR(sensed_value(&s, 0), 20, 1e-12);
  ENSURE_NEAR(sensed_value(&s, 1), 0, 0);
  ENSURE_NEAR(brn_input_signal(s.model, s.input, 0), 0.2, 1e-14);
  ENSURE_NEAR(s.input->activation[0], 0.1, 1e-14);
  sensed_done(&s);
}

TEST_MAIN(cmocka_unit_test(nothing_acts_at_its_beginning), cmocka_unit_test(all_of_it_grows),
          cmocka_unit_test(joints_stay_together_on_the_way),
          cmocka_unit_test(end_is_what_the_first_frame_has),
          cmocka_unit_test(speed_is_there_at_the_end),
          cmocka_unit_test(pre_roll_alone_is_as_it_was),
          cmocka_unit_test(signals_grow_and_rates_are_still))
