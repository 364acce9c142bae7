// SPDX-License-Identifier: Apache-2.0
//
// The kernels of position-based tets: (projection) of src/solver/xpbd/xpbd.h.

#include "solver/solver_test.h"
#include "solver/xpbd/xpbd.h"

enum { CORNERS = 4 * BRN_LANES };

typedef struct Eight {
  BrnBatch batch;
  double at[4 * CORNERS], before[4 * CORNERS];
  BrnMaterialOut out;
  BrnMultiplier lambda, then;
} Eight;

// eight tets apart from each other; w of each corner is 0 with a chance of `given`
static void make_eight(TestRandom* random, double given, Eight* e) {
  memset(e, 0, sizeof *e);
  for (int i = 0; i < BRN_LANES; i++) {
    double M[9], inverse[9];
    for (int p = 0; p < 9; p++) M[p] = (p % 4 == 0) + test_random(random, -0.2, 0.2);
    brn__inverse3(inverse, M);
    e->batch.volume[i] = brn__det3(M) / 6;
    for (int p = 0; p < 9; p++) e->batch.gradient[p][i] = inverse[p];
    for (int a = 0; a < 4; a++) {
      int v = e->batch.corner[a][i] = 4 * i + a;
      for (int k = 0; k < 3; k++) {
        double rest = a > 0 ? M[3 * k + a - 1] : 0;
        e->at[4 * v + k] = rest + test_random(random, -0.1, 0.1);
      }
      bool free = test_random(random, 0, 1) >= given;
      e->at[4 * v + 3] = free ? test_random(random, 0.5, 2) : 0;
    }
    for (int p = 0; p < 9; p++) {
      e->lambda[p][i] = test_random(random, -1e-3, 1e-3);
      e->out.stress[p][i] = test_random(random, -1e-2, 1e-2);
      for (int q = p; q < 9; q++) { // dominated by its diagonal, so definite
        e->out.stiffness[BRN_STIFFNESS_AT(p, q)][i] =
            p == q ? test_random(random, 10, 20) : test_random(random, -1, 1);
      }
    }
  }
  memcpy(e->before, e->at, sizeof e->at);
  memcpy(e->then, e->lambda, sizeof e->lambda);
}

// dlambda = -lambda - s (P + K dF), and x has moved by w G^T dlambda
static void ensure_solved(const Eight* e, double scale, double tolerance) {
  BrnDeformation was, is;
  BRN_LANE_PICK(brn__tets_deformation)(&e->batch, e->before, was);
  BRN_LANE_PICK(brn__tets_deformation)(&e->batch, e->at, is);
  for (int i = 0; i < BRN_LANES; i++) {
    double step[9], s = scale * e->batch.volume[i];
    for (int p = 0; p < 9; p++) {
      double stress = e->out.stress[p][i];
      for (int q = 0; q < 9; q++) {
        int at = p < q ? BRN_STIFFNESS_AT(p, q) : BRN_STIFFNESS_AT(q, p);
        stress += e->out.stiffness[at][i] * (is[q][i] - was[q][i]);
      }
      step[p] = e->lambda[p][i] - e->then[p][i];
      ENSURE_NEAR(step[p], -e->then[p][i] - s * stress, tolerance);
    }
    for (int a = 0; a < 4; a++) {
      double g[3];
      for (int k = 0; k < 3; k++) {
        g[k] = a > 0 ? e->batch.gradient[3 * a - 3 + k][i]
                     : -e->batch.gradient[k][i] - e->batch.gradient[3 + k][i] -
                           e->batch.gradient[6 + k][i];
      }
      const double* x = e->at + 4 * (4 * i + a);
      for (int k = 0; k < 3; k++) {
        double moved = x[k] - e->before[4 * (4 * i + a) + k];
        ENSURE_NEAR(moved, x[3] * brn__dot3(step + 3 * k, g), tolerance);
      }
    }
  }
}

