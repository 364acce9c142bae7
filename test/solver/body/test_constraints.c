// SPDX-License-Identifier: Apache-2.0

#include "anatomy/build.h"
#include "boxes_test.h"
#include "solver/manners_test.h"

static const double degree = 3.14159265358979323846 / 180;

#define TURN(last) ", 'angle': {'keys': [[0, 0], [1, " last "]], 'curve': 'linear'}"

// weight of a bone, N, and its moment about z through a point
static double weight_of(const Rig* rig, int bone, const double* about, double* moment) {
  double weight = 0;
  *moment = 0;
  for (int i = 0; i < rig->model->bone[bone].vertex_count; i++) {
    int v = rig->model->bone[bone].vertex[i];
    double f = 9.81 * rig->model->mass[v];
    weight += f;
    *moment -= f * (rig_now(rig, v)[0] - about[0]);
  }
  return weight;
}

// force of the ties of a joint or a support, and its moment about z through a point
static void force_of(const Rig* rig, int joint, int support, const double* about, double force[3],
                     double* moment) {
  const BrnConstraints* c = rig->newton->body->constraints;
  memset(force, 0, 3 * sizeof(double));
  *moment = 0;
  for (int t = 0; t < c->tie_count; t++) {
    const BrnTie* tie = &c->tie[t];
    double at[3];
    if (tie->joint != joint || tie->support != support) continue;
    int bone = joint >= 0 ? rig->model->joint[joint].child
                          : rig->newton->body->nodes->carrier[tie->vertex];
    bone_takes(rig, bone, tie->point, at);
    brn__add3(force, force, tie->force);
    *moment += (at[0] - about[0]) * tie->force[1] - (at[1] - about[1]) * tie->force[0];
  }
}

// --------------------------------------------------------------------------------- rings of bones

// One hinge too many for bodies in space, as all axes are parallel. Bones give way by 3e-7 m.
static void linkage_follows_its_crank(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("80"), ""), &def, 2);
    for (int step = 1; step <= 4; step++) {
      double angle = step * 20 * degree, end[3], at[3];
      ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, step / 4.0, rig.state, rig.input));
      rig_step_converges(&rig);
      ENSURE(rig.report.iterations <= 8 && rig.report.parts == 1);
      linkage_end(angle, end);
      for (int bone = 2; bone < 4; bone++) {
        bone_takes(&rig, bone, (double[]){0.3, 0.2, 0}, at);
        ENSURE_NEAR(brn__distance3(at, end), 0, 4e-7);
      }
      bone_takes(&rig, 2, (double[]){0, 0.1, 0}, at);
      ENSURE_NEAR(at[0], -0.1 * sin(angle), 4e-7);
      ENSURE_NEAR(at[1], 0.1 * cos(angle), 4e-7);
    }
    rig_done(&rig);
  }
}

// moments about the foot of the rocker: its own weight, and what the coupler does
static void multipliers_are_the_forces(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("30"), ""), &def, 2);
  double foot[3] = {0.3, 0, 0}, force[3], tie, weight;
  rig_step_converges(&rig);
  force_of(&rig, 3, -1, foot, force, &tie);
  weight_of(&rig, 3, foot, &weight);
  ENSURE(fabs(weight) > 0.03);
  ENSURE_NEAR(tie + weight, 0, 1e-6);
  rig_done(&rig);
}

// a beam on two balls, which are one hinge: each carries half
static const Box beam_box[3] = {{{-0.05, -0.01, -0.01}, {-0.01, 0.01, 0.01}, 1},
                                {{0, -0.01, -0.01}, {0.2, 0.01, 0.01}, 1},
                                {{0.21, -0.01, -0.01}, {0.25, 0.01, 0.01}, 1}};
#define BEAM_BONES "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}, "

