// SPDX-License-Identifier: Apache-2.0

#include "solver/emu/memory.h"
#include "solver/solver_test.h"

static BrnSolverDef plain_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "bfgs_plain");
  def.locking = BRN_LOCKING_OFF;
  return def;
}

static BrnEmu* emu_of(const Rig* rig) { return rig->solver->method; }

static const char* const leaning =
    BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {'low': {'on': 'low'}}, 'loads': {'wind': {'on': "
                             "'high', 'vector': [30, 0, 5]}}");
static const char* const stiff = BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.49}",
                                             ", 'supports': {'low': {'on': 'low'}}");
// figure 3: a bone on a hinge beside the muscle
static const char* const lever =
    SPINDLE("700", "[0, 0, 0]", "",
            ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0, 0], "
            "'axis': [0, 0, 1]}}");

// ------------------------------------------------------------------------------------------- slope

static double total_at(Rig* rig) {
  brn__acap_solve(rig->ctx, emu_of(rig));
  return brn__emu_total(brn__emu_energy(rig->ctx, emu_of(rig)));
}

// through the solution with L, so continuity, its sign and the loads are all in it
static void gradient_is_that_of_the_energy(BrnLockingCure cure) {
  BrnSolverDef def = plain_def();
  def.locking = cure;
  def.iterations = 3;
  Rig rig = rig_with(stiff, &def, 2);
  BrnEmu* e = emu_of(&rig);
  rig_step(&rig);
  TestRandom random = {3};
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      e->F[b][k / BRN_LANES][k % BRN_LANES] += test_random(&random, -0.1, 0.1);
    }
  }
  total_at(&rig);
  brn__emu_inside_along(rig.ctx, e, 0.5); // volumes of patches were measured elsewhere
  brn__memory_forget(e->memory);
  brn__plain_direction(rig.ctx, e, &rig.report);
  for (int trial = 0; trial < 20; trial++) {
    int b = (int)test_random(&random, 0, e->body->elements->batch_count - 1), h = 0;
    int k = (int)test_random(&random, 0, 9), i = (int)test_random(&random, 0, BRN_LANES);
    if (e->body->elements->batch[b].volume[i] <= 0) continue;
    double at = e->F[b][k][i], energy[2], step = 1e-4;
    for (; h < 2; h++) {
      e->F[b][k][i] = at + (h ? -step : step);
      energy[h] = total_at(&rig);
    }
    e->F[b][k][i] = at;
    double slope = (energy[0] - energy[1]) / (2 * step),
           size = e->body->elements->batch[b].shear[i];
    ENSURE_NEAR(e->g[b][k][i] / size, slope / size, 1e-5);
  }
  rig_done(&rig);
}

static void gradient_of_plain_tets_is_that_of_the_energy(void** unused) {
  (void)unused;
  gradient_is_that_of_the_energy(BRN_LOCKING_OFF);
}

static void gradient_of_patches_is_that_of_the_energy(void** unused) {
  (void)unused;
  gradient_is_that_of_the_energy(BRN_LOCKING_AUTO);
}

// the pairs are met: H z = s for the last one, whatever H began with
static void last_pair_is_met(void** unused) {
  (void)unused;
  BrnSolverDef def = plain_def();
  def.iterations = 8;
  Rig rig = rig_with(leaning, &def, 2);
  BrnEmu* e = emu_of(&rig);
  rig_step(&rig);
  BrnEmuMemory* m = e->memory;
  size_t size = sizeof(BrnDeformation) * (size_t)e->body->elements->batch_count;
  ENSURE(m->pairs.count >= 6);
  m->pending = false;
  memcpy(e->g, brn__lbfgs_change(&m->pairs, 0), size);
  brn__memory_direction(rig.ctx, e, &rig.report);
  double off = 0, most = 0;
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      double s = brn__lbfgs_step(&m->pairs, 0)[9 * BRN_LANES * b + k];
      most = fmax(most, fabs(s));
      off = fmax(off, fabs(s + e->d[b][k / BRN_LANES][k % BRN_LANES]));
    }
  }
  ENSURE(most > 0 && off < 1e-9 * most);
  rig_done(&rig);
}

static void energy_never_rises(void** unused) {
  (void)unused;
  double before = INFINITY;
  for (int limit = 1; limit <= 40; limit += 1 + limit / 3) {
    BrnSolverDef def = plain_def();
    def.iterations = limit;
    def.tolerance = 1e-30;
    Rig rig = rig_with(leaning, &def, 2);
    rig_step(&rig);
    ENSURE_INT(rig.report.outcome, BRN_OUT_OF_ITERATIONS);
    ENSURE_INT(rig.report.iterations, limit);
    ENSURE(rig.report.energy < before);
    before = rig.report.energy;
    rig_done(&rig);
  }
}

// on a few tets it does arrive: the objective is that of emu
static void block_ends_where_emu_does(void** unused) {
  (void)unused;
  BrnSolverDef def = plain_def();
  def.tolerance = 1e-13;
  def.iterations = 20000;
  Rig plain = rig_with(leaning, &def, 2);
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  Rig emu = rig_with(leaning, &def, 2);
  rig_step_ends(&plain);
  rig_step_ends(&emu);
  ENSURE_NEAR(plain.report.energy / emu.report.energy, 1, 1e-7);
  for (int v = 0; v < plain.state->vertex_count; v++) {
    ENSURE_NEAR(brn__distance3(rig_now(&plain, v), rig_now(&emu, v)), 0, 1e-4);
  }
  rig_done(&plain);
  rig_done(&emu);
}

// ---------------------------------------------------------------------------------------- figure 3

// how far the lower bone is from where it was, m, after a step to half of full activation
static double bone_moves(const char* method, int iterations, BrnOutcome* outcome) {
  BrnSolverDef def = plain_def();
  brn_solver_def_choose(&def, method);
  def.iterations = iterations;
  Rig rig = rig_with(lever, &def, 2);
  double most = 0;
  ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, 0.5, rig.state, rig.input));
  rig_step(&rig);
  for (int v = 0; v < rig.state->vertex_count; v++) {
    if (rig.model->vertex_bone && rig.model->vertex_bone[v] != 1) continue;
    most = fmax(most, brn__distance3(rig_now(&rig, v), rig_rest(&rig, v)));
  }
  *outcome = rig.report.outcome;
  rig_done(&rig);
  return most;
}

// as many iterations for each; and what is locked does not call itself converged
static void bone_on_a_hinge_locks(void** unused) {
  (void)unused;
  BrnOutcome plain, emu;
  double locked = bone_moves("bfgs_plain", 60, &plain);
  double free = bone_moves("emu", 60, &emu);
  ENSURE(free > 0.005);
  ENSURE(locked < free / 4);
  ENSURE_INT(plain, BRN_OUT_OF_ITERATIONS);
}

TEST_MAIN(cmocka_unit_test(gradient_of_plain_tets_is_that_of_the_energy),
          cmocka_unit_test(gradient_of_patches_is_that_of_the_energy),
          cmocka_unit_test(last_pair_is_met), cmocka_unit_test(energy_never_rises),
          cmocka_unit_test(block_ends_where_emu_does), cmocka_unit_test(bone_on_a_hinge_locks))
