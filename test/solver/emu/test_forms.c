// SPDX-License-Identifier: Apache-2.0
//
// Whole steps of emu with answers that are known: by formulas, by scale, by symmetry.

#include "emu_test.h"
#include "solver/newton/grid_test.h"
#include "solver/uniform_test.h"

static const double alphas[2] = {0.5, 50};

// every tet has F = diag(t, l, t), and the stress along that belongs to it
static void strain_is(Rig* rig, double t, double l, double stress) {
  BrnEmu* e = emu_of(rig);
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    const BrnBatch* batch = &e->body->elements->batch[b];
    BrnMaterialOut out;
    brn__batch_evaluate(e->body->elements, batch, e->F[b], e->body->input->activation,
                        BRN_WANT_STRESS, &out);
    for (int i = 0; i < BRN_LANES; i++) {
      if (batch->tet[i] < 0) continue;
      for (int k = 0; k < 9; k++) ENSURE_NEAR(e->F[b][k][i], k == 4 ? l : k % 4 == 0 ? t : 0, 3e-6);
      ENSURE_NEAR(out.stress[4][i], stress, 0.3); // of 1e4 Pa
    }
  }
}

// Nothing holds it back, so no stress is left and what is shown fits whatever alpha is.
static void active_block_shortens_as_by_hand(void** unused) {
  (void)unused;
  Lame m = lame_of(6e4, 0.4);
  double l = free_stretch(m, 0.5 * 2e4), t = sqrt(side_squared(m, l));
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = emu_sharp_def(alphas[k]);
    Rig rig = emu_with(BLOCK_SCENE(BLOCK_FLESH, ", 'supports': {" BLOCK_ROLLERS "}"), &def, 2);
    rig_step_ends(&rig);
    block_is(&rig, t, l, 5e-7);
    strain_is(&rig, t, l, 0);
    ENSURE_NEAR(brn_step_report_value(&rig.report, "gap"), 0, 3e-6);
    ENSURE_NEAR(rig.report.soft_volume, 1e-3 * l * t * t, 1e-9);
    rig_done(&rig);
  }
}

