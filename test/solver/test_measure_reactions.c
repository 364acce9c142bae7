// SPDX-License-Identifier: Apache-2.0
//
// What holds bodies, by hand: weights, a lever, a chain, a motor in a joint; and what only a method
// can tell.

#include "measure_test.h"

static double weight_of(const Rig* rig, int bone) { // all that it carries
  double mass = 0;
  for (int v = 0; v < rig->model->mesh->vertex_count; v++) {
    if (rig->body->nodes->carrier[v] == bone) mass += rig->model->mass[v];
  }
  return 9.81 * mass;
}

// moment of a force that acts in the middle of a bone's mass
static void add_weight(const Rig* rig, int bone, BrnWrench* wrench) {
  for (int v = 0; v < rig->model->mesh->vertex_count; v++) {
    double arm[3], moment[3], f[3] = {0, -9.81 * rig->model->mass[v], 0};
    if (rig->body->nodes->carrier[v] != bone) continue;
    brn__sub3(arm, rig_now(rig, v), wrench->about);
    brn__cross3(moment, arm, f);
    brn__add3(wrench->force, wrench->force, f);
    brn__add3(wrench->moment, wrench->moment, moment);
  }
}

static void move_wrench(BrnWrench* wrench, const double about[3]) {
  double arm[3], moment[3];
  brn__sub3(arm, wrench->about, about);
  brn__cross3(moment, arm, wrench->force);
  brn__add3(wrench->moment, wrench->moment, moment);
  brn__copy3(wrench->about, about);
}

static void add_wrench(BrnWrench* to, double sign, BrnWrench other) {
  move_wrench(&other, to->about);
  brn__axpy3(to->force, to->force, sign, other.force);
  brn__axpy3(to->moment, to->moment, sign, other.moment);
}

static void ensure_nothing(const BrnWrench* wrench, double force, double moment) {
  ensure_near3(wrench->force, (double[]){0, 0, 0}, force);
  ensure_near3(wrench->moment, (double[]){0, 0, 0}, moment);
}

