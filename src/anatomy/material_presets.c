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

#define NAME(text) .name = (char*)text, .model = BRN_MODEL_NEO_HOOKEAN

static const BrnSceneMaterial presets[] = {
    {NAME("muscle"), .density = 1060, .young = 6e6, .poisson = 0.45, .c10 = 3e4, .c01 = 1e4,
     .bulk = 2e7},
    {NAME("tendon"), .density = 1120, .young = 1e9, .poisson = 0.45, .c10 = 6e4, .c01 = 1e4,
     .bulk = 2e7},
    // from here on the Mooney-Rivlin constants follow from Young's modulus
    {NAME("bone"), .density = 1900, .young = 1e10, .poisson = 0.3, .c10 = NAN, .c01 = NAN,
     .bulk = NAN},
    {NAME("fat"), .density = 920, .young = 3e3, .poisson = 0.45, .c10 = NAN, .c01 = NAN,
     .bulk = NAN},
    {NAME("skin"), .density = 1100, .young = 1e5, .poisson = 0.45, .c10 = NAN, .c01 = NAN,
     .bulk = NAN},
    {NAME("rubber"), .density = 1100, .young = 1e6, .poisson = 0.45, .c10 = NAN, .c01 = NAN,
     .bulk = NAN},
};

enum { PRESET_COUNT = sizeof presets / sizeof *presets };

const BrnSceneMaterial* brn__material_preset(const char* name) {
  for (int i = 0; i < PRESET_COUNT; i++) {
    if (strcmp(presets[i].name, name) == 0) return &presets[i];
  }
  return NULL;
}

void brn__spelling_offer_presets(BrnSpelling* spelling) {
  for (int i = 0; i < PRESET_COUNT; i++) brn__spelling_offer(spelling, presets[i].name);
}