static void bone_between_fixed_bones_is_held_by_both(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = boxes_make(beam_box, 3,
                       BEAM_BONES "'c': {'labels': '3', 'fixed': true}}, 'joints': {'l': {'type': "
                                  "'ball', 'bones': ['a', 'b'], 'point': [0, 0.01, 0]}, 'r': "
                                  "{'type': 'ball', 'bones': ['b', 'c'], 'point': [0.2, 0.01, 0]}}",
                       &def, 2);
  double origin[3] = {0}, force[3], moment, at[3];
  rig_step_converges(&rig);
  double weight = weight_of(&rig, 1, origin, &moment);
  force_of(&rig, 1, -1, origin, force, &moment);
  ENSURE_NEAR(force[1], -weight / 2, 1e-8); // on the child, which is fixed
  bone_takes(&rig, 1, (double[]){0.2, 0.01, 0}, at);
  ENSURE_NEAR(at[0], 0.2, 1e-8);
  ENSURE_NEAR(at[1], 0.01, 1e-7);
  rig_done(&rig);
}

// bones b and c are welded to each other twice, and to both ends
static void doubled_welds_do_no_harm(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = boxes_make(beam_box, 3,
                       BEAM_BONES
                       "'c': {'labels': '3'}}, 'joints': {'l': {'type': 'weld', 'bones': ['a', "
                       "'b']}, 'm': {'type': 'weld', 'bones': ['b', 'c']}, 'n': {'type': 'weld', "
                       "'bones': ['c', 'b']}, 'o': {'type': 'weld', 'bones': ['a', 'c']}}",
                       &def, 2);
  ENSURE_INT(rig.newton->body->nodes->row_count, 0);
  ENSURE_INT(rig.newton->body->constraints->tie_count, 0); // elimination has done them all
  rig_step_converges(&rig);
  rig_done(&rig);
}

// a ring of three free bones on one hinge, closed by a weld: a pendulum
static void weld_closes_a_ring(void** unused) {
  (void)unused;
  static const Box box[4] = {{{-0.05, -0.01, -0.01}, {-0.01, 0.01, 0.01}, 1},
                             {{0, -0.01, -0.01}, {0.1, 0.01, 0.01}, 1},
                             {{0.11, -0.01, -0.01}, {0.2, 0.01, 0.01}, 1},
                             {{0.05, 0.02, -0.01}, {0.15, 0.04, 0.01}, 1}};
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = boxes_make(
      box, 4,
      BEAM_BONES
      "'c': {'labels': '3'}, 'd': {'labels': '4'}}, 'joints': {'h': {" HINGE_Z
      "'bones': ['a', 'b'], 'point': [0, 0, 0]}, 'e': {" HINGE_Z
      "'bones': ['b', 'c'], 'point': [0.105, 0, 0]}, 'f': {'type': 'ball', 'bones': ['b', 'd'], "
      "'point': [0.05, 0.01, 0]}, 'g': {'type': 'weld', 'bones': ['d', 'c']}}",
      &def, 2);
  double down[3], origin[3] = {0}, moment, sum = 0;
  ENSURE_INT(rig.newton->body->constraints->tie_count, 4);
  for (int step = 0; step < 3; step++) rig_step_converges(&rig);
  for (int b = 1; b < 4; b++) weight_of(&rig, b, origin, &moment), sum += moment;
  ENSURE_NEAR(sum, 0, 1e-5); // it hangs
  bone_takes(&rig, 1, (double[]){0.1, 0, 0}, down);
  ENSURE(down[1] < -0.09);
  for (int b = 2; b < 4; b++) { // and the two are one
    double at[3], first[3];
    bone_takes(&rig, b, (double[]){0.13, 0.02, 0}, at);
    bone_takes(&rig, 3, (double[]){0.13, 0.02, 0}, first);
    ENSURE_NEAR(brn__distance3(at, first), 0, 1e-7);
  }
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------------- supports

#define BEAM_ROLLER(axes, more)                                                                    \
  "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, 'joints': {'l': "         \
  "{'type': 'hinge', 'bones': ['a', 'b'], 'point': [0, 0, 0], 'axis': [0, 0, 1]}}, 'selections': " \
  "{'tip': {'parts': 'b', 'plane': {'point': [0.199, 0, 0], 'normal': [1, 0, 0]}}, 'bottom': "     \
  "{'parts': 'b', 'plane': {'point': [0, -0.009, 0], 'normal': [0, -1, 0]}}}, 'supports': {'s': "  \
  "{'on': 'tip', 'axes': " axes more "}}, 'loads': {'hand': {'on': 'tip', 'vector': [3, -10, "     \
  "0]}}"

// the roller carries the load and half of the weight, and nothing along x
static void roller_carries_its_share(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    def.tolerance = 1e-14;
    Rig rig = boxes_make(beam_box, 2, BEAM_ROLLER("'y'", ""), &def, 2);
    double hinge[3] = {0}, force[3], moment, about;
    ENSURE_INT(rig.newton->body->constraints->tie_count, 3);
    rig_step_converges(&rig);
    double weight = weight_of(&rig, 1, hinge, &about);
    force_of(&rig, -1, 0, hinge, force, &moment);
    ENSURE(weight > 1);
    ENSURE_NEAR(force[1], weight / 2 + 10, 1e-5);
    ENSURE(force[0] == 0 && force[2] == 0);
    for (int i = 0; i < rig.model->support[0].vertex_count; i++) {
      int v = rig.model->support[0].vertex[i];
      ENSURE_NEAR(rig_now(&rig, v)[1], rig_rest(&rig, v)[1], 3e-9);
    }
    rig_done(&rig);
  }
}

