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
      HILL "active=blemker passive=none",
      HILL "active=thelen passive=none",
      HILL "active=degroote passive=none",
      HILL "active=none passive=blemker",
      HILL "active=none passive=thelen optimal=0.8",
      HILL "active=thelen active_width=0.06 passive=none",
      HILL "active=ehret shortest=0.6 passive=none",
      HILL "active=mujoco shortest=0.4 longest=1.5 passive=none",
      HILL "active=millard passive=none",
      HILL "active=none passive=thelen passive_shape=5 passive_strain=0.5 passive_straight=1.6",
      HILL "active=none passive=degroote",
      HILL "active=none passive=degroote passive_zero=0.2",
      HILL "active=none passive=mujoco longest=1.5",
      HILL "active=none passive=millard"};
  enum { LINES = sizeof lines / sizeof *lines };
  enum { STEPS = 1500 }; // kinks fall on steps
  for (int i = 0; i < LINES; i++) {
    double sum = 0, low = 0.2, high = 1.7, h = (high - low) / STEPS, own = 0;
    for (int k = 0; k < STEPS; k += 2) {
      double x = low + k * h;
      sum += h / 3 *
             (force(ctx, lines[i], x, 1, 0) + 4 * force(ctx, lines[i], x + h, 1, 0) +
              force(ctx, lines[i], x + 2 * h, 1, 0));
    }
    own = 0.5 / 3e5 * (0.7 * 0.7 - 0.8 * 0.8); // of the body
    ENSURE_NEAR(energy(ctx, lines[i], high, 1) - energy(ctx, lines[i], low, 1) - own, sum, 2e-8);
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

// lengths and forces of a curve, by hand from the formulas of their authors
typedef struct Published {
  const char* line;
  double x, force;
} Published;

static void other_curves_have_their_published_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  const double m = 0.682 / 1.192;
  const Published list[] = {
      {HILL "passive=none active_width=0.3", 1.2, exp(-0.04 / 0.3)},
      // (l - lmin) / (lopt - lmin) exp((2 lmin - l - lopt) (l - lopt) / (2 (lmin - lopt)^2))
      {HILL "passive=none active=ehret", 0.9 / 1.192,
       (0.9 - 0.682) / 0.51 * exp((2 * 0.682 - 0.9 - 1.192) * (0.9 - 1.192) / (2 * 0.51 * 0.51))},
      {HILL "passive=none active=ehret", 1.3,
       (1.3 - m) / (1 - m) * exp((2 * m - 2.3) * 0.3 / (2 * (1 - m) * (1 - m)))},
      {HILL "passive=none active=ehret", 0.55, 0},
      {HILL "passive=none active=mujoco", 0.5, 0},
      {HILL "passive=none active=mujoco", 0.6, 0.08}, // 0.5 (0.1 / 0.25)^2
      {HILL "passive=none active=mujoco", 0.9, 0.92}, // 1 - 0.5 (0.1 / 0.25)^2
      {HILL "passive=none active=mujoco", 1.15, 0.875},
      {HILL "passive=none active=mujoco", 1.45, 0.125},
      {HILL "passive=none active=mujoco", 1.7, 0},
      {HILL "active=none passive=mujoco", 1.15, 1.3 * 0.125},
      {HILL "active=none passive=mujoco", 1.6, 1.95}, // 1.3 (0.5 + 1)
      {HILL "active=none passive=mujoco", 0.9, 0},
      {HILL "active=none passive=thelen passive_shape=5 passive_strain=0.6", 1.3,
       (exp(2.5) - 1) / (exp(5) - 1)},
      {HILL "active=none passive=thelen passive_straight=1.7", 1.6, 1},
      {HILL "active=none passive=degroote", 1.2, (exp(4 / 3.0) - 1) / (exp(4) - 1)},
      {HILL "active=none passive=degroote", 0.8, (exp(-4 / 3.0) - 1) / (exp(4) - 1)},
      {HILL "active=none passive=degroote passive_zero=0.2 passive_straight=2", 1.6, 1},
      {HILL "active=none passive=degroote passive_zero=0.2", 0.2, 0},
      {HILL "active=none passive=blemker passive_size=0.1 passive_growth=5", 1.2,
       0.1 * (exp(1) - 1)},
      // the joints of Millard's corners
      {HILL "passive=none active=millard", 0.4441, 0},
      {HILL "passive=none active=millard", (0.4441 + 0.73) / 2, (1 - 0.8616 * 0.22) / 2},
      {HILL "passive=none active=millard", 0.84, (2 - 0.8616 * 0.22) / 2},
      {HILL "passive=none active=millard", 1, 1},
      {HILL "passive=none active=millard", (1.05 + 1.8123) / 2, 0.5},
      {HILL "passive=none active=millard", 1.8123, 0},
      {HILL "active=none passive=millard", 1.035, 0.2 * 0.0175},
      {HILL "active=none passive=millard", 1.7, 1},
      {HILL "active=none passive=millard", 1.9, 1 + 0.2 * 2 / 0.7},
      {HILL "active=none passive=millard passive_strain=0.5", 1.5, 1},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    double own = force(ctx, list[i].line, list[i].x, 1, 0);
    if (!(fabs(own - list[i].force) < 1e-9)) {
      print_error("%s at %g: %.9f, expected %.9f\n", list[i].line, list[i].x, own, list[i].force);
    }
    ENSURE_NEAR(own, list[i].force, 1e-9);
  }
  test_context_done(ctx);
}

