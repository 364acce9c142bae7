// SPDX-License-Identifier: Apache-2.0

#include "chain_test.h"
#include "dynamics_test.h"

// --------------------------------------------------------------------------------- Rayleigh's part

// the matrix of a passive chain at rest in a step of length 0.02
static Rig resting_chain(double stiffness_damping) {
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  def.stiffness_damping = stiffness_damping;
  Rig rig = chain_make(CHAIN_SCENE(CHAIN_BODY), &def);
  memset(rig.input->activation, 0, sizeof(double) * (size_t)rig.model->unit_count);
  ENSURE_OK(rig.ctx,
            brn__motion_begin(rig.ctx, rig.body->motion, rig.body->nodes, rig.state, 0.02));
  brn__motion_aim(rig.body->motion, 1);
  brn__body_aim_rates(rig.ctx, rig.body);
  rig.input->load[2] = 0; // pressure has a stiffness without damping
  rig_load(&rig);
  brn__body_evaluate(rig.ctx, rig.body, BRN_WANT_STIFFNESS, &rig.report);
  return rig;
}

// at rest the matrix of damping is that of stiffness: flesh, bones, blended tendons, all materials
static void damping_is_a_share_of_the_stiffness(void** unused) {
  (void)unused;
  Rig plain = resting_chain(0), damped = resting_chain(0.05);
  const BrnBlocks *K = plain.body->K, *D = damped.body->K;
  const uint8_t* held = plain.body->gather->held;
  brn__inertia_add_blocks(plain.ctx, brn__body_term(plain.body, "inertia"),
                          -plain.body->motion->weight, plain.body->K);
  brn__inertia_add_blocks(damped.ctx, brn__body_term(damped.body, "inertia"),
                          -damped.body->motion->weight, damped.body->K);
  double size = 0, worst = 0;
  for (int r = 0; r < K->row_count; r++) {
    for (int e = 9 * K->start[r]; e < 9 * K->start[r + 1]; e++) {
      if (held[r] || held[K->column[e / 9]]) continue;
      worst = fmax(worst, fabs(D->value[e] - (1 + 0.05 / 0.02) * K->value[e]));
      size = fmax(size, fabs(K->value[e]));
    }
  }
  ENSURE_NEAR(worst / size, 0, 1e-9);
  rig_done(&plain);
  rig_done(&damped);
}

// a volume that changes at a rate, in a material that hardly lets it, is damped as at Poisson's
// ratio 0.45
static void volume_is_damped_within_limits(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  def.stiffness_damping = 0.5;
  Rig rig = quiet_rig(BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.495}", ""), &def);
  double mu = 6e4 / (2 * 1.495);
  const BrnDamping* damping = brn__body_term(rig.body, "damping");
  ENSURE_NEAR(damping[0].mu[0], 0.5 * mu, 1e-9 * mu);
  ENSURE_NEAR(damping[0].lambda[0], 0.5 * 9 * mu, 1e-8 * mu);
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- one tet

// eight F and a past, at random
static void draw(TestRandom* random, double F[9][BRN_LANES]) {
  for (int k = 0; k < 9 * BRN_LANES; k++) {
    F[k / BRN_LANES][k % BRN_LANES] = (k / BRN_LANES % 4 == 0) + test_random(random, -0.2, 0.2);
  }
}

static void turn(const double R[9], double F[9][BRN_LANES]) {
  for (int i = 0; i < BRN_LANES; i++) {
    double f[9], g[9];
    for (int p = 0; p < 9; p++) f[p] = F[p][i];
    brn__mul33(g, R, f);
    for (int p = 0; p < 9; p++) F[p][i] = g[p];
  }
}

static double potential(const BrnDamping* damping, const double (*F)[BRN_LANES]) {
  double energy[BRN_LANES], sum = 0;
  BrnMaterialOut out;
  BRN_LANE_PICK(brn__batch_damp)(damping, 30, F, BRN_WANT_ENERGY, energy, &out);
  for (int i = 0; i < BRN_LANES; i++) sum += energy[i];
  return sum;
}

static void rotation_is_not_damped(void** unused) {
  (void)unused;
  static BrnDamping damping;
  double F[9][BRN_LANES], G[9][BRN_LANES], R[9], q[4];
  TestRandom random = {11};
  for (int i = 0; i < BRN_LANES; i++) damping.mu[i] = 2, damping.lambda[i] = 3;
  draw(&random, F);
  draw(&random, G);
  BRN_LANE_PICK(brn__batch_strain_before)(F, G, 0.5, &damping);
  ENSURE(potential(&damping, F) > 1);
  BRN_LANE_PICK(brn__batch_strain_before)(F, NULL, 0.5, &damping);
  ENSURE(potential(&damping, F) == 0 && potential(&damping, G) > 1);
  brn_rotation_exp((double[]){0.9, -2, 0.4}, q);
  brn_rotation_to_matrix(q, R);
  turn(R, F);
  ENSURE_NEAR(potential(&damping, F), 0, 1e-25);
}

TEST_MAIN(cmocka_unit_test(damping_is_a_share_of_the_stiffness),
          cmocka_unit_test(volume_is_damped_within_limits),
          cmocka_unit_test(rotation_is_not_damped))
