// SPDX-License-Identifier: Apache-2.0
//
// The memory of sensors, signals and units in an input: where each one is.

#include "drive/sense.h"

#include "core/core.h"

#include <math.h>

// ----------------------------------------------------------------------------------------- memory

int brn_model_memory_count(const BrnModel* model) {
  BRN_ASSERT(model);
  bool follows = false;
  for (int u = 0; u < model->unit_count; u++) {
    follows |= model->unit_list[u].dynamics != BRN_DYNAMICS_NONE;
  }
  if (model->sensor_count + model->signal_count == 0 && !follows) return 0;
  return BRN_SENSE_HEAD + BRN_SENSE_SENSOR * model->sensor_count +
         BRN_SENSE_SIGNAL * model->signal_count + BRN_SENSE_UNIT * model->unit_count;
}

double* brn__sense_sensor(const BrnModel* model, const BrnStepInput* input, int sensor) {
  (void)model;
  return input->memory + BRN_SENSE_HEAD + (size_t)BRN_SENSE_SENSOR * (size_t)sensor;
}

double* brn__sense_signal(const BrnModel* model, const BrnStepInput* input, int signal) {
  return brn__sense_sensor(model, input, model->sensor_count) +
         (size_t)BRN_SENSE_SIGNAL * (size_t)signal;
}

double* brn__sense_unit(const BrnModel* model, const BrnStepInput* input, int unit) {
  return brn__sense_signal(model, input, model->signal_count) +
         (size_t)BRN_SENSE_UNIT * (size_t)unit;
}

double brn_input_sensor(const BrnModel* model, const BrnStepInput* input, int sensor) {
  BRN_ASSERT(model && input && sensor >= 0 && sensor < model->sensor_count);
  return *brn__sense_sensor(model, input, sensor);
}

double brn_input_signal(const BrnModel* model, const BrnStepInput* input, int signal) {
  BRN_ASSERT(model && input && signal >= 0 && signal < model->signal_count);
  return *brn__sense_signal(model, input, signal);
}

double brn_input_excitation(const BrnModel* model, const BrnStepInput* input, int unit) {
  BRN_ASSERT(model && input && unit >= 0 && unit < model->unit_count);
  if (brn_model_memory_count(model) == 0) return input->activation[unit];
  return brn__sense_unit(model, input, unit)[1];
}

// ---------------------------------------------------------------------------------------- sensing

BrnSense brn__sense_begin(const BrnModel* model, const BrnState* state, BrnStepInput* input) {
  const double* memory = input->memory;
  BrnSense sense = {model, state, input, .count = (int)memory[0]};
  if (sense.count > 1) sense.lapse = state->time - memory[1];
  if (sense.count > 0) sense.step = input->time - memory[2];
  return sense;
}

void brn__sense_end(const BrnSense* sense) {
  double* memory = sense->input->memory;
  memory[0] = fmin(sense->count + 1, 2);
  memory[1] = sense->state->time;
  memory[2] = sense->input->time;
}
