// SPDX-License-Identifier: Apache-2.0
//
// What sensors and signals remember, in BrnStepInput.memory:
//
//   how often it was sensed, up to 2; time of the state; time of the input
//   of each sensor: its value; where it was (4); velocity (3); acceleration (3)
//   of each signal: its value; age of its trigger
//   of each unit: its activation; its excitation, which it follows
//
//   sense.c         the whole
//   sense_read.c    sensors
//   sense_signal.c  signals
//   sense_activate.c  activations

#pragma once

#include "brawn/drive.h"

enum { BRN_SENSE_HEAD = 3, BRN_SENSE_SENSOR = 11, BRN_SENSE_SIGNAL = 2, BRN_SENSE_UNIT = 2 };

typedef struct BrnSense {
  const BrnModel* model;
  const BrnState* state;
  BrnStepInput* input; // its memory is what the state's was, until it is made anew
  int count;           // of senses before this one, up to 2: 0 is the first one, which has no past;
                       // 1 is the first one after a step, which may have been a leap from rest
  double lapse;        // of the state since the sense before, s
  double step;         // of the input since then, s
} BrnSense;

double* brn__sense_sensor(const BrnModel* model, const BrnStepInput* input, int sensor);
double* brn__sense_signal(const BrnModel* model, const BrnStepInput* input, int signal);
double* brn__sense_unit(const BrnModel* model, const BrnStepInput* input, int unit);

/// Of an input that remembers what the state's does.
BrnSense brn__sense_begin(const BrnModel* model, const BrnState* state, BrnStepInput* input);
void brn__sense_read(const BrnSense* sense);
void brn__sense_signals(const BrnSense* sense);
void brn__sense_activate(const BrnSense* sense);
/// Remembers when it was.
void brn__sense_end(const BrnSense* sense);
