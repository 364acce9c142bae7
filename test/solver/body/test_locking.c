// SPDX-License-Identifier: Apache-2.0
//
// Nearly incompressible bodies in bending. With BRN_LOCKING_TABLE set the tables of docs/solver.md
// are printed besides.

#include "locking_test.h"

static void beam_bends_nearly_as_theory_has_it(void** unused) {
  (void)unused;
  double theory = beam_theory();
  Tip plain = beam(2000, BRN_LOCKING_OFF), cured = beam(2000, BRN_LOCKING_AUTO);
  ENSURE(plain.reach < 0.05 * theory);
  ENSURE(cured.reach > 0.78 * theory && cured.reach < theory);
}

static void cooks_membrane_converges(void** unused) {
  (void)unused;
  Tip plain = cook(16, BRN_LOCKING_OFF), coarse = cook(8, BRN_LOCKING_AUTO),
      fine = cook(16, BRN_LOCKING_AUTO);
  ENSURE(plain.reach < 0.35 * cook_reference);
  ENSURE(coarse.reach > 0.82 * cook_reference && fine.reach < cook_reference);
  double left = cook_reference - fine.reach;
  ENSURE(left < 0.42 * (cook_reference - coarse.reach)); // nearly second order would be a quarter
  ENSURE(fine.iterations <= plain.iterations + 8);
}

#ifndef BRN_SANITIZED // takes long there, and has nothing that the others have not
// a third of the way, coarse and not so coarse
static void half_bends_on_coarse_meshes_too(void** unused) {
  (void)unused;
  Tip coarse = half(4300, BRN_LOCKING_AUTO, 3), fine = half(9000, BRN_LOCKING_AUTO, 3);
  Tip plain = half(4300, BRN_LOCKING_OFF, 3);
  ENSURE(fine.reach > coarse.reach && coarse.reach > 0.9 * fine.reach);
  ENSURE(plain.reach < 0.5 * fine.reach);
}

// ----------------------------------------------------------------------------------------- tables

static void print_row(const char* what, int size, Tip plain, Tip cured) {
  printf(
      "%-6s %6d: %6d tets; plain %8.3f mm, %3d iterations, %6.2f s; cured %8.3f mm, %3d, %6.2f s\n",
      what, size, cured.tets, 1e3 * plain.reach, plain.iterations, plain.seconds, 1e3 * cured.reach,
      cured.iterations, cured.seconds);
  fflush(stdout);
}

static void tables(void** unused) {
  (void)unused;
  static const int beams[] = {250, 2000, 16000, 55000}, cooks[] = {4, 8, 16, 32, 64},
                   halves[] = {2268, 4300, 13500, 22300, 55296, 90000};
  if (!getenv("BRN_LOCKING_TABLE")) return;
  printf("beam: theory %.3f mm; Cook: %.3f mm\n", 1e3 * beam_theory(), 1e3 * cook_reference);
  for (int k = 0; k < 4; k++) {
    print_row("beam", beams[k], beam(beams[k], BRN_LOCKING_OFF), beam(beams[k], BRN_LOCKING_AUTO));
  }
  for (int k = 0; k < 5; k++) {
    print_row("cook", cooks[k], cook(cooks[k], BRN_LOCKING_OFF), cook(cooks[k], BRN_LOCKING_AUTO));
  }
  for (int k = 0; k < 6; k++) {
    print_row("half", halves[k], half(halves[k], BRN_LOCKING_OFF, 10),
              half(halves[k], BRN_LOCKING_AUTO, 10));
  }
}

TEST_MAIN(cmocka_unit_test(beam_bends_nearly_as_theory_has_it),
          cmocka_unit_test(cooks_membrane_converges),
          cmocka_unit_test(half_bends_on_coarse_meshes_too), cmocka_unit_test(tables))
#else
TEST_MAIN(cmocka_unit_test(beam_bends_nearly_as_theory_has_it),
          cmocka_unit_test(cooks_membrane_converges))
#endif
