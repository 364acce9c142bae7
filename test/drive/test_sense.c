// SPDX-License-Identifier: Apache-2.0

#include "sense_test.h"

static const double pi = 3.14159265358979323846;

// ---------------------------------------------------------------------------------------- scripted

static void hinges_tell_their_angle_and_rates(void** unused) {
  (void)unused;
  Sensed s = sensed_make(
      SENSE_BAR("", "",
                SENSE_HINGE ", 'sensors': {'a': {'measure': 'angle', 'joint': 'j'}, 'v': "
                            "{'measure': 'angular_velocity', 'joint': 'j'}, 'w': {'measure': "
                            "'angular_acceleration', 'joint': 'j'}, 'p': {'measure': 'velocity', "
                            "'bone': 'base', 'at': [0, -0.02, 0]}, 'x': {'measure': 'velocity', "
                            "'bone': 'base', 'at': [0, -0.02, 0], 'along': [-2, 0, 0]}}"));
  sensed_fill(&s, 0.5);
  ENSURE_NEAR(sensed_value(&s, 0), 10, 1e-9);
  ENSURE_NEAR(sensed_value(&s, 1), 20, 1e-9);
  ENSURE_NEAR(sensed_value(&s, 2), 0, 1e-6);
  // 12 cm from the axis; the arc of the window is a little flatter than the circle
  double speed = 0.12 * 20 * pi / 180;
  ENSURE_NEAR(sensed_value(&s, 3), speed, 1e-4 * speed);
  ENSURE_NEAR(sensed_value(&s, 4), -speed * cos(10 * pi / 180), 1e-4 * speed);
  sensed_fill(&s, 0); // the script begins here; rates are those within it
  ENSURE_NEAR(sensed_value(&s, 0), 0, 1e-12);
  ENSURE_NEAR(sensed_value(&s, 1), 20, 1e-9);
  sensed_fill(&s, -0.01); // and before it nothing moves
  ENSURE_NEAR(sensed_value(&s, 1), 0, 1e-12);
  sensed_done(&s);
}

static void turning_back_is_negative(void** unused) {
  (void)unused;
  Sensed s = sensed_make(
      SENSE_BAR("", "",
                ", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, 0.1, "
                "0], 'axis': [0, 0, 1], 'angle': {'keys': [[0, 0], [1, -170], [2, -190]], 'curve': "
                "'linear'}}}, 'sensors': {'a': {'measure': 'angle', 'joint': 'j'}, 'v': "
                "{'measure': 'angular_velocity', 'joint': 'j'}}"));
  sensed_fill(&s, 0.5);
  ENSURE_NEAR(sensed_value(&s, 0), -85, 1e-9);
  ENSURE_NEAR(sensed_value(&s, 1), -170, 1e-9);
  sensed_fill(&s, 1.75); // -185 degrees are 175
  ENSURE_NEAR(sensed_value(&s, 0), 175, 1e-9);
  ENSURE_NEAR(sensed_value(&s, 1), -20, 1e-9);
  sensed_done(&s);
}

static void set_move(Sensed* s, int count, const double* time, const double* value) {
  BrnTrackDef def = brn_track_def_default(BRN_TRACK_VECTOR);
  def.key_count = count;
  def.time = time;
  def.value = value;
  def.all_shape = BRN_KEY_LINEAR;
  brn_track_destroy(s->ctx, s->model->motion[0].move);
  ENSURE_OK(s->ctx, brn_track_create(s->ctx, &def, &s->model->motion[0].move));
}

// 0.1 sin(w t) along x at 120 frames a second, as a camera would have it
static Sensed shaken(double w, double noise) {
  enum { FRAMES = 361 };
  double time[FRAMES], value[3 * FRAMES];
  TestRandom random = {7};
  Sensed s = sensed_make(SENSE_BAR(
      ", 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0, 0]]}", "",
      ", 'sensors': {'v': {'measure': 'velocity', 'bone': 'base', 'along': [1, 0, 0]}, 'a': "
      "{'measure': 'acceleration', 'bone': 'base', 'along': [1, 0, 0]}, 'raw': {'measure': "
      "'acceleration', 'bone': 'base', 'along': [1, 0, 0], 'smooth': 0}}, 'frames': {'per_second': "
      "60}"));
  memset(value, 0, sizeof value);
  for (int k = 0; k < FRAMES; k++) {
    time[k] = k / 120.0;
    value[3 * k] = 0.1 * sin(w * time[k]) + (noise > 0 ? test_random(&random, -noise, noise) : 0);
  }
  set_move(&s, FRAMES, time, value);
  return s;
}