// the tip is moved up by a support: the beam turns about its hinge and slides along the roller
static void moving_roller_turns_a_bone(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = boxes_make(
        beam_box, 2,
        "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, 'joints': {'l': "
        "{'type': 'hinge', 'bones': ['a', 'b'], 'point': [0, 0, 0], 'axis': [0, 0, 1]}}, "
        "'selections': {'tip': {'parts': 'b', 'nearest': [[0.2, -0.01, -0.01]]}}, 'supports': "
        "{'s': {'on': 'tip', 'axes': 'y', 'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.1, 0]]}}}",
        &def, 2);
    int v = rig.model->support[0].vertex[0];
    rig_step_converges(&rig);
    ENSURE(rig.report.parts == 1);
    ENSURE_NEAR(rig_now(&rig, v)[1], 0.09, 4e-9);
    double arm = hypot(0.2, 0.01);
    ENSURE_NEAR(rig_now(&rig, v)[0], sqrt(arm * arm - 0.09 * 0.09), 1e-6);
    rig_done(&rig);
  }
}

// a support that holds and moves all of a free bone is a scripted bone
static void bone_on_a_moving_support_is_scripted(void** unused) {
  (void)unused;
  const char* motion = ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.01, -0.02, 0.005]], 'turn': [[0, "
                       "0, 0, 0], [1, 20, 10, -15]], 'about': [0, 0.015, 0]}";
  for (int k = 0; k < 3; k++) {
    char text[2][1600], on[600];
    BrnSolverDef def = linear_def(k);
    snprintf(text[0], sizeof text[0], HANGING_BAR("300", "%s", ""), motion);
    snprintf(on, sizeof on, ", 'supports': {'s': {'on': 'base'%s}}", motion);
    snprintf(text[1], sizeof text[1], HANGING_BAR("300", "", "%s"), on);
    Rig scripted = rig_with(text[0], &def, 2), held = rig_with(text[1], &def, 2);
    ENSURE_INT(held.newton->body->constraints->tie_count, 4);
    rig_step_converges(&scripted);
    rig_step_converges(&held);
    ENSURE(held.report.iterations <= scripted.report.iterations + (k == 1 ? 6 : 3));
    for (int v = 0; v < held.model->mesh->vertex_count; v++) {
      ENSURE_NEAR(brn__distance3(rig_now(&scripted, v), rig_now(&held, v)), 0, 2e-5);
    }
    for (int i = 0; i < held.model->bone[1].vertex_count; i++) {
      int v = held.model->bone[1].vertex[i];
      ENSURE_NEAR(brn__distance3(rig_now(&scripted, v), rig_now(&held, v)), 0, 5e-9);
    }
    rig_done(&scripted);
    rig_done(&held);
  }
}

static void supports_that_contradict_do_not_converge(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  def.halvings = 0;
  Rig rig = boxes_make(beam_box, 2,
                       "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, "
                       "'supports': {'s': {'on': 'b'}, 't': {'on': 'b', 'motion': {'move': [[0, 0, "
                       "0, 0], [1, 0, 0.01, 0]]}}}",
                       &def, 2);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_NEAR(rig_now(&rig, 8)[1] - rig_rest(&rig, 8)[1], 0.005, 1e-6);
  rig_done(&rig);
}

// --------------------------------------------------------------------------------- scripted hinges

static const Box swing_box[4] = {{{-0.02, 0.01, -0.01}, {0.02, 0.03, 0.01}, 1},
                                 {{-0.01, -0.1, -0.01}, {0.01, 0, 0.01}, 1},
                                 {{-0.01, -0.2, -0.01}, {0.01, -0.11, 0.01}, 1},
                                 {{-0.01, -0.3, -0.01}, {0.01, -0.21, 0.01}, 1}};
#define SWING_BONES                                                                                \
  "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}, 'c': {'labels': '3'}, "    \
  "'d': {'labels': '4'}}, 'joints': "
#define SWING_TOP "{'t': {" HINGE_Z "'bones': ['a', 'b'], 'point': [0, 0, 0]}, "

static double angle_of(const Rig* rig, int bone) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, bone);
  double log[3];
  brn_rotation_log(pose.rotation, log);
  ENSURE(hypot(log[0], log[1]) < 1e-6);
  return log[2];
}

