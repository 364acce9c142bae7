// SPDX-License-Identifier: Apache-2.0

#include "sheet_test.h"
#include "solver/sheet/muscles.h"

static double goal_of(const double r[3], const double f[3], double a0, double a, bool printed) {
  double q[3], along;
  brn__edge_rest(r, f, a0, printed, q, &along);
  return sqrt(q[0] + (1 - a) * (q[1] + (1 - a) * q[2]));
}

// goals over rest lengths at a = 0.5, fibre at an angle in the xy plane
static void printed_form_depends_on_the_pose_and_ours_does_not(void** unused) {
  (void)unused;
  static const double table[][3] = {{0, 0.5, 1},          {15, 0.5479, 0.8515},
                                    {30, 0.6178, 0.7087}, {45, 0.6464, 0.6464},
                                    {60, 0.6178, 0.7087}, {90, 0.5, 1}};
  for (int i = 0; i < 6; i++) {
    double angle = table[i][0] * M_PI / 180;
    double f[3] = {cos(angle), sin(angle), 0}, along[3] = {2 * f[0], 2 * f[1], 0};
    double across[3] = {-3 * f[1], 3 * f[0], 0};
    ENSURE_NEAR(goal_of(along, f, 0, 0.5, true) / 2, table[i][1], 1e-4);
    ENSURE_NEAR(goal_of(across, f, 0, 0.5, true) / 3, table[i][2], 1e-4);
    ENSURE_NEAR(goal_of(along, f, 0, 0.5, false) / 2, 0.5, 1e-15);
    ENSURE_NEAR(goal_of(across, f, 0, 0.5, false) / 3, 1, 1e-15);
  }
}

static void rest_activation_leaves_the_rest_length(void** unused) {
  (void)unused;
  TestRandom random = {7};
  for (int i = 0; i < 100; i++) {
    double r[3], f[3], a = test_random(&random, 0, 0.95);
    for (int k = 0; k < 3; k++) r[k] = test_random(&random, -1, 1);
    for (int k = 0; k < 3; k++) f[k] = test_random(&random, -1, 1);
    brn__normalize3(f);
    ENSURE_NEAR(goal_of(r, f, a, a, false), brn__norm3(r), 1e-14);
    ENSURE_NEAR(goal_of(r, f, a, a, true), brn__norm3(r), 1e-14);
  }
  ENSURE_NEAR(goal_of((double[]){0.6, 0.8, 0}, (double[]){1, 0, 0}, 0.3, 0, false), 1.1725, 5e-5);
}

static void edges_without_length_or_fibre_keep_what_they_have(void** unused) {
  (void)unused;
  double q[3], along;
  brn__edge_rest((double[]){0, 0, 0}, (double[]){1, 0, 0}, 0.99, false, q, &along);
  ENSURE(q[0] == 0 && q[1] == 0 && q[2] == 0 && along == 1);
  brn__edge_rest((double[]){3, 0, 4}, (double[]){0, 0, 0}, 0.5, false, q, &along);
  ENSURE(q[0] == 25 && q[1] == 0 && q[2] == 0 && along == 1);
}

// ----------------------------------------------------------------------------------------- kernels

static void fill_batch(TestRandom* random, BrnEdgeBatch* batch, double* at) {
  for (int i = 0; i < 16; i++) {
    for (int k = 0; k < 3; k++) at[4 * i + k] = test_random(random, -1, 1);
    at[4 * i + 3] = i % 5 == 0 ? 0 : test_random(random, 0, 4000);
  }
  for (int i = 0; i < BRN_LANES; i++) {
    batch->a[i] = 15 - i, batch->b[i] = i;
    batch->goal[i] = test_random(random, 0, 1);
    batch->alpha[i] = test_random(random, 0, 100);
    batch->lambda[i] = test_random(random, -1, 1);
  }
  memcpy(at + 4 * 3, at + 4 * 12, 3 * sizeof(double)); // no direction
}

static void lanes_are_the_scalar_ones(void** unused) {
  (void)unused;
  TestRandom random = {3};
  for (int n = 0; n < 100; n++) {
    BrnEdgeBatch one, eight;
    double at[64], other[64];
    fill_batch(&random, &one, at);
    memcpy(&eight, &one, sizeof one);
    memcpy(other, at, sizeof at);
    for (int i = 0; i < BRN_LANES; i++) brn__edge_solve(&one, i, at);
    BRN_LANE_PICK(brn__edges_solve)(&eight, 1, other);
    ENSURE(memcmp(at, other, sizeof at) == 0);
    ENSURE(memcmp(&one, &eight, sizeof one) == 0);
  }
}

static void compliance_is_between_along_and_across(void** unused) {
  (void)unused;
  BrnEdgeBatch batch = {.lambda = {5, 5}};
  BrnEdgeRest rest = {.q0 = {1, 1}, .q1 = {0.5, 0}, .q2 = {2, 0}, .along = {0, 1, 0.5, 0.1}};
  BrnEdgeAim aim = {.activation = 0.5, .along = -30, .across = 12};
  BRN_LANE_PICK(brn__edges_set)(&batch, &rest, 1, &aim);
  ENSURE_NEAR(batch.goal[0], sqrt(1 + 0.25 + 0.5), 1e-15);
  ENSURE_NEAR(batch.goal[1], 1, 0);
  for (int i = 0; i < 4; i++) {
    ENSURE_NEAR(batch.alpha[i] / exp(12 - 42 * rest.along[i]), 1, 1e-8);
    ENSURE(batch.lambda[i] == 0);
  }
}

// -------------------------------------------------------------------------------------- the muscle

