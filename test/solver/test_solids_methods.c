// SPDX-License-Identifier: Apache-2.0
//
// Solids that are linear in a strain do not lock in any method that takes them. A cantilever as in
// locking_test.h, bent by 1 % of its length, so that all solids have nearly one answer.

#include "solid_beams_test.h"

// mean deflection of the end of the flesh, m
static double bend(const char* text, BrnSolverDef def) {
  Rig rig = rig_with(text, &def, 2);
  double reach = 0;
  int count = 0;
  if (strcmp(def.method, "xpbd") == 0) {
    rig_step_is_honest(&rig);
  } else {
    rig_step_converges(&rig);
  }
  for (int v = 0; v < rig.model->mesh->vertex_count; v++) {
    if (fabs(rig_rest(&rig, v)[1]) > 1e-9) continue;
    reach += rig_now(&rig, v)[0] - rig_rest(&rig, v)[0];
    count++;
  }
  rig_done(&rig);
  return reach / count;
}

static double bend_by(const char* method, const char* text, BrnLockingCure cure) {
  BrnSolverDef def = def_of(method);
  def.locking = cure;
  return bend(text, def);
}

static void methods_agree(void** unused) {
  (void)unused;
  static const char* const poisson[] = {"0.49", "0.4999"};
  for (int k = 0; k < 2 * KINDS; k++) {
    const char* text = beam_text(kinds[k / 2], 600, poisson[k % 2]);
    double newton = bend_by("newton", text, BRN_LOCKING_AUTO);
    double emu = bend_by("emu", text, BRN_LOCKING_AUTO);
    double plain = bend_by("newton", text, BRN_LOCKING_OFF);
    ENSURE_NEAR(emu / newton, 1, 2e-4);
    ENSURE_NEAR(newton, 2.0e-3, 0.02e-3);
    ENSURE(plain < (k % 2 ? 0.05 : 0.2) * newton);
    bool table = getenv("BRN_LOCKING_TABLE") != NULL;
    if (k % 2 && !table) continue;
    double xpbd = bend_by("xpbd", text, BRN_LOCKING_AUTO);
    if (table) {
      printf("%-20s nu = %-6s newton %.3f mm, plain %.3f; over newton: emu %.5f, xpbd %.5f\n",
             kinds[k / 2], poisson[k % 2], 1e3 * newton, 1e3 * plain, emu / newton, xpbd / newton);
    }
    if (k % 2 == 0) ENSURE_NEAR(xpbd / newton, 1, 1e-3);
  }
}

// Coarse and fine bodies of the cured solid: as the neo-Hookean one, and towards the theory of
// beams.
static void bending_goes_to_that_of_beams(void** unused) {
  (void)unused;
  int finest = getenv("BRN_LOCKING_TABLE") ? 60000 : 16000;
  for (int k = 0; k < KINDS; k++) {
    double last = 0;
    for (int tets = 2000; tets <= finest; tets *= tets < 10000 ? 8 : 3) {
      const char* text = beam_text(kinds[k], tets, "0.4999");
      double cured = bend_by("newton", text, BRN_LOCKING_AUTO) / beam_theory();
      ENSURE(cured > last && cured < 1);
      last = cured;
      if (tets > 2000 && finest == 16000) continue;
      double plain = bend_by("newton", text, BRN_LOCKING_OFF) / beam_theory();
      if (getenv("BRN_LOCKING_TABLE")) {
        printf("%-20s %d tets, of the theory: plain %.3f, cured %.3f\n", kinds[k], tets, plain,
               cured);
      }
      ENSURE(plain < 0.1);
    }
    ENSURE(last > 0.92);
  }
}

TEST_MAIN(cmocka_unit_test(methods_agree), cmocka_unit_test(bending_goes_to_that_of_beams))