// P(l) + alpha mu (l - 1) = 0: a spring of alpha mu is in series with what is held
static double held_stretch(Lame m, double active, double alpha, double held) {
  double low = 0.3, high = held + 1;
  for (int i = 0; i < 200; i++) {
    double middle = (low + high) / 2;
    if (stress_along(m, active, middle) + alpha * m.mu * (middle - held) > 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

// Held at both ends, or stretched: the force is a T l, and what the flesh adds, at the stretch that
// continuity leaves to the fibres. With alpha it goes to that of the finite elements.
static void isometric_force_is_as_by_hand(void** unused) {
  (void)unused;
  Lame m = lame_of(6e4, 0.4);
  double force = 0;
  for (int k = 0; k < 4; k++) {
    double alpha = alphas[k % 2], held = k < 2 ? 1 : 1.1;
    BrnSolverDef def = emu_sharp_def(alpha);
    Rig rig =
        emu_with(BLOCK_SCENE(BLOCK_FLESH,
                             ", 'supports': {" BLOCK_ROLLERS ", 'top': {'on': 'high', 'axes': 'y', "
                             "'motion': {'move': [[0, 0, 0, 0], [1, 0, 0.01, 0]]}}}"),
                 &def, 2);
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, k < 2 ? 0 : 1, rig.state, rig.input));
    rig_step_ends(&rig);
    double l = held_stretch(m, 0.5 * 2e4, alpha, held), t = sqrt(side_squared(m, l));
    block_is(&rig, t, held, 5e-7);
    force = stress_along(m, 0.5 * 2e4, l);
    strain_is(&rig, t, l, force);
    ENSURE_NEAR(brn_step_report_value(&rig.report, "gap"), held - l, 3e-6);
    if (k % 2 == 1) ENSURE_NEAR(force / stress_along(m, 0.5 * 2e4, held), 1, 0.07);
    rig_done(&rig);
  }
}

// ------------------------------------------------------------------------------------------- scale

#define SIZED                                                                                      \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300, 'length': %g, 'width': %g, "       \
  "'thickness': %g, 'bone': %g}}, 'gravity': [%g, %g, 0], 'materials': {'flesh': {'like': "        \
  "'muscle', 'young': %g, 'poisson': 0.45}, 'hard': {'like': 'bone', 'young': %g}}, 'bones': "     \
  "{'top': {'labels': 'bone_proximal', 'fixed': true, 'material': 'hard'}, 'base': {'labels': "    \
  "'bone_distal', 'material': 'hard'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'top', "   \
  "'insertion': 'base', 'material': 'flesh', 'tension': %g, 'activation': 0.8}}}"

// all lengths ten times, all stresses three times, or ten times where gravity pulls
static void size_and_stiffness_do_not_matter(void** unused) {
  (void)unused;
  for (int k = 0; k < 3; k++) {
    Rig rig[2];
    for (int j = 0; j < 2; j++) {
      double s = j ? 10 : 1, m = j ? (k % 2 ? 10 : 3) : 1, g = k % 2 ? 9.81 : 0;
      BrnSolverDef def = emu_def();
      char text[2000];
      def.locking = k == 2 ? BRN_LOCKING_ON : BRN_LOCKING_OFF;
      def.balance = 1e-3; // directions of low rank are slow in the end
      snprintf(text, sizeof text, SIZED, 0.2 * s, 0.04 * s, 0.04 * s, 0.03 * s, 0.3 * g, -g,
               6e4 * m, 1e9 * m, 4e4 * m);
      rig[j] = emu_with(text, &def, 2);
      rig_step_ends(&rig[j]);
    }
    ENSURE_INT(rig[0].report.iterations, rig[1].report.iterations);
    ENSURE(rig[0].report.iterations > 5);
    ENSURE_NEAR(brn_step_report_value(&rig[1].report, "alpha"),
                brn_step_report_value(&rig[0].report, "alpha"), 1e-12);
    ENSURE_NEAR(brn_step_report_value(&rig[1].report, "gap"),
                brn_step_report_value(&rig[0].report, "gap"), 1e-9);
    for (int i = 0; i < 3 * rig[0].model->mesh->vertex_count; i++) {
      ENSURE_NEAR(rig[1].state->position[i], 10 * rig[0].state->position[i], 1e-7);
    }
    rig_done(&rig[0]);
    rig_done(&rig[1]);
  }
}

// ---------------------------------------------------------------------------------------- symmetry

static void strip_map(const double s[3], double out[3]) {
  out[0] = 0.06 * (s[0] - 0.5);
  out[1] = 0.15 * s[1];
  out[2] = 0.02 * (s[2] - 0.4);
}

static const Grid strip = {{4, 8, 2}, strip_map}; // even: it is its own image

// a strip that is clamped at one end; of its fibres those on one side are active
static Rig half_active(int side) {
  Rig rig = {.ctx = test_context()};
  BrnSolverDef def = emu_sharp_def(1);
  char folder[64], path[300], text[2000];
  BrnMesh* mesh = grid_mesh(rig.ctx, &strip);
  model_folder(folder);
  snprintf(path, sizeof path, "%s/grid.vtu", folder);
  ENSURE_OK(rig.ctx, brn_mesh_write(rig.ctx, mesh, path, NULL));
  brn_mesh_destroy(rig.ctx, mesh);
  snprintf(text, sizeof text,
           "{'brawn': 1, 'mesh': {'file': 'grid.vtu'}, 'gravity': [0, 0, 0], 'materials': "
           "{'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.4}}, 'muscles': {'m': "
           "{'labels': '0', 'origin': {'select': 'from'}, 'insertion': {'select': 'to'}, "
           "'fibres': {'from': 'constant', 'axis': [0, 1, 0]}, 'material': 'flesh', 'tension': "
           "1e4, 'activation': 0.5, 'units': {'on': {'region': 'half'}, 'off': {'activation': "
           "0}}}}, 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': [%d, 0, 0]}}, "
           "'from': {'plane': {'point': [0, 1e-6, 0], 'normal': [0, -1, 0]}}, 'to': {'plane': "
           "{'point': [0, 0.149, 0], 'normal': [0, 1, 0]}}}, 'supports': {'s': {'on': 'from'}}}",
           side);
  ENSURE_OK(rig.ctx, model_try_in(rig.ctx, folder, text, &rig.model));
  model_remove_folder(folder);
  rig_solver(&rig, &def);
  emu_of(&rig);
  return rig;
}

// The strip bends to the active side, and the other way round to its mirror image.
static void mirrored_activation_bends_the_other_way(void** unused) {
  (void)unused;
  Rig right = half_active(1), left = half_active(-1);
  rig_step_ends(&right);
  rig_step_ends(&left);
  int n = strip.cells[0], tip = grid_vertex(&strip, n / 2, strip.cells[1], 0);
  ENSURE(rig_now(&right, tip)[0] > 0.005);
  for (int v = 0; v < right.state->vertex_count; v++) {
    int i = v % (n + 1), image = v - i + (n - i);
    ENSURE_NEAR(rig_now(&left, image)[0], -rig_now(&right, v)[0], 1e-6);
    for (int a = 1; a < 3; a++) ENSURE_NEAR(rig_now(&left, image)[a], rig_now(&right, v)[a], 1e-6);
  }
  ENSURE_NEAR(left.report.energy / right.report.energy, 1, 1e-10);
  rig_done(&right);
  rig_done(&left);
}

TEST_MAIN(cmocka_unit_test(active_block_shortens_as_by_hand),
          cmocka_unit_test(isometric_force_is_as_by_hand),
          cmocka_unit_test(size_and_stiffness_do_not_matter),
          cmocka_unit_test(mirrored_activation_bends_the_other_way))
