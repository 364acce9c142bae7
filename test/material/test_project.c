// SPDX-License-Identifier: Apache-2.0

#include "material_test.h"

#include "material/material.h"

// Stiffness without negative eigenvalues: by closed forms where a term has them, else by the
// eigenvectors of the 9 x 9 matrix.

static const char* const closed[] = {
    "stable_neo_hookean young=6e4 poisson=0.45",
    "stable_neo_hookean_log young=6e4 poisson=0.45",
    "neo_hookean young=6e4 poisson=0.4",
    "corotated young=6e4 poisson=0.4",
    "st_venant_kirchhoff young=6e4 poisson=0.3",
    "mooney_rivlin c1=3e4 c2=1e4 bulk=2e5",
    "mooney_rivlin c1=1310 c2=-961 bulk=1e4",
    "mooney_rivlin c1=-2e3 c2=6e3 bulk=1e5 volumetric=simo",
    "neo_hookean young=6e4 poisson=0.4 volumetric=simo",
    "linear young=6e4 poisson=0.3",
};

static const char* const fibres[] = {
    "hill",
    "hill active=degroote passive=none",
    "toe_fibre growth=10",
    "active_stress measure=first",
    "active_stress measure=kirchhoff",
    "active_stress measure=second direction=across",
    "emu_fibre",
    "active_stress measure=first direction=across",
    "active_stress measure=cauchy direction=all",
    "hill isochoric=true",
    "hill active=ehret passive=degroote",
    "active_stress measure=cauchy length=blemker",
};

static void unpack(double (*K)[BRN_LANES], int lane, double out[81]) {
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      out[9 * p + q] = out[9 * q + p] = K[BRN_STIFFNESS_AT(p, q)][lane];
    }
  }
}

// the reference: the generic projection of one matrix
static void project(const double K[81], double out[81]) {
  static double packed[BRN_STIFFNESS_SIZE][BRN_LANES];
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      for (int i = 0; i < BRN_LANES; i++) packed[BRN_STIFFNESS_AT(p, q)][i] = K[9 * p + q];
    }
  }
  BRN_LANE_PICK(brn__stiffness_project)(packed);
  unpack(packed, 5, out);
}

static bool is_definite(const double K[81], double shift) {
  double L[9][9];
  for (int p = 0; p < 9; p++) {
    for (int q = p; q < 9; q++) {
      double x = K[9 * p + q] + (p == q) * shift;
      for (int r = 0; r < p; r++) x -= L[p][r] * L[q][r];
      if (p == q && !(x > 0)) return false;
      L[q][p] = p == q ? sqrt(x) : x / L[p][p];
    }
  }
  return true;
}

// a matrix with given eigenvalues comes back with the negative ones gone
static void negative_eigenvalues_are_gone(void** state) {
  (void)state;
  TestRandom random = {11};
  static const double values[9] = {-3, -1, -1, -1e-3, 0, 0.5, 2, 2, 40};
  for (int round = 0; round < 50; round++) {
    double Q[81], K[81] = {0}, expected[81] = {0}, got[81];
    for (int i = 0; i < 9; i++) { // Gram and Schmidt, twice
      for (int p = 0; p < 9; p++) Q[9 * i + p] = test_random(&random, -1, 1);
      for (int k = 0; k < 2 * i; k++) {
        double dot = 0;
        for (int p = 0; p < 9; p++) dot += Q[9 * i + p] * Q[9 * (k % i) + p];
        for (int p = 0; p < 9; p++) Q[9 * i + p] -= dot * Q[9 * (k % i) + p];
      }
      double length = test_size(Q + 9 * i, 9);
      for (int p = 0; p < 9; p++) Q[9 * i + p] /= length;
      for (int p = 0; p < 81; p++) {
        double dyad = Q[9 * i + p / 9] * Q[9 * i + p % 9];
        K[p] += values[i] * dyad;
        expected[p] += fmax(values[i], 0) * dyad;
      }
    }
    project(K, got);
    ENSURE(test_distance(got, expected, 81) < 1e-13 * 40);
  }
}

