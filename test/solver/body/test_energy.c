// SPDX-License-Identifier: Apache-2.0

#include "chain_test.h"

// The gradient and the stiffness by differences, through the map from unknowns to points, on a body
// with affine bones, a ball, a hinge between moving bones, a roller, blended tendons and all loads;
// with plain tets, and with volumes that patches share.

static const BrnLockingCure cures[2] = {BRN_LOCKING_OFF, BRN_LOCKING_ON};

static Rig shaken_chain(BrnLockingCure cure) {
  BrnSolverDef def = brn_solver_def_default();
  def.locking = cure;
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  TestRandom random = {1};
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-3);
  brn__body_load(rig.ctx, rig.newton->body);
  return rig;
}

// The same in the midst of a dynamic step of second order, with a past that is shaken too, both
// dampings, and fibres that feel their velocity.
static Rig moving_chain(bool hill) {
  const char* text = CHAIN_SCENE(CHAIN_BODY);
  BrnSolverDef def = brn_solver_def_default();
  def.dynamic = true;
  def.locking = BRN_LOCKING_ON;
  def.integrator = BRN_BDF2;
  def.mass_damping = 40;
  def.stiffness_damping = 0.02;
  Rig rig = chain_make(hill ? with_hill(text) : text, &def);
  BrnState* state = rig.state;
  TestRandom random = {5};
  for (int i = 0; i < 3 * state->vertex_count; i++) {
    state->position[i] += test_random(&random, -1e-3, 1e-3);
    state->position_before[i] += test_random(&random, -1e-3, 1e-3);
    state->velocity[i] = test_random(&random, -0.1, 0.1);
    state->velocity_before[i] = test_random(&random, -0.1, 0.1);
  }
  state->step = 0.02;
  ENSURE_OK(rig.ctx, brn__motion_begin(rig.ctx, rig.newton->body->motion, rig.newton->body->nodes,
                                       state, state->time + 0.03));
  brn__motion_aim(rig.newton->body->motion, 0.5);
  brn__body_aim_rates(rig.ctx, rig.newton->body);
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-3);
  brn__body_load(rig.ctx, rig.newton->body);
  return rig;
}

static double energy_at(Rig* rig) {
  return brn__energy_total(brn__body_energy(rig->ctx, rig->newton->body, rig->newton->body->y));
}

static void check_gradient(Rig rig) {
  BrnNewton* n = rig.newton;
  double h = 1e-6, worst = 0, size = 0;
  brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STRESS, &rig.report);
  for (int i = 0; i < 3 * n->body->nodes->row_count; i++) {
    int node = n->body->nodes->row_node[i / 3];
    if (n->body->nodes->held[node] >> (i % 3) & 1) {
      ENSURE(n->body->g[i] == 0);
      continue;
    }
    double *y = &n->body->y[3 * node + i % 3], middle = *y;
    *y = middle + h;
    double up = energy_at(&rig);
    *y = middle - h;
    double down = energy_at(&rig);
    *y = middle;
    worst = fmax(worst, fabs((up - down) / (2 * h) - n->body->g[i]));
    size = fmax(size, fabs(n->body->g[i]));
  }
  ENSURE(size > 1);
  ENSURE_NEAR(worst / size, 0, 1e-7);
  rig_done(&rig);
}

static void gradient_is_that_of_the_energy(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) check_gradient(shaken_chain(cures[k]));
  check_gradient(moving_chain(true));
}

// a direction, with all unknowns or one alone
static void aim(const Rig* rig, TestRandom* random, int only, double* p) {
  for (int i = 0; i < 3 * rig->newton->body->nodes->row_count; i++) {
    bool held =
        rig->newton->body->nodes->held[rig->newton->body->nodes->row_node[i / 3]] >> (i % 3) & 1;
    p[i] = held ? 0 : only < 0 ? test_random(random, -1, 1) : i == only;
  }
}

static void move(Rig* rig, double s, const double* p) {
  for (int i = 0; i < 3 * rig->newton->body->nodes->row_count; i++) {
    rig->newton->body->y[3 * rig->newton->body->nodes->row_node[i / 3] + i % 3] += s * p[i];
  }
}

