// SPDX-License-Identifier: Apache-2.0
//
// A block of muscle in uniform states, by formulas.

#pragma once

#include "solver_test.h"

// Stable neo-Hookean: P = mu F - mu J F^-T + (lambda + mu) (J - 1) J F^-T, and along the fibres
// a T l. For F = diag(t, l, t):

typedef struct Lame {
  double mu, lambda;
} Lame;

static inline Lame lame_of(double young, double poisson) {
  return (Lame){young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

// t^2 for which the sides are free: mu - mu l + (lambda + mu) (l t^2 - 1) l = 0
static inline double side_squared(Lame m, double l) {
  return (1 + m.mu * (l - 1) / ((m.lambda + m.mu) * l)) / l;
}

static inline double stress_along(Lame m, double active, double l) {
  double tt = side_squared(m, l), J = l * tt;
  return m.mu * l - m.mu * tt + (m.lambda + m.mu) * (J - 1) * tt + active * l;
}

static inline double free_stretch(Lame m, double active) {
  double low = 0.3, high = 1;
  for (int i = 0; i < 200; i++) {
    double middle = (low + high) / 2;
    if (stress_along(m, active, middle) > 0) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

// every vertex is where diag(t, l, t) and the held sides want it
static inline void block_is(const Rig* rig, double t, double l, double tolerance) {
  double low[3], high[3];
  brn_mesh_bounds(rig->model->mesh, low, high);
  for (int v = 0; v < rig->model->mesh->vertex_count; v++) {
    for (int i = 0; i < 3; i++) {
      double expected = low[i] + (i == 1 ? l : t) * (rig_rest(rig, v)[i] - low[i]);
      ENSURE_NEAR(rig_now(rig, v)[i], expected, tolerance);
    }
  }
}