static void multipliers_obey_the_stress(void** unused) {
  (void)unused;
  TestRandom random = {1};
  for (int k = 0; k < 20; k++) {
    Eight e;
    make_eight(&random, 0, &e);
    BRN_LANE_PICK(brn__tets_project)(&e.batch, 1, &e.out, e.at, e.lambda);
    ensure_solved(&e, 1, 1e-13);
  }
}

static void given_corners_stay(void** unused) {
  (void)unused;
  TestRandom random = {2};
  for (int k = 0; k < 20; k++) {
    Eight e;
    make_eight(&random, k == 0 ? 2 : 0.5, &e); // all of them, at first
    BRN_LANE_PICK(brn__tets_project)(&e.batch, 0.3, &e.out, e.at, e.lambda);
    ensure_solved(&e, 0.3, 1e-13);
  }
}

static void lanes_without_a_tet_touch_nothing(void** unused) {
  (void)unused;
  TestRandom random = {3};
  Eight e;
  make_eight(&random, 0, &e);
  e.batch.volume[5] = 0;
  for (int p = 0; p < 9; p++) e.batch.gradient[p][5] = 0;
  for (int a = 0; a < 4; a++) e.batch.corner[a][5] = 0; // where others are
  BrnBatch alone = e.batch;
  Eight other = e;
  for (int a = 0; a < 4; a++) alone.corner[a][5] = 4 * 5 + a;
  BRN_LANE_PICK(brn__tets_project)(&e.batch, 1, &e.out, e.at, e.lambda);
  BRN_LANE_PICK(brn__tets_project)(&alone, 1, &other.out, other.at, other.lambda);
  ENSURE(memcmp(e.at, other.at, sizeof e.at) == 0);
}

// a step that would turn tets inside out is cut
static void long_steps_are_cut(void** unused) {
  (void)unused;
  TestRandom random = {4};
  Eight e;
  BrnDeformation was, is;
  make_eight(&random, 0, &e);
  for (int p = 0; p < 9; p++) e.out.stress[p][3] = 1e6;
  BRN_LANE_PICK(brn__tets_deformation)(&e.batch, e.at, was);
  BRN_LANE_PICK(brn__tets_project)(&e.batch, 1, &e.out, e.at, e.lambda);
  BRN_LANE_PICK(brn__tets_deformation)(&e.batch, e.at, is);
  double sum = 0;
  for (int p = 0; p < 9; p++) sum += (is[p][3] - was[p][3]) * (is[p][3] - was[p][3]);
  ENSURE_NEAR(sqrt(sum), 0.5, 1e-12);
}

// work of the forces along any motion is that of the multipliers along dF
static void forces_are_those_of_the_multipliers(void** unused) {
  (void)unused;
  TestRandom random = {5};
  Eight e;
  double force[3 * CORNERS] = {0}, work = 0, expected = 0;
  BrnDeformation was, is;
  make_eight(&random, 0, &e);
  BRN_LANE_PICK(brn__tets_add_forces)
  (&e.batch, (const double(*)[BRN_LANES])e.lambda, e.at, force);
  BRN_LANE_PICK(brn__tets_deformation)(&e.batch, e.at, was);
  for (int i = 0; i < 3 * CORNERS; i++) {
    double d = test_random(&random, -1, 1);
    work += d * force[i];
    e.at[4 * (i / 3) + i % 3] += d;
  }
  BRN_LANE_PICK(brn__tets_deformation)(&e.batch, e.at, is);
  for (int k = 0; k < 9 * BRN_LANES; k++) {
    expected += e.lambda[k / BRN_LANES][k % BRN_LANES] *
                (is[k / BRN_LANES][k % BRN_LANES] - was[k / BRN_LANES][k % BRN_LANES]);
  }
  ENSURE_NEAR(work, expected, 1e-13);
}

TEST_MAIN(cmocka_unit_test(multipliers_obey_the_stress), cmocka_unit_test(given_corners_stay),
          cmocka_unit_test(lanes_without_a_tet_touch_nothing), cmocka_unit_test(long_steps_are_cut),
          cmocka_unit_test(forces_are_those_of_the_multipliers))
