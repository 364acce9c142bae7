// SPDX-License-Identifier: Apache-2.0

#include "solver/sense.h"

#include <math.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- memory

int brn_model_memory_count(const BrnModel* model) {
  BRN_ASSERT(model);
  if (model->sensor_count + model->signal_count == 0) return 0;
  return BRN_SENSE_HEAD + BRN_SENSE_SENSOR * model->sensor_count +
         BRN_SENSE_SIGNAL * model->signal_count + model->unit_count;
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
  return brn__sense_signal(model, input, model->signal_count) + unit;
}

double brn_input_sensor(const BrnModel* model, const BrnStepInput* input, int sensor) {
  BRN_ASSERT(model && input && sensor >= 0 && sensor < model->sensor_count);
  return *brn__sense_sensor(model, input, sensor);
}

double brn_input_signal(const BrnModel* model, const BrnStepInput* input, int signal) {
  BRN_ASSERT(model && input && signal >= 0 && signal < model->signal_count);
  return *brn__sense_signal(model, input, signal);
}

// ---------------------------------------------------------------------------------------- sensing

// What is remembered comes from the state, so that a step which is done again, or a run that goes
// on from a checkpoint, senses the same bits.
void brn_input_sense(const BrnModel* model, const BrnState* state, BrnStepInput* input) {
  BRN_ASSERT(model && state && input);
  int count = brn_model_memory_count(model);
  if (count == 0) return;
  double* memory = input->memory;
  memmove(memory, state->input->memory, sizeof(double) * (size_t)count);
  BrnSense sense = {model, state, input, .count = (int)memory[0]};
  if (sense.count > 1) sense.lapse = state->time - memory[1];
  if (sense.count > 0) sense.step = input->time - memory[2];
  brn__sense_read(&sense);
  brn__sense_signals(&sense);
  brn__sense_activate(&sense);
  memory[0] = fmin(sense.count + 1, 2);
  memory[1] = state->time;
  memory[2] = input->time;
}
