// SPDX-License-Identifier: Apache-2.0

#include "boxes_test.h"
#include "solver/manners_test.h"

// Hanging from the top: bone a (fixed), tendon t, a gap of 2 mm, muscle m, bone b. No two of them
// share a vertex.
static const Box hanging_box[4] = {{{-0.02, 0.2, -0.02}, {0.02, 0.22, 0.02}, 1},
                                   {{-0.01, 0.1, -0.01}, {0.01, 0.2, 0.01}, 2},
                                   {{-0.012, 0, -0.012}, {0.011, 0.098, 0.013}, 3},
                                   {{-0.02, -0.02, -0.02}, {0.02, 0, 0.02}, 1}};
#define HANGING(more)                                                                              \
  "'gravity': [0, 0, 0], 'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': "      \
  "0.4}, 'sinew': {'like': 'tendon', 'young': 1e6, 'poisson': 0.4}}, 'bones': {'a': {'labels': "   \
  "'1', 'fixed': true}, 'b': {'labels': '4'}}, 'tendons': {'t': {'labels': '2', 'from': 'a', "     \
  "'to': 'm', 'material': 'sinew'}}, 'muscles': {'m': {'labels': '3', 'origin': {'bones': 't', "   \
  "'within': 0.005}, 'insertion': 'b', 'fibres': {'from': 'constant', 'axis': [0, 1, 0]}, "        \
  "'material': 'flesh', 'tension': 2e4, 'activation': 0.5}}" more

static Rig hanging(const char* text, const BrnSolverDef* def) {
  return boxes_make(hanging_box, 4, text, def, 2);
}

static const BrnModelAttachment* origin_of(const Rig* rig) {
  return &rig->model->attachment[rig->model->unit_list[0].origin];
}

static void vertices_ride_on_the_tendon(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Rig rig = hanging(HANGING(""), &def);
  const BrnModelAttachment* origin = origin_of(&rig);
  const BrnMesh* mesh = rig.model->mesh;
  ENSURE_INT(origin->vertex_count, 16);
  for (int i = 0; i < origin->vertex_count; i++) {
    int v = origin->vertex[i], t = rig.body->nodes->ride[v];
    ENSURE(t >= 0 && mesh->tet_label[t] - 1 == origin->holder[i]);
    ENSURE_INT(rig.body->nodes->carrier[v], -1);
    double at[3] = {0};
    for (int k = 0; k < 4; k++) {
      brn__axpy3(at, at, rig.body->nodes->ride_weight[4 * v + k],
                 rig_rest(&rig, mesh->tet[4 * t + k]));
    }
    ENSURE_NEAR(brn__distance3(at, rig_rest(&rig, v)), 0, 1e-15);
  }
  rig_load(&rig);
  brn__nodes_to_points(rig.ctx, rig.body->nodes, rig.body->y, rig.body->x);
  for (int i = 0; i < 3 * mesh->vertex_count; i++) {
    ENSURE_NEAR(rig.body->x[i], mesh->position[i], 1e-15);
  }
  rig_done(&rig);
}

// what hangs below comes out above
static void force_goes_across_the_gap(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    BrnSolverDef def = linear_def(k);
    def.tolerance = 1e-13;
    Rig rig = hanging(HANGING(", 'loads': {'w': {'on': 'b', 'vector': [0, -5, 0]}}"), &def);
    rig_step_converges(&rig);
    ENSURE_NEAR(pull(&rig, 0.1999), 5, 1e-5);
    // and the muscle moves with the tendon's end
    int v = origin_of(&rig)->vertex[5], t = rig.body->nodes->ride[v];
    double at[3] = {0};
    for (int c = 0; c < 4; c++) {
      brn__axpy3(at, at, rig.body->nodes->ride_weight[4 * v + c],
                 rig_now(&rig, rig.model->mesh->tet[4 * t + c]));
    }
    ENSURE_NEAR(brn__distance3(at, rig_now(&rig, v)), 0, 1e-15);
    ENSURE(rig_rest(&rig, v)[1] - at[1] > 1e-4);
    rig_done(&rig);
  }
}