// A chain that swings about its top, with both joints below bent by scripts: it hangs so that the
// centre of mass is below the hinge.
static void scripted_chain_hangs_in_balance(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    Rig rig = boxes_make(swing_box, 4,
                         SWING_BONES SWING_TOP
                         "'u': {" HINGE_Z "'bones': ['b', 'c'], 'point': [0, -0.105, 0]" TURN(
                             "60") "}, 'v': {" HINGE_Z
                                   "'bones': ['c', 'd'], 'point': [0, -0.205, 0]" TURN("-100") "}}",
                         &def, 2);
    for (int step = 1; step <= 2; step++) {
      double top[3] = {0}, moment, sum = 0, weight = 0;
      ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, step / 2.0, rig.state, rig.input));
      rig_step_converges(&rig);
      ENSURE_NEAR(angle_of(&rig, 2) - angle_of(&rig, 1), step * 30 * degree, 1e-6);
      ENSURE_NEAR(angle_of(&rig, 3) - angle_of(&rig, 2), step * -50 * degree, 1e-6);
      for (int b = 1; b < 4; b++) weight += weight_of(&rig, b, top, &moment), sum += moment;
      ENSURE(weight > 1);
      ENSURE_NEAR(sum / weight, 0, 2e-6); // m, to the side of the hinge
      ENSURE(fabs(angle_of(&rig, 1)) > 0.05);
    }
    rig_done(&rig);
  }
}

// the moment that a script must do is that of the weight below it
static void scripted_hinge_has_its_moment(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = boxes_make(swing_box, 3,
                       "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}, 'c': "
                       "{'labels': '3'}}, 'joints': " SWING_TOP "'u': {" HINGE_Z
                       "'bones': ['b', 'c'], 'point': [0, -0.105, 0]" TURN("60") "}}",
                       &def, 2);
  double hinge[3], force[3], moment, weight;
  rig_step_converges(&rig);
  bone_takes(&rig, 1, (double[]){0, -0.105, 0}, hinge);
  force_of(&rig, 1, -1, hinge, force, &moment);
  weight_of(&rig, 2, hinge, &weight);
  ENSURE(fabs(weight) > 1e-2);
  ENSURE_NEAR(moment + weight, 0, 1e-7);
  rig_done(&rig);
}

// --------------------------------------------------------------------------------- the mathematics

