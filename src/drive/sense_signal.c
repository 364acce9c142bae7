// SPDX-License-Identifier: Apache-2.0
//
// Signals: a sensor, a track, or the sum or product of others, through a curve, a weight and a
// trigger.

#include "drive/sense.h"

#include "drive/run_up.h"
#include "drive/signal.h"

#include <math.h>

// ---------------------------------------------------------------------------------------- signals

static double combine(const BrnSense* sense, const BrnModelSignal* signal) {
  double sum = 0, product = 1;
  for (int i = 0; i < signal->of_count; i++) {
    double value = *brn__sense_signal(sense->model, sense->input, signal->of[i]);
    sum += value;
    product *= value;
  }
  return signal->multiply ? product : sum;
}

static double source_of(const BrnSense* sense, const BrnModelSignal* signal) {
  double value = 0;
  if (signal->sensor >= 0) return *brn__sense_sensor(sense->model, sense->input, signal->sensor);
  if (!signal->value) return combine(sense, signal);
  brn_track_value(signal->value, brn__run_up_time(sense->model, sense->input->time), &value);
  return value;
}

// numbers that overflow on the way, as products may, count as nothing
static double sound(double value) { return isfinite(value) ? value : 0; }

// weight curve(what is read), through the trigger
static void evaluate(const BrnSense* sense, const BrnModelSignal* signal, double* memory) {
  double value = sound(source_of(sense, signal));
  if (signal->curve) brn_track_value(signal->curve, value, &value);
  value = sound(signal->weight * value);
  if (signal->has_trigger) {
    double age = sense->count > 0 ? memory[1] : BRN_NEVER;
    memory[1] = brn__trigger_age(age, value, signal->threshold, sense->step);
    value = brn__trigger_value(memory[1], signal->peak, signal->hold, signal->relax);
  }
  memory[0] = value;
}

void brn__sense_signals(const BrnSense* sense) {
  for (int g = 0; g < sense->model->signal_count; g++) {
    evaluate(sense, &sense->model->signal[g], brn__sense_signal(sense->model, sense->input, g));
  }
}
