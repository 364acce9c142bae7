// SPDX-License-Identifier: Apache-2.0

#include "dynamics_test.h"

// A muscle that pulls half of what it could must shorten at the speed that the curve of De Groote
// et al. 2016 has for it: their f = d1 asinh(d2 v + d3) + d4, turned round.
static double speed_of(double force) {
  return -(sinh((0.8825327733249912 - force) / 0.3211346127989808) + 0.374) / 8.149 * 10;
}

static void loaded_muscle_shortens_at_its_speed(void** unused) {
  (void)unused;
  BrnSolverDef def = dynamic_def(BRN_BDF1);
  def.fibre = BRN_FIBRE_HILL;
  Rig rig = rig_with(BLOCK_SCENE("{'like': 'muscle', 'young': 1, 'poisson': 0, 'density': 1}",
                                 ", 'supports': {" BLOCK_ROLLERS "}, 'loads': {'w': {'on': 'high', "
                                 "'kind': 'traction', 'vector': [0, 1e4, 0]}}"),
                     &def, 2);
  double h = 0.01, l = 1;
  rig.input->activation[0] = 1;
  for (int i = 0; i < 8; i++) {
    rig_go(&rig, h);
    double before = l, top = 0, mass = 0;
    for (int v = 0; v < rig.state->vertex_count; v++) {
      if (rig_rest(&rig, v)[1] < 0.099999) continue;
      top += rig_now(&rig, v)[1];
      mass++;
    }
    l = top / mass / 0.1;
    double rate = (l - before) / h, curve = exp(-(l - 1) * (l - 1) / 0.45);
    if (i > 2) ENSURE_NEAR(rate / speed_of(0.5 / curve), 1, 0.01);
  }
  rig_done(&rig);
}

TEST_MAIN(cmocka_unit_test(loaded_muscle_shortens_at_its_speed))
