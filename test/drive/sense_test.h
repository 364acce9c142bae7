// SPDX-License-Identifier: Apache-2.0
//
// What the tests of sensors share: a bar whose lower bone is scripted, or hangs free.

#pragma once

#include "drive/sense.h"
#include "solver/solver_test.h"

/// `base`: more of the lower bone; `muscle`: more of the muscle.
#define SENSE_BAR(base, muscle, more)                                                              \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'bar', 'tets': 300}}, 'gravity': [0, 0, 0], "          \
  "'materials': {'flesh': {'like': 'muscle', 'young': 6e4, 'poisson': 0.45}}, 'bones': {'top': "   \
  "{'labels': 'bone_proximal', 'fixed': true}, 'base': {'labels': 'bone_distal'" base "}}, "       \
  "'muscles': {'m': {'labels': 'muscle', 'origin': 'top', 'insertion': 'base', 'material': "       \
  "'flesh', 'tension': 4e4" muscle "}}" more "}"

/// A hinge in the middle of the bar, 20 degrees in a second.
#define SENSE_HINGE                                                                                \
  ", 'joints': {'j': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0, 0.1, 0], 'axis': "   \
  "[0, 0, 1], 'angle': {'keys': [[0, 0], [1, 20]], 'curve': 'linear'}}}"

/// A model with a state and an input, but without a solver.
typedef struct Sensed {
  BrnContext* ctx;
  BrnModel* model;
  BrnState* state;
  BrnStepInput* input;
  BrnDrive* drive;
} Sensed;

static inline Sensed sensed_make(const char* text) {
  Sensed s = {.ctx = test_context()};
  s.model = model_build(s.ctx, text);
  ENSURE_OK(s.ctx, brn_state_create(s.ctx, s.model, &s.state));
  ENSURE_OK(s.ctx, brn_input_create(s.ctx, s.model, &s.input));
  ENSURE_OK(s.ctx, brn_drive_create(s.ctx, s.model, NULL, NULL, &s.drive));
  return s;
}

static inline void sensed_done(Sensed* s) {
  brn_input_destroy(s->ctx, s->input);
  brn_drive_destroy(s->ctx, s->drive);
  brn_state_destroy(s->ctx, s->state);
  brn_model_destroy(s->ctx, s->model);
  test_context_done(s->ctx);
}

static inline void sensed_fill(Sensed* s, double time) {
  ENSURE_OK(s->ctx, brn_drive_fill(s->drive, time, s->state, s->input));
}

/// What a step leaves behind when nothing moves.
static inline void sensed_step(Sensed* s) {
  brn__input_copy(s->model, s->input, s->state->input);
  s->state->time = s->input->time;
}

static inline double sensed_value(const Sensed* s, int sensor) {
  return brn_input_sensor(s->model, s->input, sensor);
}
