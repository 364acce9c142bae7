// SPDX-License-Identifier: Apache-2.0

#include "brawn/motion.h"
#include "motion_test.h"

static BrnTrack* make(BrnContext* ctx, BrnTrackKind kind, int count, const double* time,
                      const double* value, const BrnKeyShape* shape, BrnRepeat repeat) {
  BrnTrackDef def = brn_track_def_default(kind);
  def.key_count = count;
  def.time = time;
  def.value = value;
  def.shape = shape;
  def.repeat = repeat;
  BrnTrack* track;
  ENSURE_OK(ctx, brn_track_create(ctx, &def, &track));
  return track;
}

static double value_at(const BrnTrack* track, double time) {
  double value;
  brn_track_value(track, time, &value);
  return value;
}

static double velocity_at(const BrnTrack* track, double time) {
  double value;
  brn_track_velocity(track, time, &value);
  return value;
}

static void each_shape_has_its_exact_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {1, 2, 4, 6}, value[] = {3, 5, 1, 1};
  const BrnKeyShape shape[] = {BRN_KEY_STEP, BRN_KEY_LINEAR, BRN_KEY_SMOOTH, BRN_KEY_STEP};
  BrnTrack* track = make(ctx, BRN_TRACK_SCALAR, 4, time, value, shape, BRN_REPEAT_HOLD);
  ENSURE(value_at(track, -1e9) == 3 && value_at(track, 1) == 3 && value_at(track, 1.999) == 3);
  ENSURE(value_at(track, 2) == 5 && value_at(track, 3) == 3 && value_at(track, 2.5) == 4);
  ENSURE(value_at(track, 4) == 1 && value_at(track, 5) == 1 && value_at(track, 6) == 1);
  ENSURE(value_at(track, 1e300) == 1);
  ENSURE(velocity_at(track, 1.5) == 0 && velocity_at(track, 2) == -2);
  ENSURE(velocity_at(track, 3.9) == -2 && velocity_at(track, 4) == 0);
  ENSURE(velocity_at(track, 0) == 0 && velocity_at(track, 7) == 0);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

