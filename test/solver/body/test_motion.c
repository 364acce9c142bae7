// SPDX-License-Identifier: Apache-2.0

#include "dynamics_test.h"
#include "solver/manners_test.h"

// ------------------------------------------------------------------------------------- recurrences

// Backward differences by the derivative of the polynomial through the last points, in Lagrange's
// form: an independent way to what the solver does with ratios.
static double weight_of(int count, const double* t, int k) {
  double sum = 0;
  if (k == 0) {
    for (int j = 1; j < count; j++) sum += 1 / (t[0] - t[j]);
    return sum;
  }
  double product = 1 / (t[k] - t[0]);
  for (int j = 1; j < count; j++) {
    if (j != k) product *= (t[0] - t[j]) / (t[k] - t[j]);
  }
  return product;
}

typedef struct Fall {
  double t[3], x[3], v[3]; // the newest first
} Fall;

static void fall(Fall* f, double h, int count, double g) {
  for (int k = 2; k > 0; k--) f->t[k] = f->t[k - 1], f->x[k] = f->x[k - 1], f->v[k] = f->v[k - 1];
  f->t[0] = f->t[1] + h;
  double v = g, x, first = weight_of(count, f->t, 0);
  for (int k = 1; k < count; k++) v -= weight_of(count, f->t, k) * f->v[k];
  f->v[0] = x = v / first;
  for (int k = 1; k < count; k++) x -= weight_of(count, f->t, k) * f->x[k];
  f->x[0] = x / first;
}

static void free_fall_is_that_of_the_integrator(void** unused) {
  (void)unused;
  static const double h[6] = {0.02, 0.02, 0.03, 0.01, 0.1, 0.05}; // the fifth grows too much
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = dynamic_def(k == 0 ? BRN_BDF1 : BRN_BDF2);
    Rig rig = quiet_rig(FREE_BLOCK, &def);
    Fall f = {.t = {0}};
    rig.input->gravity[1] = -9.81;
    for (int i = 0; i < 6; i++) {
      rig_go(&rig, h[i]);
      fall(&f, h[i], k == 0 || i == 0 || i == 4 ? 2 : 3, -9.81);
      ENSURE_NEAR(rig.state->step, h[i], 1e-15);
      ENSURE(rig.report.trials <= rig.report.iterations); // warped steps fly too
      for (int v = 0; v < rig.state->vertex_count; v++) {
        ENSURE_NEAR(rig.state->velocity[3 * v + 1], f.v[0], 1e-9);
        ENSURE_NEAR(rig.state->acceleration[3 * v + 1], -9.81, 1e-7);
        ENSURE_NEAR(rig_now(&rig, v)[1] - rig_rest(&rig, v)[1], f.x[0], 1e-10);
        ENSURE_NEAR(rig.state->position_before[3 * v + 1] - rig_rest(&rig, v)[1], f.x[1], 1e-10);
        ENSURE_NEAR(rig.state->velocity_before[3 * v + 1], f.v[1], 1e-9);
      }
      ENSURE_NEAR(f.v[0], -9.81 * rig.state->time, 1e-12); // exact for constant gravity
    }
    ENSURE_NEAR(rig.report.kinetic, rig_mass(&rig) * f.v[0] * f.v[0] / 2, 1e-6);
    rig_done(&rig);
  }
}

// v' = -c v
static void mass_damping_slows_all_alike(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  def.mass_damping = 3;
  Rig rig = quiet_rig(FREE_BLOCK, &def);
  for (int v = 0; v < rig.state->vertex_count; v++) rig.state->velocity[3 * v] = 2;
  for (int i = 1; i <= 3; i++) {
    rig_go(&rig, 0.1);
    ENSURE_NEAR(rig.state->velocity[0], 2 / pow(1.3, i), 1e-10);
  }
  rig_done(&rig);
}

// ----------------------------------------------------------------------------------------- history

static void rest_stays_rest_to_the_bit(void** unused) {
  (void)unused;
  for (int k = 0; k < 4; k++) {
    BrnSolverDef def = dynamic_def(k % 2 ? BRN_BDF2 : BRN_BDF1);
    def.mass_damping = 1;
    def.stiffness_damping = 0.01;
    Rig rig = quiet_rig(k < 2 ? FREE_BLOCK : HELD_BLOCK, &def);
    for (int i = 0; i < 3; i++) {
      rig_go(&rig, 0.02);
      for (int c = 0; c < 3 * rig.state->vertex_count; c++) {
        ENSURE(rig.state->position[c] == rig.model->mesh->position[c]);
        ENSURE(rig.state->velocity[c] == 0);
      }
    }
    rig_done(&rig);
  }
}

// what is given has the velocity that its script has, and so have the bones that it carries
static void scripts_have_velocity(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF2);
  Rig rig =
      quiet_rig(HANGING_BAR("300",
                            ", 'motion': {'move': [[0, 0, 0, 0], [1, 0.1, -0.3, 0]], 'curve': "
                            "'linear'}",
                            ""),
                &def);
  static const double time[4] = {0.02, 0.03, 0.06, 0.065};
  for (int i = 0; i < 4; i++) {
    rig.input->bone[1] = brn_model_bone_pose(rig.model, 1, time[i]);
    rig.input->time = time[i];
    rig_step_converges(&rig);
    for (int k = 0; k < rig.model->bone[1].vertex_count; k++) {
      const double* v = rig.state->velocity + 3 * rig.model->bone[1].vertex[k];
      ENSURE(fabs(v[0] - 0.1) + fabs(v[1] + 0.3) + fabs(v[2]) < 1e-10);
    }
  }
  rig_done(&rig);
}

