// SPDX-License-Identifier: Apache-2.0

#include "boxes_test.h"

static const double degree = 3.14159265358979323846 / 180;

// --------------------------------------------------------------------------------------- the angle

typedef struct Vectors {
  BrnConstraints c;
  BrnLimit limit;
  int node[6];
  double share[36], v[18];
} Vectors;

// as if each of the vectors were a node; c holds pointers into it
static void vectors_open(Vectors* a, bool ball) {
  int count = ball ? 6 : 3;
  *a = (Vectors){.limit = {.ball = ball, .count = count, .vector_count = count, .high = 1}};
  for (int i = 0; i < count; i++) {
    a->node[i] = i;
    a->share[i * count + i] = 1;
  }
  a->limit.share = a->share;
  a->limit.middle = ball ? 90 * degree : 0;
  a->c.node = a->node;
}

static void vectors_turn(Vectors* a, const double rotation[3]) {
  double q[4], parent[4];
  brn_rotation_exp((double[]){0.3, -0.2, 0.5}, parent);
  brn_rotation_exp(rotation, q);
  for (int k = 0; k < 6; k++) {
    double unit[3] = {k % 3 == 0, k % 3 == 1, k % 3 == 2}, turned[3];
    brn_rotation_apply(q, unit, turned);
    if (a->limit.ball) brn_rotation_apply(parent, k < 3 ? unit : turned, a->v + 3 * k);
    if (!a->limit.ball && k < 2) brn_rotation_apply(parent, unit, a->v + 3 + 3 * k);
    if (!a->limit.ball && k == 3) brn_rotation_apply(parent, turned, a->v);
  }
}

static double vectors_angle(const Vectors* a) {
  BrnAngle angle;
  brn__limit_angle(&a->c, &a->limit, a->v, false, &angle);
  return angle.value;
}

static void angle_is_that_of_the_rotation(void** unused) {
  (void)unused;
  Vectors a;
  vectors_open(&a, false);
  for (int k = -17; k < 18; k++) {
    vectors_turn(&a, (double[]){0, 0, 10 * k * degree});
    ENSURE_NEAR(vectors_angle(&a), 10 * k * degree, 1e-14);
  }
  a.limit.middle = 100 * degree; // told within half a turn of it
  vectors_turn(&a, (double[]){0, 0, -100 * degree});
  ENSURE_NEAR(vectors_angle(&a), 260 * degree, 1e-14);
  vectors_open(&a, true);
  for (int k = 0; k < 18; k++) {
    double t = 10 * k * degree;
    vectors_turn(&a, (double[]){2 * t / 3, -t / 3, 2 * t / 3});
    ENSURE_NEAR(vectors_angle(&a), t, 1e-14);
  }
}

static void derivatives_are_those_of_the_angle(void** unused) {
  (void)unused;
  TestRandom random = {7};
  for (int trial = 0; trial < 20; trial++) {
    double h = 1e-5;
    Vectors a;
    BrnAngle angle, up, down;
    vectors_open(&a, trial % 2);
    vectors_turn(&a, (double[]){test_random(&random, -1, 1), test_random(&random, -1, 1),
                                test_random(&random, -1, 1)});
    for (int i = 0; i < 18; i++) a.v[i] += test_random(&random, -0.1, 0.1);
    brn__limit_angle(&a.c, &a.limit, a.v, true, &angle);
    ENSURE_INT(angle.count, trial % 2 ? 18 : 9);
    for (int i = 0; i < angle.count; i++) {
      double middle = a.v[i];
      a.v[i] = middle + h;
      brn__limit_angle(&a.c, &a.limit, a.v, true, &up);
      a.v[i] = middle - h;
      brn__limit_angle(&a.c, &a.limit, a.v, true, &down);
      a.v[i] = middle;
      ENSURE_NEAR((up.value - down.value) / (2 * h), angle.gradient[i], 1e-8);
      for (int j = 0; j < angle.count; j++) {
        double expected = (up.gradient[j] - down.gradient[j]) / (2 * h);
        ENSURE_NEAR(angle.hessian[18 * i + j], expected, 1e-7);
        ENSURE_NEAR(angle.hessian[18 * i + j], angle.hessian[18 * j + i], 1e-14);
      }
    }
  }
}