static void fixed_bone_holds_what_hangs_on_it(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(HANGING_BAR("600", "", ""), &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  double weight = 0;
  for (int v = 0; v < m->vertex_count; v++) weight += 9.81 * rig.model->mass[v];
  ensure_near3(m->bone[0].hold.force, (double[]){0, weight, 0}, 1e-7);
  ENSURE_NEAR(m->bone[0].flesh.force[1], weight_of(&rig, 0) - weight, 1e-7);
  ENSURE_NEAR(m->bone[1].flesh.force[1], weight_of(&rig, 1), 1e-7);
  ensure_nothing(&m->bone[1].hold, 0, 0);
  ENSURE(weight > 1);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

static void support_holds_a_hanging_weight(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'grip': {'on': 'high'}}"), &def, 2);
  rig.input->activation[0] = 0.2;
  rig.input->gravity[1] = -2;
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  double mass = 0;
  for (int v = 0; v < m->vertex_count; v++) mass += rig.model->mass[v];
  ENSURE_NEAR(mass, 1e-3 * rig.model->material_list[0].density, 1e-9);
  ensure_near3(m->support[0].force, (double[]){0, 2 * mass, 0}, 1e-8);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// A weight aside of its pin twists it: the moment is the arm times the weight.
static void support_moment_is_about_its_middle(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'wall': {'on': 'left'}}"), &def, 2);
  rig.input->activation[0] = 0;
  rig.input->gravity[1] = -0.5;
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  BrnWrench gravity = {0};
  brn__copy3(gravity.about, m->support[0].about);
  for (int v = 0; v < m->vertex_count; v++) {
    double weight = 0.5 * rig.model->mass[v];
    gravity.moment[2] -= weight * (rig_now(&rig, v)[0] - gravity.about[0]);
  }
  ENSURE(gravity.moment[2] < -0.02);
  ENSURE_NEAR(m->support[0].moment[2], -gravity.moment[2], 1e-8);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// the last of two supports says where a vertex is, and it alone takes the force
static void coordinate_is_held_once(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {" BLOCK_ROLLERS ", 'lost': {'on': 'high', 'axes': "
                                 "'y'}, 'top': {'on': 'high', 'axes': 'xy', 'motion': {'move': "
                                 "[[0, 0, 0, 0], [1, 0, 0.01, 0]]}}}"),
                     &def, 2);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  ENSURE_INT(rig.model->support_count, 5);
  double sum[3] = {0};
  for (int s = 0; s < 5; s++) brn__add3(sum, sum, m->support[s].force);
  ensure_near3(sum, (double[]){0, 0, 0}, 1e-7);
  ENSURE(m->support[3].force[1] == 0 && m->support[4].force[1] > 100);
  ENSURE_NEAR(m->support[1].force[1], -m->support[4].force[1], 1e-7);
  ENSURE(m->support[4].force[2] == 0);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

#define LEVER_JOINT(bones)                                                                         \
  ", 'joints': {'h': {'type': 'hinge', 'bones': " bones                                            \
  ", 'point': [0.06, 0, 0], 'axis': [0, 0, 1]}}, 'loads': {'hand': {'on': 'base', 'vector': [0, "  \
  "-10, 0]}}"

// The hinge of a lever: flesh pulls up on one side, a load and the weight pull down; the hinge
// takes the difference, and no moment about its axis. Named the other way round, it is the other's.
static void lever_is_as_by_hand(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  double force[2][3];
  for (int k = 0; k < 2; k++) {
    Rig rig = rig_with(k ? HANGING_BAR("600", "", LEVER_JOINT("['base', 'top']"))
                         : HANGING_BAR("600", "", LEVER_JOINT("['top', 'base']")),
                       &def, 2);
    rig_step_converges(&rig);
    BrnMeasures* m = rig_measure(&rig);
    BrnWrench sum = {.about = {0.06, 0, 0}};
    double muscle = m->bone[1].flesh.force[1], sign = k ? -1 : 1;
    add_wrench(&sum, 1, m->bone[1].flesh);
    add_weight(&rig, 1, &sum);
    sum.force[1] -= 10;
    const BrnModelLoad* hand = &rig.model->load[0];
    for (int i = 0; i < hand->vertex_count; i++) {
      sum.moment[2] += (rig_now(&rig, hand->vertex[i])[0] - 0.06) * hand->force[3 * i + 1];
      sum.moment[0] -= rig_now(&rig, hand->vertex[i])[2] * hand->force[3 * i + 1];
    }
    add_wrench(&sum, sign, m->joint[0].reaction);
    ensure_nothing(&sum, 1e-12, 1e-12);
    ENSURE_NEAR(m->joint[0].reaction.moment[2], 0, 1e-7);
    ensure_near3(m->joint[0].reaction.about, (double[]){0.06, 0, 0}, 1e-12);
    ENSURE_NEAR(sign * m->joint[0].reaction.force[1], 10 + weight_of(&rig, 1) - muscle, 1e-9);
    ENSURE(muscle > 5);
    ENSURE_NEAR(sign * m->joint[0].angle, -0.492, 1e-3); // the muscle lifts its end
    brn__scale3(force[k], sign, m->joint[0].reaction.force);
    brn_measures_destroy(rig.ctx, m);
    rig_done(&rig);
  }
  ensure_near3(force[1], force[0], 1e-5);
}

// Everything that acts from outside, and everything that holds, adds up to nothing.
static void chain_is_in_balance(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  BrnWrench sum = {.about = {0.1, 0.2, 0.3}};
  rig_load(&rig); // fills point_force with gravity and all loads
  for (int v = 0; v < m->vertex_count; v++) {
    BrnWrench one = {0};
    brn__copy3(one.force, rig.body->point_force + 3 * v);
    brn__copy3(one.about, rig_now(&rig, v));
    add_wrench(&sum, 1, one);
  }
  ENSURE(brn__norm3(sum.force) > 3);
  add_wrench(&sum, 1, m->support[0]);
  for (int b = 0; b < 3; b++) add_wrench(&sum, 1, m->bone[b].hold);
  ensure_nothing(&sum, 1e-6, 1e-6); // pressure stays to 1e-5
  ENSURE(fabs(m->support[0].force[2]) > 1e-2 && m->support[0].force[0] == 0);
  ENSURE(brn__norm3(m->bone[0].hold.force) > 1);
  ENSURE(brn__norm3(m->bone[1].hold.force) == 0);
  ENSURE(brn__norm3(m->joint[0].reaction.force) > 1);
  // a ball takes no moment, and a hinge none about its axis as the affine bone has it now
  double axis[3];
  int in_b = 0;
  while (rig.model->mesh->tet_label[in_b] != model_part(rig.model, "b")->label) in_b++;
  ensure_near3(m->joint[0].reaction.moment, (double[]){0, 0, 0}, 1e-6);
  brn__mul3(axis, m->deformation + 9 * in_b, rig.model->joint[1].axis);
  ENSURE_NEAR(brn__dot3(m->joint[1].reaction.moment, axis), 0, 1e-5);
  ENSURE(brn__norm3(m->joint[1].reaction.moment) > 1e-3);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// A joint whose angle is scripted is a motor: its moment about the axis holds all that acts beyond.
static void scripted_joint_tells_its_motor(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(HANGING_BAR("600", "",
                                 ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], "
                                 "'point': [0.06, 0, 0], 'axis': [0, 0, 1], 'angle': {'keys': "
                                 "[[0, 0], [1, 5]]}}}"),
                     &def, 2);
  rig.input->activation[0] = 0.1;
  rig_step_converges(&rig);
  BrnMeasures* m = rig_measure(&rig);
  BrnWrench sum = {.about = {0.06, 0, 0}}, whole = sum;
  add_wrench(&sum, 1, m->bone[1].flesh);
  add_weight(&rig, 1, &sum);
  add_wrench(&sum, 1, m->joint[0].reaction);
  ensure_nothing(&sum, 1e-12, 1e-12);
  ENSURE_NEAR(m->joint[0].angle, 5 * 3.14159265358979 / 180, 1e-9);
  ENSURE(fabs(m->joint[0].reaction.moment[2]) > 0.1);
  ensure_nothing(&m->bone[1].hold, 0, 0);
  for (int v = 0; v < m->vertex_count; v++) whole.force[1] -= 9.81 * rig.model->mass[v];
  add_wrench(&whole, 1, m->bone[0].hold);
  ensure_near3(whole.force, (double[]){0, 0, 0}, 1e-7);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

// ------------------------------------------------------------------------ what only a method tells

static BrnStatus inspect_ring(BrnContext* ctx, void* method, const BrnState* state,
                              BrnInspection* out) {
  BRN_TRY(brn__body_inspect(ctx, ((BrnNewton*)method)->body, state, out));
  out->ring[0] = (BrnWrench){{1, 2, 3}, {0.4, 0.5, 0.6}, {0, 0, 0}};
  for (int v = 0; v < state->vertex_count; v++) out->inertia[3 * v] = 0.01;
  return BRN_OK;
}

static void rings_and_inertia_are_the_methods(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = rig_with(HANGING_BAR("600", "", LEVER_JOINT("['top', 'base']")), &def, 2);
  rig_step_converges(&rig);
  BrnMeasures *before = rig_measure(&rig), *m = rig_measure(&rig);
  BrnMethodOps ops = *rig.solver->ops;
  ops.inspect = inspect_ring;
  BrnSolver solver = *rig.solver;
  solver.ops = &ops;
  BrnSkeleton* skeleton = rig.model->skeleton; // as if the joint closed a ring
  skeleton->closes[0] = true;
  skeleton->via[1] = skeleton->parent[1] = -1;
  ENSURE_OK(rig.ctx, brn_solver_measure(&solver, rig.state, m));
  BrnWrench moved = {{1, 2, 3}, {0.4, 0.5, 0.6}, {0, 0, 0}};
  move_wrench(&moved, m->joint[0].reaction.about);
  ensure_near3(m->joint[0].reaction.force, moved.force, 1e-12);
  ensure_near3(m->joint[0].reaction.moment, moved.moment, 1e-12);
  // the top is the parent: it feels the opposite of the ring, and no longer the tree
  int carried = 0;
  for (int v = 0; v < m->vertex_count; v++) carried += rig.body->nodes->carrier[v] == 0;
  double expected[3] = {1 - 0.01 * carried, 2, 3};
  for (int i = 0; i < 3; i++) {
    expected[i] += before->bone[0].hold.force[i] - before->joint[0].reaction.force[i];
  }
  ensure_near3(m->bone[0].hold.force, expected, 1e-9);
  brn_measures_destroy(rig.ctx, before);
  brn_measures_destroy(rig.ctx, m);
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(fixed_bone_holds_what_hangs_on_it),
          cmocka_unit_test(support_holds_a_hanging_weight),
          cmocka_unit_test(support_moment_is_about_its_middle),
          cmocka_unit_test(coordinate_is_held_once), cmocka_unit_test(lever_is_as_by_hand),
          cmocka_unit_test(chain_is_in_balance), cmocka_unit_test(scripted_joint_tells_its_motor),
          cmocka_unit_test(rings_and_inertia_are_the_methods))
