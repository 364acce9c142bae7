// SPDX-License-Identifier: Apache-2.0

#include "solver/body/dynamics_test.h"

// Dynamic steps against closed forms: a rod, a bar that is pushed, and bodies that fly.

// --------------------------------------------------------------------------------------------- rod
// A block of 10 cm on rollers without Poisson's effect is a rod, held at one end: its first mode is
// sin(pi y / 2 L) with w = pi / 2 L sqrt(E / rho).

#define ROD                                                                                        \
  BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0}", ", 'supports': {" BLOCK_ROLLERS "}")

static double mode(const Rig* rig, int v) { return sin(M_PI / 0.2 * rig_rest(rig, v)[1]); }

// amplitude and velocity of the mode
static void project(const Rig* rig, double* q, double* speed) {
  double sum = 0;
  *q = *speed = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) {
    double m = rig->model->mass[v] * mode(rig, v);
    sum += m * mode(rig, v);
    *q += m * (rig_now(rig, v)[1] - rig_rest(rig, v)[1]);
    *speed += m * rig->state->velocity[3 * v + 1];
  }
  *q /= sum, *speed /= sum;
}

static double rod_frequency(const Rig* rig) {
  double density = rig->model->material_list[rig->model->material[0]].density;
  return M_PI / 0.2 * sqrt(6e4 / density);
}

typedef struct Swing {
  double w;    // by the time of half a turn
  double zeta; // by what is left of the energy then
} Swing;

static Swing swing_rod(double mass_damping, double stiffness_damping) {
  BrnSolverDef def = dynamic_def(BRN_BDF2);
  def.mass_damping = mass_damping;
  def.stiffness_damping = stiffness_damping;
  Rig rig = quiet_rig(ROD, &def);
  double w = rod_frequency(&rig), h = 2 * M_PI / w / 120, q = 0, speed = 0, before = 0;
  for (int v = 0; v < rig.state->vertex_count; v++)
    rig.state->velocity[3 * v + 1] = 1e-3 * mode(&rig, v);
  for (int i = 0; i < 20 || q > 0; i++) {
    before = q;
    rig_go(&rig, h);
    project(&rig, &q, &speed);
    ENSURE(i < 100);
  }
  double crossing = rig.state->time + h * q / (before - q);
  double energy = speed * speed + w * w * q * q;
  Swing swing = {M_PI / crossing, -log(energy / 1e-6) / (2 * w * rig.state->time)};
  rig_done(&rig);
  return swing;
}

static void rod_has_its_frequency_and_damping(void** unused) {
  (void)unused;
  Swing free = swing_rod(0, 0);
  double w = free.w;
  ENSURE_NEAR(w / (M_PI / 0.2 * sqrt(6e4 / 1060)), 1, 0.02);
  ENSURE_NEAR(free.zeta, 0, 2e-3);
  Swing mass = swing_rod(2 * 0.03 * w, 0), stiffness = swing_rod(0, 2 * 0.04 / w);
  ENSURE_NEAR(mass.zeta - free.zeta, 0.03, 0.03 * 0.03);
  ENSURE_NEAR(stiffness.zeta - free.zeta, 0.04, 0.04 * 0.03);
}

// ------------------------------------------------------------------------------------------- order

#define SWINGING_BAR HANGING_BAR("100", "", "")

// a bar after a push from the side that comes and goes
static Rig pushed_bar(BrnIntegrator integrator, int steps) {
  BrnSolverDef def = dynamic_def(integrator);
  def.tolerance = 1e-10;
  Rig rig = quiet_rig(SWINGING_BAR, &def);
  for (int i = 1; i <= steps; i++) {
    double s = sin(M_PI * i / steps);
    rig.input->gravity[0] = 20 * s * s;
    rig_go(&rig, 0.08 / steps);
  }
  return rig;
}

static double distance(const Rig* a, const Rig* b) {
  double sum = 0;
  for (int v = 0; v < a->state->vertex_count; v++) {
    double d = brn__distance3(rig_now(a, v), rig_now(b, v));
    sum += d * d;
  }
  return sqrt(sum);
}

