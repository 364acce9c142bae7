// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"
#include "motion_test.h"

// angles that cross 180 degrees and a middle angle beyond 90
static const char tumbling[] =
    "HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\n"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "JOINT b\n{\nOFFSET 0 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n"
    "JOINT c\n{\nOFFSET 0 1 0\nCHANNELS 1 Yrotation\nEnd Site\n{\nOFFSET 1 1 1\n}\n}\n}\n}\n"
    "MOTION\nFrames: 5\nFrame Time: 0.1\n"
    "0 0 0 10 20 30 170 80 -170 179\n"
    "1 0 2 15 20 35 178 85 -178 181\n"
    "2 1 4 20 30 40 186 95 -186 -170\n"
    "3 0 6 25 20 45 194 100 -190 -150\n"
    "4 0 8 30 10 50 200 100 -195 -130\n";

static BrnClip* read_tumbling(BrnContext* ctx) {
  BrnClipDef def = brn_clip_def_default();
  BrnSource source = {.name = "test", .data = tumbling, .size = strlen(tumbling)};
  BrnClip* clip;
  ENSURE_OK(ctx, brn__clip_parse(ctx, &source, &def, &clip));
  return clip;
}

static void same_rate_is_the_same_bits(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_tumbling(ctx), *same;
  ENSURE_OK(ctx, brn_clip_resample(ctx, clip, 10, &same));
  ENSURE_INT(same->frame_count, 5);
  ENSURE_INT(same->joint_count, 4);
  ENSURE(same->frame_time == 0.1);
  assert_memory_equal(same->value, clip->value, 50 * sizeof(double));
  assert_memory_equal(same->parent, clip->parent, 4 * sizeof(int));
  assert_memory_equal(same->offset, clip->offset, 12 * sizeof(double));
  assert_string_equal(same->name[3], "c_end");
  ENSURE(same->end_site[3] && !same->end_site[2]);
  brn_clip_destroy(ctx, clip);
  brn_clip_destroy(ctx, same);
  test_context_done(ctx);
}

static void new_frames_are_the_old_poses(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_tumbling(ctx), *fine;
  static const double rate[] = {24, 97, 1000, 3};
  for (int i = 0; i < 4; i++) {
    ENSURE_OK(ctx, brn_clip_resample(ctx, clip, rate[i], &fine));
    ENSURE_INT(fine->frame_count, (int)(0.4 * rate[i] + 1e-3) + 1);
    for (int f = 0; f < fine->frame_count; f++) {
      BrnPose a[4], b[4];
      brn_clip_global_poses(clip, f / rate[i], a);
      brn_clip_global_poses(fine, f / rate[i], b);
      for (int j = 0; j < 4; j++) {
        drive_near(b[j].translation, a[j].translation, 3, 1e-12);
        double A[9], B[9];
        brn_rotation_to_matrix(a[j].rotation, A);
        brn_rotation_to_matrix(b[j].rotation, B);
        drive_near(B, A, 9, 1e-12);
      }
    }
    brn_clip_destroy(ctx, fine);
  }
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

// also where the file goes beyond half a turn, and the middle angle beyond a quarter
static void curves_of_angles_look_as_they_did(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_tumbling(ctx), *fine;
  ENSURE_OK(ctx, brn_clip_resample(ctx, clip, 100, &fine));
  for (int f = 0; f < 40; f++) {
    if (f >= 10 && f < 20) continue; // b turns past its locked axes there, and beside it bends
    const double *now = fine->value + 10 * f, *from = clip->value + 10 * (f / 10);
    double share = f % 10 / 10.0;
    for (int c = 0; c < 9; c++) {
      ENSURE_NEAR(now[c], (1 - share) * from[c] + share * from[c + 10], c < 6 ? 0.01 : 0.2);
    }
  }
  // the single angle of c: 179, 181, and on to 190, which the file calls -170
  ENSURE_NEAR(fine->value[10 * 5 + 9], 180 * M_PI / 180, 1e-12);
  ENSURE_NEAR(fine->value[10 * 15 + 9], 185.5 * M_PI / 180, 1e-12);
  brn_clip_destroy(ctx, fine);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void bad_rates_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_tumbling(ctx), *out;
  const double rate[] = {0, -24, NAN, INFINITY, 1e-320};
  for (int i = 0; i < 5; i++) {
    ENSURE_STATUS(ctx, brn_clip_resample(ctx, clip, rate[i], &out), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, "frames per second; expected a number above 0");
  }
  ENSURE_STATUS(ctx, brn_clip_resample(ctx, clip, 1e12, &out), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "1e+12 frames per second would make 4e+11 frames; expected at most");
  ENSURE(out == NULL);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip *clip = read_tumbling(ctx), *out = NULL;
  size_t before = brn_byte_count(ctx);
  for (int k = 0; !out; k++) {
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn_clip_resample(ctx, clip, 30, &out);
    ENSURE(status == (out ? BRN_OK : BRN_NO_MEMORY));
    ENSURE(out || brn_byte_count(ctx) == before);
  }
  brn_fail_allocation(ctx, -1);
  brn_clip_destroy(ctx, out);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(same_rate_is_the_same_bits),
          cmocka_unit_test(new_frames_are_the_old_poses),
          cmocka_unit_test(curves_of_angles_look_as_they_did),
          cmocka_unit_test(bad_rates_are_refused),
          cmocka_unit_test(every_failed_allocation_is_clean))
