// SPDX-License-Identifier: Apache-2.0
//
// The spindle between two bones on which solvers are compared (after Modi et al. 2020, fig. 9), as
// a scene with ' for ": 20 cm long, 4 cm wide, tendons at its ends, the lower bone free with a
// payload. Ten frames take it from rest to full activation in a second.

#pragma once

typedef struct BenchCase {
  const char* name;
  const char* gravity; // m/s^2
  const char* payload; // N
  const char* units;   // of the muscle
  const char* more;    // of the scene
  const char* sinew;   // Young's modulus of the tendons, Pa
} BenchCase;

static const BenchCase bench_cases[] = {
    {"axial", "[0, -9.81, 0]", "[0, -4.905, 0]", "", "", "1e9"},
    {"half", "[0, -9.81, 0]", "[0, -4.905, 0]",
     ", 'units': {'on': {'region': 'half'}, 'off': {'activation': 0}}",
     ", 'selections': {'half': {'plane': {'point': [0, 0, 0], 'normal': [1, 0, 0]}}}", "1e9"},
    {"tilt", "[4.905, -8.496, 0]", "[2.4525, -4.248, 0]", "", "", "1e9"},
    {"lever", "[0, -9.81, 0]", "[0, -19.62, 0]", "",
     ", 'joints': {'h': {'type': 'hinge', 'bones': ['top', 'base'], 'point': [0.05, 0, 0], "
     "'axis': [0, 0, 1]}}",
     "1e9"},
};
enum { BENCH_CASES = sizeof bench_cases / sizeof *bench_cases };

#define BENCH_SPINDLE_LENGTH 0.26 // m, bones included

// takes tets, gravity, sinew, units, payload, more
#define BENCH_SPINDLE                                                                              \
  "{'brawn': 1, 'mesh': {'shape': {'shape': 'fusiform', 'tets': %d, 'length': 0.2, 'width': "      \
  "0.04, 'thickness': 0.04, 'tendon_width': 0.01, 'bone': 0.03}}, 'gravity': %s, 'materials': "    \
  "{'flesh': {'like': 'muscle', 'young': 6e6, 'poisson': 0.49, 'density': 1060}, 'sinew': "        \
  "{'like': 'tendon', 'young': %s, 'poisson': 0.49, 'density': 1060}, 'hard': {'like': 'bone', "   \
  "'young': 1e10, 'poisson': 0.49, 'density': 1900}}, 'bones': {'top': {'labels': "                \
  "'bone_proximal', 'fixed': true, 'material': 'hard'}, 'base': {'labels': 'bone_distal', "        \
  "'material': 'hard'}}, 'tendons': {'p': {'labels': 'tendon_proximal', 'from': 'top', 'to': "     \
  "'m', 'material': 'sinew'}, 'd': {'labels': 'tendon_distal', 'from': 'm', 'to': 'base', "        \
  "'material': 'sinew'}}, 'muscles': {'m': {'labels': 'muscle', 'origin': 'p', 'insertion': 'd', " \
  "'material': 'flesh', 'tension': 1.6e6, 'activation': {'keys': [[0, 0], [1, 1]], 'curve': "      \
  "'linear'}%s}}, 'loads': {'payload': {'on': 'base', 'vector': %s}}%s}"
