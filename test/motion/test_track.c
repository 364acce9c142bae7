// SPDX-License-Identifier: Apache-2.0

#include "brawn/motion.h"
#include "motion_test.h"

static BrnTrackDef def_of(BrnTrackKind kind, int count, const double* time, const double* value) {
  BrnTrackDef def = brn_track_def_default(kind);
  def.key_count = count;
  def.time = time;
  def.value = value;
  return def;
}

static void refuses(BrnContext* ctx, const BrnTrackDef* def, const char* expected) {
  BrnTrack* track;
  ENSURE_STATUS(ctx, brn_track_create(ctx, def, &track), BRN_INVALID);
  ENSURE(track == NULL);
  ENSURE_ERROR_HAS(ctx, expected);
}

static void bad_keys_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double time[3] = {0, 2, 1}, value[12] = {0, 0.5, 1};
  BrnTrackDef def = def_of(BRN_TRACK_ACTIVATION, 3, time, value);
  def.name = "biceps";
  refuses(ctx, &def, "track \"biceps\": key 2 at time 1 comes after key 1 at 2; sort the keys");
  time[2] = 2;
  refuses(ctx, &def, "track \"biceps\": keys 1 and 2 have the same time, 2; remove one of them");
  time[2] = NAN;
  refuses(ctx, &def, "the time of key 2 is nan");
  time[2] = 3;
  value[1] = 1.25;
  refuses(ctx, &def, "the activation of key 1 is 1.25; expected a number from 0 to 1");
  value[1] = -1e-300;
  refuses(ctx, &def, "the activation of key 1 is -1e-300");
  value[1] = INFINITY;
  refuses(ctx, &def, "the value of key 1 is inf; expected a finite number");
  value[1] = 0.5;
  def.key_count = 0;
  refuses(ctx, &def, "there are 0 keys; expected at least one");
  def.key_count = 3;
  def.seconds_per_unit = 0;
  refuses(ctx, &def, "seconds_per_unit is 0; expected a number above 0");
  def.seconds_per_unit = 1e308;
  refuses(ctx, &def, "the time of key 1 is 2; expected a finite number");
  def.seconds_per_unit = 1;
  def.name = NULL;
  def.all_shape = (BrnKeyShape)7;
  refuses(ctx, &def, "track: the shape of key 0 is 7; expected step, linear or smooth");
  def = def_of(BRN_TRACK_ROTATION, 3, time, value);
  refuses(ctx, &def,
          "the rotation of key 0 has length 1.11803; expected a unit quaternion w x y z");
  test_context_done(ctx);
}

static void failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double time[2] = {0, 1}, value[2] = {0, 1};
  BrnTrackDef def = def_of(BRN_TRACK_SCALAR, 2, time, value);
  BrnTrack* track;
  brn_fail_allocation(ctx, 0);
  ENSURE_STATUS(ctx, brn_track_create(ctx, &def, &track), BRN_NO_MEMORY);
  ENSURE(track == NULL);
  ENSURE_OK(ctx, brn_track_create(ctx, &def, &track));
  brn_track_destroy(ctx, track);
  brn_track_destroy(ctx, NULL);
  test_context_done(ctx);
}

static void arrays_are_copied_and_frames_become_seconds(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double time[2] = {24, 48}, value[6] = {1, 2, 3, 4, 6, 8}, out[3], first, last;
  BrnTrackDef def = def_of(BRN_TRACK_VECTOR, 2, time, value);
  def.all_shape = BRN_KEY_LINEAR;
  def.seconds_per_unit = 1.0 / 24;
  BrnTrack* track;
  ENSURE_OK(ctx, brn_track_create(ctx, &def, &track));
  time[0] = value[0] = -99;
  brn_track_span(track, &first, &last);
  ENSURE(first == 1 && last == 2 && brn_track_kind(track) == BRN_TRACK_VECTOR);
  brn_track_value(track, 1.5, out);
  drive_near(out, (double[]){2.5, 4, 5.5}, 3, 1e-15);
  brn_track_velocity(track, 1.5, out);
  drive_near(out, (double[]){3, 4, 5}, 3, 1e-15);
  brn_track_destroy(ctx, track);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(bad_keys_are_named), cmocka_unit_test(failed_allocation_is_clean),
          cmocka_unit_test(arrays_are_copied_and_frames_become_seconds))
