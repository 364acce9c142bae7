// SPDX-License-Identifier: Apache-2.0

#include "test.h"

#include "human/gait.h"

static const double degree = 3.14159265358979323846 / 180;

static BrnClip* make(BrnContext* ctx, const BrnGaitDef* def) {
  BrnClip* clip;
  ENSURE_OK(ctx, brn__gait_make(ctx, def, &clip));
  return clip;
}

static int joint_of(BrnContext* ctx, const BrnClip* clip, const char* name) {
  int joint;
  ENSURE_OK(ctx, brn_clip_find_joint(ctx, clip, name, &joint));
  return joint;
}

// where a point of the body at rest is at a frame
static double height_of(BrnContext* ctx, const BrnClip* clip, const char* name, int frame, double x,
                        double y, double z) {
  BrnPose pose[BRN_GAIT_JOINTS];
  double point[3] = {x, y, z};
  int joint = joint_of(ctx, clip, name);
  brn_clip_global_poses(clip, frame * clip->frame_time, pose);
  for (int j = joint; j >= 0; j = clip->parent[j]) {
    for (int k = 0; k < 3; k++) point[k] -= clip->offset[3 * (size_t)j + (size_t)k];
  }
  brn_pose_apply(&pose[joint], point, point);
  return point[1];
}

// lowest of heel, balls and toe, both feet
static double lowest(BrnContext* ctx, const BrnClip* clip, int frame) {
  double low = INFINITY;
  for (int side = 1; side >= -1; side -= 2) {
    const char* foot = side > 0 ? "LeftFoot" : "RightFoot";
    const char* toe = side > 0 ? "LeftToeBase" : "RightToeBase";
    low = fmin(low, height_of(ctx, clip, foot, frame, side * 0.091, 0.007, -0.096));
    low = fmin(low, height_of(ctx, clip, foot, frame, side * 0.064, 0.008, 0.106));
    low = fmin(low, height_of(ctx, clip, foot, frame, side * 0.122, 0.005, 0.092));
    low = fmin(low, height_of(ctx, clip, toe, frame, side * 0.066, 0.003, 0.172));
  }
  return low;
}

static void cycles_close(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (BrnGait gait = BRN_GAIT_WALK; gait <= BRN_GAIT_RUN; gait++) {
    BrnGaitDef def = brn__gait_def_default(gait);
    def.cycles = 2;
    BrnClip* clip = make(ctx, &def);
    size_t row = (size_t)clip->channel_count, cycle = (size_t)(clip->frame_count - 1) / 2;
    ENSURE_INT(clip->frame_count % 2, 1);
    for (size_t c = 0; c < 2; c++) {
      assert_memory_equal(clip->value, clip->value + (c + 1) * cycle * row, row * sizeof(double));
    }
    for (size_t i = 0; i < row; i++) { // nor is there a jump
      double step = clip->value[cycle * row + i] - clip->value[(cycle - 1) * row + i];
      double next = clip->value[row + i] - clip->value[i];
      ENSURE_NEAR(step, next, i < 3 ? 0.004 : 3 * degree);
    }
    brn_clip_destroy(ctx, clip);
  }
  test_context_done(ctx);
}