// ----------------------------------------------------------------------------------------- levers

// bone b is beside the fixed bone a, and falls about a joint at the origin
static const Box lever_box[2] = {{{-0.05, -0.01, -0.01}, {-0.01, 0.01, 0.01}, 1},
                                 {{0, -0.01, -0.01}, {0.2, 0.01, 0.01}, 1}};
#define LEVER(joint, more)                                                                         \
  "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, 'joints': {'j': {" joint  \
  ", 'bones': ['a', 'b'], 'point': [0, 0, 0]}}" more
#define HINGE "'type': 'hinge', 'axis': [0, 0, 1]"

static double turned(const Rig* rig) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, 1);
  double log[3];
  brn_rotation_log(pose.rotation, log);
  return brn__norm3(log) * (log[2] < 0 ? -1 : 1);
}

static double moment_of_weight(const Rig* rig) {
  double sum = 0;
  for (int i = 0; i < rig->model->bone[1].vertex_count; i++) {
    int v = rig->model->bone[1].vertex[i];
    sum -= 9.81 * rig->model->mass[v] * rig_now(rig, v)[0];
  }
  return sum;
}

static void lever_stops_at_its_limit(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    def.tolerance = 1e-12;
    Rig rig = boxes_make(lever_box, 2, LEVER(HINGE ", 'limits': [-25, 10]", ""), &def, 2);
    const BrnLimit* limit = rig.body->constraints->limit;
    rig_step_converges(&rig);
    ENSURE(rig.report.iterations < 20 && rig.report.parts == 1);
    ENSURE_NEAR(turned(&rig), -25 * degree, 1e-6);
    ENSURE_NEAR(limit->angle, -25 * degree, 1e-7);
    double weight = moment_of_weight(&rig);
    ENSURE(weight < -0.1);
    ENSURE_NEAR(-limit->moment, -weight, 1e-6); // it pushes the angle up
    // turned round, gravity takes it to the other end
    rig.input->gravity[1] = 9.81;
    rig_step_converges(&rig);
    ENSURE_NEAR(turned(&rig), 10 * degree, 1e-6);
    ENSURE_NEAR(limit->moment, -moment_of_weight(&rig), 1e-6);
    rig_done(&rig);
  }
}

// it hangs straight down, inside of the range: as if there were none
static void limits_are_not_felt_inside_of_the_range(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig free = boxes_make(lever_box, 2, LEVER(HINGE, ""), &def, 2);
  Rig rig = boxes_make(lever_box, 2, LEVER(HINGE ", 'limits': [-91, 5]", ""), &def, 2);
  ENSURE_INT(free.body->constraints->limit_count, 0);
  ENSURE_INT(rig.body->constraints->limit_count, 1);
  rig_step_converges(&rig);
  rig_step_converges(&free);
  ENSURE_NEAR(turned(&rig), -90 * degree, 1e-5);
  ENSURE_NEAR(turned(&free), -90 * degree, 1e-5);
  ENSURE(rig.body->constraints->limit[0].moment == 0);
  rig_done(&rig);
  rig_done(&free);
}

static void closed_range_is_a_fixed_angle(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = boxes_make(lever_box, 2, LEVER(HINGE ", 'limits': [0, 0]", ""), &def, 2);
  rig_step_converges(&rig);
  ENSURE_NEAR(turned(&rig), 0, 1e-6);
  rig_done(&rig);
}

static void ball_without_swing_does_not_turn(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = boxes_make(lever_box, 2, LEVER("'type': 'ball', 'swing': 0", ""), &def, 2);
    rig_step_converges(&rig);
    ENSURE_INT(rig.body->nodes->row_count, 0); // a weld
    ENSURE_NEAR(turned(&rig), 0, 1e-15);
    rig_done(&rig);
    rig = boxes_make(lever_box, 2, LEVER("'type': 'ball', 'swing': 0.3", ""), &def, 2);
    rig_step_converges(&rig);
    ENSURE_NEAR(fabs(turned(&rig)), 0.3 * degree, 2e-6);
    rig_done(&rig);
  }
}

