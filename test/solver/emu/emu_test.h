// SPDX-License-Identifier: Apache-2.0
//
// What the tests of emu share: a step as far as its beginning, deformation gradients that do not
// fit together, and the objective as a function of them.

#pragma once

#include "solver/body/rigid_test.h"
#include "solver/emu/border.h"

/// With the step as published.
static inline BrnSolverDef emu_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  brn_solver_def_choose(&def, "emu");
  emu_put(&def, step, BRN_EMU_WOODBURY);
  return def;
}

static inline BrnSolverDef emu_woodbury_def(BrnLockingCure locking, int modes) {
  BrnSolverDef def = emu_def();
  def.locking = locking;
  emu_put(&def, modes, modes);
  return def;
}

/// As near to the minimum as round-off lets it.
static inline BrnSolverDef emu_sharp_def(double alpha) {
  BrnSolverDef def = emu_def();
  emu_put(&def, alpha, alpha);
  def.tolerance = 1e-14;
  def.iterations = 3000;
  return def;
}

static inline BrnEmu* emu_of(Rig* rig) {
  BrnEmu* e = rig->solver->method;
  rig->body = e->body;
  return e;
}

static inline Rig emu_with(const char* text, const BrnSolverDef* def, int workers) {
  Rig rig = rig_with(text, def, workers);
  emu_of(&rig);
  return rig;
}

/// The beginning of a step: everything that is given is in force, F fits together.
static inline BrnEmu* emu_begin(Rig* rig) {
  BrnEmu* e = emu_of(rig);
  BrnBody* body = e->body;
  brn__body_read_state(body, rig->state);
  brn__input_copy(rig->model, rig->input, body->input);
  brn__constraints_begin(rig->model, body->nodes, body->input, body->constraints);
  brn__body_predict(rig->ctx, body);
  brn__body_load(rig->ctx, body);
  brn__border_begin(rig->ctx, e);
  brn__body_measure(rig->ctx, body, body->y, e->F);
  return e;
}

static inline BrnDeformation* emu_deformations(Rig* rig) {
  BrnEmu* e = rig->solver->method;
  return brn__new_zero(rig->ctx, e->body->elements->batch_count, BrnDeformation);
}

static inline size_t emu_bytes(const BrnEmu* e) {
  return sizeof(BrnDeformation) * (size_t)e->body->elements->batch_count;
}

/// Adds up to `size` to all numbers of all tets and bones.
static inline void emu_add_random(const BrnEmu* e, TestRandom* random, double size,
                                  BrnDeformation* T) {
  for (int b = 0; b < e->body->elements->batch_count; b++) {
    for (int k = 0; k < 9 * BRN_LANES; k++) {
      if (!(e->body->elements->batch[b].volume[k % BRN_LANES] > 0)) continue;
      T[b][k / BRN_LANES][k % BRN_LANES] += test_random(random, -size, size);
    }
  }
}

/// out = a + s b
static inline void emu_add(const BrnEmu* e, const BrnDeformation* a, double s,
                           const BrnDeformation* b, BrnDeformation* out) {
  const double *x = (const double*)a, *y = (const double*)b;
  double* to = (double*)out;
  for (size_t i = 0; i < emu_bytes(e) / sizeof(double); i++) to[i] = x[i] + s * y[i];
}

/// E(F), through the solution for the positions.
static inline BrnEmuEnergy emu_energy(Rig* rig, BrnEmu* e) {
  brn__acap_solve(rig->ctx, e);
  return brn__emu_energy(rig->ctx, e);
}

/// e->g at e->F, and what a definite direction needs.
static inline void emu_prepare(Rig* rig, BrnEmu* e) {
  brn__acap_solve(rig->ctx, e);
  ENSURE(brn__woodbury_prepare(rig->ctx, e, true, &rig->report));
}

/// At deformations that do not quite fit together, with what a definite direction needs.
static inline BrnEmu* emu_shaken(Rig* rig) {
  BrnEmu* e = emu_of(rig);
  TestRandom random = {11};
  rig_load(rig);
  brn__body_measure(rig->ctx, rig->body, rig->body->y, e->F);
  for (int b = 0; b < rig->body->elements->batch_count; b++) {
    for (int k = 0; k < 72; k++) e->F[b][k / 8][k % 8] += test_random(&random, -0.05, 0.05);
  }
  brn__acap_solve(rig->ctx, e);
  ENSURE(brn__woodbury_prepare(rig->ctx, e, true, &rig->report));
  return e;
}

/// Root of the mean square over all tets and bones.
static inline double emu_size(Rig* rig, const BrnEmu* e, const BrnDeformation* T) {
  return sqrt(brn__deformation_dot(rig->ctx, e, T, T) / (72.0 * e->body->elements->batch_count));
}

static inline double emu_energy_at(Rig* rig, BrnEmu* e, const BrnDeformation* F,
                                   const BrnDeformation* d, double s) {
  emu_add(e, F, s, d, e->F);
  return brn__emu_total(emu_energy(rig, e));
}

/// Differences of fourth order
static inline double emu_slope_at(Rig* rig, BrnEmu* e, const BrnDeformation* F,
                                  const BrnDeformation* d, double h) {
  double near = emu_energy_at(rig, e, F, d, h) - emu_energy_at(rig, e, F, d, -h);
  double far = emu_energy_at(rig, e, F, d, 2 * h) - emu_energy_at(rig, e, F, d, -2 * h);
  return (8 * near - far) / (12 * h);
}

/// E by differences along random ways, and along the steepest of all
static inline void emu_gradient_matches(Rig* rig, TestRandom* random) {
  BrnEmu* e = emu_begin(rig);
  BrnDeformation *F = emu_deformations(rig), *d = emu_deformations(rig), *g = emu_deformations(rig);
  emu_add_random(e, random, 0.1, e->F);
  memcpy(F, e->F, emu_bytes(e));
  emu_prepare(rig, e);
  memcpy(g, e->g, emu_bytes(e));
  for (int k = 0; k < 4; k++) {
    memset(d, 0, emu_bytes(e));
    emu_add_random(e, random, 1, d);
    if (k == 3) memcpy(d, g, emu_bytes(e));
    double slope = brn__deformation_dot(rig->ctx, e, g, d), h = 2e-5;
    if (k == 3) h = 2e-7 / emu_size(rig, e, g);
    double size =
        sqrt(brn__deformation_dot(rig->ctx, e, g, g) * brn__deformation_dot(rig->ctx, e, d, d));
    ENSURE_NEAR(emu_slope_at(rig, e, F, d, h) / size, slope / size, 1e-8);
  }
  brn__free(rig->ctx, F);
  brn__free(rig->ctx, d);
  brn__free(rig->ctx, g);
}
