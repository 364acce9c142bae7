// SPDX-License-Identifier: Apache-2.0

#include "motion/clip.h"
#include "motion_test.h"

static BrnClip* read_with(BrnContext* ctx, const char* text, const BrnClipDef* def) {
  BrnClipDef defaults = brn_clip_def_default();
  BrnSource source = {.name = "test", .data = text, .size = strlen(text)};
  BrnClip* clip;
  ENSURE_OK(ctx, brn__clip_parse(ctx, &source, def ? def : &defaults, &clip));
  return clip;
}

static const char arm[] = "HIERARCHY\n"
                          "ROOT shoulder\n{\n"
                          "OFFSET 9 9 9\n"
                          "CHANNELS 4 Zrotation Xposition Yposition Zposition\n"
                          "JOINT elbow\n{\n"
                          "OFFSET 3 0 0\n"
                          "CHANNELS 1 Zrotation\n"
                          "End Site\n{\nOFFSET 2 0 0\n}\n}\n}\n"
                          "MOTION\nFrames: 3\nFrame Time: 0.5\n"
                          "0 1 2 0.5 0\n"
                          "90 1 2 0.5 90\n"
                          "-90 2 2 0.5 90\n";

static void position_is(const BrnPose* pose, double x, double y, double z) {
  ENSURE_NEAR(pose->translation[0], x, 1e-14);
  ENSURE_NEAR(pose->translation[1], y, 1e-14);
  ENSURE_NEAR(pose->translation[2], z, 1e-14);
}

// upper arm of 3 and forearm of 2, computed by hand
static void arm_of_two_joints_reaches_where_it_should(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip* clip = read_with(ctx, arm, NULL);
  BrnPose pose[3];
  brn_clip_global_poses(clip, -1, pose); // holds the first frame
  position_is(&pose[0], 1, 2, 0.5);
  position_is(&pose[1], 4, 2, 0.5);
  position_is(&pose[2], 6, 2, 0.5);
  brn_clip_global_poses(clip, 0.5, pose); // up, then left
  position_is(&pose[1], 1, 5, 0.5);
  position_is(&pose[2], -1, 5, 0.5);
  brn_clip_global_poses(clip, 1, pose); // down, then right
  position_is(&pose[0], 2, 2, 0.5);
  position_is(&pose[1], 2, -1, 0.5);
  position_is(&pose[2], 4, -1, 0.5);
  brn_clip_global_poses(clip, 99, pose);
  position_is(&pose[2], 4, -1, 0.5);
  // a third of the way between the first two frames: both angles are 30 degrees
  brn_clip_global_poses(clip, 0.5 / 3, pose);
  position_is(&pose[1], 1 + 3 * cos(M_PI / 6), 2 + 3 * 0.5, 0.5);
  position_is(&pose[2], 1 + 3 * cos(M_PI / 6) + 2 * 0.5, 2 + 1.5 + 2 * cos(M_PI / 6), 0.5);
  brn_clip_local_poses(clip, 0.5, pose);
  position_is(&pose[1], 3, 0, 0);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void offsets_are_added_when_asked(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClipDef def = brn_clip_def_default();
  def.add_offset = true;
  BrnClip* clip = read_with(ctx, arm, &def);
  BrnPose pose[3];
  brn_clip_global_poses(clip, 0, pose);
  position_is(&pose[0], 10, 11, 9.5);
  position_is(&pose[2], 15, 11, 9.5);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void every_order_and_subset_of_channels_is_its_product(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const list[] = {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "X",  "Y",
                                     "Z",   "XY",  "YX",  "ZX",  "XZ",  "YZ",  "ZY", ""};
  const double degree[3] = {20, -75, 130};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    int count = (int)strlen(list[i]), used;
    char text[512];
    used = snprintf(text, sizeof text, "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS %d", count + 1);
    for (int k = 0; k < count; k++) {
      used += snprintf(text + used, sizeof text - (size_t)used, " %crotation", list[i][k]);
    }
    used += snprintf(text + used, sizeof text - (size_t)used,
                     " Yposition }\nMOTION Frames: 1 Frame Time: 1\n");
    for (int k = 0; k < count; k++) {
      used += snprintf(text + used, sizeof text - (size_t)used, "%g ", degree[k]);
    }
    snprintf(text + used, sizeof text - (size_t)used, "7\n");
    BrnClip* clip = read_with(ctx, text, NULL);
    double angle[3], m[9], expected[9];
    for (int k = 0; k < 3; k++) angle[k] = degree[k] * M_PI / 180;
    drive_product(list[i], angle, expected);
    BrnPose pose;
    brn_clip_global_poses(clip, 0, &pose);
    brn_rotation_to_matrix(pose.rotation, m);
    drive_near(m, expected, 9, 1e-15);
    position_is(&pose, 1, 7, 3); // the other axes keep the offset
    brn_clip_destroy(ctx, clip);
  }
  test_context_done(ctx);
}

// read with another up-axis, the skeleton is the same one turned: positions as brn_mesh_to_si()
static void up_axis_turns_everything(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char text[] =
      "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS 4 Yposition Zrotation Xrotation Yrotation "
      "JOINT b\n{ OFFSET 4 5 6 CHANNELS 3 Yrotation Zrotation Xrotation "
      "End Site { OFFSET 7 8 9 } } }\n"
      "MOTION Frames: 2 Frame Time: 1\n2 10 20 30 40 50 60\n3 15 -20 35 80 50 10\n";
  BrnClip* plain = read_with(ctx, text, NULL);
  for (int i = 0; i < 2; i++) {
    BrnClipDef def = brn_clip_def_default();
    def.up = "xz"[i];
    def.metres_per_unit = 0.01;
    BrnClip* turned = read_with(ctx, text, &def);
    BrnPose a[3], b[3];
    brn_clip_global_poses(plain, 0.3, a);
    brn_clip_global_poses(turned, 0.3, b);
    for (int j = 0; j < 3; j++) {
      const double* p = a[j].translation;
      double x = p[0] / 100, y = p[1] / 100, z = p[2] / 100;
      if (def.up == 'z') position_is(&b[j], x, z, -y);
      if (def.up == 'x') position_is(&b[j], -y, x, z);
    }
    brn_clip_destroy(ctx, turned);
  }
  brn_clip_destroy(ctx, plain);
  test_context_done(ctx);
}

static void clip_without_frames_is_at_rest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnClip* clip = read_with(ctx,
                            "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS 1 Xposition\n"
                            "JOINT b\n{ OFFSET 1 1 1 } }\nMOTION Frames: 0 Frame Time: 1\n",
                            NULL);
  BrnPose pose[2];
  brn_clip_global_poses(clip, 5, pose);
  position_is(&pose[1], 2, 3, 4);
  ENSURE(brn_clip_duration(clip) == 0);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(arm_of_two_joints_reaches_where_it_should),
          cmocka_unit_test(offsets_are_added_when_asked),
          cmocka_unit_test(every_order_and_subset_of_channels_is_its_product),
          cmocka_unit_test(up_axis_turns_everything),
          cmocka_unit_test(clip_without_frames_is_at_rest))