static void rates_of_a_known_motion_are_right(void** unused) {
  (void)unused;
  double w = 2 * pi;
  Sensed s = shaken(w, 0);
  for (int i = 12; i < 60; i++) {
    double t = i / 24.0;
    sensed_fill(&s, t);
    ENSURE_NEAR(sensed_value(&s, 0), 0.1 * w * cos(w * t), 0.015 * 0.1 * w);
    ENSURE_NEAR(sensed_value(&s, 1), -0.1 * w * w * sin(w * t), 0.02 * 0.1 * w * w);
  }
  sensed_done(&s);
}

// a millimetre of noise: differences of frames are off by tens of m/s^2, the fit by two
static void noise_is_smoothed_away(void** unused) {
  (void)unused;
  double w = 2 * pi, off = 0, raw = 0;
  Sensed s = shaken(w, 1e-3);
  for (int i = 12; i < 60; i++) {
    double t = i / 24.0, exact = -0.1 * w * w * sin(w * t);
    sensed_fill(&s, t);
    off += pow(sensed_value(&s, 1) - exact, 2) / 48;
    raw += pow(sensed_value(&s, 2) - exact, 2) / 48;
  }
  ENSURE(sqrt(off) < 1);
  ENSURE(sqrt(raw) > 10);
  sensed_done(&s);
}

static void distances_are_between_points(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR(
      ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.03, 0, 0.04]], 'curve': 'linear'}", "",
      ", 'sensors': {'d': {'measure': 'distance', 'bone': 'base', 'other': 'top', 'at': [0, 0, 0], "
      "'other_at': [0, 0.2, 0]}, 'h': {'measure': 'distance', 'bone': 'base', 'at': [0, 0, 0], "
      "'other_at': [0, -1, 0], 'along': [0, 1, 0]}, 'c': {'measure': 'distance', 'bone': 'base', "
      "'other': 'top'}}"));
  sensed_fill(&s, 1);
  ENSURE_NEAR(sensed_value(&s, 0), sqrt(0.04 + 0.0025), 1e-12);
  ENSURE_NEAR(sensed_value(&s, 1), 1, 1e-12);
  ENSURE_NEAR(sensed_value(&s, 2), hypot(0.23, 0.05), 1e-9);
  sensed_done(&s);
}

// ----------------------------------------------------------------------------------- as states are

static void move_bone(Sensed* s, const BrnPose* pose) {
  const BrnModelBone* bone = &s->model->bone[1];
  for (int i = 0; i < bone->vertex_count; i++) {
    size_t v = 3 * (size_t)bone->vertex[i];
    brn_pose_apply(pose, s->model->mesh->position + v, s->state->position + v);
  }
}

#define FREE_SENSORS                                                                               \
  ", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], 'point': [0, 0, 0]}}, 'sensors': " \
  "{'v': {'measure': 'velocity', 'bone': 'base'}, 'w': {'measure': 'angular_velocity', 'bone': "   \
  "'base', 'along': [0, 0, -1]}, 'a': {'measure': 'angle', 'joint': 'j'}, 'l': {'measure': "       \
  "'length', 'muscle': 'm'}, 'c': {'measure': 'acceleration', 'bone': 'base'}}"

// free bones are read from the state, and their rates from one state to the next
static void free_bones_are_read_from_states(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", "", FREE_SENSORS));
  double dt = 1.0 / 24;
  for (int i = 0; i < 60; i++) {
    BrnPose pose = brn_pose_identity();
    brn_rotation_exp((double[]){0, 0, 0.5 * i * dt}, pose.rotation);
    pose.translation[2] = 0.3 * i * dt;
    sensed_fill(&s, i * dt); // sees the state of the step before
    if (i == 1) ENSURE_NEAR(sensed_value(&s, 0), 0, 1e-12);
    move_bone(&s, &pose);
    sensed_step(&s);
  }
  sensed_fill(&s, 60 * dt);
  // the centre of the slab is 1.5 cm below the axis
  ENSURE_NEAR(sensed_value(&s, 0), hypot(0.3, 0.015 * 0.5), 1e-5);
  ENSURE_NEAR(sensed_value(&s, 1), -0.5 * 180 / pi, 1e-6);
  ENSURE_NEAR(sensed_value(&s, 2), 0.5 * 59 * dt * 180 / pi, 1e-6);
  ENSURE(sensed_value(&s, 3) > 0.5);
  ENSURE(fabs(sensed_value(&s, 4)) < 0.01);
  sensed_done(&s);
}