static double stiffness_error(Rig* rig, const double* p) {
  BrnNewton* n = rig->newton;
  int count = 3 * n->body->nodes->row_count;
  double h = 1e-6, worst = 0, size = 0;
  double* product = malloc(sizeof(double) * (size_t)count);
  double* up = malloc(sizeof(double) * (size_t)count);
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STIFFNESS, &rig->report);
  brn__blocks_multiply(rig->ctx, n->body->K, p, product);
  move(rig, h, p);
  brn__body_load(rig->ctx, n->body); // pressure turns with the faces
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STRESS, &rig->report);
  memcpy(up, n->body->g, sizeof(double) * (size_t)count);
  move(rig, -2 * h, p);
  brn__body_load(rig->ctx, n->body);
  brn__body_evaluate(rig->ctx, n->body, BRN_WANT_STRESS, &rig->report);
  move(rig, h, p);
  brn__body_load(rig->ctx, n->body);
  for (int i = 0; i < count; i++) {
    worst = fmax(worst, fabs((up[i] - n->body->g[i]) / (2 * h) - product[i]));
    size = fmax(size, fabs(product[i]));
  }
  free(product);
  free(up);
  return worst / size;
}

static void check_stiffness(Rig rig) {
  int count = 3 * rig.newton->body->nodes->row_count;
  double* p = malloc(sizeof(double) * (size_t)count);
  TestRandom random = {2};
  rig.newton->body->input->load[2] = 0; // the rims of the cuff move: its stiffness is not symmetric
  brn__body_load(rig.ctx, rig.newton->body);
  for (int k = 0; k < 20; k++) {
    aim(&rig, &random, k == 0 ? -1 : k < 16 ? k - 1 : count - k, p); // bones come first
    ENSURE_NEAR(stiffness_error(&rig, p), 0, 1e-6);
  }
  free(p);
  rig_done(&rig);
}

// the rims lie in planes of rollers, so the pressure has a symmetric stiffness
static void pressure_has_its_stiffness(void** unused) {
  (void)unused;
  Rig rig = rig_make(BLOCK_SCENE(BLOCK_FLESH,
                                 ", 'supports': {" BLOCK_ROLLERS "}, 'loads': {'sea': {'on': 'm', "
                                 "'kind': 'pressure', 'pressure': 20000}}"));
  int count = 3 * rig.newton->body->nodes->row_count;
  double* p = malloc(sizeof(double) * (size_t)count);
  TestRandom random = {4};
  rig_load(&rig);
  rig_shake(&rig, &random, 2e-3);
  brn__body_load(rig.ctx, rig.newton->body);
  for (int k = 0; k < 20; k++) {
    aim(&rig, &random, -1, p);
    ENSURE_NEAR(stiffness_error(&rig, p), 0, 1e-6);
  }
  free(p);
  rig_done(&rig);
}

static void stiffness_is_that_of_the_gradient(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) check_stiffness(shaken_chain(cures[k]));
  check_stiffness(moving_chain(false)); // the curve of passive fibres has a kink
}

// every part has its share in what the checks above see
static void motion_has_its_part_in_the_energy(void** unused) {
  (void)unused;
  Rig rig = moving_chain(true);
  BrnNewton* n = rig.newton;
  double whole = brn__body_energy(rig.ctx, n->body, n->body->y).motion;
  brn__motion_measure(rig.ctx, n->body->motion, n->body->y);
  double inertia =
      n->body->motion->weight *
      brn__inertia_energy(rig.ctx, brn__body_term(n->body, "inertia"), n->body->motion->miss);
  ENSURE(inertia > 1e-3 && whole - inertia > 1e-3);
  rig_done(&rig);
}

