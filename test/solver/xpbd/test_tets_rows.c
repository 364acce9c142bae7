// SPDX-License-Identifier: Apache-2.0
//
// Position-based tets: rings of joints, supports, scripted angles and limits of free bones, by
// closed forms, by the forces they bear, and against newton.

#include "solver/body/boxes_test.h"
#include "solver/manners_test.h"

#include "solver/body/rigid.h"
#include "solver/xpbd/xpbd.h"

static const double degree = 3.14159265358979323846 / 180;

#define TURN(last) ", 'angle': {'keys': [[0, 0], [1, " last "]], 'curve': 'linear'}"

static BrnSolverDef xpbd_def(int substeps) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "xpbd");
  xpbd_put(&def, body, BRN_XPBD_TETS);
  xpbd_put(&def, substeps, substeps);
  xpbd_put(&def, damping, 0);
  return def;
}

static BrnXpbd* tets_of(const Rig* rig) { return rig->solver->method; }

static const BrnConstraints* constraints_of(const Rig* rig) {
  return tets_of(rig)->body->constraints;
}

// moment about z of the weight of a bone, N m
static double moment_of(const Rig* rig, int bone, const double* about, double* weight) {
  double moment = 0;
  *weight = 0;
  for (int i = 0; i < rig->model->bone[bone].vertex_count; i++) {
    int v = rig->model->bone[bone].vertex[i];
    double f = 9.81 * rig->model->mass[v];
    *weight += f;
    moment -= f * (rig_now(rig, v)[0] - about[0]);
  }
  return moment;
}

static double angle_of(const Rig* rig, int bone) {
  BrnPose pose = brn_state_bone_pose(rig->model, rig->state, bone);
  double log[3];
  brn_rotation_log(pose.rotation, log);
  return brn__norm3(log) * (log[2] < 0 ? -1 : 1);
}

// ---------------------------------------------------------------------------------- rings, scripts

static void linkage_follows_its_crank(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(5);
  Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("80"), ""), &def, 2);
  for (int step = 1; step <= 4; step++) {
    double end[3], at[3];
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, step / 4.0, rig.state, rig.input));
    rig_step_converges(&rig);
    linkage_end(step * 20 * degree, end);
    for (int bone = 2; bone < 4; bone++) {
      bone_takes(&rig, bone, (double[]){0.3, 0.2, 0}, at);
      ENSURE_NEAR(brn__distance3(at, end), 0, 1e-11);
    }
  }
  rig_done(&rig);
}

// moments about the foot of the rocker: its own weight, and what the coupler does
static void ring_bears_its_weight(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(10);
  Rig rig = boxes_make(linkage_box, 4, LINKAGE(TURN("30"), ""), &def, 2);
  double foot[3] = {0.3, 0, 0}, tie = 0, weight;
  rig_step_converges(&rig);
  const BrnConstraints* c = constraints_of(&rig);
  for (int t = 0; t < c->tie_count; t++) {
    double at[3];
    if (c->tie[t].joint != 3) continue;
    bone_takes(&rig, 3, c->tie[t].point, at);
    tie += (at[0] - foot[0]) * c->tie[t].force[1] - (at[1] - foot[1]) * c->tie[t].force[0];
  }
  double moment = moment_of(&rig, 3, foot, &weight);
  ENSURE(fabs(moment) > 0.03);
  ENSURE_NEAR(tie + moment, 0, 1e-6);
  rig_done(&rig);
}

static const Box swing_box[4] = {{{-0.02, 0.01, -0.01}, {0.02, 0.03, 0.01}, 1},
                                 {{-0.01, -0.1, -0.01}, {0.01, 0, 0.01}, 1},
                                 {{-0.01, -0.2, -0.01}, {0.01, -0.11, 0.01}, 1},
                                 {{-0.01, -0.3, -0.01}, {0.01, -0.21, 0.01}, 1}};