static BrnSheetMuscle* flesh_of(const Rig* rig) {
  return ((BrnSheet*)rig->solver->method)->muscles->muscle;
}

static int links_in(const BrnEdges* edges, int begin, int end) {
  int count = 0;
  for (int i = BRN_LANES * begin; i < BRN_LANES * end; i++) {
    count += edges->batch[i / 8].a[i % 8] != edges->batch[i / 8].b[i % 8];
  }
  return count;
}

// 756 edges, a link for each vertex but the tips, which are where their inner points are, and ten
// branches
static void spindle_has_all_its_constraints(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  Rig rig = sheet_rig(&shape, 1, &def, 1);
  const BrnEdges* edges = &flesh_of(&rig)->edges;
  ENSURE_INT(links_in(edges, 0, edges->group[0]), 756);
  ENSURE_INT(links_in(edges, edges->group[0], edges->branch), 252);
  ENSURE_INT(links_in(edges, edges->branch, edges->count), 10);
  ENSURE_INT(edges->branch_count, 10);
  ENSURE_INT(edges->held_count, 0);
  rig_done(&rig);
}

// a batch is solved at once, colors and groups by several workers
static void nothing_is_moved_twice_at_a_time(void** unused) {
  (void)unused;
  SheetShape shape = sheet_shape();
  BrnSolverDef def = sheet_def();
  shape.quads = true;
  Rig rig = sheet_rig(&shape, 1, &def, 1);
  const BrnEdges* edges = &flesh_of(&rig)->edges;
  int* seen = calloc((size_t)rig.state->vertex_count, sizeof(int));
  for (int c = 0; c < edges->color_count; c++) {
    for (int i = 8 * edges->color[c]; i < 8 * edges->color[c + 1]; i++) {
      int a = edges->batch[i / 8].a[i % 8], b = edges->batch[i / 8].b[i % 8];
      if (a == b) continue;
      ENSURE(seen[a] != c + 1 && seen[b] != c + 1);
      seen[a] = seen[b] = c + 1;
    }
  }
  ENSURE(edges->color_count <= 16); // vertices have 8 edges, tips 12
  memset(seen, 0, sizeof(int) * (size_t)rig.state->vertex_count);
  for (int g = 0; g < edges->group_count; g++) {
    for (int i = 8 * edges->group[g]; i < 8 * edges->group[g + 1]; i++) {
      int a = edges->batch[i / 8].a[i % 8], b = edges->batch[i / 8].b[i % 8];
      int mark = 8 * g + i % 8 + 1; // the lane
      if (a == b) continue;
      ENSURE(seen[a] == 0 && (seen[b] == 0 || seen[b] == mark));
      seen[a] = seen[b] = mark;
    }
  }
  free(seen);
  rig_done(&rig);
}

static void both_diagonals_of_quads_are_found(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  SheetShape shape = sheet_shape();
  for (int quads = 0; quads < 2; quads++) {
    shape.quads = quads;
    BrnModel* model = sheet_model(ctx, &shape, 1);
    const BrnModelFlesh* flesh = &model->flesh[0];
    bool* diagonal = calloc((size_t)flesh->edge_count, sizeof(bool));
    int count = 0;
    ENSURE_OK(ctx, brn__diagonals_find(ctx, model->mesh, flesh, diagonal));
    for (int i = 0; i < flesh->edge_count; i++) {
      int a = flesh->edge[2 * i], b = flesh->edge[2 * i + 1];
      bool leans = b < 252 && a / 12 != b / 12 && a % 12 != b % 12;
      ENSURE_INT(diagonal[i], quads && leans);
      count += diagonal[i];
    }
    ENSURE_INT(count, quads ? 480 : 0);
    free(diagonal);
    brn_model_destroy(ctx, model);
  }
  test_context_done(ctx);
}

static void colors_are_greedy(void** unused) {
  (void)unused;
  BrnContext* ctx = test_context();
  static const int star[] = {0, 1, 0, 2, 0, 3, 1, 2, 4, -1};
  static const bool moves[5] = {false, true, true, true, true};
  BrnColors colors;
  ENSURE_OK(ctx, brn__colors_create(ctx, star, 5, 2, NULL, 5, &colors));
  ENSURE(colors.count == 3 && colors.start[1] == 2 && colors.start[2] == 3);
  ENSURE(colors.item[0] == 0 && colors.item[1] == 4 && colors.item[2] == 1);
  ENSURE(colors.item[3] == 2 && colors.item[4] == 3);
  brn__colors_free(ctx, &colors);
  ENSURE_OK(ctx, brn__colors_create(ctx, star, 5, 2, moves, 5, &colors));
  ENSURE(colors.count == 2 && colors.start[1] == 4 && colors.item[4] == 3);
  brn__colors_free(ctx, &colors);
  ENSURE_OK(ctx, brn__colors_create(ctx, star, 0, 2, NULL, 5, &colors));
  ENSURE_INT(colors.count, 0);
  brn__colors_free(ctx, &colors);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(printed_form_depends_on_the_pose_and_ours_does_not),
          cmocka_unit_test(rest_activation_leaves_the_rest_length),
          cmocka_unit_test(edges_without_length_or_fibre_keep_what_they_have),
          cmocka_unit_test(lanes_are_the_scalar_ones),
          cmocka_unit_test(compliance_is_between_along_and_across),
          cmocka_unit_test(spindle_has_all_its_constraints),
          cmocka_unit_test(nothing_is_moved_twice_at_a_time),
          cmocka_unit_test(both_diagonals_of_quads_are_found), cmocka_unit_test(colors_are_greedy))