// given coordinates stand alone, with something on the diagonal
static void given_coordinates_are_out_of_the_matrix_with(BrnLockingCure cure) {
  Rig rig = shaken_chain(cure);
  const BrnBlocks* K = rig.newton->body->K;
  const uint8_t* held = rig.newton->body->gather->held;
  int given = 0;
  brn__body_evaluate(rig.ctx, rig.newton->body, BRN_WANT_STIFFNESS, &rig.report);
  for (int r = 0; r < K->row_count; r++) {
    for (int e = 9 * K->start[r]; e < 9 * K->start[r + 1]; e++) {
      int c = K->column[e / 9], i = e % 9 / 3, j = e % 3;
      if (!(held[r] >> i & 1) && !(held[c] >> j & 1)) continue;
      bool diagonal = r == c && i == j;
      ENSURE(diagonal ? K->value[e] > 0 : K->value[e] == 0);
      given += diagonal;
    }
  }
  ENSURE(given > 3);
  rig_done(&rig);
}

static void given_coordinates_are_out_of_the_matrix(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) given_coordinates_are_out_of_the_matrix_with(cures[k]);
}

static void definite_stiffness_has_no_negative_direction_with(BrnLockingCure cure) {
  Rig rig = shaken_chain(cure);
  BrnNewton* n = rig.newton;
  BrnFactorReport report;
  TestRandom random = {3};
  rig_shake(&rig, &random, 4e-3); // some tets are crushed
  brn__body_evaluate(rig.ctx, n->body, BRN_WANT_STIFFNESS, &rig.report);
  ENSURE_OK(rig.ctx, brn__factored_update(rig.ctx, n->body, &n->matrix, 1, &report));
  ENSURE_INT(report.outcome, BRN_BROKE_DOWN);
  brn__body_evaluate(rig.ctx, n->body, BRN_WANT_DEFINITE, &rig.report);
  ENSURE_OK(rig.ctx, brn__factored_update(rig.ctx, n->body, &n->matrix, 1, &report));
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  rig_done(&rig);
}

static void definite_stiffness_has_no_negative_direction(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) definite_stiffness_has_no_negative_direction_with(cures[k]);
}

// turned and moved as a whole, active or not, a body has the energy it had
static void energy_does_not_see_rigid_motion_with(BrnLockingCure cure) {
  Rig rig = shaken_chain(cure);
  BrnNewton* n = rig.newton;
  BrnPose pose = {.translation = {0.3, -2, 1}};
  brn_rotation_exp((double[]){0.5, -1.2, 0.8}, pose.rotation);
  double before = brn__body_energy(rig.ctx, n->body, n->body->y).inside;
  for (int i = 0; i < n->body->nodes->count; i++)
    brn_pose_apply(&pose, n->body->y + 3 * i, n->body->y + 3 * i);
  ENSURE(before > 0.1);
  ENSURE_NEAR(brn__body_energy(rig.ctx, n->body, n->body->y).inside / before, 1, 1e-12);
  rig_done(&rig);
}

static void energy_does_not_see_rigid_motion(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) energy_does_not_see_rigid_motion_with(cures[k]);
}

// a vertex of an undefined tet must not be hidden by the sum
static void undefined_tets_are_counted_with(BrnLockingCure cure) {
  Rig rig = shaken_chain(cure);
  TestRandom random = {4};
  rig_shake(&rig, &random, 5e-2);
  ENSURE(brn__body_energy(rig.ctx, rig.newton->body, rig.newton->body->y).bad >
         0); // Mooney and Rivlin's
  rig_done(&rig);
}

static void undefined_tets_are_counted(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) undefined_tets_are_counted_with(cures[k]);
}

TEST_MAIN(cmocka_unit_test(gradient_is_that_of_the_energy),
          cmocka_unit_test(stiffness_is_that_of_the_gradient),
          cmocka_unit_test(pressure_has_its_stiffness),
          cmocka_unit_test(motion_has_its_part_in_the_energy),
          cmocka_unit_test(given_coordinates_are_out_of_the_matrix),
          cmocka_unit_test(definite_stiffness_has_no_negative_direction),
          cmocka_unit_test(energy_does_not_see_rigid_motion),
          cmocka_unit_test(undefined_tets_are_counted))
