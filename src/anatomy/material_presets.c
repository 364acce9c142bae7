// SPDX-License-Identifier: Apache-2.0
//
// Our own materials. Stiffnesses of living tissue scatter over decades, by species, direction,
// speed and age: these are points to start from.
//
// Young's moduli of muscle, tendon and bone are those that Modi et al. 2020 simulate with; their
// Poisson's ratio of 0.49 is 0.45 here, as plain tets lock near 0.5. The muscle's is far above that
// of relaxed muscle (about 1e4 to 1e5 Pa), which the Mooney-Rivlin constants are for; those are in
// the range that followers of Teran et al. 2003 use, and the bulk modulus keeps the volume of a
// contracting muscle to a percent. Densities: muscle 1060 (Mendez and Keys 1960), tendon 1120 (Ker
// 1981), cortical bone 1900, fat 920, skin 1100 kg/m^3. Fat: about 1 to 3 kPa in slow tests
// (Alkhouli et al. 2013). Skin: about 0.1 MPa at small strains in the living (Agache et al. 1980
// and others). Rubber: a soft silicone of about 30 Shore A.

#include "anatomy/material.h"

#include <math.h>
#include <string.h>

#define SOLID(label, mass, E, nu)                                                                  \
  { .name = (char*)label, .density = mass, .young = E, .poisson = nu }

static const BrnPreset presets[] = {
    {SOLID("muscle", 1060, 6e6, 0.45), 3e4, 1e4, 2e7},
    {SOLID("tendon", 1120, 1e9, 0.45), 6e4, 1e4, 2e7},
    // from here on the Mooney-Rivlin constants follow from Young's modulus
    {SOLID("bone", 1900, 1e10, 0.3), NAN, NAN, NAN},
    {SOLID("fat", 920, 3e3, 0.45), NAN, NAN, NAN},
    {SOLID("skin", 1100, 1e5, 0.45), NAN, NAN, NAN},
    {SOLID("rubber", 1100, 1e6, 0.45), NAN, NAN, NAN},
};

enum { PRESET_COUNT = sizeof presets / sizeof *presets };

const BrnPreset* brn__material_preset(const char* name) {
  for (int i = 0; i < PRESET_COUNT; i++) {
    if (strcmp(presets[i].material.name, name) == 0) return &presets[i];
  }
  return NULL;
}

void brn__spelling_offer_presets(BrnSpelling* spelling) {
  for (int i = 0; i < PRESET_COUNT; i++) brn__spelling_offer(spelling, presets[i].material.name);
}
