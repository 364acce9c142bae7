// SPDX-License-Identifier: Apache-2.0

#include "anatomy/model_test.h"
#include "brawn/drive.h"

#define BAR_BODY(top, base, more)                                                                  \
  "{" BAR_MESH ", 'bones': {'top': {'labels': 'bone_proximal'" top "}, 'base': {'labels': "        \
  "'bone_distal'" base "}}, 'muscles': {'m': {" BAR_MUSCLE "}}" more "}"

static void check_point(const BrnPose* pose, const double from[3], const double to[3]) {
  double at[3];
  brn_pose_apply(pose, from, at);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(at[i], to[i], 1e-12);
}

static void keys_move_and_turn(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_BODY("",
                    ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.5, 0, 0]], 'turn': [[0, 0, 0, "
                    "0], [1, 0, 0, 90]], 'about': [1, 0, 0], 'curve': 'linear'}",
                    ""));
  ENSURE_INT(model->motion_count, 1);
  ENSURE_INT(model->bone[0].motion, -1);
  ENSURE_INT(model->bone[1].motion, 0);
  BrnPose pose = brn_model_bone_pose(model, 1, 1);
  check_point(&pose, (double[]){1, 0, 0}, (double[]){1.5, 0, 0});
  check_point(&pose, (double[]){2, 0, 0}, (double[]){1.5, 1, 0});
  pose = brn_model_bone_pose(model, 1, 0.5);
  double r = sqrt(0.5);
  check_point(&pose, (double[]){2, 0, 0}, (double[]){1.25 + r, r, 0});
  pose = brn_model_bone_pose(model, 0, 1);
  check_point(&pose, (double[]){1, 2, 3}, (double[]){1, 2, 3});
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// Without a point the bone turns about its joint, and without a joint about its centre.
static void turns_are_about_the_joint_or_the_centre(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
#define QUARTER ", 'motion': {'turn': [[0, 0, 0, 90]]}"
  BrnModel* model = model_build(ctx, BAR_BODY("", QUARTER, ""));
  for (int i = 0; i < 3; i++) {
    ENSURE_NEAR(model->motion[0].about[i], model->bone[1].centre[i], 0);
  }
  ENSURE_NEAR(model->motion[0].about[1], -0.015, 1e-12);
  brn_model_destroy(ctx, model);
  model = model_build(ctx, BAR_BODY("", QUARTER,
                                    ", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], "
                                    "'point': [0.1, 0.2, 0.3]}}"));
  ENSURE_NEAR(model->motion[0].about[0], 0.1, 0);
  ENSURE_NEAR(model->motion[0].about[2], 0.3, 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void hinges_carry_what_hangs_on_them(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_BODY(", 'motion': {'move': [[0, 0, 0, 1]]}", "",
                    ", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [1, 0, "
                    "0], 'axis': [0, 0, 2], 'angle': {'keys': [[0, 0], [2, 90]], 'curve': "
                    "'linear'}}}"));
  BrnPose pose = brn_model_bone_pose(model, 1, 2);
  check_point(&pose, (double[]){2, 0, 0}, (double[]){1, 1, 1});
  pose = brn_model_bone_pose(model, 1, 0);
  check_point(&pose, (double[]){2, 0, 0}, (double[]){2, 0, 1});
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

// A root and an arm 10 cm along x. In frame 1 the root has moved by 20 cm along z and turned by 90
// degrees about y, and the arm by -90 about x.
static const char arm[] = "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                          "Zposition Zrotation Xrotation Yrotation\nJOINT arm\n{\nOFFSET 10 0 0\n"
                          "CHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 5 0 0\n}\n"
                          "}\n}\nMOTION\nFrames: 2\nFrame Time: 0.5\n0 3 0 0 0 0 0 0 0\n"
                          "0 3 20 0 0 90 0 -90 0\n";

#define CLIP_BODY(clip)                                                                            \
  BAR_BODY("", ", 'motion': {'clip': 'walk', 'joint': 'arm', 'about': [0.1, 0, 0]}",               \
           ", 'clips': {'walk': {'file': 'arm.bvh'" clip "}}")

static void clips_move_bones_away_from_their_rest(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "arm.bvh", arm, strlen(arm));
  ENSURE_OK(ctx, model_try_in(ctx, folder, CLIP_BODY(""), &model));
  // the arm goes from (0.1, 0, 0) at rest to (0, 0.03, 0.2) + Ry(90) (0.1, 0, 0)
  // = (0, 0.03, 0.1), and turns by Ry(90) Rx(-90): x to -z, y to -x, z to y
  BrnPose pose = brn_model_bone_pose(model, 1, 0.5);
  check_point(&pose, (double[]){0.1, 0, 0}, (double[]){0, 0.03, 0.1});
  check_point(&pose, (double[]){1.1, 0, 0}, (double[]){0, 0.03, -0.9});
  check_point(&pose, (double[]){0.1, 1, 0}, (double[]){-1, 0.03, 0.1});
  check_point(&pose, (double[]){0.1, 0, 1}, (double[]){0, 1.03, 0.1});
  pose = brn_model_bone_pose(model, 1, 0); // the first frame is 3 cm above the rest
  check_point(&pose, (double[]){0.1, 0, 0}, (double[]){0.1, 0.03, 0});
  pose = brn_model_bone_pose(model, 1, 9); // it holds
  check_point(&pose, (double[]){0.1, 0, 0}, (double[]){0, 0.03, 0.1});
  brn_model_destroy(ctx, model);
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              CLIP_BODY(", 'from_first_frame': true, 'start': 0.25, 'speed': 2"),
                              &model));
  pose = brn_model_bone_pose(model, 1, 0.125); // 0.25 + 2 x 0.125 = 0.5
  check_point(&pose, (double[]){0.1, 0, 0}, (double[]){0, 0, 0.1});
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// twice our size: of the same clip half the way is taken
static void travel_scales_the_way_of_a_clip(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "arm.bvh", arm, strlen(arm));
  ENSURE_OK(ctx, model_try_in(ctx, folder, CLIP_BODY(", 'travel': 0.5"), &model));
  BrnPose pose = brn_model_bone_pose(model, 1, 0.5);
  // from (0.1, 0, 0) half of the way to (0, 0.03, 0.1), and turned as before
  check_point(&pose, (double[]){0.1, 0, 0}, (double[]){0.05, 0.015, 0.05});
  check_point(&pose, (double[]){1.1, 0, 0}, (double[]){0.05, 0.015, -0.95});
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// The joint of this body is elsewhere than that of the clip, and its upper bone is moved by keys:
// the lower one turns as the clip's does, and stays at the joint.
static void bones_that_only_turn_stay_at_their_joint(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "arm.bvh", arm, strlen(arm));
#define TURNED(more)                                                                               \
  BAR_BODY(", 'motion': {'move': [[0, 0, 0, 0], [0.5, 3, 0, 0]], 'turn': [[0, 0, 0, 0], [0.5, 0, " \
           "0, 90]], 'about': [0, 0, 0]}",                                                         \
           ", 'motion': {'clip': 'walk', 'joint': 'arm', 'turn_only': true}",                      \
           ", 'clips': {'walk': {'file': 'arm.bvh'}}" more)
  ENSURE_OK(ctx, model_try_in(ctx, folder,
                              TURNED(", 'joints': {'j': {'type': 'ball', 'bones': ['top', 'base'], "
                                     "'point': [0.2, 0.1, 0]}}"),
                              &model));
  BrnPose pose = brn_model_bone_pose(model, 1, 0.5), top = brn_model_bone_pose(model, 0, 0.5);
  double joint[3] = {2.9, 0.2, 0}; // Rz(90) (0.2, 0.1, 0) + (3, 0, 0)
  check_point(&top, (double[]){0.2, 0.1, 0}, joint);
  check_point(&pose, (double[]){0.2, 0.1, 0}, joint);
  check_point(&pose, (double[]){1.2, 0.1, 0}, (double[]){2.9, 0.2, -1}); // x to -z, as above
  check_point(&pose, (double[]){0.2, 1.1, 0}, (double[]){1.9, 0.2, 0});  // y to -x
  brn_model_destroy(ctx, model);
  ENSURE_OK(ctx, model_try_in(ctx, folder, TURNED(""), &model)); // without a joint: on the spot
  pose = brn_model_bone_pose(model, 1, 0.5);
  check_point(&pose, model->bone[1].centre, model->bone[1].centre);
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// somebody who walks away does not come back with every round; heights do
static void loops_may_go_onward(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "arm.bvh", arm, strlen(arm));
#define LOOP(more) CLIP_BODY(", 'repeat': 'loop', 'travel': 2" more)
  ENSURE_OK(ctx, model_try_in(ctx, folder, LOOP(""), &model));
  BrnPose pose = brn_model_bone_pose(model, 1, 1.25), onward;
  brn_model_destroy(ctx, model);
  ENSURE_OK(ctx, model_try_in(ctx, folder, LOOP(", 'onward': true"), &model));
  onward = brn_model_bone_pose(model, 1, 1.25); // two rounds of 20 cm, twice as far
  for (int i = 0; i < 4; i++) ENSURE_NEAR(onward.rotation[i], pose.rotation[i], 0);
  ENSURE_NEAR(onward.translation[0], pose.translation[0], 1e-15);
  ENSURE_NEAR(onward.translation[1], pose.translation[1], 1e-15);
  ENSURE_NEAR(onward.translation[2], pose.translation[2] + 0.8, 1e-15);
  onward = brn_model_bone_pose(model, 1, 0.5); // the second round begins: as the first, further on
  check_point(&onward, (double[]){0.1, 0, 0}, (double[]){0.1, 0.06, 0.4});
  onward = brn_model_bone_pose(model, 1, -0.5);
  check_point(&onward, (double[]){0.1, 0, 0}, (double[]){0.1, 0.06, -0.4});
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

// A ring of joints whose bones all follow clips must end.
static void rings_of_turning_bones_end(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  char folder[64];
  BrnModel* model;
  model_folder(folder);
  model_write_file(folder, "arm.bvh", arm, strlen(arm));
  const char* turned = ", 'motion': {'clip': 'walk', 'joint': 'arm', 'turn_only': true}";
  char text[2000];
  snprintf(text, sizeof text,
           BAR_BODY("%s", "%s",
                    ", 'clips': {'walk': {'file': 'arm.bvh'}}, 'joints': {'j': {'type': 'ball', "
                    "'bones': ['top', 'base'], 'point': [0, 0, 0]}, 'k': {'type': 'ball', 'bones': "
                    "['base', 'top'], 'point': [0, 0.2, 0]}}"),
           turned, turned);
  ENSURE_OK(ctx, model_try_in(ctx, folder, text, &model));
  BrnPose pose = brn_model_bone_pose(model, 1, 0.5);
  for (int i = 0; i < 3; i++) ENSURE(isfinite(pose.translation[i]));
  brn_model_destroy(ctx, model);
  model_remove_folder(folder);
  test_context_done(ctx);
}

static void wrong_motions_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  model_refuses(ctx, BAR_BODY("", ", 'motion': {}", ""), "bones.base.motion: moves nothing; give");
  model_refuses(ctx, BAR_BODY("", ", 'motion': {'clip': 'run', 'joint': 'arm'}", ""),
                "there is no clip \"run\"");
  model_refuses(ctx, BAR_BODY("", ", 'fixed': true, 'motion': {'move': [[0, 0, 0, 0]]}", ""),
                "the bone is fixed too; leave out");
  model_refuses(ctx, BAR_BODY("", ", 'motion': {'turn': [[0, 0, 0, 0], [1, 0, 0, 270]]}", ""),
                "from key 0 to key 1 it is 270 degrees");
  model_refuses(ctx, BAR_BODY("", ", 'motion': {'move': [[1, 0, 0, 0], [0, 1, 0, 0]]}", ""),
                "bones.base.motion.move");
  model_refuses(ctx, BAR_BODY("", "", ", 'clips': {'walk': {'file': 'nowhere.bvh'}}"),
                "clips.walk.file: ./nowhere.bvh is not there");
  test_context_done(ctx);
}

static void frames_start_at_time_zero(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnModel* model = model_build(
      ctx, BAR_BODY("", "", ", 'frames': {'first': 101, 'last': 148, 'per_second': 25}"));
  ENSURE_NEAR(brn_model_frame_time(model, 101), 0, 0);
  ENSURE_NEAR(brn_model_frame_time(model, 113.5), 0.5, 0);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(keys_move_and_turn),
          cmocka_unit_test(turns_are_about_the_joint_or_the_centre),
          cmocka_unit_test(hinges_carry_what_hangs_on_them),
          cmocka_unit_test(clips_move_bones_away_from_their_rest),
          cmocka_unit_test(travel_scales_the_way_of_a_clip),
          cmocka_unit_test(bones_that_only_turn_stay_at_their_joint),
          cmocka_unit_test(loops_may_go_onward), cmocka_unit_test(rings_of_turning_bones_end),
          cmocka_unit_test(wrong_motions_are_refused), cmocka_unit_test(frames_start_at_time_zero))