// both joints below the first are bent by scripts: the centre of mass hangs below the hinge
static void scripted_chain_hangs_in_balance(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(20);
  Rig rig = boxes_make(swing_box, 4,
                       LINKAGE_BONES
                       ", 'joints': {'t': {" HINGE_Z
                       "'bones': ['a', 'b'], 'point': [0, 0, 0]}, 'u': {" HINGE_Z
                       "'bones': ['b', 'c'], 'point': [0, -0.105, 0]" TURN(
                           "60") "}, 'v': {" HINGE_Z
                                 "'bones': ['c', 'd'], 'point': [0, -0.205, 0]" TURN("-100") "}}",
                       &def, 2);
  for (int step = 1; step <= 2; step++) {
    double top[3] = {0}, weight, sum = 0, all = 0;
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, step / 2.0, rig.state, rig.input));
    rig_step_is_honest(&rig);
    ENSURE_NEAR(angle_of(&rig, 2) - angle_of(&rig, 1), step * 30 * degree, 1e-9);
    ENSURE_NEAR(angle_of(&rig, 3) - angle_of(&rig, 2), step * -50 * degree, 1e-9);
    for (int b = 1; b < 4; b++) sum += moment_of(&rig, b, top, &weight), all += weight;
    ENSURE_NEAR(sum / all, 0, 1e-7); // m, to the side of the hinge
    ENSURE(fabs(angle_of(&rig, 1)) > 0.05);
  }
  rig_done(&rig);
}

// ---------------------------------------------------------------------------------------- supports

static const Box lever_box[2] = {{{-0.05, -0.01, -0.01}, {-0.01, 0.01, 0.01}, 1},
                                 {{0, -0.01, -0.01}, {0.2, 0.01, 0.01}, 1}};
#define LEVER(joint, more)                                                                         \
  "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, 'joints': {'j': {" joint  \
  ", 'bones': ['a', 'b'], 'point': [0, 0, 0]}}" more
#define HINGE "'type': 'hinge', 'axis': [0, 0, 1]"

// the roller carries the load and half of the weight
static void roller_carries_its_share(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(5);
  Rig rig = boxes_make(
      lever_box, 2,
      LEVER(HINGE, ", 'selections': {'tip': {'parts': 'b', 'plane': {'point': [0.199, 0, 0], "
                   "'normal': [1, 0, 0]}}}, 'supports': {'s': {'on': 'tip', 'axes': 'y'}}, "
                   "'loads': {'hand': {'on': 'tip', 'vector': [3, -10, 0]}}"),
      &def, 2);
  double origin[3] = {0}, weight, force = 0;
  rig_step_converges(&rig);
  moment_of(&rig, 1, origin, &weight);
  const BrnConstraints* c = constraints_of(&rig);
  for (int t = 0; t < c->tie_count; t++) force += c->tie[t].force[1];
  ENSURE_NEAR(force, weight / 2 + 10, 1e-6);
  rig_done(&rig);
}

static void supports_that_contradict_are_told(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(3);
  Rig rig = boxes_make(lever_box, 2,
                       "'bones': {'a': {'labels': '1', 'fixed': true}, 'b': {'labels': '2'}}, "
                       "'supports': {'s': {'on': 'b'}, 't': {'on': 'b', 'motion': {'move': [[0, 0, "
                       "0, 0], [1, 0, 0.01, 0]]}}}",
                       &def, 2);
  rig_step(&rig);
  ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
  ENSURE_NEAR(rig_now(&rig, 8)[1] - rig_rest(&rig, 8)[1], 0.005, 1e-6);
  rig_done(&rig);
}