// The way from rest to the first frame is no motion.
static void leap_to_the_first_frame_has_no_speed(void** unused) {
  (void)unused;
  for (double begin = -1; begin <= 1; begin++) {
    Sensed s = sensed_make(SENSE_BAR("", "", FREE_SENSORS));
    BrnPose pose = brn_pose_identity();
    pose.translation[0] = 5;
    sensed_fill(&s, begin);
    move_bone(&s, &pose);
    sensed_step(&s);
    sensed_fill(&s, begin + 0.1);
    ENSURE_NEAR(sensed_value(&s, 0), 0, 0);
    sensed_step(&s);
    sensed_fill(&s, begin + 0.2);
    ENSURE_NEAR(sensed_value(&s, 0), 0, 1e-12);
    sensed_done(&s);
  }
}

static void length_is_over_that_at_rest(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", "", FREE_SENSORS));
  sensed_fill(&s, 0);
  ENSURE_NEAR(sensed_value(&s, 3), 1, 1e-15);
  for (int v = 0; v < s.state->vertex_count; v++) s.state->position[3 * v + 1] *= 1.25;
  sensed_fill(&s, 0);
  ENSURE_NEAR(sensed_value(&s, 3), 1.25, 1e-12);
  sensed_done(&s);
}

static void state_that_is_nowhere_is_not_remembered(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", "", FREE_SENSORS));
  int count = brn_model_memory_count(s.model);
  for (int v = 0; v < 3 * s.state->vertex_count; v++) s.state->position[v] = NAN;
  for (int i = 0; i < 4; i++) {
    sensed_fill(&s, 0.1 * i);
    sensed_step(&s);
  }
  for (int i = 0; i < count; i++) ENSURE(isfinite(s.input->memory[i]));
  sensed_done(&s);
}

// ----------------------------------------------------------------------------------------- signals

#define SIGNALS(list) SENSE_HINGE ", 'sensors': {'a': {'measure': 'angle', 'joint': 'j'}}, " list

static double signal_of(const Sensed* s, const char* name) {
  for (int g = 0; g < s->model->signal_count; g++) {
    if (strcmp(s->model->signal[g].name, name) == 0) return brn_input_signal(s->model, s->input, g);
  }
  fail();
  return 0;
}

static void signals_are_made_of_each_other(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR(
      "", "",
      SIGNALS("'signals': {'both': {'sum': ['bend', 'time'], 'weight': 10}, 'times': {'product': "
              "['bend', 'time', 'bend']}, 'bend': {'sensor': 'a', 'curve': [[0, 0], [10, 0.5], "
              "[20, 2]]}, 'time': {'value': {'keys': [[0, 0], [1, 4]], 'curve': 'linear'}, "
              "'weight': -1}, 'three': {'value': 3}}")));
  sensed_fill(&s, 0.75); // 15 degrees
  ENSURE_NEAR(signal_of(&s, "bend"), 1.25, 1e-12);
  ENSURE_NEAR(signal_of(&s, "time"), -3, 1e-12);
  ENSURE_NEAR(signal_of(&s, "both"), -17.5, 1e-12);
  ENSURE_NEAR(signal_of(&s, "times"), -3 * 1.25 * 1.25, 1e-12);
  ENSURE_NEAR(signal_of(&s, "three"), 3, 0);
  sensed_fill(&s, 3); // the curve holds
  ENSURE_NEAR(signal_of(&s, "bend"), 2, 0);
  sensed_done(&s);
}

static void activation_follows_and_stays_in_its_range(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR(
      "", ", 'activation': 0.25, 'signal': 'go', 'rise': 0.1, 'fall': 0.2",
      SIGNALS("'signals': {'go': {'value': {'keys': [[0, 0.25], [1, 7], [2, -7]], 'curve': "
              "'step'}}}")));
  sensed_fill(&s, 0); // there is no past to come from
  ENSURE_NEAR(s.input->activation[0], 0.5, 1e-15);
  sensed_step(&s);
  sensed_fill(&s, 1);
  sensed_step(&s);
  double up = 1 - 0.5 * exp(-10);
  ENSURE_NEAR(s.input->activation[0], up, 1e-15);
  sensed_fill(&s, 2);
  ENSURE_NEAR(s.input->activation[0], up * exp(-5), 1e-15);
  sensed_done(&s);
}

