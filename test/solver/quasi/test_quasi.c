// SPDX-License-Identifier: Apache-2.0

#include "solver/quasi/quasi.h"
#include "solver/solver_test.h"

static const char* const methods[2] = {"lbfgs", "bcqn"};

static BrnSolverDef def_of(const char* method, double tolerance) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, method);
  def.tolerance = tolerance;
  def.iterations = 4000;
  def.halvings = 0;
  return def;
}

static const char* const swinging = HANGING_BAR("400", "", ", 'gravity': [-3, -9.81, 2]");

// ----------------------------------------------------------------------------------- the direction

// a bar, shaken, with its gradient
static Rig shaken(const char* method) {
  BrnSolverDef def = def_of(method, 0);
  Rig rig = rig_with(swinging, &def, 2);
  TestRandom random = {3};
  rig_load(&rig);
  rig_shake(&rig, &random, 1e-4);
  brn__body_evaluate(rig.ctx, quasi_of(&rig)->body, BRN_WANT_STRESS, &rig.report);
  return rig;
}

// one step of random length and direction, as the iteration makes them
static void take_step(Rig* rig, TestRandom* random, double size) {
  BrnQuasi* q = quasi_of(rig);
  memcpy(q->before, q->body->g, 3 * sizeof(double) * (size_t)q->body->nodes->row_count);
  memcpy(q->descent.trial, q->body->y, 3 * sizeof(double) * (size_t)q->body->nodes->count);
  rig_shake(rig, random, size);
  brn__body_evaluate(rig->ctx, q->body, BRN_WANT_STRESS, &rig->report);
  brn__quasi_learn(rig->ctx, q);
}

// rows = -factor other rows, to `share` of the largest
static void rows_are(const Rig* rig, const double* a, const double* b, double share) {
  double most = 0, off = 0;
  for (int i = 0; i < 3 * quasi_of(rig)->body->nodes->row_count; i++) {
    most = fmax(most, fabs(b[i]));
    off = fmax(off, fabs(a[i] + b[i]));
  }
  ENSURE(most > 0);
  ENSURE_NEAR(off / most, 0, share);
}

// in the weights (2 mu + lambda) volume: here 2 mu 11 / 2
static void first_direction_is_that_of_the_laplacian(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    Rig rig = shaken(methods[k]);
    BrnQuasi* q = quasi_of(&rig);
    for (int b = 0; b < q->body->elements->batch_count; b++) {
      const BrnBatch* batch = &q->body->elements->batch[b];
      double ratio = batch->tet[0] < 0 ? 0 : q->weight[b][0] / batch->shear[0];
      ENSURE(batch->tet[0] < 0 || fabs(ratio - 5.5) < 1e-12);
    }
    ENSURE(brn__quasi_direct(rig.ctx, q) < 0);
    brn__quasi_multiply(rig.ctx, q, q->descent.d, q->side);
    rows_are(&rig, q->side, q->body->g, 1e-9);
    rig_done(&rig);
  }
}

// H z = s for the last pair, whatever came before it; and H is as it is without the pairs that were
// pushed out
static void last_step_is_foreseen(void** unused) {
  (void)unused;
  for (int k = 0; k < 2; k++) {
    Rig rig = shaken(methods[k]);
    BrnQuasi* q = quasi_of(&rig);
    TestRandom random = {4};
    for (int steps = 1; steps <= 11; steps++) {
      const BrnLbfgs* m = &q->memory;
      take_step(&rig, &random, 1e-5);
      ENSURE_INT(q->memory.count, steps < 8 ? steps : 8);
      size_t size = 3 * (size_t)q->body->nodes->row_count;
      memcpy(q->body->g, brn__lbfgs_change(m, 0), sizeof(double) * size);
      double slope = brn__quasi_direct(rig.ctx, q);
      ENSURE_NEAR(slope * m->rho[(m->next + m->most - 1) % m->most], -1, 1e-8); // -s.z
      rows_are(&rig, q->descent.d, brn__lbfgs_step(m, 0), 1e-8);
      brn__body_evaluate(rig.ctx, q->body, BRN_WANT_STRESS, &rig.report);
    }
    rig_done(&rig);
  }
}