// a support that holds and moves all of a free bone is a scripted bone, with flesh between
static void bone_on_a_moving_support_is_scripted(void** unused) {
  (void)unused;
  const char* motion = ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.01, -0.02, 0.005]], 'turn': [[0, "
                       "0, 0, 0], [1, 20, 10, -15]], 'about': [0, 0.015, 0]}";
  char text[2][1600], on[600];
  BrnSolverDef def = xpbd_def(60), newton = sharp_def();
  snprintf(text[0], sizeof text[0], HANGING_BAR("300", "%s", ""), motion);
  snprintf(on, sizeof on, ", 'supports': {'s': {'on': 'base'%s}}", motion);
  snprintf(text[1], sizeof text[1], HANGING_BAR("300", "", "%s"), on);
  Rig scripted = rig_with(text[0], &newton, 2), held = rig_with(text[1], &def, 2);
  rig_step_converges(&scripted);
  rig_step_converges(&held);
  for (int v = 0; v < held.model->mesh->vertex_count; v++) {
    bool bone = held.model->vertex_bone[v] >= 0;
    double far = brn__distance3(rig_now(&scripted, v), rig_now(&held, v));
    ENSURE_NEAR(far, 0, bone ? 1e-11 : 1e-3);
  }
  rig_done(&scripted);
  rig_done(&held);
}

// what hangs on a scripted bone goes with it when it jumps, free bones and all
static void free_bones_go_with_scripted_ones(void** unused) {
  (void)unused;
  const char* from = "'fixed': true";
  char text[2000], *at;
  snprintf(text, sizeof text, "%s", HANGING_BAR("300", "", ""));
  BrnSolverDef def = xpbd_def(2);
  Rig still = rig_with(text, &def, 2);
  at = strstr(text, from);
  char rest[2000];
  snprintf(rest, sizeof rest, "%s", at + strlen(from));
  snprintf(at, sizeof text - (size_t)(at - text),
           "'motion': {'move': [[0, 0, 0, 0], [1, 0.5, 0, 0]]}%s", rest);
  Rig moved = rig_with(text, &def, 2);
  rig_step(&still);
  rig_step(&moved);
  for (int v = 0; v < still.state->vertex_count; v++) {
    double shift[3];
    brn__sub3(shift, rig_now(&moved, v), rig_now(&still, v));
    ENSURE_NEAR(brn__distance3(shift, (double[]){0.5, 0, 0}), 0, 1e-9);
  }
  rig_done(&still);
  rig_done(&moved);
}

// ------------------------------------------------------------------------------------------ limits

static void lever_stops_at_its_limit(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(10);
  Rig rig = boxes_make(lever_box, 2, LEVER(HINGE ", 'limits': [-25, 10]", ""), &def, 2);
  const BrnLimit* limit = constraints_of(&rig)->limit;
  double origin[3] = {0}, weight;
  rig_step_converges(&rig);
  ENSURE_NEAR(angle_of(&rig, 1), -25 * degree, 1e-9);
  ENSURE_NEAR(limit->angle, -25 * degree, 1e-9);
  ENSURE(moment_of(&rig, 1, origin, &weight) < -0.1);
  ENSURE_NEAR(limit->moment, moment_of(&rig, 1, origin, &weight), 1e-6); // it pushes the angle up
  rig.input->gravity[1] = 9.81;                                          // to the other end
  rig_step_converges(&rig);
  ENSURE_NEAR(angle_of(&rig, 1), 10 * degree, 1e-9);
  ENSURE_NEAR(limit->moment, -moment_of(&rig, 1, origin, &weight), 1e-6);
  rig_done(&rig);
}

static void limits_are_not_felt_inside_of_the_range(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(20);
  Rig rig = boxes_make(lever_box, 2, LEVER(HINGE ", 'limits': [-91, 5]", ""), &def, 2);
  rig_step_converges(&rig);
  ENSURE_NEAR(angle_of(&rig, 1), -90 * degree, 1e-6);
  ENSURE(constraints_of(&rig)->limit[0].moment == 0);
  rig_done(&rig);
}

static void ball_stops_at_its_swing(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(20);
  Rig rig = boxes_make(lever_box, 2,
                       LEVER("'type': 'ball', 'swing': 40", ", 'gravity': [1, -8, 5]"), &def, 2);
  rig_step_converges(&rig);
  ENSURE_NEAR(fabs(angle_of(&rig, 1)), 40 * degree, 1e-9);
  ENSURE(constraints_of(&rig)->limit[0].moment > 0.1);
  rig_done(&rig);
}

#define LIMITED_SPINDLE                                                                            \
  SPINDLE("800", "[0, -9.81, 0]", "",                                                              \
          ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0, 0], "  \
          "'axis': [0, 0, 1], 'limits': [-1, 1]}}")

