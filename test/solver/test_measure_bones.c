// SPDX-License-Identifier: Apache-2.0
//
// Poses of bones and angles of joints, from bones that are put where they are wanted.

#include "measure_test.h"

#define JOINT(type)                                                                                \
  HANGING_BAR("300", "",                                                                           \
              ", 'joints': {'j': {'type': '" type                                                  \
              "', 'bones': ['top', 'base'], 'point': [0.06, 0.02, 0.01], 'axis': [2, 0, 1]}}")

static const double point[3] = {0.06, 0.02, 0.01};

// by a rotation about a point
static BrnPose turn_about(const double centre[3], const double vector[3]) {
  BrnPose pose;
  double turned[3];
  brn_rotation_exp(vector, pose.rotation);
  brn_rotation_apply(pose.rotation, centre, turned);
  brn__sub3(pose.translation, centre, turned);
  return pose;
}

static void place(Rig* rig, int bone, const BrnPose* pose) {
  rig_pose(rig, rig->model->bone[bone].vertex, rig->model->bone[bone].vertex_count, pose);
}

// The child about the hinge, and then both anyhow.
static void hinge_angle_is_that_about_the_axis(void** unused) {
  (void)unused;
  Rig rig = rig_make(JOINT("hinge"));
  const double* axis = rig.model->joint[0].axis;
  static const double angle[] = {-3.14, -2.5, -1, -1e-3, 0, 1e-3, 0.5, 2, 3.1415, 3.1415926};
  BrnPose whole = turn_about(point, (double[]){1.1, 2.2, -0.4});
  whole.translation[2] += 0.7;
  for (int k = 0; k < 10; k++) {
    double vector[3];
    brn__scale3(vector, angle[k], axis);
    BrnPose turn = turn_about(point, vector), child = brn_pose_compose(&whole, &turn);
    place(&rig, 0, &whole);
    place(&rig, 1, &child);
    BrnMeasures* m = rig_measure(&rig);
    ENSURE_NEAR(m->joint[0].angle, angle[k], 1e-9);
    ensure_near3(m->joint[0].rotation, vector, 1e-9);
    ENSURE_NEAR(m->joint[0].gap, 0, 1e-12);
    double at[3];
    brn_pose_apply(&whole, point, at);
    ensure_near3(m->joint[0].reaction.about, at, 1e-12);
    ensure_near3(m->bone[1].pose.translation, child.translation, 1e-9);
    ENSURE_NEAR(m->bone[1].strain, 0, 1e-10);
    brn_measures_destroy(rig.ctx, m);
  }
  rig_done(&rig);
}

static void ball_rotation_is_a_vector_in_the_parents_axes(void** unused) {
  (void)unused;
  Rig rig = rig_make(JOINT("ball"));
  double vector[3] = {0.3, -1.4, 0.8};
  BrnPose whole = turn_about(point, (double[]){0.2, 0.1, 2.4}), turn = turn_about(point, vector);
  BrnPose child = brn_pose_compose(&whole, &turn);
  place(&rig, 0, &whole);
  place(&rig, 1, &child);
  BrnMeasures* m = rig_measure(&rig);
  ensure_near3(m->joint[0].rotation, vector, 1e-9);
  ENSURE_NEAR(m->joint[0].angle, brn__norm3(vector), 1e-9);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// a child that was pulled off, and stretched by a tenth
static void gap_and_strain_are_told(void** unused) {
  (void)unused;
  Rig rig = rig_make(JOINT("ball"));
  const BrnModelBone* base = &rig.model->bone[1];
  for (int i = 0; i < base->vertex_count; i++) {
    double* x = rig.state->position + 3 * base->vertex[i];
    x[1] = 0.02 + 1.1 * (x[1] - 0.02);
    x[2] = 0.01 + 0.98 * (x[2] - 0.01) + 0.003;
    x[0] += 0.004;
  }
  BrnMeasures* m = rig_measure(&rig);
  ENSURE_NEAR(m->joint[0].gap, 0.005, 1e-12);
  ENSURE_NEAR(m->bone[1].strain, 0.1, 1e-10);
  ENSURE_NEAR(m->bone[0].strain, 0, 1e-10);
  ENSURE_NEAR(m->joint[0].angle, 0, 1e-9);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// a solved step: joints of free bones are exact, though bones are affine
static void solved_joints_have_no_gap(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  ENSURE(m->bone[1].strain > 1e-6 && m->bone[0].strain < 1e-11);
  for (int j = 0; j < 2; j++) ENSURE_NEAR(m->joint[j].gap, 0, 1e-13);
  ENSURE(fabs(m->joint[0].angle) > 0.01);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(hinge_angle_is_that_about_the_axis),
          cmocka_unit_test(ball_rotation_is_a_vector_in_the_parents_axes),
          cmocka_unit_test(gap_and_strain_are_told), cmocka_unit_test(solved_joints_have_no_gap))
