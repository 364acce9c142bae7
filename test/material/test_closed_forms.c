// SPDX-License-Identifier: Apache-2.0

#include "material_test.h"

// Textbook stresses: stretch along an axis, stretch along two, simple shear. The formulas below are
// written down from the books, per material, and share nothing with the library.

static const TestFibre along_x = {{1, 0, 0}, 1, 0, 0};

static TestAnswer ask(BrnContext* ctx, const char* line, const double* F, double activation) {
  BrnMaterial* m = test_material(ctx, line);
  TestFibre fibre = along_x;
  fibre.activation = activation;
  TestAnswer a = test_ask(ctx, m, F, &fibre);
  brn_material_destroy(ctx, m);
  return a;
}

#define MU 2e4
#define LAMBDA 3e4

// first Piola-Kirchhoff stress of diag(a, b, c) along the first axis
typedef double Formula(double a, double b, double c);

static double stable(double a, double b, double c) {
  double J = a * b * c;
  return MU * a + ((LAMBDA + MU) * (J - 1) - MU) * b * c;
}
static double stable_log(double a, double b, double c) {
  double m = MU * 4 / 3, l = LAMBDA + MU * 5 / 6, I = a * a + b * b + c * c;
  return m * a - m * a / (I + 1) + l * (a * b * c - 1 - 0.75 * m / l) * b * c;
}
static double neo_hookean(double a, double b, double c) {
  return MU * (a - 1 / a) + LAMBDA * log(a * b * c) / a;
}
static double corotated(double a, double b, double c) {
  return 2 * MU * (a - 1) + LAMBDA * (a + b + c - 3);
}
static double st_venant(double a, double b, double c) {
  return a * (MU * (a * a - 1) + 0.5 * LAMBDA * (a * a + b * b + c * c - 3));
}
// c1 = MU, c2 = LAMBDA / 2, bulk = 1e5: Kirchhoff stresses by dW/d ln a
static double mooney(double a, double b, double c) {
  double J = a * b * c, v = pow(J, -1.0 / 3), x = a * v, y = b * v, z = c * v;
  double I1 = x * x + y * y + z * z, I2 = 1 / (x * x) + 1 / (y * y) + 1 / (z * z);
  double tau = 2 * MU * (x * x - I1 / 3) - LAMBDA * (1 / (x * x) - I2 / 3) + 1e5 * log(J);
  return tau / a;
}

static double neo_hookean_simo(double a, double b, double c) {
  double J = a * b * c;
  return MU * (a - 1 / a) + LAMBDA / 2 * (J * J - 1) / a;
}
// c1 = 1310, c2 = -961, bulk = 1e4 by Simo's law
static double mooney_negative(double a, double b, double c) {
  double J = a * b * c, v = pow(J, -1.0 / 3), x = a * v, y = b * v, z = c * v;
  double I1 = x * x + y * y + z * z, I2 = 1 / (x * x) + 1 / (y * y) + 1 / (z * z);
  double tau = 2 * 1310 * (x * x - I1 / 3) + 2 * 961 * (1 / (x * x) - I2 / 3);
  return (tau + 5e3 * (J * J - 1)) / a;
}

static const struct {
  const char* line;
  Formula* formula;
  double shear; // P_xy = this times the shear, for simple shear; NAN: see below
} solids[] = {
    {"stable_neo_hookean shear=2e4 lambda=3e4", stable, MU},
    {"stable_neo_hookean_log shear=2e4 lambda=3e4", stable_log, NAN},
    {"neo_hookean shear=2e4 lambda=3e4", neo_hookean, MU},
    {"corotated shear=2e4 lambda=3e4", corotated, NAN},
    {"linear shear=2e4 lambda=3e4", corotated, MU}, // the same on the axes
    {"st_venant_kirchhoff shear=2e4 lambda=3e4", st_venant, NAN},
    {"mooney_rivlin c1=2e4 c2=1.5e4 bulk=1e5", mooney, 2 * (MU + LAMBDA / 2)},
    {"mooney_rivlin c1=1310 c2=-961 bulk=1e4 volumetric=simo", mooney_negative, 2 * (1310 - 961)},
    {"neo_hookean shear=2e4 lambda=3e4 volumetric=simo", neo_hookean_simo, MU},
};
enum { SOLIDS = sizeof solids / sizeof *solids };

