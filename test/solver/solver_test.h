// SPDX-License-Identifier: Apache-2.0
//
// What the tests of solvers share: a model with everything that a step needs, and bodies as scenes.

#pragma once

#include "anatomy/build.h"
#include "anatomy/model_test.h"
#include "brawn/shape.h"
#include "core/vec.h"
#include "scene/tables.h"
#include "solver/emu/emu.h"
#include "solver/newton/newton.h"
#include "solver/quasi/quasi.h"
#include "solver/sheet/settings.h"
#include "solver/substeps.h"
#include "solver/xpbd/settings.h"

/// What methods have of their own in a def: bytes there, so it is copied out and in.
static inline BrnEmuSettings emu_keys(const BrnSolverDef* def) {
  BrnEmuSettings keys;
  brn__solver_get(def, &brn__emu_settings, &keys);
  return keys;
}
static inline void put_key(BrnSolverDef* def, const BrnInlineTable* table, size_t offset,
                           const void* value, size_t size) {
  const BrnField* own = brn__solver_fields;
  while (own->type != BRN_FIELD_INLINE) own++;
  memcpy((char*)brn__inline_at(own, def, table) + offset, value, size);
}
#define KEY_OF(type, member) ((type*)0)->member
#define PUT_KEY(def, table, type, member, value)                                                   \
  put_key(def, &(table), offsetof(type, member), &(__typeof__(KEY_OF(type, member))){value},       \
          sizeof(KEY_OF(type, member)))
#define emu_put(def, member, value) PUT_KEY(def, brn__emu_settings, BrnEmuSettings, member, value)
// its keys are in three tables
#define XPBD_body brn__xpbd_settings, BrnXpbdSettings
#define XPBD_substeps brn__substep_settings, BrnSubstepSettings
#define XPBD_damping XPBD_substeps
#define XPBD_inertia XPBD_substeps
#define XPBD_volume brn__sheet_settings, BrnSheetSettings
#define XPBD_contact XPBD_volume
#define XPBD_preset XPBD_volume
#define PUT_KEY_IN(def, table_and_type, member, value) PUT_KEY(def, table_and_type, member, value)
#define xpbd_put(def, member, value) PUT_KEY_IN(def, XPBD_##member, member, value)

typedef struct Rig {
  BrnContext* ctx;
  BrnModel* model;
  BrnSolver* solver;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
  BrnStepReport report;
  BrnNewton* newton; // inside of the solver; NULL: it is another method
  BrnBody* body;     // newton's, or set by the headers of other methods
} Rig;

/// Inside of lbfgs and bcqn.
static inline BrnQuasi* quasi_of(const Rig* rig) { return rig->solver->method; }

/// Solver, state and input of a model that is there; the input is that of time 1.
static inline void rig_solver(Rig* rig, const BrnSolverDef* def) {
  ENSURE_OK(rig->ctx, brn_solver_create(rig->ctx, rig->model, def, &rig->solver));
  ENSURE_OK(rig->ctx, brn_state_create(rig->ctx, rig->model, &rig->state));
  ENSURE_OK(rig->ctx, brn_input_create(rig->ctx, rig->model, &rig->input));
  ENSURE_OK(rig->ctx, brn_drive_create(rig->ctx, rig->model, NULL, NULL, &rig->drive));
  ENSURE_OK(rig->ctx, brn_drive_fill(rig->drive, 1, rig->state, rig->input));
  bool newton = strcmp(rig->solver->ops->about.name, "newton") == 0;
  rig->newton = newton ? rig->solver->method : NULL;
  bool quasi = strcmp(rig->solver->ops->about.name, "lbfgs") == 0 ||
               strcmp(rig->solver->ops->about.name, "bcqn") == 0;
  rig->body = newton ? rig->newton->body : quasi ? quasi_of(rig)->body : NULL;
}

static inline Rig rig_with(const char* text, const BrnSolverDef* def, int workers) {
  Rig rig = {.ctx = test_context_with(workers)};
  rig.model = model_build(rig.ctx, text);
  rig_solver(&rig, def);
  return rig;
}

/// The scene, with more keys for all that is like muscle; good until the next call.
static inline const char* with_keys(const char* text, const char* keys) {
  static const char from[] = "'like': 'muscle'";
  static char out[8000];
  size_t used = 0;
  while (*text) {
    bool here = strncmp(text, from, strlen(from)) == 0;
    ENSURE(used + sizeof from + strlen(keys) + 2 < sizeof out);
    if (here) {
      used += (size_t)sprintf(out + used, "%s, %s", from, keys);
    } else {
      out[used++] = *text;
    }
    text += here ? strlen(from) : 1;
  }
  out[used] = 0;
  return out;
}

static inline const char* with_hill(const char* text) { return with_keys(text, "'hill': {}"); }

static inline Rig rig_make(const char* text) {
  BrnSolverDef def = brn_solver_def_default();
  return rig_with(text, &def, 2);
}

static inline void rig_done(Rig* rig) {
  brn_solver_destroy(rig->ctx, rig->solver);
  brn_state_destroy(rig->ctx, rig->state);
  brn_input_destroy(rig->ctx, rig->input);
  brn_drive_destroy(rig->ctx, rig->drive);
  brn_model_destroy(rig->ctx, rig->model);
  test_context_done(rig->ctx);
}

static inline void rig_step(Rig* rig) {
  ENSURE_OK(rig->ctx, brn_solver_step(rig->solver, rig->input, rig->state, &rig->report));
}