static void rigid_motion_goes_across_the_gap(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = hanging(HANGING(""), &def);
  BrnPose* pose = &rig.input->bone[0];
  rig.input->activation[0] = 0;
  brn_rotation_exp((double[]){0.4, 0.3, 0.5}, pose->rotation);
  pose->translation[2] = 0.1;
  rig_step_converges(&rig);
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    double expected[3];
    brn_pose_apply(pose, rig_rest(&rig, v), expected);
    ENSURE_NEAR(brn__distance3(rig_now(&rig, v), expected), 0, 1e-6);
  }
  rig_done(&rig);
}

// a support of vertices that ride is a tie
static void rider_can_be_held(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = hanging(HANGING(", 'selections': {'s': {'parts': 'm', 'nearest': [[0.011, 0.098, "
                            "0.013]]}}, 'supports': {'s': {'on': 's', 'axes': 'y', 'motion': "
                            "{'move': [[0, 0, 0, 0], [1, 0, 0.001, 0]]}}}"),
                    &def);
  int v = rig.model->support[0].vertex[0];
  ENSURE(rig.body->nodes->ride[v] >= 0);
  ENSURE_INT(rig.body->constraints->tie_count, 1);
  rig_step_converges(&rig);
  ENSURE_NEAR(rig_now(&rig, v)[1], rig_rest(&rig, v)[1] + 0.001, 3e-9);
  rig_done(&rig);
}

// of two parts that hold on to each other over the gap neither can be placed
static void circles_are_refused(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model;
  BrnSolver* solver;
  ENSURE_OK(ctx, boxes_try(ctx, hanging_box, 4, HANGING(""), &model));
  int muscle = -1, tendon = -1;
  for (int p = 0; p < model->part_count; p++) {
    if (model->part[p].kind == BRN_PART_MUSCLE) muscle = p;
    if (model->part[p].kind == BRN_PART_TENDON) tendon = p;
  }
  for (int a = 0; a < model->attachment_count; a++) { // all of the tendon holds on to the muscle
    BrnModelAttachment* attachment = &model->attachment[a];
    if (attachment->unit >= 0) continue;
    brn__free(ctx, attachment->vertex);
    brn__free(ctx, attachment->holder);
    attachment->vertex = brn__new(ctx, 27, int);
    attachment->holder = brn__new(ctx, 27, int);
    attachment->vertex_count = 0;
    for (int v = 0; v < model->mesh->vertex_count; v++) {
      bool its = false;
      for (int c = 0; c < 4 * model->mesh->tet_count; c++) {
        its = its || (model->mesh->tet[c] == v && model->mesh->tet_label[c / 4] - 1 == tendon);
      }
      if (!its) continue;
      attachment->holder[attachment->vertex_count] = muscle;
      attachment->vertex[attachment->vertex_count++] = v;
    }
    ENSURE_INT(attachment->vertex_count, 27);
  }
  ENSURE_STATUS(ctx, brn_solver_create(ctx, model, &def, &solver), BRN_UNSUPPORTED);
  ENSURE_ERROR_HAS(ctx, "across a gap, which holds on to it in turn");
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

static void making_it_may_fail(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  BrnSolverDef def = brn_solver_def_default();
  BrnModel* model;
  ENSURE_OK(ctx, boxes_try(ctx, hanging_box, 4, HANGING(""), &model));
  MannersCase c = manners_case(model, &def);
  manners_make_fails(&c);
  brn_model_destroy(ctx, model);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(vertices_ride_on_the_tendon),
          cmocka_unit_test(force_goes_across_the_gap),
          cmocka_unit_test(rigid_motion_goes_across_the_gap), cmocka_unit_test(rider_can_be_held),
          cmocka_unit_test(circles_are_refused), cmocka_unit_test(making_it_may_fail))