// where nothing listens, keys are what they were, to the last bit
static void units_without_signals_are_left_alone(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", ", 'activation': {'keys': [[0, 0.1], [1, 0.7]]}",
                                   SIGNALS("'signals': {'go': {'value': 0.5}}")));
  double alone;
  for (int i = 0; i < 5; i++) {
    brn_model_activations(s.model, 0.2 * i, &alone);
    sensed_fill(&s, 0.2 * i);
    ENSURE(s.input->activation[0] == alone);
    sensed_step(&s);
  }
  sensed_done(&s);
}

static void models_without_sensors_remember_nothing(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", "", ""));
  ENSURE_INT(brn_model_memory_count(s.model), 0);
  sensed_fill(&s, 1);
  sensed_done(&s);
}

// A foot falls for 0.4 s and stands: the trigger fires at the impact, holds, and relaxes.
static void trigger_fires_at_the_impact(void** unused) {
  (void)unused;
  enum { KEYS = 81 };
  double time[KEYS], value[3 * KEYS] = {0}, fired = -1, above = -1;
  Sensed s = sensed_make(SENSE_BAR(
      ", 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0, 0]]}", ", 'signal': 'hit'",
      ", 'sensors': {'a': {'measure': 'acceleration', 'bone': 'base', 'along': [0, 1, 0], "
      "'smooth': 0.03}}, 'signals': {'hit': {'sensor': 'a', 'trigger': {'threshold': 20, 'peak': "
      "0.9, 'hold': 0.1, 'relax': 0.2}}}"));
  for (int k = 0; k < KEYS; k++) {
    time[k] = 0.01 * k;
    value[3 * k + 1] = -4.9 * fmin(time[k] * time[k], 0.16);
  }
  set_move(&s, KEYS, time, value);
  for (int i = 0; i <= 24; i++) {
    double t = i / 30.0;
    sensed_fill(&s, t);
    if (sensed_value(&s, 0) > 20) above = t;
    if (above == t && fired < 0) fired = t;
    double age = t - above, hit = age <= 0.1 ? 0.9 : 0.9 * exp(-(age - 0.1) / 0.2);
    ENSURE_NEAR(signal_of(&s, "hit"), fired < 0 ? 0 : hit, 1e-12);
    sensed_step(&s);
  }
  ENSURE(fired > 0.36 && fired <= 0.44 && above < 0.44);
  ENSURE(s.input->activation[0] > 0.1 && s.input->activation[0] < 0.5);
  sensed_done(&s);
}

// ----------------------------------------------------------------------------------------- manners

// from the same state the same bits come, however often it is asked
static void sensing_again_changes_nothing(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("", ", 'signal': 'g'",
                                   FREE_SENSORS ", 'signals': {'g': {'sensor': 'v', 'trigger': "
                                                "{'threshold': -1}}}"));
  double memory[200], activation;
  int count = brn_model_memory_count(s.model);
  ENSURE(count > 0 && count <= 200);
  for (int i = 0; i < 4; i++) {
    BrnPose pose = brn_pose_identity();
    pose.translation[1] = -0.01 * i * i;
    sensed_fill(&s, 0.1 * i);
    memcpy(memory, s.input->memory, sizeof(double) * (size_t)count);
    activation = s.input->activation[0];
    sensed_fill(&s, 0.1 * i);
    ENSURE(memcmp(memory, s.input->memory, sizeof(double) * (size_t)count) == 0);
    ENSURE(activation == s.input->activation[0]);
    move_bone(&s, &pose);
    sensed_step(&s);
  }
  sensed_done(&s);
}

// keys are excitations: the rate of frames does not matter, and a copy of the state goes on alike
static void keys_are_followed_by_dynamics(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR(
      "",
      ", 'activation': {'keys': [[0, 0], [0.1, 1], [0.3, 0.2]], 'curve': 'step'}, 'dynamics': "
      "'thelen', 'rise': 0.01, 'fall': 0.04, 'least_activation': 0.02",
      ""));
  double at[2] = {0};
  ENSURE(brn_model_memory_count(s.model) > 0);
  for (int rate = 0; rate < 2; rate++) {
    int steps = rate ? 96 : 12;
    for (int i = 0; i <= steps; i++) {
      sensed_fill(&s, 0.5 * i / steps);
      if (i == 0) {
        memset(s.state->input->memory, 0, sizeof(double) * (size_t)brn_model_memory_count(s.model));
        sensed_fill(&s, 0);
        ENSURE_NEAR(s.input->activation[0], 0.02, 0); // the excitation, but not below the least
      }
      sensed_step(&s);
    }
    at[rate] = s.input->activation[0];
    ENSURE_NEAR(brn_input_excitation(s.model, s.input, 0), 0.2, 0);
  }
  ENSURE(at[0] > 0.2 && at[0] < 0.21);
  ENSURE_NEAR(at[0], at[1], 1e-7);

  BrnState* copy;
  ENSURE_OK(s.ctx, brn_state_create(s.ctx, s.model, &copy));
  brn_state_copy(s.model, s.state, copy);
  sensed_fill(&s, 0.6);
  double whole = s.input->activation[0];
  sensed_fill(&s, 0.7); // from the state, not from the input
  ENSURE_OK(s.ctx, brn_drive_fill(s.drive, 0.6, copy, s.input));
  ENSURE(s.input->activation[0] == whole);
  brn_state_destroy(s.ctx, copy);
  sensed_done(&s);
}

