// SPDX-License-Identifier: Apache-2.0

#include "chain_test.h"

static Rig chain(void) {
  BrnSolverDef def = brn_solver_def_default();
  return chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
}

// where a point of the rest pose is carried to by a bone
static void carried(const Rig* rig, int bone, const double* X, double out[3]) {
  const BrnAffineBone* affine = &rig->body->nodes->affine[bone];
  double beta[4];
  brn__affine_coordinates(affine, X, beta);
  memset(out, 0, 3 * sizeof(double));
  for (int k = 0; k < 4; k++) {
    for (int j = 0; j < affine->node_count; j++) {
      brn__axpy3(out, out, beta[k] * affine->weight[k * affine->node_count + j],
                 rig->body->y + 3 * affine->node[j]);
    }
  }
}

static void rest_pose_is_reproduced(void** unused) {
  (void)unused;
  Rig rig = chain();
  rig_load(&rig);
  brn__nodes_to_points(rig.ctx, rig.body->nodes, rig.body->y, rig.body->x);
  for (int i = 0; i < 3 * rig.model->mesh->vertex_count; i++) {
    ENSURE_NEAR(rig.body->x[i], rig.model->mesh->position[i], 1e-15);
  }
  rig_done(&rig);
}

// 4 control points for a fixed bone, 3 more for the one on a ball, 2 more for the one on a hinge
static void joints_take_unknowns_away(void** unused) {
  (void)unused;
  Rig rig = chain();
  const BrnNodes* nodes = rig.body->nodes;
  ENSURE_INT(nodes->affine[0].node_count, 4);
  ENSURE_INT(nodes->affine[1].node_count, 3 + 4);
  ENSURE_INT(nodes->affine[2].node_count, 2 + 3 + 4);
  int bone_rows = 0;
  for (int r = 0; r < nodes->row_count; r++) {
    bone_rows += nodes->carrier[nodes->vertex[nodes->row_node[r]]] >= 0;
  }
  ENSURE_INT(bone_rows, 5);
  rig_done(&rig);
}

static void joints_hold_whatever_the_unknowns_are(void** unused) {
  (void)unused;
  Rig rig = chain();
  TestRandom random = {5};
  rig_load(&rig);
  rig_shake(&rig, &random, 0.05);
  const BrnModelJoint *ball = &rig.model->joint[0], *hinge = &rig.model->joint[1];
  double a[3], b[3], c[3], along[3];
  carried(&rig, 1, ball->point, b);
  for (int i = 0; i < 3; i++) ENSURE_NEAR(b[i], ball->point[i], 1e-14); // bone a is fixed
  for (int k = -1; k < 2; k++) {
    brn__axpy3(along, hinge->point, k, hinge->axis);
    carried(&rig, 1, along, b);
    carried(&rig, 2, along, c);
    ENSURE_NEAR(brn__distance3(b, c), 0, 1e-13);
    carried(&rig, 0, along, a);
    ENSURE(brn__distance3(a, b) > 1e-3);
  }
  rig_done(&rig);
}

// what bones b and c carry turns about the ball joint with their nodes
static void bones_carry_what_is_theirs(void** unused) {
  (void)unused;
  Rig rig = chain();
  const BrnNodes* nodes = rig.body->nodes;
  double turn[4], *x = rig.body->x, d[3], expected[3];
  rig_load(&rig);
  brn_rotation_exp((double[]){0.3, 0.5, -0.7}, turn);
  for (int i = 0; i < nodes->count; i++) {
    if (nodes->carrier[nodes->vertex[i]] < 1) continue;
    brn__sub3(d, rig_rest(&rig, nodes->vertex[i]), rig.model->joint[0].point);
    brn_rotation_apply(turn, d, d);
    brn__add3(rig.body->y + 3 * i, rig.model->joint[0].point, d);
  }
  brn__nodes_to_points(rig.ctx, nodes, rig.body->y, x);
  int checked = 0;
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    if (nodes->carrier[v] < 1) continue;
    brn__sub3(d, rig_rest(&rig, v), rig.model->joint[0].point);
    brn_rotation_apply(turn, d, d);
    brn__add3(expected, rig.model->joint[0].point, d);
    ENSURE_NEAR(brn__distance3(x + 3 * v, expected), 0, 1e-14);
    checked++;
  }
  ENSURE(checked > 40);
  rig_done(&rig);
}

// S^T is the transpose of S: f . S y = S^T f . y
static void forces_go_the_way_back(void** unused) {
  (void)unused;
  Rig rig = chain();
  BrnBody* body = rig.body;
  TestRandom random = {6};
  double left = 0, right = 0;
  rig_load(&rig);
  rig_shake(&rig, &random, 0.1);
  brn__nodes_to_points(rig.ctx, body->nodes, body->y, body->x);
  memset(body->dead, 0, 3 * sizeof(double) * (size_t)body->nodes->count);
  for (int i = 0; i < 3 * body->nodes->point_count; i++) {
    body->point_force[i] = test_random(&random, -1, 1);
    left += body->point_force[i] * body->x[i];
  }
  brn__nodes_add_forces(body->nodes, body->point_force, body->dead);
  for (int i = 0; i < 3 * body->nodes->count; i++) right += body->dead[i] * body->y[i];
  ENSURE_NEAR(right, left, 1e-12);
  rig_done(&rig);
}

// vertices within 4 cm of the fixed bone hang on it, though they are not its own
static void attachments_across_a_gap_are_carried(void** unused) {
  (void)unused;
  Rig rig = rig_make("{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 600}}, 'bones': "
                     "{'top': {'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': "
                     "'bone_distal', 'fixed': true}}, 'muscles': {'m': {'labels': 'muscle', "
                     "'origin': {'bones': 'top', 'within': 0.04}, 'insertion': 'base'}}}");
  const BrnModelAttachment* origin = &rig.model->attachment[rig.model->unit_list[0].origin];
  int across = 0;
  rig_step_converges(&rig);
  for (int i = 0; i < origin->vertex_count; i++) {
    int v = origin->vertex[i];
    ENSURE_INT(rig.body->nodes->carrier[v], 0);
    ENSURE_NEAR(brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)), 0, 1e-15);
    across += rig.model->vertex_bone[v] < 0;
  }
  ENSURE(across > 5);
  rig_done(&rig);
}

static void body_that_nothing_holds_is_named(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model = model_build(ctx, BAR_WITH(""));
  BrnSolver* solver;
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "part \"top\": nothing holds it along x");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(rest_pose_is_reproduced), cmocka_unit_test(joints_take_unknowns_away),
          cmocka_unit_test(joints_hold_whatever_the_unknowns_are),
          cmocka_unit_test(bones_carry_what_is_theirs), cmocka_unit_test(forces_go_the_way_back),
          cmocka_unit_test(attachments_across_a_gap_are_carried),
          cmocka_unit_test(body_that_nothing_holds_is_named))
