// SPDX-License-Identifier: Apache-2.0

#include "material/curve_lanes.h"
#include "material_test.h"

// The curves, read from the stress of a material: with F = diag(l, 1, 1) and the fibre along x,
// P_xx of a Hill term is tension times the force.

static double force(BrnContext* ctx, const char* line, double l, double activation, double rate) {
  BrnMaterial* m = test_material(ctx, line);
  BrnMaterial* body = test_material(ctx, "linear young=1 poisson=0");
  double F[9] = {l, 0, 0, 0, 1, 0, 0, 0, 1};
  TestFibre fibre = {{1, 0, 0}, activation, l - rate / 50, 50};
  TestAnswer a = test_ask(ctx, m, F, &fibre), b = test_ask(ctx, body, F, &fibre);
  brn_material_destroy(ctx, m);
  brn_material_destroy(ctx, body);
  return (a.stress[0] - b.stress[0]) / 3e5;
}

#define HILL "linear young=1 poisson=0 + hill "

static void active_curves_have_their_published_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double x[7] = {0.5, 0.6, 0.8, 1, 1.2, 1.4, 1.5};
  static const double blemker[7] = {0.09, 0.36, 0.84, 1, 0.84, 0.36, 0.09};
  static const double thelen[7] = {0.573753, 0.700784, 0.914947, 1, 0.914947, 0.700784, 0.573753};
  static const double degroote[7] = {0.054112, 0.302103, 0.836440, 1.000000,
                                     0.793690, 0.380243, 0.226149};
  for (int i = 0; i < 7; i++) {
    ENSURE_NEAR(force(ctx, HILL "active=blemker passive=none", x[i], 1, 0), blemker[i], 1e-12);
    ENSURE_NEAR(force(ctx, HILL "active=thelen passive=none", x[i], 1, 0), thelen[i], 6e-7);
    ENSURE_NEAR(force(ctx, HILL "active=degroote passive=none", x[i], 1, 0), degroote[i], 6e-7);
    ENSURE_NEAR(force(ctx, HILL "active=thelen passive=none", x[i], 0.3, 0), 0.3 * thelen[i], 6e-7);
    // the optimal length moves the curve
    ENSURE_NEAR(force(ctx, HILL "active=blemker passive=none optimal=1.25", 1.25 * x[i], 1, 0),
                blemker[i] / 1.25, 1e-12);
  }
  ENSURE_NEAR(force(ctx, HILL "active=blemker passive=none", 0.39, 1, 0), 0, 0);
  ENSURE_NEAR(force(ctx, HILL "active=blemker passive=none", 1.7, 1, 0), 0, 1e-12);
  test_context_done(ctx);
}

static void passive_curves_have_their_published_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  ENSURE_NEAR(force(ctx, HILL "passive=blemker", 1.2, 0, 0), 0.137171, 6e-7);
  ENSURE_NEAR(force(ctx, HILL "passive=blemker", 1.4, 0, 0), 0.650660, 6e-7);
  ENSURE_NEAR(force(ctx, HILL "passive=blemker", 1.5, 0, 0), 1.113096, 6e-7);
  ENSURE_NEAR(force(ctx, HILL "passive=thelen", 1.2, 0, 0), 0.052122, 6e-7);
  ENSURE_NEAR(force(ctx, HILL "passive=thelen", 1.4, 0, 0), 0.249858, 6e-7);
  double slope = 4 / 0.6 * exp(4 * 0.4 / 0.6) / (exp(4) - 1);
  ENSURE_NEAR(force(ctx, HILL "passive=thelen", 2, 0, 0),
              (exp(4 * 0.4 / 0.6) - 1) / (exp(4) - 1) + 0.6 * slope, 1e-12);
  ENSURE_NEAR(force(ctx, HILL "passive=thelen", 0.9, 0, 0), 0, 0);
  test_context_done(ctx);
}