// By hand: with holds outside the end slopes are 0. At the middle key the secants are 1 and 3 over
// lengths 1 and 1, so the parabola's slope is 2, and hypot(0, 2) <= 3 x 1: nothing to shrink.
static void smooth_values_are_those_of_fritsch_and_carlson(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {0, 1, 2}, value[] = {0, 1, 4}, steep[] = {0, 1, 11};
  BrnTrack* track = make(ctx, BRN_TRACK_SCALAR, 3, time, value, NULL, BRN_REPEAT_HOLD);
  ENSURE_NEAR(velocity_at(track, 1), 2, 1e-15);
  ENSURE_NEAR(value_at(track, 0.5), 0.5 - 0.125 * 2, 1e-15);
  ENSURE_NEAR(value_at(track, 1.5), 2.5 + 0.125 * 2, 1e-15);
  ENSURE(velocity_at(track, 0) == 0 && velocity_at(track, 2) == 0);
  brn_track_destroy(ctx, track);
  // secants 1 and 10: the parabola's 5.5 is too steep for the first piece, 3 is not
  track = make(ctx, BRN_TRACK_SCALAR, 3, time, steep, NULL, BRN_REPEAT_HOLD);
  ENSURE_NEAR(velocity_at(track, 1), 3, 1e-14);
  brn_track_destroy(ctx, track);
  // lengths 1 and 3 with secants 1 and 2: (3 x 1 + 1 x 2) / 4
  const double uneven_time[] = {0, 1, 4}, uneven[] = {0, 1, 7};
  track = make(ctx, BRN_TRACK_SCALAR, 3, uneven_time, uneven, NULL, BRN_REPEAT_HOLD);
  ENSURE_NEAR(velocity_at(track, 1), 1.25, 1e-15);
  brn_track_destroy(ctx, track);
  // next to a straight piece its velocity is taken on
  const BrnKeyShape shape[] = {BRN_KEY_LINEAR, BRN_KEY_SMOOTH, BRN_KEY_SMOOTH};
  track = make(ctx, BRN_TRACK_SCALAR, 3, time, value, shape, BRN_REPEAT_HOLD);
  ENSURE_NEAR(velocity_at(track, 1), 1, 1e-15);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

static void fill_randomly(TestRandom* random, int count, double* time, double* value,
                          BrnKeyShape* shape) {
  double at = test_random(random, -1, 1);
  for (int k = 0; k < count; k++) {
    time[k] = at;
    at += exp(test_random(random, -7, 1));
    value[k] = test_random(random, -0.4, 1.4);
    value[k] = value[k] < 0 ? 0 : value[k] > 1 ? 1 : value[k]; // many flat pieces
    shape[k] = test_random(random, 0, 1) < 0.7 ? BRN_KEY_SMOOTH : BRN_KEY_LINEAR;
  }
}

static void smooth_pieces_are_monotone(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {8};
  enum { KEYS = 12, SAMPLES = 60 };
  for (int i = 0; i < 300; i++) {
    double time[KEYS], value[KEYS];
    BrnKeyShape shape[KEYS];
    fill_randomly(&random, KEYS, time, value, shape);
    if (i % 3 == 1) value[KEYS - 1] = value[0]; // loops that close
    BrnRepeat repeat = (BrnRepeat)(i % 3);
    BrnTrack* track = make(ctx, BRN_TRACK_ACTIVATION, KEYS, time, value, shape, repeat);
    for (int k = 0; k + 1 < KEYS; k++) {
      double last = value[k], sign = value[k + 1] - value[k];
      for (int n = 0; n < SAMPLES; n++) {
        double t = time[k] + (time[k + 1] - time[k]) * n / SAMPLES, next = value_at(track, t);
        ENSURE(next >= 0 && next <= 1);
        ENSURE((next - last) * sign >= -1e-15);
        ENSURE(velocity_at(track, t) * sign >= -1e-12);
        last = next;
      }
    }
    brn_track_destroy(ctx, track);
  }
  test_context_done(ctx);
}

static void velocity_is_the_derivative(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {9};
  const double time[] = {0, 0.7, 1.5, 2.6}, e = 1e-6;
  const double value[] = {0, 1, 5, 2, -1, 4, 2.5, 2, 4, 0, 1, 5};
  for (int repeat = 0; repeat < 3; repeat++) {
    BrnTrack* track = make(ctx, BRN_TRACK_VECTOR, 4, time, value, NULL, (BrnRepeat)repeat);
    for (int i = 0; i < 500; i++) {
      double t = test_random(&random, -6, 9), low[3], high[3], rate[3];
      brn_track_value(track, t - e, low);
      brn_track_value(track, t + e, high);
      brn_track_velocity(track, t, rate);
      // smooth, closed and turning gently: nowhere a kink
      for (int c = 0; c < 3; c++) ENSURE_NEAR(rate[c], (high[c] - low[c]) / (2 * e), 3e-4);
    }
    brn_track_destroy(ctx, track);
  }
  test_context_done(ctx);
}

static void repeats_go_on(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {1, 2, 4}, value[] = {0, 1, 5};
  const BrnKeyShape shape[] = {BRN_KEY_LINEAR, BRN_KEY_LINEAR, BRN_KEY_LINEAR};
  BrnTrack* loop = make(ctx, BRN_TRACK_SCALAR, 3, time, value, shape, BRN_REPEAT_LOOP);
  ENSURE(value_at(loop, 4) == 0 && value_at(loop, 4.5) == 0.5 && value_at(loop, 6) == 3);
  ENSURE(value_at(loop, 0) == 3 && value_at(loop, -2) == 0 && velocity_at(loop, 0) == 2);
  BrnTrack* back = make(ctx, BRN_TRACK_SCALAR, 3, time, value, shape, BRN_REPEAT_PING_PONG);
  ENSURE(value_at(back, 4) == 5 && value_at(back, 5) == 3 && value_at(back, 6.5) == 0.5);
  ENSURE(value_at(back, 7) == 0 && value_at(back, 0.5) == 0.5 && value_at(back, 8) == 1);
  ENSURE(velocity_at(back, 3) == 2 && velocity_at(back, 4) == -2 && velocity_at(back, 6) == -1);
  ENSURE(velocity_at(back, 7) == 1);
  const double one = 3;
  BrnTrack* still = make(ctx, BRN_TRACK_SCALAR, 1, time, &one, NULL, BRN_REPEAT_LOOP);
  ENSURE(value_at(still, -5) == 3 && value_at(still, 1) == 3 && velocity_at(still, 1) == 0);
  int direction;
  ENSURE(brn_repeat_time(BRN_REPEAT_LOOP, 0, 1, -1e-300, &direction) == 0);
  ENSURE(brn_repeat_time(BRN_REPEAT_HOLD, 0, 1, 1, &direction) == 1 && direction == 0);
  ENSURE(brn_repeat_time(BRN_REPEAT_PING_PONG, 0, 1, 1.75, &direction) == 0.25);
  ENSURE_INT(direction, -1);
  brn_track_destroy(ctx, loop);
  brn_track_destroy(ctx, back);
  brn_track_destroy(ctx, still);
  test_context_done(ctx);
}

// A triangle wave with its seam on a slope: there the secants are 2 on both sides, and the parabola
// has that slope too.
static void closed_loop_runs_through_its_seam(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {0, 1, 3, 4}, value[] = {0, 2, -2, 0}, open[] = {0, 2, -2, 0.5};
  BrnTrack* track = make(ctx, BRN_TRACK_SCALAR, 4, time, value, NULL, BRN_REPEAT_LOOP);
  ENSURE_NEAR(velocity_at(track, 0), 2, 1e-14);
  ENSURE_NEAR(velocity_at(track, 4), 2, 1e-14);
  ENSURE_NEAR(velocity_at(track, 4 - 1e-9), 2, 1e-7);
  brn_track_destroy(ctx, track);
  track = make(ctx, BRN_TRACK_SCALAR, 4, time, open, NULL, BRN_REPEAT_LOOP);
  ENSURE(velocity_at(track, 0) == 0);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

// --------------------------------------------------------------------------------------- rotations

static void turn_about(const double* axis, double angle, double* q) {
  brn_rotation_from_axis_angle(axis, angle, q);
}

static void straight_turns_have_constant_angular_velocity(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {0, 2}, axis[] = {2, -1, 2};
  double key[8], out[4], expected[4];
  turn_about(axis, 0.2, key);
  turn_about(axis, 1.4, key + 4);
  for (int k = 4; k < 8; k++) key[k] = -key[k]; // the long way in numbers
  const BrnKeyShape shape[] = {BRN_KEY_LINEAR, BRN_KEY_LINEAR};
  BrnTrack* track = make(ctx, BRN_TRACK_ROTATION, 2, time, key, shape, BRN_REPEAT_HOLD);
  for (double t = 0; t < 2; t += 0.125) {
    brn_track_velocity(track, t, out);
    drive_near(out, (double[]){0.4, -0.2, 0.4}, 3, 1e-14);
    brn_track_value(track, t, out);
    turn_about(axis, 0.2 + 0.6 * t, expected);
    drive_near(out, expected, 4, 1e-14);
  }
  brn_track_velocity(track, 2, out);
  drive_near(out, (double[]){0, 0, 0}, 3, 0);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

// about one axis the rotation track is the scalar track of its angle
static void smooth_turns_about_an_axis_are_the_scalar_track(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double time[] = {0, 1, 1.5, 3}, angle[] = {0, 0.8, 1.5, 1.1}, axis[] = {0, 0.6, 0.8};
  double key[16];
  for (int k = 0; k < 4; k++) turn_about(axis, angle[k], key + 4 * k);
  BrnTrack* scalar = make(ctx, BRN_TRACK_SCALAR, 4, time, angle, NULL, BRN_REPEAT_HOLD);
  BrnTrack* track = make(ctx, BRN_TRACK_ROTATION, 4, time, key, NULL, BRN_REPEAT_HOLD);
  for (double t = -0.5; t < 3.5; t += 0.1) {
    double q[4], expected[4], rate[3];
    brn_track_value(track, t, q);
    turn_about(axis, value_at(scalar, t), expected);
    drive_near(q, expected, 4, 1e-14);
    brn_track_velocity(track, t, rate);
    for (int c = 0; c < 3; c++) ENSURE_NEAR(rate[c], velocity_at(scalar, t) * axis[c], 1e-13);
  }
  brn_track_destroy(ctx, scalar);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

enum { TURN_KEYS = 5 };
static const double turn_time[TURN_KEYS] = {0, 0.5, 1.2, 2, 2.5};

static BrnTrack* make_tumbling(BrnContext* ctx, const double* frame, BrnRepeat repeat) {
  static const double turn[TURN_KEYS][3] = {
      {0.1, 0.2, 0.3}, {0.6, 0.5, 0.4}, {1.3, 0.9, -0.2}, {1.5, 2.2, -0.9}, {0.1, 0.2, 0.3}};
  double key[4 * TURN_KEYS];
  for (int k = 0; k < TURN_KEYS; k++) {
    brn_rotation_exp(turn[k], key + 4 * k);
    if (frame) brn_rotation_multiply(frame, key + 4 * k, key + 4 * k);
  }
  return make(ctx, BRN_TRACK_ROTATION, TURN_KEYS, turn_time, key, NULL, repeat);
}

static void angular_velocity_is_the_derivative(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {10};
  const double e = 1e-6;
  for (int repeat = 0; repeat < 3; repeat++) {
    BrnTrack* track = make_tumbling(ctx, NULL, (BrnRepeat)repeat);
    for (int i = 0; i < 300; i++) {
      double t = test_random(&random, -3, 6), low[4], high[4], step[3], rate[3];
      brn_track_value(track, t - e, low);
      brn_track_value(track, t + e, high);
      ENSURE_NEAR(brn__dot3(high, high) + high[3] * high[3], 1, 1e-14);
      brn_rotation_invert(low, low);
      brn_rotation_multiply(high, low, low); // in the outer frame
      brn_rotation_log(low, step);
      brn_track_velocity(track, t, rate);
      for (int c = 0; c < 3; c++) ENSURE_NEAR(rate[c], step[c] / (2 * e), 5e-4);
    }
    brn_track_destroy(ctx, track);
  }
  test_context_done(ctx);
}

static void angular_velocity_does_not_jump_at_keys(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnTrack* track = make_tumbling(ctx, NULL, BRN_REPEAT_HOLD);
  for (int k = 0; k < TURN_KEYS; k++) {
    double before[3], after[3];
    brn_track_velocity(track, turn_time[k] - 1e-9, before);
    brn_track_velocity(track, turn_time[k], after);
    drive_near(before, after, 3, 1e-7);
    ENSURE(k == 0 || k > 2 || brn__norm3(after) > 0.5); // it does move there
  }
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

// turning the world turns the motion and nothing else
static void smooth_turns_do_not_depend_on_the_frame(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double frame[4];
  brn_rotation_exp((double[]){1, -0.5, 0.7}, frame);
  BrnTrack* here = make_tumbling(ctx, NULL, BRN_REPEAT_HOLD);
  BrnTrack* there = make_tumbling(ctx, frame, BRN_REPEAT_HOLD);
  for (double t = 0; t < 2.5; t += 0.07) {
    double a[4], b[4], expected[4];
    brn_track_value(here, t, a);
    brn_track_value(there, t, b);
    brn_rotation_multiply(frame, a, expected);
    drive_near(b, expected, 4, 1e-13);
  }
  brn_track_destroy(ctx, here);
  brn_track_destroy(ctx, there);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(each_shape_has_its_exact_values),
          cmocka_unit_test(smooth_values_are_those_of_fritsch_and_carlson),
          cmocka_unit_test(smooth_pieces_are_monotone),
          cmocka_unit_test(velocity_is_the_derivative), cmocka_unit_test(repeats_go_on),
          cmocka_unit_test(straight_turns_have_constant_angular_velocity),
          cmocka_unit_test(smooth_turns_about_an_axis_are_the_scalar_track),
          cmocka_unit_test(closed_loop_runs_through_its_seam),
          cmocka_unit_test(angular_velocity_is_the_derivative),
          cmocka_unit_test(angular_velocity_does_not_jump_at_keys),
          cmocka_unit_test(smooth_turns_do_not_depend_on_the_frame))