static double farthest(const Rig* a, const Rig* b) {
  double most = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    most = fmax(most, brn__distance3(rig_now(a, v), rig_now(b, v)));
  }
  return most;
}

// a muscle pulls a bone to its limit: shape and moment are newton's
static void muscle_pulls_to_the_limit_as_with_newton(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(20), newton = sharp_def();
  newton.bones = BRN_BONES_RIGID;
  Rig one = rig_with(LIMITED_SPINDLE, &newton, 2), other = rig_with(LIMITED_SPINDLE, &def, 2);
  for (int f = 1; f <= 4; f++) {
    ENSURE_OK(one.ctx, brn_drive_fill(one.drive, f / 4.0, one.state, one.input));
    ENSURE_OK(other.ctx, brn_drive_fill(other.drive, f / 4.0, other.state, other.input));
    rig_step(&one);
    rig_step_is_honest(&other);
  }
  const BrnLimit *a = one.body->constraints->limit, *b = constraints_of(&other)->limit;
  ENSURE(fabs(a->moment) > 1);
  ENSURE_NEAR(b->angle, a->angle, 1e-5);
  ENSURE_NEAR(b->moment / a->moment, 1, 0.02);
  ENSURE_NEAR(farthest(&one, &other), 0, 0.005 * 0.26);
  rig_done(&one);
  rig_done(&other);
}

// --------------------------------------------------------------------------------- the mathematics

#define EVERYTHING                                                                                 \
  LINKAGE_BONES                                                                                    \
  ", 'joints': {'ab': {'type': 'ball', 'bones': ['a', 'b'], 'point': [0, 0, 0], 'swing': 5}, "     \
  "'bc': {" HINGE_Z "'bones': ['b', 'c'], 'point': [0, 0.1, 0]" TURN(                              \
      "40") "}, 'ad': {" HINGE_Z                                                                   \
            "'bones': ['a', 'd'], 'point': [0.3, 0, 0], 'limits': [-3, 4]}, 'cd': {" HINGE_Z       \
            "'bones': ['c', 'd'], 'point': [0.3, 0.2, 0], 'limits': [2, 50]}}, 'supports': "       \
            "{'s': {'on': 'c', 'axes': 'xz'}}"

// nodes at T dq from y, made rigid again
static void go(BrnXpbd* tets, const double* y, const double* speed, double s, double* out) {
  BrnBody* body = tets->body;
  memcpy(out, y, 3 * sizeof(double) * (size_t)body->nodes->count);
  for (int p = 0; p < tets->bones.count; p++) {
    double* x = out + 3 * tets->bones.node[p];
    brn__axpy3(x, x, s, speed + 3 * tets->bones.row[p]);
  }
  brn__rigid_settle(body, out);
}