// By the formula of BFGS itself, one pair after the other, with as many products as that takes:
// H_k v = u + (rho s.v - rho z.u) s, u = H_k-1 (v - rho (s.v) z).
static void by_formula(Rig* rig, int pair, const double* v, double* out) {
  BrnQuasi* q = quasi_of(rig);
  size_t size = 3 * (size_t)q->body->nodes->row_count;
  if (pair < 0) {
    brn__poisson_solve(rig->ctx, q->body->poisson, v, out);
    return;
  }
  const double *s = q->memory.s + (size_t)pair * size, *z = q->memory.z + (size_t)pair * size;
  double *w = calloc(size, sizeof(double)), sz = 0, sv = 0, zu = 0;
  for (size_t i = 0; i < size; i++) sz += s[i] * z[i], sv += s[i] * v[i];
  for (size_t i = 0; i < size; i++) w[i] = v[i] - sv / sz * z[i];
  by_formula(rig, pair - 1, w, out);
  for (size_t i = 0; i < size; i++) zu += z[i] * out[i];
  for (size_t i = 0; i < size; i++) out[i] += (sv - zu) / sz * s[i];
  free(w);
}

static void direction_is_that_of_the_formula(void** unused) {
  (void)unused;
  Rig rig = shaken("lbfgs");
  BrnQuasi* q = quasi_of(&rig);
  TestRandom random = {5};
  for (int k = 0; k < 5; k++) take_step(&rig, &random, 1e-4);
  ENSURE_INT(q->memory.count, 5);
  double* out = malloc(3 * sizeof(double) * (size_t)q->body->nodes->row_count);
  by_formula(&rig, 4, q->body->g, out);
  ENSURE(brn__quasi_direct(rig.ctx, q) < 0);
  rows_are(&rig, q->descent.d, out, 1e-9);
  free(out);
  rig_done(&rig);
}

// along which the gradient does not grow, H would lose its definiteness
static void step_of_negative_curvature_is_not_kept(void** unused) {
  (void)unused;
  Rig rig = shaken("lbfgs");
  BrnQuasi* q = quasi_of(&rig);
  int size = 3 * q->body->nodes->row_count;
  memcpy(q->descent.trial, q->body->y, 3 * sizeof(double) * (size_t)q->body->nodes->count);
  TestRandom random = {6};
  rig_shake(&rig, &random, 1e-5);
  for (int i = 0; i < size; i++) {
    size_t at = 3 * (size_t)q->body->nodes->row_node[i / 3] + (size_t)(i % 3);
    q->body->g[i] = q->before[i] - (q->body->y[at] - q->descent.trial[at]);
  }
  brn__quasi_learn(rig.ctx, q);
  ENSURE_INT(q->memory.count, 0);
  rig_done(&rig);
}

// --------------------------------------------------------------------------------------- the blend

// Small steps are as in L-BFGS, large ones as the first guess says; between, the share grows with
// the square of the step.
static void blend_goes_by_the_size_of_the_step(void** unused) {
  (void)unused;
  Rig rig = shaken("bcqn");
  BrnQuasi* q = quasi_of(&rig);
  int size = 3 * q->body->nodes->row_count;
  double* s = q->side;
  for (int i = 0; i < size; i++) s[i] = q->body->gather->held[i / 3] ? 0 : 1e-10 * (1 + i % 5);
  brn__quasi_multiply(rig.ctx, q, s, q->product);
  double small = brn__quasi_blend(rig.ctx, q, q->product);
  double along = brn__body_dot(rig.ctx, size, q->product, q->product);
  ENSURE(small > 0 && small < 0.01);
  ENSURE_NEAR(small, q->blend * along, 1e-15);
  double* y = q->descent.d;
  for (int i = 0; i < size; i++) y[i] = 3 * q->product[i];
  ENSURE_NEAR(brn__quasi_blend(rig.ctx, q, y) / small, 3, 1e-12);
  for (int i = 0; i < size; i++) y[i] = -q->product[i];
  ENSURE(brn__quasi_blend(rig.ctx, q, y) == 0);
  for (int i = 0; i < size; i++) y[i] = 1e9 * q->product[i];
  ENSURE(brn__quasi_blend(rig.ctx, q, y) == 1);
  rig_done(&rig);
}

