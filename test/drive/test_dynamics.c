// SPDX-License-Identifier: Apache-2.0

#include "drive/dynamics.h"

#include "motion/track.h"
#include "test.h"

// ------------------------------------------------------------------------------------- excitations

static double constant_at(const void* user, double time) {
  return (void)time, *(const double*)user;
}
static double never(const void* user, double time) { return (void)user, (void)time, INFINITY; }

static double follow_constant(const BrnActivator* m, double a, double e, double time) {
  BrnExcitation excitation = {constant_at, never, &e};
  return brn__activation_follow(m, a, &excitation, 0, time);
}

static double track_at(const void* user, double time) {
  double value;
  brn_track_value(user, time, &value);
  return value;
}
static double track_next(const void* user, double time) { return brn__track_next_key(user, time); }

static BrnTrack* make_track(BrnContext* ctx, int count, const double* time, const double* value,
                            BrnKeyShape shape, BrnRepeat repeat) {
  BrnTrackDef def = brn_track_def_default(BRN_TRACK_ACTIVATION);
  BrnTrack* track;
  def.key_count = count, def.time = time, def.value = value;
  def.all_shape = shape, def.repeat = repeat;
  ENSURE_OK(ctx, brn_track_create(ctx, &def, &track));
  return track;
}

// ------------------------------------------------------------------------------------------- rates

static void rates_are_those_of_their_authors(void** state) {
  (void)state;
  BrnActivator m = {BRN_DYNAMICS_THELEN, 0.015, 0.05, 0, NAN};
  ENSURE_NEAR(brn__activation_rate(&m, 0.2, 1), 0.8 / (0.015 * 0.8), 1e-12);
  ENSURE_NEAR(brn__activation_rate(&m, 0.6, 0.1), -0.5 * 1.4 / 0.05, 1e-12);
  m.least = 0.01; // Millard et al. 2013
  ENSURE_NEAR(brn__activation_rate(&m, 0.6, 0), -0.59 * (0.5 + 1.5 * 0.59 / 0.99) / 0.05, 1e-12);
  ENSURE_NEAR(brn__activation_rate(&m, 0.01, 0), 0, 0);

  m = (BrnActivator){BRN_DYNAMICS_DEGROOTE, 0.015, 0.06, 0, NAN};
  double f = 0.5 * tanh(0.1 * 0.7), z = 0.5 + 1.5 * 0.2;
  ENSURE_NEAR(brn__activation_rate(&m, 0.2, 0.9),
              0.7 * ((f + 0.5) / (0.015 * z) + (0.5 - f) * z / 0.06), 1e-12);
  m.smooth = 1e4; // a hard change is Thelen's
  ENSURE_NEAR(brn__activation_rate(&m, 0.2, 0.9), 0.7 / (0.015 * z), 1e-12);
  ENSURE_NEAR(brn__activation_rate(&m, 0.2, 0.1), -0.1 * z / 0.06, 1e-12);

  m = (BrnActivator){BRN_DYNAMICS_MUJOCO, 0.01, 0.04, 0, NAN};
  ENSURE_NEAR(brn__activation_rate(&m, 0.4, 0.7), 0.3 / (0.01 * 1.1), 1e-12);
  ENSURE_NEAR(brn__activation_rate(&m, 0.4, 0.1), -0.3 * 1.1 / 0.04, 1e-12);
  m.smooth = 0.8; // x = 0.1/0.8 + 0.5 = 0.625
  double s = 6 * pow(0.625, 5) - 15 * pow(0.625, 4) + 10 * pow(0.625, 3), down = 0.04 / 1.1;
  ENSURE_NEAR(brn__activation_rate(&m, 0.4, 0.5), 0.1 / (down + (0.011 - down) * s), 1e-12);

  m = (BrnActivator){BRN_DYNAMICS_FIRST_ORDER, 0.015, 0.06, 0, NAN};
  ENSURE_NEAR(brn__activation_rate(&m, 0.4, 0.7), 0.3 / 0.015, 1e-12);
}

// ------------------------------------------------------------------------------------ closed forms

static void constant_excitation_has_closed_forms(void** state) {
  (void)state;
  BrnActivator m = {BRN_DYNAMICS_FIRST_ORDER, 0.015, 0.06, 0, NAN};
  ENSURE_NEAR(follow_constant(&m, 0.2, 1, 0.03), 1 - 0.8 * exp(-2), 1e-7);
  ENSURE_NEAR(follow_constant(&m, 0.9, 0, 0.06), 0.9 * exp(-1), 1e-7);
  // rising: -1.5 a - (0.5 + 1.5 e) ln(e - a) = t / tau and a constant
  m.kind = BRN_DYNAMICS_THELEN;
  double e = 0.8, a0 = 0.1, a = follow_constant(&m, a0, e, 0.02);
  double t = -1.5 * (a - a0) - (0.5 + 1.5 * e) * log((e - a) / (e - a0));
  ENSURE_NEAR(0.015 * t, 0.02, 1e-8);
  // falling to 0: da/dt = -a (0.5 + 1.5 a) / tau, so a / (0.5 + 1.5 a) falls by e^(-t / 2 tau)
  a = follow_constant(&m, 0.9, 0, 0.05);
  double part = 0.9 / (0.5 + 1.35) * exp(-0.5 * 0.05 / 0.06);
  ENSURE_NEAR(a, 0.5 * part / (1 - 1.5 * part), 1e-8);
}