#define EVERYTHING                                                                                 \
  LINKAGE_BONES                                                                                    \
  ", 'materials': {'bone': {'like': 'bone', 'young': 1e5, 'poisson': 0.3}}, 'joints': {'ab': "     \
  "{'type': 'ball', 'bones': ['a', 'b'], 'point': [0, 0, 0], 'swing': 5}, 'bc': {" HINGE_Z         \
  "'bones': ['b', 'c'], 'point': [0, 0.1, 0]" TURN(                                                \
      "40") "}, 'ad': {" HINGE_Z                                                                   \
            "'bones': ['a', 'd'], 'point': [0.3, 0, 0], 'limits': [-3, 4]}, 'cd': {" HINGE_Z       \
            "'bones': ['c', 'd'], 'point': [0.3, 0.2, 0], 'limits': [2, 50]}}, 'supports': "       \
            "{'s': {'on': 'c', 'axes': 'xz'}}"

static Rig everything(void) {
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = boxes_make(linkage_box, 4, EVERYTHING, &def, 2);
  BrnConstraints* c = rig.newton->body->constraints;
  TestRandom random = {3};
  rig_load(&rig);
  brn__constraints_begin(rig.model, rig.newton->body->nodes, rig.input, c);
  rig_shake(&rig, &random, 0.02);
  ENSURE(c->tie_count >= 7 && c->limit_count == 3);
  for (int t = 0; t < c->tie_count; t++) {
    for (int a = 0; a < 3; a++) {
      if (c->tie[t].axes >> a & 1) c->tie[t].multiplier[a] = test_random(&random, -50, 50);
    }
  }
  for (int l = 0; l < 3; l++) {
    c->limit[l].multiplier = test_random(&random, 0, 2);
    c->limit[l].stiffness = c->limit[l].stiffest;
  }
  return rig;
}

static void derivatives_are_those_of_the_energy(void** unused) {
  (void)unused;
  Rig rig = everything();
  BrnNewton* n = rig.newton;
  int count = 3 * n->body->nodes->row_count;
  double h = 1e-6, *g = malloc(sizeof(double) * (size_t)count);
  double* product = malloc(sizeof(double) * (size_t)count);
  double* unit = calloc((size_t)count, sizeof(double));
  brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STIFFNESS, &rig.report);
  memcpy(g, n->body->g, sizeof(double) * (size_t)count);
  BrnAngle angle;
  for (int l = 0; l < 3; l++) { // all of them act
    const BrnLimit* limit = &n->body->constraints->limit[l];
    brn__limit_angle(n->body->constraints, limit, n->body->y, false, &angle);
    ENSURE(angle.value > limit->high || angle.value < limit->low);
  }
  for (int i = 0; i < count; i++) {
    double *y = &n->body->y[3 * n->body->nodes->row_node[i / 3] + i % 3], middle = *y, worst = 0,
           size = 0;
    unit[i] = 1;
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STIFFNESS, &rig.report);
    brn__blocks_multiply(rig.ctx, n->body->K, unit, product);
    unit[i] = 0;
    *y = middle + h;
    double up = brn__energy_total(brn__body_energy(rig.ctx, n->body, n->body->y));
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STRESS, &rig.report);
    memcpy(n->descent.d, n->body->g, sizeof(double) * (size_t)count);
    *y = middle - h;
    double down = brn__energy_total(brn__body_energy(rig.ctx, n->body, n->body->y));
    brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STRESS, &rig.report);
    *y = middle;
    ENSURE_NEAR((up - down) / (2 * h), g[i], 1e-6 * fmax(fabs(g[i]), 1e3));
    for (int j = 0; j < count; j++) {
      worst = fmax(worst, fabs((n->descent.d[j] - n->body->g[j]) / (2 * h) - product[j]));
      size = fmax(size, fabs(product[j]));
    }
    ENSURE_NEAR(worst / size, 0, 1e-6);
  }
  free(g), free(product), free(unit);
  rig_done(&rig);
}

