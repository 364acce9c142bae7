// SPDX-License-Identifier: Apache-2.0
//
// What the tests of solvers share: a model with everything that a step needs, and bodies as scenes.

#pragma once

#include "anatomy/model_test.h"
#include "brawn/shape.h"
#include "core/vec.h"
#include "solver/newton/newton.h"

typedef struct Rig {
  BrnContext* ctx;
  BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnStepReport report;
  BrnNewton* n; // inside of the solver
} Rig;

/// Solver, state and input of a model that is there; the input is that of time 1.
static inline void rig_solver(Rig* rig, const BrnSolverDef* def) {
  ENSURE_OK(rig->ctx, brn_solver_create(rig->ctx, rig->model, def, &rig->solver));
  ENSURE_OK(rig->ctx, brn_state_create(rig->ctx, rig->model, &rig->state));
  ENSURE_OK(rig->ctx, brn_input_create(rig->ctx, rig->model, &rig->input));
  brn_input_fill(rig->model, 1, rig->input);
  rig->n = rig->solver->method;
}

static inline Rig rig_with(const char* text, const BrnSolverDef* def, int workers) {
  Rig rig = {.ctx = test_context_with(workers)};
  rig.model = model_build(rig.ctx, text);
  rig_solver(&rig, def);
  return rig;
}

/// The scene, with Hill's fibres in all that is like muscle; good until the next call.
static inline const char* with_hill(const char* text) {
  static const char from[] = "'like': 'muscle'", to[] = "'like': 'muscle', 'hill': {}";
  static char out[8000];
  size_t used = 0;
  while (*text) {
    bool here = strncmp(text, from, strlen(from)) == 0;
    ENSURE(used + sizeof to < sizeof out);
    if (here) {
      used += (size_t)sprintf(out + used, "%s", to);
    } else {
      out[used++] = *text;
    }
    text += here ? strlen(from) : 1;
  }
  out[used] = 0;
  return out;
}

static inline Rig rig_make(const char* text) {
  BrnSolverDef def = brn_solver_def_default();
  return rig_with(text, &def, 2);
}

static inline void rig_done(Rig* rig) {
  brn_solver_destroy(rig->ctx, rig->solver);
  brn_state_destroy(rig->ctx, rig->state);
  brn_input_destroy(rig->ctx, rig->input);
  brn_model_destroy(rig->ctx, rig->model);
  test_context_done(rig->ctx);
}

static inline void rig_step(Rig* rig) {
  ENSURE_OK(rig->ctx, brn_solver_step(rig->solver, rig->input, rig->state, &rig->report));
}

static inline void rig_step_converges(Rig* rig) {
  rig_step(rig);
  ENSURE_INT(rig->report.outcome, BRN_CONVERGED);
}

static inline const double* rig_rest(const Rig* rig, int vertex) {
  return rig->model->mesh->position + 3 * (size_t)vertex;
}

static inline const double* rig_now(const Rig* rig, int vertex) {
  return rig->state->position + 3 * (size_t)vertex;
}

/// Puts the nodes of the solver where the state is, and the input in force.
static inline void rig_load(Rig* rig) {
  BrnNewton* n = rig->n;
  for (int i = 0; i < n->nodes->count; i++) {
    brn__copy3(n->y + 3 * i, rig_now(rig, n->nodes->vertex[i]));
  }
  brn__input_copy(rig->model, rig->input, n->input);
  brn__newton_load(rig->ctx, n);
}

/// Moves every free coordinate by up to `size`.
static inline void rig_shake(Rig* rig, TestRandom* random, double size) {
  const BrnNodes* nodes = rig->n->nodes;
  for (int i = 0; i < 3 * nodes->count; i++) {
    if (!(nodes->held[i / 3] >> (i % 3) & 1)) rig->n->y[i] += test_random(random, -size, size);
  }
}

/// As near to the minimum as round-off lets it.
static inline BrnSolverDef sharp_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  def.tolerance = 1e-14;
  return def;
}