static void force_falls_with_velocity(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double v[7] = {-1, -0.5, -0.1, 0, 0.1, 0.5, 1};
  static const double f[7] = {0, 0.234036, 0.745172, 1, 1.206509, 1.588423, 1.794343};
  for (int i = 0; i < 7; i++) {
    ENSURE_NEAR(force(ctx, HILL "passive=none velocity=true", 1, 1, 10 * v[i]), f[i], 6e-7);
    ENSURE_NEAR(force(ctx, HILL "passive=none velocity=true max_rate=5", 1, 0.5, 5 * v[i]),
                0.5 * f[i], 6e-7);
    ENSURE_NEAR(force(ctx, HILL "passive=none velocity=false", 1, 1, 10 * v[i]), 1, 1e-12);
  }
  ENSURE_NEAR(force(ctx, HILL "passive=none velocity=true", 1, 1, -30), 0, 1e-12);
  test_context_done(ctx);
}

// a fibre that has not moved has the energy of the isometric curve, and one that is lengthened
// takes up more than it gives back when it shortens
static void energy_of_a_step_begins_with_that_of_the_curve(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const curves[3] = {"blemker", "thelen", "degroote"};
  double F[9] = {1.15, 0, 0, 0, 1, 0, 0, 0, 1};
  for (int i = 0; i < 3; i++) {
    char line[99];
    snprintf(line, sizeof line, HILL "active=%s", curves[i]);
    BrnMaterial* still = test_material(ctx, line);
    snprintf(line, sizeof line, HILL "active=%s velocity=true", curves[i]);
    BrnMaterial* moving = test_material(ctx, line);
    TestFibre same = {{1, 0, 0}, 1, 1.15, 24}, longer = {{1, 0, 0}, 1, 1.1, 24};
    TestFibre shorter = {{1, 0, 0}, 1, 1.2, 24};
    double W = test_ask(ctx, still, F, &same).energy;
    ENSURE_NEAR(test_ask(ctx, moving, F, &same).energy / W, 1, 1e-14);
    ENSURE(test_ask(ctx, moving, F, &longer).energy > 1.01 * W);
    ENSURE(test_ask(ctx, moving, F, &shorter).energy > 1.01 * W);
    brn_material_destroy(ctx, still);
    brn_material_destroy(ctx, moving);
  }
  test_context_done(ctx);
}

static void tables_go_through_their_points(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double x[5] = {0.5, 0.8, 1, 1.3, 1.5}, f[5] = {0, 0.7, 1, 0.9, 0};
  BrnCurveTable* table;
  ENSURE_OK(ctx, brn__curve_table_create(ctx, 5, x, f, &table));
  for (int i = 0; i < 5; i++) ENSURE_NEAR(brn__curve_table_at(table, x[i]).force, f[i], 1e-15);
  ENSURE_NEAR(brn__curve_table_at(table, 0.2).force, 0, 0);
  ENSURE_NEAR(brn__curve_table_at(table, 9).force, 0, 0);
  for (double at = 0.3; at < 1.7; at += 0.0137) { // energy' = force, force' = slope
    BrnCurveValue here = brn__curve_table_at(table, at);
    BrnCurveValue a = brn__curve_table_at(table, at - 1e-5),
                  b = brn__curve_table_at(table, at + 1e-5);
    ENSURE_NEAR((b.energy - a.energy) / 2e-5, here.force, 1e-8);
    ENSURE_NEAR((b.force - a.force) / 2e-5, here.slope, 2e-4);
    ENSURE(here.force >= 0 && here.force <= 1); // no overshoot
  }
  brn__curve_table_destroy(ctx, table);
  test_context_done(ctx);
}

static double energy(BrnContext* ctx, const char* line, double l, double activation) {
  BrnMaterial* m = test_material(ctx, line);
  double F[9] = {l, 0, 0, 0, 1, 0, 0, 0, 1};
  TestFibre fibre = {{1, 0, 0}, activation, 0, 0};
  TestAnswer a = test_ask(ctx, m, F, &fibre);
  brn_material_destroy(ctx, m);
  return a.energy / 3e5;
}

// across all kinks, against Simpson's rule
static void energies_are_integrals_of_forces(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const lines[] = {
      HILL "active=blemker passive=none", HILL "active=thelen passive=none",
      HILL "active=degroote passive=none", HILL "active=none passive=blemker",
      HILL "active=none passive=thelen optimal=0.8"};
  enum { STEPS = 1500 }; // kinks fall on steps
  for (int i = 0; i < 5; i++) {
    double sum = 0, low = 0.2, high = 1.7, h = (high - low) / STEPS, own = 0;
    for (int k = 0; k < STEPS; k += 2) {
      double x = low + k * h;
      sum += h / 3 *
             (force(ctx, lines[i], x, 1, 0) + 4 * force(ctx, lines[i], x + h, 1, 0) +
              force(ctx, lines[i], x + 2 * h, 1, 0));
    }
    own = 0.5 / 3e5 * (0.7 * 0.7 - 0.8 * 0.8); // of the body
    ENSURE_NEAR(energy(ctx, lines[i], high, 1) - energy(ctx, lines[i], low, 1) - own, sum, 1e-8);
  }
  test_context_done(ctx);
}