static void stride_is_the_way_of_a_cycle(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGaitDef def = brn__gait_def_default(BRN_GAIT_WALK);
  def.stride = 1.4;
  BrnClip* clip = make(ctx, &def);
  const double* last = clip->value + (size_t)(clip->frame_count - 1) * (size_t)clip->channel_count;
  ENSURE_NEAR(last[2] - clip->value[2], 1.4, 1e-12);
  ENSURE_NEAR(brn_clip_duration(clip), 120.0 / 110, 0.5 / 120);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void walkers_always_stand_on_the_ground(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGaitDef def = brn__gait_def_default(BRN_GAIT_WALK);
  BrnClip* clip = make(ctx, &def);
  for (int f = 0; f < clip->frame_count; f += 3) ENSURE_NEAR(lowest(ctx, clip, f), 0, 0.006);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

// by less than a hand's breadth, and twice in a cycle
static void runners_fly_between_their_steps(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGaitDef def = brn__gait_def_default(BRN_GAIT_RUN);
  BrnClip* clip = make(ctx, &def);
  int cycle = clip->frame_count - 1;
  for (int f = 0; f < cycle; f++) {
    double phase = fmod(2.0 * f / cycle, 1) / 2, low = lowest(ctx, clip, f);
    ENSURE(low > -0.012 && low < 0.1);
    if (phase > 0.05 && phase < 0.33) ENSURE_NEAR(low, 0, 0.012);
    if (phase > 0.42 && phase < 0.46) ENSURE(low > 0.012);
  }
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void range(const BrnGaitSeries* series, double* low, double* high, double* high_at) {
  *low = INFINITY, *high = -INFINITY, *high_at = 0;
  for (int i = 0; i < 200; i++) {
    double value = brn__gait_series(series, i / 200.0);
    *low = fmin(*low, value);
    if (value > *high) *high = value, *high_at = i / 200.0;
  }
}

// Winter 1991: hip 40 degrees of range; knee 60 at 70 to 75 % of the cycle; ankle 25
static void joints_turn_as_in_textbooks(void** state) {
  (void)state;
  const BrnGaitTable *walk = &brn__gait_table[BRN_GAIT_WALK], *run = &brn__gait_table[BRN_GAIT_RUN];
  double low, high, at;
  range(&walk->hip, &low, &high, &at);
  ENSURE_NEAR(high - low, 39, 3);
  range(&walk->knee, &low, &high, &at);
  ENSURE_NEAR(high, 61, 3);
  ENSURE_NEAR(at, 0.73, 0.03);
  ENSURE(low > 0);
  range(&walk->ankle, &low, &high, &at);
  ENSURE_NEAR(low, -15, 3);
  range(&run->knee, &low, &high, &at);
  ENSURE_NEAR(high, 106, 4);
}

static void right_side_is_half_a_cycle_later(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const BrnGaitTable* table = &brn__gait_table[BRN_GAIT_WALK];
  for (int j = 0; j < BRN_GAIT_JOINTS; j++) {
    if (strncmp(brn__gait_joint[j].name, "Left", 4) != 0) continue;
    for (int k = 0; k < BRN_GAIT_JOINTS; k++) {
      if (strncmp(brn__gait_joint[k].name, "Right", 5) != 0) continue;
      if (strcmp(brn__gait_joint[j].name + 4, brn__gait_joint[k].name + 5) != 0) continue;
      double left[3], right[3];
      brn__gait_turn(table, j, 0.2, left);
      brn__gait_turn(table, k, 0.7, right);
      ENSURE_NEAR(left[0], right[0], 1e-9);
      ENSURE_NEAR(left[1], -right[1], 1e-9);
      ENSURE_NEAR(left[2], -right[2], 1e-9);
    }
  }
  test_context_done(ctx);
}

// at rest joints of the clip are where those of the body are, and all bones find theirs
static void clip_fits_the_body(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGaitDef def = brn__gait_def_default(BRN_GAIT_WALK);
  BrnHumanDef body = brn__human_def_default();
  def.height = body.height = 1.6;
  body.clip = "walk.bvh";
  BrnClip* clip = make(ctx, &def);
  BrnScene* scene;
  ENSURE_OK(ctx, brn__human_make(ctx, &body, &scene));
  for (int i = 0; i < scene->bone_count; i++) joint_of(ctx, clip, scene->bone[i].motion->joint);
  for (int i = 0; i < scene->joint_count; i++) {
    const BrnSceneJoint* joint = &scene->joint[i];
    if (strcmp(joint->name, "L_hand_joint") != 0 && strcmp(joint->name, "R_foot_joint") != 0) {
      continue;
    }
    int j = joint_of(ctx, clip, joint->name[0] == 'L' ? "LeftHand" : "RightFoot");
    double at[3] = {0};
    for (; j >= 0; j = clip->parent[j]) {
      for (int k = 0; k < 3; k++) at[k] += clip->offset[3 * (size_t)j + (size_t)k];
    }
    for (int k = 0; k < 3; k++) ENSURE_NEAR(at[k], joint->point[k], 1e-6);
  }
  brn_scene_destroy(ctx, scene);
  brn_clip_destroy(ctx, clip);
  test_context_done(ctx);
}

static void ensure_refused(BrnContext* ctx, const BrnGaitDef* def, const char* text) {
  BrnClip* clip = (BrnClip*)def;
  ENSURE_STATUS(ctx, brn__gait_make(ctx, def, &clip), BRN_INVALID);
  ENSURE(clip == NULL);
  ENSURE_ERROR_HAS(ctx, text);
}

static void impossible_gaits_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnGaitDef good = brn__gait_def_default(BRN_GAIT_RUN), def = good;
  def.cadence = 0;
  ensure_refused(ctx, &def, "gait: cadence is 0 steps a minute; it must be 10 to 600");
  def = good, def.height = -1;
  ensure_refused(ctx, &def, "gait: height is -1 m");
  def = good, def.stride = NAN;
  ensure_refused(ctx, &def, "gait: stride is nan m");
  def = good, def.cycles = 0;
  ensure_refused(ctx, &def, "gait: cycles is 0");
  def = good, def.frames_per_second = 1;
  ensure_refused(ctx, &def, "gait: frames_per_second is 1");
  test_context_done(ctx);
}

static void every_failed_allocation_is_survived(void** state) {
  (void)state;
  BrnGaitDef def = brn__gait_def_default(BRN_GAIT_WALK);
  def.frames_per_second = 30;
  for (int k = 0;; k++) {
    BrnContext* ctx = test_context();
    BrnClip* clip;
    brn_fail_allocation(ctx, k);
    BrnStatus status = brn__gait_make(ctx, &def, &clip);
    ENSURE_INT(status, clip ? BRN_OK : BRN_NO_MEMORY);
    brn_clip_destroy(ctx, clip);
    brn_fail_allocation(ctx, -1);
    test_context_done(ctx);
    if (status == BRN_OK) break;
    ENSURE(k < 200);
  }
}

TEST_MAIN(cmocka_unit_test(cycles_close), cmocka_unit_test(stride_is_the_way_of_a_cycle),
          cmocka_unit_test(walkers_always_stand_on_the_ground),
          cmocka_unit_test(runners_fly_between_their_steps),
          cmocka_unit_test(joints_turn_as_in_textbooks),
          cmocka_unit_test(right_side_is_half_a_cycle_later), cmocka_unit_test(clip_fits_the_body),
          cmocka_unit_test(impossible_gaits_are_refused),
          cmocka_unit_test(every_failed_allocation_is_survived))