static void definite_ones_are_left_alone(void** state) {
  (void)state;
  double K[81] = {0}, got[81];
  for (int p = 0; p < 81; p++) K[p] = 1.0 / (1 + p / 9 + p % 9) + 0.1 * (p % 10 == 0);
  project(K, got);
  assert_memory_equal(K, got, sizeof K);
}

#define AIR "linear young=1e-3 poisson=0"

// of the body; or, with one of air, of the fibre term
static void ensure_closed_form(BrnContext* ctx, const char* line, const double* F,
                               const TestFibre* fibre) {
  BrnMaterial *m = test_material(ctx, line), *air = test_material(ctx, AIR);
  TestAnswer plain = test_ask(ctx, m, F, fibre), definite = test_ask_about(ctx, m, F, fibre, true);
  TestAnswer less = test_ask(ctx, air, F, fibre);
  for (int p = 0; p < 81 && strncmp(line, AIR, strlen(AIR)) == 0; p++) {
    plain.stiffness[p] -= less.stiffness[p];
    definite.stiffness[p] -= less.stiffness[p];
  }
  brn_material_destroy(ctx, air);
  double expected[81], size = test_size(plain.stiffness, 81) + 1;
  project(plain.stiffness, expected);
  double off = test_distance(definite.stiffness, expected, 81) / size;
  if (!(off < 1e-12)) print_error("%s: off by %g\n", line, off);
  ENSURE(off < 1e-12);
  ENSURE(is_definite(definite.stiffness, 1e-13 * size));
  ENSURE_NEAR(definite.energy, plain.energy, 1e-14 * size);
  ENSURE(test_distance(definite.stress, plain.stress, 9) < 1e-14 * size);
  brn_material_destroy(ctx, m);
}

static void closed_forms_equal_eigenvectors(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {12};
  int indefinite = 0;
  for (int k = 0; k < 60; k++) {
    double F[9];
    TestFibre fibre = {{1, 0, 0}, 0.7, 0, 0};
    test_near_rest(&random, k < 30 ? 0.3 : 0.7, F);
    if (k == 0) memset(F, 0, sizeof F), F[0] = F[4] = F[8] = 1;
    if (k == 1) memset(F, 0, sizeof F), F[0] = F[4] = 0.6, F[8] = 0.9;
    if (test_det(F) < 0.05) continue;
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
      ensure_closed_form(ctx, closed[i], F, &fibre);
      BrnMaterial* m = test_material(ctx, closed[i]);
      TestAnswer a = test_ask(ctx, m, F, &fibre);
      indefinite += !is_definite(a.stiffness, 1e-10 * test_size(a.stiffness, 81));
      brn_material_destroy(ctx, m);
    }
  }
  ENSURE(indefinite > 50); // there was something to project
  test_context_done(ctx);
}

static void inverted_ones_too(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {13};
  static const char* const kinds[] = {"stable_neo_hookean", "stable_neo_hookean_log", "corotated",
                                      "st_venant_kirchhoff"};
  for (int k = 0; k < 40; k++) {
    double F[9];
    TestFibre fibre = {{1, 0, 0}, 0.7, 0, 0};
    for (int p = 0; p < 9; p++) F[p] = test_random(&random, -1, 1);
    if (fabs(test_det(F)) < 0.02) continue;
    for (int i = 0; i < 4; i++) ensure_closed_form(ctx, kinds[i], F, &fibre);
  }
  test_context_done(ctx);
}

// term by term: the sum of the projected parts
static void fibre_terms_are_projected(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  TestRandom random = {14};
  for (int k = 0; k < 20; k++) {
    double F[9];
    TestFibre fibre = {.activation = 0.9};
    test_near_rest(&random, 0.4, F);
    test_direction(&random, fibre.u);
    if (test_det(F) < 0.05) continue;
    for (size_t i = 0; i < sizeof fibres / sizeof *fibres; i++) {
      char line[256];
      snprintf(line, sizeof line, AIR " + %s", fibres[i]);
      ensure_closed_form(ctx, line, F, &fibre);
    }
  }
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(negative_eigenvalues_are_gone),
          cmocka_unit_test(definite_ones_are_left_alone),
          cmocka_unit_test(closed_forms_equal_eigenvectors), cmocka_unit_test(inverted_ones_too),
          cmocka_unit_test(fibre_terms_are_projected))