static void user_table_drives_a_material(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  BrnMaterial* m = test_material(ctx, "linear young=1e-3 poisson=0 + hill");
  static const double x[3] = {0.5, 1, 1.5}, f[3] = {0.25, 1, 0.5}, rising[2] = {0, 2},
                      ends[2] = {1, 2};
  ENSURE_OK(ctx, brn_material_set_curve(ctx, m, "hill.active", 3, x, f));
  ENSURE_OK(ctx, brn_material_set_curve(ctx, m, "hill.passive", 2, ends, rising));
  double F[9] = {1.5, 0, 0, 0, 1, 0, 0, 0, 1};
  TestFibre fibre = {{1, 0, 0}, 0.5, 0, 0};
  TestAnswer a = test_ask(ctx, m, F, &fibre);
  ENSURE_NEAR(a.stress[0], 3e5 * (0.5 * 0.5 + 1), 1e-3);
  double low[9] = {1.5 - 1e-4, 0, 0, 0, 1, 0, 0, 0, 1},
         high[9] = {1.5 - 2e-4, 0, 0, 0, 1, 0, 0, 0, 1};
  TestAnswer b = test_ask(ctx, m, low, &fibre), c = test_ask(ctx, m, high, &fibre);
  ENSURE_NEAR((a.energy - c.energy) / 2e-4, b.stress[0], 0.01);
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

static void bad_tables_are_named(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double x[3] = {0.5, 1, 1}, f[3] = {0, 1, NAN};
  BrnCurveTable* table;
  ENSURE_STATUS(ctx, brn__curve_table_create(ctx, 1, x, f, &table), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "2 points");
  ENSURE_STATUS(ctx, brn__curve_table_create(ctx, 3, x, x, &table), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "point 2 of the curve is at 1, which must be more than the 1");
  ENSURE_STATUS(ctx, brn__curve_table_create(ctx, 3, x, f, &table), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "point 2 of the curve is not a number");
  ENSURE(!table);
  test_context_done(ctx);
}

// the energy of a step is the integral of the force, also across the knots of a table
static void force_of_a_step_is_that_of_its_energy(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const double x[5] = {0.5, 0.8, 1, 1.3, 1.5}, f[5] = {0, 0.7, 1, 0.9, 0};
  BrnMaterial* m = test_material(ctx, HILL "velocity=true passive=none max_rate=3");
  ENSURE_OK(ctx, brn_material_set_curve(ctx, m, "hill.active", 5, x, f));
  TestFibre fibre = {{1, 0, 0}, 1, 0.93, 10};
  for (double l = 0.53; l < 1.6; l += 0.0317) { // the greatest speeds are at 0.63 and 1.23
    double h = 1e-5, F[3][9];
    for (int i = 0; i < 3; i++) {
      memcpy(F[i], (double[]){l + (i - 1) * h, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof F[i]);
    }
    double down = test_ask(ctx, m, F[0], &fibre).energy, up = test_ask(ctx, m, F[2], &fibre).energy;
    ENSURE_NEAR((up - down) / (2 * h) / 3e5, test_ask(ctx, m, F[1], &fibre).stress[0] / 3e5, 1e-8);
  }
  brn_material_destroy(ctx, m);
  test_context_done(ctx);
}

TEST_MAIN(cmocka_unit_test(active_curves_have_their_published_values),
          cmocka_unit_test(passive_curves_have_their_published_values),
          cmocka_unit_test(force_falls_with_velocity),
          cmocka_unit_test(force_of_a_step_is_that_of_its_energy),
          cmocka_unit_test(energy_of_a_step_begins_with_that_of_the_curve),
          cmocka_unit_test(energies_are_integrals_of_forces),
          cmocka_unit_test(tables_go_through_their_points),
          cmocka_unit_test(user_table_drives_a_material), cmocka_unit_test(bad_tables_are_named))