static void time_must_go_on(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  Rig rig = quiet_rig(FREE_BLOCK, &def);
  static const double time[3] = {0, -1, NAN};
  for (int i = 0; i < 3; i++) {
    rig.input->time = time[i];
    ENSURE_STATUS(rig.ctx, brn_solver_step(rig.solver, rig.input, rig.state, &rig.report),
                  BRN_INVALID);
    ENSURE_ERROR_HAS(rig.ctx, "takes no time");
  }
  ENSURE(rig.state->frame == 0 && rig.state->time == 0);
  rig_done(&rig);
}

static void quasi_static_steps_leave_no_velocity(void** unused) {
  (void)unused;
  BrnSolverDef def = sharp_def();
  Rig rig = quiet_rig(HELD_BLOCK, &def);
  rig.state->step = 0.1;
  for (int c = 0; c < 3 * rig.state->vertex_count; c++) {
    rig.state->velocity[c] = rig.state->acceleration[c] = 1;
  }
  rig_go(&rig, 0);
  ENSURE(rig.state->step == 0 && rig.report.kinetic == 0);
  for (int c = 0; c < 3 * rig.state->vertex_count; c++) {
    ENSURE(rig.state->velocity[c] == 0 && rig.state->acceleration[c] == 0);
  }
  rig_done(&rig);
}

#define SWINGING(more) HANGING_BAR("300", "", ", 'gravity': [-3, -9.81, 2]" more)

static BrnSolverDef full_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  def.dynamic = true;
  def.integrator = BRN_BDF2;
  def.mass_damping = 0.5;
  def.stiffness_damping = 1e-3;
  return def;
}

// --------------------------------------------------------------------------------------- the parts

static Rig hurried_rig(int iterations) {
  BrnSolverDef def = dynamic_def(BRN_BDF2);
  def.tolerance = 1e-8;
  def.iterations = iterations;
  def.stiffness_damping = 1e-3;
  Rig rig = quiet_rig(HANGING_BAR("300", "", ""), &def);
  rig_throw(&rig, 9, 0.5);
  return rig;
}

static void ensure_same(const BrnState* a, const BrnState* b) {
  size_t size = 3 * sizeof(double) * (size_t)a->vertex_count;
  ENSURE(a->step == b->step);
  ENSURE(memcmp(a->position, b->position, size) == 0);
  ENSURE(memcmp(a->velocity, b->velocity, size) == 0);
  ENSURE(memcmp(a->position_before, b->position_before, size) == 0);
  ENSURE(memcmp(a->velocity_before, b->velocity_before, size) == 0);
}

// a step in two parts is two steps of half the length, history and all
static void parts_are_steps_of_time(void** unused) {
  (void)unused;
  int limit = 0;
  Rig a = {0};
  for (int i = 12; i > 1 && limit == 0; i--) {
    a = hurried_rig(i);
    rig_go(&a, 1.0 / 64);
    a.input->gravity[0] = 64;
    a.input->time = a.state->time + 1.0 / 16;
    rig_step(&a);
    if (a.report.parts == 2 && a.report.outcome == BRN_CONVERGED) limit = i;
    if (limit == 0) rig_done(&a);
  }
  ENSURE(limit > 0);
  Rig b = hurried_rig(limit);
  rig_go(&b, 1.0 / 64);
  b.input->gravity[0] = 32;
  rig_go(&b, 1.0 / 32);
  b.input->gravity[0] = 64;
  rig_go(&b, 1.0 / 32);
  ENSURE_INT(b.report.parts, 1);
  ENSURE(a.state->step == 1.0 / 32);
  ensure_same(a.state, b.state);
  rig_done(&a);
  rig_done(&b);
}

static void endless_step_is_quasi_static(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef still = sharp_def(), moving = dynamic_def(BRN_BDF1);
    moving.mass_damping = 1, moving.stiffness_damping = 1;
    const char* scene = HANGING_BAR("300", "", ", 'gravity': [-3, -9.81, 2]");
    if (k == 1) scene = with_hill(scene);
    Rig a = rig_with(scene, &still, 2), b = rig_with(scene, &moving, 2);
    rig_step_converges(&a);
    rig_go(&b, 1e7);
    double most = 0;
    for (int v = 0; v < a.state->vertex_count; v++) {
      most = fmax(most, brn__distance3(rig_now(&a, v), rig_now(&b, v)));
    }
    ENSURE(most < 1e-6);
    rig_done(&a);
    rig_done(&b);
  }
}

// damping and rates of second order, whatever solves
static void full_steps_have_manners(void** unused) {
  (void)unused;
  for (int k = 1; k < 4; k++) {
    BrnSolverDef def = full_def();
    def.linear = (BrnLinearSolver)k;
    manners_on(with_hill(SWINGING("")), &def, manners_workers);
    manners_on(with_hill(SWINGING("")), &def, manners_resume);
    manners_on(with_hill(SWINGING("")), &def, manners_warm);
    manners_on(with_hill(HANGING_BAR("100", "", "")), &def, manners_make_fails);
  }
}

TEST_MAIN(cmocka_unit_test(free_fall_is_that_of_the_integrator),
          cmocka_unit_test(mass_damping_slows_all_alike),
          cmocka_unit_test(rest_stays_rest_to_the_bit), cmocka_unit_test(time_must_go_on),
          cmocka_unit_test(scripts_have_velocity),
          cmocka_unit_test(quasi_static_steps_leave_no_velocity),
          cmocka_unit_test(parts_are_steps_of_time), cmocka_unit_test(endless_step_is_quasi_static),
          cmocka_unit_test(full_steps_have_manners))