// between its joints a curve of Millard's is a quintic: here by Newton's method on x(u)
static double millard_corner(double x0, double y0, double d0, double x1, double y1, double d1,
                             double curviness, double x) {
  double c = 0.1 + 0.8 * curviness, cross = (y1 - y0 - x1 * d1 + x0 * d0) / (d0 - d1);
  double up = (cross - x1) * d1 + y1, low = 0, high = 1, y = 0;
  double X[6] = {x0, x0 + c * (cross - x0), 0, x1 + c * (cross - x1), 0, x1};
  double Y[6] = {y0, y0 + c * (up - y0), 0, y1 + c * (up - y1), 0, y1};
  X[2] = X[1], X[4] = X[3], Y[2] = Y[1], Y[4] = Y[3];
  for (int k = 0; k < 60; k++) {
    static const double binomial[6] = {1, 5, 10, 10, 5, 1};
    double u = (low + high) / 2, at = 0;
    y = 0;
    for (int i = 0; i < 6; i++) {
      double b = binomial[i] * pow(u, i) * pow(1 - u, 5 - i);
      at += b * X[i], y += b * Y[i];
    }
    if (at < x)
      low = u;
    else
      high = u;
  }
  return y;
}

static void millards_curves_are_quintics(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double y = 1 - 0.8616 * 0.22;
  for (double x = 0.45; x < 0.58; x += 0.0137) {
    double own = force(ctx, HILL "passive=none active=millard", x, 1, 0);
    double expected =
        millard_corner(0.4441, 0, 0, (0.4441 + 0.73) / 2, y / 2, 1.25 * y / (0.73 - 0.4441), 1, x);
    ENSURE_NEAR(own, expected, 1e-7);
  }
  for (double v = -0.85; v < 0; v += 0.11) {
    double own = force(ctx, HILL "passive=none force_velocity=millard", 1, 1, 10 * v);
    ENSURE_NEAR(own, millard_corner(-0.9, 0.0125, 0.25, 0, 1, 5, 0.6, v), 1e-7);
  }
  test_context_done(ctx);
}