static BrnStatus tell_nothing(BrnContext* ctx, void* self, const BrnDriveStep* step) {
  (void)ctx, (void)self;
  brn_drive_scene(step);
  step->input->activation[0] = 0;
  return BRN_OK;
}

static const BrnDriveOps silent_ops = {.name = "silent", .fill = tell_nothing};

static void initial_activation_is_where_it_begins(void** unused) {
  (void)unused;
  Sensed s = sensed_make(SENSE_BAR("",
                                   ", 'activation': 1, 'dynamics': 'first_order', 'rise': 0.1, "
                                   "'initial_activation': 0.25",
                                   ""));
  sensed_fill(&s, 0);
  ENSURE_NEAR(s.input->activation[0], 0.25, 0);
  ENSURE_NEAR(brn_input_excitation(s.model, s.input, 0), 1, 0);
  sensed_step(&s);
  sensed_fill(&s, 0.1);
  ENSURE_NEAR(s.input->activation[0], 1 - 0.75 * exp(-1), 1e-7);
  // what somebody else says goes before the keys
  BrnDrive* nothing;
  ENSURE_OK(s.ctx, brn_drive_create(s.ctx, s.model, &silent_ops, NULL, &nothing));
  ENSURE_OK(s.ctx, brn_drive_fill(nothing, 0.1, s.state, s.input));
  brn_drive_destroy(s.ctx, nothing);
  ENSURE_NEAR(s.input->activation[0], 0.25 * exp(-0.1 / 0.06), 1e-7);
  sensed_done(&s);
}

static void signals_are_excitations_too(void** unused) {
  (void)unused;
  Sensed s =
      sensed_make(SENSE_BAR("", ", 'activation': 0.25, 'signal': 'go', 'dynamics': 'degroote'",
                            SIGNALS("'signals': {'go': {'value': {'keys': [[0, 0], [0.1, "
                                    "0.5]], 'curve': 'step'}}}")));
  sensed_fill(&s, 0);
  ENSURE_NEAR(s.input->activation[0], 0.25, 0);
  sensed_step(&s);
  sensed_fill(&s, 0.1);
  ENSURE_NEAR(brn_input_excitation(s.model, s.input, 0), 0.75, 1e-15);
  ENSURE(s.input->activation[0] > 0.7 && s.input->activation[0] < 0.75);
  sensed_done(&s);
}

TEST_MAIN(cmocka_unit_test(keys_are_followed_by_dynamics),
          cmocka_unit_test(initial_activation_is_where_it_begins),
          cmocka_unit_test(signals_are_excitations_too),
          cmocka_unit_test(hinges_tell_their_angle_and_rates),
          cmocka_unit_test(turning_back_is_negative),
          cmocka_unit_test(rates_of_a_known_motion_are_right),
          cmocka_unit_test(noise_is_smoothed_away), cmocka_unit_test(distances_are_between_points),
          cmocka_unit_test(free_bones_are_read_from_states),
          cmocka_unit_test(leap_to_the_first_frame_has_no_speed),
          cmocka_unit_test(length_is_over_that_at_rest),
          cmocka_unit_test(state_that_is_nowhere_is_not_remembered),
          cmocka_unit_test(signals_are_made_of_each_other),
          cmocka_unit_test(activation_follows_and_stays_in_its_range),
          cmocka_unit_test(units_without_signals_are_left_alone),
          cmocka_unit_test(models_without_sensors_remember_nothing),
          cmocka_unit_test(trigger_fires_at_the_impact),
          cmocka_unit_test(sensing_again_changes_nothing))
