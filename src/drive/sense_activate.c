// SPDX-License-Identifier: Apache-2.0

#include "drive/sense.h"

#include "drive/dynamics.h"
#include "drive/run_up.h"
#include "drive/signal.h"
#include "motion/track.h"

#include <math.h>

// What a muscle is told, its excitation, is its keys and its signal, kept in [0, 1]. In the run-up
// a share of it counts.

typedef struct Told {
  const BrnModel* model;
  const BrnTrack* track; // NULL: somebody else than the track has filled the input, with `value`
  double value, signal;
} Told;

static double told_at(const void* user, double time) {
  const Told* told = user;
  bool is_on = brn__run_up_is_on(told->model, time);
  double share = is_on ? brn__run_up_share(told->model, time) : 1, value = told->value;
  if (told->track) {
    brn_track_value(told->track, brn__run_up_time(told->model, time), &value);
    value *= share;
  }
  return fmin(fmax(value + share * told->signal, 0), 1);
}

static double told_next(const void* user, double time) {
  const Told* told = user;
  double next = told->track ? brn__track_next_key(told->track, time) : INFINITY;
  return time < 0 ? fmin(next, 0) : next; // the run-up ends
}

static Told told_of(const BrnSense* sense, int u) {
  const BrnModelUnit* unit = &sense->model->unit_list[u];
  Told told = {
      .model = sense->model, .track = unit->activation, .value = sense->input->activation[u]};
  if (told_at(&told, sense->input->time) != told.value) told.track = NULL;
  if (unit->signal >= 0) {
    told.signal = *brn__sense_signal(sense->model, sense->input, unit->signal);
  }
  return told;
}

// by a signal: it stays as it is in the step, and so does the excitation
static double follow_signal(const BrnSense* sense, const BrnModelUnit* unit, double activation,
                            double excitation) {
  if (sense->count == 0) return excitation;
  return brn__activation_step(activation, excitation, unit->rise, unit->fall, sense->step);
}

static double follow(const BrnSense* sense, const BrnModelUnit* unit, double activation,
                     const Told* told) {
  BrnActivator m = {unit->dynamics, unit->rise, unit->fall, unit->least_activation,
                    unit->dynamics_smooth};
  BrnExcitation excitation = {told_at, told_next, told};
  double now = sense->input->time, initial = unit->initial_activation;
  if (sense->count > 0) {
    return brn__activation_follow(&m, activation, &excitation, now - sense->step, now);
  }
  return fmax(isnan(initial) ? told_at(told, now) : initial, m.least);
}

// At first a muscle has followed already. Units without a signal and dynamics stay as they are.
void brn__sense_activate(const BrnSense* sense) {
  const BrnModel* model = sense->model;
  for (int u = 0; u < model->unit_count; u++) {
    const BrnModelUnit* unit = &model->unit_list[u];
    double* memory = brn__sense_unit(model, sense->input, u);
    Told told = told_of(sense, u);
    memory[1] = told_at(&told, sense->input->time);
    if (unit->dynamics != BRN_DYNAMICS_NONE)
      memory[0] = follow(sense, unit, memory[0], &told);
    else if (unit->signal >= 0)
      memory[0] = follow_signal(sense, unit, memory[0], memory[1]);
    else
      memory[0] = memory[1] = sense->input->activation[u];
    sense->input->activation[u] = memory[0];
  }
}