static void stretches_have_their_textbook_stress(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double cases[][3] = {{1.3, 1, 1},     {0.7, 1, 1},     {1.2, 1.2, 1},  {0.8, 0.8, 1},
                                    {1.2, 1.2, 0.7}, {1.1, 1.1, 1.1}, {1.6, 0.8, 0.7}};
  for (int i = 0; i < SOLIDS; i++) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      const double* s = cases[k];
      double F[9] = {s[0], 0, 0, 0, s[1], 0, 0, 0, s[2]};
      TestAnswer a = ask(ctx, solids[i].line, F, 0);
      ENSURE_NEAR(a.stress[0], solids[i].formula(s[0], s[1], s[2]), 1e-9);
      ENSURE_NEAR(a.stress[4], solids[i].formula(s[1], s[2], s[0]), 1e-9);
      ENSURE_NEAR(a.stress[8], solids[i].formula(s[2], s[0], s[1]), 1e-9);
      ENSURE_NEAR(a.stress[1], 0, 1e-9);
    }
  }
  test_context_done(ctx);
}

static void simple_shear_has_its_textbook_stress(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  for (double g = -0.8; g < 1; g += 0.4) {
    double F[9] = {1, g, 0, 0, 1, 0, 0, 0, 1}, m = MU * 4 / 3;
    double P[SOLIDS];
    for (int i = 0; i < SOLIDS; i++) P[i] = ask(ctx, solids[i].line, F, 0).stress[1];
    for (int i = 0; i < SOLIDS; i++) {
      if (!isnan(solids[i].shear)) ENSURE_NEAR(P[i], solids[i].shear * g, 1e-9);
    }
    ENSURE_NEAR(P[1], m * g * (1 - 1 / (4 + g * g)), 1e-9);
    // the plane part of R turns by t with tan t = -g/2, and sigma - 3 = sqrt(4 + g^2) - 2
    double root = sqrt(4 + g * g);
    ENSURE_NEAR(P[3], 2 * MU * (g - g / root) + LAMBDA * (root - 2) * g / root, 1e-9);
    ENSURE_NEAR(P[5], MU * g * (1 + g * g) + 0.5 * LAMBDA * g * g * g, 1e-9);
  }
  test_context_done(ctx);
}

// incompressible stretch l along the fibres with free sides: axial Cauchy stress less that of the
// sides, where the pressure is free; for c1 = 3e4, c2 = 1e4, tension 3e5, optimal stretch 1.4
static void teran_muscle_pulls_as_worked_out(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double l[6] = {0.8, 1.0, 1.2, 1.4, 1.6, 2.0};
  static const double resting[6] = {-51850.0, 0, 46511.1, 92538.8, 167155.6, 580479.1};
  static const double active[6] = {-6508.9, 144314.9, 282662.7, 392538.8, 482024.4, 693831.9};
  for (int i = 0; i < 6; i++) {
    double s = 1 / sqrt(l[i]), F[9] = {l[i], 0, 0, 0, s, 0, 0, 0, s};
    for (int on = 0; on < 2; on++) {
      TestAnswer a = ask(ctx, "teran_muscle c1=3e4 c2=1e4 tension=3e5 optimal=1.4", F, on);
      double cauchy = a.stress[0] * l[i] - a.stress[4] * s;
      ENSURE_NEAR(cauchy, on ? active[i] : resting[i], 0.06);
    }
  }
  test_context_done(ctx);
}

static void tendons_follow_their_exponential(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double slope = 2.7e6 * 46.4 * exp(46.4 * 0.03), top = 2.7e6 * (exp(46.4 * 0.03) - 1);
  static const double l[4] = {0.99, 1.01, 1.02, 1.05};
  double expected[4] = {0, 2.7e6 * (exp(0.464) - 1), 2.7e6 * (exp(0.928) - 1), top + 0.02 * slope};
  for (int i = 0; i < 4; i++) {
    double s = 1 / sqrt(l[i]), F[9] = {l[i], 0, 0, 0, s, 0, 0, 0, s};
    TestAnswer a = ask(ctx, "teran_tendon c1=0 c2=0", F, 0);
    ENSURE_NEAR(a.stress[0] * l[i] - a.stress[4] * s, l[i] * expected[i], 1e-6);
    a = ask(ctx, "blemker_tendon", F, 0); // no shear here
    ENSURE_NEAR(a.stress[0] * l[i] - a.stress[4] * s, l[i] * expected[i], 1e-6);
    a = ask(ctx, "linear young=1e-3 poisson=0 + toe_fibre", F, 0);
    ENSURE_NEAR(a.stress[0], expected[i], 1e-4);
  }
  test_context_done(ctx);
}