static void other_velocities_have_their_published_values(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  // Thelen gives the velocity of a force: v = (0.25 + 0.75 a) (f - 1) / (1 + f / 0.25) for f < 1,
  // and (f - 1) 0.4 / ((2 + 2 / 0.25) (1.4 - f)) above
  for (double f = 0.05; f < 1.36; f += 0.05) {
    double v = f < 1 ? (f - 1) / (1 + f / 0.25) : (f - 1) * 0.4 / (10 * (1.4 - f)), a = 0.6;
    double own =
        force(ctx, HILL "passive=none force_velocity=thelen", 1, a, 10 * (0.25 + 0.75 * a) * v);
    ENSURE_NEAR(own, a * f, 1e-10);
  }
  const Published list[] = {
      {HILL "passive=none force_velocity=thelen", -1.1, 0},
      {HILL "passive=none force_velocity=hill", -0.5, 0.5 / 3},
      {HILL "passive=none force_velocity=hill", -2, 0},
      {HILL "passive=none force_velocity=hill", 0.1, 2.5 / 2}, // c = 10
      {HILL "passive=none force_velocity=hill velocity_shape=0.5 velocity_most=2", 1, 7.0 / 4},
      {HILL "passive=none force_velocity=mujoco", -0.4, 0.36},
      {HILL "passive=none force_velocity=mujoco", -1.4, 0},
      {HILL "passive=none force_velocity=mujoco", 0.1, 1.15}, // 1.2 - 0.1^2 / 0.2
      {HILL "passive=none force_velocity=mujoco", 0.5, 1.2},
      {HILL "passive=none force_velocity=mujoco velocity_most=1.5", 0.7, 1.5},
      {HILL "passive=none force_velocity=millard", -1, 0},
      {HILL "passive=none force_velocity=millard", -0.9, 0.0125},
      {HILL "passive=none force_velocity=millard", 0, 1},
      {HILL "passive=none force_velocity=millard", 0.9, 1.3925},
      {HILL "passive=none force_velocity=millard", 2, 1.4},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    ENSURE_NEAR(force(ctx, list[i].line, 1, 1, 10 * list[i].x), list[i].force, 1e-9);
  }
  test_context_done(ctx);
}