// gravity is askew, and no axis is given: the lever turns by the swing and not more
static void ball_stops_at_its_swing(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = boxes_make(lever_box, 2,
                         LEVER("'type': 'ball', 'swing': 40", ", 'gravity': [1, -8, 5]"), &def, 2);
    const BrnLimit* limit = rig.body->constraints->limit;
    rig_step_converges(&rig);
    ENSURE_NEAR(fabs(turned(&rig)), 40 * degree, 1e-6);
    ENSURE_NEAR(limit->angle, 40 * degree, 1e-6);
    ENSURE(limit->moment > 0.1);
    // the moment is about the axis of the rotation, as no other direction is resisted
    double log[3], weight[3] = {0}, gravity[3] = {1, -8, 5};
    BrnPose pose = brn_state_bone_pose(rig.model, rig.state, 1);
    brn_rotation_log(pose.rotation, log);
    brn__normalize3(log);
    for (int i = 0; i < rig.model->bone[1].vertex_count; i++) {
      int v = rig.model->bone[1].vertex[i];
      double moment[3];
      brn__cross3(moment, rig_now(&rig, v), gravity);
      brn__axpy3(weight, weight, rig.model->mass[v], moment);
    }
    ENSURE_NEAR(brn__dot3(weight, log), limit->moment, 1e-4);
    ENSURE_NEAR(brn__norm3(weight), limit->moment, 1e-4);
    rig_done(&rig);
  }
}

static void limit_between_free_bones_holds(void** unused) {
  (void)unused;
  static const Box box[3] = {{{-0.05, -0.01, -0.01}, {-0.01, 0.01, 0.01}, 1},
                             {{0, -0.01, -0.01}, {0.1, 0.01, 0.01}, 1},
                             {{0.11, -0.01, -0.01}, {0.2, 0.01, 0.01}, 1}};
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig =
        boxes_make(box, 3,
                   "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}, "
                   "'c': {'labels': '3'}}, 'joints': {'j': {" HINGE
                   ", 'bones': ['a', 'b'], 'point': [0, 0, 0], 'limits': [-30, 30]}, 'k': {" HINGE
                   ", 'bones': ['b', 'c'], 'point': [0.105, 0, 0], 'limits': [-20, 0]}}",
                   &def, 2);
    rig_step_converges(&rig);
    ENSURE_NEAR(rig.body->constraints->limit[0].angle, -30 * degree, 2e-7);
    ENSURE_NEAR(rig.body->constraints->limit[1].angle, -20 * degree, 2e-7);
    BrnPose b = brn_state_bone_pose(rig.model, rig.state, 1);
    BrnPose c = brn_state_bone_pose(rig.model, rig.state, 2);
    ENSURE_NEAR(2 * atan2(b.rotation[3], b.rotation[0]), -30 * degree, 1e-6);
    ENSURE_NEAR(2 * atan2(c.rotation[3], c.rotation[0]), -50 * degree, 1e-6);
    rig_done(&rig);
  }
}

// a muscle bends the lever until the limit, and the limit takes what is left of its moment
static void muscle_pulls_a_bone_to_its_limit(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = rig_with(
        HANGING_BAR("300", "",
                    ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.06, "
                    "0, 0], 'axis': [0, 0, 1], 'limits': [-2, 2]}}"),
        &def, 2);
    int iterations = 0;
    for (int frame = 1; frame <= 5; frame++) {
      ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, frame / 5.0, rig.state, rig.input));
      rig_step_converges(&rig);
      iterations += rig.report.iterations;
    }
    ENSURE(iterations < 60);
    ENSURE_NEAR(fabs(turned(&rig)), 2 * degree, 1e-6);
    ENSURE(fabs(rig.body->constraints->limit[0].moment) > 0.1);
    rig_done(&rig);
  }
}

TEST_MAIN(cmocka_unit_test(angle_is_that_of_the_rotation),
          cmocka_unit_test(derivatives_are_those_of_the_angle),
          cmocka_unit_test(lever_stops_at_its_limit),
          cmocka_unit_test(limits_are_not_felt_inside_of_the_range),
          cmocka_unit_test(closed_range_is_a_fixed_angle),
          cmocka_unit_test(ball_without_swing_does_not_turn),
          cmocka_unit_test(ball_stops_at_its_swing),
          cmocka_unit_test(limit_between_free_bones_holds),
          cmocka_unit_test(muscle_pulls_a_bone_to_its_limit))