// G1 (dimensionless along-fibre shear)^2: a shear by g along the fibres has B1 = g, one across them
// B2 = 2 asinh(g / 2)
static void blemker_shears_have_moduli_of_their_own(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const char* line = "blemker_muscle along=700 across=300 optimal=1";
  for (double g = 0; g < 2.1; g += 0.25) {
    double along[9] = {1, g, 0, 0, 1, 0, 0, 0, 1}, across[9] = {1, 0, 0, 0, 1, g, 0, 0, 1};
    TestAnswer a = ask(ctx, line, across, 0);
    double B2 = 2 * asinh(g / 2);
    ENSURE_NEAR(a.energy, 300 * B2 * B2, 1e-9);
    ENSURE_NEAR(a.stress[5], 600 * B2 / sqrt(1 + g * g / 4), 1e-9);
    a = ask(ctx, line, along, 0);
    ENSURE_NEAR(a.energy, 700 * g * g, 1e-9);
    ENSURE_NEAR(a.stress[1], 1400 * g, 1e-9);
  }
  test_context_done(ctx);
}

// without the guard nothing resists a slack fibre; with it a neo-Hookean solid does
static void guard_resists_a_slack_fibre(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double l = 0.8, s = 1 / sqrt(l), F[9] = {l, 0, 0, 0, s, 0, 0, 0, s};
  TestAnswer a = ask(ctx, "blemker_muscle", F, 0);
  ENSURE_NEAR(a.energy, 0, 1e-9);
  ENSURE_NEAR(a.stress[0], 0, 1e-8);
  a = ask(ctx, "blemker_muscle guard=1000", F, 0);
  ENSURE_NEAR(a.stress[0] * l - a.stress[4] * s, 1000 * (l * l - s * s), 1e-8);
  test_context_done(ctx);
}

// F = diag(2, 1.5, 0.5), fibre along x, T = 3e5 half active
static void active_stress_is_constant_in_its_measure(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const measures[] = {"second", "first", "kirchhoff", "cauchy"};
  static const char* const directions[] = {"along", "across", "all"};
  double s[3] = {2, 1.5, 0.5}, J = 1.5, F[9] = {2, 0, 0, 0, 1.5, 0, 0, 0, 0.5};
  for (int i = 0; i < 12; i++) {
    char line[256];
    snprintf(line, sizeof line,
             "linear young=1e-3 poisson=0 + active_stress tension=3e5 measure=%s direction=%s",
             measures[i / 3], directions[i % 3]);
    TestAnswer a = ask(ctx, line, F, 0.5);
    for (int k = 0; k < 3; k++) {
      bool pulls = i % 3 == 2 || (k == 0) == (i % 3 == 0);
      double P = a.stress[4 * k];
      double measured[4] = {P / s[k], P, P * s[k], P * s[k] / J};
      ENSURE_NEAR(measured[i / 3], pulls ? 1.5e5 : 0, 0.01);
    }
  }
  test_context_done(ctx);
}

static void emu_fibre_is_twice_the_stretch(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double F[9] = {0.9, 0, 0, 0.2, 1, 0, 0, 0, 1};
  TestAnswer a = ask(ctx, "linear young=1e-3 poisson=0 + emu_fibre tension=8e5", F, 0.25);
  ENSURE_NEAR(a.energy, 2e5 * (0.81 + 0.04), 0.01);
  ENSURE_NEAR(a.stress[0], 2 * 2e5 * 0.9, 0.01);
  ENSURE_NEAR(a.stress[3], 2 * 2e5 * 0.2, 0.01);
  ENSURE_NEAR(a.stiffness[0], 4e5, 0.01);
  a = ask(ctx, "linear young=1e-3 poisson=0 + emu_fibre tension=8e5 half=true", F, 0.25);
  ENSURE_NEAR(a.stress[0], 2e5 * 0.9, 0.01);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(stretches_have_their_textbook_stress),
          cmocka_unit_test(simple_shear_has_its_textbook_stress),
          cmocka_unit_test(teran_muscle_pulls_as_worked_out),
          cmocka_unit_test(tendons_follow_their_exponential),
          cmocka_unit_test(blemker_shears_have_moduli_of_their_own),
          cmocka_unit_test(guard_resists_a_slack_fibre),
          cmocka_unit_test(active_stress_is_constant_in_its_measure),
          cmocka_unit_test(emu_fibre_is_twice_the_stretch))
