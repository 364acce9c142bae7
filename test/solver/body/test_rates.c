// SPDX-License-Identifier: Apache-2.0

#include "dynamics_test.h"

// A muscle that pulls half of what it could must shorten at the speed that the curve of De Groote
// et al. 2016 has for it: their f = d1 asinh(d2 v + d3) + d4, turned round.
static double speed_of(double force) {
  return -(sinh((0.8825327733249912 - force) / 0.3211346127989808) + 0.374) / 8.149 * 10;
}

static double length_of(const Rig* rig) {
  double top = 0;
  int count = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) {
    if (rig_rest(rig, v)[1] < 0.099999) continue;
    top += rig_now(rig, v)[1];
    count++;
  }
  return top / count / 0.1;
}

// h times the rate, by the differences of the integrator
static double way(BrnIntegrator integrator, const double l[3]) {
  return integrator == BRN_BDF1 ? l[0] - l[1] : 1.5 * l[0] - 2 * l[1] + 0.5 * l[2];
}

static void loaded_muscle_shortens_at_its_speed(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = dynamic_def(k == 0 ? BRN_BDF1 : BRN_BDF2);
    Rig rig = rig_with(
        BLOCK_SCENE("{'like': 'muscle', 'young': 1, 'poisson': 0, 'density': 1, 'hill': {}}",
                    ", 'supports': {" BLOCK_ROLLERS "}, 'loads': {'w': {'on': 'high', "
                    "'kind': 'traction', 'vector': [0, 1e4, 0]}}"),
        &def, 2);
    double h = 0.01, l[3] = {1, 1, 1};
    rig.input->activation[0] = 1;
    for (int i = 0; i < 8; i++) {
      rig_go(&rig, h);
      l[2] = l[1], l[1] = l[0], l[0] = length_of(&rig);
      double speed = speed_of(0.5 / exp(-(l[0] - 1) * (l[0] - 1) / 0.45));
      if (i > 1) ENSURE_NEAR(way(def.integrator, l) / h / speed, 1, 1e-3);
    }
    ENSURE(l[0] < 0.85);
    rig_done(&rig);
  }
}

// ----------------------------------------------------------------------------------------- a state

// The forces that are out of balance in a state, with the inertia that it tells of itself, over the
// greatest force of inertia; the solver that looks has not seen the steps.
static double unbalance(double h, int steps, bool rates) {
  BrnSolverDef def = dynamic_def(BRN_BDF2);
  const char* scene = HANGING_BAR("300", "", ", 'gravity': [-3, -9.81, 2]");
  def.stiffness_damping = rates ? 0.01 : 0;
  Rig rig = rig_with(rates ? with_hill(scene) : scene, &def, 2);
  rig.input->activation[0] = 0.3;
  for (int i = 0; i < steps; i++) rig_go(&rig, h);
  brn_solver_destroy(rig.ctx, rig.solver);
  ENSURE_OK(rig.ctx, brn_solver_create(rig.ctx, rig.model, &def, &rig.solver));
  BrnBody* body = rig.body = ((BrnNewton*)rig.solver->method)->body;
  double worst = 0, most = 0;
  rig_load(&rig);
  brn__body_recall_rates(rig.ctx, body, rig.state);
  brn__body_evaluate(rig.ctx, body, BRN_WANT_STRESS, &rig.report);
  for (int r = 0; r < body->nodes->row_count; r++) {
    int v = body->nodes->vertex[body->nodes->row_node[r]];
    if (body->nodes->carrier[v] >= 0) continue; // bones gather what they carry
    for (int a = 0; a < 3; a++) {
      double inertia = rig.model->mass[v] * rig.state->acceleration[3 * v + a];
      worst = fmax(worst, fabs(body->g[3 * r + a] + inertia));
      most = fmax(most, fabs(inertia));
    }
  }
  rig_done(&rig);
  return worst / most;
}

static void state_tells_its_inertia(void** unused) {
  (void)unused;
  ENSURE_NEAR(unbalance(0.01, 5, false), 0, 1e-8);
}

// rates of velocities and those of differences are the same to second order
static void state_tells_its_rates(void** unused) {
  (void)unused;
  double coarse = unbalance(0.004, 8, true), fine = unbalance(0.002, 16, true);
  ENSURE(fine < 0.1);
  ENSURE_NEAR(log2(coarse / fine), 2, 0.2);
}

TEST_MAIN(cmocka_unit_test(loaded_muscle_shortens_at_its_speed),
          cmocka_unit_test(state_tells_its_inertia), cmocka_unit_test(state_tells_its_rates))