static void rows_are_derivatives(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(1);
  Rig rig = boxes_make(linkage_box, 4, EVERYTHING, &def, 2);
  BrnXpbd* tets = tets_of(&rig);
  BrnBody* body = tets->body;
  TestRandom random = {5};
  int dofs = body->rigid->dof_count, nodes = body->nodes->count;
  double *y = calloc(9 * (size_t)nodes, sizeof *y), *up = y + 3 * nodes, *down = up + 3 * nodes;
  double dq[64], speed[256], J[64], r[2][64], h = 1e-6;
  for (int n = 0; n < nodes; n++) brn__copy3(y + 3 * n, rig_rest(&rig, body->nodes->vertex[n]));
  brn__input_copy(rig.model, rig.input, body->input);
  brn__constraints_begin(rig.model, body->nodes, rig.input, body->constraints);
  for (int p = 0; p < tets->bones.count; p++) {
    for (int a = 0; a < 3; a++) y[3 * tets->bones.node[p] + a] += test_random(&random, -0.01, 0.01);
  }
  brn__rigid_settle(body, y);
  brn__tets_rows_take(tets, y);
  int count = tets->rows.count;
  ENSURE(dofs <= 64 && count <= 64 && count > 15 && 3 * tets->bones.count <= 256);
  for (int d = 0; d < dofs; d++) dq[d] = test_random(&random, -1, 1);
  brn__rigid_push(body->rigid, dq, speed);
  for (int i = 0; i < count; i++) {
    J[i] = 0;
    for (int d = 0; d < dofs; d++) J[i] += tets->rows.J[i * dofs + d] * dq[d];
  }
  go(tets, y, speed, h, up);
  go(tets, y, speed, -h, down);
  brn__tets_rows_take(tets, up);
  memcpy(r[0], tets->rows.r, sizeof(double) * (size_t)count);
  brn__tets_rows_take(tets, down);
  memcpy(r[1], tets->rows.r, sizeof(double) * (size_t)count);
  for (int i = 0; i < count; i++) ENSURE_NEAR((r[0][i] - r[1][i]) / (2 * h), J[i], 1e-7);
  free(y);
  rig_done(&rig);
}

// two limits, of which the one that acts first lets go again; a tie that is said twice
static void multipliers_solve_their_inequalities(void** unused) {
  (void)unused;
  double S[16] = {2, 2, 0, 0, 2, 2, 0, 0, 0, 0, 1, 3, 0, 0, 3, 10};
  double factor[16], side[4] = {1, 1, 1.4, 2}, m[4];
  int tie[4] = {0, 0, -1, -1}, limit[4] = {-1, -1, 0, 1}, active[4];
  bool acts[4];
  BrnTetsRows rows = {.most = 4,
                      .count = 4,
                      .tie = tie,
                      .limit = limit,
                      .S = S,
                      .factor = factor,
                      .side = side,
                      .multiplier = m,
                      .acts = acts,
                      .active = active};
  brn__tets_rows_solve(&rows);
  for (int i = 0; i < 4; i++) {
    double left = side[i];
    for (int j = 0; j < 4; j++) left -= S[4 * i + j] * m[j];
    if (i < 2)
      ENSURE_NEAR(left, 0, 1e-8);
    else
      ENSURE(m[i] >= 0 && left < 1e-8 && fabs(left * m[i]) < 1e-8);
  }
  ENSURE_NEAR(m[2], 1.4, 1e-8);
  ENSURE(m[3] == 0);
}

// ----------------------------------------------------------------------------------------- manners

static void manners(void** unused) {
  (void)unused;
  BrnSolverDef def = xpbd_def(4);
  manners_on(LIMITED_SPINDLE, &def, manners_workers);
  manners_on(LIMITED_SPINDLE, &def, manners_resume);
  manners_on(LIMITED_SPINDLE, &def, manners_warm);
  def.dynamic = true;
  manners_on(LIMITED_SPINDLE, &def, manners_warm);
  manners_on(LIMITED_SPINDLE, &def, manners_make_fails);
}

TEST_MAIN(cmocka_unit_test(linkage_follows_its_crank), cmocka_unit_test(ring_bears_its_weight),
          cmocka_unit_test(scripted_chain_hangs_in_balance),
          cmocka_unit_test(roller_carries_its_share),
          cmocka_unit_test(supports_that_contradict_are_told),
          cmocka_unit_test(bone_on_a_moving_support_is_scripted),
          cmocka_unit_test(free_bones_go_with_scripted_ones),
          cmocka_unit_test(lever_stops_at_its_limit),
          cmocka_unit_test(limits_are_not_felt_inside_of_the_range),
          cmocka_unit_test(ball_stops_at_its_swing),
          cmocka_unit_test(muscle_pulls_to_the_limit_as_with_newton),
          cmocka_unit_test(rows_are_derivatives),
          cmocka_unit_test(multipliers_solve_their_inequalities), cmocka_unit_test(manners))
