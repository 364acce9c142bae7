// SPDX-License-Identifier: Apache-2.0

#include "anatomy/fixture.h"
#include "anatomy/joint.h"

static const double degree = 3.14159265358979323846 / 180;

#define JOINTS(text) BAR_SCENE(BAR_MUSCLE, ", 'joints': {" text "}")
#define BONES "'bones': ['top', 'bottom']"
#define TURNED "'type': 'hinge', 'point': [0, 0, 0], 'axis': [0, 0, 1], 'angle': 5, "

static BrnStatus build(BrnBuild* b) {
  BRN_TRY(fixture_bones(b));
  return brn__build_joints(b);
}

static void given_joint_is_taken(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, JOINTS("'elbow': {'type': 'hinge', " BONES ", 'point': [0.01, 0.21, 0], 'axis': "
                          "[0, 0, 2], 'limits': [-10, 145], 'angle': {'keys': [[0, 0], [1, 90]], "
                          "'curve': 'linear'}}"));
  ENSURE_OK(f.ctx, build(&f.build));
  const BrnModelJoint* joint = &f.build.model->joint[0];
  ENSURE_INT(f.build.model->joint_count, 1);
  ENSURE_INT(joint->type, BRN_JOINT_HINGE);
  ENSURE_INT(joint->parent, 0);
  ENSURE_INT(joint->child, 1);
  ENSURE(joint->point[0] == 0.01 && joint->axis[2] == 1);
  ENSURE_NEAR(joint->limits[0], -10 * degree, 1e-15);
  ENSURE_NEAR(joint->limits[1], 145 * degree, 1e-15);
  ENSURE(isnan(joint->fit_error));
  double angle;
  brn_track_value(joint->angle, 0.5, &angle);
  ENSURE_NEAR(angle, 45 * degree, 1e-15);
  assert_string_equal(f.warnings, "");
  fixture_done(&f);
}

static void point_far_away_is_warned_about(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f,
               JOINTS("'elbow': {'type': 'ball', " BONES ", 'point': [0, 0.1, 0], 'swing': 60}"));
  ENSURE_OK(f.ctx, build(&f.build));
  ENSURE(strstr(f.warnings, "joint \"elbow\": its point is 100 mm outside of both bones"));
  ENSURE_NEAR(f.build.model->joint[0].swing, 60 * degree, 1e-15);
  ENSURE(!f.build.model->joint[0].angle);
  fixture_done(&f);
}

static void impossible_joints_are_refused(void** state) {
  (void)state;
  fixture_refuse(JOINTS("'j': {'type': 'ball', 'bones': ['top', 'top'], 'point': [0, 0, 0]}"),
                 build, "joints.j.bones: both are \"top\"; name the other bone");
  fixture_refuse(JOINTS("'j': {'type': 'ball', 'bones': ['top', 'buttom'], 'point': [0, 0, 0]}"),
                 build, "joints.j.bones: there is no bone \"buttom\"; did you mean \"bottom\"?");
  fixture_refuse(JOINTS("'j': {'type': 'ball', " BONES "}"), build,
                 "joints.j: where is it? give a \"point\", or \"fit\": \"sphere\"");
  fixture_refuse(JOINTS("'j': {'type': 'hinge', " BONES ", 'point': [0, 0, 0]}"), build,
                 "joints.j: a hinge needs an \"axis\" to turn about, or \"fit\": \"cylinder\"");
  fixture_refuse(JOINTS("'j': {'type': 'hinge', " BONES ", 'fit': 'sphere'}"), build,
                 "a hinge needs an \"axis\"");
  fixture_refuse(JOINTS("'j': {'type': 'hinge', " BONES ", 'point': [0, 0, 0], 'axis': [0, 0, 0]}"),
                 build, "joints.j: its \"axis\" has no length");
  fixture_refuse(JOINTS("'j': {'type': 'hinge', " BONES ", 'point': [0, 0, 0], 'axis': [0, 0, 1], "
                        "'limits': [10, -10]}"),
                 build, "joints.j.limits: 10 to -10 degrees are swapped");
  fixture_refuse(JOINTS("'j': {'type': 'ball', " BONES ", 'point': [0, 0, 0], 'angle': 10}"), build,
                 "joints.j.angle: only hinges can be scripted by an angle");
  fixture_refuse(JOINTS("'j': {" TURNED BONES "}, 'k': {" TURNED BONES "}"), build,
                 "joints.k.angle: \"bottom\" is already turned by \"j\"");
  fixture_refuse(JOINTS("'j': {" TURNED BONES "}, 'k': {" TURNED "'bones': ['bottom', 'top']}"),
                 build, "joints.k.angle: \"top\" would turn itself, through \"j\"");
  fixture_refuse(JOINTS("'j': {'type': 'ball', " BONES ", 'fit': 'sphere', 'within': 0.2001}"),
                 build,
                 "joints.j.fit: no sphere fits where \"top\" and \"bottom\" face each other");
}