// z of a large step is A s, of a small one the difference of gradients
static void pairs_are_blended(void** unused) {
  (void)unused;
  Rig rig = shaken("bcqn");
  BrnQuasi* q = quasi_of(&rig);
  TestRandom random = {7};
  int size = 3 * q->body->nodes->row_count;
  for (int large = 0; large < 2; large++) {
    q->blend = large ? INFINITY : 0;
    brn__lbfgs_forget(&q->memory);
    take_step(&rig, &random, 1e-5);
    ENSURE_INT(q->memory.count, 1);
    double* expected = q->side;
    brn__quasi_multiply(rig.ctx, q, q->memory.s, expected);
    for (int i = 0; i < size && !large; i++) expected[i] = q->body->g[i] - q->before[i];
    for (int i = 0; i < size; i++) expected[i] = -expected[i];
    rows_are(&rig, q->memory.z, expected, 1e-12);
  }
  rig_done(&rig);
}

// The weight has no unit in it: a body of ten times the size, with all steps ten times as large and
// any stiffness, is blended alike.
static void blend_does_not_depend_on_units(void** unused) {
  (void)unused;
  double share[2];
  static const char* const scenes[2] = {
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300, 'length': 0.2, 'width': 0.04, "
      "'bone': 0.03}}, 'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.4}, "
      "'hard': {'like': 'bone', 'young': 1e7}}, 'bones': {'top': {'labels': 'bone_proximal', "
      "'fixed': true, 'material': 'hard'}, 'base': {'labels': 'bone_distal', 'material': 'hard'}}, "
      "'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': "
      "'flesh'}}}",
      "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300, 'length': 2, 'width': 0.4, "
      "'bone': 0.3}}, 'materials': {'flesh': {'like': 'muscle', 'young': 3e5, 'poisson': 0.4}, "
      "'hard': {'like': 'bone', 'young': 5e7}}, 'bones': {'top': {'labels': 'bone_proximal', "
      "'fixed': true, 'material': 'hard'}, 'base': {'labels': 'bone_distal', 'material': 'hard'}}, "
      "'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': "
      "'flesh'}}}"};
  for (int k = 0; k < 2; k++) {
    BrnSolverDef def = def_of("bcqn", 0);
    Rig rig = rig_with(scenes[k], &def, 2);
    BrnQuasi* q = quasi_of(&rig);
    for (int i = 0; i < 3 * q->body->nodes->row_count; i++)
      q->side[i] = (k ? 1e-5 : 1e-6) * (i % 7);
    brn__quasi_multiply(rig.ctx, q, q->side, q->product);
    share[k] = brn__quasi_blend(rig.ctx, q, q->product);
    ENSURE(share[k] > 1e-12 && share[k] < 1);
    rig_done(&rig);
  }
  ENSURE_NEAR(share[1] / share[0], 1, 1e-6);
}

TEST_MAIN(cmocka_unit_test(first_direction_is_that_of_the_laplacian),
          cmocka_unit_test(last_step_is_foreseen),
          cmocka_unit_test(direction_is_that_of_the_formula),
          cmocka_unit_test(step_of_negative_curvature_is_not_kept),
          cmocka_unit_test(blend_goes_by_the_size_of_the_step), cmocka_unit_test(pairs_are_blended),
          cmocka_unit_test(blend_does_not_depend_on_units))