// the warped way begins along d and goes where the ties want it
static void warped_way_keeps_the_ties(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("40"), ""), &def, 2);
  BrnNewton* n = rig.newton;
  TestRandom random = {4};
  double worst = 0, size = 0, s = 1e-6;
  rig_load(&rig);
  brn__constraints_begin(rig.model, n->body->nodes, rig.input, n->body->constraints);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++)
    n->descent.d[i] = test_random(&random, -1, 1);
  brn__body_aim(rig.ctx, n->body, n->descent.d);
  brn__body_retract(rig.ctx, n->body, n->descent.d, s, true, n->descent.trial);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) {
    int at = 3 * n->body->nodes->row_node[i / 3] + i % 3;
    worst = fmax(worst, fabs((n->descent.trial[at] - n->body->y[at]) / s - n->descent.d[i]));
    size = fmax(size, fabs(n->descent.d[i]));
  }
  ENSURE_NEAR(worst / size, 0, 1e-4);
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------------- the rest

static void angle_of_a_fixed_child_is_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model;
  BrnSolver* solver;
  static const char turned[] =
      "'bones': {'a': {'labels': '1'%s}, 'b': {'labels': '2'}}, 'joints': {'h': {'type': 'hinge', "
      "'bones': ['b', 'a'], 'point': [0, 0, 0], 'axis': [0, 0, 1], 'angle': 10}}";
  char text[400];
  snprintf(text, sizeof text, turned, ", 'fixed': true");
  ENSURE_STATUS(ctx, boxes_try(ctx, beam_box, 2, text, &model), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "joints.h.angle: it turns \"a\", which is fixed");
  snprintf(text, sizeof text, turned, "");
  ENSURE_OK(ctx, boxes_try(ctx, beam_box, 2, text, &model));
  model->bone[0].fixed = true; // as no build makes it
  brn_skeleton_destroy(ctx, model->skeleton);
  ENSURE_OK(ctx, brn__model_hang(ctx, NULL, model));
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "joint \"h\": its angle is scripted, but so is its second bone \"a\"");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void bone_that_a_roller_alone_holds_is_named(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model;
  BrnSolver* solver;
  ENSURE_OK(ctx, boxes_try(ctx, beam_box, 2,
                           "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, "
                           "'supports': {'s': {'on': 'b', 'axes': 'xy'}}",
                           &model));
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "part \"b\": nothing holds it along z");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void manners_of_ties(const char* text, void (*check)(const MannersCase* c)) {
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model;
  ENSURE_OK(ctx, boxes_try(ctx, linkage_box, 4, text, &model));
  MannersCase c = manners_case(model, &def);
  check(&c);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void ties_have_manners(void** unused) {
  (void)unused;
  manners_of_ties(LINKAGE(TURN("40"), ""), manners_workers);
  manners_of_ties(LINKAGE(TURN("40"), ""), manners_resume);
  manners_of_ties(EVERYTHING, manners_make_fails);
}

TEST_MAIN(cmocka_unit_test(linkage_follows_its_crank), cmocka_unit_test(multipliers_are_the_forces),
          cmocka_unit_test(bone_between_fixed_bones_is_held_by_both),
          cmocka_unit_test(doubled_welds_do_no_harm), cmocka_unit_test(weld_closes_a_ring),
          cmocka_unit_test(roller_carries_its_share), cmocka_unit_test(moving_roller_turns_a_bone),
          cmocka_unit_test(bone_on_a_moving_support_is_scripted),
          cmocka_unit_test(supports_that_contradict_do_not_converge),
          cmocka_unit_test(scripted_chain_hangs_in_balance),
          cmocka_unit_test(scripted_hinge_has_its_moment),
          cmocka_unit_test(derivatives_are_those_of_the_energy),
          cmocka_unit_test(warped_way_keeps_the_ties),
          cmocka_unit_test(angle_of_a_fixed_child_is_refused),
          cmocka_unit_test(bone_that_a_roller_alone_holds_is_named),
          cmocka_unit_test(ties_have_manners))