/// Fixed iterations end where they end, and say whether forces balance there.
static inline void rig_step_is_honest(Rig* rig) {
  rig_step(rig);
  bool far = rig->report.residual > 1e-3 * rig->report.acting;
  ENSURE(rig->report.outcome == BRN_OUT_OF_ITERATIONS ||
         (rig->report.outcome == BRN_CONVERGED && !far));
}

static inline void rig_step_converges(Rig* rig) {
  rig_step(rig);
  ENSURE_INT(rig->report.outcome, BRN_CONVERGED);
}

/// With a small weight of continuity forces balance, but tets do not fit together; that is told.
static inline void rig_step_ends(Rig* rig) {
  rig_step(rig);
  const BrnStepReport* r = &rig->report;
  bool apart = r->outcome == BRN_STALLED && brn_step_report_value(r, "gap") > 1e-6 &&
               r->residual <= 2e-2 * r->acting + 1e-6;
  ENSURE(r->outcome == BRN_CONVERGED || apart);
}

static inline const double* rig_rest(const Rig* rig, int vertex) {
  return rig->model->mesh->position + 3 * (size_t)vertex;
}

static inline const double* rig_now(const Rig* rig, int vertex) {
  return rig->state->position + 3 * (size_t)vertex;
}

/// Puts the nodes of the solver where the state is, and the input in force.
static inline void rig_load(Rig* rig) {
  BrnBody* body = rig->body;
  for (int i = 0; i < body->nodes->count; i++) {
    brn__copy3(body->y + 3 * i, rig_now(rig, body->nodes->vertex[i]));
  }
  brn__input_copy(rig->model, rig->input, body->input);
  brn__body_load(rig->ctx, body);
}

/// Moves every free coordinate by up to `size`.
static inline void rig_shake(Rig* rig, TestRandom* random, double size) {
  const BrnNodes* nodes = rig->body->nodes;
  for (int i = 0; i < 3 * nodes->count; i++) {
    if (!(nodes->held[i / 3] >> (i % 3) & 1)) rig->body->y[i] += test_random(random, -size, size);
  }
}

/// As near to the minimum as round-off lets it.
static inline BrnSolverDef sharp_def(void) {
  BrnSolverDef def = brn_solver_def_default();
  def.tolerance = 1e-14;
  return def;
}

/// Where a body gets from rest in one step, as vertices x 3; to be freed.
static inline double* shape_by(BrnContext* ctx, const BrnModel* model, const BrnStepInput* input,
                               const BrnSolverDef* def, BrnStepReport* report) {
  BrnSolver* solver;
  BrnState* state;
  size_t size = 3 * sizeof(double) * (size_t)model->mesh->vertex_count;
  double* shape = malloc(size);
  ENSURE_OK(ctx, brn_solver_create(ctx, model, def, &solver));
  ENSURE_OK(ctx, brn_state_create(ctx, model, &state));
  ENSURE_OK(ctx, brn_solver_step(solver, input, state, report));
  memcpy(shape, state->position, size);
  brn_state_destroy(ctx, state);
  brn_solver_destroy(ctx, solver);
  return shape;
}

static inline double shapes_apart(const BrnModel* model, const double* a, const double* b) {
  double most = 0;
  for (int v = 0; v < model->mesh->vertex_count; v++) {
    most = fmax(most, brn__distance3(a + 3 * (size_t)v, b + 3 * (size_t)v));
  }
  return most;
}

/// Without any solver key a step from rest converges, and ends within 1e-4 of the way to where it
/// ends when nothing but round-off is left.
static inline void as_it_comes(BrnContext* ctx, const BrnModel* model, const BrnStepInput* input) {
  BrnSolverDef usual = brn_solver_def_default(), sharp = sharp_def();
  BrnStepReport report, best;
  sharp.balance = 0;
  sharp.iterations = 200;
  double* shape = shape_by(ctx, model, input, &usual, &report);
  double* answer = shape_by(ctx, model, input, &sharp, &best);
  double way = shapes_apart(model, answer, model->mesh->position);
  ENSURE_INT(best.outcome, BRN_CONVERGED);
  ENSURE_INT(report.outcome, BRN_CONVERGED);
  ENSURE(report.residual <= 1e-3 * report.acting + 1e-9);
  ENSURE_NEAR(shapes_apart(model, shape, answer), 0, 1e-4 * way + 1e-12);
  free(shape);
  free(answer);
}

/// The same step with the settings of the rig.
static inline void rig_step_as_by_default(Rig* rig) {
  as_it_comes(rig->ctx, rig->model, rig->input);
  rig_step_converges(rig);
}

/// Force along y of the flesh on what holds it above a height.
static inline double pull(Rig* rig, double height) {
  BrnBody* body = rig->body;
  double sum = 0;
  rig_load(rig);
  brn__body_evaluate(rig->ctx, body, BRN_WANT_STRESS, &rig->report);
  for (int b = 0; b < body->elements->batch_count; b++) {
    for (int k = 0; k < 4 * BRN_LANES; k++) {
      const BrnBatch* batch = &body->elements->batch[b];
      if (batch->tet[k / 4] < 0 || rig_rest(rig, batch->corner[k % 4][k / 4])[1] < height) continue;
      sum += body->force[12 * (BRN_LANES * b + k / 4) + 3 * (k % 4) + 1];
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
