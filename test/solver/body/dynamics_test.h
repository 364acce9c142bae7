// SPDX-License-Identifier: Apache-2.0
//
// What the tests of dynamic steps share.

#pragma once

#include "solver/solver_test.h"

static inline BrnSolverDef dynamic_def(BrnIntegrator integrator) {
  BrnSolverDef def = sharp_def();
  def.dynamic = true;
  def.integrator = integrator;
  def.linear = BRN_LINEAR_DIRECT;
  return def;
}

/// A block of 10 cm that nothing holds.
#define FREE_BLOCK BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.3}", "")
#define HELD_BLOCK                                                                                 \
  BLOCK_SCENE("{'like': 'muscle', 'young': 6e4, 'poisson': 0.3}",                                  \
              ", 'supports': {" BLOCK_ROLLERS "}")

/// A scene in which nothing acts.
static inline Rig quiet_rig(const char* text, const BrnSolverDef* def) {
  Rig rig = rig_with(text, def, 2);
  for (int u = 0; u < rig.model->unit_count; u++) rig.input->activation[u] = 0;
  memset(rig.input->gravity, 0, sizeof rig.input->gravity);
  return rig;
}

/// A step of length h.
static inline void rig_go(Rig* rig, double h) {
  rig->input->time = rig->state->time + h;
  rig_step_converges(rig);
}

static inline double rig_momentum(const Rig* rig, int axis) {
  double sum = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) {
    sum += rig->model->mass[v] * rig->state->velocity[3 * v + axis];
  }
  return sum;
}

static inline double rig_mass(const Rig* rig) {
  double sum = 0;
  for (int v = 0; v < rig->state->vertex_count; v++) sum += rig->model->mass[v];
  return sum;
}

/// Velocities at random.
static inline void rig_throw(Rig* rig, uint64_t seed, double size) {
  TestRandom random = {seed};
  for (int i = 0; i < 3 * rig->state->vertex_count; i++) {
    rig->state->velocity[i] = test_random(&random, -size, 2 * size);
  }
}