/// Force along y of the flesh on what holds it above a height.
static inline double pull(Rig* rig, double height) {
  BrnNewton* n = rig->n;
  double sum = 0;
  rig_load(rig);
  brn__newton_evaluate(rig->ctx, n, BRN_WANT_STRESS, &rig->report);
  for (int b = 0; b < n->elements->batch_count; b++) {
    for (int k = 0; k < 4 * BRN_LANES; k++) {
      const BrnBatch* batch = &n->elements->batch[b];
      if (batch->tet[k / 4] < 0 || rig_rest(rig, batch->corner[k % 4][k / 4])[1] < height) continue;
      sum += n->force[12 * (BRN_LANES * b + k / 4) + 3 * (k % 4) + 1];
    }
  }
  return sum;
}

/// A box of muscle without bones, 10 cm, fibres along y, its inner vertices shaken; three of its
/// sides hold the axis across them. `more` is more of the scene.
#define BLOCK_SCENE(material, more)                                                                     \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'block', 'tets': 400, 'jitter': 0.3}}, "                    \
  "'gravity': [0, 0, 0], 'materials': {'flesh': " material "}, 'muscles': {'m': {'labels': "            \
  "'muscle', 'origin': {'select': 'low'}, 'insertion': {'select': 'high'}, 'fibres': {'from': "         \
  "'constant', 'axis': [0, 1, 0]}, 'material': 'flesh', 'tension': 2e4, 'activation': 0.5}}, "          \
  "'selections': {'low': " BLOCK_SIDE("[0, 1e-6, 0]", "[0, -1, 0]") ", 'high': " BLOCK_SIDE(            \
      "[0, 0.099999, 0]",                                                                               \
      "[0, 1, 0]") ", 'left': " BLOCK_SIDE("[-0.049999, 0, 0]",                                         \
                                           "[-1, 0, 0]") ", 'back': " BLOCK_SIDE("[0, 0, "              \
                                                                                 "-0.049999]",          \
                                                                                 "[0, 0, -1]") "}" more \
                                                                                               "}"
#define BLOCK_SIDE(point, normal) "{'plane': {'point': " point ", 'normal': " normal "}}"
#define BLOCK_ROLLERS                                                                              \
  "'x': {'on': 'left', 'axes': 'x'}, 'y': {'on': 'low', 'axes': 'y'}, 'z': {'on': 'back', "        \
  "'axes': 'z'}"
#define BLOCK_FLESH "{'like': 'muscle', 'young': 6e4, 'poisson': 0.4}"

/// A bar of muscle, 20 cm along y, between bones: the one at the top is fixed.
#define HANGING_BAR(tets, base, more)                                                              \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': " tets "}}, 'materials': {'flesh': "    \
  "{'like': 'muscle', 'young': 6e4, 'poisson': 0.45}}, 'bones': {'top': {'labels': "               \
  "'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'" base "}}, 'muscles': {'m': " \
  "{'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': 'flesh', 'tension': "    \
  "4e4, 'activation': {'keys': [[0, 0], [1, 1]], 'curve': 'linear'}}}" more "}"

/// The spindle of Modi et al. 2020 as our notes have it: 20 cm, tendons, a free bone with 0.5 kg.
#define SPINDLE(tets, gravity, units, more)                                                        \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'fusiform', 'tets': " tets                             \
  ", 'length': 0.2, 'width': 0.04, 'thickness': 0.04, 'tendon_width': 0.01, 'bone': 0.03}}, "      \
  "'gravity': " gravity ", 'materials': {'flesh': {'like': 'muscle', 'young': 6e6, 'poisson': "    \
  "0.49, 'density': 1060}, 'sinew': {'like': 'tendon', 'young': 1e9, 'poisson': 0.49, 'density': " \
  "1060}, 'hard': {'like': 'bone', 'young': 1e10, 'poisson': 0.49, 'density': 1900}}, 'bones': "   \
  "{'top': {'labels': 'bone_proximal', 'fixed': true, 'material': 'hard'}, 'base': {'labels': "    \
  "'bone_distal', 'material': 'hard'}}, 'tendons': {'p': {'labels': 'tendon_proximal', 'from': "   \
  "'top', 'to': 'm', 'material': 'sinew'}, 'd': {'labels': 'tendon_distal', 'from': 'm', 'to': "   \
  "'base', 'material': 'sinew'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'p', "           \
  "'insertion': 'd', 'material': 'flesh', 'tension': 1.6e6, 'activation': {'keys': [[0, 0], [1, "  \
  "1]], 'curve': 'linear'}" units "}}, 'loads': {'payload': {'on': 'base', 'vector': [0, -4.905, " \
  "0]}}" more "}"
