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
    def.fibre = BRN_FIBRE_HILL;
    Rig rig =
        rig_with(BLOCK_SCENE("{'like': 'muscle', 'young': 1, 'poisson': 0, 'density': 1}",
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

TEST_MAIN(cmocka_unit_test(loaded_muscle_shortens_at_its_speed))