// a ball of 2 cm about a point in a socket with a gap, and a round bar in a trough
#define HIP(joint)                                                                                 \
  "{'brawn': 1, 'mesh': {'size': 0.007, 'passes': 4, 'thickness': 0.5}, 'bones': {'pelvis': "      \
  "{'form': {'detail': 24, 'clay': [{'centre': "                                                   \
  "[0.01, "                                                                                        \
  "0.03, 0], 'half': [0.025, 0.02, 0.025]}, {'points': [[0.01, 0, 0]], 'widths': 0.022, 'carve': " \
  "true}]}}, 'femur': {'form': {'detail': 24, 'clay': [{'points': [[0.01, 0, 0]], 'widths': "      \
  "0.02}, {'points': "                                                                             \
  "[[0.01, 0, 0], [0.01, -0.06, 0]], 'widths': 0.01}]}}}, 'joints': {'hip': {'type': " joint       \
  ", 'bones': ['pelvis', 'femur']}}}"

static void ball_in_its_socket_is_fitted(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, HIP("'ball', 'fit': 'sphere'"));
  ENSURE_OK(f.ctx, build(&f.build));
  const BrnModelJoint* joint = &f.build.model->joint[0];
  ENSURE_NEAR(joint->point[0], 0.01, 2e-4);
  ENSURE_NEAR(joint->point[1], 0, 2e-4);
  ENSURE_NEAR(joint->point[2], 0, 2e-4);
  ENSURE(joint->fit_error > 0 && joint->fit_error < 8e-4);
  assert_string_equal(f.warnings, "");
  fixture_done(&f);
}

static void fit_that_is_far_off_is_warned_about(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, HIP("'ball', 'fit': 'sphere', 'within': 0.2"));
  ENSURE_OK(f.ctx, build(&f.build));
  ENSURE(strstr(f.warnings, "joint \"hip\": its fit, of radius "));
  fixture_done(&f);
}

static void point_that_is_given_comes_before_the_fit(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, HIP("'hinge', 'fit': 'sphere', 'point': [0.01, 0.001, 0], 'axis': [1, 0, 0]"));
  ENSURE_OK(f.ctx, build(&f.build));
  const BrnModelJoint* joint = &f.build.model->joint[0];
  ENSURE(joint->point[1] == 0.001 && joint->axis[0] == 1);
  ENSURE(joint->fit_error > 0);
  fixture_done(&f);
}

static void round_bar_in_its_trough_is_fitted(void** state) {
  (void)state;
  Fixture f;
  fixture_make(
      &f, "{'brawn': 1, 'mesh': {'size': 0.007, 'passes': 4, 'thickness': 0.5}, 'bones': {'block': "
          "{'form': {'detail': 24, 'clay': [{'centre': "
          "[0, 0.02, 0], 'half': [0.02, 0.02, 0.02]}, {'points': [[0, 0, -0.1], [0, 0, 0.1]], "
          "'widths': 0.016, 'carve': true}]}}, 'axle': {'form': {'detail': 24, 'sweep': {'points': "
          "[[0, 0, -0.04], "
          "[0, 0, 0.04]], 'widths': 0.015}, 'blunt': 0}}}, 'joints': {'elbow': {'type': 'hinge', "
          "'bones': ['block', 'axle'], 'fit': 'cylinder'}}}");
  ENSURE_OK(f.ctx, build(&f.build));
  const BrnModelJoint* joint = &f.build.model->joint[0];
  ENSURE(joint->axis[2] > cos(1 * degree)); // towards positive z
  ENSURE_NEAR(joint->point[0], 0, 3e-4);
  ENSURE_NEAR(joint->point[1], 0, 3e-4);
  ENSURE_NEAR(joint->point[2], 0, 3e-3);
  fixture_done(&f);
}

static void failed_allocations_of_a_fit_are_clean(void** state) {
  (void)state;
  Fixture f;
  fixture_make(&f, HIP("'ball', 'fit': 'sphere'"));
  BrnStatus status = BRN_NO_MEMORY;
  for (int k = 0; status != BRN_OK; k++) {
    BrnFittedJoint found;
    BrnScratchMark mark = brn__scratch_mark(f.ctx);
    fixture_fill_scratch(f.ctx);
    brn_fail_allocation(f.ctx, k);
    f.build.status = BRN_OK; // of the last round
    status = brn__joint_fit(&f.build, f.scene->joint, &found);
    brn_fail_allocation(f.ctx, -1);
    brn__scratch_release(f.ctx, mark);
    ENSURE(status == BRN_NO_MEMORY || (status == BRN_OK && k > 3));
  }
  fixture_done(&f);
}

static void every_failed_allocation_is_clean(void** state) {
  (void)state;
  fixture_trial_no_memory(JOINTS("'j': {'type': 'hinge', " BONES ", 'point': [0, 0.21, 0], 'axis': "
                                 "[0, 0, 1], 'angle': 10}"),
                          fixture_bones, brn__build_joints);
}

TEST_MAIN(cmocka_unit_test(given_joint_is_taken), cmocka_unit_test(point_far_away_is_warned_about),
          cmocka_unit_test(impossible_joints_are_refused),
          cmocka_unit_test(ball_in_its_socket_is_fitted),
          cmocka_unit_test(fit_that_is_far_off_is_warned_about),
          cmocka_unit_test(point_that_is_given_comes_before_the_fit),
          cmocka_unit_test(round_bar_in_its_trough_is_fitted),
          cmocka_unit_test(failed_allocations_of_a_fit_are_clean),
          cmocka_unit_test(every_failed_allocation_is_clean))