// ------------------------------------------------------------------------- against a fine solution

// much finer, by the midpoint; keys are at multiples of its step
static double fine(const BrnActivator* m, const BrnTrack* track, double a, double to) {
  const double h = 2e-6;
  for (int i = 0; i * h < to - h / 2; i++) {
    double t = i * h;
    double half = a + h / 2 * brn__activation_rate(m, a, track_at(track, t + h / 4));
    a += h * brn__activation_rate(m, half, track_at(track, t + h / 2));
  }
  return a;
}

static double in_frames(const BrnActivator* m, const BrnTrack* track, double a, double to,
                        int frames) {
  BrnExcitation excitation = {track_at, track_next, track};
  for (int i = 0; i < frames; i++) {
    a = brn__activation_follow(m, a, &excitation, to * i / frames, to * (i + 1) / frames);
  }
  return a;
}

static void frame_rate_does_not_matter(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double time[5] = {0, 0.0371, 0.11, 0.1513, 0.2}, value[5] = {0, 1, 0.2, 0.7, 0};
  for (int kind = BRN_DYNAMICS_FIRST_ORDER; kind <= BRN_DYNAMICS_MUJOCO; kind++) {
    for (int shape = BRN_KEY_STEP; shape <= BRN_KEY_SMOOTH; shape++) {
      BrnTrack* track = make_track(ctx, 5, time, value, (BrnKeyShape)shape, BRN_REPEAT_LOOP);
      BrnActivator m = {(BrnDynamics)kind, 0.01, 0.04, 0.01, NAN};
      double whole = in_frames(&m, track, 0.05, 0.5, 1), exact = fine(&m, track, 0.05, 0.5);
      ENSURE_NEAR(whole, exact, 1e-6);
      ENSURE_NEAR(in_frames(&m, track, 0.05, 0.5, 12), exact, 1e-6);
      ENSURE_NEAR(in_frames(&m, track, 0.05, 0.5, 500), exact, 1e-6);
      brn_track_destroy(ctx, track);
    }
  }
  test_context_done(ctx);
}

static void next_keys_are_found_in_repeats(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double time[3] = {1, 1.25, 2}, value[3] = {0, 1, 0};
  BrnTrack* hold = make_track(ctx, 3, time, value, BRN_KEY_LINEAR, BRN_REPEAT_HOLD);
  BrnTrack* loop = make_track(ctx, 3, time, value, BRN_KEY_LINEAR, BRN_REPEAT_LOOP);
  BrnTrack* back = make_track(ctx, 3, time, value, BRN_KEY_LINEAR, BRN_REPEAT_PING_PONG);
  ENSURE_NEAR(brn__track_next_key(hold, 0), 1, 0);
  ENSURE_NEAR(brn__track_next_key(hold, 1), 1.25, 0);
  ENSURE(isinf(brn__track_next_key(hold, 2)));
  ENSURE_NEAR(brn__track_next_key(loop, 2), 2.25, 0);
  ENSURE_NEAR(brn__track_next_key(loop, 5.25), 6, 0);
  ENSURE_NEAR(brn__track_next_key(loop, -0.5), 0, 0);
  ENSURE_NEAR(brn__track_next_key(back, 2), 2.75, 0); // 1.25 on the way back
  ENSURE_NEAR(brn__track_next_key(back, 2.75), 3, 0);
  ENSURE_NEAR(brn__track_next_key(back, 3), 3.25, 0);
  brn_track_destroy(ctx, hold);
  brn_track_destroy(ctx, loop);
  brn_track_destroy(ctx, back);
  test_context_done(ctx);
}

static void activation_keeps_its_range(void** state) {
  (void)state;
  for (int kind = BRN_DYNAMICS_FIRST_ORDER; kind <= BRN_DYNAMICS_MUJOCO; kind++) {
    BrnActivator m = {(BrnDynamics)kind, 1e-4, 1e-4, 0.05, NAN};
    ENSURE_NEAR(follow_constant(&m, 0, 0, 1), 0.05, 1e-12);
    ENSURE_NEAR(follow_constant(&m, 0.5, 1, 1), 1, 1e-12);
    ENSURE_NEAR(follow_constant(&m, 0.5, 0.2, 0), 0.5, 0);
  }
}

TEST_MAIN(cmocka_unit_test(rates_are_those_of_their_authors),
          cmocka_unit_test(constant_excitation_has_closed_forms),
          cmocka_unit_test(frame_rate_does_not_matter),
          cmocka_unit_test(next_keys_are_found_in_repeats),
          cmocka_unit_test(activation_keeps_its_range))