static void order_is_that_of_the_integrator(void** unused) {
  (void)unused;
  for (int k = 1; k <= 2; k++) {
    Rig rig[3];
    for (int i = 0; i < 3; i++) rig[i] = pushed_bar(k == 1 ? BRN_BDF1 : BRN_BDF2, 64 << i);
    double order = log2(distance(&rig[0], &rig[1]) / distance(&rig[1], &rig[2]));
    ENSURE_NEAR(order, k, 0.1);
    for (int i = 0; i < 3; i++) rig_done(&rig[i]);
  }
}

// ------------------------------------------------------------------------------------- free bodies

static void momentum_is_kept_and_energy_falls(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = dynamic_def(k == 0 ? BRN_BDF1 : BRN_BDF2);
    Rig rig = quiet_rig(FREE_BLOCK, &def);
    double p[3], energy = INFINITY;
    rig_throw(&rig, 7, 0.3);
    for (int a = 0; a < 3; a++) p[a] = rig_momentum(&rig, a);
    for (int i = 0; i < 10; i++) {
      rig_go(&rig, 0.01);
      for (int a = 0; a < 3; a++) ENSURE_NEAR(rig_momentum(&rig, a) / p[a], 1, 1e-9);
      if (k == 0) ENSURE(rig.report.energy + rig.report.kinetic < energy);
      energy = rig.report.energy + rig.report.kinetic;
    }
    ENSURE(rig.report.energy > 0);
    rig_done(&rig);
  }
}

// about the axis along y through the middle
static double spin_of(const Rig* rig) {
  double sum = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) {
    const double *x = rig_now(rig, v), *u = rig->state->velocity + 3 * v;
    sum += rig->model->mass[v] * (x[2] * u[0] - x[0] * u[2]);
  }
  return sum;
}

// the share of its angular momentum that a block loses in a quarter of a turn
static double lost_spin(BrnIntegrator integrator, int steps, double stiffness_damping) {
  BrnSolverDef def = dynamic_def(integrator);
  def.stiffness_damping = stiffness_damping;
  Rig rig = quiet_rig(BLOCK_SCENE("{'like': 'muscle', 'young': 6e6, 'poisson': 0.3}", ""), &def);
  double rate = 10;
  for (int v = 0; v < rig.state->vertex_count; v++) {
    rig.state->velocity[3 * v] = rate * rig_rest(&rig, v)[2];
    rig.state->velocity[3 * v + 2] = -rate * rig_rest(&rig, v)[0];
  }
  double before = spin_of(&rig);
  for (int i = 0; i < steps; i++) rig_go(&rig, M_PI / 2 / rate / steps);
  double lost = 1 - spin_of(&rig) / before;
  rig_done(&rig);
  return lost;
}

static void spin_is_kept_to_the_order_of_the_integrator(void** unused) {
  (void)unused;
  double first[2], second[2], damped = lost_spin(BRN_BDF2, 16, 0.1);
  for (int i = 0; i < 2; i++) {
    first[i] = lost_spin(BRN_BDF1, 16 << i, 0);
    second[i] = lost_spin(BRN_BDF2, 16 << i, 0);
  }
  ENSURE_NEAR(log2(first[0] / first[1]), 1, 0.2);
  ENSURE(log2(fabs(second[0] / second[1])) > 1.7);
  ENSURE(first[0] < 0.2 && fabs(second[0]) < 0.02);
  // damping by stiffness does not feel rotation: a tenth of a second is the time of a radian
  ENSURE_NEAR(damped, second[0], 1e-3);
}

TEST_MAIN(cmocka_unit_test(rod_has_its_frequency_and_damping),
          cmocka_unit_test(order_is_that_of_the_integrator),
          cmocka_unit_test(momentum_is_kept_and_energy_falls),
          cmocka_unit_test(spin_is_kept_to_the_order_of_the_integrator))
