// SPDX-License-Identifier: Apache-2.0
//
// The spindle between two bones on which methods are compared, at 2268 tets: ten frames from rest
// to full activation. Counts are measured ones with some room.

#include "solver/solver_test.h"

typedef struct Ramp {
  int iterations, linear_iterations, factorizations;
  double tip[3]; // displacement of a corner of the free bone at the end
  double* shape; // (vertex_count x 3)
  int count;
} Ramp;

static Ramp ramp(const char* text, const BrnSolverDef* def) {
  Rig rig = rig_with(text, def, 2);
  Ramp out = {.count = 3 * rig.state->vertex_count};
  for (int f = 1; f <= 10; f++) {
    ENSURE_OK(rig.ctx, brn_drive_fill(rig.drive, f / 10.0, rig.state, rig.input));
    rig_step_converges(&rig);
    ENSURE_INT(rig.report.inverted, 0);
    out.iterations += rig.report.iterations;
    out.linear_iterations += rig.report.linear_iterations;
    out.factorizations += rig.report.factorizations;
  }
  int tip = rig.model->bone[1].vertex[0];
  brn__sub3(out.tip, rig_now(&rig, tip), rig_rest(&rig, tip));
  out.shape = malloc(sizeof(double) * (size_t)out.count);
  memcpy(out.shape, rig.state->position, sizeof(double) * (size_t)out.count);
  rig_done(&rig);
  return out;
}

static double farthest(const Ramp* a, const Ramp* b) {
  double most = 0;
  for (int i = 0; i < a->count; i += 3) {
    most = fmax(most, brn__distance3(a->shape + i, b->shape + i));
  }
  return most;
}

static void ends_alike(const Ramp* reference, Ramp* other) {
  ENSURE_NEAR(farthest(reference, other), 0, 2.6e-4); // a thousandth of the length
  free(other->shape);
}

// the linear solvers, with a bound on the iterations of each, and the same shape from all
static Ramp all_ways(const char* text, int direct, int laplace) {
  BrnSolverDef def = brn_solver_def_default();
  def.linear = BRN_LINEAR_DIRECT;
  Ramp reference = ramp(text, &def);
  ENSURE(reference.iterations <= direct);
  def.linear = BRN_LINEAR_LAPLACE;
  Ramp gradients = ramp(text, &def);
  ENSURE(gradients.iterations <= laplace && gradients.linear_iterations > 10);
  ends_alike(&reference, &gradients);
  def.linear = BRN_LINEAR_COROTATED;
  Ramp stale = ramp(text, &def);
  ENSURE(stale.iterations <= direct + 4);
  ENSURE(stale.factorizations < reference.factorizations * 2 / 3);
  ends_alike(&reference, &stale);
  return reference;
}

static void axial_takes_three_iterations_a_frame(void** unused) {
  (void)unused;
  Ramp axial = all_ways(SPINDLE("2268", "[0, -9.81, 0]", "", ""), 36, 80);
  ENSURE_NEAR(axial.tip[1], 0.024, 0.001);
  free(axial.shape);
}

#ifdef BRN_SANITIZED // one is enough to look for races and bad memory, and takes long
TEST_MAIN(cmocka_unit_test(axial_takes_three_iterations_a_frame))
#else
static void lever_needs_the_warp(void** unused) {
  (void)unused;
  const char* text = SPINDLE("2268", "[0, -9.81, 0]", "",
                             ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], "
                             "'point': [0.05, 0, 0], 'axis': [0, 0, 1]}}");
  BrnSolverDef def = brn_solver_def_default();
  Ramp lever = all_ways(text, 36, 80);
  def.warp = false;
  Ramp straight = ramp(text, &def);
  ENSURE(straight.iterations > 2 * lever.iterations);
  ends_alike(&lever, &straight);
  free(lever.shape);
}

#define HALF(side)                                                                                 \
  SPINDLE("2268", "[0, -9.81, 0]",                                                                 \
          ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",                       \
          ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': [" side ", 0, 0]}}}")

// Only one half of the fibres is active; the other half bends it the other way. Plain tets lock: it
// bends by a sixth of that, in fewer iterations.
static void half_bends_towards_its_side(void** unused) {
  (void)unused;
  BrnSolverDef def = brn_solver_def_default();
  Ramp right = all_ways(HALF("1"), 44, 130), left = ramp(HALF("-1"), &def);
  ENSURE_NEAR(right.tip[0], 0.0592, 0.002);
  ENSURE_NEAR(left.tip[0] / right.tip[0], -1, 0.02); // as far as patches are symmetric
  def.locking = BRN_LOCKING_OFF;
  Ramp plain = ramp(HALF("1"), &def), other = ramp(HALF("-1"), &def);
  ENSURE(plain.iterations <= 40 && plain.tip[0] > 0.009 && plain.tip[0] < 0.011);
  ENSURE_NEAR(other.tip[0] / plain.tip[0], -1, 1e-3);
  free(plain.shape);
  free(other.shape);
  free(right.shape);
  free(left.shape);
}

TEST_MAIN(cmocka_unit_test(axial_takes_three_iterations_a_frame),
          cmocka_unit_test(lever_needs_the_warp), cmocka_unit_test(half_bends_towards_its_side))
#endif