// every pair of an active curve and a force-velocity, across all their kinks
static void energies_of_steps_are_integrals(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  int actives, velocities;
  const BrnCurveKind* active = brn__curve_kinds(BRN_CURVES_ACTIVE, &actives);
  const BrnCurveKind* velocity = brn__curve_kinds(BRN_CURVES_VELOCITY, &velocities);
  for (int i = 0; i < actives * velocities; i++) {
    const char *a = active[i / velocities].name, *v = velocity[i % velocities].name;
    if (strcmp(a, "table") == 0 || strcmp(v, "table") == 0) continue;
    char line[200];
    snprintf(line, sizeof line, HILL "active=%s passive=none force_velocity=%s max_rate=3", a, v);
    BrnMaterial* m = test_material(ctx, line);
    TestFibre fibre = {{1, 0, 0}, 0.8, 0.93, 10};
    for (double l = 0.4137; l < 1.7; l += 0.0517) {
      double h = 1e-5, F[3][9];
      for (int k = 0; k < 3; k++) {
        memcpy(F[k], (double[]){l + (k - 1) * h, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof F[k]);
      }
      double down = test_ask(ctx, m, F[0], &fibre).energy;
      double up = test_ask(ctx, m, F[2], &fibre).energy;
      double own = test_ask(ctx, m, F[1], &fibre).stress[0] / 3e5;
      if (!(fabs((up - down) / (2 * h) / 3e5 - own) < 1e-7)) {
        print_error("%s at %g: %g for %g\n", line, l, (up - down) / (2 * h) / 3e5, own);
      }
      ENSURE_NEAR((up - down) / (2 * h) / 3e5, own, 1e-7);
    }
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

static void numbers_that_a_curve_has_not_are_refused(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  static const char* const wrong[][2] = {
      {HILL "active=blemker active_width=0.3", "active_width is 0.3, but the curve \"blemker\""},
      {HILL "shortest=0.4", "shortest is 0.4, but the curve \"thelen\""},
      {HILL "longest=1.7", "longest is 1.7, but the curve \"thelen\""},
      {HILL "passive=mujoco passive_shape=5", "passive_shape is 5, but the curve \"mujoco\""},
      {HILL "passive_size=0.1", "passive_size is 0.1, but the curve \"thelen\""},
      {HILL "velocity_most=1.3", "velocity_most is 1.3, but the curve \"degroote\""},
      {"linear + active_stress length=thelen measure=first", "only one of the measure cauchy"},
      {"mooney_rivlin c1=1e3 c2=-1e3", "c1 + c2 is 0 Pa, but must be above 0"},
      {"teran_muscle c1=1e3 c2=-2e3", "c1 + c2 is -1000 Pa"},
      {"neo_hookean volumetric=full", "use half or simo"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    BrnMaterial* m = test_material(ctx, wrong[i][0]);
    ENSURE_STATUS(ctx, brn_material_prepare(ctx, m), BRN_INVALID);
    ENSURE_ERROR_HAS(ctx, wrong[i][1]);
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// sigma = activation tension f(x) or x f(x) along the fibre, x = J^-1/3 l / optimal
static void cauchy_stress_follows_the_length(void** state) {
  (void)state;
  BrnContext* ctx = test_context();
  double F[9] = {1.3, 0, 0, 0, 0.9, 0, 0, 0, 0.8}, J = 1.3 * 0.9 * 0.8;
  TestFibre fibre = {{1, 0, 0}, 0.5, 0, 0};
  static const char* const lines[4] = {
      "linear young=1e-3 poisson=0 + active_stress tension=2e5 optimal=1.2 length=blemker",
      "linear young=1e-3 poisson=0 + active_stress tension=2e5 optimal=1.2 length=blemker "
      "times_length=true",
      "linear young=1e-3 poisson=0 + active_stress tension=2e5 optimal=1.2 length=blemker "
      "isochoric=false",
      "linear young=1e-3 poisson=0 + active_stress tension=2e5 optimal=1.2 length=millard "
      "direction=all"};
  double x = 1.3 / cbrt(J) / 1.2, y = 1.3 / 1.2, f = 1 - 4 * (x - 1) * (x - 1);
  double expected[3] = {1e5 * f, 1e5 * x * f, 1e5 * (1 - 4 * (y - 1) * (y - 1))};
  for (int i = 0; i < 4; i++) {
    BrnMaterial* m = test_material(ctx, lines[i]);
    TestAnswer a = test_ask(ctx, m, F, &fibre); // sigma = P F^T / J
    double along = a.stress[0] * 1.3 / J, across = a.stress[4] * 0.9 / J;
    ENSURE(!brn_material_has_energy(m));
    if (i < 3) ENSURE_NEAR(along, expected[i], 1e-2);
    ENSURE_NEAR(across, i < 3 ? 0 : along, 1e-2);
    if (i == 3) ENSURE(along > 0.7e5 && along < 1e5);
    brn_material_destroy(ctx, m);
  }
  test_context_done(ctx);
}

// one list serves the law, the schema and the page
static void every_curve_is_on_the_page(void** state) {
  (void)state;
  FILE* file = fopen("docs/material.md", "r");
  assert_non_null(file);
  static char text[200000], row[1000];
  text[fread(text, 1, sizeof text - 1, file)] = 0;
  fclose(file);
  for (int family = 0; family < BRN_CURVE_FAMILIES; family++) {
    int count;
    const BrnCurveKind* kind = brn__curve_kinds((BrnCurveFamily)family, &count);
    for (int i = 0; i < count; i++) {
      snprintf(row, sizeof row, "| `%s` | %s | %s |", kind[i].name, kind[i].formula,
               kind[i].source);
      if (!strstr(text, row)) print_error("docs/material.md has no row\n%s\n", row);
      ENSURE(strstr(text, row) != NULL);
    }
  }
}

TEST_MAIN(cmocka_unit_test(active_curves_have_their_published_values),
          cmocka_unit_test(passive_curves_have_their_published_values),
          cmocka_unit_test(force_falls_with_velocity),
          cmocka_unit_test(force_of_a_step_is_that_of_its_energy),
          cmocka_unit_test(energy_of_a_step_begins_with_that_of_the_curve),
          cmocka_unit_test(energies_are_integrals_of_forces),
          cmocka_unit_test(tables_go_through_their_points),
          cmocka_unit_test(user_table_drives_a_material), cmocka_unit_test(bad_tables_are_named),
          cmocka_unit_test(other_curves_have_their_published_values),
          cmocka_unit_test(millards_curves_are_quintics),
          cmocka_unit_test(other_velocities_have_their_published_values),
          cmocka_unit_test(energies_of_steps_are_integrals),
          cmocka_unit_test(numbers_that_a_curve_has_not_are_refused),
          cmocka_unit_test(cauchy_stress_follows_the_length),
          cmocka_unit_test(every_curve_is_on_the_page))
